"""Word alignment of pairs: MultiMWA-MTRef (Lan, Jiang & Xu 2021), scored as its authors do.

The CRF is trained on mtref-train with all tokens as words and the tags of the shipped tagger, by
families of features that are chosen on mtref-dev with models of a part of the training pairs. It is
decoded by the best paths of both directions, united, intersected and refined; by eq. 8-10 of
Schwartz, Divoli & Hearst (2007), on the posteriors of each direction ("sets") or on their mean
("sets of the mean"), gap and match factor by dev; and by a threshold, by dev, on the arithmetic or
geometric mean of the two directions. The baseline links words of an edit similarity that dev
chooses, the most similar first, each word once.

Settings are chosen for sure and possible links, by F. P and R are means over pairs, F that of these
means. mtref-train does not part sure from possible links, dev and test do.
"""

import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.citances.decoding import decode_sets
from spacy_citalign.citances.features import PAPER
from spacy_citalign.citances.group import Group, make_group
from spacy_citalign.citances.learning import Gold, LearningSettings, learn
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.posteriors import best_targets, directional_posteriors
from spacy_citalign.citances.resources import Resources
from spacy_citalign.citances.scoring import LinkScores, link_scores
from spacy_citalign.citances.training import TrainingSettings
from spacy_citalign.corpora.word_alignments import AlignedPair, read_multimwa

from ..common import data_folder, markdown_table
from .data import resources
from .symmetrization import METHODS, alignment_matrix, symmetrize
from .systems import Bench

Matrix = NDArray[np.float64]
Links = NDArray[np.bool_]  # (I, J)
PLAIN = tuple(name for name in PAPER if name != "ontology")
BEYOND = ("morphology", "context", "unaligned", "senses", "words", "vectors", "wordnet")
SIMILARITIES = np.arange(0.3, 1.01, 0.05)
FACTORS = tuple(
    product((0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0), (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.1))
)
THRESHOLDS = np.arange(0.05, 0.71, 0.025)
ITERATIONS = 80  # of L-BFGS


class Posteriors(NamedTuple):
    """Of a pair: ``forward`` that word i aligns to j, ``backward`` that j aligns to i; (I, J)."""

    forward: Matrix
    backward: Matrix


class Corpus(NamedTuple):
    """Pairs, and the group of the two sentences of each."""

    pairs: list[AlignedPair]
    groups: list[Group]


def read_corpus(split: str, nlp: Language) -> Corpus:
    """Read a split of MTRef and tag it."""
    pairs = list(read_multimwa(data_folder() / "multimwa" / f"mtref-{split}.tsv"))
    sides = [list(side) for pair in pairs for side in (pair.first, pair.second)]
    docs = nlp.get_pipe("perceptron_tagger").pipe(Doc(nlp.vocab, words=side) for side in sides)
    tags = [[token.tag_ for token in doc] for doc in docs]
    groups = [
        make_group(sides[2 * k : 2 * k + 2], tags=tags[2 * k] + tags[2 * k + 1])
        for k in range(len(pairs))
    ]
    return Corpus(pairs, groups)


def fit(corpus: Corpus, families: Sequence[str], known: Resources) -> AlignmentModel:
    """Train on pairs."""
    gold = []
    for pair, group in zip(*corpus, strict=True):
        links = np.zeros((len(group.words),) * 2, dtype=bool)
        for i, j in pair.sure:
            links[i, len(pair.first) + j] = links[len(pair.first) + j, i] = True
        gold.append(Gold(group, links=links))
    crf = TrainingSettings(max_iterations=ITERATIONS)
    settings = LearningSettings(tuple(families), crf, units=False, unit_pairs=False)
    return learn(gold, settings, known)


def posteriors_of(model: AlignmentModel, corpus: Corpus) -> list[Posteriors]:
    """The posteriors of both directions of all pairs."""
    found = []
    for pair, group in zip(*corpus, strict=True):
        matrix = directional_posteriors(model.weights, model.features(group), least=1e-4).toarray()
        size = len(pair.first)
        both = Posteriors(matrix[:size, size:], matrix[size:, :size].T)
        found.append(Posteriors(*(np.minimum(one.astype(np.float64), 1) for one in both)))
    return found


def best_paths(model: AlignmentModel, corpus: Corpus, method: str) -> list[Links]:
    """The best paths of both directions, joined."""
    found = []
    for group in corpus.groups:
        labels = {}
        for batch, best in best_targets(model.weights, model.features(group)):
            for source, row in zip(batch.sources.tolist(), best, strict=True):
                labels[source] = row[: group.lengths[source]]
        first, second = group.lengths.tolist()
        forward = alignment_matrix(labels[0], second)
        found.append(symmetrize(forward, alignment_matrix(labels[1], first).T, method))
    return found


def baseline(pair: AlignedPair, similarity: float) -> Links:
    """Link words of at least this edit similarity, the most similar first, each once."""
    lower = [[word.lower() for word in side] for side in (pair.first, pair.second)]
    near = cdist(*lower, scorer=Levenshtein.normalized_similarity)
    found = np.zeros(near.shape, dtype=bool)
    rows, columns = np.nonzero(near >= similarity - 1e-6)
    # Of equals, the ones that stand closest to the diagonal.
    apart = np.abs(rows / near.shape[0] - columns / near.shape[1])
    for place in np.lexsort((apart, -near[rows, columns])):
        i, j = rows[place], columns[place]
        if not found[i].any() and not found[:, j].any():
            found[i, j] = True
    return found


