"""docs/start/: each page from top to bottom in a folder of its own, with the files it speaks of.

What needs a service, a cluster or the network says so in the title of its block, and is not run.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from spacy_citalign.cli import app
from tests import test_readme

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "start"
PAGES = sorted(FOLDER.glob("*.md"))
MOST_LINES = 100
pytestmark = pytest.mark.skipif(not PAGES, reason="the tests run without the checkout")
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)


class Block(NamedTuple):
    """A fenced block: its language, its title, its text."""

    language: str
    title: str
    text: str

    @property
    def is_run(self) -> bool:
        return self.language in {"bash", "python"} and not self.title


def blocks(page: Path) -> list[Block]:
    """The blocks of a page; those of lists are indented."""
    fence = r'^( *)```(\w+)(?: title="([^"]*)")?\n(.*?)^ *```$'
    found = re.findall(fence, page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [Block(language, title, text) for _, language, title, text in found]


def run_bash(code: str) -> list[str]:
    """What the commands print to standard output and to standard error.

    `citalign` runs in this process, which is quicker; a file that is written by `cat` and other
    commands are a matter of the shell.
    """
    heredocs = re.compile(r"^cat > \S+ <<'END'\n.*?^END\n", re.MULTILINE | re.DOTALL)
    commands = heredocs.findall(code) + heredocs.sub("", code).replace("\\\n", "").splitlines()
    printed, told = "", ""
    for command in commands:
        if arguments := re.fullmatch(r"citalign ([^|>]*)", command):
            run = CliRunner().invoke(app, arguments[1], env={"NO_COLOR": "1"})
            assert run.exit_code == 0, run.output
            printed, told = printed + run.stdout, told + run.stderr
        else:
            command = command.replace("python -m", f"{sys.executable} -m")
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
            printed, told = printed + done.stdout, told + done.stderr
    return [printed, told]


def run_python(code: str) -> list[str]:
    return [test_readme.run_python(code)]


def assert_shown(shown: str, printed: list[str]) -> None:
    """See that one of the outputs is what the page shows; "..." leaves lines out."""
    parts = [part.strip("\n") for part in shown.split("...\n")]
    plain = [re.sub(r"\x1b\[[\d;]*m", "", output) for output in printed]
    if len(parts) == 1:
        assert any(parts[0] == output.strip("\n") or parts[0] in output for output in plain), plain
    else:
        assert any(all(part in output for part in parts) for output in plain), plain


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page.stem == "jats" else pytest.mark.slow, id=page.stem)
        for page in PAGES
    ],
)
def test_the_page_runs_from_top_to_bottom(page, tmp_path, monkeypatch):
    if "pyarrow" in page.read_text(encoding="utf-8"):
        pytest.importorskip("pyarrow", exc_type=ImportError)
    shutil.copytree(FOLDER / "files", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    for block in blocks(page):
        if block.is_run:
            printed = (run_bash if block.language == "bash" else run_python)(block.text)
        elif block.language == "text":
            assert_shown(block.text, printed)
            printed = []


@every_page
def test_the_page_is_short_and_begins_with_a_command(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    if page.stem != "index":
        assert any(line.startswith(("```bash", "```python")) for line in lines[:12])
        assert "## What goes wrong" in lines


@every_page
def test_what_is_not_run_says_what_it_needs(page):
    for block in blocks(page):
        assert block.language in {"bash", "python", "text", "json"}
        assert not block.title or block.title.startswith("needs ")
        if block.title and block.language == "python":
            compile(block.text, page.name, "exec")


@every_page
def test_commands_options_and_links_exist(page):
    test_readme.test_commands_and_options_exist(page)
    test_readme.test_links_lead_to_files_and_to_their_headings(page)


def test_every_page_is_in_the_list():
    listed = re.findall(r"\]\((\w+\.md)\)", (FOLDER / "index.md").read_text(encoding="utf-8"))
    assert {page.name for page in PAGES} == {*listed, "index.md"}


def test_messages_that_are_quoted_are_those_of_the_program():
    """What stands in the tables of troubles, up to what varies, is somewhere in the sources."""
    sources = "\n".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for folder in ("spacy_citalign", "components")
        for path in (ROOT / folder).rglob("*.py")
    )
    for message in (
        "has the results of another run",
        "more than the pipeline's max_length",
        "without a reference in the article's list",
        "is a PDF without text: a scan",
        "it is damaged, or no PDF",
        "a list of references that could be read",
        "is JSON with the keys",
        "there is no work",
    ):
        quoted = [page for page in PAGES if message.strip() in page.read_text(encoding="utf-8")]
        assert quoted, message
        assert message in sources, message
