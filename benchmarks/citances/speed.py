"""Speed of citance alignment, and of the exact set decoder beside the paper's enumeration.

Two groups of 45 citances: a group of craft-test45, and one of made citances of 30 content words,
two sentences of CRAFT train to each. Stages are those of ``aligner.align`` in turn, each timed by
itself; medians of several runs on one core. The text is annotated (tokens, sentences, tags, genes)
by the pipeline without the aligner.

Eq. 10: "exact" is the package's decoder. The others try all pairs of sets: "one product" multiplies
the table of their agreements with the chances of the true sets of all words at once, which is the
BLAS library at its best; "tabled" does so word by word; "as written" works the agreements out for
each word. Posteriors are made up for eight sources, 2 ^ 16 pairs of sets, by a seeded generator, or
those of the group, for as many sources of .01 or more as there are, eight at most.
"""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

import spacy_citalign
from spacy_citalign.citances.aligner import align, expected_accuracy
from spacy_citalign.citances.closure import average_link
from spacy_citalign.citances.decoding import decode_sets
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.nodes import make_nodes, node_members, node_similarity
from spacy_citalign.citances.posteriors import directional_posteriors
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.components.citances.words import citance_words

from ..common import last_core, markdown_table, peak_memory, pin_to
from .data import Case
from .systems import Bench

Floats = NDArray[np.float64]
RUNS = 7
SOURCES = 8
ROWS = 2000  # target words to decode
FEW = 100  # of them as written


def timed(run: Callable[[], Any], runs: int = RUNS) -> tuple[float, Any]:
    """Median seconds of a call, and what it returns."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        found = run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), found


def made(cases: Sequence[Case], citances: int = 45, words: int = 30) -> list[str]:
    """Citances of so many content words: two sentences of a group each, cut."""
    texts = []
    for case in cases:
        for one, other in zip(case.texts[::2], case.texts[1::2], strict=False):
            text = f"{one} {other}"
            for end in range(len(one), len(text) + 1):
                if end == len(text) or text[end] == " ":
                    cut = text[:end]
                    if sum(len(word) > 3 for word in cut.split()) >= words:
                        break
            texts.append(cut)
    return texts[:citances]


def stages(texts: Sequence[str], bench: Bench, model: AlignmentModel) -> dict[str, float]:
    """Seconds of each stage, of the whole core, and the words of the group."""
    nlp, settings = bench.nlp, AlignmentSettings()
    joined, doc = timed(lambda: nlp(spacy_citalign.join(texts, nlp=nlp, labels="g")))
    reading, found = timed(lambda: citance_words(doc)[0])
    group = found.group
    lasts, posteriors = timed(
        lambda: directional_posteriors(model.weights, model.features(group), least=1e-3)
    )
    evidence = model.features(group)
    units, continues = timed(lambda: model.units(evidence) >= settings.unit_threshold)

    nodes = make_nodes(evidence, continues)

    def compare() -> Any:
        if model.unit_pairs is None:
            return node_similarity(posteriors, nodes)
        return model.unit_pairs(evidence, nodes, posteriors)

    def cluster() -> Any:
        merges = average_link(similarity, nodes.owners)
        return merges.classes(settings.threshold)[nodes.of_words]

    comparing, similarity = timed(compare)
    clustering, classes = timed(cluster)
    member = node_members(nodes)
    expecting, _ = timed(
        lambda: expected_accuracy((member @ similarity @ member.T).tocsr(), classes, group)
    )
    whole, _ = timed(lambda: align(group, model, settings))
    return {
        "words": len(group.words),
        "annotation": joined,
        "words of citances": reading,
        "features and posteriors": lasts,
        "units": units,
        "pairs of units": comparing,
        "average link": clustering,
        "expected AMA": expecting,
        "whole core": whole,
        "words and core": reading + whole,
    }


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


def decoder_rows(model: AlignmentModel, case: Case) -> list[Floats]:
    """Posteriors of target words by the number of their sources, 1 to 8 of .01 or more."""
    group = case.group
    posteriors = directional_posteriors(model.weights, model.features(group))
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


def decoder_table(rows: Sequence[Floats]) -> str:
    """Compare the ways on made-up posteriors, and on those of a group."""
    generator = np.random.default_rng(0)
    parts = {
        "eight sources, made up": [generator.uniform(0.02, 0.98, (ROWS, SOURCES))],
        "one to eight sources, of the group": [p for p in rows if len(p)],
    }
    ways = {"exact": decode_sets, "one product": one_product, "tabled": tabled}
    table_rows = []
    for title, part in parts.items():
        base = 0.0
        for way, run in (ways | {"as written": as_written}).items():
            some = [p[:FEW] for p in part] if way == "as written" else part
            count = sum(map(len, some))
            seconds, _ = timed(lambda run=run, some=some: [run(p) for p in some], 3)
            base = base or seconds / count
            ratio = seconds / count / base
            micro = f"{1e6 * seconds / count:,.1f}"
            table_rows.append([f"{title}, {way}", f"{count:,}", micro, f"{ratio:,.1f}"])
    return markdown_table(["posteriors, way", "words", "µs a word", "times exact"], table_rows)


def checked() -> str:
    """Count differences on made-up posteriors of one to eight sources at many factors."""
    generator = np.random.default_rng(1)
    wrong = tried = 0
    for size in range(1, SOURCES + 1):
        for gap, match in product((0.0, 0.25, 1.0, 3.0), (0.3, 0.8, 1.0, 1.2, 2.0)):
            p = generator.random((200, size)) ** generator.choice([0.3, 1, 4, 10], (200, 1))
            wrong, tried = wrong + differences(p, gap, match), tried + len(p)
    return f"{wrong} of {tried:,} decoded sets are worth less than the best of all sets"


def speed(bench: Bench, pipelines: Mapping[str, Language], model: AlignmentModel) -> None:
    """Print the tables."""
    pin_to(last_core())
    real = bench.cases("craft-test45")[0]
    groups = {
        "45 of craft-test45": list(real.texts),
        "45 made": made(bench.cases("craft-train")),
    }
    rows = []
    for name, texts in groups.items():
        for stage, value in stages(texts, bench, model).items():
            figure = f"{value:,.0f}" if stage == "words" else f"{value:.3f}"
            rows.append([f"{name}, {stage}", figure])
        for pipeline, nlp in pipelines.items():
            component = nlp.get_pipe("citance_aligner")
            with nlp.select_pipes(disable="citance_aligner"):
                doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels="g"))
            seconds, _ = timed(lambda component=component, doc=doc: component(doc.copy()))
            rows.append([f"{name}, the component of {pipeline}", f"{seconds:.3f}"])
    print(markdown_table(["group, stage", "seconds"], rows), end="\n\n")
    print(f"{peak_memory() / 1e6:,.0f} MB at most\n")
    print(decoder_table(decoder_rows(model, real)), end="\n\n")
    print(checked())
