"""Rows of aligned groups: from a file of anybody's to the page."""

import json

from group_rows import ANNOTATED, OWN
from report_rows import HEAT, HOSTILE, aligned_row, heat_row, works

from spacy_citalign.app.answers.harvesting import group_rows, read_groups
from spacy_citalign.app.answers.page_writer import write_page
from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.app.report.alignment_page import alignment_page, group_html
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.errors import InputError
from spacy_citalign.schema import WorkAnswer
from tests.fuzzing.mutation import json_mutator
from tests.fuzzing.target import Target, require, scratch, scratch_file
from tests.fuzzing.targets_readers_json import lines
from tests.fuzzing.vocabulary import JSON_WORDS

_KEYS = (
    *("cited", "citances", "classes", "merges", "threshold", "expected_ama", "error", "line"),
    *("key", "title", "year", "doi", "text", "words", "citations", "start", "end", "cites"),
    *("units", "first", "second", "height", "class", "confidence", "genes", "terms", "article"),
    *("evidence", "probability", "section", "matches", "sentence", "before", "statements"),
)


def _rows(data: bytes) -> None:
    """Any JSON is shown, or is said not to be one of our rows."""
    rows = []
    for line in data.split(b"\n"):
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    read = works(rows)
    page = alignment_page(read, title="Frogs")
    page.encode()
    require(page.count("</html>") == 1, "the page has no end, or two")
    for work in read:
        if isinstance(work, WorkAnswer):
            group_html(work, minify=True).encode()


def _report(data: bytes) -> None:
    """What `citalign report` does with a file of groups that are aligned."""
    path = scratch_file("groups.jsonl", data)
    asked = read_groups([path], WorkFilter(1, ("heat", "doi:10.1000/heat.1")))
    groups = read_groups([path], WorkFilter())
    lines_of_groups = [group.line for group in asked.groups + groups.groups]
    page = write_page(lines_of_groups, scratch() / "page.html", title="Frogs")
    answer_text(page.largest).encode()
    if not groups.groups:
        raise InputError("no group is in it")


def _read_rows(data: bytes) -> None:
    """A row or an error for each line that is not blank."""
    found = [group for _, group in group_rows(scratch_file("groups.jsonl", data))]
    said = [line for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n") if _is_said(line)]
    require(len(found) == len(said), f"{len(found)} rows of {len(said)} lines")


def _is_said(line: bytes) -> bool:
    return bool(line.decode(errors="replace").strip())


def _seeds() -> list[bytes]:
    other = aligned_row("other", HEAT[:3], title="Alpine goats", first_author="Yak B")
    hostile = aligned_row(
        "hostile", [text.replace("\ud800", "") for text in HOSTILE], genes=["p53"]
    )
    found = heat_row()
    match = {"citance": [0, 3], "sentence": [4, 6]}
    place = {
        "probability": 0.5,
        "section": "Results",
        "text": "All goats rest.",
        "matches": [match],
    }
    found["cited"] = found["cited"] | {"article": {"pmcid": "PMC7", "source": "PMC7"}}
    found["citances"] = [one | {"evidence": [place]} for one in found["citances"]]
    return (
        lines(heat_row())
        + lines(found)
        + lines(other, hostile)
        + lines(ANNOTATED, OWN, {"error": "lost"})
    )


_MUTATE = json_mutator(_KEYS)
TARGETS = [
    Target("report_rows", _rows, _seeds, JSON_WORDS, _MUTATE, 8192),
    Target("report_file", _report, _seeds, JSON_WORDS, _MUTATE, 8192),
    Target("group_rows", _read_rows, _seeds, JSON_WORDS, _MUTATE),
]
