"""The works that JATS articles cite: identifiers, fields, and the works inside ranges."""

import pytest

from spacy_citalign.inputs.articles import CitedWork
from spacy_citalign.inputs.formats.jats.reader import read_jats
from tests.inputs.formats.test_jats import article, cited, mark, read, references


def works(entries: str) -> tuple[CitedWork, ...]:
    return read(refs=f"<ref-list>{entries}</ref-list>").works


def test_an_entry_with_all_that_one_can_have() -> None:
    (work,) = works(
        '<ref id="B1"><label>[1]</label><element-citation publication-type="journal">'
        '<person-group person-group-type="editor"><name><surname>Ed</surname></name></person-group>'
        '<person-group person-group-type="author"><name><surname>Lake</surname><given-names>A B'
        "</given-names></name><name><surname>Pond</surname><given-names>C</given-names></name>"
        "<etal/></person-group><article-title>Frogs\n of <italic>E</italic>arth</article-title>"
        "<source>J Frogs</source><year>1999a</year><volume>3</volume><fpage>14</fpage>"
        '<pub-id pub-id-type="pmid">123</pub-id><pub-id pub-id-type="doi">doi:10.1000/ABC</pub-id>'
        '<pub-id pub-id-type="pmc">45</pub-id></element-citation></ref>'
    )
    assert work == CitedWork(
        id="B1",
        number=1,
        label="[1]",
        doi="10.1000/abc",
        pmid="123",
        pmcid="PMC45",
        arxiv="",
        first_author="Lake",
        year="1999",
        title="Frogs of Earth",
        source="J Frogs",
        text="Ed Lake A B Pond C Frogs of Earth J Frogs 1999a 3 14 123 doi:10.1000/ABC 45",
        authors=("Lake", "Pond"),
        initials=("AB", "C"),
    )


def test_a_mixed_citation_keeps_its_own_signs() -> None:
    (work,) = works(
        '<ref id="B1"><mixed-citation><string-name><surname>Lake</surname>, <given-names>A'
        "</given-names></string-name> (<year>2001</year>) <article-title>Of H<sub>2</sub>O."
        "</article-title> <italic><source>J Frogs</source></italic> <bold>3</bold>:14.<!-- c -->"
        "</mixed-citation></ref>"
    )
    assert work.text == "Lake , A (2001) Of H2O. J Frogs 3:14."
    assert (work.first_author, work.title, work.source) == ("Lake", "Of H2O.", "J Frogs")


@pytest.mark.parametrize("kind", ["element-citation", "mixed-citation", "nlm-citation", "citation"])
def test_every_kind_of_citation_is_read(kind: str) -> None:
    (work,) = works(f'<ref id="B1"><{kind}><year>1999</year></{kind}></ref>')
    assert (work.id, work.year) == ("B1", "1999")


def test_an_entry_without_a_citation_is_a_work() -> None:
    (work,) = works('<ref id="B1"><label>1</label><note><p>Lake, in prep.</p></note></ref>')
    assert (work.id, work.label, work.text) == ("B1", "1", "Lake, in prep.")


@pytest.mark.parametrize(
    ("written", "doi", "pmid", "pmcid"),
    [
        ('<pub-id pub-id-type="doi">https://doi.org/10.1/Q</pub-id>', "10.1/q", "", ""),
        ('<pub-id pub-id-type="doi">http://dx.doi.org/10.1/Q</pub-id>', "10.1/q", "", ""),
        ('<pub-id pub-id-type="doi">in press</pub-id>', "", "", ""),
        ('<pub-id pub-id-type="pmid"> PMID: 77 </pub-id>', "", "77", ""),
        ('<pub-id pub-id-type="pmcid">PMC9</pub-id>', "", "", "PMC9"),
        ('<object-id pub-id-type="doi">10.1/q</object-id>', "10.1/q", "", ""),
        ('<ext-link xlink:href="https://doi.org/10.1/Q">here</ext-link>', "10.1/q", "", ""),
        ("<comment>See <uri>https://doi.org/10.1/q.</uri></comment>", "10.1/q", "", ""),
        ('<ext-link ext-link-type="doi" xlink:href="10.1/q">10.1/q</ext-link>', "10.1/q", "", ""),
        (
            '<ext-link xlink:href="https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9/">x</ext-link>'
            '<ext-link xlink:href="https://www.ncbi.nlm.nih.gov/pubmed/77">x</ext-link>',
            "",
            "77",
            "PMC9",
        ),
        ('<ext-link xlink:href="https://frogs.example/10.1">x</ext-link>', "", "", ""),
        ('<pub-id pub-id-type="isbn">10.1/q</pub-id>', "", "", ""),
    ],
)
def test_identifiers_are_written_in_one_way(written: str, doi: str, pmid: str, pmcid: str) -> None:
    (work,) = works(f'<ref id="B1"><element-citation>{written}</element-citation></ref>')
    assert (work.doi, work.pmid, work.pmcid) == (doi, pmid, pmcid)


