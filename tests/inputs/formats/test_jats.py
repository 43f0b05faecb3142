"""JATS articles: text in paragraphs, citation marks with their places, and what they name."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import Article, Paragraph
from spacy_citalign.inputs.formats.jats.reader import read_jats

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
MATHML = 'xmlns:mml="http://www.w3.org/1998/Math/MathML"'


def references(number: int = 12, *, labels: bool = True) -> str:
    """A reference list B1, B2, ... of invented works."""
    entries = [
        f'<ref id="B{n}">{f"<label>{n}</label>" if labels else ""}<element-citation>'
        f"<year>{1990 + n}</year><article-title>Frogs, part {n}</article-title>"
        "</element-citation></ref>"
        for n in range(1, number + 1)
    ]
    return f"<ref-list><title>References</title>{''.join(entries)}</ref-list>"


def article(body: str = "", *, front: str = "", back: str = "", refs: str | None = None) -> bytes:
    refs = references() if refs is None else refs
    return (
        f"<article {XLINK} {MATHML}><front><article-meta>{front}</article-meta></front>"
        f"<body>{body}</body><back>{back}{refs}</back></article>"
    ).encode()


def read(body: str = "", *, captions: bool = False, tables: bool = False, **rest: str) -> Article:
    return read_jats(article(body, **rest), captions=captions, tables=tables)


def paragraphs(found: Article) -> list[str]:
    return [found.text[paragraph.start : paragraph.end] for paragraph in found.paragraphs]


def cited(found: Article) -> list[str]:
    """Each citation as "mark B1"; with a star where the work has no mark of its own."""
    return [
        f"{found.text[c.start : c.end]} {found.works[c.work].id}{'*' * c.implied}"
        for c in found.citations
    ]


def mark(number: int) -> str:
    return f'<xref ref-type="bibr" rid="B{number}">{number}</xref>'


def test_a_block_inside_a_mark_leaves_no_trace() -> None:
    found = read('<p>Frogs <xref ref-type="bibr" rid="B1">1<p>hop</p></xref></p>')
    assert (paragraphs(found), cited(found)) == (["Frogs 1", "hop"], ["1 B1"])


def test_a_block_inside_a_superscript_leaves_no_trace() -> None:
    found = read(f"<p>Frogs.<sup>Hop. <p>By</p> The</sup> lake [{mark(2)}].</p>")
    assert paragraphs(found) == ["Frogs.Hop.", "By", "The lake [2]."]


def test_an_article_from_title_to_notes() -> None:
    found = read(
        "<sec><title>Results</title><p>Frogs hop.</p>"
        f"<sec><title>Toads</title><p>Toads crawl [{mark(2)}].</p></sec></sec>",
        front='<article-id pub-id-type="pmid">123</article-id>'
        '<article-id pub-id-type="pmc">45</article-id>'
        '<article-id pub-id-type="doi">10.1000/ABC</article-id>'
        "<title-group><article-title>On <italic>Rana</italic></article-title></title-group>"
        '<contrib-group><contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib>'
        '<contrib contrib-type="author"><name><surname>Lake</surname></name></contrib>'
        "</contrib-group>"
        '<pub-date pub-type="epub"><year>2002</year></pub-date>'
        '<pub-date pub-type="ppub"><year>2003</year></pub-date>'
        "<abstract><p>We watched.</p></abstract>"
        "<abstract><title>Summary</title><sec><title>Aim</title><p>To see.</p></sec></abstract>",
        back="<ack><p>Thanks.</p></ack><fn-group><fn><p>No conflict.</p></fn></fn-group>",
    )
    assert found.text.split("\n") == [
        "On Rana",
        "We watched.",
        "Summary",
        "Aim",
        "To see.",
        "Results",
        "Frogs hop.",
        "Toads",
        "Toads crawl [2].",
        "Thanks.",
        "No conflict.",
    ]
    assert [(p.kind, "/".join(p.section)) for p in found.paragraphs] == [
        ("title", ""),
        ("abstract", "Abstract"),
        ("title", "Summary"),
        ("title", "Summary/Aim"),
        ("abstract", "Summary/Aim"),
        ("title", "Results"),
        ("text", "Results"),
        ("title", "Results/Toads"),
        ("text", "Results/Toads"),
        ("text", "Acknowledgements"),
        ("note", ""),
    ]
    assert found.paragraphs[1] == Paragraph(8, 19, "abstract", ("Abstract",))
    assert cited(found) == ["2 B2"]
    assert (found.id, found.pmid, found.pmcid, found.doi) == (
        "PMC45",
        "123",
        "PMC45",
        "10.1000/abc",
    )
    assert (found.title, found.year, found.first_author) == ("On Rana", "2003", "Lake")
    assert found.unresolved == ()


def test_a_sub_article_and_floats_are_read_as_sections() -> None:
    found = read_jats(
        b"<article><body><p>One.</p></body><floats-group><fig><caption><p>Pond.</p></caption></fig>"
        b"</floats-group><response><front-stub><article-id>r1</article-id><title-group>"
        b"<article-title>Reply</article-title></title-group></front-stub><body><p>Two.</p></body>"
        b"</response></article>",
        captions=True,
    )
    assert [(found.text[a:b], kind, path) for a, b, kind, path in found.paragraphs] == [
        ("One.", "text", ()),
        ("Pond.", "caption", ()),
        ("Reply", "title", ("Reply",)),
        ("Two.", "text", ("Reply",)),
    ]


@pytest.mark.parametrize(
    ("paragraph", "text", "citations"),
    [
        (f"Frogs hop [{mark(1)},{mark(3)}].", "Frogs hop [1,3].", ["1 B1", "3 B3"]),
        (
            'Frogs hop <xref ref-type="bibr" rid="B2">(Lake 1992)</xref>.',
            "Frogs hop (Lake 1992).",
            ["(Lake 1992) B2"],
        ),
        # The type is missing or wrong, but the id is that of a reference.
        ('Frogs <xref rid="B2">2</xref>.', "Frogs 2.", ["2 B2"]),
        ('Frogs <xref ref-type="other" rid="B2">2</xref>.', "Frogs 2.", ["2 B2"]),
        ('Frogs <xref ref-type="fig" rid="F2">2</xref>.', "Frogs 2.", []),
        # Several works at one mark, as files write it.
        ('Frogs <xref ref-type="bibr" rid="B2 B5">2,5</xref>.', "Frogs 2,5.", ["2,5 B2", "2,5 B5"]),
        # Deep inside, with white space at its ends.
        (
            '<bold>Frogs <italic>[<xref ref-type="bibr" rid="B4">\n 4 </xref>]</italic></bold>.',
            "Frogs [ 4 ].",
            ["4 B4"],
        ),
        ('Frogs <xref ref-type="bibr" rid="B4"/> hop.', "Frogs hop.", [" B4"]),
    ],
)
def test_marks_and_what_they_name(paragraph: str, text: str, citations: list[str]) -> None:
    found = read(f"<p>{paragraph}</p>")
    assert found.text == text
    assert cited(found) == citations


def test_marks_that_name_no_reference_are_told() -> None:
    found = read(
        '<p>Frogs <xref ref-type="bibr" rid="B99">99</xref> hop '
        '<xref ref-type="bibr" rid="B1 B77">1,77</xref><xref ref-type="bibr">x</xref>.</p>'
    )
    assert found.unresolved == ("B99", "B77", "")
    assert cited(found) == ["1,77 B1"]


@pytest.mark.parametrize(
    ("paragraph", "text"),
    [
        (f"p53<sup>{mark(12)}</sup> binds", "p53[12] binds"),
        (f"p53<sup>{mark(1)},{mark(2)}</sup> binds", "p53[1,2] binds"),
        (f"p53 <sup> {mark(1)}</sup> binds", "p53 [1] binds"),
        (f"p53<sup>{mark(1)}</sup><sup>,</sup><sup>{mark(2)}</sup>", "p53[1,2]"),
        (
            'p53<xref ref-type="bibr" rid="B1"><sup>1</sup></xref>,'
            '<xref ref-type="bibr" rid="B2"><sup>2</sup></xref> binds',
            "p53[1,2] binds",
        ),
        (
            'p53<xref ref-type="bibr" rid="B1"><sup>1</sup></xref>'
            '<xref ref-type="bibr" rid="B2"><sup>2</sup></xref> binds',
            "p53[1,2] binds",
        ),
        # Brackets of their own; a superscript that is more than marks; untagged numbers.
        (f"p53<sup>[{mark(1)},{mark(2)}]</sup>", "p53[1,2]"),
        (f"p53 [<sup>{mark(1)},{mark(2)}</sup>]", "p53 [1,2]"),
        (f"Ca<sup>2+,{mark(1)},{mark(2)}</sup>", "Ca2+,[1,2]"),
        (f"p53<sup>{mark(1)},{mark(2)},9</sup>", "p53[1,2,9]"),
        # No citations.
        ("10<sup>-3</sup> M H<sub>2</sub>O", "10-3 M H2O"),
        ('Tyr<sup><italic>c</italic>-2</sup> and <xref rid="F1"><sup>1</sup></xref>', None),
    ],
)
def test_superscript_marks_stand_in_brackets(paragraph: str, text: str | None) -> None:
    found = read(f"<p>{paragraph}</p>")
    if text is None:
        assert found.text == "Tyrc-2 and 1"
        return
    assert found.text == text
    assert [found.text[c.start : c.end] for c in found.citations] == [
        str(c.work + 1) for c in found.citations
    ]
    assert len(found.citations) == paragraph.count("bibr")


def test_xml_white_space_is_one_blank_and_other_spaces_stay() -> None:
    found = read("<p>\n  Frogs&#160;\thop\r\n <italic> far </italic>&#8201;.\u2028 </p>")
    assert found.text == "Frogs\xa0 hop far \u2009.\u2028"


def test_comments_and_instructions_are_no_text_but_what_follows_is() -> None:
    found = read(f"<p>Frogs<!-- not --> hop<?page 3?> far [<!--x-->{mark(1)}<!--y-->].</p>")
    assert found.text == "Frogs hop far [1]."
    assert cited(found) == ["1 B1"]


def test_blocks_in_a_paragraph_are_paragraphs_and_the_sentence_goes_on_behind() -> None:
    found = read(
        f"<p>The length [{mark(1)}] is <disp-formula><label>(1)</label>l = <mml:math><mml:mi>v"
        "</mml:mi></mml:math>t</disp-formula> where t is time. Three ponds were seen:"
        f"<list><list-item><p>the first [{mark(2)}]</p></list-item><list-item><p>the second</p>"
        f"</list-item></list>They were small [{mark(3)}].</p>"
    )
    assert paragraphs(found) == [
        "The length [1] is where t is time. Three ponds were seen:",
        "l = vt",
        "the first [2]",
        "the second",
        "They were small [3].",
    ]
    assert cited(found) == ["1 B1", "2 B2", "3 B3"]


@pytest.mark.parametrize(
    ("before", "behind", "one"),
    [
        ("Frogs", "and toads hop.", True),
        ("Frogs", ", toads and newts hop.", True),
        ("Of", "Rana we know.", True),
        ("Frogs hop.", "Toads do not.", False),
        (f"Frogs hop.<sup>{mark(3)}</sup>", "Toads do not.", False),
        (f"Frogs hop. [{mark(3)}]", "Toads do not.", False),
    ],
)
def test_whether_a_sentence_goes_on_behind_a_figure(before: str, behind: str, one: bool) -> None:
    body = f"<p>{before} <fig><caption><p>Pond.</p></caption></fig> {behind}</p>"
    assert len(read(body).paragraphs) == (1 if one else 2)
    found = read(body, captions=True)
    assert len(found.paragraphs) == (2 if one else 3)
    assert [found.text[c.start : c.end] for c in found.citations] == ["3"] * before.count("bibr")


def test_every_block_that_holds_words_is_read() -> None:
    found = read(
        "<sec><title>T</title><disp-quote><p>a</p></disp-quote><boxed-text><caption><title>B</title>"
        "</caption><p>b</p></boxed-text><statement><title>S</title><p>c</p></statement><def-list>"
        "<def-item><term>d</term><def><p>e</p></def></def-item></def-list><preformat>f</preformat>"
        "<verse-group><verse-line>g</verse-line></verse-group><p><list><list-item><p>h</p><list>"
        "<list-item><p>i</p></list-item></list></list-item></list></p>stray</sec>",
        back="<app-group><app><title>A</title><sec><p>j</p></sec></app></app-group><notes><p>k</p>"
        "</notes><glossary><def-list><def-item><term>l</term></def-item></def-list></glossary>",
    )
    texts = paragraphs(found)
    assert sorted(texts) == sorted([*"TaBbScdefghi", "stray", *"Ajkl"])
    sections = dict(zip(texts, (paragraph.section for paragraph in found.paragraphs), strict=True))
    assert (sections["b"], sections["j"], sections["l"]) == (("T", "B"), ("A",), ("Glossary",))


FLOATS = (
    "<p>Text.</p><fig><label>Figure 1</label><caption><title>Pond</title><p>A pond "
    f"[{mark(1)}].</p></caption><graphic xlink:href='x'/></fig><table-wrap><label>Table 1</label>"
    "<caption><p>Frogs</p></caption><table><thead><tr><th>name</th><th/></tr></thead><tbody><tr>"
    f"<td>Rana {mark(2)}</td><td><p>big</p></td></tr></tbody></table><table-wrap-foot><fn><p>As "
    f"in {mark(3)}.</p></fn></table-wrap-foot></table-wrap><supplementary-material><caption>"
    "<p>File.</p></caption></supplementary-material>"
)


def test_captions_and_tables_are_read_on_demand() -> None:
    assert read(FLOATS).text == "Text."
    with_captions = read(FLOATS, captions=True)
    assert paragraphs(with_captions) == ["Text.", "Pond", "A pond [1].", "File."]
    assert {p.kind for p in with_captions.paragraphs[1:]} == {"caption"}
    with_tables = read(FLOATS, tables=True)
    assert paragraphs(with_tables) == ["Text.", "Frogs", "name", "Rana 2", "big", "As in 3."]
    assert {p.kind for p in with_tables.paragraphs[1:]} == {"table"}
    assert cited(read(FLOATS, captions=True, tables=True)) == ["1 B1", "2 B2", "3 B3"]


def test_a_formula_is_read_once() -> None:
    math = "<mml:math><mml:mi>x</mml:mi></mml:math>"
    tex = r"<tex-math>\begin{document}$x$\end{document}</tex-math>"
    both = read(f"<p>Let <alternatives>{tex}{math}</alternatives> be.</p>")
    assert both.text == "Let x be."
    assert "$x$" in read(f"<p>Let <inline-formula>{tex}</inline-formula> be.</p>").text


def test_namespaces_and_wrappers_of_archives() -> None:
    plain = article(f"<p>Frogs [{mark(1)}].</p>")
    wanted = read_jats(plain)
    assert read_jats(b"<pmc-articleset>" + plain + b"</pmc-articleset>") == wanted
    spaced = plain.replace(b"<article ", b'<article xmlns="https://jats.nlm.nih.gov/ns/" ')
    assert read_jats(b"<OAI><record>" + spaced + b"</record></OAI>") == wanted
    with pytest.raises(InputError, match=r"2 articles.*write each to a file of its own"):
        read_jats(b"<pmc-articleset>" + plain + plain + b"</pmc-articleset>")


# Pieces of a paragraph: plain, with marks of all kinds, with white space and blocks.
_PIECES = st.sampled_from(
    [
        "Frogs",
        " ",
        "\n\t",
        "&#160;",
        "hop.",
        ",",
        "-",
        "[",
        "]",
        *map(mark, range(1, 5)),
        '<xref ref-type="bibr" rid="B5"> 5 </xref>',
        '<xref ref-type="bibr" rid="B6"><sup>6</sup></xref>',
        '<xref ref-type="bibr" rid="B7"/>',
        f"<sup>{mark(8)}</sup>",
        f"<sup>2+{mark(8)}, {mark(9)}</sup>",
        f"<italic>et <bold>al. {mark(10)}</bold></italic>",
        f"<list><list-item><p>one {mark(11)}</p></list-item></list>",
        "<disp-formula>x</disp-formula>",
    ]
)


@given(st.lists(st.lists(_PIECES, max_size=12), max_size=3))
@example([['<xref ref-type="bibr" rid="B7"/>', " ", "Frogs"]])
def test_offsets_are_exact(made: list[list[str]]) -> None:
    found = read("".join(f"<p>{''.join(pieces)}</p>" for pieces in made))
    place = 0
    for paragraph in found.paragraphs:
        assert paragraph.start == place
        text = found.text[paragraph.start : paragraph.end]
        assert text
        assert "\n" not in text
        assert "  " not in text
        assert text == text.strip(" ")
        assert not {*map(chr, range(32))} & {*text}
        place = paragraph.end + 1
    assert place == len(found.text) + bool(found.paragraphs)
    assert list(found.citations) == sorted(found.citations, key=lambda citation: citation.start)
    for citation in found.citations:
        if not citation.implied:
            number = str(found.works[citation.work].number)
            assert found.text[citation.start : citation.end] == ("" if number == "7" else number)
        else:
            assert "-" in found.text[citation.start : citation.end]
    # No mark is lost but an empty one in an empty paragraph.
    marks = sum(piece.count("bibr") for pieces in made for piece in pieces)
    empty = sum('rid="B7"' in piece for pieces in made for piece in pieces)
    assert marks - empty <= sum(not citation.implied for citation in found.citations) <= marks
