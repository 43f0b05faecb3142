"""The settings of an alignment; imports nothing heavy until they are checked."""

from dataclasses import dataclass
from typing import Literal

from ..words.settings import check_choice, check_range

Method = Literal["units", "schwartz"]
METHODS = ("units", "schwartz")
FAMILIES = ("orthographic", "prefix pairs", "markov", "position", "null", "ontology")
"""Of the features of ``"schwartz"``."""
READ_BY = {
    "units": ("threshold", "exact_words", "terms_from"),
    "schwartz": ("gap_factor", "match_factor", "min_prob", "max_sources", "keep_posteriors"),
}
"""The settings that one method alone reads."""
FLOOR = 0.05  # merges below are not looked for
_MAX_WORDS = 200_000
_EXACT_WORDS = 8_000


@dataclass(frozen=True)
class AlignmentSettings:
    """The settings of an alignment.

    Attributes:
        method: ``"units"`` compares units of words by the evidence that they say the same, and
            clusters them by average link; ``"schwartz"`` is the paper's: a CRF, sets of words of
            highest expected utility, and the transitive closure of their links.
        threshold: clusters of units merge down to this mean similarity, 0 to 1: lower finds more.
            Below .05 is .05, as merges below are not looked for. Read by ``"units"``.
        gap_factor: the paper's gamma, of the utility of eq. 7: higher aligns fewer words. Read by
            ``"schwartz"``.
        match_factor: the paper's mu, of the same: higher aligns a word to more words. Read by
            ``"schwartz"``.
        min_prob: the paper's MIN_PROB, of the candidates of eq. 10. Read by ``"schwartz"``.
        max_sources: the paper's MAX_SOURCES, of the same; None: no limit. Read by ``"schwartz"``.
        exact_words: a group of more words is aligned by the types of its words, which is quicker
            and needs less memory: classes are as of smaller groups, similarities are kept for words
            of like citances and within classes. Read by ``"units"``.
        max_words: a group of more words is refused, before it fills the memory; by ``"schwartz"``
            one of more than 20,000 is.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    method: Method = "units"
    threshold: float = 0.4
    gap_factor: float = 1.0
    match_factor: float = 1.0
    min_prob: float = 0.01
    max_sources: int | None = 8
    exact_words: int = _EXACT_WORDS
    max_words: int = _MAX_WORDS

    def __post_init__(self) -> None:
        check_choice("method", self.method, METHODS)
        check_range("threshold", self.threshold, 0, 1)
        check_range("max_words", self.max_words, 1)
        check_range("exact_words", self.exact_words, 1)
        check_range("gap_factor", self.gap_factor, 0)
        check_range("match_factor", self.match_factor, 0, above=True)
        check_range("min_prob", self.min_prob, 0, 1, advice="give a probability, 0 to 1")
        if self.max_sources is not None:
            advice = "give at least 1, or None for no limit"
            check_range("max_sources", self.max_sources, 1, advice=advice)

    @property
    def lowest_merge(self) -> float:
        """The mean similarity down to which clusters merge."""
        return max(self.threshold, FLOOR)
