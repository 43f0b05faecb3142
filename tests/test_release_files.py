"""What a release is made of: the version is said once or the same, workflows may do little."""

import re
from importlib import metadata
from pathlib import Path

import pytest

import spacy_citalign

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"uses: (?P<action>[\w./-]+)@(?P<version>\S+)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    assert metadata.version("spacy-citalign") == spacy_citalign.__version__
    in_citation = re.findall(r"^version: (.*)$", read("CITATION.cff"), re.MULTILINE)
    assert in_citation == [spacy_citalign.__version__]


def test_the_papers_of_the_components_are_cited():
    table = read("README.md").partition("| component | what it does |")[2].partition("\n\n")[0]
    entries = read("CITATION.cff").split("  - type: ")[1:]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    asked = [(row[0], paper) for row in rows for paper in row[-1].split("; ") if paper != "-"]
    assert len(asked) == 11
    for component, paper in asked:
        names = re.findall(r"CL-SciSumm|[^\W\d_][\w-]+(?= et al|,| &| \d)|(?<=& )\w+", paper)
        parts = [*names, *re.findall(r"\d{4}", paper)]
        (found,) = [one for one in entries if parts and all(part in one for part in parts)]
        assert re.search(r"\[`(\w+)`\]", component)[1] in found.partition("notes: ")[2]


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
