"""The site has every page of docs/, and the API reference every public name."""

import re
from pathlib import Path

import pytest

import spacy_citalign

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def navigation() -> str:
    return read(ROOT / "mkdocs.yml").partition("\nnav:")[2]


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
)
def test_each_page_is_in_the_navigation(page):
    if page != "README.md":  # the list of pages, which the navigation is
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
