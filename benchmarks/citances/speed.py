"""Speed of citance alignment against group size, and of the exact set decoder.

Groups of made citances of 30 content words, two sentences of CRAFT train to each. Stages are those
of ``aligner.align`` in turn, each timed by itself; medians of several runs on one core. The text is
annotated (tokens, sentences, tags, phrases, genes, terms) by the pipeline without the aligner.
"Schwartz" is the whole of the paper's method.

Eq. 10: "exact" is the package's decoder. The others try all pairs of sets: "one product" multiplies
the table of their agreements with the chances of the true sets of all words at once, which is the
BLAS library at its best; "tabled" does so word by word; "as written" works the agreements out for
each word. Posteriors are made up for eight sources, 2 ^ 16 pairs of sets, by a seeded generator, or
those of a group of 45, for as many sources of .01 or more as there are, eight at most.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

import spacy_citalign
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.closure import average_link
from spacy_citalign.citances.group import Group
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.paper.crf import directional_posteriors
from spacy_citalign.citances.paper.decoding import decode_sets, expected_accuracy
from spacy_citalign.citances.settings import FLOOR, AlignmentSettings
from spacy_citalign.citances.units.reasons import class_reasons
from spacy_citalign.components.citances.words import citance_words
from spacy_citalign.row_files import read_groups

from ..common import data_folder, last_core, peak_memory, pin_to
from ..recording import Table

Floats = NDArray[np.float64]
SIZES = (5, 12, 20, 50, 100, 300)  # citances; the largest takes half a minute a run
RUNS = 3
MANY = 50  # citances; larger groups run once
OF_DECODER = 45  # citances of the group that the decoder is timed on
SOURCES = 8
ROWS = 2000  # target words to decode
FEW = 100  # of them as written


def median_seconds(run: Callable[[], Any], runs: int = RUNS) -> tuple[float, Any]:
    """Median seconds of a call, and what it returns."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        found = run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), found


def made(words: int = 30) -> list[str]:
    """Citances of so many content words: two sentences of a group each, cut."""
    texts = []
    for group in read_groups(data_folder() / "citance_groups" / "craft-train.jsonl"):
        own = [citance.text for citance in group.citances]
        for one, other in zip(own[::2], own[1::2], strict=False):
            text = f"{one} {other}"
            for end in range(len(one), len(text) + 1):
                if end == len(text) or text[end] == " ":
                    cut = text[:end]
                    if sum(len(word) > 3 for word in cut.split()) >= words:
                        break
            texts.append(cut)
    return texts


def stages(texts: Sequence[str], nlp: Language, model: AlignmentModel) -> dict[str, float]:
    """Seconds of each stage, of the whole, and the words of the group."""
    settings, component = AlignmentSettings(), nlp.get_pipe("citance_aligner")
    timed = partial(median_seconds, runs=RUNS if len(texts) <= MANY else 1)
    joined = spacy_citalign.join(texts, nlp=nlp, labels="g")
    with nlp.select_pipes(disable="citance_aligner"):
        annotating, doc = timed(lambda: nlp(joined.copy()))
    reading, found = timed(lambda: citance_words(doc)[0])
    group: Group = found.group
    comparing, alike = timed(lambda: model.units.similarity(group, model.resources))
    clustering, merges = timed(
        lambda: average_link(alike.similarity, group.owners, floor=FLOOR, forbidden=alike.forbidden)
    )
    classes = merges.classes(settings.threshold)
    expecting, _ = timed(lambda: expected_accuracy(alike.similarity, classes, group))
    explaining, _ = timed(lambda: class_reasons(alike.pair_features, classes))
    whole, _ = timed(lambda: align(group, model, settings))
    rows = {
        "words": len(group.words),
        "annotation": annotating,
        "words of citances": reading,
        "similarity of words": comparing,
        "average link": clustering,
        "expected AMA": expecting,
        "reasons": explaining,
        "whole core": whole,
        "component": timed(lambda: component(doc.copy()))[0],
    }
    if model.schwartz is not None:
        of_paper = AlignmentSettings(method="schwartz")
        rows["schwartz"] = timed(lambda: align(group, model, of_paper))[0]
    return rows


