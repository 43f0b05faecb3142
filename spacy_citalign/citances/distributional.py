"""Word vectors from unlabelled text, by the words that stand near each other.

Vectors of stems by their neighbours in a window (see ``words.association``: Levy, Goldberg & Dagan
2015).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError
from ..words.association import factor, positive_information
from ..words.stem import porter_stem


def distributional_vectors(
    texts: Iterable[Sequence[str]],
    dimensions: int = 100,
    *,
    window: int = 5,
    least_count: int = 5,
) -> tuple[list[str], NDArray[np.float64]]:
    """Return the stems that occur ``least_count`` times and their vectors, (V, D).

    Args:
        texts: the words of each text, in order, without stop words.
        dimensions: D; fewer where there are fewer stems.
        window: words to either side that count, one d words away by 1/d.
        least_count: rarer stems get no vector.

    Raises:
        InputError: no more than two stems occur so often.
    """
    stems = [[porter_stem(word) for word in words] for words in texts]
    counts = Counter(stem for text in stems for stem in text)
    kept = sorted(stem for stem, count in counts.items() if count >= least_count)
    if len(kept) <= 2:
        raise InputError(
            f"{len(kept)} stems occur {least_count} times in the background texts; give more text"
        )
    rows = {stem: row for row, stem in enumerate(kept)}
    together = _cooccurrences([[rows.get(stem, -1) for stem in text] for text in stems], window)
    shape = (len(kept), len(kept))
    matrix = sparse.coo_array((together[2], (together[0], together[1])), shape=shape).tocsr()
    information = positive_information((matrix + matrix.T).tocoo())
    return kept, factor(information, min(dimensions, len(kept) - 1))


def _cooccurrences(texts: list[list[int]], window: int) -> tuple[NDArray, NDArray, NDArray]:
    """Return rows, columns and weights of all words in each other's window, one way."""
    words = np.array([word for text in texts for word in text], dtype=np.int64)
    texts_of = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    parts = []
    for distance in range(1, window + 1):
        first, second = words[:-distance], words[distance:]
        near = (texts_of[:-distance] == texts_of[distance:]) & (first >= 0) & (second >= 0)
        parts.append((first[near], second[near], np.full(int(near.sum()), 1 / distance)))
    rows, columns, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
    return rows, columns, weights
