"""Words of more or less of something: "raise", "decrease", "inhibitor"; see directions.tsv."""

from .data_files import word_lists

DIRECTION_LISTS = word_lists(__package__, "directions.tsv")
"""Verbs as they stand in a dictionary, nouns, doers and adjectives, each "up" and "down"."""


def verb_forms(verb: str) -> dict[str, str]:
    """Return the forms of a regular verb, and how they end.

    >>> [*verb_forms("raise")]
    ['raise', 'raises', 'raised', 'raising']
    """
    stem = verb[:-1] if verb.endswith("e") else verb
    third = verb + ("es" if verb.endswith(("s", "sh", "ch")) else "s")
    return {verb: "", third: "s", stem + "ed": "ed", stem + "ing": "ing"}
