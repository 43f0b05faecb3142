"""LaTeXML's HTML: every mark of a paragraph in its place, sections, formulas, notes, figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from tests.inputs.found import cited, paragraphs
from tests.inputs.latexml_files import (
    OWN,
    equation,
    latexml,
    link,
    math,
    missing,
    note,
    para,
    section,
)

LEAF = math("n", "<mi>n</mi>")
LONG = math(r"\displaystyle O(n^{2})", "<mrow><mi>O</mi><mo>\u2061</mo><mi>n</mi></mrow>")


def read(*body: str, captions: bool = False, tables: bool = False, **parts):
    return read_latexml(latexml(*body, **parts), name="a", captions=captions, tables=tables)


def texts(article):
    """The paragraphs behind the title."""
    return [text for text, *_ in paragraphs(article)[1:]]


# --- marks -----------------------------------------------------------------------------------

MARKS = [
    ("Frogs hop <cite>[<1>]</cite>.", "Frogs hop [1].", [("1", 1)]),
    ("Frogs hop <cite>[<1>, <3>]</cite>.", "Frogs hop [1, 3].",
     [("1", 1), ("3", 3)]),
    ("Frogs <cite>[<2>\u2013<4>]</cite>.", "Frogs [2\u20134].",
     [("2", 2), ("2\u20134", 3), ("4", 4)]),
    # Links are absolute, or have a wrapper.
    (f"Frogs <cite>[{link(2, '2', own=OWN)}]</cite>.", "Frogs [2].", [("2", 2)]),
    (f"Frogs <cite><span class='ltx_text'>[</span>{link(2, '<i>2</i>')}]</cite>.",
     "Frogs [2].", [("2", 2)]),
    ("Frogs (<2>).", "Frogs (2).", [("2", 2)]),
    # Author and year: the year is a link, the whole, or each of the two.
    ("Frogs <cite>(Yan, <1:2004>; Lee, <2:1999>)</cite>.",
     "Frogs (Yan, 2004; Lee, 1999).", [("2004", 1), ("1999", 2)]),
    (f"Frogs <cite>({link(1, 'Yan et al., <i class=ltx_ref>2004</i>')})</cite>.",
     "Frogs (Yan et al., 2004).", [("Yan et al., 2004", 1)]),
    ("<cite><1:Yan> (<1:2004>)</cite> hop.", "Yan (2004) hop.",
     [("Yan (2004)", 1)]),
    ("<cite><1:Yan> [<1>]</cite> hop.", "Yan [1] hop.", [("Yan [1]", 1)]),
    ("<cite>(<1:Yan>, <1:2004>; <2:Lee>, <2:1999>)</cite>",
     "(Yan, 2004; Lee, 1999)", [("Yan, 2004", 1), ("Lee, 1999", 2)]),
    ("<cite><1:Yan> (<1:2004>, p. 3)</cite>", "Yan (2004, p. 3)",
     [("Yan (2004", 1)]),
    ("<cite><1:Yan> (<1:2004>, <2:1999>)</cite>", "Yan (2004, 1999)",
     [("Yan (2004", 1), ("1999", 2)]),
    # Two links that are no author with a year: another reference, or words between them.
    ("<cite><1:Yan> (<2:1999>)</cite>", "Yan (1999)", [("Yan", 1), ("1999", 2)]),
    ("<cite><1:Yan> in <1:2004></cite>", "Yan in 2004",
     [("Yan", 1), ("2004", 1)]),
    ("<cite><1:Yan></cite> (<cite><1:2004></cite>)", "Yan (2004)",
     [("Yan", 1), ("2004", 1)]),
    # Punctuation at the end of a link.
    ("Frogs <cite>(<1:yan, >)</cite>.", "Frogs (yan, ).", [("yan", 1)]),
    ("Frogs <cite>(<1:Yan; ><2:Lee>)</cite>.", "Frogs (Yan; Lee).",
     [("Yan", 1), ("Lee", 2)]),
    # Superscripts.
    ("Frogs hop<sup><1>,<3></sup> far.", "Frogs hop[1,3] far.",
     [("1", 1), ("3", 3)]),
    ("Frogs hop<cite><sup class='ltx_sup'><1></sup></cite>.", "Frogs hop[1].",
     [("1", 1)]),
    ("Frogs hop<sup><cite>[<1>]</cite></sup>.", "Frogs hop[1].", [("1", 1)]),
    ("Frogs hop<sup>2</sup> far, <sup><i>a</i></sup>b.", "Frogs hop2 far, ab.", []),
    # Other links.
    ('See <a class="ltx_ref" href="#S2.T1">1</a> and <a href="https://a.example">it</a>.',
     "See 1 and it.", []),
    ("One<br>two <i>three</i><b></b>", "One two three", []),
    ("See Table\xa0<span class='ltx_ref ltx_missing_label'>LABEL:t</span>.", "See Table\xa0.", []),
    (r"A <span class='ltx_ERROR undefined'>\frog</span>pond", "A pond", []),
]  # fmt: skip


@pytest.mark.parametrize("era", [1, 2])
@pytest.mark.parametrize(("markup", "text", "citations"), MARKS, ids=[row[1] for row in MARKS])
def test_marks_of_a_paragraph(markup, text, citations, era):
    article = read(para(markup), era=era)
    assert article.text == f"Life of ponds\n{text}"
    assert cited(article) == citations
    assert article.unresolved == ()


@pytest.mark.parametrize(
    ("markup", "text", "names"),
    [
        (f"<cite>({missing('yan2004')}; {missing('lee 1999')})</cite>", "(yan2004; lee 1999)",
         ("yan2004", "lee1999")),
        ("<cite>(?)</cite>", "(?)", ("",)),
        ("<cite>([]; [])</cite>", "([]; [])", ("",)),
        ("<cite>[yan2004]</cite>", "[yan2004]", ("yan2004",)),
        ("<cite>[<77>]</cite>", "[77]", ("bib.bib77",)),
        (f"<cite><sup>{missing('yan')}</sup></cite>", "[yan]", ("yan",)),
        (missing("yan2004"), "yan2004", ("yan2004",)),
        (f"<cite>{missing('')}</cite>", "", ("",)),
        ("<cite> </cite>", "", ()),
    ],
)  # fmt: skip
def test_citations_that_could_not_be_linked_are_counted(markup, text, names):
    article = read(para(f"Frogs {markup} hop <cite><1></cite>."))
    assert article.text.endswith(f"Frogs {text} hop 1.".replace("  ", " "))
    assert article.unresolved == names
    assert cited(article) == [("1", 1)]


def test_a_block_inside_a_mark_leaves_no_trace():
    article = read("<div>Frogs <cite>[<a href='#bib.bib1'>1<div>hop</div></a>]</cite></div>")
    assert "".join(texts(article)) == "Frogs [1]hop"
    assert len(article.citations) == 1


def test_a_citation_inside_a_formula_is_one():
    tex = r"{}^{\cite[cite]{[\@@bibref{}{yan}{}{}]}}"
    inner = "<msup><mi></mi><mtext>[<1>]</mtext></msup>"
    article = read(para(f"Frogs{math(tex, inner)} hop."))
    assert texts(article) == ["Frogs[1] hop."]
    assert cited(article) == [("1", 1)]


# How a reference may be marked: before the mark, the mark, behind it.
FORMS = st.sampled_from(
    [
        ("hop ", "[{}]", "."),
        ("hop (Yan, ", "{}", ")"),
        ("hop", "<sup>{}</sup>", " and"),
        ("", "{}", ""),
        ("hop (", "{}, ", ")"),
        ("\n", "<span>{}</span>", note("By the lake.")),
        (LONG, "{}", LEAF),
    ]
)


@given(
    st.lists(st.tuples(st.integers(1, 5), FORMS), min_size=1, max_size=12),
    st.sampled_from([1, 2]),
)
def test_every_link_is_resolved(marks, era):
    pieces = [
        f"{before}<cite>{form.format(f'<{number}:r{number}>')}</cite>{behind}"
        for number, (before, form, behind) in marks
    ]
    article = read(para(f"We {''.join(pieces)} there."), era=era)
    assert cited(article) == [(f"r{number}", number) for number, _ in marks]
    assert article.unresolved == ()


# --- sections, lists, formulas ---------------------------------------------------------------


def test_paragraphs_know_their_sections():
    article = read(
        section("Aim", para("To see."), number="1"),
        section(
            "Methods",
            para("We looked."),
            section("Frogs", para("Some."), number="2.1", kind="subsection"),
            section("Data.", para("Few."), kind="paragraph"),
            number="2",
        ),
        '<section class="ltx_acknowledgements">Thanks to all.</section>',
        '<div class="ltx_acknowledgements"><h6 class="ltx_title">Thanks.</h6>Lee.</div>',
        section("Proofs", para("None."), number="Appendix A", kind="appendix"),
        abstract="Short.",
    )
    assert paragraphs(article) == [
        ("Life of ponds", "title", ()),
        ("Abstract", "title", ("Abstract",)),
        ("Short.", "abstract", ("Abstract",)),
        ("Aim", "title", ("Aim",)),
        ("To see.", "text", ("Aim",)),
        ("Methods", "title", ("Methods",)),
        ("We looked.", "text", ("Methods",)),
        ("Frogs", "title", ("Methods", "Frogs")),
        ("Some.", "text", ("Methods", "Frogs")),
        ("Data.", "title", ("Methods", "Data")),
        ("Few.", "text", ("Methods", "Data")),
        ("Thanks to all.", "text", ("Acknowledgements",)),
        ("Thanks.", "title", ("Thanks",)),
        ("Lee.", "text", ("Thanks",)),
        ("Proofs", "title", ("Proofs",)),
        ("None.", "text", ("Proofs",)),
    ]


def test_numbers_that_are_words_of_a_title_are_left_out():
    found = read(section("2.1.  Frogs", para("Few.")), section("2001: frogs", para("Some.")))
    assert [one.section for one in found.paragraphs[1:]] == [
        *[("Frogs",)] * 2,
        *[("2001: frogs",)] * 2,
    ]
    assert texts(found)[0] == "Frogs"


def test_a_title_has_its_formulas_and_citations_but_no_notes():
    article = read(
        section(f"As <cite>[<1>]</cite> in {LEAF}{note('See.')}", para("Few.")),
        title=f"Ponds{note('Thanks to Lee.', role='thanks')} of {LEAF} frogs",
    )
    assert article.title == "Ponds of n frogs"
    assert paragraphs(article)[:3] == [
        ("Ponds of n frogs", "title", ()),
        ("As [1] in n", "title", ("As [1] in n",)),
        ("See.", "note", ("As [1] in n",)),
    ]
    assert cited(article) == [("1", 1)]


def test_theorems_and_proofs():
    head = '<span class="ltx_tag ltx_tag_theorem"><span>Theorem 1</span></span> (Zork)<b>.</b>'
    article = read(
        f'<div class="ltx_theorem ltx_theorem_thm"><h6 class="ltx_title ltx_runin">{head}</h6>'
        f'{para("Frogs hop.")}</div><div class="ltx_proof"><h6 class="ltx_title">Proof.</h6>'
        f"{para('They do.')}</div>"
    )
    assert paragraphs(article)[1:] == [
        ("Theorem 1 (Zork).", "title", ("Theorem 1 (Zork)",)),
        ("Frogs hop.", "text", ("Theorem 1 (Zork)",)),
        ("Proof.", "title", ("Proof",)),
        ("They do.", "text", ("Proof",)),
    ]


def test_lists_are_paragraphs_without_their_numbers():
    item = '<li class="ltx_item"><span class="ltx_tag ltx_tag_item">{}</span>{}</li>'
    items = item.format("•", para("frogs")) + item.format("2.", "toads")
    listed = f'<ul class="ltx_itemize">{items}</ul>'
    terms = (
        '<dl class="ltx_description"><dt class="ltx_item"><span class="ltx_tag ltx_tag_item">'
        f'<b>Newt</b></span></dt><dd class="ltx_item">{para("sleeps")}</dd></dl>'
    )
    article = read(para("We saw", listed, "and more."), terms)
    assert texts(article) == ["We saw and more.", "frogs", "toads", "Newt", "sleeps"]


def test_displayed_formulas_follow_the_sentence_that_they_stand_in():
    article = read(
        para("We have", equation(r"\displaystyle a=b"), f"where {LEAF} is even [<1>]."),
        para("It is", equation("c"), equation("d"), "Frogs hop.", equation("e"), "Toads, too."),
        para("One.", "Two."),
    )
    assert texts(article) == [
        "We have where n is even [1].",
        "a=b",
        "It is Frogs hop.",
        "c",
        "d",
        "e",
        "Toads, too.",
        "One.",
        "Two.",
    ]
    assert cited(article) == [("1", 1)]


def test_a_group_of_formulas_is_one_paragraph():
    rows = "".join(
        f'<tbody><tr class="ltx_eqn_row"><td>{math(f"a_{n}", "<mi>a</mi><mi>n</mi>")}</td>'
        f'<td>{math("=b", "<mo>=</mo><mi>b</mi>")}</td><td><span class="ltx_tag">({n})</span></td>'
        "</tr></tbody>"
        for n in (1, 2)
    )
    article = read(para(f'<table class="ltx_equationgroup ltx_eqn_table">{rows}</table>'))
    assert texts(article) == ["a_1 =b a_2 =b"]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (LEAF, "n"),
        (LONG, "O(n^{2})"),
        (math("p&lt;0.05", "<mi>p</mi><mo>&lt;</mo><mn>0.05</mn>"), "p<0.05"),
        (math(r"\Delta", "<mrow><mi>\u0394</mi></mrow>"), "\u0394"),
        (math("a%\nb\\%", "<mi>a</mi><mi>b</mi>"), "ab\\%"),
        (math(r"\textstyle\displaystyle  x y", "<mi>x</mi><mi>y</mi>"), "x y"),
        (math(r"\textstylex", "<mi>x</mi><mi>y</mi>"), r"\textstylex"),
        ("<math><mi>a</mi><mo>\u2062</mo><mi>b</mi><annotation>c</annotation></math>", "ab"),
        ('<math alttext="q"></math>', "q"),
        ("<math></math>", ""),
    ],
)
def test_a_formula_is_its_only_sign_or_its_tex(formula, text):
    assert texts(read(para(f"Let {formula} be."))) == [f"Let {text} be.".replace("  ", " ")]


def test_notes_follow_their_paragraph_and_do_not_cut_it():
    notes = note("By the lake <cite>[<2>]</cite>."), note("At night.", "2")
    article = read(para(f"Frogs{notes[0]} hop.{notes[1]} Toads <cite><1></cite> crawl."))
    assert paragraphs(article)[1:] == [
        ("Frogs hop. Toads 1 crawl.", "text", ()),
        ("By the lake [2].", "note", ()),
        ("At night.", "note", ()),
    ]
    assert cited(article) == [("1", 1), ("2", 2)]


@pytest.mark.parametrize("role", ["footnotemark", "thanks", "doi", "copyright", "institutetext"])
def test_notes_about_the_article_are_left_out(role):
    assert texts(read(note("10.1145/nnnnnnn", role=role), para(f"Hop.{note('x', role=role)}"))) == [
        "Hop."
    ]


def test_what_is_no_text_of_the_article_is_left_out():
    page = latexml(
        '<div class="ltx_dates">(May 2011)</div><div class="ltx_keywords">frogs</div>',
        '<script>var a = "<p>x</p>";</script><style>p {}</style><svg><text>y</text></svg>',
        para('Frogs<span class="ltx_rdf" content="z"></span> hop.<!-- not this -->'),
        '<div class="ltx_listing ltx_lstlisting"><div class="ltx_listingline">for x</div></div>',
        '<div class="ltx_pagination ltx_role_newpage">1</div><button>Report</button>',
        '<section class="ltx_index"><h2>Index</h2>frog 1</section>',
        era=2,
    )
    assert read_latexml(page).text == "Life of ponds\nFrogs hop."


# --- figures and tables ----------------------------------------------------------------------

FIGURES = (
    '<figure class="ltx_figure" id="S1.F1"><img src="x.png" alt="Refer to caption"><figcaption '
    'class="ltx_caption"><span class="ltx_tag ltx_tag_figure">Figure 1: </span>A pond '
    f"<cite>[<1>]</cite>.</figcaption></figure>"
    '<figure class="ltx_float ltx_algorithm"><figcaption class="ltx_caption">Hopping.</figcaption>'
    '<div class="ltx_listing"><div class="ltx_listingline">hop()</div></div></figure>'
    '<figure class="ltx_table"><figcaption class="ltx_caption">Hops.</figcaption>'
    '<table class="ltx_tabular"><tbody><tr class="ltx_tr"><td class="ltx_td">a</td><td '
    f'class="ltx_td"><span class="ltx_inline-block"><span class="ltx_p">b <2></span>'
    '<span class="ltx_p">c</span></span></td></tr></tbody></table></figure>'
    f"{para('Frogs <span class=ltx_tabular><span class=ltx_td>d</span></span> hop.')}"
)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [("Frogs hop.", "text")]),
        (
            {"captions": True},
            [("A pond [1].", "caption"), ("Hopping.", "caption"), ("Frogs hop.", "text")],
        ),
        (
            {"tables": True},
            [*((text, "table") for text in ("Hops.", "a", "b 2 c")), ("Frogs hop.", "text"),
             ("d", "table")],
        ),
    ],
)  # fmt: skip
def test_captions_and_tables_if_asked_for(settings, expected):
    article = read(FIGURES, **settings)
    assert [(text, kind) for text, kind, _ in paragraphs(article)[1:]] == expected
