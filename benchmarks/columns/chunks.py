"""Table 4 of Roark: base phrases by tags, with columns and without, and by words too.

A base phrase is right if its first word, its last word and its type are; P, R and F are over all
phrases of the test part together, in percent. Chunkers are trained on gold tags, and on the regions
that gold tags give; they are tested with either tags and the regions that these give.

Differences are of F, in points, to another system on the same sentences: a paired bootstrap over
sentences, with the 95 % interval of its draws and a two-sided p (``bootstrap.estimate``). That is
chance in the choice of test sentences; what training a perceptron leaves to chance comes on top.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from spacy_citalign.chunks.labels import Chunks
from spacy_citalign.chunks.model import Chunker
from spacy_citalign.chunks.scoring import Chunk
from spacy_citalign.words.hit_counts import HitCounts

from ..bootstrap import DRAWS, Estimate, estimate
from ..common import markdown_table
from .data import TAGS, TREEBANKS, Ints
from .systems import CHUNKERS, Bench, ChunkSystem
from .tables import anchors_name


def chunks(bench: Bench, anchors: Sequence[int | None], *, words: bool = True) -> None:
    """Print a table for gold tags and one for the tagger's, with systems that read words or not."""
    setup = bench.setup
    systems = [one for one in CHUNKERS if words or one.settings.features == "tags"]
    for number, source in enumerate(TAGS):
        counts: dict[tuple[str, int | None], Ints] = {}
        rows = []
        for system in systems:
            for choice in anchors if system.columns is not None else (None,):
                own = counts[system.title, choice] = system_counts(bench, system, choice, source)
                shown = anchors_name(choice) if system.columns is not None else "-"
                cells = [system.title, shown, *percent(HitCounts(*own.sum(axis=0).tolist()))]
                base = counts.get((system.against, None))
                rows.append([*cells, *difference_cells(own, base), system.paper[number]])
        print(f"\nTable 4: {TREEBANKS[setup.treebank]} {setup.part}, {source} tags, ", end="")
        print(f"{len(bench.test.sentences):,} sentences\n")
        header = ["system", "anchors", "P", "R", "F", "difference", "95 %", "p", "his F, WSJ"]
        print(markdown_table(header, rows))
    print()
    for system in systems:
        if system.against:
            print(f"- {system.title}: the difference is to {system.against}")
    print(f"\n{DRAWS:,} draws")


def system_counts(bench: Bench, system: ChunkSystem, anchors: int | None, source: str) -> Ints:
    """Return the gold, the predicted and the right phrases of each sentence: (C, 3) int64."""
    model = bench.chunker(system.title, anchors)
    sample = bench.test
    regions = None
    if system.columns is not None:
        regions = bench.regions(system.columns, anchors, sample, source)
    found = Chunker(model)(sample.words, sample.tags(source), sample.lengths, regions)
    return sentence_counts(
        [one.phrases for one in sample.sentences],
        by_sentence(found, sample.firsts, model.types),
    )


def by_sentence(found: Chunks, firsts: Ints, types: Sequence[str]) -> list[list[Chunk]]:
    """Return the chunks of each sentence, by its own words."""
    owners = np.searchsorted(firsts, found.starts, side="right") - 1
    before = firsts[owners]
    rows = zip(
        owners.tolist(),
        found.types.tolist(),
        (found.starts - before).tolist(),
        (found.ends - before).tolist(),
        strict=True,
    )
    sentences: list[list[Chunk]] = [[] for _ in firsts]
    for owner, kind, start, end in rows:
        sentences[owner].append((types[kind], start, end))
    return sentences


def sentence_counts(gold: Iterable[Sequence[Chunk]], predicted: Iterable[Sequence[Chunk]]) -> Ints:
    """Return the gold, the predicted and the right phrases of each sentence: (C, 3) int64."""
    pairs = zip(gold, predicted, strict=True)
    return np.array([(len(a), len(b), len(set(a) & set(b))) for a, b in pairs], dtype=np.int64)


def difference(own: Ints, base: Ints) -> Estimate:
    """Return how much higher an F is than another, in points, by the counts of each sentence.

    Both counts are (C, 3) int64.
    """
    return estimate(own, lambda counts: 100 * _f(counts), base)


def difference_cells(own: Ints, base: Ints | None) -> list[str]:
    """Write a difference, its interval and p."""
    if base is None:
        return ["-", "-", "-"]
    gain = difference(own, base)
    return [f"{gain.value:+.2f}", f"{gain.low:+.2f} to {gain.high:+.2f}", f"{gain.p:.3f}"]


def percent(score: HitCounts) -> list[str]:
    """Write P, R and F in percent."""
    return [f"{100 * value:.2f}" for value in (score.precision, score.recall, score.f)]


def _f(counts: Ints) -> "np.typing.NDArray[np.float64]":
    """Return F, 0 to 1, of gold, predicted and right phrases along the last axis."""
    gold, predicted, right = np.moveaxis(counts, -1, 0)
    return 2 * right / np.maximum(gold + predicted, 1)
