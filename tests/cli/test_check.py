"""`citalign check`: the table, what is said of breaks, exit statuses, JSON, crashes and hangs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from typer.testing import CliRunner

from spacy_citalign.checks.findings import (
    BREAKS,
    HOLDS,
    NOT_APPLICABLE,
    ComponentReport,
    Finding,
    Rule,
    as_json,
    broken_rules,
    not_applicable,
    table,
)
from spacy_citalign.checks.rules import RULES
from spacy_citalign.checks.run import check_pipeline
from spacy_citalign.checks.worker import Request
from spacy_citalign.cli import app
from spacy_citalign.errors import SettingError
from tests.checks import broken_components

pytestmark = pytest.mark.slow

CODE = Path(broken_components.__file__)
TEXTS = ["The kinase binds."]
NAMES = [rule.name for rule in RULES]


def check(*args):
    return CliRunner().invoke(app, ["check", *map(str, args)])


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "texts.txt"
    path.write_text("The kinase binds p53.\nDNA of mice is long.\nNothing is found here.\n")
    return path


@pytest.fixture(scope="module")
def dangerous(tmp_path_factory):
    """A pipeline of a component that ends the process, and a good one."""
    nlp = spacy.blank("en")
    for name in ("crashing", "finder"):
        nlp.add_pipe(f"check_{name}", name=name)
    path = tmp_path_factory.mktemp("dangerous") / "pipeline"
    nlp.to_disk(path)
    return path


# --- whole runs ------------------------------------------------------------------------------


def test_component_that_keeps_all_rules(texts, tmp_path):
    report = tmp_path / "findings.json"
    result = check("--factory", "citance_finder", "--texts", texts, "--fast", "--json", report)
    assert result.exit_code == 0, result.output
    assert "citance_finder: 20 of 21 rules hold, 0 broken (" in result.stderr
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["citance_finder", *["ok"] * 17, "-", *["ok"] * 3]
    assert lines[-2] == "not applicable: citance_finder, pickle: it saves nothing"
    assert lines[-1] == "1 component, 21 rules: 0 broken"
    found = json.loads(report.read_text())
    assert found["holds"] is True
    assert (found["pipeline"], found["factory"]) == (None, "citance_finder")
    assert (found["fast"], found["texts"]) == (True, 3)
    assert [rule["name"] for rule in found["rules"]] == NAMES
    (component,) = found["components"]
    assert component["module"] == "spacy_citalign.components.citations"
    assert [one["rule"] for one in component["findings"]] == NAMES
    statuses = [one["status"] for one in component["findings"]]
    assert statuses == [*[HOLDS] * 17, NOT_APPLICABLE, *[HOLDS] * 3]


def test_component_that_breaks_a_rule(texts, tmp_path):
    report = tmp_path / "findings.json"
    options = ["--code", CODE, "--factory", "check_secret", "--texts", texts, "--fast"]
    result = check(*options, "--rule", "declared", "--rule", "again", "--json", report)
    assert result.exit_code == 1, result.output
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["check_secret", "NO", "ok"]
    assert lines[4] == "ok holds, NO breaks, - not applicable"
    assert lines[5].split(maxsplit=2)[:2] == ["1", "declared"]
    assert lines[-4:] == [
        "check_secret breaks declared",
        "  what: it sets token.tag, and assigns does not name it",
        f"  mend: {RULES[NAMES.index('declared')].remedy}",
        "1 component, 2 rules: 1 broken",
    ]
    found = json.loads(report.read_text())
    assert found["holds"] is False
    assert [one["status"] for one in found["components"][0]["findings"]] == [BREAKS, HOLDS]
    quiet = check(*options, "--rule", "declared", "--quiet")
    assert quiet.exit_code == 1
    assert quiet.stdout.splitlines() == lines[-4:-1]
    assert quiet.stderr == ""


def test_crash_is_a_finding_and_the_others_are_checked(dangerous):
    rules = ["texts", "declared"]
    request = Request(str(dangerous), None, TEXTS, code=str(CODE), rules=rules, fast=True)
    noted = []
    reports = check_pipeline(request, on_report=lambda report: noted.append(report.name))
    assert noted == [one.name for one in reports] == ["crashing", "finder"]
    for one in reports:
        assert [finding.rule for finding in one.findings] == rules
        assert one.findings[1].status == HOLDS
    crash, before = (one.findings[0] for one in reports)
    assert crash.status == BREAKS
    assert crash.message == "the process ended with status 7 on the text 'one word'"
    assert "exception" in crash.remedy
    assert before.status == NOT_APPLICABLE
    assert before.message == "the process ended with status 7 in a component before it"
    assert before.remedy == ""


def test_hang_is_a_finding():
    request = Request(None, "check_hanging", TEXTS, code=str(CODE), rules=["texts"], fast=True)
    ((finding,),) = (one.findings for one in check_pipeline(request, limit=1.0))
    assert finding.status == BREAKS
    assert finding.message == "it does not come back on the text 'one word' within 1 s"
    assert "Bound every loop" in finding.remedy


def test_component_that_ends_again_and_again_is_given_up():
    rules = ["offsets", "declared", "batches", "pickle"]
    request = Request(None, "check_crashing", ["p53"], code=str(CODE), rules=rules, fast=True)
    (one,) = check_pipeline(request)
    assert [finding.status for finding in one.findings] == [BREAKS] * 2 + [NOT_APPLICABLE] * 2
    assert {finding.message for finding in one.findings[2:]} == {
        "given up: it ended or hung 2 times"
    }


def test_command_is_one_of_spacy_too(dangerous):
    run = subprocess.run(
        [sys.executable, "-m", "spacy", "citalign", "check", str(dangerous), "--component", "none"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr.startswith("error: the pipeline ")


# --- what cannot be checked ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["blank:en"], "the pipeline has no component to check, it has: none"),
        (["nowhere"], "the pipeline 'nowhere' does not load"),
        (["--factory", "nothing"], "the factory 'nothing' makes no component: ValueError: [E002]"),
        (["blank:en", "--factory", "sentencizer"], "give a pipeline or --factory, not both"),
        (["--code", "none.py"], "none.py is no file"),
        (["--texts", "none.txt"], "none.txt cannot be read"),
        (["--json", "none/f.json"], "the folder of the output none/f.json does not exist"),
        (["--rule", "none"], "there is no rule 'none', there are: found, built,"),
        (
            ["--factory", "sentencizer", "--component", "tagger"],
            "the pipeline has no component 'tagger', it has: sentencizer",
        ),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_line(tmp_path, monkeypatch, args, message):
    monkeypatch.chdir(tmp_path)
    result = check(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_code_that_fails_or_ends_the_process(tmp_path):
    for line, message in (
        ("{}[1]", "fails.py cannot be imported: KeyError: 1"),
        ("import os; os._exit(9)", "does not load: the process ended with status 9"),
    ):
        (tmp_path / "fails.py").write_text(line)
        request = Request("blank:en", None, ["A text."], code=str(tmp_path / "fails.py"))
        with pytest.raises(SettingError, match=message):
            check_pipeline(request)


# --- tables ----------------------------------------------------------------------------------

TWO = [Rule("one", "is so", "Do.", lambda tested: None), Rule("two", "is", "Do.", lambda s: None)]
REPORTS = [
    ComponentReport(
        "tagger",
        "made",
        "package.module",
        [
            Finding("tagger", "one", BREAKS, "it is not", "Make it so.", 1.5),
            Finding("tagger", "two", HOLDS),
        ],
    ),
    ComponentReport(
        "ner",
        "ner",
        "package.ner",
        [
            Finding("ner", "one", NOT_APPLICABLE, "no model"),
            Finding("ner", "two", NOT_APPLICABLE, "no model"),
        ],
    ),
]


def test_table_has_a_row_a_component_and_a_column_a_rule():
    assert table(REPORTS, TWO).splitlines() == [
        "component   1   2",
        "---------  --  --",
        "tagger     NO  ok",
        "ner         -   -",
        "",
        "ok holds, NO breaks, - not applicable",
        " 1 one  is so",
        " 2 two  is",
    ]


def test_breaks_say_what_happened_and_how_to_mend_it():
    assert broken_rules(REPORTS) == [
        "tagger breaks one",
        "  what: it is not",
        "  mend: Make it so.",
    ]
    assert not_applicable(REPORTS) == ["ner, one, two: no model"]


def test_json_has_all_findings():
    found = as_json(REPORTS, TWO)
    assert found["holds"] is False
    assert found["components"][0]["findings"][0] == {
        "rule": "one",
        "status": BREAKS,
        "what": "it is not",
        "mend": "Make it so.",
        "seconds": 1.5,
    }
    assert as_json(REPORTS[1:], TWO)["holds"] is True
