"""Figures that README and the guides tell are those of the kept results.

What a section tells of results is said by its links to pages of results, or by a comment where
these would be too many: ``<!-- figures: tags, lemmas; besides: 8.2 -->``, where figures behind
"besides" are of papers, settings and the like. A section with figures that look measured has one or
the other, and so has a table with figures.
"""

import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

figures = pytest.importorskip("figures", reason="the tests run without the checkout")
ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS.remove(ROOT / "docs" / "reliability_rounds.md")  # an account of runs that nothing records
EXAMPLES = ROOT / "docs" / "start" / "files"
DOCUMENTS = [path for path in DOCUMENTS if EXAMPLES not in path.parents]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
MARK = re.compile(r"<!-- figures: (?P<ideas>[\w, ]+?)(?:; besides: (?P<besides>[^>]*?))? -->")
PAGE = re.compile(r"\]\([./]*benchmarks/results/(\w+)\.md[^)]*\)")
NO_FIGURES = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)|<!--.*?-->", re.S | re.M)
# What has a point or a comma in it: whole numbers count things that are no results.
FIGURE = re.compile(r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d*\.\d+)(?![\w/]|,\d|\.\d)")
_NUMBER = r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d*\.\d+|\d+)"
_RATE = r"(?:sentence|word|token|article|record)s?/s"
_UNIT = rf"(?:ms|s|seconds?|minutes?|hours?|[kMG]B|times|per cent|{_RATE})"
MEASURES = (
    re.compile(rf"({_NUMBER})[ -]?(?:{_UNIT}\b|%)"),
    re.compile(r"\b(?:F1?|P|R|AMA|MRR|AUC|precision|recall|accuracy)(?: is| of)? (\d*\.?\d+)"),
    re.compile(r"(?<![\w.,/-])(\.\d+)(?![\w/]|,\d|\.\d)"),  # a share
)
# Figures that look measured and are none: nothing that somebody runs would change them.
NOT_MEASURED = {
    ("docs/articles.md", "1"): "a limit of the reader of PDFs, in GB",
    ("docs/articles.md", "20"): "a limit of the reader of PDFs, in seconds",
    ("docs/concepts.md", ".9"): "what a confidence means",
    ("docs/concepts.md", ".7"): "what a confidence means",
    ("docs/page.md", ".5"): "a limit of the page",
    ("docs/reliability.md", "50"): "a limit of readers, in MB",
    ("docs/sentences.md", ".4"): "a setting",
    ("docs/start/pdf.md", "4"): "advice for Docker, in GB",
}


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


def measures_in(text: str) -> list[str]:
    plain = NO_FIGURES.sub("", text)
    return [figure for pattern in MEASURES for figure in pattern.findall(plain)]


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
        for figure in (*figures_in(section.text), *measures_in(section.text))
        if figure not in section.besides and not is_kept(figure, section.ideas)
    ]
    assert wrong == []


def test_figures_that_look_measured_say_whose_they_are():
    found = {
        (name, figure): section.title
        for name, path in zip(NAMES, DOCUMENTS, strict=True)
        for section in sections(path)
        if not section.ideas
        for figure in measures_in(section.text)
    }
    assert {key: title for key, title in found.items() if key not in NOT_MEASURED} == {}
    assert NOT_MEASURED.keys() - found.keys() == set()  # none is left over


def test_what_looks_measured():
    assert measures_in(
        "It has F 62.8, .702 of them in 55 s, 1.18 times as fast, 352 sentences/s"
    ) == [
        *("55", "1.18", "352", "62.8", ".702"),
    ]
    assert measures_in("80 % and 5 per cent of 1,200 MB") == ["80", "5", "1,200"]
    assert (
        measures_in("Version 0.2 reads five formats; 12 articles, 2,000 words, `.5 s`, 2012") == []
    )


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
