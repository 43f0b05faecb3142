"""Figures that are kept: their JSON, and what is drawn from it."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import results
from benchmarks.results import (
    FOLDER,
    INDEX,
    Record,
    Results,
    Section,
    draw,
    draw_index,
    read_all,
    read_results,
    stale,
    write_results,
)

RUN = ("python -m benchmarks.trees",), "abc1234", "2026-01-31", "two cores"
OAKS = Record("Oaks", *RUN, ("Read rows.",), ("tree", "F"), (("oak", "1.0"), ("pin oak", ".5")))
PINES = Record("", *RUN, columns=("tree", "F"), rows=(("pine", "-"),), notes=("3 s", "4 MB"))
SPEED = Record("Speed", ("time trees", "time more"), *RUN[1:], notes=("7 s",))
TREES = Results(
    "Trees",
    (Section("Quality", ("Of trees", "in woods."), (OAKS, PINES, SPEED), ("All.",)), Section("No")),
)
PAGE = """\
# Trees

Drawn from [trees.json](trees.json) by `python -m benchmarks.results draw`.

## Quality

Of trees
in woods.

```bash
python -m benchmarks.trees
```

*Commit `abc1234`, 2026-01-31; two cores.*

Read rows.

Oaks

| tree    |   F |
| :------ | --: |
| oak     | 1.0 |
| pin oak |  .5 |

| tree |   F |
| :--- | --: |
| pine |   - |

3 s
4 MB

```bash
time trees
time more
```

*Commit `abc1234`, 2026-01-31; two cores.*

Speed

7 s

All.

## No
"""


# --- JSON and Markdown -----------------------------------------------------------------------


def test_page_by_hand():
    assert draw(TREES, "trees") == PAGE


def test_rows_stand_in_lines_of_their_own():
    lines = write_results(TREES).splitlines()
    assert '      ["pin oak", ".5"]' in lines
    assert '     "columns": ["tree", "F"],' in lines


def test_commands_and_runs_are_said_where_they_change():
    later = replace(PINES, commit="def5678")
    page = draw(Results("Trees", (Section("Quality", records=(OAKS, later)),)), "trees")
    assert page.count("```bash") == 1
    assert page.count("*Commit `abc1234`") == page.count("*Commit `def5678`") == 1


text = st.text(max_size=5)
texts = st.lists(text, max_size=2).map(tuple)
tables = st.integers(0, 2).flatmap(
    lambda size: st.tuples(
        st.tuples(*[text] * size), st.lists(st.tuples(*[text] * size), max_size=2).map(tuple)
    )
)
records = st.builds(
    lambda table, title, run, texts: Record(title, *run, texts[0], *table, texts[1]),
    tables,
    text,
    st.tuples(st.lists(text, min_size=1, max_size=2).map(tuple), text, text, text),
    st.tuples(texts, texts),
)
sections = st.builds(Section, text, texts, st.lists(records, max_size=2).map(tuple), texts)


@given(st.builds(Results, text, st.lists(sections, max_size=2).map(tuple)))
def test_what_is_written_is_read(kept):
    assert read_results(write_results(kept)) == kept


def test_index_by_hand():
    lines = draw_index({"trees": TREES}).splitlines()
    assert lines[-3:] == [
        "- [Trees](results/trees.md), `python -m benchmarks.trees`",
        "  - Quality",
        "  - No",
    ]


# --- bad files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sections": 5}, "the file, 'Trees', sections is no list"),
        ({"sections": [5]}, "sections 0 is no object with members of title, text, records, notes"),
        ({"sections": [{"text": []}]}, "sections 0 lacks title"),
        ({"sections": [{"title": 5}]}, "sections 0, title is no string"),
        ({"sections": [{"title": "A", "text": "b"}]}, "'A', text is no list of strings"),
        ({"sections": [{"title": "A", "txt": []}]}, "is no object with members of"),
        ({"sections": [{"title": "A", "records": [{"title": "B"}]}]}, "'B' lacks command, commit"),
    ],
)
def test_other_forms_are_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        read_results(json.dumps({"title": "Trees"} | changed))


def test_rows_have_a_cell_for_each_column():
    uneven = replace(OAKS, rows=(("oak", "1.0"), ("pine",)))
    with pytest.raises(ValueError, match="'Oaks': row 1 has 1 cells, not 2"):
        read_results(write_results(Results("Trees", (Section("Quality", records=(uneven,)),))))


# --- what is published -----------------------------------------------------------------------


def test_drawn_files_are_current():
    assert [path.name for path in stale()] == []


def test_the_index_names_every_idea_and_is_short():
    lines = INDEX.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 140
    for path in FOLDER.glob("*.json"):
        assert any(f"(results/{path.stem}.md)" in line for line in lines)
        assert (INDEX.parent / path.stem / "__main__.py").exists()


def test_files_are_as_they_would_be_written():
    for idea, kept in read_all().items():
        assert (FOLDER / f"{idea}.json").read_text(encoding="utf-8") == write_results(kept)


def test_records_say_how_they_were_measured():
    for kept in read_all().values():
        for section in kept.sections:
            for one in section.records:
                assert all((one.command, one.commit, one.machine))
                assert one.date[:2] == "20"
                assert len(one.date) == len("2026-01-31")


def test_commands_name_no_path_of_a_machine():
    """Corpora and trainings lie beside the checkout; elsewhere nobody could run the command."""
    for kept in read_all().values():
        for section in kept.sections:
            for one in section.records:
                words = " ".join(one.command).split()
                assert not [word for word in words if word.lstrip("\"'[").startswith(("/", "~"))]


def test_check_fails_on_a_stale_page(monkeypatch):
    monkeypatch.setattr(results, "stale", lambda: [FOLDER / "trees.md"])
    monkeypatch.setattr(sys, "argv", ["results", "check"])
    with pytest.raises(SystemExit, match=r"not drawn anew: benchmarks.results.trees\.md"):
        results.main()


def test_check_passes_as_a_command():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.results", "check"],
        cwd=results.ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
