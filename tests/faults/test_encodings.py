"""Files in other encodings, texts that are too long, and gold data that are none, at every door.

None is lost: what cannot be used is named, with what to do, and what stands beside it is as ever.
"""

import re

import pytest
import spacy
from align_runs import group
from cli_files import rows
from faults import (
    ALL_WELL,
    NOTHING_DONE,
    SOME_FAILED,
    annotated,
    lines_file,
    run,
    save_pipeline,
)
from spacy.util import registry

from spacy_citalign.cli.convert import read_examples
from spacy_citalign.errors import InputError
from tests.faults.odd_texts import ENCODINGS, line

BLANK = ("--pipeline", "blank:xx")
LONG = "p53 " * 250_001  # more than a pipeline's max_length


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline"))


# --- encodings -------------------------------------------------------------------------------


WIDE = "is in UTF-16; convert it to UTF-8"


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "lines.txt"])
def test_files_in_another_encoding_are_no_texts(tmp_path, name):
    content = "Fr\u00f6sche bind p53.\nToads.\n"
    if name == "a.jsonl":
        content = "".join(f'{{"text": "Fr\u00f6sche {n}"}}\n' for n in range(2))
    folder = tmp_path / "texts"
    for encoding in ENCODINGS:
        (folder / encoding).mkdir(parents=True)
        (folder / encoding / name).write_bytes(content.encode(encoding))
    (folder / "z.txt").write_text("Frogs.")
    lines = ["--lines"] if name == "lines.txt" else []
    _, found = annotated(tmp_path / "out.jsonl", folder, *lines, *BLANK)
    said: dict[str, list[str]] = {}
    for row in found:
        if "error" in row:
            said.setdefault(row["source"].removeprefix(f"{folder}/").split("/")[0], []).append(
                row["error"]
            )
    latin = said.pop("latin-1")
    assert said == {encoding: [WIDE] for encoding in ENCODINGS if encoding != "latin-1"}
    assert all("is not UTF-8: byte 0xf6 at position" in error for error in latin)
    assert found[-1]["text"] == "Frogs."


def test_commands_for_texts_refuse_other_encodings(tmp_path, pipeline):
    good = tmp_path / "z.txt"
    good.write_text("Frogs bind p53 (Lee 2004).")
    bad = [tmp_path / f"{encoding}.txt" for encoding in ENCODINGS]
    for path in bad:
        path.write_bytes("Fr\u00f6sche bind p53 [3].".encode(path.stem))
    before = sorted(tmp_path.iterdir())
    page = tmp_path / "out.html"

    def all_are_named(said):
        return all(
            re.search(rf"{path}:? is (in UTF-16|not UTF-8).*; convert it", said) for path in bad
        )

    result = run("sentences", *bad, good, "--html", page, "--pipeline", pipeline)
    assert result.exit_code == NOTHING_DONE
    assert all_are_named(result.stderr)
    assert f"error: {len(bad)} of {len(bad) + 1} texts cannot be used" in result.stderr
    assert sorted(tmp_path.iterdir()) == before
    result = run("columns", *bad, good, "--pipeline", pipeline)
    assert result.exit_code == SOME_FAILED
    assert all_are_named(result.stderr)
    assert f"1 sentence shown, {len(bad)} texts failed" in result.stderr
    result = run("citances", tmp_path, "-o", tmp_path / "out.jsonl", "--pipeline", pipeline)
    assert result.exit_code == SOME_FAILED
    assert all_are_named(result.stderr)
    assert [row["citances"][0]["source"] for row in rows(tmp_path / "out.jsonl")] == ["z.txt"]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_groups_in_another_encoding_are_refused(tmp_path, pipeline, encoding):
    source = tmp_path / "a.jsonl"
    row = {"cited": {"key": "k"}, "citances": ["Fr\u00f6sche", "Frogs"]}
    source.write_bytes((line(row).decode() + "\n").encode(encoding))
    out = tmp_path / "out.jsonl"
    result = run("align", source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == SOME_FAILED
    assert " 0 aligned" in result.stderr
    assert re.search("UTF-8|UTF-16", rows(out)[0]["error"])


def test_a_byte_order_mark_of_utf_8_is_no_text(tmp_path, pipeline):
    mark = b"\xef\xbb\xbf"
    source = lines_file(tmp_path / "a.jsonl", mark + line({"text": "Frogs bind p53."}))
    text = lines_file(tmp_path / "a.txt", mark + b"Frogs bind p53.")
    _, found = annotated(tmp_path / "out.jsonl", source, text, *BLANK)
    assert [row["text"].strip() for row in found] == ["Frogs bind p53."] * 2
    groups = lines_file(tmp_path / "g.jsonl", mark + line(group(0)))
    assert run("align", groups, "--pipeline", pipeline).exit_code == ALL_WELL


# --- texts that are too long -----------------------------------------------------------------


@pytest.mark.slow
def test_a_text_over_max_length_costs_itself(tmp_path, pipeline):
    named = ("--pipeline", pipeline)
    long, good = tmp_path / "a.txt", tmp_path / "b.txt"
    long.write_text(LONG)
    good.write_text("Frogs bind p53 (Lee 2004).")
    result, found = annotated(tmp_path / "out.jsonl", long, good, *BLANK)
    assert ["error" in row for row in found] == [True, False]
    assert f"{long}: has {len(LONG)} characters, more than the pipeline's max_" in result.stderr
    result = run("columns", long, good, *named)
    assert "1 sentence shown, 1 text failed" in result.stderr
    result = run("sentences", long, good, *named)
    assert result.exit_code == NOTHING_DONE
    assert f"{long}: has {len(LONG)} characters" in result.stderr
    for command, name in (("citances", "works.jsonl"), ("report", "page.html")):
        args = [command, long, good, "-o", tmp_path / name, "--min-citances", 1, *named]
        result = run(*args)
        assert result.exit_code == SOME_FAILED
        assert f"{long}: a.txt: the text has {len(LONG)} characters" in result.stderr
    one = {"cited": {"key": "k"}, "citances": [{"text": LONG}, {"text": "Frogs."}]}
    source = lines_file(tmp_path / "g.jsonl", line(one), line(group(0)))
    result = run("align", source, "-o", tmp_path / "aligned.jsonl", *named)
    assert "2 groups read, 1 aligned, 1 failed" in result.stderr


# --- gold data -------------------------------------------------------------------------------

READERS = sorted(name for name in registry.readers.get_all() if name.startswith("citalign."))
CONTENTS = {
    "empty": b"",
    "UTF-16": "Fr\u00f6sche\tbinden\n".encode("utf-16"),
    "Latin-1": "Fr\u00f6sche\tbinden\n".encode("latin-1"),
    "binary": bytes(range(256)) * 4,
    "gzip": b"\x1f\x8b\x08" + bytes(30),
    "page": b"<!DOCTYPE html><title>503</title>",
    "JSON": b'{"a": [1, NaN]}\n',
}


@pytest.mark.parametrize("reader", READERS)
def test_gold_data_that_are_none_are_refused(tmp_path, reader):
    nlp = spacy.blank("xx")
    source = tmp_path / ("a.spacy" if "Corpus" in reader else "a.txt")
    for content in CONTENTS.values():
        source.write_bytes(content)
        with pytest.raises(InputError, match=str(source.with_suffix(""))):  # or what is beside it
            list(read_examples(nlp, source, reader))
