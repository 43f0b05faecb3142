"""README.md and docs/: their blocks run and print what stands below them, their tables hold."""

import contextlib
import io
import re
import shlex
from functools import cache
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import spacy
import typer
from spacy.language import Language
from typer.testing import CliRunner

import spacy_citalign
from spacy_citalign.cli import app
from tests.engine_recipes import engine_of

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
COMPONENTS = sorted((DOCS / "components").glob("*.md"))
DOCUMENTS = [path for path in (README, *sorted(DOCS.glob("*.md")), *COMPONENTS) if path.exists()]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
COMMANDS = typer.main.get_command(app).commands
pytestmark = pytest.mark.skipif(not README.exists(), reason="the tests run without the checkout")
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)


class Block(NamedTuple):
    """A fenced block of a document, and the block of output that follows it, if one does."""

    language: str
    code: str
    output: str | None


def read(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def blocks(document: Path) -> list[Block]:
    fenced = re.findall(r"^```(\w+)\n(.*?)^```$", read(document), re.DOTALL | re.MULTILINE)
    return [
        Block(language, code, following if kind == "text" else None)
        for (language, code), (kind, following) in pairwise([*fenced, ("", "")])
        if language != "text"
    ]


def factories() -> set[str]:
    entry_points = metadata.distribution("spacy-citalign").entry_points
    return {entry.name for entry in entry_points if entry.group == "spacy_factories"}


@cache
def load_once() -> tuple[Language, list[str]]:
    nlp = spacy_citalign.load()
    return nlp, list(nlp.pipe_names)


def shipped_pipeline() -> Language:
    """Return the pipeline that ships, loaded again only where components were added to it."""
    nlp, components = load_once()
    if nlp.pipe_names != components:
        load_once.cache_clear()
    return load_once()[0]


@pytest.fixture
def quick_loading(monkeypatch):
    """``spacy.load`` gives blocks the pipeline that ships from memory."""
    load = spacy.load

    def load_shared(name, **options):
        if name == "spacy_citalign" and not options:
            return shipped_pipeline()
        return load(name, **options)

    monkeypatch.setattr(spacy, "load", load_shared)


def run_python(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<block>", "exec"), {})
    return printed.getvalue()


def run_shell(code: str) -> str:
    """Write the files that the block writes with `cat`, and run its `citalign` commands."""
    heredoc = r"^cat > (\S+) <<'END'\n(.*?)^END$"
    for name, text in re.findall(heredoc, code, re.MULTILINE | re.DOTALL):
        Path(name).write_text(text, encoding="utf-8")
    printed = ""
    for line in re.sub(heredoc, "", code, flags=re.MULTILINE | re.DOTALL).splitlines():
        command = re.search(r"(?:^|&& )citalign (.*)", line)
        assert command or not line, f"only citalign and cat are run: {line}"
        if command:
            arguments = shlex.split(command[1])
            if "--quiet" in options_of(arguments[0]):
                arguments.append("--quiet")  # older runners mix what goes to stderr with the output
            run = CliRunner().invoke(app, arguments, env={"NO_COLOR": "1"})
            assert run.exit_code == 0, run.output
            printed += run.stdout
    return printed


def options_of(command: str) -> set[str]:
    """The options of a command, and of those below it."""
    below = getattr(COMMANDS[command], "commands", {}).values()
    return {
        option
        for one in (COMMANDS[command], *below)
        for parameter in one.params
        for option in [*parameter.opts, *parameter.secondary_opts]
    }


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(path, marks=() if path == README else pytest.mark.slow, id=name)
        for path, name in zip(DOCUMENTS, NAMES, strict=True)
    ],
)
def test_blocks_print_what_stands_below_them(document, quick_loading, tmp_path, monkeypatch):
    """Python beside the demo's articles, commands in a folder of their own; "..." leaves lines out.

    Recipes for engines have a test of their own, tests/app/batch/test_engine_recipes.py.
    """
    folder = tmp_path / "python"
    (folder / "spacy_citalign").mkdir(parents=True)
    for name in ("articles", "spacy_citalign/demo"):
        (folder / name).symlink_to(Path(spacy_citalign.__file__).parent / "demo")
    for block in blocks(document):
        if block.language == "python":
            if engine_of(block.code):
                continue
            monkeypatch.chdir(folder)
            assert run_python(block.code) == block.output
        elif block.output is not None:
            assert block.language == "bash"
            monkeypatch.chdir(tmp_path)
            printed = run_shell(block.code.replace("\\\n", ""))
            printed = re.sub(r"; citances [\d.]+ s, .*", "", printed)  # times vary
            shown = block.output.split("...\n")
            if len(shown) == 1:
                assert printed == block.output
            for part in shown:
                assert part.strip("\n") in printed


def test_readme_and_guides_have_blocks():
    found = {path: {block.language for block in blocks(path)} for path in DOCUMENTS}
    assert {"bash", "python"} <= found[README]
    assert sum("python" in languages for languages in found.values()) >= 6


@every_document
def test_commands_and_options_exist(document):
    """Those of the commands of the blocks, and the options named in the text of any command."""
    shell = "\n".join(block.code for block in blocks(document) if block.language == "bash")
    for name, rest in re.findall(
        r"(?:^|&& )citalign ([\w-]+)(.*)$", shell.replace("\\\n", " "), re.M
    ):
        assert name in COMMANDS
        assert set(re.findall(r"(?<!\S)--[a-z][a-z-]*", rest)) <= options_of(name), name
    told = set(re.findall(r"`(--[a-z][a-z-]*)", read(document))) - {"--help"}
    assert told <= set().union(*map(options_of, COMMANDS))


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name
)
def test_links_lead_to_files_and_to_their_headings(document):
    for link in re.findall(r"\]\(([^)\s]+)\)", read(document)):
        if link.startswith("https://"):
            continue
        path, _, heading = link.partition("#")
        target = document.parent / path if path else document
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.*)$", read(target), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert heading in anchors, link


def test_every_guide_is_in_the_index_which_the_readme_leads_to():
    names = {path.name for path in DOCS.glob("*.md")} - {"README.md"}
    assert set(re.findall(r"\]\((\w+\.md)\)", read(DOCS / "README.md"))) == names
    assert "](docs/README.md)" in read(README)


def test_the_files_that_contributing_names_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w.]+/[\w./]*)`", text))
    named = {name for name in named if not name.startswith(("build/", "../"))}
    assert len(named) > 30
    places = (ROOT, ROOT / "spacy_citalign", ROOT / "tests")
    assert [name for name in sorted(named) if not any((p / name).exists() for p in places)] == []
