"""`citalign library`: articles into a file that keeps them, and what it says of itself."""

import pytest
from harvest_runs import make_articles, save_pipeline
from libraries import citances
from typer.testing import CliRunner

from spacy_citalign.cli import app

LEFT_OUT = "2 citations left out: 1 in captions, 1 in tables; --captions and --tables read these\n"


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline"))


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def library(tmp_path):
    return tmp_path / "pond.calg"


def run(*args):
    return CliRunner().invoke(app, ["library", *map(str, args)])


def add(pipeline, *args):
    return run("add", *args, "--pipeline", pipeline)


def test_add_says_what_was_added(pipeline, library, folder):
    result = add(pipeline, library, folder)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == (
        f"{LEFT_OUT}3 articles added, 0 failed; 6 citations in 6 citances; {library} has 3 "
        "articles and 4 works\n"
    )
    result = add(pipeline, library, folder, "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_a_file_that_fails_costs_the_exit_status_and_is_listed(pipeline, library, folder):
    (folder / "broken.xml").write_text("<article>")
    (folder / "fails.txt").write_text("Fail here [1].")
    result = add(pipeline, library, folder)
    assert result.exit_code == 1
    assert "2 problems in 2 of 5 files:" in result.stderr
    listed = run("failed", library)
    assert listed.exit_code == 0
    assert [line.split(":")[0] for line in listed.stdout.splitlines()] == [
        str(folder / "broken.xml"),
        str(folder / "fails.txt"),
    ]
    (folder / "fails.txt").write_text("All is well here [1].")
    (folder / "broken.xml").unlink()
    assert add(pipeline, library, folder).exit_code == 0
    assert len(run("failed", library).stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["none"], "none does not exist"),
        ([], "there is no library"),
        (["--n-process", "0", "none"], "--n-process is 0"),
    ],
)
def test_add_that_cannot_go_on_ends_with_status_2(pipeline, library, args, message):
    result = add(pipeline, library, *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not library.exists()


def test_articles_are_read_as_the_options_of_the_first_add_say(pipeline, library, folder):
    add(pipeline, library, folder / "one.xml", "--captions", "--tables")
    add(pipeline, library, folder / "more")
    assert len([row for row in citances(library) if row[0] == "901"]) == 3
    result = add(pipeline, library, folder, "--sentence-before")
    assert result.exit_code == 2
    assert "without --sentence-before" in result.stderr


def test_list_has_a_line_for_each_article(pipeline, library, folder):
    add(pipeline, library, folder)
    result = run("list", library)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        " citances    works  article",
        "        1        1  901: Pond life",
        "        2        2  900: Pond life",
        "        3        2  pond.txt",
    ]


def test_remove_and_what_is_not_in(pipeline, library, folder):
    add(pipeline, library, folder)
    result = run("remove", library, "901", "--file", folder / "pond.txt")
    assert result.exit_code == 0
    assert result.stderr == f"2 articles removed; {library} has 1 article and 2 works\n"
    result = run("remove", library, "901")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{library} has no article 901\n0 articles removed")


def test_replace(pipeline, library, folder):
    add(pipeline, library, folder)
    (folder / "pond.txt").write_text("Toads are silent [9].")
    result = add(pipeline, library, folder / "pond.txt", "--replace")
    assert result.exit_code == 0
    assert [row[2] for row in citances(library) if row[0] == "pond.txt"] == [
        "Toads are silent [9]."
    ]


def test_info(pipeline, library, folder):
    add(pipeline, library, folder, "--captions", "--no-texts")
    result = run("info", library)
    assert result.exit_code == 0
    facts = dict(line.strip().split("  ", 1) for line in result.stdout.splitlines())
    assert facts["articles"] == "3"
    assert facts["works"] == "4"
    assert facts["citances"] == facts["sentences"] == "7"
    assert facts["texts"] == "0"
    assert facts["articles are read"] == "with captions"


@pytest.mark.parametrize("command", ["list", "failed", "info"])
def test_what_reads_a_library_makes_none(library, command):
    result = run(command, library)
    assert result.exit_code == 2
    assert "there is no library" in result.stderr
    assert not library.exists()


def test_rows_of_annotate_go_in(pipeline, library, folder, tmp_path):
    for output in ("found.jsonl", "found.parquet"):
        inputs = [str(folder / "one.xml"), str(folder / "more"), "--pipeline", pipeline]
        options = ["--output", str(tmp_path / output), "--n-process", "1"]
        done = CliRunner().invoke(app, ["annotate", *inputs, *options])
        assert done.exit_code == 0, done.output
        result = add(pipeline, tmp_path / f"{output}.calg", tmp_path / output)
        assert result.exit_code == 0, result.output
        assert citances(tmp_path / f"{output}.calg") == [
            ("900", 18, "Frogs hop [1].", "doi:10.5555/f"),
            ("900", 33, "Toads sleep [2].", "doi:10.5555/t"),
            ("901", 18, "In May frogs sing [1].", "doi:10.5555/f"),
        ]
