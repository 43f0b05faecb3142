"""Spans of texts, those of tokens spaced as in print among them, and which of them overlap.

Tokens of a corpus are written as a text: "flow , shape ( x )" becomes "flow, shape (x)".

Some corpora have lost their text and keep tokens, in the manner of the Penn Treebank. Tokens joined
by blanks are no text as people write it, and a tagger trained on them would wait for the blanks.
Blanks go where nobody writes them:

    before   ) ] } % . , : ; ? !, closing quotes and clitics ('s, n't)
    after    ( [ {, opening quotes

The quotes `` and '' become ", and ` becomes '. Everything else keeps its blanks, as the hyphens and
slashes in "voting - and arbiter-based": only a corpus that parts "drug-induced" at the hyphen has
these written together, which is wrong for its few dashes.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

Span = tuple[int, int]


def outermost(spans: Iterable[Span]) -> tuple[tuple[Span, ...], int]:
    """Return the spans that remain where spans overlap, ascending, and how many others there are.

    The longest remains, of equally long ones the first: of nested ones the outermost. A span that
    is given several times is one. Spans are half-open and not empty.

    >>> outermost([(0, 5), (3, 9), (4, 6), (9, 12), (9, 12)])
    (((3, 9), (9, 12)), 2)
    """
    distinct = set(spans)
    kept: list[Span] = []
    for span in sorted(distinct, key=lambda span: (span[0] - span[1], span)):
        index = bisect_left(kept, span)
        before_ends = index == 0 or kept[index - 1][1] <= span[0]
        if before_ends and (index == len(kept) or span[1] <= kept[index][0]):
            kept.insert(index, span)
    return tuple(kept), len(distinct) - len(kept)


_REWRITTEN = {"``": '"', "''": '"', "`": "'"}
_OPENS = re.compile(r"[(\[{]+|``?")
_CLOSES = re.compile(r"[)\]}%.,:;?!]+|'{1,2}|n't|'(?:s|m|d|ll|re|ve)", re.IGNORECASE)
_CONNECTS = re.compile("-(?!-)|-*/[-/]*")
_QUOTE = '"'


class NaturalText(NamedTuple):
    """A text and where its tokens are: half-open characters, ascending."""

    text: str
    tokens: list[Span]


def natural_text(tokens: Sequence[str], *, hyphens_apart: bool = False) -> NaturalText:
    """Return tokens as a text.

    Quotes of the form " open and close by turns; one without a partner keeps its blanks.

    Args:
        tokens: none of them empty.
        hyphens_apart: whether hyphens and slashes within words are tokens of their own; they are
            written without blanks then.

    >>> natural_text(["A", "``", "flow", "''", "of", "shapes", "(", "x", ")", "."]).text
    'A "flow" of shapes (x).'
    >>> natural_text(["drug", "-", "induced"], hyphens_apart=True)
    NaturalText(text='drug-induced', tokens=[(0, 4), (4, 5), (5, 12)])
    """
    text = ""
    spans = []
    quotes = tokens.count(_QUOTE)
    quote = 0  # number of the last one, from 1
    joins = True  # whether nothing stands before the next token
    for token in tokens:
        opens = _OPENS.fullmatch(token) is not None
        closes = _CLOSES.fullmatch(token) is not None
        if hyphens_apart and _CONNECTS.fullmatch(token):
            opens = closes = True
        if token == _QUOTE:
            quote += 1
            opens = quote % 2 == 1 and quote < quotes
            closes = quote % 2 == 0
        if not (joins or closes):
            text += " "
        start = len(text)
        text += _REWRITTEN.get(token, token)
        spans.append((start, len(text)))
        joins = opens
    return NaturalText(text, spans)


def map_span(span: Span, tokens: Sequence[str], natural: NaturalText) -> Span:
    """Return where in ``natural`` the characters ``span`` of the tokens joined by blanks are.

    Blanks at the ends of ``span`` are left out; of a quote that is written anew it has all or
    nothing.

    >>> tokens = ["a", "``", "flow", "''", "map"]
    >>> text = natural_text(tokens)
    >>> map_span((2, 12), tokens, text), text.text[2:8]
    ((2, 8), '"flow"')
    """
    starts = [0, *accumulate(len(token) + 1 for token in tokens)]
    first = bisect_right(starts, span[0]) - 1
    last = bisect_right(starts, span[1] - 1) - 1
    skipped, reached = span[0] - starts[first], span[1] - starts[last]  # characters of the tokens
    if skipped == len(tokens[first]):  # the blank after it
        first, skipped = first + 1, 0
    start, end = natural.tokens[first][0], natural.tokens[last][1]
    if tokens[first] not in _REWRITTEN:
        start += skipped
    if tokens[last] not in _REWRITTEN:
        end = natural.tokens[last][0] + min(reached, len(tokens[last]))
    return start, end
