"""Near copies: pairs of sentences of different articles that cite the same work, read by a person.

``gold/copies.json`` has 100 pairs of ``articles_tulsi``, drawn by the MD5 of their ids from those
that are .6 alike and not the same: by their characters, by their words, or by the share of the
words of the shorter that the other has in that order. A pair is a copy if one was written from the
other, or both from a third, so that a sentence or a clause of it stands in both in nearly the same
words; it is none if both say the same in words of their own, and share names and lists only.

Planted copies are made of sentences of these articles: another mark, two words swapped for others,
a clause cut at a comma. As many others are none by origin: each with the sentence of CRAFT's
articles that has most of its words.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rapidfuzz.distance import LCSseq
from rapidfuzz.process import extractOne

from spacy_citalign.statements.copies import ALIKE, LEAST, copy_words, likeness

from ..common import data_folder
from ..recording import Table
from .differing import craft_rows, harvested_rows
from .works import GOLD

_GRID = [number / 100 for number in range(40, 91)]
_PLANTED = 200  # sentences that copies are made of
_LONG = 12  # words of such a sentence
_BRACKET = re.compile(r"\[\d+\]")
Words = list[str]


class Pair(NamedTuple):
    """Two sentences: how much they are alike, and whether one is a copy of the other."""

    name: str
    likeness: float
    copy: bool


def copies() -> list[Table]:
    """Return a table of precision and recall."""
    rows = harvested_rows(data_folder() / "articles_tulsi" / "articles.tar.xz")
    citances = {one["id"]: one for row in rows for one in row["citances"]}
    read, lost = _read_pairs(citances)
    best = _best_of_others(read)
    table = [
        ["100 pairs read", *_scores(read, lambda _: ALIKE)],
        ["the same, threshold of the other half", *_scores(read, lambda pair: best[_half(pair)])],
        *([f"planted: {kind}", *_scores(pairs, lambda _: ALIKE)] for kind, pairs in _planted(rows)),
    ]
    notes = [
        f"Threshold: {ALIKE}, and {LEAST} words; the best of the halves: {best[True]} and "
        f"{best[False]}. Pairs whose sentences are not found: {lost}."
    ]
    return [Table("Near copies", ["pairs", "pairs", "copies", "P", "R"], table, notes)]


def _read_pairs(citances: dict[str, Any]) -> tuple[list[Pair], int]:
    gold = json.loads((GOLD / "copies.json").read_text(encoding="utf-8"))
    there = [one for one in gold if citances.keys() >= {*one["pair"]}]
    pairs = [
        Pair(
            "|".join(one["pair"]), _alike(*(_words(citances[i]) for i in one["pair"])), one["copy"]
        )
        for one in there
    ]
    return pairs, len(gold) - len(there)


def _alike(one: Words, other: Words) -> float:
    return likeness(one, other) if min(len(one), len(other)) >= LEAST else 0.0


def _words(citance: dict[str, Any]) -> Words:
    return copy_words(citance["text"], [(m["start"], m["end"]) for m in citance["citations"]])


def _best_of_others(pairs: Sequence[Pair]) -> dict[bool, float]:
    """Return for each half the threshold that is best for the other."""
    return {
        half: max(
            _GRID,
            key=lambda least: (_f([one for one in pairs if _half(one) != half], least), least),
        )
        for half in (False, True)
    }


def _half(pair: Pair) -> bool:
    return _md5(pair.name)[0] in "01234567"


def _f(pairs: Iterable[Pair], least: float) -> float:
    both, ours, theirs = _counts(pairs, lambda _: least)
    return 2 * both / max(ours + theirs, 1)


def _counts(pairs: Iterable[Pair], least: Callable[[Pair], float]) -> tuple[int, int, int]:
    called = [(pair.likeness >= least(pair), pair.copy) for pair in pairs]
    return (
        sum(ours and theirs for ours, theirs in called),
        sum(ours for ours, _ in called),
        sum(theirs for _, theirs in called),
    )


def _scores(pairs: Sequence[Pair], least: Callable[[Pair], float]) -> list[str]:
    both, ours, theirs = _counts(pairs, least)
    shares = (f"{both / total:.3f}" if total else "" for total in (ours, theirs))
    return [str(len(pairs)), str(theirs), *shares]


def _planted(rows: list[dict[str, Any]]) -> Iterable[tuple[str, list[Pair]]]:
    """Yield kinds of planted copies, each with as many pairs that are none."""
    texts = {one["text"] for row in rows for one in row["citances"]}
    drawn = [t for t in sorted(texts, key=_md5) if len(t.split()) >= _LONG and "," in t[20:-20]]
    drawn = [text for text in drawn if _BRACKET.search(text)][:_PLANTED]
    sources = [_plain(text) for text in drawn]
    foreign = [_words(one) for row in craft_rows() for one in row["citances"]]
    foreign = [words for words in foreign if len(words) >= LEAST]
    none = [
        Pair(text, _alike(words, extractOne(words, foreign, scorer=_common)[0]), False)
        for text, words in zip(drawn, sources, strict=True)
    ]
    for kind, change in (
        ("another mark", _other_mark),
        ("two words swapped for others", _swapped),
        ("a clause cut", _cut),
    ):
        changed = (_plain(change(text)) for text in drawn)
        made = [
            Pair(text, _alike(words, copy), True)
            for text, words, copy in zip(drawn, sources, changed, strict=True)
        ]
        yield kind, made + none


def _common(one: Words, other: Words, **_: Any) -> float:
    return LCSseq.similarity(one, other) / min(len(one), len(other))


def _plain(text: str) -> Words:
    return copy_words(text, [match.span() for match in _BRACKET.finditer(text)])


def _other_mark(text: str) -> str:
    return _BRACKET.sub("(Zork and Ott, 2004)", text)


def _swapped(text: str) -> str:
    words = text.split()
    for third in (len(words) // 3, 2 * len(words) // 3):
        words[third] = "frogs"
    return " ".join(words)


def _cut(text: str) -> str:
    """Return the longer part of a sentence: before or behind the comma next to its middle."""
    commas = [match.start() for match in re.finditer(",", text)]
    comma = min(commas, key=lambda place: abs(place - len(text) / 2))
    return max(text[:comma], text[comma + 1 :], key=len)


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
