"""Odd and broken records among good ones: none is lost, and the good ones come out as without them.

The doors are `citalign annotate` with each form of input, `columns`, `align`, `report` and
`sentences`, and `nlp.pipe` of the pipeline that ships.
"""

import json
import re

import pytest
from align_runs import group
from cli_files import rows
from faults import ALL_WELL, SOME_FAILED, annotated, lines_file, run, save_pipeline

import spacy_citalign
from tests.faults.odd_texts import BROKEN, TEXTS, line, with_value

pytestmark = pytest.mark.slow

BLANK = ("--pipeline", "blank:xx")
GOOD = [{"id": "first", "text": "Frogs bind p53."}, {"id": "last", "text": "Toads sleep."}]
LISTED = [TEXTS[name] for name in TEXTS]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline"))


# --- odd texts come back as they were --------------------------------------------------------


@pytest.mark.parametrize("escaped", [False, True], ids=["characters", "escapes"])
def test_lines_of_json_give_their_texts_back(tmp_path, escaped):
    given = [{"id": name, "text": text} for name, text in TEXTS.items()]
    lines = [json.dumps(row).encode() if escaped else line(row) for row in given]
    source = lines_file(tmp_path / "a.jsonl", *lines)
    _, found = annotated(tmp_path / "out.jsonl", source, *BLANK)
    assert [(row["id"], row["text"]) for row in found] == list(TEXTS.items())


