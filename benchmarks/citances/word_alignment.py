"""Word alignment of pairs of sentences: MultiMWA (Lan, Jiang & Xu 2021), scored as its authors do.

"Edit similarity" links words of a similarity that dev chooses, the most similar first, each word
once. "Shipped" is the component of the shipped pipeline on the two sentences: it was made for
citances of a work, and leaves stop words and punctuation out, so that it is scored on links of
content words alone, too. It links all words of a unit with all words of the same unit elsewhere;
"each word once" keeps of these links the most similar in spelling. "Schwartz" is the paper's CRF,
trained on train with all tokens as words and the tags of the shipped tagger. It is decoded by the
best paths of both directions, united, intersected and refined; by eq. 8-10, on the posteriors of
each direction ("sets") or on their mean ("sets of the mean"), gap and match factor by dev; and by a
threshold, by dev, on the arithmetic or geometric mean of the two directions.

Settings are chosen for sure and possible links of all words, by F. P and R are means over pairs, F
that of these means. Train does not part sure from possible links, dev and test of MTRef do.
"""

from collections.abc import Callable, Sequence
from itertools import islice, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from spacy.language import Language
from spacy.tokens import Doc

import spacy_citalign
from benchmarks.citances.best_targets import best_targets
from spacy_citalign.citances.group import Group, make_group
from spacy_citalign.citances.knowledge.stems import STOP_WORDS
from spacy_citalign.citances.learning import Gold, LearningSettings, learn
from spacy_citalign.citances.model import SchwartzModel
from spacy_citalign.citances.paper.crf import directional_posteriors
from spacy_citalign.citances.paper.crf_training import TrainingSettings
from spacy_citalign.citances.paper.decoding import decode_sets
from spacy_citalign.citances.scoring import LinkScores, link_scores, relation
from spacy_citalign.citances.settings import FAMILIES
from spacy_citalign.components.citances.gold import classes_in, numbered
from spacy_citalign.corpora.word_alignments import AlignedPair, read_multimwa

from ..common import data_folder
from ..recording import Table
from .symmetrization import METHODS, alignment_matrix, symmetrize

Matrix = NDArray[np.float64]
Links = NDArray[np.bool_]  # (I, J)
CORPORA = ("mtref", "wiki")
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


def read_corpus(name: str, nlp: Language, limit: int | None) -> Corpus:
    """Read a file and tag it."""
    pairs = list(islice(read_multimwa(data_folder() / "multimwa" / f"{name}.tsv"), limit))
    sides = [list(side) for pair in pairs for side in (pair.first, pair.second)]
    docs = nlp.get_pipe("perceptron_tagger").pipe(Doc(nlp.vocab, words=side) for side in sides)
    tags = [[token.tag_ for token in doc] for doc in docs]
    groups = [
        make_group(sides[2 * k : 2 * k + 2], tags=tags[2 * k] + tags[2 * k + 1])
        for k in range(len(pairs))
    ]
    return Corpus(pairs, groups)


def fit(corpus: Corpus) -> SchwartzModel:
    """Train the paper's CRF on pairs."""
    gold = []
    for pair, group in zip(*corpus, strict=True):
        links = np.zeros((len(group.words),) * 2, dtype=bool)
        for i, j in pair.sure:
            links[i, len(pair.first) + j] = links[len(pair.first) + j, i] = True
        gold.append(Gold(group, links=links))
    crf = TrainingSettings(max_iterations=ITERATIONS)
    model = learn(gold, LearningSettings(("schwartz",), FAMILIES, crf)).schwartz
    assert model is not None
    return model


def posteriors_of(model: SchwartzModel, corpus: Corpus) -> list[Posteriors]:
    """The posteriors of both directions of all pairs."""
    found = []
    for pair, group in zip(*corpus, strict=True):
        matrix = directional_posteriors(model.weights, model.features(group), least=1e-4).toarray()
        size = len(pair.first)
        both = Posteriors(matrix[:size, size:], matrix[size:, :size].T)
        found.append(Posteriors(*(np.minimum(one.astype(np.float64), 1) for one in both)))
    return found


def best_paths(model: SchwartzModel, corpus: Corpus, method: str) -> list[Links]:
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


def baseline(pair: AlignedPair, similarity: float, allowed: Links | None = None) -> Links:
    """Link words of at least this edit similarity, the most similar first, each once.

    Where links are ``allowed``, there are no others.
    """
    lower = [[word.lower() for word in side] for side in (pair.first, pair.second)]
    near = cdist(*lower, scorer=Levenshtein.normalized_similarity)
    found = np.zeros(near.shape, dtype=bool)
    possible = True if allowed is None else allowed
    rows, columns = np.nonzero((near >= similarity - 1e-6) & possible)
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