@cache
def sets_of(size: int) -> NDArray[np.bool_]:
    """All sets of so many words, the empty one first: (2 ** size, size)."""
    return (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(bool)


def agreements(size: int) -> Floats:
    """Eq. 6 of all pairs of sets, 0 where both are empty: (2 ** size, 2 ** size)."""
    sets = sets_of(size).astype(np.float64)
    sizes = sets.sum(axis=1)
    return np.asarray((sets @ sets.T) / np.maximum(np.maximum(sizes[:, None], sizes), 1))


table = cache(agreements)


def chances(p: Floats) -> Floats:
    """The chance of each true set, of (R, n) posteriors: (R, 2 ** n)."""
    found = np.ones((len(p), 1))
    for column in p.T[:, :, None]:
        found = np.concatenate([found * (1 - column), found * column], axis=1)
    return found


def worths(p: Floats, gap: float = 1.0, match: float = 1.0) -> Floats:
    """The sum of eq. 10 of each set, all words by one product of matrices: (R, 2 ** n)."""
    own = chances(p)
    found = own @ table(p.shape[1]) * match ** sets_of(p.shape[1]).sum(axis=1)
    found[:, 0] += gap * own[:, 0]
    return np.asarray(found)


def one_product(p: Floats) -> NDArray[np.bool_]:
    """The argmax of eq. 10, all words together."""
    return np.asarray(sets_of(p.shape[1])[worths(p).argmax(axis=1)])


def tabled(p: Floats) -> NDArray[np.bool_]:
    """The same word by word."""
    return np.concatenate([one_product(row[None]) for row in p])


def as_written(p: Floats) -> NDArray[np.bool_]:
    """The same word by word, the agreement of all pairs of sets worked out each time."""
    found = []
    for row in p:
        own = chances(row[None])[0]
        worth = agreements(len(row)) @ own
        worth[0] += own[0]
        found.append(sets_of(len(row))[int(worth.argmax())])
    return np.array(found)


def decoder_rows(texts: Sequence[str], nlp: Language, model: AlignmentModel) -> list[Floats]:
    """Posteriors of target words by the number of their sources, 1 to 8 of .01 or more."""
    with nlp.select_pipes(disable="citance_aligner"):
        doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels="g"))
    group = citance_words(doc)[0].group
    crf = model.schwartz
    posteriors = directional_posteriors(crf.weights, crf.features(group, model.resources))
    found: list[list[Floats]] = [[] for _ in range(SOURCES + 1)]
    for start, length in zip(group.starts.tolist(), group.lengths.tolist(), strict=True):
        rows = np.sort(posteriors[start : start + length].toarray().T, axis=1)[:, ::-1]
        counts = np.minimum((rows >= 0.01).sum(axis=1), SOURCES)
        for size, kept in enumerate(found):
            kept.append(rows[counts == size, :size])
    return [np.concatenate(kept).astype(np.float64).clip(0, 1) for kept in found[1:] if kept]


def differences(p: Floats, gap: float = 1.0, match: float = 1.0) -> int:
    """Words whose decoded set is worth less than the best of all sets."""
    chosen = decode_sets(p, gap_factor=gap, match_factor=match, min_prob=0)
    worth = worths(p, gap, match)
    own = worth[np.arange(len(p)), (chosen * (1 << np.arange(p.shape[1]))).sum(axis=1)]
    return int((own < worth.max(axis=1) * (1 - 1e-9)).sum())


def decoder_table(rows: Sequence[Floats]) -> Table:
    """Compare the ways on made-up posteriors, and on those of a group."""
    generator = np.random.default_rng(0)
    parts = {
        "eight sources, made up": [generator.uniform(0.02, 0.98, (ROWS, SOURCES))],
        "one to eight sources, of the group": [p for p in rows if len(p)],
    }
    ways = {"exact": decode_sets, "one product": one_product, "tabled": tabled}
    table_rows = []
    for title, part in parts.items():
        if not part:
            continue
        base = 0.0
        for way, run in (ways | {"as written": as_written}).items():
            some = [p[:FEW] for p in part] if way == "as written" else part
            count = sum(map(len, some))
            seconds, _ = median_seconds(lambda run=run, some=some: [run(p) for p in some], 3)
            base = base or seconds / count
            ratio = seconds / count / base
            micro = f"{1e6 * seconds / count:,.1f}"
            table_rows.append([f"{title}, {way}", f"{count:,}", micro, f"{ratio:,.1f}"])
    columns = ["posteriors, way", "words", "µs a word", "times exact"]
    return Table("Decoding sets", columns, table_rows, [checked()])


def checked() -> str:
    """Count differences on made-up posteriors of one to eight sources at many factors."""
    generator = np.random.default_rng(1)
    wrong = tried = 0
    for size in range(1, SOURCES + 1):
        for gap, match in product((0.0, 0.25, 1.0, 3.0), (0.3, 0.8, 1.0, 1.2, 2.0)):
            p = generator.random((200, size)) ** generator.choice([0.3, 1, 4, 10], (200, 1))
            wrong, tried = wrong + differences(p, gap, match), tried + len(p)
    return f"{wrong} of {tried:,} decoded sets are worth less than the best of all sets"


def speed(nlp: Language, sizes: Sequence[int] = SIZES) -> list[Table]:
    """Measure; ``nlp`` is the shipped pipeline."""
    pin_to(last_core())
    model = nlp.get_pipe("citance_aligner").fitted_model()
    texts = made()
    measured = [stages(texts[:size], nlp, model) for size in sizes]
    rows = [
        [
            stage,
            *(
                f"{one[stage]:,.0f}" if stage == "words" else f"{one[stage]:.3f}"
                for one in measured
            ),
        ]
        for stage in measured[0]
    ]
    most = f"{peak_memory() / 1e6:,.0f} MB at most"
    tables = [Table("Seconds by citances of the group", ["stage", *map(str, sizes)], rows, [most])]
    own: list[Floats] = []
    if model.schwartz is not None:
        own = decoder_rows(texts[:OF_DECODER], nlp, model)
    return [*tables, decoder_table(own)]
