"""Whether a source has the words of a quotation, and which of its sentences is the likest."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from ...claim_rows import Passage, QuotedWords
from .ranking import SourceText

# Dots that leave words out, and what brackets put in: "[they] sing ... at night".
_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(?\.\s?\.\s?\.\)?|\(?\u2026\)?")
_QUOTES = dict.fromkeys(
    map(ord, '\u2018\u2019\u201a\u201b\u2032`\u00b4"\u201c\u201d\u201e\u00ab\u00bb'), "'"
)
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_SAME = _QUOTES | _DASHES | {0xAD: ""}
_EDGES = " ,.;:!?'-"
_WORD = re.compile(r"\w+")
_MAX_WORDS = 600  # of a quotation and of a sentence that are compared word by word


class QuotedSource(NamedTuple):
    """A source as quotations are looked for in it: its text, and words and pairs of sentences."""

    text: str
    source: SourceText
    pairs: list[set[tuple[str, str]]]


def quoted_source(source: SourceText, text: str) -> QuotedSource:
    """Return a source in which quotations are looked for.

    Args:
        source: its sentences.
        text: all of it, captions and notes, too.
    """
    pairs = [{*pairwise(_words(sentence.text))} for sentence in source.sentences]
    return QuotedSource(_normal(text), source, pairs)


def check_quotation(quotation: str, quoted: QuotedSource) -> QuotedWords:
    """Return whether a source has a quotation, and else its likest sentence.

    >>> from spacy_citalign.evidence.features import ArticleSentence
    >>> text = "Frogs sing all night in the deepest ponds."
    >>> quoted = quoted_source(SourceText([ArticleSentence(text)], [0]), text)
    >>> check_quotation("[They] sing all night \u2026 the deepest ponds", quoted).verbatim
    True
    >>> check_quotation("sing all night in the warmest ponds", quoted).differs
    [(22, 29)]
    """
    done = 0
    for piece in _LEFT_OUT.split(quotation):
        wanted = _normal(piece).strip(_EDGES)
        found = _find(quoted.text, wanted, done)
        if found < 0:
            break
        done = found + len(wanted)
    else:
        return QuotedWords(text=quotation, verbatim=True)
    row = QuotedWords(text=quotation, verbatim=False)
    number = _nearest(quotation, quoted)
    if number is not None:
        text, start = quoted.source.sentences[number].text, quoted.source.starts[number]
        row.nearest = Passage(text=text, start=start, end=start + len(text))
        row.differs = _differing(quotation, text)
    return row


def _find(text: str, wanted: str, start: int) -> int:
    """Return where whole words stand in a text from a character on, -1 where they do not."""
    found = text.find(wanted, start)
    while found >= 0 and wanted:
        end = found + len(wanted)
        before, behind = text[max(found - 1, 0) : found + 1], text[end - 1 : end + 1]
        if not ((found and before.isalnum()) or (len(behind) == 2 and behind.isalnum())):
            break
        found = text.find(wanted, found + 1)
    return found


def _normal(text: str) -> str:
    text = normalize("NFKC", text.translate(_SAME)).translate(_SAME)
    return " ".join(text.casefold().split())


def _words(text: str) -> list[str]:
    return _WORD.findall(_normal(text))


def _nearest(quotation: str, quoted: QuotedSource) -> int | None:
    """Return the number of the sentence that shares most pairs of words, None where none does."""
    wanted = [*pairwise(_words(quotation))]
    shared = [sum(pair in pairs for pair in wanted) for pairs in quoted.pairs]
    return shared.index(max(shared)) if any(shared) else None


def _differing(quotation: str, text: str) -> list[tuple[int, int]]:
    """Return the words of a quotation that are not in their places in a text."""
    words = [*_WORD.finditer(quotation)][:_MAX_WORDS]
    ours, theirs = [_normal(word[0]) for word in words], _words(text)[:_MAX_WORDS]
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return [
        (words[start].start(), words[end - 1].end())
        for kind, start, end, _, _ in matcher.get_opcodes()
        if kind in ("delete", "replace")
    ]


def at_citation(
    quotations: Sequence[tuple[int, int]], start: int, end: int
) -> list[tuple[int, int]]:
    """Return the quotations that a citing sentence has, or that stand next to it.

    Args:
        quotations: half-open characters of the text.
        start, end: those of the sentence.
    """
    near = 3  # a quotation mark, a full stop, a blank
    return [one for one in quotations if one[0] < end + near and start - near < one[1]]
