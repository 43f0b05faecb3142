"""`citalign verify`: exit statuses, what is printed, rows and page, and what is refused."""

import json

import pytest
from typer.testing import CliRunner

from spacy_citalign.claim_rows import CitedClaim, SourcedClaim
from spacy_citalign.cli import app

TITLE = "Frogs of the deep ponds wake early"
BIB = f"@article{{zork, author = {{Zork, A.}}, title = {{{TITLE}}}, year = {{2004}}}}\n"
OTHER = "@article{lake, author = {Lake, B.}, title = {Calls of newts in ponds}, year = {2009}}\n"
SOURCE = f"""{TITLE}
A. Zork

In all ponds the frogs woke before the rain. We found that they sang until the rain had ended. Toads
slept in leaves.
"""
GOOD = "Frogs woke before the rain in ponds [@zork]."
ANOTHER = "Rapamycin inhibits mTOR in yeast [@zork]."


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text(BIB + OTHER, encoding="utf-8")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "zork.txt").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def run(*args, text=None):
    if text is not None:
        with open("paper.md", "w", encoding="utf-8") as file:
            file.write(f"---\nbibliography: refs.bib\n---\n\n{text}\n")
    result = CliRunner().invoke(app, ["verify", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (GOOD, [], 0),
        (GOOD, ["--fail-below", ".05"], 0),
        (ANOTHER, [], 0),
        (ANOTHER, ["--fail-below", ".5"], 1),
        ("Newts call [@lake].", ["--fail-below", ".05"], 0),
        ("Newts call [@lake].", ["--fail-missing"], 1),
        ("Newts call [@none].", [], 0),
        ("Newts call [@none].", ["--fail-missing"], 1),
        (GOOD, ["--fail-missing"], 0),
        ("Frogs wake.", ["--fail-missing", "--fail-below", "1"], 0),
    ],
)
def test_the_exit_status(files, text, options, status):
    result = run("paper.md", "--sources", "sources", *options, text=text)
    assert result.exit_code == status, result.output


def test_what_is_printed_begins_with_the_place_of_the_key(files):
    result = run("paper.md", "--sources", "sources", text=GOOD)
    first, *rest = result.stdout.splitlines()
    assert first.startswith(f"paper.md:5:38: Zork 2004, {TITLE}; support ")
    assert '"Frogs woke before the rain in ponds (Zork 2004)."' in rest[0]
    assert any('"In all ponds the frogs woke before the rain."' in line for line in rest)
    assert "1 citation of 1 work; " in result.stderr


def test_what_is_missing_is_listed(files):
    result = run("paper.md", "--sources", "sources", text="Newts call [@lake] [@none].")
    assert "source not among the files" in result.stdout
    assert "Lake 2009, Calls of newts in ponds: not among the files, 1 citation" in result.stderr
    assert result.stderr.count("the key 'none' is in no bibliography") == 1


def test_only_what_asks_for_a_reader_can_be_printed(files):
    text = f"{GOOD}\n\n{ANOTHER}"
    result = run("paper.md", "--sources", "sources", "--show", "first", text=text)
    assert "Rapamycin" in result.stdout
    assert "Frogs woke before" not in result.stdout


def test_rows_and_page_are_written(files):
    quoted = 'As they say, "in all ponds the frogs slept before the rain" [@zork].'
    text = f"{GOOD}\n\n{quoted}\n\n<b>Newts</b> call & sing [@lake]."
    result = run("paper.md", "--sources", "sources", "-o", "a.jsonl", "--html", "a.html", text=text)
    assert result.exit_code == 0, result.output
    lines = (files / "a.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [CitedClaim.model_validate_json(line) for line in lines]
    assert [row.key for row in rows] == ["zork", "zork", "lake"]
    assert json.loads(lines[0])["schema"] == 1
    page = (files / "a.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "paper.md:5:38" in page
    assert "Nearest passage" in page
    assert "source not among the files" in page
    assert '<span class="opposite">slept</span>' in page


def test_the_page_of_another_program_is_not_overwritten(files):
    (files / "a.html").write_text("<p>mine", encoding="utf-8")
    arguments = ["paper.md", "--sources", "sources", "--html", "a.html"]
    assert run(*arguments, text=GOOD).exit_code == 2
    assert run(*arguments, "--fresh", text=GOOD).exit_code == 0


def test_claims_of_a_file_name_their_sources(files):
    (files / "claims").mkdir()
    claims = files / "claims" / "claims.jsonl"
    rows = [
        {"claim": "Frogs woke before the rain.", "source": "../sources/zork.txt"},
        {"claim": "Toads sleep.", "source": "none.xml"},
        {"claim": "Toads sleep.", "text": "In leaves all toads sleep."},
    ]
    claims.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    result = run(claims, "-o", "a.jsonl")
    assert result.exit_code == 0, result.output
    lines = (files / "a.jsonl").read_text(encoding="utf-8").splitlines()
    states = [SourcedClaim.model_validate_json(line).state for line in lines]
    assert states == ["full text", "missing", "full text"]
    assert "3 claims; " in result.stderr
    assert run(claims, "--fail-missing").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["paper.md"], "no --sources are given"),
        (["none.md", "--sources", "sources"], "none.md"),
        (["paper.md", "--sources", "none"], "none does not exist"),
        (["paper.md", "--sources", "sources", "--bibliography", "none.bib"], "none.bib"),
        (["paper.md", "--sources", "sources", "-o", "a.txt"], "must end in .jsonl"),
        (["paper.md", "--sources", "sources", "--html", "a.txt"], "must end in .html"),
        (["claims.jsonl", "paper.md"], "is a file of claims; give it alone"),
        (["bad.jsonl"], "line 1"),
        (["claims.jsonl", "--bibliography", "refs.bib"], "--bibliography is for manuscripts"),
        (["paper.md", "--sources", "sources", "--fail-below", "2"], "--fail-below"),
    ],
)
def test_bad_input_has_status_2(files, arguments, message):
    (files / "claims.jsonl").write_text('{"claim": "a", "text": "b"}\n', encoding="utf-8")
    (files / "bad.jsonl").write_text('{"claim": "a"}\n', encoding="utf-8")
    result = run(*arguments, text=GOOD)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")


def test_a_broken_entry_of_a_bibliography_is_told_and_the_rest_is_read(files):
    (files / "refs.bib").write_text(f"@article{{hay, title = {{x\n\n{BIB}", encoding="utf-8")
    result = run("paper.md", "--sources", "sources", text=GOOD)
    assert result.exit_code == 0, result.output
    assert result.stderr.count("refs.bib:1") == 1
    assert "support" in result.stdout
