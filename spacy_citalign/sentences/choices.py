"""How an aligner may be asked to align, and the check of it; imports nothing heavy."""

from typing import Literal

from ..chain.weights import finite_number
from ..errors import SettingError

Method = Literal["context", "versions", "alignment", "tfidf"]
"""How links are found: ours for texts of any kind and for versions of one text, which have most in
common; or the methods 2 and 1 of Nelken & Shieber (2006)."""

METHODS: tuple[Method, ...] = ("context", "versions", "alignment", "tfidf")
THRESHOLD = 0.4
"""Least probability of a link by context: on drafts F is as high up to .6, on texts that have less
in common it falls from there on."""
LIMITS: dict[Method, int] = {"context": 3, "versions": 3, "alignment": 2, "tfidf": 2}
"""Links of a sentence at most. The paper has 2; sentences of plain language come by threes."""


def check_choices(method: str, threshold: float | None, limit: int | None) -> None:
    """Raise SettingError where one of what ``SentenceAligner`` takes is unknown or out of range.

    The threshold is a probability, 0 to 1; the limit a number of links, from 1 on.
    """
    if method not in METHODS:
        raise SettingError(f"method is {method!r}; choose from {', '.join(METHODS)}")
    if threshold is not None and not 0 <= finite_number(threshold) <= 1:
        raise SettingError(
            f"threshold is {threshold!r}; give a probability from 0 to 1, or null for that of the "
            "method"
        )
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise SettingError(
            f"limit is {limit!r}; give a whole number from 1 on, or null for that of the method"
        )
