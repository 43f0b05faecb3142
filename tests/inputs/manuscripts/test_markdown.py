"""Manuscripts in Markdown: Pandoc's marks of citation, what is no mark, what is no text."""

import pytest

from tests.inputs.manuscripts.reading import cited, keys, manuscript, paragraphs, shown


def read(tmp_path, text: str):
    return manuscript(tmp_path, "paper.md", text)


# (Markdown, text, [(mark, key)])
MARKS = [
    ("Frogs call [@zork2004].", "Frogs call (Zork and Lake 2004).", ["zork2004"]),
    (
        "Frogs call [see @zork2004, pp. 3-4; @lake2005].",
        "Frogs call (see Zork and Lake 2004, pp. 3-4; Lake 2005).",
        ["zork2004", "lake2005"],
    ),
    ("@zork2004 says so.", "Zork and Lake (2004) says so.", ["zork2004"]),
    ("@zork2004 [p. 33] says so.", "Zork and Lake (2004) says so.", ["zork2004"]),
    (
        "@zork2004 [p. 33; also @lake2005] say.",
        "Zork and Lake (2004) ( also Lake 2005) say.",
        ["zork2004", "lake2005"],
    ),
    ("Zork says so [-@zork2004].", "Zork says so (2004).", ["zork2004"]),
    ("As @{zork2004} has it.", "As Zork and Lake (2004) has it.", ["zork2004"]),
    ("Frogs (see @toads).", "Frogs (see The Toad Consortium (2010)).", ["toads"]),
    ("Frogs call.[@zork2004] Toads", "Frogs call. (Zork and Lake 2004) Toads", ["zork2004"]),
    ("*Frogs* **call** [*see* @toads].", "Frogs call (*see* The Toad Consortium 2010).", ["toads"]),
]


@pytest.mark.parametrize(("source", "text", "cites"), MARKS)
def test_marks_are_written_as_readers_see_them(tmp_path, source, text, cites):
    found = read(tmp_path, source)
    assert found.article.text == text
    assert keys(found) == cites


NO_MARKS = [
    ("Write to zork@lake2005.org.", "Write to zork@lake2005.org."),
    (r"Not \@zork2004.", "Not @zork2004."),
    ("See https://pond.org/@zork2004 there.", "See https://pond.org/@zork2004 there."),
    ("The code `[@zork2004]` cites.", "The code [@zork2004] cites."),
    ("As in @fig:ponds and [@tbl-frogs].", "As in @fig:ponds and [@tbl-frogs]."),
    ("A [link](http://a.org/@zork2004) here.", "A link here."),
    (r"See Figure \ref{fig}.\label{here}", "See Figure ."),
    ("Mail <zork@pond.org> now.", "Mail zork@pond.org now."),
    ("Nothing <!-- [@zork2004] --> here.", "Nothing here."),
    ("---\nnote: '@zork2004'\n---\nText.", "Text."),
    ("```\n[@zork2004]\n```\nText.", "Text."),
    ("~~~~ {.r}\n```\n[@zork2004]\n~~~~\nText.", "Text."),
    ("Text.\n\n    [@zork2004]\n\nMore.", "Text.\nMore."),
    ("Frogs\n\\begin{align*}\n@zork2004\n\\end{align*}\nhop.", "Frogs hop."),
    ("| a | b |\n|---|---|\n| @zork2004 | 2 |\n\nText.", "Text."),
    ("A formula $$\n@zork2004\n$$\nstays out.", "A formula stays out."),
    ("Frogs\n$$\nx_{@zork2004}\n$$\nhop.", "Frogs hop."),
]


@pytest.mark.parametrize(("source", "text"), NO_MARKS)
def test_what_is_no_mark_stays_text_or_is_left_out(tmp_path, source, text):
    found = read(tmp_path, source)
    assert found.article.text == text
    assert keys(found) == []
    assert found.faults == ()


