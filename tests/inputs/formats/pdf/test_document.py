"""Pages to a document: furniture, paragraphs, headings, captions, the list of references, front."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.inputs.formats.pdf.blocks import blocks_of, has_ended, is_prose
from spacy_citalign.inputs.formats.pdf.characters import PageCharacters
from spacy_citalign.inputs.formats.pdf.document import PdfDocument, pdf_document
from spacy_citalign.inputs.formats.pdf.front import is_aside
from spacy_citalign.inputs.formats.pdf.headings import Look, Sections, named
from spacy_citalign.inputs.formats.pdf.hyphens import Hyphens
from spacy_citalign.inputs.formats.pdf.lines import Line
from tests.inputs.pdf_pages import Set, column, page_of

BOLD, ITALIC = 1, 2
FROGS = "Frogs of the northern ponds sing at night and sleep by day under the large leaves."
TOADS = "Toads walk to their ponds in spring and leave them as soon as they have their eggs."
NEWTS = "Newts are seldom seen since they stay under water until the summer makes it warm."


def first_page(*lines: Set) -> PageCharacters:
    """A first page: title, authors, an abstract, the introduction, and more lines."""
    return page_of(
        Set("The ponds of the north and their frogs", 50, 80, 18, BOLD),
        Set("Ada B. Frog^1|, Carl van der Pond^2| and D. E. Lake^1|", 50, 110, 11),
        Set("^1|Department of Ponds, University of the North", 50, 126, 8),
        Set("Received 3 May 2009; accepted 4 June 2010", 50, 138, 8),
        Set("Abstract", 50, 160, 12, BOLD),
        *column(f"{FROGS} {TOADS}", 50, 176, letters=80, size=9),
        Set("Introduction", 50, 240, 12, BOLD),
        *column(f"{FROGS} {TOADS} {NEWTS}", 50, 256, letters=80),
        *lines,
    )


def document(*pages: PageCharacters, **metadata: str) -> PdfDocument:
    return pdf_document(pages, metadata)


def passages(*pages: PageCharacters) -> list[tuple[str, str]]:
    return [(passage.kind, passage.text) for passage in document(*pages).passages]


def test_a_first_page():
    read = document(first_page())
    assert [(one.kind, one.section, one.text) for one in read.passages] == [
        ("title", (), "The ponds of the north and their frogs"),
        ("title", ("Abstract",), "Abstract"),
        ("abstract", ("Abstract",), f"{FROGS} {TOADS}"),
        ("title", ("Introduction",), "Introduction"),
        ("text", ("Introduction",), f"{FROGS} {TOADS} {NEWTS}"),
    ]
    assert read.about.title == "The ponds of the north and their frogs"
    assert read.about.authors.surnames == ("Frog", "van der Pond", "Lake")
    assert read.about.authors.initials == ("AB", "C", "DE")
    assert read.about.year == "2010"


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("doi: 10.1234/frogs.2010.12", "doi", "10.1234/frogs.2010.12"),
        ("10.1234/frogs.2010.12", "doi", "10.1234/frogs.2010.12"),
        ("arXiv:2304.01234v2", "arxiv", "2304.01234"),
    ],
)
def test_identifiers_on_the_first_page(line: str, kind: str, value: str):
    assert document(first_page(Set(line, 50, 700, 7))).identifiers[kind] == value


def test_the_doi_of_the_file_is_the_surest():
    page = first_page(Set("doi: 10.1234/other", 50, 700, 7))
    assert document(page, doi="10.1234/frogs").identifiers["doi"] == "10.1234/frogs"


def test_an_identifier_of_an_entry_is_not_that_of_the_article():
    page = first_page(
        Set("References", 50, 500, 12, BOLD),
        Set("1. Newt A. Ponds. Marsh 2003; 3: 4. doi: 10.1234/newts", 50, 520, 9),
    )
    assert document(page).identifiers == {}
    cited = Set("The newts were counted before (doi: 10.1234/newts) by others", 50, 300)
    text = column(" ".join([FROGS, TOADS, NEWTS] * 8), 50, 310, letters=80)
    assert document(first_page(*text), page_of(cited, number=2)).identifiers == {}


def test_behind_a_cover_the_second_page_says_what_the_article_is():
    cover = page_of(Set("Downloaded from the ponds of the north", 50, 80))
    doi = Set("doi: 10.1234/frogs", 50, 40, 7)
    page = first_page(doi)._replace(number=2)
    assert document(cover, page).identifiers == {"doi": "10.1234/frogs"}


@pytest.mark.parametrize(
    "line",
    [
        "Ponds 4 (2011) 12-19",
        "Ponds 2011, 4, 12-19",
        "Annals of Ponds. 2011. 4:12-19",
        "Ponds | 2011 | Vol 6 | Issue 1",
    ],
)
def test_the_year_of_the_volume_is_the_surest(line: str):
    assert document(first_page(Set(line, 50, 700, 7))).about.year == "2011"


def test_the_kind_of_an_article_is_no_part_of_its_title():
    page = page_of(
        Set("Short Communication", 50, 60, 18, BOLD),
        Set("The ponds of the north and their frogs", 50, 82, 18, BOLD),
        Set("Introduction", 50, 240, 12, BOLD),
        *column(f"{FROGS} {TOADS} {NEWTS}", 50, 256, letters=80),
    )
    assert document(page).about.title == "The ponds of the north and their frogs"


def test_an_abstract_without_a_heading_is_one():
    page = page_of(
        Set("The ponds of the north and their frogs", 50, 80, 18, BOLD),
        Set("Ada B. Frog and Carl Pond", 50, 110, 11),
        *column(f"{FROGS} {TOADS} {NEWTS} {FROGS}", 50, 150, letters=80, size=9),
        Set("1. Introduction", 50, 240, 12, BOLD),
        *column(f"{TOADS} {NEWTS}", 50, 256, letters=80),
    )
    assert passages(page)[1][0] == "abstract"


def test_an_abstract_begins_with_its_heading_in_the_same_line():
    page = page_of(
        Set("The ponds of the north and their frogs", 50, 80, 18, BOLD),
        Set("Ada B. Frog and Carl Pond", 50, 110, 11),
        *column(f"Abstract {FROGS} {TOADS} {NEWTS} {FROGS}", 50, 150, letters=80),
        Set("1. Introduction", 50, 240, 12, BOLD),
        *column(f"{TOADS} {NEWTS}", 50, 256, letters=80),
    )
    assert passages(page)[1:3] == [
        ("title", "Abstract"),
        ("abstract", f"{FROGS} {TOADS} {NEWTS} {FROGS}"),
    ]


def test_what_stands_beside_an_abstract_is_not_read_into_it():
    beside = [
        "Article history:",
        "Received 3 May 2009",
        "Accepted 5 June 2010",
        "Keywords:",
        "Frogs",
    ]
    page = page_of(
        Set("The ponds of the north and their frogs", 50, 80, 18, BOLD),
        Set("Ada B. Frog and Carl Pond", 50, 110, 11),
        Set("A R T I C L E  I N F O", 50, 150, 9),
        Set("A B S T R A C T", 200, 150, 9),
        *[Set(text, 50, 170 + 10.2 * row, 7) for row, text in enumerate(beside)],
        *column(f"{FROGS} {TOADS} {NEWTS} {FROGS} {TOADS}", 200, 170, letters=80, size=8.5),
        Set("1. Introduction", 50, 330, 10, BOLD),
        *column(" ".join([FROGS, TOADS, NEWTS] * 3), 50, 350, letters=46),
        *column(" ".join([TOADS, NEWTS] * 3), 300, 330, letters=46),
    )
    assert passages(page)[1:3] == [
        ("title", "ABSTRACT"),
        ("abstract", f"{FROGS} {TOADS} {NEWTS} {FROGS} {TOADS}"),
    ]


def test_the_name_of_the_journal_is_no_title():
    page = page_of(
        Set("Research of the Northern Ponds", 50, 40, 22, BOLD),
        Set("Research of the Northern Ponds 2010, 12:100", 50, 60, 8),
        Set("The ponds of the north and their frogs", 50, 100, 18, BOLD),
        Set("Abstract", 50, 130, 12, BOLD),
        *column(f"{FROGS} {TOADS}", 50, 150, letters=80),
    )
    assert document(page).about.title == "The ponds of the north and their frogs"


def test_a_page_of_text_alone_has_no_title():
    assert passages(page_of(*column(f"{FROGS} {TOADS}", 50, 100))) == [("text", f"{FROGS} {TOADS}")]


def test_a_section_that_is_set_small_is_text():
    page = page_of(
        *column(f"{FROGS} {TOADS} {NEWTS} {FROGS} {TOADS}", 50, 100, letters=60),
        Set("Methods", 50, 260, 12, BOLD),
        *column(f"{TOADS} {NEWTS}", 50, 276, letters=60, size=8),
        number=2,
    )
    assert [kind for kind, _ in passages(page)] == ["text", "title", "text"]


def test_running_heads_and_page_numbers_are_left_out():
    pages = [
        page_of(
            Set("A. Frog et al. / Pond Research 12 (2010)", 50, 30, 8),
            *column(f"{FROGS} {TOADS} {NEWTS}", 50, 100, letters=80),
            Set(str(number + 20), 300, 780, 8),
            number=number,
        )
        for number in (1, 2, 3)
    ]
    assert {kind for kind, _ in passages(*pages)} == {"text"}
    assert not any("Pond Research" in text or "21" in text for _, text in passages(*pages))


def test_a_paragraph_goes_on_behind_a_figure_and_on_the_next_page():
    first = page_of(
        *column(f"{TOADS} {FROGS} {NEWTS} {TOADS} {FROGS[:41]}", 50, 100, letters=60),
        Set("Figure 1. The ponds of the north. Frogs are green.", 50, 300, 8),
    )
    second = page_of(*column(f"{FROGS[42:]} {NEWTS} {TOADS}", 50, 100, letters=60), number=2)
    read = document(first, second).passages
    assert [one.kind for one in read] == ["text", "caption"]
    assert read[0].text == f"{TOADS} {FROGS} {NEWTS} {TOADS} {FROGS} {NEWTS} {TOADS}"
    start, page = read[0].pages[1]
    assert (read[0].text[start:][:9], page) == (FROGS[42:51], 2)


def test_an_indent_begins_a_paragraph():
    lines = column(f"{FROGS} {TOADS}", 50, 100, letters=60, indent=12)
    more = column(f"{NEWTS} {FROGS}", 50, lines[-1].baseline + 12, letters=60, indent=12)
    read = passages(page_of(*lines, *more))
    assert read == [("text", f"{FROGS} {TOADS}"), ("text", f"{NEWTS} {FROGS}")]


def test_a_gap_begins_a_paragraph():
    lines = column(f"{FROGS} {TOADS}", 50, 100, letters=60)
    more = column(f"{NEWTS} {FROGS}", 50, lines[-1].baseline + 24, letters=60)
    assert len(passages(page_of(*lines, *more))) == 2


def test_a_footnote_is_a_note_and_text_goes_on_behind_it():
    note = Set("* These frogs were counted twice.", 50, 700, 7)
    first = page_of(*column(f"{TOADS} {NEWTS} {FROGS[:41]}", 50, 100, letters=60), note, number=2)
    second = page_of(*column(f"{FROGS[42:]} {NEWTS}", 50, 100, letters=60), number=3)
    assert [kind for kind, _ in passages(first, second)] == ["text", "note"]


def test_a_table_is_one_passage():
    cells = [
        Set(text, left, 316 + 10 * row, 8)
        for row in range(4)
        for text, left in ((f"Pond {row}", 50), (f"{row}.5", 150), (f"{row}.7", 250))
    ]
    page = page_of(
        *column(f"{FROGS} {TOADS} {NEWTS}", 50, 100, letters=60),
        Set("Table 1. Frogs of each pond", 50, 300, 8),
        *cells,
        *column(f"{NEWTS} {FROGS}", 50, 400, letters=60),
    )
    assert [kind for kind, _ in passages(page)] == ["text", "table", "text"]
    assert "Pond 3 3.5 3.7" in passages(page)[1][1]


def test_a_list_of_references():
    page = page_of(
        *column(f"{FROGS} {TOADS} {NEWTS}", 50, 100, letters=60),
        Set("References", 50, 200, 12, BOLD),
        Set("1. Frog AB, Pond C: The frogs of north-", 50, 220, 8),
        Set("ern ponds. Pond Res 2009, 12:247-", 60, 230, 8),
        Set("251.", 60, 240, 8),
        Set("2. Lake D: Newts. Pond Res 2010, 13:1-9.", 50, 255, 8),
        Set("Appendix", 50, 290, 12, BOLD),
        *column(FROGS, 50, 310, letters=60),
    )
    read = document(page)
    assert [line.text for line in read.list_lines] == [
        "1. Frog AB, Pond C: The frogs of northern",
        "ponds. Pond Res 2009, 12:247-",
        "251.",
        "2. Lake D: Newts. Pond Res 2010, 13:1-9.",
    ]
    assert [line.indent for line in read.list_lines] == [0, 10, 10, 0]
    assert [round(line.gap, 1) for line in read.list_lines if line.gap is not None] == [0, 0, 0.5]
    assert [one.text for one in read.passages][-2:] == ["Appendix", FROGS]


def test_a_list_of_references_without_a_heading_is_found_by_its_look():
    entries = [
        Set(f"{number}. Frog AB, Pond C. The frogs of the north. Pond Res 2009;12:2-5.", 50, top, 8)
        for number, top in ((1, 300), (2, 312), (3, 324), (4, 336))
    ]
    page = page_of(*column(f"{FROGS} {TOADS} {NEWTS}", 50, 100, letters=60), *entries)
    read = document(page)
    assert [line.text for line in read.list_lines] == [entry.text for entry in entries]
    assert [one.text for one in read.passages] == [f"{FROGS} {TOADS} {NEWTS}"]


def test_a_list_of_one_entry_below_its_heading():
    lines = [Set("References", 50, 500, 12, BOLD), Set("1. Frog A. Ponds. 2009; 3: 4.", 50, 520, 9)]
    read = document(first_page(*lines))
    assert [line.text for line in read.list_lines] == ["1. Frog A. Ponds. 2009; 3: 4."]


def test_a_scan_is_a_document_without_passages():
    read = document(page_of(), page_of(number=2))
    assert (read.passages, read.list_lines) == ([], [])


def test_sections_are_entered_by_number_and_by_look():
    sections = Sections()
    first = Look(12.0, True, False, False, "Serif-Bold")
    second = Look(10.0, True, False, False, "Serif-Bold")
    paths = []
    for title, look in [("Methods", first), ("Frogs", second), ("Toads", second)]:
        sections.enter(title, look)
        paths.append(sections.path)
    assert paths == [("Methods",), ("Methods", "Frogs"), ("Methods", "Toads")]
    sections.enter("2. Results", first)
    sections.enter("2.1. Newts", first)
    assert sections.path == ("2. Results", "2.1. Newts")


@pytest.mark.parametrize("text", ["3. Materials and Methods", "R E F E R E N C E S", "ABSTRACT:"])
def test_usual_headings_are_known(text: str):
    assert named(text, "main")


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("loss of apop-", "tosis was", "loss of apoptosis was"),  # as the text has it elsewhere
        ("the well-", "known frogs", "the well-known frogs"),
        ("of p53-", "dependent cells", "of p53-dependent cells"),
        ("pre- and post-", "natal", "pre- and postnatal"),
        ("pre-", "and postnatal", "pre- and postnatal"),
        ("pages 247-", "251", "pages 247-251"),
        ("the IL-", "6 gene", "the IL-6 gene"),
        ("the frogs", "sing", "the frogs sing"),
        ("a regu-", "lation", "a regulation"),
        ("the co-", "application of", "the co-application of"),
        ("a loss-of-", "function of cells", "a loss-of-function of cells"),
        ("the pond-", "dependent frogs", "the pond-dependent frogs"),
        ("in-", "dependent frogs", "independent frogs"),
        ("shown\x031,\x04", "\x032\x04 by", "shown\x031,2\x04 by"),
    ],
)
def test_lines_are_joined(before: str, after: str, joined: str):
    known = ["apoptosis of cells", "a well-known pond", "postnatal", "application or function"]
    hyphens = Hyphens(known)
    assert hyphens.join(before, after) == joined
    assert hyphens.joined([before, after])[0] == joined


def test_a_text_that_cuts_no_words_keeps_its_hyphens():
    known = ["a pond-bred frog, a night-sung song and a half-dry pond", "a leaf-green toad"]
    ends = ["the pond-", "bred frogs", "the night-", "sung songs", "the leaf-", "green toads"]
    assert Hyphens([*known, *ends]).join("the marsh-", "born newts") == "the marsh-born newts"
    assert Hyphens(known).join("the marsh-", "born newts") == "the marshborn newts"


@given(st.lists(st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,12}-?", fullmatch=True), max_size=12))
def test_joining_loses_hyphens_alone(lines: list[str]):
    text, starts = Hyphens(lines).joined(lines)
    assert text.replace("-", "").replace(" ", "") == "".join(lines).replace("-", "").replace(
        " ", ""
    )
    assert [text[start:][:1] for start in starts] == [line[:1] for line in lines]


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("The frogs sing.", True),
        ("The frogs sing.\x031,2\x04", True),
        ("The frogs sing [3].", True),
        ("The frogs sing. [3]", True),
        ("as in Fig.", False),
        ("of Smith et al.", False),
        ("the frogs of the", False),
    ],
)
def test_ends_of_sentences(text: str, ended: bool):
    assert has_ended(text) == ended


def test_figures_are_named_in_sentences_too():
    assert is_prose("Figure 2 shows the ponds")
    assert not is_prose("Figure 2. The ponds")


@pytest.mark.parametrize(
    "text", ["Received: 2 May 2009", "*Corresponding author", "Keywords: frogs"]
)
def test_asides(text: str):
    assert is_aside(text)
    assert not is_aside("received from the ponds")


def test_lines_of_another_size_are_another_block():
    lines = [
        Line("Frogs", 1, 0, 0, 50.0, 250.0, 100.0 + 12 * number, size, False, False, "Serif", 0)
        for number, size in enumerate([10.0, 10.0, 12.0])
    ]
    assert [len(block.lines) for block in blocks_of(lines)] == [2, 1]


TEXT = st.lists(st.sampled_from([FROGS, TOADS, NEWTS]), min_size=1, max_size=5).map(" ".join)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(TEXT, st.sampled_from([0.0, 12.0])), min_size=1, max_size=4))
def test_paragraphs_keep_their_words(paragraphs: list[tuple[str, float]]):
    lines: list[Set] = []
    top = 120.0
    for text, indent in paragraphs:
        lines += column(text, 50, top, letters=70, indent=indent)
        top = lines[-1].baseline + 30
    read = passages(page_of(*lines, number=2))
    assert " ".join(text for _, text in read) == " ".join(text for text, _ in paragraphs)
