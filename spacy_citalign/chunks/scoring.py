"""Precision, recall and F of chunks, as the CoNLL-2000 shared task counts them.

Tjong Kim Sang & Buchholz (2000), "Introduction to the CoNLL-2000 shared task: chunking", whose
script is ``conlleval``: a chunk is right if its first word, its last word and its type are; figures
are over all chunks of a corpus together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..words.hit_counts import HitCounts

Chunk = tuple[str, int, int]
"""A type, where it starts and where it ends, half-open, among words or characters."""


class ChunkScores(NamedTuple):
    """The scores of a corpus.

    Attributes:
        all: of all chunks.
        by_type: of those of each type that is gold or predicted, by name.
    """

    all: HitCounts
    by_type: Mapping[str, HitCounts]


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
        HitCounts(gold.total(), predicted.total(), correct.total()),
        {name: HitCounts(gold[name], predicted[name], correct[name]) for name in names},
    )
