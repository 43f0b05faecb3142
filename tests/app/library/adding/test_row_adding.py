"""Rows of runs into a library: what machines have found elsewhere is put together by articles."""

import gzip
import json
from contextlib import suppress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from harvest_runs import make_articles
from hypothesis import given, settings
from hypothesis import strategies as st
from libraries import added, citances, group_lines, leftovers, sentencizer, table

from spacy_citalign.app.answers.answer_options import AnswerOptions
from spacy_citalign.app.answers.harvesting import harvest
from spacy_citalign.app.library.adding import batches, row_adding, row_reading
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.records import Reading

MARK = {"start": 10, "end": 13, "cites": True}
FROG = {"id": "a:7", "text": "Frogs hop [3].", "source": "a", "start": 7, "end": 21}
YAN = {"title": "Frogs awake", "first_author": "Yan", "year": "2004", "pmid": "11"}


@pytest.fixture
def library(tmp_path):
    return tmp_path / "pond.calg"


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


def write(path, *rows):
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def group(*rows, key="pmid:11", **known):
    return {"cited": {**(known or YAN), "key": key}, "citances": list(rows)}


def run_rows(path, *articles, **options):
    """Write the rows of a run over articles; return their lines."""
    found = harvest(articles, sentencizer(), AnswerOptions(reading=Reading(**options), n_process=1))
    lines = [one.line for one in found.groups]
    path.write_bytes(b"".join(lines))
    return lines


# --- groups of citances ----------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"sentence_before": 0.1, "captions": True}])
def test_rows_of_a_run_come_out_as_they_went_in(library, folder, tmp_path, options):
    lines = run_rows(tmp_path / "rows.jsonl", folder, **options)
    summary = added(library, tmp_path / "rows.jsonl")
    assert (summary.new, summary.failed, summary.works) == (3, 0, 4)
    # The articles are in the order in which the works cite them.
    assert sorted(map(_sorted, group_lines(library))) == sorted(map(_sorted, lines))


def _sorted(line):
    row = json.loads(line)
    row.pop("subjects", None)
    row["citances"] = sorted(json.dumps(one) for one in row["citances"])
    return json.dumps(row)


def test_rows_of_many_machines_are_those_of_one(library, folder, tmp_path):
    for number, name in enumerate(("one.xml", "more", "pond.txt")):
        run_rows(tmp_path / f"rows{number}.jsonl", folder / name)
        added(library, tmp_path / f"rows{number}.jsonl")
    lines = run_rows(tmp_path / "all.jsonl", folder / "one.xml", folder)
    assert group_lines(library) == lines


def test_rows_again_change_nothing(library, folder, tmp_path):
    run_rows(tmp_path / "rows.jsonl", folder)
    added(library, tmp_path / "rows.jsonl")
    before = citances(library)
    assert added(library, tmp_path / "rows.jsonl").known == 1
    # Other files with the same rows, packed, cut and in another order.
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    write(tmp_path / "again.jsonl.gz", *reversed(rows))
    write(tmp_path / "part.jsonl", *rows[1:])
    summary = added(library, tmp_path / "again.jsonl.gz", tmp_path / "part.jsonl")
    assert (summary.new, summary.grown, summary.citances) == (0, 0, 0)
    assert citances(library) == before
    assert leftovers(library) == []


def test_an_article_gets_more_citances_from_other_rows(library, tmp_path):
    other = FROG | {"id": "a:30", "text": "Frogs sing [3].", "start": 30, "end": 45}
    added(library, write(tmp_path / "one.jsonl", group(FROG)))
    summary = added(library, write(tmp_path / "two.jsonl", group(FROG, other)))
    assert (summary.new, summary.grown, summary.citances) == (0, 1, 1)
    assert [row[2] for row in citances(library)] == ["Frogs hop [3].", "Frogs sing [3]."]


def test_what_is_known_of_a_work_may_differ_in_rows_of_the_same_sentence(library, tmp_path):
    added(library, write(tmp_path / "one.jsonl", group(FROG)))
    more = YAN | {"doi": "10.5555/f"}
    summary = added(
        library, write(tmp_path / "two.jsonl", group(FROG, key="doi:10.5555/f", **more))
    )
    assert (summary.grown, summary.citances) == (0, 0)


def test_an_article_that_is_in_whole_is_left_out(library, folder, tmp_path):
    added(library, folder)
    before = group_lines(library)
    run_rows(tmp_path / "rows.jsonl", folder, captions=True)
    summary = added(library, tmp_path / "rows.jsonl")
    assert (summary.doubles, summary.new, summary.citances) == (3, 0, 0)
    assert group_lines(library) == before


def test_a_whole_article_takes_the_place_of_its_rows(library, folder, tmp_path):
    run_rows(tmp_path / "rows.jsonl", folder, captions=True)
    added(library, tmp_path / "rows.jsonl")
    summary = added(library, folder)
    assert (summary.better, summary.articles) == (3, 3)
    assert leftovers(library) == []
    found = harvest([folder], sentencizer(), AnswerOptions(reading=Reading(), n_process=1))
    assert sorted(map(_sorted, group_lines(library))) == sorted(
        _sorted(one.line) for one in found.groups
    )


def test_more_rows_than_a_transaction_takes_are_put_together(
    library, folder, tmp_path, monkeypatch
):

    run_rows(tmp_path / "rows.jsonl", folder)
    monkeypatch.setattr(batches, "MAX_ROWS", 1)
    summary = added(library, tmp_path / "rows.jsonl")
    assert (summary.new, summary.grown, summary.citances) == (3, 0, 6)
    assert len(citances(library)) == 6
    assert table(library, "SELECT count(*) FROM articles") == [(3,)]


