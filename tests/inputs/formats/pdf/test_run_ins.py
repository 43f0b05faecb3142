"""Headings at the beginning of paragraphs, and headings of several lines."""

import pytest

from spacy_citalign.inputs.formats.pdf.document import pdf_document
from tests.inputs.pdf_pages import Set, column, page_of

BOLD, ITALIC = 1, 2
FROGS = "Frogs of the northern ponds sing at night and sleep by day under the large leaves."
TOADS = "toads walk to their ponds in spring and leave them as soon as they have their eggs."


def passages(*lines: Set) -> list[tuple[str, tuple[str, ...], str]]:
    before = [
        Set("The ponds of the north and their frogs", 50, 30, 18, BOLD),
        Set("2. Methods", 50, 60, 12, BOLD),
        *column(f"{FROGS} {FROGS} {FROGS}", 50, 80, letters=80),
    ]
    read = pdf_document([page_of(*before, *lines, number=2)], {}).passages
    return [(one.kind, one.section, one.text) for one in read[3:]]


def run_in(heading: str, text: str, font: int) -> list[Set]:
    """A paragraph whose first words are set in another font."""
    left = 50 + 5 * len(heading) + 4
    first, *rest = column(text, left, 150, letters=80 - len(heading))
    below = column(" ".join(line.text for line in rest), 50, 162, letters=80) if rest else []
    return [Set(heading, 50, 150, 10, font), first, *below]


@pytest.mark.parametrize(
    ("heading", "text", "font", "title"),
    [
        ("2.1. Animals.", FROGS, ITALIC, "2.1. Animals"),
        ("Songs at night.", FROGS, BOLD, "Songs at night"),
        ("Songs at night", FROGS, BOLD, "Songs at night"),
        ("Songs at night:", TOADS, BOLD, "Songs at night"),
    ],
)
def test_a_heading_that_begins_a_paragraph_is_no_part_of_its_sentence(
    heading: str, text: str, font: int, title: str
):
    assert passages(*run_in(heading, text, font)) == [
        ("title", ("2. Methods", title), heading.rstrip(":")),
        ("text", ("2. Methods", title), text),
    ]


@pytest.mark.parametrize(
    ("beginning", "text", "font"),
    [
        ("Rana nivalis", f"L. and other {TOADS}", ITALIC),  # a name
        ("Frogs sing", f"and {TOADS}", BOLD),  # a sentence that goes on
        ("Lemma 2.", FROGS, BOLD),
    ],
)
def test_other_beginnings_belong_to_their_sentence(beginning: str, text: str, font: int):
    assert passages(*run_in(beginning, text, font)) == [
        ("text", ("2. Methods",), f"{beginning} {text}")
    ]


@pytest.mark.parametrize(
    ("first", "second", "indent"),
    [
        ("2.3 Songs of frogs and", "of toads", 0),
        ("2.3 Songs of frogs by night", "And of toads by day", 20),
        ("Preparation of extracts of", "Ponds and streams", 0),
    ],
)
def test_a_heading_of_two_lines_is_one(first: str, second: str, indent: float):
    lines = [Set(first, 50, 150, 10, BOLD), Set(second, 50 + indent, 162, 10, BOLD)]
    title = f"{first} {second}"
    assert passages(*lines, *column(FROGS, 50, 180, letters=80))[0][2] == title


def test_small_capitals_behind_a_number_are_a_heading():
    lines = [Set("A.5 SONGS OF FROGS", 50, 150, 8), *column(FROGS, 50, 170, letters=80)]
    assert passages(*lines)[0][0] == "title"
