"""Table 4 of Roark: base phrases by tags, with columns and without, and by words too.

A base phrase is right if its first word, its last word and its type are; P, R and F are over all
phrases of the test part together, in percent. Chunkers are trained on gold tags, and on the regions
that gold tags give; they are tested with either tags and the regions that these give.

Differences are of F, in points, to another system on the same sentences: a paired bootstrap over
sentences (Efron & Tibshirani 1993, "An introduction to the bootstrap"), with the 95 % interval of
its draws. p is two-sided: twice the share of the draws on the rarer side of zero, the observed one
counted among them. That is chance in the choice of test sentences; what training a perceptron
leaves to chance comes on top.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from column_data import TAGS, TREEBANKS, Ints
from column_systems import CHUNKERS, Bench, ChunkSystem
from column_tables import anchors_name
from common import markdown_table
from spacy_citalign.tagging.chunk_labels import Chunks
from spacy_citalign.tagging.chunk_scoring import Chunk, ChunkScore
from spacy_citalign.tagging.chunker import Chunker

DRAWS = 2000
_CELLS = 1 << 24  # of draws by sentences, at a time


class Difference(NamedTuple):
    """How much higher an F is than another: the points, their 95 % interval, and p."""

    points: float
    low: float
    high: float
    p: float


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
                cells = [system.title, shown, *percent(ChunkScore(*own.sum(axis=0).tolist()))]
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


def bootstrap(own: Ints, base: Ints, draws: int = DRAWS) -> Difference:
    """Compare two systems by their counts of each sentence, (C, 3) int64 both.

    Equal counts give equal figures: draws are seeded.
    """
    generator = np.random.default_rng(0)
    size = len(own)
    both = np.concatenate([own, base], axis=1)
    found = []
    step = max(1, _CELLS // size)
    for first in range(0, draws, step):
        times = generator.multinomial(size, np.full(size, 1 / size), size=min(step, draws - first))
        sums = times @ both
        found.append(100 * (_f(sums[:, :3]) - _f(sums[:, 3:])))
    drawn = np.concatenate(found)
    points = 100 * float(_f(own.sum(axis=0)) - _f(base.sum(axis=0)))
    low, high = np.quantile(drawn, [0.025, 0.975]).tolist()
    rarer = min(np.count_nonzero(drawn <= 0), np.count_nonzero(drawn >= 0))
    return Difference(points, low, high, min(1.0, 2 * (rarer + 1) / (draws + 1)))


def difference_cells(own: Ints, base: Ints | None) -> list[str]:
    """Write a difference, its interval and p."""
    if base is None:
        return ["-", "-", "-"]
    found = bootstrap(own, base)
    return [f"{found.points:+.2f}", f"{found.low:+.2f} to {found.high:+.2f}", f"{found.p:.3f}"]


def percent(score: ChunkScore) -> list[str]:
    """Write P, R and F in percent."""
    return [f"{100 * value:.2f}" for value in (score.precision, score.recall, score.f)]


def _f(counts: Ints) -> "np.typing.NDArray[np.float64]":
    """Return F, 0 to 1, of gold, predicted and right phrases along the last axis."""
    gold, predicted, right = np.moveaxis(counts, -1, 0)
    return 2 * right / np.maximum(gold + predicted, 1)