def shipped(pair: AlignedPair, nlp: Language) -> Links:
    """What the component says of the two sentences, as texts of tokens between blanks."""
    doc = nlp(spacy_citalign.join(list(map(" ".join, pair[1:3])), nlp=nlp, labels="pair"))
    words = (*pair.first, *pair.second)
    ends = np.cumsum([len(word) + 1 for word in words]) - 1
    spans = np.stack([ends - [len(word) for word in words], ends], axis=1)
    owners = np.arange(len(words)) >= len(pair.first)
    aligned = relation(numbered(classes_in(doc, spans)), owners.astype(np.int64))
    return aligned[: len(pair.first), len(pair.first) :]


def is_content(token: str) -> bool:
    """Whether the component may align a token."""
    return token.lower() not in STOP_WORDS and any(map(str.isalnum, token))


def score(corpus: Corpus, found: Sequence[Links], *, content: bool = False) -> LinkScores:
    """Score links, all or those of content words."""
    cases = []
    for pair, links in zip(corpus.pairs, found, strict=True):
        predicted = frozenset(map(tuple, np.argwhere(links).tolist()))
        sets = (pair.sure, pair.possible, predicted)
        if content:
            sets = tuple(
                frozenset(
                    (i, j)
                    for i, j in one
                    if is_content(pair.first[i]) and is_content(pair.second[j])
                )
                for one in sets
            )
        cases.append(sets)
    return link_scores(cases)


def by_dev(
    dev: Corpus, settings: Sequence, decode: Callable[..., list[Links]], given: object
) -> object:
    """The setting of highest F on dev, sure and possible links."""
    tried = [score(dev, decode(given, setting)).full.f for setting in settings]
    return settings[int(np.argmax(tried))]


def decoders() -> dict[str, tuple[Sequence, Callable[..., list[Links]]]]:
    """The ways to decode posteriors, with their settings."""
    return {
        "sets": (FACTORS, lambda found, own: sets(found, False, own)),
        "sets of the mean": (FACTORS, lambda found, own: sets(found, True, own)),
        "arithmetic mean": (THRESHOLDS.tolist(), lambda found, own: above(found, False, own)),
        "geometric mean": (THRESHOLDS.tolist(), lambda found, own: above(found, True, own)),
    }


def pairs(nlp: Language, *, dev: bool, limit: int | None) -> list[Table]:
    """Score all systems on test, or on dev; ``nlp`` is the shipped pipeline."""
    return [_table(name, nlp, "dev" if dev else "test", limit) for name in CORPORA]


def _table(name: str, nlp: Language, split: str, limit: int | None) -> Table:
    train, tuned = (read_corpus(f"{name}-{part}", nlp, limit) for part in ("train", "dev"))
    scored = tuned if split == "dev" else read_corpus(f"{name}-test", nlp, limit)
    rows = []

    def row(title: str, setting: object, links: Sequence[Links]) -> None:
        every, content = (score(scored, links, content=own) for own in (False, True))
        ratios = (every.full, every.sure, content.full)
        cells = [f"{100 * x:.1f}" for one in ratios for x in (one.precision, one.recall, one.f)]
        rows.append([title, *cells, str(setting)])

    def edit(corpus: Corpus, similarity: float) -> list[Links]:
        return [baseline(pair, similarity) for pair in corpus.pairs]

    similarity = by_dev(tuned, SIMILARITIES.round(2).tolist(), edit, tuned)
    row("edit similarity", similarity, edit(scored, similarity))
    links = [shipped(pair, nlp) for pair in scored.pairs]
    row("shipped", "its own", links)
    once = [baseline(pair, 0.0, own) for pair, own in zip(scored.pairs, links, strict=True)]
    row("shipped, each word once", "its own", once)
    model = fit(train)
    found = {id(one): posteriors_of(model, one) for one in (tuned, scored)}
    for method in METHODS:
        row(f"schwartz, Viterbi, {method}", "", best_paths(model, scored, method))
    for title, (settings, decode) in decoders().items():
        setting = by_dev(tuned, settings, decode, found[id(tuned)])
        row(f"schwartz, {title}", np.round(setting, 3), decode(found[id(scored)], setting))
    columns = ["system", "P", "R", "F", "sure P", "R", "F", "content P", "R", "F", "by dev"]
    return Table(f"{name}-{split}, {len(scored.pairs):,} pairs", columns, rows)