def sets(found: Sequence[Posteriors], mean: bool, factors: tuple[float, float]) -> list[Links]:
    """Eq. 8-10 in both directions, united."""
    shapes = [one.forward.shape for one in found]
    wide = max(max(shape) for shape in shapes)
    rows = []
    for forward, backward in found:
        both = (forward + backward) / 2
        # What aligns to each target word: of the second sentence, then of the first.
        sides = (both.T, both) if mean else (forward.T, backward)
        rows += [np.pad(side, ((0, 0), (0, wide - side.shape[1]))) for side in sides]
    chosen = decode_sets(np.concatenate(rows), gap_factor=factors[0], match_factor=factors[1])
    ends = np.cumsum([len(side) for side in rows])[:-1]
    parts = np.split(chosen, ends)
    return [
        parts[2 * k][:, :first].T | parts[2 * k + 1][:, :second]
        for k, (first, second) in enumerate(shapes)
    ]


def above(found: Sequence[Posteriors], geometric: bool, threshold: float) -> list[Links]:
    """Links whose mean posterior is at least ``threshold``."""
    return [
        (np.sqrt(one * other) if geometric else (one + other) / 2) >= threshold
        for one, other in found
    ]


def score(corpus: Corpus, found: Sequence[Links]) -> LinkScores:
    """Score links."""
    predicted = [frozenset(map(tuple, np.argwhere(links).tolist())) for links in found]
    return link_scores(
        (pair.sure, pair.possible, own) for pair, own in zip(corpus.pairs, predicted, strict=True)
    )


def by_dev(
    dev: Corpus, settings: Sequence, decode: Callable[..., list[Links]], given: object
) -> tuple[object, float]:
    """The setting of highest F on dev, sure and possible links, and that F."""
    tried = [score(dev, decode(given, setting)).full.f for setting in settings]
    place = int(np.argmax(tried))
    return settings[place], tried[place]


def decoders() -> dict[str, tuple[Sequence, Callable[..., list[Links]]]]:
    """The ways to decode posteriors, with their settings."""
    return {
        "sets": (FACTORS, lambda found, own: sets(found, False, own)),
        "sets of the mean": (FACTORS, lambda found, own: sets(found, True, own)),
        "arithmetic mean": (THRESHOLDS.tolist(), lambda found, own: above(found, False, own)),
        "geometric mean": (THRESHOLDS.tolist(), lambda found, own: above(found, True, own)),
    }


def choose_families(part: Corpus, dev: Corpus, known: Resources) -> tuple[tuple[str, ...], str]:
    """Add families that raise F on dev, in turn, with models of a part of the training pairs."""
    chosen, top, rows = PLAIN, 0.0, []
    for added in ("", *BEYOND):
        if getattr(known, added or "background", True) is None:
            continue
        families = (*chosen, added) if added else chosen
        found = posteriors_of(fit(part, families, known), dev)
        _, f = by_dev(dev, THRESHOLDS.tolist(), lambda own, at: above(own, True, at), found)
        rows.append([f"+ {added}" if added else "the paper's", f"{100 * f:.2f}"])
        if f > top:
            chosen, top = families, f
    table = markdown_table(["features, geometric mean", "dev F"], rows)
    return chosen, f"{len(part.pairs):,} training pairs\n\n{table}\n\nChosen: {', '.join(chosen)}\n"


def pairs(bench: Bench, *, dev: bool, subset: int, wordnet: Path | None) -> None:
    """Print the tables; the test set is read unless ``dev``."""
    from dataclasses import replace

    from spacy_citalign.citances.wordnet import read_wordnet

    known = resources(bench.folder)
    if wordnet is not None:
        known = replace(known, wordnet=read_wordnet(wordnet))
    train, tuned = read_corpus("train", bench.nlp), read_corpus("dev", bench.nlp)
    step = max(1, len(train.pairs) // subset)
    families, report = choose_families(
        Corpus(train.pairs[::step], train.groups[::step]), tuned, known
    )
    print(report, flush=True)
    start = time.perf_counter()
    file = bench.folder / f"mtref_{'_'.join(families)}.bin".replace(" ", "-")
    if not file.exists():
        file.write_bytes(fit(train, families, known).to_bytes())
    model = AlignmentModel.from_bytes(file.read_bytes())
    print(f"trained on {len(train.pairs):,} pairs in {time.perf_counter() - start:.0f} s\n")
    scored = tuned if dev else read_corpus("test", bench.nlp)
    found = {id(one): posteriors_of(model, one) for one in (tuned, scored)}
    rows = []

    def row(title: str, setting: object, links: Sequence[Links]) -> None:
        result = score(scored, links)
        ratios = [(one.precision, one.recall, one.f) for one in (result.full, result.sure)]
        cells = [f"{100 * value:.1f}" for three in ratios for value in three]
        rows.append([title, *cells, f"{100 * result.full.micro.f:.1f}", str(setting)])

    def edit(corpus: Corpus, similarity: float) -> list[Links]:
        return [baseline(pair, similarity) for pair in corpus.pairs]

    similarity, _ = by_dev(tuned, SIMILARITIES.round(2).tolist(), edit, tuned)
    row("edit similarity", similarity, edit(scored, similarity))
    for method in METHODS:
        row(f"Viterbi, {method}", "", best_paths(model, scored, method))
    for title, (settings, decode) in decoders().items():
        setting, _ = by_dev(tuned, settings, decode, found[id(tuned)])
        row(title, np.round(setting, 3), decode(found[id(scored)], setting))
    header = ["decoding", "P", "R", "F", "sure P", "R", "F", "micro F", "by dev"]
    print(markdown_table(header, rows))
