"""Position-specific score matrices: how often each tag stands in each column.

Roark (section 2): "Position specific score matrices (PSSM) assign a cost to each of the [...]
symbols (the alphabet plus the gap) at each column [...] the negative log probability of the symbol
given the column", smoothed by "Laplace's rule (add one observation per symbol per column)".
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints

Scores = NDArray[np.float32]


class Profile(NamedTuple):
    """The counts of a multiple alignment.

    Attributes:
        counts: (K + 1, M) int64, sentences by tag and column; the last row, of tags that training
            does not have, is 0.
        sentences: how many sentences were counted.
    """

    counts: Ints
    sentences: int

    @property
    def occupancy(self) -> Ints:
        """(M,) int64, how many sentences have a word in each column."""
        return np.asarray(self.counts.sum(axis=0))

    def scores(self) -> Scores:
        """Return log p(tag | column) - log p(gap | column), in nats: (K + 1, M) float32.

        Every sentence pays for every column, for a gap where no word of it is; so only this
        difference matters to where a word comes. An unknown tag has the probability of a tag that
        was never seen in the column.
        """
        gaps = self.sentences - self.occupancy + 1
        return (np.log(self.counts + 1) - np.log(gaps)).astype(np.float32)

    def select(self, columns: Ints) -> "Profile":
        """Leave out all columns but these."""
        return self._replace(counts=self.counts[:, columns])


def count(tags: Ints, columns: Ints, kinds: int, size: int, sentences: int) -> Profile:
    """Count a multiple alignment.

    >>> profile = count(np.array([0, 1, 1]), np.array([0, 1, 1]), kinds=2, size=2, sentences=2)
    >>> profile.counts.tolist()
    [[1, 0], [0, 2], [0, 0]]

    Args:
        tags: (N,) int64 tag numbers of all words, below ``kinds``.
        columns: (N,) int64 below ``size``, -1 for none.
        kinds: K.
        size: M.
        sentences: how many sentences the words are of.
    """
    in_column = columns >= 0
    flat = np.bincount(tags[in_column] * size + columns[in_column], minlength=(kinds + 1) * size)
    return Profile(flat.reshape(kinds + 1, size), sentences)
