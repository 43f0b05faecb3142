"""Paragraphs and reference lists as formats give them, and the article that they make."""

from typing import NamedTuple

from .articles import CitedWork, Kind


class Passage(NamedTuple):
    """A paragraph: its text, and the characters of each mark in it with what the mark names."""

    text: str
    kind: Kind
    section: tuple[str, ...]
    marks: list[tuple[int, int, str]]


class References(NamedTuple):
    """The reference list.

    Attributes:
        works: in order.
        by_id: indices of works by what a mark may name.
        entries: indices of works by position in the list, from 0.
        labels: positions in the list, from 0, by the number in a label.
    """

    works: list[CitedWork]
    by_id: dict[str, list[int]]
    entries: list[range]
    labels: dict[int, int]
