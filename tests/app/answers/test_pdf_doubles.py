"""PDFs of articles that are given otherwise, too: which are one, and which of them is kept."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.answers.pdf_doubles import without_pdf_doubles, works_of_pdfs

TITLE = "Warm ponds and the calls of frogs in the early spring"


class Given(NamedTuple):
    origin: str
    about: dict[str, Any]
    is_pdf: bool = False
    citations: int = 5

    @property
    def worth(self):
        return self.citations > 0, not self.is_pdf, self.citations


def about(title=TITLE, author="Lake", year="2014", **ids):
    return {"title": title, "first_author": author, "year": year, **ids}


def kept(*articles):
    return [article.origin for article in without_pdf_doubles(articles)[0]]


@pytest.mark.parametrize(
    ("pdf", "markup"),
    [
        (about(doi="10.5555/A"), about(doi="10.5555/a")),
        (about(), about(doi="10.5555/a", pmid="5")),
        (about(year=""), about()),
        (about(year="2013"), about()),  # in advance of print
        (about(author=""), about()),
        (about(author="Lake"), about(author="van der Lake")),
        (about(author="Lake"), about(author="Moor Lake")),
        (about(title=TITLE.upper()), about()),
        (about(title=TITLE.replace("frogs", "fogs")), about()),
        (about(title=f"Short Communication {TITLE}"), about()),
        # The title was not found, but author or year was.
        (about(title="Pond Life", doi="10.5555/a"), about(doi="10.5555/a")),
    ],
)
def test_one_article(pdf, markup):
    assert kept(Given("a.pdf", pdf, True), Given("a.xml", markup)) == ["a.xml"]
    assert kept(Given("a.xml", markup), Given("a.pdf", pdf, True)) == ["a.xml"]


@pytest.mark.parametrize(
    ("pdf", "markup"),
    [
        (about(doi="10.5555/a"), about(doi="10.5555/b")),
        (about(year="2010"), about()),
        (about(author="Moor"), about()),
        (about(title="Cold ponds and the silence of newts in late autumn"), about()),
        (about(title="Editorial"), about(title="Editorial")),
        ({}, {}),
        # It took the DOI of a work that it cites for its own.
        (about(title="Newts", author="Moor", year="2020", doi="10.5555/a"), about(doi="10.5555/a")),
    ],
)
def test_two_articles(pdf, markup):
    assert kept(Given("a.pdf", pdf, True), Given("a.xml", markup)) == ["a.pdf", "a.xml"]


def test_markup_without_citations_gives_way():
    pdf, markup = Given("a.pdf", about(), True), Given("a.xml", about(), citations=0)
    articles, doubles = without_pdf_doubles([pdf, markup])
    assert articles == [pdf]
    assert doubles == [(markup, pdf)]


def test_without_pdfs_nothing_is_compared():
    articles = [Given("a.xml", about()), Given("b.xml", about())]
    assert without_pdf_doubles(articles) == (articles, [])


def test_two_articles_in_markup_stay_two_where_a_pdf_is_like_both():
    ids = {"doi": "10.5555/a"}, {"doi": "10.5555/b"}
    markup = [Given(f"{n}.xml", about(**own)) for n, own in enumerate(ids)]
    assert kept(*markup, Given("a.pdf", about(), True)) == ["0.xml", "1.xml"]


ABOUTS = st.builds(
    about,
    title=st.sampled_from([TITLE, TITLE.replace("frogs", "fogs"), "Editorial", ""]),
    author=st.sampled_from(["Lake", "Moor", ""]),
    year=st.sampled_from(["2014", "2013", ""]),
    doi=st.sampled_from(["10.5555/a", "10.5555/b", ""]),
)


@given(st.data())
def test_their_order_does_not_matter(data):
    one = st.tuples(ABOUTS, st.booleans(), st.integers(0, 3))
    parts = data.draw(st.lists(one, max_size=6))
    articles = [Given(f"{n}.pdf", *part) for n, part in enumerate(parts)]
    others = data.draw(st.permutations(articles))
    assert sorted(kept(*articles)) == sorted(kept(*others))
    articles, doubles = without_pdf_doubles(others)
    assert len(articles) + len(doubles) == len(others)
    assert all(better in articles and better.worth >= lost.worth for lost, better in doubles)


def test_a_cited_work_is_a_pdf_whatever_its_year():
    works = {
        3: about(year="2011"),
        5: about(title="Cold ponds and the silence of newts in late autumn"),
        7: about(author="Moor"),
    }
    pdfs = {0: about(title="Editorial"), 1: about(year="2026")}
    assert works_of_pdfs(works, pdfs) == {3: 1}
    assert works_of_pdfs(works, {}) == works_of_pdfs({}, pdfs) == {}
