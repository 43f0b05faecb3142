"""`citalign citances` and what goes wrong: a clear line, and nothing else is lost."""

import gzip
import json
import re

import pytest
import spacy
from cli_files import rows
from harvest_runs import FAIL, make_articles
from jats_files import citing, jats, section


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


BAD = {"latin.txt": b"caf\xe9 [1]", "pipe.txt": f"Frogs [1] {FAIL}.".encode()}


def test_bad_articles_do_not_stop_the_others(run_citances, folder, out):
    run_citances(folder, "-o", out)
    good = out.read_bytes()
    for name, content in BAD.items():
        (folder / name).write_bytes(content)
    result = run_citances(folder, "-o", out)
    assert result.exit_code == 1
    assert out.read_bytes() == good
    lines = result.stderr.splitlines()
    for name in BAD:
        (first, again) = (line for line in lines if name in line)
        assert first.startswith(str(folder / name))
        assert again == f"  {first}"
    assert f"{folder / 'pipe.txt'}: RuntimeError: not this one" in lines
    assert any(line.startswith("5 articles, 2 failed; 6 citations") for line in lines)
    assert "2 problems in 2 of 5 files:" in lines
    assert "Traceback" not in result.output


def test_quiet_says_each_problem_once(run_citances, folder, out):
    (folder / "latin.txt").write_bytes(BAD["latin.txt"])
    result = run_citances(folder, "-o", out, "-q")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


def test_output_is_there_where_all_articles_fail(run_citances, folder, out):
    result = run_citances(folder / "one.xml", "-o", out)
    assert (result.exit_code, len(rows(out))) == (0, 2)
    (folder / "one.xml").write_bytes(b"<article>")
    result = run_citances(folder / "one.xml", "-o", out)
    assert (result.exit_code, rows(out)) == (1, [])
    assert "1 problem in 1 of 1 files:" in result.stderr


def test_nothing_found_is_no_error(run_citances, tmp_path, out):
    (tmp_path / "a.txt").write_text("Frogs hop. Nobody knows why.")
    result = run_citances(tmp_path / "a.txt", "-o", out)
    assert result.exit_code == 0
    assert out.read_bytes() == b""
    assert result.stderr == f"1 article, 0 failed; 0 citations in 0 citances; 0 works -> {out}\n"
    assert run_citances(tmp_path / "a.txt").stdout == "no works\n"


def test_same_names_in_two_folders_are_two_articles(run_citances, tmp_path, out):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "article.xml").write_bytes(
            jats(section("Results", citing("r1", "Frogs hop.")), pmid=f"90{folder == 'a':d}")
        )
    run_citances(tmp_path / "a", tmp_path / "b", "-o", out)
    (row,) = rows(out)
    assert [one["source"] for one in row["citances"]] == ["901", "900"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["{f}", "-o", "{d}/out.json"], "must end in .jsonl"),
        (["{f}", "-o", "{d}/no/out.jsonl"], "does not exist; make it first"),
        (["{f}", "-o", "{d}/folder.jsonl"], "is a folder"),
        (["{d}/in.jsonl", "-o", "{d}/in.jsonl"], "is also an input"),
        (["{d}/in.jsonl", "-o", "{d}/out.jsonl"], "in.jsonl has groups of citances and is no"),
        (["{f}", "{d}/in.jsonl.gz"], "in.jsonl.gz has groups of citances and is no article"),
        (["{f}", "{d}/none.xml"], "none.xml does not exist"),
        (["{d}/empty"], "empty has no file; give a folder that has"),
        (["{f}", "--cited", " "], "--cited is blank"),
        (["{f}", "--cited", "https://doi.org/"], "--cited is blank"),
        (["{f}", "--min-citances", "0"], "--min-citances"),
        (["{f}", "--pipeline", "blank:en"], "no component of the pipeline sets sentences"),
        (["{f}", "--pipeline", "{d}/none"], "does not load"),
        ([], "ARTICLES"),
    ],
)
def test_nothing_can_be_done(run_citances, folder, tmp_path, args, message):
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "in.jsonl").write_text(json.dumps({"citances": ["Frogs hop [1]."]}))
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(b'{"citances": ["Frogs hop."]}'))
    before = sorted(tmp_path.rglob("*"))
    result = run_citances(*(arg.format(f=folder, d=tmp_path) for arg in args))
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_unfitted_pipeline_is_said_once(run_citances, folder, tmp_path, out):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector")
    nlp.to_disk(tmp_path / "unfitted")
    result = run_citances(folder, "-o", out, "--pipeline", tmp_path / "unfitted")
    assert result.exit_code == 2
    assert re.fullmatch(r"error: .*sentence_boundary_detector.*\n", result.stderr)