def test_places_are_lines_and_columns_of_the_file(tmp_path):
    source = (
        "---\ntitle: Frogs\n---\n\n# Calls\n\nFrogs call\n  at night [see @zork2004; @lake2005].\n"
    )
    found = read(tmp_path, source)
    assert cited(found) == [
        ("Zork and Lake 2004", "zork2004", "8:17"),
        ("Lake 2005", "lake2005", "8:28"),
    ]
    start = found.article.text.index("night")
    assert shown(tmp_path, [found.place(start)]) == ["paper.md:8:6"]


def test_line_ends_of_windows_and_a_byte_order_mark_change_nothing(tmp_path):
    source = "Frogs call\nat night [@zork2004].\n\nToads do not.\n"
    plain = read(tmp_path, source)
    windows = read(tmp_path, "\ufeff" + source.replace("\n", "\r\n"))
    assert windows.article == plain.article
    assert windows.places == plain.places


def test_headings_lists_quotes_and_notes_are_paragraphs(tmp_path):
    source = """
Introduction
============

Frogs call.[^1] They sing^[A short note.] too.

1. One frog.
2. Two frogs
   call [@zork2004].

    A second paragraph of the item.

> Frogs sing all night long in spring
> and summer [@lake2005].

## Methods {#sec:methods .unnumbered}

![A pond [@toads].](pond.png)

[^1]: The note cites @zork2004.

    It has two paragraphs.
"""
    found = read(tmp_path, source)
    assert paragraphs(found) == [
        ("title", "Introduction"),
        ("text", "Frogs call. They sing too."),
        ("note", "A short note."),
        ("text", "One frog."),
        ("text", "Two frogs call (Zork and Lake 2004)."),
        ("text", "A second paragraph of the item."),
        ("text", "Frogs sing all night long in spring and summer (Lake 2005)."),
        ("title", "Methods"),
        ("caption", "A pond (The Toad Consortium 2010)."),
        ("note", "The note cites Zork and Lake (2004)."),
        ("text", "It has two paragraphs."),
    ]
    assert found.article.paragraphs[-3].section == ("Introduction", "Methods")
    assert found.article.title == "Introduction"


def test_markup_in_words_is_taken_away(tmp_path):
    source = (
        "The *in vivo* H~2~O of __wild__ frog_calls at 5&nbsp;°C, $p < 0.05$, $\\beta$-sites "
        "--- and [a link][1], \\*stars\\* 10^-3^.\n\n[1]: http://a.org"
    )
    assert read(tmp_path, source).article.text == (
        "The in vivo H2O of wild frog_calls at 5 °C, p < 0.05, β-sites "
        "\u2014 and a link, *stars* 10-3."
    )


def test_citations_in_tables_are_counted(tmp_path):
    found = read(tmp_path, "| a | b |\n|---|---|\n| [@zork2004] | me@pond.org |\n\nText.")
    assert found.article.left_out == (("table", 1),)


def test_a_key_without_an_entry_is_told_once_with_its_place(tmp_path):
    found = read(tmp_path, "Frogs [@zork2004; @gone].\n\nToads [@gone].\n")
    assert shown(tmp_path, found.faults) == [
        "paper.md:1:19: the key 'gone' is in no bibliography; add it, or mend the key"
    ]
    assert found.article.unresolved == ("gone", "gone")
    assert keys(found) == ["zork2004"]


def test_quotations_of_more_than_five_words_are_found(tmp_path):
    source = (
        'Zork says "frogs sing all night long in spring" and "all night".\n\n'
        "Lake says \u201ctoads are silent for most of the year\u201d [@lake2005]."
    )
    found = read(tmp_path, source)
    assert [found.article.text[one.start : one.end] for one in found.quotations] == [
        "frogs sing all night long in spring",
        "toads are silent for most of the year",
    ]


def test_a_block_that_is_set_off_is_a_quotation(tmp_path):
    found = read(tmp_path, "Zork:\n\n> Frogs sing all night long.\n")
    assert [found.article.text[one.start : one.end] for one in found.quotations] == [
        "Frogs sing all night long."
    ]
