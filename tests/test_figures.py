"""The figures of the README stand in benchmarks/RESULTS.md, which says how to measure them again.

A figure may be rounded, and be a share there and per cent here. In tables it has to stand in a line
of RESULTS.md with another figure of its row, or with a word of its row's or its column's name; in
sentences, in the sections on the same subject.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from test_promises import FIGURES, README, promises, sections

RESULTS = README.parent / "benchmarks" / "RESULTS.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="the tests run without the checkout")

# The sections of RESULTS.md, by their beginnings, that have the figures of a paragraph.
HOMES = {
    "Words, sentences, tags": ["Words", "Sentences: this", "Part-of-speech", "Size"],
    "Columns and base phrases": ["Columns and base", "The pipeline that ships"],
    "Articles and citations": ["Articles in", "Citing", "Citations in", "From articles"],
    "Sentences of two texts": ["Sentences of two"],
    "Citances": ["Citances"],
    "Terms": ["Propositional"],
    "Genes": ["Gene mentions", "Size"],
    "Phrases, and sentences in columns": ["Columns and base"],
    "Over a corpus": ["Runs over corpora"],
    "What it withstands": ["Fuzzing"],
}
SCALES = [Decimal(1), Decimal(100), Decimal("0.01")]
SUMS = {5693 + 561}  # tagged citations, and members of ranges
ALONE = {Decimal("3.5"), Decimal(342)}  # stand in lines that call their row otherwise
NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)(?![\w]|[.,]\d)")
COMMON = {"all", "and", "in", "of", "on", "one", "same", "the", "with"}


def numbers(text: str) -> list[Decimal]:
    """The numbers of a text; the years of papers are none.

    >>> [str(one) for one in numbers("Roark (2007): 1,235 works, .92 and 1.5 % (Lee 2001)")]
    ['1235', '0.92', '1.5']
    """
    text = re.sub(r"\b(19|20)\d\d\)", "", text)
    return [Decimal(one.replace(",", "")) for one in NUMBER.findall(text)]


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z][a-z*]{2,}|\d+", text.lower())) - COMMON


def measured(wanted: Decimal, found: set[Decimal]) -> bool:
    """Whether one of the numbers is the wanted one, rounded as it is.

    >>> measured(Decimal("97.3"), {Decimal("0.9727")}), measured(Decimal("97.3"), {Decimal(97)})
    (True, False)
    """
    digits = wanted.normalize() if wanted >= 100 else wanted
    half = Decimal(1).scaleb(int(digits.as_tuple().exponent)) / 2
    return any(abs(one * scale - wanted) <= half for one in found for scale in SCALES)


def paragraphs() -> dict[str, str]:
    """The text of the README that has figures, by its subject."""
    found = re.findall(r"^\*\*([\w ,]+)\*\*(.*?)(?=^\*\*|\Z)", sections()[FIGURES], re.M | re.S)
    marked = [one for one in promises() if "(figures)" in one.tests and one.section in HOMES]
    return {one.section: one.quote for one in marked} | dict(found)


def lines_of(subject: str) -> list[str]:
    parts = RESULTS.read_text(encoding="utf-8").split("\n## ")[1:]
    homes = [one for one in parts if one.startswith(tuple(HOMES[subject]))]
    return [line for one in homes for line in one.splitlines()]


def rows(text: str) -> Iterator[list[tuple[str, Decimal]]]:
    """The figures of each row of the tables, each with the names of row and column."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *body = ([cell.strip() for cell in line.split("|")] for line in table.splitlines())
        for cells in body:
            named = [(f"{cells[1]} {name}", cell) for name, cell in zip(head, cells, strict=True)]
            yield [(name, number) for name, cell in named[2:] for number in numbers(cell)]


def test_all_subjects_are_known():
    assert paragraphs().keys() == HOMES.keys()


@pytest.mark.parametrize("subject", HOMES)
def test_figures_of_sentences_stand_in_the_results(subject):
    prose = re.sub(r"^\|.*", "", paragraphs()[subject], flags=re.MULTILINE)
    found = {*map(abs, numbers("\n".join(lines_of(subject)))), *map(Decimal, SUMS)}
    assert numbers(prose)
    assert [one for one in numbers(prose) if not measured(one, found)] == []


@pytest.mark.parametrize("subject", HOMES)
def test_figures_of_tables_stand_in_lines_of_their_own(subject):
    lines = [({*map(abs, numbers(line))}, words(line)) for line in lines_of(subject)]
    wrong = []
    for row in rows(paragraphs()[subject]):
        for place, (name, wanted) in enumerate(row):
            others = {other for at, (_, other) in enumerate(row) if at != place and other >= 2}
            near = [found for found, said in lines if others & found or words(name) & said]
            if wanted in ALONE:
                near = [found for found, _ in lines]
            if not any(measured(wanted, found) for found in near):
                wrong.append(f"{name}: {wanted}")
    assert wrong == []
