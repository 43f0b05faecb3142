"""Rows that released versions wrote, kept as they were: they are shown, exported, aligned again."""

import csv
import json
from pathlib import Path

import contract_cases
import pytest
from align_runs import FACTORY, save
from bibtex_reading import read_bibtex
from cli_files import rows
from report_rows import work, works
from typer.testing import CliRunner, Result

from spacy_citalign.answer_rows import FailedRow, read_answer, read_answer_line
from spacy_citalign.app.report.alignment_page import alignment_page, group_html
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.app.report.class_table import class_table
from spacy_citalign.cli import app
from spacy_citalign.errors import InputError
from spacy_citalign.row_files import group_of, json_line, read_groups
from spacy_citalign.schema import SCHEMA

FOLDER = Path(__file__).parent / "rows"
FILES = {  # written by `citalign demo` of these versions
    "version_0_1.jsonl": [
        *(f"doi:10.5555/demo.{number}" for number in (6, 7, 8)),
        "whitlock 2010",
    ],
    "version_0_2.jsonl": ["doi:10.5555/demo.2", "doi:10.5555/demo.8"],
}
NEWER = (
    f"was written by a newer version (schema {SCHEMA + 1}, this version reads {SCHEMA}); "
    "install a newer spacy-citalign"
)


@pytest.fixture(params=FILES)
def kept(request) -> Path:
    """A file of rows of an earlier version."""
    return FOLDER / request.param


def citalign(*args: object) -> Result:
    result = CliRunner().invoke(app, [*map(str, args)])
    assert result.exit_code == 0, result.output
    return result


def test_the_files_hold_what_they_should():
    assert {*FILES} == {path.name for path in FOLDER.iterdir()}
    first, second = (rows(FOLDER / name) for name in FILES)
    assert not any({"schema", "statements", "articles", "differing"} & row.keys() for row in first)
    assert {row["schema"] for row in second} == {1}
    assert any("evidence" in citance for row in second for citance in row["citances"])


def test_rows_are_read_whole(kept):
    for line, row in zip(kept.read_bytes().splitlines(), rows(kept), strict=True):
        answer = work(row)
        assert answer.unread == {}
        assert json.loads(json_line(answer)) == row
        assert read_answer_line(line, 1) == answer
        assert answer.is_aligned
        assert [json.loads(json_line(group_of(row, 1)))[name] for name in row] == [*row.values()]
    assert [group.key for group in read_groups(kept)] == FILES[kept.name]


def test_rows_are_shown(kept, tmp_path):
    page = tmp_path / "page.html"
    result = citalign("report", kept, "-o", page)
    html = page.read_text(encoding="utf-8")
    assert html.count('<article class="work"') == len(FILES[kept.name])
    assert "Not shown" not in html
    assert "cannot be shown" not in html  # of words
    assert "cannot be used" not in html  # of merges
    for row in rows(kept):
        assert row["cited"].get("title", row["cited"]["key"])[:30] in html
    assert html.count("What it is cited for") == sum("statements" in row for row in rows(kept))
    assert str(page.name) in result.output
    assert not page.with_suffix(".jsonl").exists()  # they came aligned


def test_rows_are_shown_in_notebooks_and_terminals(kept):
    read = works(rows(kept))
    assert "Not shown" not in alignment_page(read)
    for row in rows(kept):
        assert "<article" in group_html(work(row))
        assert f"{len(row['citances'])} citances" in class_table(work(row))
    assert len(answer_text(read).splitlines()) >= len(read)


def test_answers_are_read(kept):
    for row in rows(kept):
        answer = work(row)
        if "statements" in row:
            central = row["statements"][0]["places"][0]
            assert answer.answer == row["citances"][central]["text"]
            assert answer.article_count == row["articles"]
        else:
            assert (answer.answer, answer.statements) == ("", None)
            assert answer.article_count == len({one["source"] for one in row["citances"]})


def test_rows_are_exported(kept, tmp_path):
    citances = sum(len(row["citances"]) for row in rows(kept))
    table = tmp_path / "kept.csv"
    citalign("export", kept, "-o", table)
    with table.open(encoding="utf-8", newline="") as file:
        cells = [*csv.DictReader(file, strict=True)]
    ids = [citance["id"] for row in rows(kept) for citance in row["citances"]]
    assert [row["citance"] for row in cells] == ids
    assert {row["work"] for row in cells} == {*FILES[kept.name]}
    assert any(row["shared_words"] for row in cells)
    citalign("export", kept, "-o", tmp_path / "kept.bib")
    entries = read_bibtex((tmp_path / "kept.bib").read_text(encoding="utf-8"))
    assert len(entries) > len(FILES[kept.name])  # those that cite, too
    citalign("export", kept, "-o", tmp_path / "kept.jsonld")
    collection = json.loads((tmp_path / "kept.jsonld").read_text(encoding="utf-8"))
    motivations = [one["motivation"] for one in collection["first"]["items"]]
    assert motivations.count("linking") == citances


def test_rows_are_aligned_again(kept, tmp_path):
    pipeline = save(tmp_path / "pipeline", contract_cases.trained_bytes(FACTORY))
    output = tmp_path / "again.jsonl"
    citalign("align", kept, "-o", output, "--pipeline", pipeline)
    for before, after in zip(rows(kept), rows(output), strict=True):
        assert after["schema"] == SCHEMA
        assert after["cited"] == before["cited"]
        kept_fields = [name for name in before["citances"][0] if name not in ("words", "classes")]
        for old, new in zip(before["citances"], after["citances"], strict=True):
            assert {name: new.get(name) for name in kept_fields} == {
                name: old.get(name) for name in kept_fields
            }
        assert "statements" in after


# --- rows of versions to come ----------------------------------------------------------------


def newer_row():
    return rows(FOLDER / "version_0_2.jsonl")[1] | {"schema": SCHEMA + 1}


def test_a_row_of_a_newer_schema_is_refused_and_says_why():
    row = newer_row()
    assert read_answer(row, 7) == FailedRow(7, NEWER)
    assert read_answer_line(json.dumps(row).encode(), 7) == FailedRow(7, NEWER)
    with pytest.raises(InputError) as raised:
        group_of(row, 7)
    assert str(raised.value) == NEWER
    assert f"<bdi>Line 1: {NEWER}</bdi>" in alignment_page(works([row]))


@pytest.mark.parametrize("schema", [None, 0, SCHEMA, True, "2", 2.0, [2]])
def test_what_is_no_newer_schema_is_read(schema):
    assert work(newer_row() | {"schema": schema}).key == "doi:10.5555/demo.8"


@pytest.mark.parametrize("command", ["report", "export", "align"])
def test_commands_refuse_rows_of_a_newer_schema_alone(command, tmp_path):
    known = rows(FOLDER / "version_0_2.jsonl")[1]
    groups = tmp_path / "groups.jsonl"
    groups.write_text(f"{json.dumps(newer_row())}\n{json.dumps(known)}\n", encoding="utf-8")
    output = tmp_path / {"report": "a.html", "export": "a.csv", "align": "a.jsonl"}[command]
    args = [command, groups, "-o", output]
    if command == "align":
        args += [
            "--pipeline",
            save(tmp_path / "pipeline", contract_cases.trained_bytes(FACTORY)),
        ]
    result = CliRunner().invoke(app, [*map(str, args)])
    assert result.exit_code == 1
    assert ("groups.jsonl:1: " if command == "align" else "line 1: ") in result.output
    assert NEWER.replace(" ", "") in result.output.replace("\n", "").replace(" ", "")
    text = output.read_text(encoding="utf-8")
    assert known["cited"]["title"] in text
