"""Figures that README and the guides tell are those of the kept results.

What a section tells of results is said by its links to pages of results, or by a comment where
these would be too many: ``<!-- figures: tags, lemmas; besides: 8.2 -->``, where figures behind
"besides" are of papers, settings and the like. A table with figures has one or the other.
"""

import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

figures = pytest.importorskip("figures", reason="the tests run without the checkout")
ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS += sorted((ROOT / "docs" / "components").glob("*.md"))
DOCUMENTS.remove(ROOT / "docs" / "reliability_rounds.md")  # an account of runs that nothing records
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
MARK = re.compile(r"<!-- figures: (?P<ideas>[\w, ]+?)(?:; besides: (?P<besides>[^>]*?))? -->")
PAGE = re.compile(r"\]\([./]*benchmarks/results/(\w+)\.md[^)]*\)")
NO_FIGURES = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)|<!--.*?-->", re.S | re.M)
# What has a point or a comma in it: whole numbers count things that are no results.
FIGURE = re.compile(r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d*\.\d+)(?![\w/]|,\d|\.\d)")


class Section(NamedTuple):
    """What is said under a heading of a document."""

    title: str
    text: str

    @property
    def ideas(self) -> set[str]:
        marked = [name for mark in MARK.finditer(self.text) for name in mark["ideas"].split(", ")]
        return {*marked, *PAGE.findall(self.text)}

    @property
    def besides(self) -> set[str]:
        return {
            figure
            for mark in MARK.finditer(self.text)
            for figure in (mark["besides"] or "").split(", ")
        }


def sections(path: Path) -> list[Section]:
    parts = re.split(r"^(?=#{2,3} )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [Section(part.partition("\n")[0], part) for part in parts]


def figures_in(text: str) -> list[str]:
    return FIGURE.findall(NO_FIGURES.sub("", text))


@cache
def kept(idea: str) -> frozenset[Decimal]:
    """The numbers of the results, also as shares and in per cent."""
    numbers = {Decimal(number) for number in figures.numbers(idea)}
    return frozenset(scale * number for number in numbers for scale in (1, 100, Decimal("0.01")))


def is_kept(figure: str, ideas: set[str]) -> bool:
    """Whether a figure is one of the results, rounded to as many digits."""
    told = Decimal(figure.replace(",", ""))
    half = Decimal(5).scaleb(int(told.as_tuple().exponent) - 1)
    return any(abs(number - told) <= half for idea in ideas for number in kept(idea))


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_figures_are_those_of_the_results_that_a_section_leads_to(path):
    wrong = [
        (section.title, figure)
        for section in sections(path)
        if section.ideas
        for figure in figures_in(section.text)
        if figure not in section.besides and not is_kept(figure, section.ideas)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_tables_with_figures_say_whose_they_are(path):
    unsaid = [
        (section.title, line)
        for section in sections(path)
        if not section.ideas
        for line in section.text.splitlines()
        if line.startswith("|") and figures_in(line)
    ]
    assert unsaid == []


def test_each_row_of_the_readme_leads_to_its_results():
    (table,) = re.findall(
        r"^\| task .*?(?:\n\n|\Z)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S
    )
    for row in table.strip().splitlines()[2:]:
        ideas = set(PAGE.findall(row))
        assert ideas, row
        assert [figure for figure in figures_in(row) if not is_kept(figure, ideas)] == []


def test_a_figure_that_is_no_longer_so_is_found():
    assert is_kept(".702", {"citances"})
    assert is_kept("70.2", {"citances"})
    assert not is_kept(".7123", {"citances"})
