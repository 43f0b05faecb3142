"""Precision, recall and F of chunks, as the CoNLL-2000 shared task counts them.

Tjong Kim Sang & Buchholz (2000), "Introduction to the CoNLL-2000 shared task: chunking", whose
script is ``conlleval``: a chunk is right if its first word, its last word and its type are; figures
are over all chunks of a corpus together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Chunk = tuple[str, int, int]
"""A type, where it starts and where it ends, half-open, among words or characters."""


class ChunkScore(NamedTuple):
    """Counts of chunks, and ratios (0 to 1; 0 where there is nothing to divide by)."""

    gold: int
    predicted: int
    correct: int

    @property
    def precision(self) -> float:
        """Share of the predicted chunks that are right."""
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold chunks that were predicted."""
        return self.correct / self.gold if self.gold else 0.0

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.gold + self.predicted
        return 2 * self.correct / total if total else 0.0


class ChunkScores(NamedTuple):
    """The scores of a corpus.

    Attributes:
        all: of all chunks.
        by_type: of those of each type that is gold or predicted, by name.
    """

    all: ChunkScore
    by_type: Mapping[str, ChunkScore]


def score_chunks(sentences: Iterable[tuple[Iterable[Chunk], Iterable[Chunk]]]) -> ChunkScores:
    """Score the gold and the predicted chunks of sentences, or of texts; repetitions count once.

    >>> scores = score_chunks([([("NP", 0, 2), ("VP", 2, 3)], [("NP", 0, 2), ("NP", 2, 3)])])
    >>> scores.all.f, scores.by_type["NP"].precision
    (0.5, 0.5)
    """
    gold: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    correct: Counter[str] = Counter()
    for pair in sentences:
        wanted, guessed = map(set, pair)
        gold.update(kind for kind, _, _ in wanted)
        predicted.update(kind for kind, _, _ in guessed)
        correct.update(kind for kind, _, _ in wanted & guessed)
    names = sorted(gold | predicted)
    return ChunkScores(
        ChunkScore(gold.total(), predicted.total(), correct.total()),
        {name: ChunkScore(gold[name], predicted[name], correct[name]) for name in names},
    )
