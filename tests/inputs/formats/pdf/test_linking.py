"""An article made of the passages and the list of references of a PDF."""

import pytest

from spacy_citalign.citations.references.lists import ListLine
from spacy_citalign.inputs.article_parts.assembly import About
from spacy_citalign.inputs.article_parts.marks import SUP, SUP_END
from spacy_citalign.inputs.article_parts.people import Person, authors_of
from spacy_citalign.inputs.formats.pdf.document import PdfDocument
from spacy_citalign.inputs.formats.pdf.passages import PdfPassage
from spacy_citalign.inputs.formats.pdf.reader import linked_article
from tests.inputs.found import cited

NUMBERED = [
    "1. Orlova A, Petty B: Salt in the ponds of frogs. J Ponds 2001, 12:3-9.",
    "2. Zork C: Frogs that sing at night. J Ponds 2004, 15:77-81. doi:10.5555/zk.2",
    "3. Lake D, Ott E, Marsh F: Toads are slow in spring. Wet Lands 1999, 3(2):1-12.",
    "4. Pond G: How newts find water. Wet Lands 2010, 14:40-44.",
]
NAMED = [
    "Lake D, Ott E, Marsh F (1999) Toads are slow in spring. Wet Lands 3:1-12.",
    "Orlova A, Petty B (2001) Salt in the ponds of frogs. J Ponds 12:3-9.",
    "Zork C (2004) Frogs that sing at night. J Ponds 15:77-81.",
]


def article(*texts, listed=NUMBERED, pages=(), left_out=frozenset({"caption", "table"})):
    """The article of paragraphs, in which superscripts stand between two carets."""
    passages = []
    for text in texts:
        kind = "caption" if text.startswith("Figure") else "text"
        raised = "".join(
            f"{SUP}{part}{SUP_END}" if number % 2 else part
            for number, part in enumerate(text.split("^"))
        )
        passages.append(PdfPassage(raised, kind, ("Results",), tuple(pages)))
    about = About("Of frogs", "", "2020", authors_of([Person("Zork", "C")]))
    lines = [ListLine(text, 0.0, 3, 0, 0.0) for text in listed]
    document = PdfDocument(about, {"doi": "10.5555/own"}, passages, lines)
    return linked_article(document, "frogs.pdf", left_out)


def test_brackets():
    found = article("Frogs sing [2, 3].", "Toads sit [1-3].")
    assert found.text == "Frogs sing [2, 3].\nToads sit [1-3]."
    assert cited(found) == [("2", 2), ("3", 3), ("1", 1), ("1-3", 2), ("3", 3)]
    assert [one.implied for one in found.citations] == [False, False, False, True, False]
    assert found.works[1].doi == "10.5555/zk.2"
    assert [(work.first_author, work.year) for work in found.works] == [
        ("Orlova", "2001"),
        ("Zork", "2004"),
        ("Lake", "1999"),
        ("Pond", "2010"),
    ]
    assert (found.id, found.title, found.authors) == ("10.5555/own", "Of frogs", ("Zork",))


def test_superscripts_stand_in_brackets_and_powers_as_they_are():
    found = article("Frogs^1,2^ sing^3^ in 5 m^2^ of 10^5^ ponds.^2–4^ Toads sit.^1^")
    assert found.text == "Frogs[1,2] sing[3] in 5 m2 of 105 ponds.[2–4] Toads sit.[1]"
    assert cited(found) == [
        *[("1", 1), ("2", 2), ("3", 3)],
        *[("2", 2), ("2–4", 3), ("4", 4), ("1", 1)],
    ]


def test_superscripts_in_brackets_get_no_second_ones():
    found = article("Frogs sing.^[1,2]^ Toads sit.^[3]^")
    assert found.text == "Frogs sing.[1,2] Toads sit.[3]"
    assert cited(found) == [("1", 1), ("2", 2), ("3", 3)]


def test_author_and_year():
    text = "Frogs sing (Zork 2004; Lake et al. 1999), as Orlova and Petty (2001) say."
    found = article(text, listed=NAMED)
    assert found.text == text
    assert cited(found) == [
        ("Zork 2004", 3),
        ("Lake et al. 1999", 1),
        ("Orlova and Petty (2001)", 2),
    ]


def test_what_names_no_entry_is_counted():
    found = article("Frogs sing [2] or not [7].")
    assert cited(found) == [("2", 2)]
    assert found.unresolved == ("?7",)


def test_marks_of_what_is_left_out_are_counted():
    found = article("Frogs sing [1].", "Figure 1. Frogs [2, 3].")
    assert found.text == "Frogs sing [1]."
    assert found.left_out == (("caption", 2),)


def test_a_pdf_without_a_list_is_a_text_without_citations():
    found = article("Frogs sing [1].", listed=[])
    assert (found.text, found.citations, found.works) == ("Frogs sing [1].", (), ())


@pytest.mark.parametrize(
    "text", ["Frogs^1^ sing^2^ loud. Toads sit.^3,4^", "Frogs [1] sing. Toads"]
)
def test_pages_count_the_characters_of_the_article(text):
    before, _, _ = text.partition("Toads")  # with a sign for each caret
    found = article(text, pages=[(0, 4), (len(before), 5)])
    assert found.pages == ((0, 4), (found.text.index("Toads"), 5))
