"""Lists of retracted articles: Retraction Watch's table, and a DOI or PMID a line.

A table has a heading with columns of Retraction Watch (``OriginalPaperDOI``,
``OriginalPaperPubMedID``, ``RetractionDate``, ``RetractionDOI``, ``RetractionNature``, ``Reason``),
or short names of these: doi, pmid, pmcid, arxiv, date, notice, nature, reasons. A file without such
a heading has an identifier a line, a retraction each, with its date behind it or not.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ....citations.works.work_names import normal_identifier
from ....corpora.io import read_lines
from ....words.identifiers import KINDS, identifier

RETRACTION = "Retraction"
REINSTATEMENT = "Reinstatement"
_RANKS = {RETRACTION: 2, REINSTATEMENT: 2, "Expression of concern": 1}
_COLUMNS = {
    "originalpaperdoi": "doi",
    "originalpaperpubmedid": "pmid",
    "retractiondate": "date",
    "retractiondoi": "notice",
    "retractionnature": "nature",
    "reason": "reasons",
}
_READ = frozenset((*KINDS, *_COLUMNS.values()))
_UNKNOWN = {"", "0", "unavailable", "none", "na", "n/a"}
_MAX_NATURE = 100  # characters
_MAX_LINE = 500  # of an identifier and a date
_PMID = re.compile(r"(?:pmid)?[: ]*0*([1-9][0-9]{0,8})(?:\.0)?", re.IGNORECASE)
_KIND = re.compile(r"\A(?:doi|pmcid|arxiv)[: ]+", re.IGNORECASE)
_DATE = "[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}(?:[ T][0-9: APMapm]{1,20})?|[0-9]{4}(?:[-/][0-9]{1,2}){0,2}"
_DATED = re.compile(rf"(\S{{1,300}}(?: \S{{1,300}})?)[\s,;]{{1,9}}({_DATE})")
_MONTH_FIRST = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})\b")
_YEAR_FIRST = re.compile(r"([0-9]{4})(?:[-/]([0-9]{1,2}))?(?:[-/]([0-9]{1,2}))?(?![0-9])")


class Notice(NamedTuple):
    """A notice about an article, "" for what is not known.

    Attributes:
        date: YYYY-MM-DD, YYYY-MM or YYYY.
        nature: "Retraction", "Expression of concern", ...
        notice: its DOI.
        reasons: a list in JSON.
    """

    date: str
    nature: str
    notice: str
    reasons: str


class RetractionLists:
    """What was read of lists.

    Attributes:
        notices: of each article, by each of its identifiers ("doi:...", "pmid:...").
        lines: how many there were, without headings.
        problems: why lines say nothing, or not when; how many of each, and where the first is.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        """Read files.

        Raises:
            InputError: one cannot be read.
        """
        self.lines = 0
        self.notices: dict[str, list[Notice]] = {}
        self.problems: dict[str, tuple[int, str]] = {}
        for path in paths:
            self._read(path)

    def _read(self, path: Path) -> None:
        lines = read_lines(path, "a list of retractions, .csv or .txt", western=True)
        filled = (one for one in lines if one[1].strip()[:1] not in {"", "#"})
        number, first = next(filled, (0, ""))
        columns, mark = _heading(first)
        if len(columns) > 1:
            self._read_table(path, filled, columns, mark)
            return
        if not columns and first:
            self._read_line(path, number, first)
        for number, line in filled:
            self._read_line(path, number, line)

    def _read_table(
        self, path: Path, lines: Iterator[tuple[int, str]], columns: list[str], mark: str
    ) -> None:
        at = 0

        def texts() -> Iterator[str]:
            nonlocal at
            for number, line in lines:
                at = number
                yield f"{line}\n"

        rows = csv.reader(texts(), delimiter=mark)
        places = {name: place for place, name in enumerate(columns) if name in _READ}
        while True:
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error:  # a quotation that does not end, or a zero
                self.lines += 1
                self._tell("cannot be read as CSV", path, at)
                continue
            self.lines += 1
            known = {
                name: cells[place].strip() for name, place in places.items() if place < len(cells)
            }
            names = [name for kind in KINDS if (name := name_of(kind, known.get(kind, "")))]
            self._add(path, at, names, known)

    def _read_line(self, path: Path, number: int, line: str) -> None:
        self.lines += 1
        text = line.replace('"', "").strip() if len(line) <= _MAX_LINE else ""
        known: dict[str, str] = {}
        if (dated := _DATED.fullmatch(text)) and (name := _any_name(dated[1].rstrip(" ,;"))):
            known["date"] = dated[2]
        else:
            name = _any_name(text.rstrip(",;"))
        self._add(path, number, [name] if name else [], known)

    def _add(self, path: Path, line: int, names: list[str], known: Mapping[str, str]) -> None:
        if not names:
            self._tell("names no DOI, PMID, PMCID or arXiv id", path, line)
            return
        when = known.get("date", "")
        if not (day := date_of(when)) and when.lower() not in _UNKNOWN:
            self._tell("has a date that cannot be read, and counts without", path, line)
        notice = name_of("doi", known.get("notice", "")).removeprefix("doi:")
        nature = " ".join(known.get("nature", "").split())[:_MAX_NATURE] or RETRACTION
        one = Notice(day, nature, notice, _reasons(known.get("reasons", "")))
        for name in names:
            self.notices.setdefault(name, []).append(one)

    def _tell(self, problem: str, path: Path, line: int) -> None:
        count, first = self.problems.get(problem, (0, f"{path}, line {line}"))
        self.problems[problem] = count + 1, first


