"""What is said of the works that most articles cite, as lines for a terminal."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import nlargest

from ...schema import Statement, WorkAnswer
from .disagreement_text import direction_text, share_found, side_of
from .evidence_view import low_support, statement_places
from .notices import notice_counts, notice_view, said_after, said_by_retracted
from .phrases import counted, printable, work_name

MOST = 10
_CONTRARY = (
    ("direction", "says the reverse", "say the reverse"),
    ("number", "gives another number", "give other numbers"),
)
_INDENT = "    "
_REASONS = 100  # characters of the reasons of a notice


def answer_text(
    works: Iterable[WorkAnswer], *, width: int = 80, most: int = MOST, statements: int = 1
) -> str:
    """Return the works that most articles cite, methods last, with what several sentences say.

    A work has its name, how many sentences of how many articles cite it, its first statement by
    the sentence that says it best, and how many sentences differ from the work; where its article
    was looked at, the likeliest place of the statement in it. A line says who differs, or that none
    was found, one what some articles say the reverse of, one what may not belong; the last line of
    all says how much it tells that none was found.

    Args:
        works: aligned groups.
        width: columns of the terminal; sentences are cut to two lines of it.
        most: so many works are shown.
        statements: so many of a work, the best ones first.

    >>> frogs = {"cited": {"key": "k", "title": "Frogs"}, "articles": 2,
    ...     "citances": [{"text": "Frogs hop."}, {"text": "They hop."}],
    ...     "differing": [{"place": 0, "start": 0, "end": 5}],
    ...     "statements": [{"places": [1, 0], "articles": 2}]}
    >>> print(answer_text([WorkAnswer.model_validate(frogs)]))
    Frogs: 2 sentences of 2 articles, 1 differs
        "They hop." (2 sentences of 2 articles)
        differs: "Frogs hop."
    """
    shown = nlargest(
        most, works, key=lambda work: rank_of(work.kind, work.articles, len(work.citances))
    )
    lines = [line for work in shown for line in _lines(work, width, statements)]
    silent = next((work for work in shown if _is_undisputed(work)), None)
    if silent is not None:
        lines += textwrap.wrap(f"Where none is found to differ: {share_found(silent)}.", width)
    return "\n".join(lines)


def rank_of(kind: str | None, articles: int | None, citances: int) -> tuple[bool, int, int]:
    """Return by what works are ranked: methods come last, then by articles and citances."""
    return kind != "method", articles or 0, citances


def _lines(work: WorkAnswer, width: int, statements: int) -> list[str]:
    size = said_in(len(work.citances), work.articles)
    differing = len(work.differing)
    differs = f", {differing} {'differs' if differing == 1 else 'differ'}" if differing else ""
    tail = f": {size}{differs}"
    room = max(width - len(tail), 20)
    lines = [textwrap.shorten(work_name(work.cited), room, placeholder=" ...") + tail]
    for told in _notices(work):
        lines += textwrap.wrap(told, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
    for statement in (work.statements or ())[:statements]:
        text = printable(work.citances[statement.places[0]].claim)
        copied = work.copied_articles(statement)
        reverse = contrary_in(statement)
        said = said_in(len(statement.places), statement.articles, copied)
        said += notice_counts(work, statement.places)
        count = f" ({said}{f'; {reverse}' if reverse else ''})"
        lines += _quoted("", text, count, width)
        places = None if work.cited.article is None else statement_places(work, statement)
        if places:
            (probability, section, pieces, *_) = places[0]
            where = printable(f"in its text, {section or 'likeliest'} ({probability}):")
            lines += _quoted(f"{where} ", printable("".join(one.text for one in pieces)), "", width)
        elif places is not None:
            lines.append(f"{_INDENT}in its text: not found")
    if low := low_support(work):
        lines += textwrap.wrap(low, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return lines + [_INDENT + line for line in _told(work, width - len(_INDENT))]


def _notices(work: WorkAnswer) -> Iterator[str]:
    """Yield what is told of notices about the work, and about the articles that cite it."""
    notice = notice_view(work.cited)
    if notice is not None:
        label = notice.label.upper() if notice.retracted else notice.label
        where = f" ({printable(notice.doi)})" if notice.doi else ""
        why = textwrap.shorten(notice.reasons, _REASONS, placeholder=" ...")
        yield f"{label}{where}{f': {why}' if why else ''}"
        yield said_after(work)
    if by_retracted := said_by_retracted(work):
        yield by_retracted


def _told(work: WorkAnswer, width: int) -> Iterator[str]:
    """Yield a line each on who differs, on what is said the reverse of, and on odd ones."""
    if work.differing:
        one = max(work.differing, key=lambda one: one.probability or 0)
        likely = "" if one.probability is None else f" ({one.probability:.2f})"
        who = f"differs {side_of(one)}".rstrip()
        yield _one_line(f"{who}{likely}", work, one.place, len(work.differing), width)
    elif _is_undisputed(work):
        yield "differs: none found"
    for direction in work.directions or ():
        yield textwrap.shorten(printable(direction_text(direction)), width, placeholder=" ...")
    if work.odd:
        odd = work.odd[0]
        said = f"may not fit ({odd.probability:.2f})"
        yield _one_line(said, work, odd.place, len(work.odd), width)


def _one_line(before: str, work: WorkAnswer, place: int, number: int, width: int) -> str:
    """Return a sentence of several on a line, with what is said of it."""
    more = f", {number - 1} more" if number > 1 else ""
    before = printable(before)
    room = max(width - len(before) - len(more) - 4, 20)
    text = textwrap.shorten(printable(work.citances[place].text), room, placeholder=" ...")
    return f'{before}: "{text}"{more}'


def _is_undisputed(work: WorkAnswer) -> bool:
    """Return whether somebody looked for sentences that differ, and found none."""
    return work.comparing is not None and not work.differing


def contrary_in(statement: Statement) -> str:
    """Return how many sentences say otherwise, "" where none does."""
    counts = Counter[str](one.kind for one in statement.contrary or ())
    parts = [
        f"{counted(counts[kind], 'sentence')} {one if counts[kind] == 1 else several}"
        for kind, one, several in _CONTRARY
        if counts[kind]
    ]
    return ", ".join(parts)


def _quoted(before: str, text: str, behind: str, width: int) -> list[str]:
    """Return a text in quotation marks, in about two lines with what stands around it."""
    around = len(before.rstrip()) + len(behind)
    room = max(2 * (width - len(_INDENT)) - around - 12, 40)
    quoted = f'{before}"{textwrap.shorten(text, room, placeholder=" ...")}"{behind}'
    return textwrap.wrap(quoted, width, initial_indent=_INDENT, subsequent_indent=_INDENT)


def said_in(sentences: int, articles: int | None, copied: int = 0) -> str:
    """Return how many sentences of how many articles, as far as that is known.

    >>> said_in(7, 5), said_in(1, None)
    ('7 sentences of 5 articles', '1 sentence')
    >>> said_in(3, 3, 2)
    '3 sentences of 3 articles, 2 of these in the same words'
    """
    text = counted(sentences, "sentence")
    text = text if articles is None else f"{text} of {counted(articles, 'article')}"
    return f"{text}, {copied} of these in the same words" if copied else text
