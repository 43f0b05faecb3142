"""The site has every page of docs/, and the API reference every public name."""

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from spacy.pipeline import TrainablePipe

import spacy_citalign

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
# An import, or a dotted name in code.
USES = re.compile(r"from (spacy_citalign[\w.]+) import (\w+)|`(spacy_citalign\.[\w.]+)\b")
MOVED = {"spacy_citalign.batch", "spacy_citalign.app.batch"}  # named for where they are


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def navigation() -> str:
    return read(ROOT / "mkdocs.yml").partition("\nnav:")[2]


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
)
def test_each_page_is_in_the_navigation(page):
    # The list of pages is what the navigation is, and files of examples are no pages.
    if page != "README.md" and not page.startswith("start/files/"):
        assert re.search(rf"- {re.escape(page)}$", navigation(), re.MULTILINE)


def test_each_page_of_figures_is_in_the_navigation():
    for path in (ROOT / "benchmarks" / "results").glob("*.md"):
        assert f"- benchmarks/{path.name}\n" in navigation()


def test_each_component_and_its_settings_have_a_reference():
    text = read(DOCS / "api" / "components.md")
    factories = (
        read(ROOT / "pyproject.toml").partition(".spacy_factories]\n")[2].partition("\n\n")[0]
    )
    for name, home in re.findall(r'^(\w+) = "(.*)"$', factories, re.MULTILINE):
        part = text.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
        assert f"::: {home.replace(':', '.')}\n" in part
        module = ROOT / home.partition(":")[0].removeprefix("spacy_citalign.").replace(".", "/")
        for settings in re.findall(
            r"^class (\w+Settings)\(", read(module.with_suffix(".py")), re.M
        ):
            assert f".{settings}\n" in part


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("row_schema.py", id="rows' tables and JSON Schema, of the models"),
        pytest.param("package_map.py", id="the picture of the package, of its imports"),
    ],
)
def test_what_is_drawn_is_up_to_date(script):
    command = [sys.executable, ROOT / "docs" / "site" / script, "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_each_public_name_has_a_reference():
    text = read(DOCS / "api" / "index.md")
    for name in spacy_citalign.__all__:
        assert name == "__version__" or f"- {name}\n" in text


def test_each_error_has_a_reference():
    text = read(DOCS / "api" / "index.md")
    errors = re.findall(
        r"^class (\w+)\(", read(ROOT / "spacy_citalign" / "errors.py"), re.MULTILINE
    )
    assert "CitalignError" in errors
    assert [name for name in errors if f"- {name}\n" not in text] == []


@pytest.mark.parametrize("group", ["readers", "scorers", "callbacks"])
def test_each_registered_function_has_a_reference(group):
    text = read(DOCS / "api" / "registered.md")
    entries = read(ROOT / "pyproject.toml").partition(f".spacy_{group}]\n")[2].partition("\n\n")[0]
    for name, home in re.findall(r'^"(.*)" = "(.*)"$', entries, re.MULTILINE):
        part = text.partition(f"\n### `{name}`\n")[2].partition("\n###")[0]
        assert f"::: {home.replace(':', '.')}\n" in part, name


def documents() -> str:
    """README and guides, with their scripts, but for the reference itself."""
    paths = [*DOCS.rglob("*.md"), *DOCS.glob("gallery/*.py")]
    return "\n".join(
        read(path) for path in (ROOT / "README.md", *paths) if path.parent != DOCS / "api"
    )


def referred() -> str:
    return "\n".join(map(read, sorted((DOCS / "api").glob("*.md"))))


def test_each_name_that_the_guides_use_has_a_reference():
    text = referred()
    used = {
        dotted or f"{module}.{name}" for module, name, dotted in USES.findall(documents())
    } - MOVED
    public = {f"spacy_citalign.{name}" for name in (*spacy_citalign.__all__, "__all__")}
    assert "spacy_citalign.app.batch.arrow.ArrowAnnotator" in used
    assert [name for name in sorted(used - public) if f"::: {name}\n" not in text] == []


def test_each_method_of_components_that_the_guides_call_has_a_reference():
    called = set(re.findall(r"\.(\w+)\(", documents()))
    own = {
        name
        for entry in entry_points(group="spacy_factories")
        if entry.value.startswith("spacy_citalign.")
        for base in entry.load().__mro__
        if base.__module__.startswith("spacy_citalign.")
        for name in vars(base)
        if not hasattr(TrainablePipe, name)
    }
    assert "override_settings" in called & own
    text = referred()
    assert [name for name in sorted(called & own) if not re.search(rf"\b{name}\b", text)] == []
