"""The settings of an alignment; imports nothing heavy until they are checked."""

from dataclasses import dataclass
from typing import Literal

from ..errors import SettingError
from ..words.settings import finite_number

Closure = Literal["average", "equivalence"]
FLOOR = 0.05  # merges below are not looked for
_MOST_WORDS = 20_000


@dataclass(frozen=True)
class AlignmentSettings:
    """The settings of an alignment.

    Attributes:
        closure: "average" clusters units by average link; "equivalence" is the paper's.
        threshold: average link stops below this mean similarity.
        unit_threshold: words are one unit from this probability on; over 1, all stand alone.
        gap_factor, match_factor: of the utility of eq. 7; read by "equivalence".
        min_prob, max_sources: the candidates of eq. 10; read by "equivalence".
        max_words: a group of more words is refused, before it fills the memory.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    closure: Closure = "average"
    threshold: float = 0.4
    unit_threshold: float = 0.4
    gap_factor: float = 1.0
    match_factor: float = 1.0
    min_prob: float = 0.01
    max_sources: int | None = 8
    max_words: int = _MOST_WORDS

    def __post_init__(self) -> None:
        import numpy as np

        from .decoding import decode_sets

        if self.closure not in ("average", "equivalence"):
            raise SettingError(f"closure is {self.closure!r}; choose 'average' or 'equivalence'")
        if not FLOOR <= finite_number(self.threshold) <= 1:
            raise SettingError(f"threshold is {self.threshold}; give {FLOOR} to 1")
        if not finite_number(self.unit_threshold) > 0:
            raise SettingError(f"unit_threshold is {self.unit_threshold}; give a number above 0")
        if not finite_number(self.max_words) >= 1:
            raise SettingError(f"max_words is {self.max_words}; give a number from 1 on")
        # The set decoder checks its own settings.
        decode_sets(
            np.zeros((0, 0)),
            gap_factor=self.gap_factor,
            match_factor=self.match_factor,
            min_prob=self.min_prob,
            max_sources=self.max_sources,
        )
