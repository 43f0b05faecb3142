"""What a release is made of: the version is said once or the same, workflows may do little."""

import re
from pathlib import Path

import pytest

import spacy_citalign

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"uses: (?P<action>[\w./-]+)@(?P<version>\S+)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    (version,) = re.findall(r'^version = "(.*)"$', read("pyproject.toml"), re.MULTILINE)
    assert re.findall(r"^version: (.*)$", read("CITATION.cff"), re.MULTILINE) == [version]
    assert spacy_citalign.__version__ == version


def test_the_papers_of_the_components_are_cited():
    cited = read("CITATION.cff")
    table = read("README.md").partition("| component | what it does |")[2].partition("\n\n")[0]
    for name in re.findall(r"notes: (.*)", cited):
        assert all(f"`{component}`" in table for component in name.split(", "))
    assert cited.count("notes: ") == 5


def test_there_are_workflows():
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_may_do_what_their_jobs_say_and_end(path):
    text = path.read_text(encoding="utf-8")
    assert "\npermissions: {}\n" in text
    jobs = re.split(r"\n  (?=\w+:\n)", text.partition("\njobs:")[2])[1:]
    for job in jobs:
        assert "    permissions:\n" in job
        assert "    timeout-minutes: " in job
    # A release tag, or the hash that it had; never a branch.
    for use in USES.finditer(text):
        assert re.fullmatch(r"v\d+|release/v\d+|[0-9a-f]{40}", use["version"]), use[0]
