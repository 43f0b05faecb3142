"""Folders that mix all kinds of files: read, refused and left out add up to what is there."""

import re

import pytest
from cli_files import rows
from harvest_runs import save_pipeline
from input_files import write
from typer.testing import CliRunner

from spacy_citalign.cli import app
from tests.inputs.mixed_folder import (
    BROKEN,
    CITE_NOTHING,
    FULL_TEXTS,
    LEFT_OUT,
    article,
    make_mixed,
    mixed_archive,
)

ANNOTATED = r"(\d+) records read, (\d+) annotated, (\d+) failed; files left out: (\d+)"
FILES = len(FULL_TEXTS) + len(CITE_NOTHING) + len(BROKEN) + len(LEFT_OUT)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline") / "p")


def run(command, *args, stdin=None):
    return CliRunner().invoke(app, [command, *map(str, args)], input=stdin)


def numbers(pattern, result):
    match = re.search(pattern, result.stderr)
    assert match, result.stderr
    return tuple(map(int, match.groups()))


def test_citances_of_a_mixed_folder_add_up(tmp_path, pipeline):
    folder, out = make_mixed(tmp_path / "in"), tmp_path / "out.jsonl"
    result = run("citances", folder, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == 1
    told = numbers(r"(\d+) articles, (\d+) failed, (\d+) \(", result)
    # Who calls a file .xml takes it for an article, so that one of PubMed is refused.
    refused, left_out = len(BROKEN) + 1, len(LEFT_OUT) + 1
    assert told == (len(FULL_TEXTS) + refused, refused, left_out)
    assert told[0] + told[2] == FILES
    assert f"{refused} problems in {refused} of {FILES} files:" in result.stderr
    (abstracts,) = {line.strip() for line in result.stderr.splitlines() if "abstracts.xml" in line}
    assert abstracts == (
        f"{folder}/abstracts.xml has PubMed's abstracts, which cite nothing; `citalign annotate` "
        "reads it"
    )
    sources = {one["source"] for row in rows(out) for one in row["citances"]}
    assert {"901", "902", "903", "10.5555/own", "2304.01234", "deep/plain.txt"} < sources
    assert len(sources) == len(FULL_TEXTS)
    assert "Traceback" not in result.output


@pytest.mark.slow
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
@pytest.mark.parametrize("n_process", [1, 2])
def test_annotations_of_a_mixed_folder_add_up(tmp_path, pipeline, form, n_process):
    pytest.importorskip("pyarrow")
    folder, out = make_mixed(tmp_path / "in"), tmp_path / f"out.{form}"
    args = (folder, "-o", out, "--pipeline", pipeline, "--n-process", n_process)
    result = run("annotate", *args)
    assert result.exit_code == 1
    told = numbers(
        r"(\d+) records read, (\d+) annotated, (\d+) failed; files left out: (\d+)", result
    )
    read = len(FULL_TEXTS) + len(CITE_NOTHING)
    assert told == (read + len(BROKEN), read, len(BROKEN), len(LEFT_OUT))
    assert told[0] + told[3] == FILES
    again = run("annotate", *args)
    assert f"files left out: {len(LEFT_OUT)} (" in again.stderr
    if form == "jsonl":
        by_source = {row["source"].removeprefix(f"{folder}/"): row for row in rows(out)}
        citing = {name for name, row in by_source.items() if row.get("citations")}
        assert {name.partition(":")[0] for name in citing} == set(FULL_TEXTS) - {"deep/plain.txt"}
        assert by_source["set.xml:1"]["citances"][0]["key"] == "pmid:11"
        assert {name for name, row in by_source.items() if "error" in row} == set(BROKEN)


def test_an_archive_is_read_like_a_folder(tmp_path, pipeline):
    archive, out = write(tmp_path / "a.zip", mixed_archive()), tmp_path / "out.jsonl"
    result = run("annotate", archive, "-o", out, "--pipeline", pipeline, "--n-process", "1")
    # BioC is left out there, and so are lines and documents in an archive.
    told = numbers(
        r"(\d+) records read, (\d+) annotated, (\d+) failed; files left out: (\d+)", result
    )
    assert told[0] + told[3] == FILES
    assert told[3] == len(LEFT_OUT) + 2
    result = run("citances", archive, "--pipeline", pipeline)
    told = numbers(r"(\d+) articles, (\d+) failed, (\d+) \(", result)
    assert told[0] + told[2] == FILES


def test_what_annotate_leaves_out_is_named_on_request(tmp_path, pipeline):
    folder, out = make_mixed(tmp_path / "in"), tmp_path / "out.jsonl"
    write(folder / "inner.zip", mixed_archive())
    result = run("annotate", folder, "-o", out, "--pipeline", pipeline, "--list-skipped")
    for name in ("picture.png", "inner.zip/picture.png"):
        assert f"{folder}/{name} is an image, which has no text" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LEFT_OUT if name != "README.md"])
@pytest.mark.parametrize("command", ["annotate", "citances"])
def test_what_is_named_and_not_read_is_an_error(tmp_path, pipeline, command, name):
    path, good = write(tmp_path / name, LEFT_OUT[name]), write(tmp_path / "a.xml", article(1))
    result = run(command, path, good, "-o", tmp_path / "out.jsonl", "--pipeline", pipeline)
    assert result.exit_code == 1
    (line,) = {line.strip() for line in result.stderr.splitlines() if line.startswith(str(path))}
    assert re.match(r"[^ ]+?:? (is|has) ", line)
    assert "left out" not in result.stderr


def test_a_folder_of_other_files_is_an_error(tmp_path, pipeline):
    write(tmp_path / "in" / "a.png", LEFT_OUT["picture.png"])
    result = run("annotate", tmp_path / "in", "-o", tmp_path / "out.jsonl", "--pipeline", pipeline)
    assert result.exit_code == 2
    assert f"{tmp_path}/in: has no file to read: no text and no article" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.xml", "set.xml", "grobid.tei.xml", "s2orc.json", "arxiv.html"])
def test_standard_input_may_be_an_article(tmp_path, pipeline, name):
    out = tmp_path / "out.jsonl"
    result = run("annotate", "-", "-o", out, "--pipeline", pipeline, stdin=FULL_TEXTS[name])
    assert result.exit_code == 0, result.stderr
    (row,) = rows(out)
    assert row["citations"]


def test_standard_input_may_be_an_archive(tmp_path, pipeline):
    out = tmp_path / "out.jsonl"
    result = run("annotate", "-", "-o", out, "--pipeline", pipeline, stdin=mixed_archive())
    told = numbers(
        r"(\d+) records read, (\d+) annotated, (\d+) failed; files left out: (\d+)", result
    )
    assert told[0] + told[3] == FILES
