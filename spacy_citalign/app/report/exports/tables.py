"""Groups of citances as tables in CSV (RFC 4180): a row a citance, a statement, a place, a side.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula and runs it,
and in many countries it cuts at semicolons too. As texts come from anywhere, such a sign has an
apostrophe before it at the beginning of a cell, or behind a semicolon, whatever is not seen, blanks
and, behind a semicolon, quotes, before it.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from ....citations.works.articles import is_self_citation
from ....schema import AlignedClass, Article, Citance, Difference, WorkAnswer, member_position
from ..disagreement_text import side_of
from ..notices import notice_view

Cell = str | int | float | None
CITANCE_COLUMNS = (
    "work work_title article article_title article_year section "
    "citance sentence shared_words wordings differs self_citation "
    "compares differs_probability who_differs odd_probability work_notice article_notice"
).split()
STATEMENT_COLUMNS = (
    "work work_title work_kind statement central_sentence article sentences articles wordings"
).split()
EVIDENCE_COLUMNS = (
    "work work_title citance sentence rank probability cited_section cited_sentence"
).split()
DIRECTION_COLUMNS = "work work_title agent target says articles sentences citances".split()
# White space, control characters and what ends a line for some programs.
_BLANKS = re.compile("[\x00-\x20\x7f-\x9f\u2028\u2029]+")
# Characters that are not seen: those that join or part letters, or turn the direction of writing.
_UNSEEN = (
    "\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# The last signs as East Asian programs take them.
_FORMULA = re.compile(rf'(^[{_UNSEEN}\s]*|;[{_UNSEEN}\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])')


def citance_rows(group: WorkAnswer) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each citance.

    ``shared_words`` are its own words that are aligned, ``wordings`` for each of them all wordings
    of the class: "DNA damage / genotoxic stress; p53". ``self_citation`` is yes, no, or empty where
    the authors are not known. A citance that differs from the work, or compares, has the words that
    say so, the probability that it differs and who does; one that may not belong, the probability
    that it does not. The notices say that work or article was retracted, or what else.
    """
    work = group.key, group.cited.text_of("title")
    shared: list[list[tuple[int, int, AlignedClass]]] = [[] for _ in group.citances]
    for one in group.classes:
        for member in sorted(one.members, key=member_position):
            shared[member.place].append((member.start, member.end, one))
    differing, comparing = (_by_place(group, told) for told in (group.differing, group.comparing))
    odd = {one.place: round(one.probability, 4) for one in group.odd or ()}
    for place, (citance, members) in enumerate(zip(group.citances, shared, strict=True)):
        members.sort(key=lambda member: member[:2])
        classes = {id(one): one for _, _, one in members}.values()
        article = citance.article or Article()
        told = differing[place] + comparing[place]
        yield (
            *work,
            citance.article_name,
            article.text_of("title"),
            article.text_of("year"),
            (citance.section or "").strip(),
            citance.id,
            citance.text,
            "; ".join(citance.text[start:end] for start, end, _ in members),
            _wordings(classes),
            _cues(differing[place]),
            _self_citation(citance, group),
            _cues(comparing[place]),
            max((one.probability for one in told if one.probability is not None), default=None),
            "; ".join(filter(None, dict.fromkeys(map(side_of, told)))),
            odd.get(place),
            *map(_notice, (group.cited, article)),
        )


def _notice(article: Article) -> str:
    notice = notice_view(article)
    return notice.label if notice else ""


def _by_place(group: WorkAnswer, differences: list[Difference] | None) -> list[list[Difference]]:
    by_place: list[list[Difference]] = [[] for _ in group.citances]
    for one in differences or ():
        by_place[one.place].append(one)
    return by_place


def _cues(differences: list[Difference]) -> str:
    return "; ".join(filter(None, ((one.cue or "").strip() for one in differences)))


def statement_rows(group: WorkAnswer) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each statement, the best first.

    ``sentences`` and ``articles`` are how many say it; ``articles`` is empty where it is not known.
    """
    by_name = {one.name: one for one in group.classes}
    for number, statement in enumerate(group.statements or (), start=1):
        central = group.citances[statement.places[0]]
        yield (
            group.key,
            group.cited.text_of("title"),
            group.kind,
            number,
            central.claim,
            central.article_name,
            len(statement.places),
            statement.articles,
            _wordings(by_name[name] for name in statement.classes if name in by_name),
        )


def evidence_rows(group: WorkAnswer) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each sentence of the cited article that a citance likely speaks of.

    A citance that nothing was found for has a row without them; one that nobody looked for, none.
    """
    work = group.key, group.cited.text_of("title")
    for citance in group.citances:
        if citance.evidence is None:
            continue
        for rank, one in enumerate(citance.evidence, start=1):
            place = rank, round(one.probability, 4), (one.section or "").strip(), one.text
            yield (*work, citance.id, citance.text, *place)
        if not citance.evidence:
            yield (*work, citance.id, citance.text, None, None, "", "")


def direction_rows(group: WorkAnswer) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each direction of what some citances say the reverse of.

    ``articles`` and ``sentences`` are how many give it, the former empty where it is not known.
    """
    work = group.key, group.cited.text_of("title")
    for one in group.directions or ():
        for side in one.sides:
            names = "; ".join(group.citances[place].id for place in side.places)
            counts = side.articles, len(side.places)
            yield (*work, one.agent, one.target, side.says, *counts, names)


def write_table(file: TextIO, columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> None:
    """Write a table.

    Args:
        file: open for writing, without translation of line ends.
        columns: their names.
        rows: the cells of each row.
    """
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows(map(harmless, row) for row in rows)


def harmless(cell: Cell) -> Cell:
    r"""Return a cell of one line that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless(" -p53\nhops"), harmless(7), harmless("p53; =1")
    ("'=1+1", "'-p53 hops", 7, "p53; '=1")
    """
    if not isinstance(cell, str):
        return cell
    return _FORMULA.sub(r"\1'", _BLANKS.sub(" ", cell).strip())


def _wordings(classes: Iterable[AlignedClass]) -> str:
    return "; ".join(" / ".join(one.wordings) for one in classes if one.wordings)


def _self_citation(citance: Citance, group: WorkAnswer) -> str:
    """Return "yes" or "no"; "" where the authors of one are not known."""
    if citance.self_citation is True:
        return "yes"
    article = citance.article or Article()
    if not all(work.authors or work.first_author for work in (article, group.cited)):
        return ""
    return "yes" if is_self_citation(vars(article), vars(group.cited)) else "no"