@pytest.mark.parametrize(
    ("written", "author", "title"),
    [
        ("<collab>Frog Group</collab><source>Ponds</source>", "Frog Group", "Ponds"),
        ("<string-name>A. Lake</string-name><chapter-title>C</chapter-title>", "A. Lake", "C"),
        (
            '<person-group person-group-type="editor"><name><surname>Ed</surname></name>'
            "</person-group><source>S</source><article-title>A</article-title>",
            "Ed",
            "A",
        ),
        ("<year>in press</year>", "", ""),
    ],
)
def test_who_and_what_where_there_is_no_author_or_title(
    written: str, author: str, title: str
) -> None:
    (work,) = works(f'<ref id="B1"><citation>{written}</citation></ref>')
    assert (work.first_author, work.title) == (author, title)
    assert work.year == ("in press" if "year" in written else "")


@pytest.mark.parametrize(
    ("words", "author", "year"),
    [
        ("Lake A. Salt of ponds. J Ponds 2011; 3: 1-9.", "Lake", "2011"),
        ("A. B. Lake and C. Zork, Ponds 12:1999-2003 (2004).", "Lake", "2004"),
        ("Records of the pond office", "", ""),
    ],
)
def test_a_citation_without_elements_has_author_and_year_of_its_words(
    words: str, author: str, year: str
) -> None:
    (work,) = works(f'<ref id="B1"><citation>{words}</citation></ref>')
    assert (work.first_author, work.year, work.title, work.text) == (author, year, "", words)


def test_several_citations_in_an_entry_are_several_works() -> None:
    refs = (
        '<ref-list><ref id="B1"><label>1</label><citation><year>2001</year></citation>'
        '<citation><label>1b</label><year>2002</year></citation></ref><ref id="B2"><citation id='
        '"c2"><year>2003</year></citation></ref><ref><citation id="c3"/></ref></ref-list>'
    )
    found = read(
        '<p>Frogs <xref ref-type="bibr" rid="B1">1</xref> <xref rid="c2">2</xref>.</p>', refs=refs
    )
    assert [(w.id, w.number, w.label, w.year) for w in found.works] == [
        ("B1", 1, "1", "2001"),
        ("B1", 1, "1b", "2002"),
        ("c2", 2, "", "2003"),
        ("c3", 3, "", ""),
    ]
    assert cited(found) == ["1 B1", "1 B1", "2 c2"]
    assert [c.work for c in found.citations] == [0, 1, 2]
    by_entry = read('<p><xref ref-type="bibr" rid="B2">2</xref></p>', refs=refs)
    assert cited(by_entry) == ["2 B2"]


@pytest.mark.parametrize("mixed_first", [True, False])
def test_alternatives_of_a_citation_are_one_work(mixed_first: bool) -> None:
    versions = [
        "<mixed-citation>Lake 2001.</mixed-citation>",
        '<element-citation><year>2001</year><pub-id pub-id-type="pmid">7</pub-id>'
        "</element-citation>",
    ]
    both = "\n".join(versions if mixed_first else reversed(versions))
    (work,) = works(f'<ref id="B1"><citation-alternatives>{both}</citation-alternatives></ref>')
    assert (work.year, work.pmid) == ("2001", "7")
    assert work.text == ("Lake 2001." if mixed_first else "2001 7")


def between(found: list[str]) -> list[str]:
    return [citation.partition(" ")[2] for citation in found]


@pytest.mark.parametrize("dash", ["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", " - "])
@pytest.mark.parametrize("labels", [True, False])
def test_a_dash_between_two_marks_is_a_range(dash: str, labels: bool) -> None:
    found = read(f"<p>Frogs [{mark(3)}{dash}{mark(6)}].</p>", refs=references(labels=labels))
    whole = f"3{dash}6"
    assert cited(found) == ["3 B3", f"{whole} B4*", f"{whole} B5*", "6 B6"]


