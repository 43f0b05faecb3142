"""What is said of the works that most articles cite, as lines for a terminal."""

import textwrap
from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Any

from .evidence_view import statement_places
from .phrases import counted, printable, work_name
from .records import Work, read_row

MOST = 10
_INDENT = "    "


def answer_text(rows: Iterable[Mapping[str, Any]], *, width: int = 80, most: int = MOST) -> str:
    """Return the works that most articles cite, with what several sentences say of each.

    A work has its name, how many sentences of how many articles cite it, its first statement by
    the most central sentence, and how many sentences differ from the work; where its article was
    looked at, the likeliest place of the statement in it.

    Args:
        rows: aligned groups, as `citalign align` writes them.
        width: columns of the terminal; sentences are cut to two lines of it.
        most: so many works are shown.

    >>> frogs = {"cited": {"key": "k", "title": "Frogs"}, "articles": 2, "differing": [{}],
    ...     "citances": [{"text": "Frogs hop."}, {"text": "They hop."}],
    ...     "statements": [{"places": [1, 0], "articles": 2}]}
    >>> print(answer_text([frogs]))
    Frogs: 2 sentences of 2 articles, 1 differs
        "They hop." (2 sentences of 2 articles)
    """
    counts = ((_size(row), -number, row) for number, row in enumerate(rows))
    shown = nlargest(most, counts, key=lambda one: one[:2])
    return "\n".join(line for _, _, row in shown for line in _lines(row, width))


def _size(row: Mapping[str, Any]) -> tuple[int, int]:
    return row.get("articles") or 0, len(row["citances"])


def _lines(row: Mapping[str, Any], width: int) -> list[str]:
    size = said_in(len(row["citances"]), row.get("articles"))
    differing = len(row.get("differing") or ())
    differs = f", {differing} {'differs' if differing == 1 else 'differ'}" if differing else ""
    tail = f": {size}{differs}"
    room = max(width - len(tail), 20)
    lines = [textwrap.shorten(work_name(row["cited"]), room, placeholder=" ...") + tail]
    for statement in (row.get("statements") or ())[:1]:
        text = printable(row["citances"][statement["places"][0]]["text"])
        count = f" ({said_in(len(statement['places']), statement['articles'])})"
        room = max(2 * (width - len(_INDENT)) - len(count) - 12, 40)
        quoted = f'"{textwrap.shorten(text, room, placeholder=" ...")}"{count}'
        lines += textwrap.wrap(quoted, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
        lines += _place_lines(row, width)
    return lines


def _place_lines(row: Mapping[str, Any], width: int) -> list[str]:
    """Return the likeliest place of the first statement in the work's article."""
    work = read_row(row, 1) if "article" in row["cited"] else None
    if not isinstance(work, Work) or not work.statements:
        return []
    places = statement_places(work, work.statements[0])
    if places is None:
        return []
    if not places:
        return [f"{_INDENT}in its text: not found"]
    (probability, section, pieces, *_) = places[0]
    where = printable(f"in its text, {section or 'likeliest'} ({probability}):")
    text = printable("".join(piece.text for piece in pieces))
    room = max(2 * (width - len(_INDENT)) - len(where) - 12, 40)
    quoted = f'{where} "{textwrap.shorten(text, room, placeholder=" ...")}"'
    return textwrap.wrap(quoted, width, initial_indent=_INDENT, subsequent_indent=_INDENT)


def said_in(sentences: int, articles: int | None) -> str:
    """Return how many sentences of how many articles, as far as that is known.

    >>> said_in(7, 5), said_in(1, None)
    ('7 sentences of 5 articles', '1 sentence')
    """
    text = counted(sentences, "sentence")
    return text if articles is None else f"{text} of {counted(articles, 'article')}"