def standing(notices: Iterable[Notice]) -> Notice:
    """Return the notice that stands of those about an article.

    A retraction goes before what is less, unless the article was reinstated later; of several the
    first stands, as from then on its readers could know.

    >>> concern, end = Notice("2014", "Expression of concern", "", ""), Notice("2016", "Retraction",
    ...     "", "")
    >>> standing([end, concern]).date, standing([Notice("2019", "Reinstatement", "", ""), end]).date
    ('2016', '2019')
    """
    first, *others = sorted(notices, key=lambda one: one.date)
    for one in others:
        rank, last = (_RANKS.get(notice.nature, 0) for notice in (one, first))
        if rank > last or (rank == last and one.nature != first.nature):
            first = one
    return first


def name_of(kind: str, text: str) -> str:
    """Return an identifier as libraries have it, "" where it is none.

    >>> name_of("doi", "https://doi.org/10.5555/ZK.1"), name_of("pmid", "123.0")
    ('doi:10.5555/zk.1', 'pmid:123')
    >>> name_of("doi", "unavailable"), name_of("pmid", "0")
    ('', '')
    """
    if text in _UNKNOWN:
        return ""
    if kind == "pmid":
        match = _PMID.fullmatch(text.strip())
        return f"pmid:{match[1]}" if match else ""
    known, value = identifier(kind, text)
    value = normal_identifier(known, value) if known else ""
    is_cut = known == "doi" and "/" not in value
    return f"{known}:{value}" if value and not is_cut else ""


def date_of(text: str) -> str:
    """Return a date as YYYY-MM-DD, as exactly as it is told; "" for none.

    >>> date_of("3/9/2015 0:00"), date_of("2015-3"), date_of("31/12/2015"), date_of("soon")
    ('2015-03-09', '2015-03', '2015', '')
    """
    text = text.strip()
    if match := _MONTH_FIRST.match(text):
        month, day, year = match.groups()
    elif match := _YEAR_FIRST.match(text):
        year, month, day = match.groups()
    else:
        return ""
    if int(year) == 0:
        return ""
    try:
        whole = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return year
    return whole if day else whole[:7] if month else year


def _heading(line: str) -> tuple[list[str], str]:
    """Return the columns that a heading names, and what is between them; [] for no heading."""
    mark = max(",;\t", key=line.count)
    names = [re.sub("[ _\"']", "", name.lower()) for name in line.split(mark)]
    columns = [_COLUMNS.get(name, name) for name in names]
    return (columns if {*columns} & {*KINDS} else []), mark


def _any_name(text: str) -> str:
    """Return the identifier that a text is, "" where it is none."""
    if match := _PMID.fullmatch(text):
        return name_of("pmid", match[0])
    bare = _KIND.sub("", text)
    kinds = ["doi", "arxiv", *(["pmcid"] if bare.lower().startswith("pmc") else [])]
    names = (name_of(kind, bare) for kind in kinds if len(bare.split()) == 1)
    return next(filter(None, names), "")


@cache
def _reasons(text: str) -> str:
    """Return reasons as a list in JSON.

    >>> _reasons("+Fake Peer Review;+Paper Mill;")
    '["Fake Peer Review", "Paper Mill"]'
    """
    parts = (" ".join(part.split()).lstrip("+").strip() for part in text.split(";"))
    return json.dumps([part for part in parts if part], ensure_ascii=False)
