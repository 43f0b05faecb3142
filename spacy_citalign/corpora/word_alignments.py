"""Pairs of tokenised sentences with links between their words, in two formats.

MultiMWA: Lan W, Jiang C, Xu W. (2021) Neural semi-Markov CRF for Monolingual Word Alignment. ACL.
Tab separated without a header, a pair a line; links are numbers of tokens, from 0:

    column 1       the pair's id
    columns 2, 4   the sentences, tokens separated by blanks
    columns 8, 9   sure and possible links, "0-0 2-1"

Columns beyond the ninth and those between are not read.

Pharaoh: the format of statistical machine translation, in two files whose lines correspond. One has
the sentences, ``first ||| second``, the other the links: ``0-0 1p2 2-1``, where ``1-2`` is a sure
link and ``1p2`` a possible one.

A possible link is one that a judge would let pass but not ask for. Tokens are separated by blanks
and tabs, and may hold any other white space. Files are UTF-8; a byte order mark, Windows line ends
and empty lines at the end are tolerated.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, at_line, read_lines

_COLUMNS = 9  # of MultiMWA, those that are read
_MARK = "|||"
_TOKEN = re.compile(r"[^ \t]+")
_LINK = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")

Links = frozenset[tuple[int, int]]


class AlignedPair(NamedTuple):
    """Two sentences and the links between their words.

    Attributes:
        id: its name.
        first: tokens of the first sentence.
        second: tokens of the second sentence.
        sure: links ``(i, j)`` of token i of ``first`` with token j of ``second``, from 0.
        possible: further links of the same form, none of them sure.
    """

    id: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    sure: Links
    possible: Links


def read_multimwa(path: str | Path) -> Iterator[AlignedPair]:
    """Yield the pairs of a MultiMWA file in order.

    Raises:
        InputError: the file is missing, empty or not UTF-8; a line has too few columns, a malformed
            link, or a link to a token that is not there. Names file, line and value.
    """
    path = Path(path)
    number = 0
    for number, line in read_lines(path, "a MultiMWA file"):
        columns = line.split("\t")
        if len(columns) < _COLUMNS:
            raise InputError(
                f"{path}, line {number}: {len(columns)} columns where MultiMWA has {_COLUMNS} or "
                "more, divided by tabs; check that this is a MultiMWA file"
            )
        with at_line(path, number):
            sure, possible = parse_pharaoh(columns[7])
            possible = possible.union(*parse_pharaoh(columns[8])) - sure
            pair = _pair(columns[0], columns[1], columns[3], sure, possible)
        yield pair
    if not number:
        raise InputError(f"{path} is empty; give a MultiMWA file, a pair a line")


def read_pharaoh(
    text_path: str | Path, links_path: str | Path, *, one_based: bool = False
) -> Iterator[AlignedPair]:
    """Yield the pairs of two files in Pharaoh format in order; their ids are line numbers, from 1.

    Args:
        text_path: the file of sentences.
        links_path: the file of links; an empty line is a pair without links.
        one_based: the links count tokens from 1.

    Raises:
        InputError: a file is missing or not UTF-8, the sentences are none; the files differ in
            their number of lines; a line has not two sentences, a malformed link, or a link to a
            token that is not there. Names file, line and value.
    """
    text_path, links_path = Path(text_path), Path(links_path)
    texts = [line for _, line in read_lines(text_path, "a file of sentence pairs")]
    links = [line for _, line in read_lines(links_path, "a file of links", blank_end=True)]
    if not texts:
        raise InputError(f"{text_path} is empty; give a file with a pair a line: first ||| second")
    if len(links) < len(texts) or any(line.strip() for line in links[len(texts) :]):
        raise InputError(
            f"{text_path} has {len(texts)} lines and {links_path} has {len(links)}; give files "
            "whose lines correspond"
        )
    for number, (text, line) in enumerate(zip(texts, links, strict=False), start=1):
        sides = text.split(_MARK)
        if len(sides) != 2:
            raise InputError(
                f"{text_path}, line {number}: {text[:SHOWN]!r} has {len(sides) - 1} times "
                f"{_MARK!r}; write the two sentences with one between them"
            )
        with at_line(links_path, number):
            sure, possible = parse_pharaoh(line, one_based=one_based)
            pair = _pair(str(number), sides[0], sides[1], sure, possible)
        yield pair


def parse_pharaoh(line: str, *, one_based: bool = False) -> tuple[Links, Links]:
    """Return the sure and the possible links of a line, from 0; a link that is both is sure.

    >>> parse_pharaoh("0-0 1p2")
    (frozenset({(0, 0)}), frozenset({(1, 2)}))

    Raises:
        InputError: a link is malformed, or has a 0 where ``one_based``.
    """
    sure: set[tuple[int, int]] = set()
    possible: set[tuple[int, int]] = set()
    base = int(one_based)
    for text in line.split():
        match = _LINK.fullmatch(text)
        if match is None:
            raise InputError(
                f"{text[:SHOWN]!r} is not a link; write 0-1 for a sure one, 0p1 for a possible "
                "one, with blanks between links"
            )
        link = int(match[1]) - base, int(match[3]) - base
        if min(link) < 0:
            raise InputError(
                f"the link {text!r} has a 0, but tokens are counted from 1; say one_based=False "
                "for links from 0"
            )
        (sure if match[2] == "-" else possible).add(link)
    return frozenset(sure), frozenset(possible - sure)


def _pair(pair_id: str, first: str, second: str, sure: Links, possible: Links) -> AlignedPair:
    """Return the pair with its sentences cut into tokens, within which the links must stay."""
    pair = AlignedPair(
        pair_id, tuple(_TOKEN.findall(first)), tuple(_TOKEN.findall(second)), sure, possible
    )
    for left, right in sorted(sure | possible):
        if left >= len(pair.first) or right >= len(pair.second):
            raise InputError(
                f"the link {left}-{right} (from 0) leaves its sentences, which have "
                f"{len(pair.first)} and {len(pair.second)} tokens; check that text and links "
                "belong together, the sentences in this order, and whether links count from 0 or 1"
            )
    return pair
