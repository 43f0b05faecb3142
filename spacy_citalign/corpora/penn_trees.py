r"""Trees in the brackets of the Penn Treebank: words, tags and constituents of each sentence.

Marcus M., Santorini B., Marcinkiewicz M. (1993) "Building a large annotated corpus of English: the
Penn Treebank", Computational Linguistics 19(2). A file holds trees one after the other, on a line
each or laid out over several, plain or packed:

    ( (S (NP-SBJ (DT The) (NN leaf)) (VP (VBZ is) (VP (VBN cut) (NP (-NONE- *)))) (. .)) )

What is read of a tree is what the text of the sentence has:

    empty elements                                  gone, with all that has nothing else in it
    indices, as in NP-SBJ-1 and NP=2                gone; function tags stay: NP-SBJ
    words written otherwise, as -LRB- and 1\/2      as in the text: ( and 1/2; tags stay
    the bracket around the tree, UNWRAPPED labels   gone; what is in them stays
    DISSOLVED labels                                the same
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, read_bytes

EMPTY_TAG = "-NONE-"
# Kinds of text, which CRAFT puts around the tree of a sentence, or around a citation in brackets;
# and the names that parsers give the bracket around the tree.
UNWRAPPED = frozenset({"TITLE", "HEADING", "CAPTION", "CIT", "ROOT", "S1", "TOP"})
# Parts of a noun phrase before its head, which treebanks since 2005 have and the first has not.
# Without them noun phrases are flat in both.
DISSOLVED = frozenset({"NML"})
MAX_LEVELS = 1000

_MAX_BYTES = 1 << 30
# White space is that of ASCII: words of CRAFT have thin spaces in them.
_TOKEN = re.compile(
    r"\([ \t\r\n]*([^ \t\r\n()]+)[ \t\r\n]+([^ \t\r\n()]+)[ \t\r\n]*\)"  # a tag and its word
    r"|\([ \t\r\n]*([^ \t\r\n()]*)"  # a bracket that opens, and the label after it
    r"|(\))"
    r"|([^ \t\r\n()]+)"
)
_WORD, _OPENS, _CLOSES = 2, 3, 4  # the last group of each that matches
_INDEX = re.compile(r"(?<=.)[-=][0-9]+(?![^-=])")
_BEYOND_CATEGORY = re.compile(r"(?<=.)[-=|].*")
_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": '"',
    "''": '"',
    "`": "'",
}
_NO_CONSTITUENT = -1


class PennSentence(NamedTuple):
    """The tree of a sentence.

    Attributes:
        words: as in the text.
        tags: of each word.
        constituents: (label, first word, word after the last) in pre-order, the outer before the
            inner, also where both have the same words. No word is a constituent by itself.
    """

    words: list[str]
    tags: list[str]
    constituents: list[tuple[str, int, int]]


def read_penn_trees(path: str | Path) -> Iterator[PennSentence]:
    """Yield the sentences of a file in order.

    A tree of empty elements only is a sentence without words, so that sentence i is always tree i.

    Raises:
        InputError: the file cannot be read, is not UTF-8, has no tree, or one that is not in the
            format or deeper than ``MAX_LEVELS``. Names file, line and value.
    """
    path = Path(path)
    content = read_bytes(path, name=str(path), most_bytes=_MAX_BYTES)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{path}, line {line}: a byte is 0x{error.object[error.start]:02x}, which is not "
            "UTF-8; give a file of trees, converted to UTF-8"
        ) from error
    sentence = None
    for sentence in _sentences(text, f"{path}, line"):
        yield sentence
    if sentence is None:
        raise InputError(f"{path} has no tree; give a file of trees such as (S (NP (NN Growth)))")


def parse_tree(text: str) -> PennSentence:
    """Return the sentence of one tree.

    >>> parse_tree("(S (NP-SBJ-1 (NNS Mice)) (VP (VBD were) (VP (VBN fed) (NP-1 (-NONE- *)))))")
    ... # doctest: +NORMALIZE_WHITESPACE
    PennSentence(words=['Mice', 'were', 'fed'], tags=['NNS', 'VBD', 'VBN'],
                 constituents=[('S', 0, 3), ('NP-SBJ', 0, 1), ('VP', 1, 3), ('VP', 2, 3)])

    Raises:
        InputError: the text is not one tree, or deeper than ``MAX_LEVELS``.
    """
    sentences = list(_sentences(text, "line"))
    if len(sentences) != 1:
        raise InputError(f"{text[:SHOWN]!r} has {len(sentences)} trees; give one")
    return sentences[0]


def base_phrases(sentence: PennSentence) -> list[tuple[str, int, int]]:
    """Return the constituents whose children are all words, in order, without function tags.

    Roark's "non-hierarchical bracketing of constituents with only pre-terminal children" (section
    5). Of a label of two, as ADVP|PRT, the first is taken.

    >>> base_phrases(parse_tree("(S (NP-SBJ (DT The) (NN leaf)) (VP (VBZ heals) (ADVP (RB now))))"))
    [('NP', 0, 2), ('ADVP', 3, 4)]
    """
    constituents = sentence.constituents
    starts = [start for _, start, _ in constituents[1:]] + [len(sentence.words)]
    # In pre-order a constituent has another in it exactly if the next one begins before its end.
    return [
        (category(label), start, end)
        for (label, start, end), following in zip(constituents, starts, strict=False)
        if following >= end
    ]


def category(label: str) -> str:
    """Return a label without function tags.

    >>> category("NP-SBJ"), category("ADVP|PRT")
    ('NP', 'ADVP')
    """
    return _BEYOND_CATEGORY.sub("", label)


def unescape(word: str) -> str:
    r"""Return a word of the Penn Treebank as texts have it.

    >>> unescape("-LRB-"), unescape("``"), unescape(r"1\/2")
    ('(', '"', '1/2')
    """
    if "\\" in word:
        return word.replace("\\/", "/").replace("\\*", "*")
    return _ESCAPES.get(word, word)


def _sentences(text: str, line: str) -> Iterator[PennSentence]:
    """Yield the sentences of a text; ``line`` stands before line numbers in errors."""
    labels: dict[str, str | None] = {}
    sentence = PennSentence([], [], [])
    open_: list[int] = []  # of each bracket that is open, the number of its constituent
    begin = 0  # character where the tree begins
    bare = False  # whether the last bracket that opened has nothing in it yet
    for token in _TOKEN.finditer(text):
        words, tags, constituents = sentence
        kind = token.lastindex
        if not open_:
            begin = token.start()
        if kind == _WORD:
            bare = False
            tag, word = token.group(1, 2)
            if tag != EMPTY_TAG:
                words.append(unescape(word))
                tags.append(tag)
        elif kind == _OPENS and len(open_) < MAX_LEVELS and (token[_OPENS] or not open_):
            bare = True
            full_label = token[_OPENS]
            if full_label not in labels:
                labels[full_label] = _label(full_label)
            label = labels[full_label]
            open_.append(_NO_CONSTITUENT if label is None else len(constituents))
            if label is not None:
                constituents.append((label, len(words), 0))
        elif kind == _CLOSES and open_ and not bare:
            number = open_.pop()
            if number != _NO_CONSTITUENT:
                label, start, _ = constituents[number]
                if start < len(words):
                    constituents[number] = (label, start, len(words))
                else:  # the last one: those in it are gone
                    constituents.pop()
        else:
            raise InputError(_mistake(text, line, token, len(open_)))
        if not open_:
            yield sentence
            sentence = PennSentence([], [], [])
    if open_:
        shown = text[begin : begin + SHOWN].rstrip()
        raise InputError(
            f"{_line_number(text, line, begin)}: the tree {shown!r} lacks {len(open_)} closing "
            "brackets; close all that are open"
        )


def _label(full_label: str) -> str | None:
    """Return a label without indices, None where it is none of a constituent."""
    label = _INDEX.sub("", full_label)
    return None if not label or category(label) in UNWRAPPED | DISSOLVED else label


def _mistake(text: str, line: str, token: re.Match[str], levels: int) -> str:
    """Return what is wrong with a token, for the error."""
    position = _line_number(text, line, token.start())
    shown = repr(text[token.start() : token.start() + SHOWN].split("\n")[0])
    if token.lastindex == _OPENS and levels >= MAX_LEVELS:
        return f"{position}: {shown} is at level {levels + 1}; give trees of {MAX_LEVELS} at most"
    if token.lastindex == _OPENS:
        return (
            f"{position}: {shown} has no label, or the tree before it lacks a closing bracket; "
            "only the bracket around a tree goes without"
        )
    if token.lastindex == _CLOSES and levels:
        before = text.rfind("(", 0, token.start())
        empty = repr(text[before : token.end()][-SHOWN:])
        return f"{position}: {empty} is not a tag and a word; write (TAG WORD)"
    if token.lastindex == _CLOSES:
        return f"{position}: a closing bracket has no opening one before it; take it out"
    where = "in a tree without brackets of its own" if levels else "outside of a tree"
    return f"{position}: {shown} stands {where}; write each word as (TAG WORD) in its tree"


def _line_number(text: str, line: str, character: int) -> str:
    number = text.count("\n", 0, character) + 1
    return f"{line} {number}"