def test_articles_that_nobody_knows_are_one_each(library, tmp_path):
    rows = group({"text": "Frogs hop."}, {"text": "Frogs hop."}, "Frogs sing.")
    path = write(tmp_path / "rows.jsonl", rows)
    assert added(library, path).new == 3
    assert table(library, "SELECT articles, citances FROM works") == [(3, 3)]
    write(path, rows, {"group": "toads", "citances": ["Toads sleep."]})
    assert added(library, path).new == 1


def test_what_an_alignment_added_is_left_out(library, tmp_path):
    made = {"words": [[0, 5]], "classes": ["frog"], "scope": [[0, 9]], "self_citation": True}
    fits = {"fits": [{"title": "Toads", "better": 1.0}], "evidence": []}
    row = group(FROG | made | fits) | {"expected_ama": 0.5, "classes": [], "schema": 1}
    added(library, write(tmp_path / "rows.jsonl", row))
    (line,) = group_lines(library)
    assert json.loads(line)["citances"] == [FROG]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "not an object"),
        ('{"cited": {"key": "k"}, "citances": []}', "citances"),
        ('{"cited": {"key": "k"}, "citances": [{"text": []}]}', "text"),
        ('{"cited": {"key": "k"}, "citances": [{"text": "a", "start": -1}]}', ""),
        ('{"cited": {"key": "k"}, "citances": [{"text": "a", "more": 1e999}]}', "too large"),
        ('{"cited": {"key": "k"}, "citances": [{"text": "a", "x": ' + "[" * 5000, "JSON"),
        ('{"error": "killed", "cited": {"key": "k"}, "citances": ["a"]}', "killed"),
        ('{"schema": 99, "cited": {"key": "k"}, "citances": ["a"]}', "newer version"),
        (
            '{"id": 1, "text": "a", "citances": [{"start_char": 7}]}',
            "no row of `citalign annotate`",
        ),
        ('{"id": 1, "text": "a", "error": "too long"}', "was not annotated: too long"),
        ('{"id": 1, "text": "Frogs hop [1]."}', "has no citances"),
    ],
)
def test_a_row_that_is_none_is_a_problem_and_the_others_go_in(library, tmp_path, line, problem):
    good = json.dumps(group(FROG))
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{good}\n{line}\n", encoding="utf-8")
    summary = added(library, path)
    if not summary.failed:  # the value was left out, as by those who read groups
        assert problem == ""
        return
    assert summary.failed == 1
    assert problem in summary.problems[1]
    assert "line 2" in summary.problems[1]
    assert ("a", 7, "Frogs hop [3].", "pmid:11") in citances(library)
    assert len(table(library, "SELECT * FROM failures")) == 1


def test_half_a_character_is_written_as_unknown(library, tmp_path):
    added(library, write(tmp_path / "rows.jsonl", group(FROG | {"text": "Frogs \ud800 hop."})))
    assert citances(library)[0][2] == "Frogs \ufffd hop."


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["text", "start", "key", "cites", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
_FIELDS = [*FROG, "section", "paragraph_kind", "citations", "article", "before", "prefix", "more"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*_FIELDS, "cited", "doi", "title"]), _VALUES), max_size=3)
)
def test_whatever_a_row_has_it_is_a_group_or_an_error(tmp_path_factory, changes):
    row = json.loads(json.dumps(group(FROG | {"citations": [MARK]})))
    for name, value in changes:
        if name in _FIELDS:
            row["citances"][0][name] = value
        elif name == "cited":
            row["cited"] = value
        elif isinstance(row["cited"], dict):
            row["cited"][name] = value
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    ((_, content),) = row_reading.read_rows(path)
    if isinstance(content, row_reading.RowGroup):
        with suppress(InputError):
            row_adding.RowBatch().add(content)
    else:
        assert isinstance(content, InputError)


# --- tables ----------------------------------------------------------------------------------


def test_groups_in_parquet_go_in(library, folder, tmp_path):
    lines = run_rows(tmp_path / "rows.jsonl", folder)
    rows = [json.loads(line) for line in lines]
    (tmp_path / "rows").mkdir()
    for number in range(2):  # as engines write them, a file a partition
        pq.write_table(
            pa.Table.from_pylist(rows[number::2]), tmp_path / "rows" / f"{number}.parquet"
        )
    added(library, tmp_path / "rows")
    assert sorted(map(_sorted, group_lines(library))) == sorted(map(_sorted, lines))


def test_a_table_of_other_things_is_a_problem(library, tmp_path):
    pq.write_table(pa.table({"frogs": [1, 2]}), tmp_path / "frogs.parquet")
    summary = added(library, tmp_path / "frogs.parquet")
    assert summary.failed == 2
    assert "row 1: the group has no citances" in summary.problems[1]


def test_a_damaged_table_is_a_problem(library, tmp_path):
    pq.write_table(pa.table({"frogs": [1, 2]}), tmp_path / "frogs.parquet")
    content = (tmp_path / "frogs.parquet").read_bytes()
    (tmp_path / "frogs.parquet").write_bytes(content[:-20])
    summary = added(library, tmp_path / "frogs.parquet")
    assert summary.failed == 1
    assert "is damaged behind row 0" in summary.problems[1]
