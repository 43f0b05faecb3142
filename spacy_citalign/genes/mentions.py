"""Gene mentions as the tagger gives them."""

from typing import NamedTuple


class GeneMention(NamedTuple):
    """A gene mention: half-open character offsets, and how it is rated.

    ``confidence`` is how often mentions with such posteriors are right, if that was learned (see
    ``calibration``), else the probability under the models that exactly it is a mention; ``votes``
    the number of models that would mark exactly it on their own.
    """

    start_char: int
    end_char: int
    confidence: float
    votes: int = 0

    def moved(self, by: int) -> "GeneMention":
        """Return it so many characters further on."""
        return self._replace(start_char=self.start_char + by, end_char=self.end_char + by)
