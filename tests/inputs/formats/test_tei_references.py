"""Reference lists in TEI, their numbers, and what an article says of itself."""

import pytest
from tei_files import REFERENCES, Reference, bibl, div, ref, tei

from spacy_citalign.inputs.formats.tei.reader import read_tei


def read(*body: str, **parts):
    return read_tei(tei(*body, **parts), name="a.tei.xml")


def work_of(entry: str):
    """The work of a reference as it is written."""
    whole = tei(references=REFERENCES[:1])
    return read_tei(whole.replace(bibl(0, REFERENCES[0]).encode(), entry.encode())).works[0]


def test_references_have_what_is_known():
    works = read().works
    for work, reference in zip(works, REFERENCES, strict=True):
        assert (work.first_author, work.year, work.title, work.source) == reference[:4]
    assert [work.pmid for work in works] == ["11", "", "", "", ""]
    assert [work.doi for work in works] == ["", "10.5555/t", "", "", ""]
    assert [work.arxiv for work in works] == ["", "", "2001.01234", "", ""]
    assert works[3].text == "Zork Z. Olms. Caves (2003)"
    assert works[4].text == "Mup. 2005. Eels. Rivers"
    assert [(work.id, work.number) for work in works[:2]] == [("b0", 1), ("b1", 2)]


def test_books_and_organisations():
    work = work_of(
        '<biblStruct xml:id="b0"><monogr><title level="m">Ponds</title><author><orgName>Pond Club'
        "</orgName></author><imprint><date>spring of 1987</date></imprint></monogr></biblStruct>"
    )
    assert (work.first_author, work.year) == ("Pond Club", "1987")
    assert (work.title, work.source) == ("Ponds", "Ponds")
    assert work.text == "Pond Club. 1987. Ponds"


def test_a_journal_is_no_title():
    """Else all that an author had in one journal in one year were one work."""
    work = work_of(
        '<biblStruct><monogr><title level="j">J Frogs</title><author><persName><surname>Yan'
        '</surname></persName></author><imprint><biblScope unit="volume">7</biblScope>'
        '<biblScope unit="page" from="3" to="9"/><date when="in press"/></imprint></monogr>'
        "</biblStruct>"
    )
    assert (work.id, work.title, work.source, work.year) == ("", "", "J Frogs", "in press")
    assert work.text == "Yan. in press. J Frogs. 7. 3-9"


IDENTIFIERS = [
    ('<idno type="arXiv">arXiv:2101.07076v2[hep-th]</idno>', "arxiv", "2101.07076"),
    ('<idno type="DOI">https://doi.org/10.5555/REF.</idno>', "doi", "10.5555/ref"),
    ('<idno type="PMCID">PMC77</idno>', "pmcid", "PMC77"),
    ('<idno type="PMC">77</idno>', "pmcid", "PMC77"),
    ('<ptr target="https://doi.org/10.5555/p"/>', "doi", "10.5555/p"),
    ('<note type="raw_reference">Yan. doi: 10.5555/raw.</note>', "doi", "10.5555/raw"),
]


@pytest.mark.parametrize(("markup", "kind", "value"), IDENTIFIERS)
def test_identifiers_of_a_reference(markup, kind, value):
    work = work_of(f'<biblStruct xml:id="b0"><monogr/>{markup}</biblStruct>')
    assert getattr(work, kind) == value


def test_an_identifier_of_its_own_comes_before_those_in_the_text():
    work = work_of(
        '<biblStruct><idno type="DOI">10.5555/a</idno><note type="raw_reference">doi: 10.5555/b'
        "</note></biblStruct>"
    )
    assert work.doi == "10.5555/a"


# --- numbers ---------------------------------------------------------------------------------


def cited_by(article, text):
    """The ids of the works that are cited at a place."""
    return [
        article.works[one.work].id
        for one in article.citations
        if article.text[one.start : one.end] == text
    ]


MANY = tuple(Reference(f"Yan{n}", "2004", f"Frogs, part {n}") for n in range(9))


def test_ranges_of_a_list_that_is_whole():
    article = read(div("", f"Seen [{ref(3, '3-5')}]."), references=MANY)
    assert cited_by(article, "3-5") == ["b2", "b3", "b4"]


def test_marks_tell_the_numbers_where_an_entry_was_split():
    """The second entry is two in the file: what is printed as 3 is the entry b3."""
    marks = f"Frogs [{ref(1, '1')}], [{ref('#b3', '3')}], [{ref('#b7', '7')}]."
    article = read(
        div("", marks),
        div("", f"Toads [{ref('#b4', '4-6')}] and {ref('#b1', '[2]')}-{ref('#b4', '[4]')}."),
        references=MANY,
    )
    assert cited_by(article, "4-6") == ["b4", "b5", "b6"]
    assert cited_by(article, "[2]-[4]") == ["b3"]


def test_marks_tell_the_numbers_where_the_first_entry_is_none():
    article = read(
        div("", f"Frogs [{ref('#b3', '3')}], toads [{ref('#b5', '5-7')}]."), references=MANY
    )
    assert cited_by(article, "5-7") == ["b5", "b6", "b7"]


def test_the_number_that_most_marks_name_holds():
    marks = [ref("#b3", "3"), ref("#b3", "3"), ref("#b8", "3"), ref("#b5", "5-6")]
    article = read(div("", " frogs ".join(f"[{mark}]" for mark in marks)), references=MANY)
    assert cited_by(article, "5-6") == ["b5", "b6"]


def test_years_are_no_numbers():
    article = read(
        div("", f"Yan {ref(2, '(1999)')}-{ref(5, '(2004)')} and {ref(7, '1998-2004')}"),
        references=MANY,
    )
    assert [article.works[one.work].id for one in article.citations] == ["b1", "b4", "b6"]


@pytest.mark.parametrize("form", ["[{}] Yan.", "{}. Yan.", "{}) Yan."])
def test_printed_labels_hold(form):
    """The file begins at the third reference."""
    listed = [Reference("Yan", "2004", "Frogs", raw=form.format(n)) for n in range(3, 9)]
    article = read(div("", f"Seen [{ref('#b1', '4-6')}]."), references=listed)
    assert [work.label for work in article.works] == ["3", "4", "5", "6", "7", "8"]
    assert cited_by(article, "4-6") == ["b1", "b2", "b3"]


# --- the article itself ----------------------------------------------------------------------


def test_an_article_knows_itself():
    article = read()
    assert (article.id, article.doi) == ("10.5555/own", "10.5555/own")
    assert (article.title, article.journal) == ("Life of ponds", "Pond life")
    assert (article.year, article.first_author) == ("2011", "Lake")


def test_an_affiliation_is_no_author():
    """GROBID writes one that it cannot give to a person as an author without a name."""
    where = "<author><affiliation><orgName>Pond University</orgName></affiliation></author>"
    who = "<author><persName><surname>Lake</surname></persName></author>"
    assert read(about=f"<analytic>{where}{who}</analytic>").first_author == "Lake"
    assert read(about=f"<analytic>{where}</analytic>").first_author == ""
