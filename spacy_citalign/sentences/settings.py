"""The choices of an alignment (method, threshold, limit) and their check; imports nothing heavy."""

from typing import Literal

from ..words.settings import check_choice, check_range, check_whole

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
    check_choice("method", method, METHODS)
    if threshold is not None:
        advice = "give a probability from 0 to 1, or null for that of the method"
        check_range("threshold", threshold, 0, 1, advice=advice)
    if limit is not None:
        advice = "give a whole number from 1 on, or null for that of the method"
        check_whole("limit", limit, 1, advice=advice)
