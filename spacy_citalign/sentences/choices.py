"""How an aligner may be asked to align, and the check of it; imports nothing heavy."""

from typing import Literal

from ..chain.weights import finite_number
from ..errors import SettingError

Method = Literal["context", "alignment", "tfidf"]
"""How links are found: ours, or the methods 2 and 1 of Nelken & Shieber (2006)."""

METHODS: tuple[Method, ...] = ("context", "alignment", "tfidf")
LIMITS: dict[Method, int] = {"context": 3, "alignment": 2, "tfidf": 2}
"""Links of a sentence at most. The paper has 2; sentences of plain language come by threes."""


def check_choices(method: str, threshold: float | None, limit: int | None) -> None:
    """Raise SettingError where one of what ``SentenceAligner`` takes is unknown or out of range."""
    if method not in METHODS:
        raise SettingError(f"method is {method!r}; choose from {', '.join(METHODS)}")
    if threshold is not None and not 0 <= finite_number(threshold) <= 1:
        raise SettingError(
            f"threshold is {threshold!r}; give a probability from 0 to 1, or null for the model's "
            "own"
        )
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise SettingError(
            f"limit is {limit!r}; give a whole number from 1 on, or null for that of the method"
        )
