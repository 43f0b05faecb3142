"""Articles as PDF: what is read of them, and what is said of those that cannot be read."""

import pytest
from pdf_files import POND_DOI, POND_TITLE, Text, pdf, pond_pages, pond_pdf

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import page_at
from spacy_citalign.inputs.formats.pdf import reader
from spacy_citalign.inputs.formats.pdf.reader import read_pdf

POND = pond_pdf()


def test_a_small_article():
    article = read_pdf(POND, name="a.pdf")
    assert (article.id, article.doi, article.title) == (POND_DOI, POND_DOI, POND_TITLE)
    assert (article.first_author, article.year) == ("Brandt", "2014")
    assert [(work.first_author, work.year) for work in article.works] == [
        ("Zork", "2004"),
        ("Ott", "1999"),
        ("Mup", "2001"),
    ]
    marks = [(article.text[one.start : one.end], one.work) for one in article.citations]
    assert [work for _, work in marks] == [0, 1, 2, 0]
    assert article.pages == ((0, 1),)


def test_pages_are_known_of_each_character():
    results = " ".join(f"In pond {number} we heard frogs call [1]." for number in range(250))
    article = read_pdf(pond_pdf(results=results))
    assert [page for _, page in article.pages] == [1, 2, 3]
    for number in (0, 120, 249):
        place = article.text.index(f"In pond {number} we")
        expected = read_pdf_page(results, f"In pond {number} we")
        assert page_at(article.pages, place) == expected


def test_a_letter_without_headings_begins_below_its_title():
    said = ["Frogs of warm ponds call at night.", "Those of cold ponds do not."]
    letter = [Text(60, 80, "Calls of frogs in ponds", 18, 1)]
    letter += [Text(60, 120 + 40 * number, text) for number, text in enumerate(said)]
    article = read_pdf(pdf(letter))
    assert article.title == "Calls of frogs in ponds"
    assert all(text in article.text for text in said)


def read_pdf_page(results, words):
    """The number of the page that has the words, as it was drawn."""
    for number, page in enumerate(pond_pages(results=results), start=1):
        if words in " ".join(one.text for one in page):
            return number
    return None


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n" + POND, id="junk before it"),
        pytest.param(POND + b"\0" * 500, id="junk behind it"),
        pytest.param(pdf(*pond_pages(), packed=True), id="packed"),
        pytest.param(pdf(*pond_pages(), user=""), id="encrypted, without a password"),
        pytest.param(pdf(*pond_pages(), []), id="an empty page"),
    ],
)
def test_the_same_article_otherwise(content):
    assert read_pdf(content).text == read_pdf(POND).text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it is damaged"),
        (b"%PDF-1.4\n", "it is damaged"),
        (POND[: len(POND) // 2], "it is damaged"),
        (pdf(*pond_pages(), user="secret"), "it is encrypted; save it without its password"),
        (pdf(), "is a PDF without pages"),
        (pdf([]), "is a PDF without text: a scan.*ocrmypdf FILE.pdf OUT.pdf"),
        (pdf([Text(60, 60, "12")], []), "is a PDF without text: a scan"),
    ],
)
def test_what_cannot_be_read_says_why(content, message):
    with pytest.raises(InputError, match=rf"a\.pdf:? .*{message}"):
        read_pdf(content, name="a.pdf")


def test_a_page_that_nobody_thought_of_costs_its_article(monkeypatch):
    def fails(pages, metadata):
        raise IndexError("odd")

    monkeypatch.setattr(reader, "pdf_document", fails)
    with pytest.raises(InputError, match=r"could not be put in order \(IndexError: odd\)"):
        read_pdf(POND)