def test_parquet_gives_its_texts_back(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    source, out = tmp_path / "a.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"text": [*LISTED, "", None]}), source)
    result = run("annotate", source, "-o", out, *BLANK)
    assert f"{len(TEXTS) + 2} records read, {len(TEXTS) + 1} annotated, 1 failed" in result.stderr
    table = pq.read_table(out)
    assert table.column("text").to_pylist() == [*LISTED, "", None]
    assert table.column("error").to_pylist()[:-1] == [None] * (len(TEXTS) + 1)


def test_files_give_their_texts_back(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for number, text in enumerate([*LISTED, ""]):
        (folder / f"{number:02}.txt").write_bytes(text.encode())
    _, found = annotated(tmp_path / "out.jsonl", folder, *BLANK)
    texts = [text.removeprefix("\ufeff") for text in LISTED]
    assert [row["text"] for row in found] == [*texts, ""]


def test_lines_end_at_newlines_only(tmp_path):
    source = lines_file(tmp_path / "a.txt", *(text.encode() for text in LISTED))
    _, found = annotated(tmp_path / "out.jsonl", source, "--lines", *BLANK)
    parts = [part for text in LISTED for part in text.split("\n")]
    assert [row["text"] for row in found] == [
        part.rstrip("\r") for part in parts if part.strip(" \t\r")
    ]


def test_columns_show_every_text_with_a_sentence(tmp_path, pipeline):
    given = [{"text": text} for text in LISTED]
    source = lines_file(tmp_path / "a.jsonl", *map(line, given))
    page = tmp_path / "page.html"
    result = run("columns", source, "--limit", 1000, "--html", page, "--pipeline", pipeline)
    assert result.exit_code == ALL_WELL
    assert ", 0 texts failed" in result.stderr


@pytest.mark.parametrize("command", ["align", "report"])
def test_groups_keep_odd_citances(tmp_path, pipeline, command):
    texts = [*LISTED, ""]
    citances = [{"id": f"c{n}", "text": text} for n, text in enumerate(texts)]
    source = lines_file(tmp_path / "a.jsonl", line({"cited": {"key": "k"}, "citances": citances}))
    out = tmp_path / ("out.html" if command == "report" else "out.jsonl")
    result = run(command, source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == ALL_WELL, result.stderr
    (row,) = rows(tmp_path / "out.jsonl")
    assert [citance["text"] for citance in row["citances"]] == texts
    for citance in row["citances"]:
        for start, end in citance.get("words", []):
            assert 0 <= start < end <= len(citance["text"])
    for one in row["classes"]:
        for member in one["members"]:
            text = texts[member["place"]]
            assert text[member["start"] : member["end"]] == member["text"]


def test_two_odd_texts_are_aligned(tmp_path, pipeline):
    sources = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for source, order in zip(sources, (1, -1), strict=True):
        source.write_bytes("\n".join(LISTED[::order]).encode())
    out = tmp_path / "out.jsonl"
    result = run("sentences", *sources, "--jsonl", out, "--pipeline", pipeline)
    assert result.exit_code == ALL_WELL
    for row in rows(out):
        for source, side in zip(sources, ("first", "second"), strict=True):
            one = row[side]
            text = source.read_bytes().decode()
            assert text[one["start_char"] : one["end_char"]] == one["text"]


@pytest.mark.filterwarnings("ignore:a mention of 30,000 characters is looked up")
def test_the_pipeline_that_ships_loses_no_text():
    nlp = spacy_citalign.load(exclude=["citance_aligner", "sentence_aligner"])
    texts = [*LISTED, ""]

    def seen(docs):
        return [
            (doc.text, [(t.tag_, t.is_sent_start) for t in doc], told(doc._.gene_mentions))
            for doc in docs
        ]

    def told(mentions):
        return [(one["start_char"], one["end_char"], one["text"]) for one in mentions]

    alone = seen(map(nlp, texts))
    assert [text for text, *_ in alone] == texts
    assert seen(nlp.pipe(texts)) == alone


# --- one JSON for all commands ---------------------------------------------------------------

NUMBERS = {
    "19 digits": b"9" * 19,
    "negative": b"-1" + b"0" * 18,
    "most digits": b"9" * 4_300,
    "large float": b"1.7e308",
}
NO_NUMBERS = ["NaN", "-Infinity", "1e999", "-1e999", "9" * 5_000]


def group_of(value: bytes) -> bytes:
    """A group that brings a value in what is kept of it: of the cited work, of a citance."""
    citance = b'{"text": "Frogs bind.", "extra": ' + value + b"}"
    return b'{"cited": {"year": ' + value + b'}, "citances": [' + citance + b', "Toads."]}'


@pytest.mark.parametrize("value", NUMBERS.values(), ids=NUMBERS)
def test_large_numbers_come_back_from_each_command(tmp_path, pipeline, value):
    source = lines_file(tmp_path / "a.jsonl", with_value(line(GOOD[0]), value))
    _, (row,) = annotated(tmp_path / "out.jsonl", source, *BLANK)
    number = json.loads(value)
    assert row["meta"] == {"extra": number}
    assert type(row["meta"]["extra"]) is type(number)
    groups = lines_file(tmp_path / "groups.jsonl", group_of(value))
    for command, name in (("align", "aligned.jsonl"), ("report", "page.html")):
        out = tmp_path / name
        result = run(command, groups, "-o", out, "--pipeline", pipeline)
        assert result.exit_code == ALL_WELL, result.stderr
        (row,) = rows(out.with_suffix(".jsonl"))
        assert row["cited"]["year"] == str(number)  # a text, by the schema
        assert row["citances"][0]["extra"] == number


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: value[:9])
def test_what_cannot_be_written_again_costs_its_line(tmp_path, pipeline, value):
    source = lines_file(tmp_path / "a.jsonl", with_value(line(GOOD[0]), value.encode()))
    _, (row,) = annotated(tmp_path / "out.jsonl", source, *BLANK)
    assert "error" in row
    groups = lines_file(tmp_path / "groups.jsonl", group_of(value.encode()), line(group(0)))
    for command, name in (("align", "aligned.jsonl"), ("report", "page.html")):
        out = tmp_path / name
        result = run(command, groups, "-o", out, "--pipeline", pipeline)
        assert result.exit_code == SOME_FAILED
        assert re.search(
            f"groups.jsonl(:|, line )1: .*({value[:9]}|digits|too large)", result.stderr
        )
        assert sum("error" not in row for row in rows(out.with_suffix(".jsonl"))) == 1


def test_infinite_numbers_matter_where_they_are_kept(tmp_path, pipeline):
    groups = lines_file(tmp_path / "a.jsonl", with_value(line(group(0)), b"1e999"))
    for command, name in (("align", "aligned.jsonl"), ("report", "page.html")):
        result = run(command, groups, "-o", tmp_path / name, "--pipeline", pipeline)
        assert result.exit_code == ALL_WELL, result.stderr


# --- broken lines cost themselves ------------------------------------------------------------


# A huge number costs only what would be written with it, and of a group this is not.
BROKEN_GROUPS = {name: told for name, told in BROKEN.items() if name != "huge"}


def among_good(first: bytes, last: bytes, broken: dict = BROKEN) -> list[bytes]:
    """A good line, all broken ones with a good one after each."""
    return [first, *(one for breaks, _ in broken.values() for one in (breaks(first), last))]


def test_broken_lines_of_texts_cost_themselves(tmp_path, pipeline):
    first, last = map(line, GOOD)
    source = lines_file(tmp_path / "a.jsonl", *among_good(first, last))
    result, found = annotated(tmp_path / "out.jsonl", source, *BLANK)
    assert len(found) == 1 + 2 * len(BROKEN)
    alone = lines_file(tmp_path / "alone.jsonl", first, *[last] * len(BROKEN))
    _, wanted = annotated(tmp_path / "wanted.jsonl", alone, *BLANK)
    assert [row | {"source": ""} for row in found[::2]] == [row | {"source": ""} for row in wanted]
    for number, (name, bad) in enumerate(zip(BROKEN, found[1::2], strict=True), start=1):
        assert list(bad) == ["id", "source", "error"]
        assert bad["source"] == f"{source}:{2 * number}"
        assert re.search(BROKEN[name][1], bad["error"]), (name, bad)
        assert number > 20 or f"{bad['source']}: {bad['error']}" in result.stderr
    _, again = annotated(tmp_path / "again.jsonl", source, "--n-process", 2, *BLANK)
    assert again == found
    result = run("columns", source, "--limit", 1000, "--pipeline", pipeline)
    assert result.exit_code == SOME_FAILED
    failed = len(BROKEN) - 1  # a huge number matters where it is written only
    shown = len(found) - failed
    assert f"{shown} sentences shown, {failed} texts failed" in result.stderr


def test_broken_lines_of_groups_cost_themselves(tmp_path, pipeline):
    first, last = line(group(0)), line(group(1) | {"citances": ["Frogs bind.", "Frogs bind p53."]})
    source = lines_file(tmp_path / "a.jsonl", *among_good(first, last, BROKEN_GROUPS))
    out = tmp_path / "out.jsonl"
    count = len(BROKEN_GROUPS)
    result = run("align", source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == SOME_FAILED
    said = f"{1 + 2 * count} groups read, {1 + count} aligned, {count} failed"
    assert said in result.stderr
    found = rows(out)
    alone = lines_file(tmp_path / "alone.jsonl", first, last)
    run("align", alone, "-o", tmp_path / "wanted.jsonl", "--pipeline", pipeline)
    one, two = rows(tmp_path / "wanted.jsonl")
    assert found[::2] == [one, *[two] * count]
    for number, (name, bad) in enumerate(zip(BROKEN_GROUPS, found[1::2], strict=True), start=1):
        assert list(bad) == ["line", "error"]
        assert bad["line"] == 2 * number
        assert re.search(BROKEN[name][1], bad["error"]), (name, bad)
        assert f"{source}:{2 * number}: {bad['error']}" in result.stderr
    # The page lists them, from the groups as they were given and from the aligned ones.
    for groups in (source, out):
        page = tmp_path / "page.html"
        result = run("report", groups, "-o", page, "--pipeline", pipeline)
        assert result.exit_code == SOME_FAILED
        assert f"{count} problems in 1 of 1 files:" in result.stderr
        for number in range(1, count + 1):
            assert f"{groups}, line {2 * number}: " in result.stderr
        assert page.read_text().count('<article class="work"') == 1 + count
    assert rows(page.with_suffix(".jsonl")) == found[::2]


@pytest.mark.parametrize("text", ["\ud800", "Frogs \udfff bind", "\udcff" * 3])
def test_half_a_character_costs_its_record(tmp_path, pipeline, text):
    given = [GOOD[0], {"id": "bad", "text": text}, GOOD[1]]
    source = lines_file(tmp_path / "a.jsonl", *(json.dumps(row).encode() for row in given))
    _, found = annotated(tmp_path / "out.jsonl", source, *BLANK)
    assert ["error" in row for row in found] == [False, True, False]
    bad = {"cited": {"key": "k"}, "citances": [{"id": "c", "text": text}, {"text": "Frogs."}]}
    source = lines_file(tmp_path / "g.jsonl", json.dumps(bad).encode(), line(group(0)))
    out = tmp_path / "aligned.jsonl"
    result = run("align", source, "-o", out, "--pipeline", pipeline)
    assert "2 groups read, 1 aligned, 1 failed" in result.stderr
    assert "half a character" in rows(out)[0]["error"]
