"""Full texts in TEI: every mark of a paragraph in its place, with the reference that it names."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tei_files import REFERENCES, bibl, div, ref, tei

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.tei.reader import read_tei


def read(*body: str, **parts):
    return read_tei(tei(*body, **parts), name="a.tei.xml")


def cited(article):
    """What is cited where: the characters of each citation, and the number of its reference."""
    return [
        (article.text[one.start : one.end], article.works[one.work].number)
        for one in article.citations
    ]


# --- marks -----------------------------------------------------------------------------------

MARKS = [
    (f"Frogs hop [{ref(1, '1')}].", "Frogs hop [1].", [("1", 1)]),
    (f"Frogs hop {ref(2, '[2]')}.", "Frogs hop [2].", [("[2]", 2)]),
    (f"Frogs ({ref(1, 'Yan, 2004;')} {ref(2, 'Lee, 1999')}).", "Frogs (Yan, 2004; Lee, 1999).",
     [("Yan, 2004;", 1), ("Lee, 1999", 2)]),
    (f"Seen {ref(1, '[1]')}{ref(3, '[3]')}.", "Seen [1][3].", [("[1]", 1), ("[3]", 3)]),
    # Ranges: the ends are marked, or the whole.
    (f"Seen {ref(1, '[1]')}-{ref(4, '[4]')}.", "Seen [1]-[4].",
     [("[1]", 1), ("[1]-[4]", 2), ("[1]-[4]", 3), ("[4]", 4)]),
    (f"Seen [{ref(2, '2-4')}].", "Seen [2-4].", [("2-4", 2), ("2-4", 3), ("2-4", 4)]),
    # Several references of one mark; none.
    (f"Seen ({ref('#b0 #b4', 'Yan; Mup')}).", "Seen (Yan; Mup).",
     [("Yan; Mup", 1), ("Yan; Mup", 5)]),
    (f"Seen {ref('b1', '(Lee)')}.", "Seen (Lee).", [("(Lee)", 2)]),
    (f"Seen {ref(None, '(Who, 1900)')}.", "Seen (Who, 1900).", []),
    # Superscripts have no markup.
    (f"Frogs hop{ref(1, '1')} far.", "Frogs hop[1] far.", [("1", 1)]),
    (f"Frogs hop.{ref(1, '1')},{ref(3, '3')} They", "Frogs hop.[1,3] They", [("1", 1), ("3", 3)]),
    (f"Zork2{ref(2, '2')}, {ref(3, '3')} binds", "Zork2[2, 3] binds", [("2", 2), ("3", 3)]),
    (f"As in ref. {ref(2, '2')}, frogs", "As in ref. 2, frogs", [("2", 2)]),
    (f"Frogs [{ref(1, '1')},{ref(2, '2')}].", "Frogs [1,2].", [("1", 1), ("2", 2)]),
    (f"Frogs ({ref(1, '1')}).", "Frogs (1).", [("1", 1)]),
    (f"Frogs by Yan {ref(1, '(2004)')}.", "Frogs by Yan (2004).", [("(2004)", 1)]),
    # White space, sentences, other references.
    (f"Frogs\n  hop {ref(1, ' [1] ')} .", "Frogs hop [1] .", [("[1]", 1)]),
    (f"<s>Frogs hop {ref(1, '[1]')}.</s><s>Toads do not.</s>", "Frogs hop [1]. Toads do not.",
     [("[1]", 1)]),
    (f'See <ref type="figure" target="#fig_0">1A</ref> of {ref(1, "Yan")}.', "See 1A of Yan.",
     [("Yan", 1)]),
    ("One <formula>a = b</formula> two<lb/>three", "One a = b two three", []),
]  # fmt: skip


@pytest.mark.parametrize(("markup", "text", "citations"), MARKS, ids=[row[1] for row in MARKS])
def test_marks_of_a_paragraph(markup, text, citations):
    article = read(div("", markup))
    assert article.text == f"Life of ponds\n{text}"
    assert cited(article) == citations


def test_marks_without_a_reference_are_counted():
    article = read(div("", f"A {ref(None, '[9]')} b {ref('#b77', '[8]')} c {ref(1, '[1]')}."))
    assert article.unresolved == ("", "b77")
    assert cited(article) == [("[1]", 1)]


FORMS = st.sampled_from(["[{}]", "{}", "({})", "Yan {}"])


@given(st.lists(st.tuples(st.integers(1, 5), FORMS), max_size=8))
def test_every_mark_with_a_target_is_resolved(marks):
    words = " frogs ".join(ref(number, form.format(number)) for number, form in marks)
    article = read(div("Results", f"We saw {words} there."))
    assert cited(article) == [(form.format(number), number) for number, form in marks]


# --- sections, notes, figures ----------------------------------------------------------------


def paragraphs(article):
    return [(article.text[p.start : p.end], p.kind, p.section) for p in article.paragraphs]


def test_paragraphs_know_their_sections():
    article = read(
        div("Methods", "We looked.", number="2"),
        div("Frogs", "Some.", number="2.1."),
        div("Results", "Many.", number="3"),
        abstract="<div><p>Short.</p></div>",
        back=div("", "Thanks.", kind="acknowledgement"),
    )
    assert paragraphs(article) == [
        ("Life of ponds", "title", ()),
        ("Short.", "abstract", ("Abstract",)),
        ("Methods", "title", ("Methods",)),
        ("We looked.", "text", ("Methods",)),
        ("Frogs", "title", ("Methods", "Frogs")),
        ("Some.", "text", ("Methods", "Frogs")),
        ("Results", "title", ("Results",)),
        ("Many.", "text", ("Results",)),
        ("Acknowledgements", "title", ("Acknowledgements",)),
        ("Thanks.", "text", ("Acknowledgements",)),
    ]


def test_nested_sections():
    inner = div("Frogs", "Some.")
    article = read(f"<div><head>Results</head><p>All.</p>{inner}</div>")
    assert paragraphs(article)[1:] == [
        ("Results", "title", ("Results",)),
        ("All.", "text", ("Results",)),
        ("Frogs", "title", ("Results", "Frogs")),
        ("Some.", "text", ("Results", "Frogs")),
    ]


def test_notes_and_lists_follow_their_paragraph():
    note = f'<note place="foot">By the lake {ref(2, "[2]")}.</note>'
    article = read(div("", f"Frogs{note} hop.<list><item>one</item><item>two</item></list>"))
    assert paragraphs(article)[1:] == [
        ("Frogs hop.", "text", ()),
        ("By the lake [2].", "note", ()),
        ("one", "text", ()),
        ("two", "text", ()),
    ]
    assert cited(article) == [("[2]", 2)]


FIGURES = (
    "<figure><head>Figure 1</head><label>1</label>"
    f"<figDesc>A pond {ref(1, '[1]')}.</figDesc></figure>"
    '<figure type="table"><head>Table 1</head><figDesc>Hops.</figDesc><table><row>'
    f"<cell>a</cell><cell>{ref(2, '[2]')}</cell></row></table></figure>"
)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, []),
        ({"captions": True}, ["A pond [1]."]),
        ({"tables": True}, ["Hops.", "a", "[2]"]),
    ],
)
def test_captions_and_tables_if_asked_for(settings, expected):
    article = read_tei(tei(div("", "Frogs."), FIGURES), **settings)
    assert [text for text, *_ in paragraphs(article)[2:]] == expected


# --- references ------------------------------------------------------------------------------


def test_references_have_what_is_known():
    works = read(div("", "Frogs.")).works
    for work, reference in zip(works, REFERENCES, strict=True):
        assert (work.first_author, work.year, work.title, work.source) == reference[:4]
    assert [work.pmid for work in works] == ["11", "", "", "", ""]
    assert [work.doi for work in works] == ["", "10.5555/t", "", "", ""]
    assert [work.arxiv for work in works] == ["", "", "2001.01234", "", ""]
    assert works[3].text == "Zork Z. Olms. Caves (2003)"
    assert works[4].text == "Mup. 2005. Eels. Rivers"
    assert [(work.id, work.number) for work in works[:2]] == [("b0", 1), ("b1", 2)]


def test_books_and_organisations():
    book = (
        '<biblStruct xml:id="b0"><monogr><title level="m">Ponds</title><author><orgName>Pond Club'
        "</orgName></author><imprint><date>spring of 1987</date></imprint></monogr></biblStruct>"
    )
    whole = tei(div("", "Frogs.")).replace(bibl(0, REFERENCES[0]).encode(), book.encode())
    work = read_tei(whole).works[0]
    assert (work.first_author, work.year) == ("Pond Club", "1987")
    assert (work.title, work.source) == ("Ponds", "")


# --- the article itself ----------------------------------------------------------------------


def test_an_article_knows_itself():
    article = read(div("", "Frogs."))
    assert (article.id, article.doi) == ("10.5555/own", "10.5555/own")
    assert (article.title, article.journal) == ("Life of ponds", "Pond life")
    assert (article.year, article.first_author) == ("2011", "Lake")


def test_without_identifiers_the_name_is_the_id(tmp_path):
    path = tmp_path / "pond.tei.xml"
    path.write_bytes(tei(div("", "Frogs."), about="<monogr/>"))
    assert read_tei(path).id == "pond.tei.xml"
    assert read_tei(str(path), name="p").id == "p"


WORK = {
    "doi": "https://doi.org/10.5555/OA",
    "title": "Ponds at night",
    "publication_year": 2020,
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/77", "openalex": "https://openalex.org/W5"},
}


def test_what_the_header_lacks_is_taken_from_the_file_beside(tmp_path):
    path = tmp_path / "W5.tei.xml"
    path.write_bytes(tei(div("", "Frogs."), about="<monogr/>", title=""))
    (tmp_path / "W5.json").write_text(json.dumps(WORK))
    article = read_tei(path)
    assert (article.id, article.pmid, article.doi) == ("77", "77", "10.5555/oa")
    assert (article.title, article.year) == ("Ponds at night", "2020")


@pytest.mark.parametrize("beside", ["", "{", "[1]", '{"doi": 5, "ids": [], "title": null}', "\xff"])
def test_a_file_beside_that_is_of_no_use_does_no_harm(tmp_path, beside):
    path = tmp_path / "W5.tei.xml"
    path.write_bytes(tei(div("", "Frogs.")))
    (tmp_path / "W5.json").write_bytes(beside.encode("latin-1"))
    assert read_tei(path).doi == "10.5555/own"


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty or was cut off"),
        (b"<TEI/>", "it has no <text>; give a full text that GROBID made"),
        (b"<article><body/></article>", "its root is <article>"),
        (b"<teiCorpus><TEI><text/></TEI></teiCorpus>", "its root is <teiCorpus>"),
        (b"<TEI><text>", "fetch it again|well-formed"),
        (tei().replace(b'"b1"', b'"b0"'), "ID b0 already defined; give a whole"),
    ],
)
def test_what_is_no_full_text_is_refused(content, message):
    with pytest.raises(InputError, match=message):
        read_tei(content, name="a.xml")


def test_truncated_anywhere_it_is_refused():
    whole = tei(div("Aim", f"Frogs hop {ref(1, '[1]')}."))
    for end in range(0, len(whole) - 1, 7):
        with pytest.raises(InputError, match=r"^a\.xml"):
            read_tei(whole[:end], name="a.xml")


def test_a_full_text_may_be_nearly_empty():
    article = read_tei(b"<TEI><text/></TEI>", name="a.xml")
    assert (article.text, article.citations, article.works, article.id) == ("", (), (), "a.xml")


def test_an_entity_bomb_is_refused():
    bomb = b'<!DOCTYPE TEI [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)
    )
    with pytest.raises(InputError, match="leave it out"):
        read_tei(bomb + b"]><TEI><text><body><p>&j;</p></body></text></TEI>", name="a.xml")
