"""Full texts in TEI: every mark of a paragraph in its place, with the reference that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tei_files import div, ref, tei

from spacy_citalign.inputs.formats.tei.reader import read_tei
from tests.inputs.found import cited, paragraphs


def read(*body: str, **parts):
    return read_tei(tei(*body, **parts), name="a.tei.xml")


# --- marks -----------------------------------------------------------------------------------

MARKS = [
    (f"Frogs hop [{ref(1, '1')}].", "Frogs hop [1].", [("1", 1)]),
    (f"Frogs hop {ref(2, '[2]')}.", "Frogs hop [2].", [("[2]", 2)]),
    (f"Frogs ({ref(1, 'Yan, 2004;')} {ref(2, 'Lee, 1999')}).", "Frogs (Yan, 2004; Lee, 1999).",
     [("Yan, 2004;", 1), ("Lee, 1999", 2)]),
    (f"Frogs {ref(1, '(Yan, 2004;')}{ref(2, 'Lee, 1999)')}.", "Frogs (Yan, 2004; Lee, 1999).",
     [("(Yan, 2004;", 1), ("Lee, 1999)", 2)]),
    (f"Frogs{ref(1, '1')}{ref(2, 'and Lee')}.", "Frogs[1] and Lee.", [("1", 1), ("and Lee", 2)]),
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
    (f"Frogs hop.{ref(1, '1')},2,{ref(3, '3')} They", "Frogs hop.[1,2,3] They",
     [("1", 1), ("3", 3)]),
    (f"Frogs hop{ref(1, '1')}-{ref(3, '3')}.", "Frogs hop[1-3].",
     [("1", 1), ("1-3", 2), ("3", 3)]),
    (f"Frogs hop{ref(1, '1–3')}.", "Frogs hop[1–3].",
     [("1–3", 1), ("1–3", 2), ("1–3", 3)]),
    (f"Frogs hop{ref(4, '4.')} They", "Frogs hop[4]. They", [("4", 4)]),
    (f"Frogs{ref(4, '4,')}{ref(5, '5')} hop", "Frogs[4,5] hop", [("4", 4), ("5", 5)]),
    (f"Frogs{ref(4, '4')}{ref(5, '5')} hop", "Frogs[4,5] hop", [("4", 4), ("5", 5)]),
    (f'10 frogs<hi rend="superscript">{ref(4, "4")}</hi> hop', "10 frogs[4] hop", [("4", 4)]),
    (f"Yan {ref(1, '(2004)')}{ref(2, '2')} and", "Yan (2004)[2] and", [("(2004)", 1), ("2", 2)]),
    (f"Ca2+{ref(1, '1')} and 5%{ref(2, '2')}", "Ca2+[1] and 5%[2]", [("1", 1), ("2", 2)]),
    # Numbers that are no superscripts: behind blanks, brackets, other numbers; years.
    (f"As in refs. {ref(2, '2')}, {ref(3, '3')}.", "As in refs. 2, 3.", [("2", 2), ("3", 3)]),
    (f"Frogs [3,{ref(4, '4')}, 6-{ref(5, '5')}].", "Frogs [3,4, 6-5].", [("4", 4), ("5", 5)]),
    (f"Frogs (see 3,{ref(4, '4')}).", "Frogs (see 3,4).", [("4", 4)]),
    (f"Frogs (Yan,{ref(1, '2004')}).", "Frogs (Yan,2004).", [("2004", 1)]),
    (f"Zork-{ref(1, '1')}", "Zork-1", [("1", 1)]),
    # A bracket in several marks.
    (f"Frogs {ref(1, '[1,')}{ref(2, '2')},{ref(4, '4]')}", "Frogs [1,2,4]",
     [("[1", 1), ("2", 2), ("4]", 4)]),
    (f"Frogs {ref(1, '[1-')}{ref(3, '3]')}.", "Frogs [1-3].",
     [("[1", 1), ("[1-3]", 2), ("3]", 3)]),
    # White space, sentences, other references.
    (f"Frogs\n  hop {ref(1, ' [1] ')} .", "Frogs hop [1] .", [("[1]", 1)]),
    (f"<s>Frogs hop {ref(1, '[1]')}.</s><s>Toads do not.</s>", "Frogs hop [1]. Toads do not.",
     [("[1]", 1)]),
    (f'See <ref type="figure" target="#fig_0">1A</ref> of {ref(1, "Yan")}.', "See 1A of Yan.",
     [("Yan", 1)]),
    ("One <formula>a = b</formula> two<lb/>three", "One a = b two three", []),
    ('Frogs<ref type="foot" target="#foot_0">1</ref> hop', "Frogs1 hop", []),
    (f'Frogs <ref target="#b1">[2]</ref> <ref target="#fig_0">3</ref> {ref(1, "Yan")}',
     "Frogs [2] 3 Yan", [("[2]", 2), ("Yan", 1)]),
    (f"Frogs {ref(1, '')}hop {ref(2, '<hi>Lee</hi>,<lb/> 1999')}.", "Frogs hop Lee, 1999.",
     [("", 1), ("Lee, 1999", 2)]),
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


# How a reference may be marked: before the mark, the mark, behind it.
FORMS = st.sampled_from(
    [
        ("hop [", "{}", "]."),
        ("hop ", "[{}]", "."),
        ("hop ", "({})", ", and"),
        ("hop", "{}", " and"),
        ("hop.", "{}", " They"),
        ("hop", "{}", ","),
        ("by ", "Yan {}", " and"),
        ("hop ", "[{},", " "),
        ("hop ", "{}]", "."),
        ("hop", "{},", ""),
        ("", "{}", ""),
        ("ref. ", "{}", ";"),
        ("hop", " {} ", "\n  ("),
        ("\u2013", "{}\u2013", ""),
    ]
)


@given(st.lists(st.tuples(st.integers(1, 5), FORMS), min_size=1, max_size=12))
def test_every_mark_with_a_target_is_resolved(marks):
    pieces = [
        f"{before}{ref(number, form.format(number))}{behind}"
        for number, (before, form, behind) in marks
    ]
    article = read(div("Results", f"We {''.join(pieces)} there."))
    direct = [one for one in article.citations if not one.implied]
    assert [article.works[one.work].number for one in direct] == [number for number, _ in marks]
    for one, (number, (before, *_)) in zip(direct, marks, strict=True):
        text = article.text[one.start : one.end]
        assert str(number) in text
        if before == "hop":  # no number becomes a part of the word
            assert not article.text[: one.start].endswith("hop")
    assert article.unresolved == ()


# --- sections, notes, figures ----------------------------------------------------------------


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
        ("Thanks.", "text", ("Acknowledgements",)),
    ]


def test_what_has_a_title_of_its_own_is_given_none():
    back = f'<div type="acknowledgement">{div("Thanks to", "All.")}</div>'
    back += f'<div type="annex">{div("More", "Frogs.")}</div>' + div(
        "", "Ask.", kind="availability"
    )
    assert paragraphs(read(back=back))[1:] == [
        ("Thanks to", "title", ("Thanks to",)),
        ("All.", "text", ("Thanks to",)),
        ("More", "title", ("More",)),
        ("Frogs.", "text", ("More",)),
        ("Ask.", "text", ("Availability",)),
    ]


def test_titles_may_cite_and_abstracts_have_sections():
    article = read(div(f"As Yan did {ref(1, '[1]')}"), abstract=div("Aim", "To see."))
    assert paragraphs(article)[1:] == [
        ("Aim", "title", ("Abstract", "Aim")),
        ("To see.", "abstract", ("Abstract", "Aim")),
        ("As Yan did [1]", "title", ("As Yan did [1]",)),
    ]
    assert cited(article) == [("[1]", 1)]


def test_text_outside_paragraphs_is_kept():
    quote = f"<quote>Hop, {ref(1, 'Yan')}</quote><quote><p>Far.</p></quote>"
    article = read(f"<div>One <p>two</p> three<s>four</s>{quote}<formula>x</formula></div>")
    words = ["One", "two", "three", "four", "Hop, Yan", "Far.", "x"]
    assert [text for text, *_ in paragraphs(article)[1:]] == words


def test_numbers_of_sections_are_no_more_than_a_help():
    article = read(
        *(div("Frogs", number=number) for number in ("2.1", "A.", "A.1", "...", "1." * 9999))
    )
    assert [section for *_, section in paragraphs(article)[1:]] == [
        ("Frogs",),
        ("Frogs",),
        ("Frogs", "Frogs"),
        ("Frogs",),
        ("Frogs",),
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
    "<figure><head>Figure 1 .</head><label>1</label>"
    f"<figDesc>Figure 1. A pond {ref(1, '[1]')}.</figDesc></figure>"
    "<figure><head>Fig. 2: Frogs asleep</head><figDesc><div><p>At night.</p></div></figDesc>"
    "<graphic/></figure>"
    '<figure type="table"><head>Table II.</head><figDesc>Hops.</figDesc><table><row>'
    f"<cell>a</cell><cell>{ref(2, '[2]')}</cell></row></table><note>Few.</note></figure>"
    "<table><row><cell>b</cell></row></table>"
)


@pytest.mark.parametrize(
    ("head", "is_read"),
    [
        *[(head, False) for head in ("Fig. 1 .", "Table II:", "Figure S1", "Extended Data Fig. 3")],
        *[(head, False) for head in ("Figure 1A", "1", "A pond.")],
        *[(head, True) for head in ("Frogs of 1999", "MIX", "Fig. 2: Frogs", "Fig. 1 " * 20)],
    ],
)
def test_heads_of_figures_that_only_name_them_are_left_out(head, is_read):
    figure = f"<figure><head>{head}</head><figDesc>A pond by day.</figDesc></figure>"
    found = [text for text, *_ in paragraphs(read_tei(tei(figure), captions=True))[1:]]
    assert found == [*([head.strip()] if is_read else []), "A pond by day."]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, []),
        (
            {"captions": True},
            [
                ("Figure 1. A pond [1].", "caption", ("Aim",)),
                ("Fig. 2: Frogs asleep", "caption", ("Aim",)),
                ("At night.", "caption", ("Aim",)),
            ],
        ),
        (
            {"tables": True},
            [(text, "table", ("Aim",)) for text in ("Hops.", "a", "[2]", "Few.", "b")],
        ),
    ],
)
def test_captions_and_tables_if_asked_for(settings, expected):
    article = read_tei(tei(f"<div><head>Aim</head>{FIGURES}</div>"), **settings)
    assert paragraphs(article)[2:] == expected
