"""Rows of groups and of annotated texts for the tests of exports, written by hand."""

from typing import Any

FROGS = {
    "key": "doi:10.5555/frogs",
    "doi": "10.5555/frogs",
    "first_author": "Zork",
    "authors": ["Zork", "Frog Consortium"],
    "initials": ["AB", ""],
    "year": "2004",
    "title": "Frogs & toads: 5% awake",
    "source": "J_Ponds",
}
OWN = {
    "title": "Pond life",
    "authors": ["Lake", "Zork"],
    "initials": ["C", "A"],
    "year": "2010",
    "journal": "Annals of Ponds",
    "pmid": "900",
}
OTHER = {"title": "=Newts", "authors": ["Yan"], "year": "in press"}
ONE = "Zork kept frogs awake [1]."
TWO = "In contrast to Zork, -toads slept\nbut frogs did not (1)."
THREE = "Frogs were not asleep."


def member(place: int, text: str, words: str) -> dict[str, Any]:
    start = text.index(words)
    return {"place": place, "start": start, "end": start + len(words), "text": words}


def frog_row(**more: Any) -> dict[str, Any]:
    """Three citances of one work by two articles, two classes, one statement, one that differs."""
    return {
        "schema": 1,
        "cited": FROGS,
        "articles": 2,
        "citances": [
            {"id": "900:5", "text": ONE, "source": "900", "article": OWN, "start": 5, "end": 31,
             "section": "Results / Frogs", "prefix": "Aim.\n", "suffix": " We agree."},
            {"id": "b:0", "text": TWO, "source": "b.txt", "article": OTHER, "start": 0,
             "end": len(TWO)},
            {"id": "900:99", "text": THREE, "source": "900", "article": OWN, "start": 99,
             "end": 99 + len(THREE), "self_citation": True},
        ],
        "classes": [
            {"class": "1", "kind": "content", "wordings": ["frogs", "Frogs"],
             "members": [member(0, ONE, "frogs"), member(1, TWO, "frogs"),
                         member(2, THREE, "Frogs")]},
            {"class": "2", "kind": "content", "wordings": ["awake", "not asleep"],
             "members": [member(2, THREE, "not asleep"), member(0, ONE, "awake")]},
        ],
        "statements": [{"classes": ["1", "2"], "places": [2, 0], "articles": 1}],
        "differing": [{"place": 1, "start": 0, "end": 14, "cue": "In contrast to"}],
    } | more  # fmt: skip


def text_row(**more: Any) -> dict[str, Any]:
    """An annotated text."""
    text = "p53 and DNA\ndamage."
    return {
        "id": "a/b",
        "source": "in.jsonl:1",
        "text": text,
        "gene_mentions": [{"start_char": 0, "end_char": 3, "text": "p53", "confidence": 0.98765}],
        "propositional_terms": [
            {"start_char": 8, "end_char": 18, "text": "DNA\ndamage", "confidence": 0.5}
        ],
        "entities": [{"start_char": 0, "end_char": 3, "text": "p53", "label": "GENE or so"}],
        "citations": [],
        "meta": {"year": 2004, "tags": ["x"]},
    } | more
