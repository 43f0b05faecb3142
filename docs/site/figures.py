"""Tables, bars and lines of ``benchmarks/results/IDEA.json``, where a page asks for them.

What is asked for is a record: ``SECTION > TITLE``, each the begin of a title, or ``#2`` for the
second record of the section; then, after ``|``, ``rows:`` first cells or begins of them, and
``columns:`` names or numbers from 1 on, divided by ``;``. So no figure is typed a second time.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
_NUMBER = re.compile(r"-?[\d,]*\.?\d+")
_LETTERS = 13  # the height of a line of text
_WIDTH, _ROW, _RIGHT = 420, 36, 60  # of a drawing, of a row of it, for the figure beside a bar


class Chosen(NamedTuple):
    """A part of a record: its header, its rows, and the run that it is from."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    section: str
    run: str
    command: list[str]


def chosen(idea: str, request: str) -> Chosen:
    """Return what a page asks for.

    Raises:
        LookupError: there is no such record, row or column, or more than one record.
    """
    where, *options = (part.strip() for part in request.split("|"))
    wanted = dict(_option(option) for option in options)
    kept = json.loads((RESULTS / f"{idea}.json").read_text(encoding="utf-8"))
    titles = [part.strip() for part in where.split(" > ")]
    section = _only(kept["sections"], titles[0], f"section of {idea}")
    record = _only(section["records"], (titles[1:] or ["#1"])[0], f"record of {titles[0]!r}")
    rows = record["rows"]
    if "rows" in wanted:
        rows = [row for begin in wanted["rows"] for row in _rows(rows, begin)]
    places = list(range(len(record["columns"])))
    if "columns" in wanted:
        places = [0, *(_place(record["columns"], name) for name in wanted["columns"])]
    if not rows:
        raise LookupError(f"{idea}: {request!r} has no row")
    return Chosen(
        record["title"],
        [record["columns"][place] for place in places],
        [[row[place] for place in places] for row in rows],
        section["title"],
        f"Commit `{record['commit']}`, {record['date']}; {record['machine']}.",
        record["command"],
    )


def table(idea: str, request: str, link: str) -> str:
    """Return the rows as a table in Markdown, the run below it."""
    part = chosen(idea, request)
    header = [part.columns[0] or " ", *part.columns[1:]]
    lines = [_line(header), _line([":--", *("--:" for _ in header[1:])]), *map(_line, part.rows)]
    return "\n".join([*lines, "", _source(part, link)])


def bars(idea: str, request: str, link: str) -> str:
    """Return a drawing with a bar a row, of the first column that is asked for; the run below it.

    The longest bar is as long as the drawing is wide; all begin at 0. The first row is ours.
    """
    part = chosen(idea, request)
    values = [_number(row[1]) for row in part.rows]
    scale = (_WIDTH - _RIGHT) / max(values)
    drawn = []
    for number, (row, value) in enumerate(zip(part.rows, values, strict=True)):
        top = number * _ROW
        kind = "ours" if number == 0 else "other"
        width = max(value * scale, 1)
        drawn += [
            f'<text x="0" y="{top + 12}">{escape(row[0].replace("`", ""))}</text>',
            f'<rect class="{kind}" x="0" y="{top + 17}" width="{width:.1f}" height="12"/>',
            f'<text x="{width + 5:.1f}" y="{top + 27}">{escape(row[1].split(" [")[0])}</text>',
        ]
    height = len(values) * _ROW
    told = "; ".join(f"{row[0]}: {row[1]}" for row in part.rows).replace("`", "")
    return "\n".join(
        [
            f'<figure class="bars"><svg viewBox="0 0 {_WIDTH} {height}" role="img" '
            f'aria-label="{escape(told)}">',
            *drawn,
            "</svg></figure>",
            "",
            _source(part, link),
        ]
    )