@pytest.mark.parametrize(
    ("paragraph", "members"),
    [
        # With brackets between, or inside the marks.
        (f"[{mark(3)}]-[{mark(5)}]", "B3 B4* B5"),
        (f"({mark(3)})\u2013({mark(5)})", "B3 B4* B5"),
        ("<xref rid='B3'>[3]</xref>-<xref rid='B5'>[5]</xref>", "B3 B4* B5"),
        # Among others, and as superscripts.
        (f"[{mark(1)}, {mark(3)}-{mark(5)},{mark(9)}]", "B1 B3 B4* B5 B9"),
        (f"<sup>{mark(3)}\u2013{mark(5)}</sup>", "B3 B4* B5"),
        (
            "<xref rid='B3'><sup>3</sup></xref><sup>-</sup><xref rid='B5'><sup>5</sup></xref>",
            "B3 B4* B5",
        ),
        # One mark for all of it, which names one end, both, or everything.
        ("[<xref rid='B3'>3-6</xref>]", "B3 B4* B5* B6*"),
        ("<xref rid='B6'>[3\u20136]</xref>", "B6 B3* B4* B5*"),
        ("[<xref rid='B3 B6'>3-6</xref>]", "B3 B6 B4* B5*"),
        ("[<xref rid='B3 B4 B5 B6'>3-6</xref>]", "B3 B4 B5 B6"),
        # An end that is not tagged.
        (f"[{mark(3)}-5]", "B3 B4* B5*"),
        (f"[1, {mark(3)}\u20135, 7]", "B3 B4* B5*"),
        (f"[3-{mark(5)}]", "B3* B4* B5"),
        (f"<sup>{mark(3)}-5</sup>", "B3 B4* B5*"),
        # No ranges: neighbours, backwards, more than the list has, years, words, no bracket.
        (f"[{mark(3)}-{mark(4)}]", "B3 B4"),
        (f"[{mark(5)}-{mark(3)}]", "B5 B3"),
        (f"[{mark(3)}-99]", "B3 " + " ".join(f"B{n}*" for n in range(4, 13))),
        ("(<xref rid='B1'>1991</xref>-<xref rid='B3'>1993</xref>)", "B1 B3"),
        ("<xref rid='B1'>Lake</xref>-<xref rid='B3'>Pond</xref>", "B1 B3"),
        (f"in {mark(3)}-5 ponds", "B3"),
        (f"[{mark(3)}] - 5 ponds, {mark(8)}", "B3 B8"),
        (f"[{mark(3)}] and - [{mark(5)}]", "B3 B5"),
    ],
)
def test_ranges(paragraph: str, members: str) -> None:
    found = read(f"<p>Frogs {paragraph} hop.</p>")
    assert sorted(between(cited(found))) == sorted(members.split())


def test_a_range_of_one_mark_covers_it_all() -> None:
    found = read("<p>Frogs [<xref rid='B3'>3-5</xref>].</p>")
    assert cited(found) == ["3-5 B3", "3-5 B4*", "3-5 B5*"]
    found = read(f"<p>Frogs [{mark(3)}-5] or [4-{mark(6)}].</p>")
    assert cited(found)[:3] == ["3 B3", "3-5 B4*", "3-5 B5*"]
    assert cited(found)[3:] == ["4-6 B4*", "4-6 B5*", "6 B6"]


def test_labels_tell_where_the_list_is_not_in_order() -> None:
    refs = "".join(f'<ref id="R{n}"><label>{n}.</label></ref>' for n in (1, 5, 2, 4, 3))
    body = "<p>[<xref rid='R1'>1</xref>-<xref rid='R4'>4</xref>]</p>"
    found = read(body, refs=f"<ref-list>{refs}</ref-list>")
    assert sorted(between(cited(found))) == ["R1", "R2*", "R3*", "R4"]


def test_positions_tell_where_numbers_and_list_differ_and_labels_are_missing() -> None:
    # The list has one entry more than the numbers say, since 2 is printed as 2a and 2b.
    refs = "".join(f'<ref id="R{n}"/>' for n in ("1", "2a", "2b", "3"))
    body = "<p>[<xref rid='R1'>1</xref>-<xref rid='R3'>3</xref>]</p>"
    found = read(body, refs=f"<ref-list>{refs}</ref-list>")
    assert between(cited(found)) == ["R1", "R2a*", "R2b*", "R3"]


def test_a_range_takes_all_works_of_an_entry() -> None:
    refs = (
        '<ref-list><ref id="B1"/><ref id="B2"><citation>a</citation><citation>b</citation></ref>'
        '<ref id="B3"/></ref-list>'
    )
    found = read_jats(article(f"<p>[{mark(1)}-{mark(3)}]</p>", refs=refs))
    assert [(c.work, c.implied) for c in found.citations] == [
        (0, False),
        (1, True),
        (2, True),
        (3, False),
    ]