def lines(idea: str, request: str, link: str) -> str:
    """Return a drawing with a line a column over the numbers of the first one; the run below it.

    The scale of the columns is that of per cent, from the ten below their least on.
    """
    part = chosen(idea, request)
    points = [[_number(cell) for cell in row] for row in part.rows]
    across = [row[0] for row in points]
    least = 10 * (min(min(row[1:]) for row in points) // 10)
    width, height = _WIDTH - 2 * _RIGHT, 5 * _ROW

    def place(value: float, share: float) -> str:
        x = _RIGHT / 2 + width * (value - across[0]) / (across[-1] - across[0])
        return f"{x:.1f},{_ROW / 2 + height * (100 - share) / (100 - least):.1f}"

    drawn = []
    for share in (least, 100):
        y = place(across[0], share).split(",")[1]
        drawn.append(f'<line x1="{_RIGHT / 2}" x2="{_RIGHT / 2 + width}" y1="{y}" y2="{y}"/>')
        drawn.append(f'<text x="0" y="{y}" dy="4">{share:.0f}</text>')
    for value, row in (x for x in zip(across, part.rows, strict=True) if x[0] * 5 == int(x[0] * 5)):
        x = place(value, least).split(",")[0]
        drawn.append(f'<text x="{x}" y="{height + _ROW - 4}" text-anchor="middle">{row[0]}</text>')
    named: list[float] = []  # where names of lines stand, each below those that are near
    for number, name in enumerate(part.columns[1:], start=1):
        path = " ".join(place(row[0], row[number]) for row in points)
        x, y = map(float, path.rsplit(" ", 1)[-1].split(","))
        while any(abs(y - other) < _LETTERS for other in named):
            y += _LETTERS
        named.append(y)
        drawn.append(f'<polyline class="line{number}" points="{path}"/>')
        drawn.append(f'<text x="{x + 5:.1f}" y="{y:.1f}" dy="4">{escape(name)}</text>')
    told = f"{', '.join(part.columns)}: {'; '.join(', '.join(row) for row in part.rows)}"
    return "\n".join(
        [
            f'<figure class="bars"><svg viewBox="0 0 {_WIDTH} {height + _ROW}" role="img" '
            f'aria-label="{escape(told)}">',
            *drawn,
            "</svg></figure>",
            "",
            _source(part, link),
        ]
    )


def command(idea: str, request: str, link: str) -> str:
    """Return the command that measured a record as a block of code."""
    return "\n".join(["```bash", *chosen(idea, request).command, "```"])


def anchor(title: str) -> str:
    """Return the anchor of a heading, as the site makes it.

    >>> anchor("Citations in plain text: `citance_finder`")
    'citations-in-plain-text-citance_finder'
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _source(part: Chosen, link: str) -> str:
    caption = f"{part.caption}. " if part.caption else ""
    return f"*{caption}{part.run}* [Its command, and all figures]({link}#{anchor(part.section)})."


def _option(text: str) -> tuple[str, list[str]]:
    name, _, values = text.partition(":")
    return name.strip(), [value.strip() for value in values.split(";")]


def _only(things: Sequence[dict[str, Any]], title: str, what: str) -> dict[str, Any]:
    if number := re.fullmatch(r"#(\d+)", title):
        return things[int(number[1]) - 1]
    exact = [one for one in things if one["title"] == title]
    found = exact or [one for one in things if one["title"].startswith(title)]
    if len(found) != 1:
        raise LookupError(f"{len(found)} of {title!r}, {what}; give more of its title, or #NUMBER")
    return found[0]


def _rows(rows: list[list[str]], begin: str) -> list[list[str]]:
    exact = [row for row in rows if row[0] == begin]
    return exact or [row for row in rows if row[0].startswith(begin)]


def _place(columns: Sequence[str], name: str) -> int:
    if name in columns:
        return columns.index(name)
    if name.isdecimal() and int(name) <= len(columns):
        return int(name) - 1
    raise LookupError(f"no column {name!r}; there are {', '.join(columns)}")


def _number(cell: str) -> float:
    match = _NUMBER.search(cell)
    if match is None:
        raise LookupError(f"{cell!r} is no figure, so it has no bar")
    return float(match[0].replace(",", ""))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def numbers(idea: str) -> Iterator[str]:
    """Yield all numbers of an idea's tables and of the text about them, without commas."""
    kept = json.loads((RESULTS / f"{idea}.json").read_text(encoding="utf-8"))
    for section in kept["sections"]:
        for part in (section, *section.get("records", ())):
            told = [part["title"], *part.get("text", ()), *part.get("notes", ())]
            cells = [cell for row in part.get("rows", ()) for cell in row]
            for match in re.finditer(
                r"(?<![\w.])\d[\d,]*(?:\.\d+)?|(?<!\w)\.\d+", " ".join(told + cells)
            ):
                yield match[0].replace(",", "").rstrip(".")
