"""Manuscripts of all formats: bibliographies, places, odd and hostile files."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jats_files import citing, jats

from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.manuscripts.reader import read_manuscript
from tests.inputs.manuscripts.reading import REFERENCES, cited, keys, manuscript, shown

# --- bibliographies -------------------------------------------------------------------------------


def test_front_matter_names_bibliographies(tmp_path):
    (tmp_path / "a.bib").write_text(REFERENCES, encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps([{"id": "newt", "title": "Newts"}]))
    path = tmp_path / "paper.md"
    path.write_text("---\nbibliography: [a.bib, b.json]\n---\nFrogs [@zork2004; @newt].\n")
    found = read_manuscript(path)
    assert keys(found) == ["zork2004", "newt"]
    assert [Path(name).name for name in found.bibliographies] == ["a.bib", "b.json"]
    assert [work.number for work in found.article.works] == [1, 2, 3, 4]


def test_latex_names_bibliographies(tmp_path):
    (tmp_path / "a.bib").write_text(REFERENCES, encoding="utf-8")
    (tmp_path / "b.bib").write_text("@misc{newt, title={Newts}}")
    path = tmp_path / "paper.tex"
    path.write_text(r"\addbibresource{a.bib} \cite{zork2004,newt} \bibliography{a, b}")
    assert keys(read_manuscript(path)) == ["zork2004", "newt"]


def test_the_list_that_bibtex_made_is_read_where_the_bibliography_is_lost(tmp_path):
    (tmp_path / "paper.bbl").write_text(
        "\\begin{thebibliography}{1}\n\\bibitem{z} A. Zork. Calls of frogs. 2004.\n"
        "\\end{thebibliography}"
    )
    path = tmp_path / "paper.tex"
    path.write_text(r"Frogs \cite{z}. \bibliography{gone}")
    found = read_manuscript(path)
    assert keys(found) == ["z"]
    assert [fault.kind for fault in found.faults] == ["no file"]


def test_a_bibliography_that_is_named_and_cannot_be_read_is_told(tmp_path):
    (tmp_path / "a.bib").write_bytes("@misc{a, title={Frösche}}".encode("latin-1"))
    path = tmp_path / "paper.md"
    path.write_text("---\nbibliography:\n- a.bib\n- gone.bib\n---\nFrogs.\n")
    assert shown(tmp_path, read_manuscript(path).faults) == [
        "a.bib: is not UTF-8: byte 0xf6 at position 18; convert it",
        "paper.md: the bibliography 'gone.bib' is not there; put it beside the manuscript",
    ]
    with pytest.raises(InputError, match="is not UTF-8"):
        read_manuscript(path, [tmp_path / "a.bib"])


def test_a_key_of_two_bibliographies_is_told(tmp_path):
    (tmp_path / "a.bib").write_text("@misc{newt, title={One}}")
    (tmp_path / "b.bib").write_text("@misc{newt, title={Two}}")
    path = tmp_path / "paper.md"
    path.write_text("Newts [@newt].")
    found = read_manuscript(path, [tmp_path / "a.bib", tmp_path / "b.bib"])
    assert [work.title for work in found.article.works] == ["One"]
    assert [fault.kind for fault in found.faults] == ["repeated"]


def test_entries_that_nobody_cites_are_no_faults(tmp_path):
    assert manuscript(tmp_path, "paper.md", "Frogs.").faults == ()


# --- other formats --------------------------------------------------------------------------------


def test_articles_have_works_of_their_own_and_no_places(tmp_path):
    path = tmp_path / "paper.xml"
    path.write_bytes(jats(f"<p>{citing('r1', 'Frogs call at night.')}</p>"))
    found = read_manuscript(path)
    assert [found.article.works[one.work].first_author for one in found.article.citations] == [
        "Yan"
    ]
    assert found.places == (None,)
    assert found.place(0) is None


def test_texts_have_places(tmp_path):
    path = tmp_path / "paper.txt"
    path.write_text(
        'Frogs\n\nFrogs call\nat night [1]. Lake says\n"toads are silent for most of it" [2].\n\n'
        "References\n\n[1] A. Zork. Calls of frogs. 2004.\n[2] B. Lake. Toads of lakes. 2005.\n"
    )
    found = read_manuscript(path)
    assert [(place.line, place.column) for place in found.places] == [(4, 11), (5, 36)]
    assert [found.article.works[one.work].year for one in found.article.citations] == [
        "2004",
        "2005",
    ]
    [quoted] = found.quotations
    assert found.article.text[quoted.start : quoted.end] == "toads are silent for most of it"


def test_later_stages_read_it_as_an_article(tmp_path):
    found = manuscript(tmp_path, "paper.md", "Frogs call [@zork2004; @lake2005].\n")
    read = from_article(found.article)
    assert [mark.key for mark in read.marks] == ["doi:10.5555/zk.1", "lake 2005 ponds lakes"]
    assert read.cited["doi:10.5555/zk.1"]["title"] == "Calls of frogs at night"


def test_what_is_not_there_or_not_utf_8_is_bad_input(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_manuscript(tmp_path / "gone.md")
    path = tmp_path / "paper.tex"
    path.write_bytes(b"M\xfcller")
    with pytest.raises(InputError, match="is not UTF-8: byte 0xfc"):
        read_manuscript(path)
    path.write_bytes("Frogs".encode("utf-16"))
    with pytest.raises(InputError, match="is in UTF-16"):
        read_manuscript(path)


# --- odd and hostile ------------------------------------------------------------------------------

MARKDOWN = (
    "@zork2004 [@zork2004 ; -@lake2005 ] [ ]( ) ![ ^[ ] `` ` $ $$ * ** _ ~~ # - > | --- ``` \\ \\@ "
    '<!-- --> <b> &amp; : { } {# \t " \u201c \u201d word. 1. [^1] [^1]: \U0001f438 e\u0301 @{ =='
).split(" ")
LATEX = (
    r"\cite{zork2004} \citep[ ] \textcites [ { } ] ( ) \begin{figure} \end{figure} \section{ $ $$ "
    r"\( \) \[ \] \\ % \% ~ -- `` '' \" \'e \c{c} \footnote{ \verb| | \input{gone} & \item \x "
    r"\iffalse \fi \begin{quote} \end{quote} \begin{verbatim} \enquote{ word 🐸 \ ^ _ #"
).split(" ")


def check(found, source: str) -> None:
    """See that everything that was found lies in the text, and all places in the file."""
    article = found.article
    lines = source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    places = [place for place in found.places if place]
    places += [place for one in range(len(article.text)) if (place := found.place(one))]
    for place in places:
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    for one, (start, _, _, is_same) in enumerate(found.origins):
        end = found.origins[one + 1][0] if one + 1 < len(found.origins) else len(article.text)
        for character in range(start, end if is_same else start):
            place = found.place(character)
            if place and article.text[character].isalnum():
                assert lines[place.line - 1][place.column - 1] == article.text[character]
    starts = [one.start for one in article.citations]
    assert starts == sorted(starts)
    for one in article.citations:
        assert 0 <= one.start < one.end <= len(article.text)
        assert "\n" not in article.text[one.start : one.end]
    assert (
        "\n".join(article.text[one.start : one.end] for one in article.paragraphs) == article.text
    )
    assert all(0 <= one.start < one.end <= len(article.text) for one in found.quotations)
    assert "\x00" not in article.text


@pytest.mark.parametrize(("name", "pieces"), [("a.md", MARKDOWN), ("a.tex", LATEX)])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_text_is_read_and_its_places_lie_in_the_file(tmp_path, name, pieces, data):
    words = st.sampled_from([*pieces, "\n", "\n\n", " ", "\r\n", "    "])
    source = data.draw(st.lists(words | st.text(max_size=3), max_size=40).map("".join))
    try:
        source.encode()
        found = manuscript(tmp_path, name, source)
    except (InputError, UnicodeEncodeError):
        return
    check(found, source)


def test_words_of_the_text_are_where_their_places_say(tmp_path):
    source = "Frogs *call* at [night](http://a.org) `code` here\n  and **there** [@zork2004].\n"
    found = manuscript(tmp_path, "a.md", source)
    lines = source.split("\n")
    for word in ("Frogs", "call", "night", "code", "here", "and", "there"):
        place = found.place(found.article.text.index(word))
        assert place is not None
        assert lines[place.line - 1][place.column - 1 :].startswith(word)
    assert cited(found)[0][2] == "2:18"


# (what is written again and again, how often)
HOSTILE_MARKDOWN = [
    *(("[", 60_000), ("`a``b", 20_000), ("[a](", 20_000), ("$a", 30_000), ("@a [", 20_000)),
    *(("^[", 30_000), ("> ", 30_000), ("<!--", 20_000), ("*_", 30_000), ("[@zork2004;", 8_000)),
    *(("```\n~~~\n", 10_000), ("$$\n", 30_001), ("[^a]: x\n", 10_000), ("# a\n", 10_000)),
    *(("\\begin{a}\n", 20_000), ("$$ a\n\n", 10_000)),
    *(
        ("\u201ca ", 30_000),
        ('"a ', 30_000),
        ("- a\n", 20_000),
        ("x\n===\n", 10_000),
        ("&a;", 20_000),
    ),
]
HOSTILE_LATEX = [
    *(("{", 60_000), (r"\cite[", 10_000), (r"\begin{figure}", 8_000), ("$a", 30_000)),
    *((r"\footnote{", 10_000), (r"\section{", 8_000), (r"\verb|", 15_000), (r"\(", 30_000)),
    *((r"\begin{verbatim}", 8_000), (r"\iffalse", 12_000), (r"\cites{a}", 10_000)),
    *(("%\n", 30_000), (r"\item[", 15_000), (r"\def\a{", 10_000), (r"\enquote{a", 10_000)),
    *((r"\bibitem[", 10_000), (r"\begin{thebibliography}", 5_000), (r"\newcommand\a{b}\a", 6_000)),
]


@pytest.mark.parametrize(
    ("name", "piece", "count"),
    [
        *(("a.md", *one) for one in HOSTILE_MARKDOWN),
        *(("a.tex", *one) for one in HOSTILE_LATEX),
    ],
)
def test_hostile_nesting_takes_no_time(tmp_path, name, piece, count):
    start = time.process_time()
    manuscript(tmp_path, name, piece * count)
    manuscript(tmp_path, name, piece * count + "}" * count)
    assert time.process_time() - start < 10


def test_files_that_name_each_other_end(tmp_path):
    many = "\\input{part} " * 3_000
    found = manuscript(tmp_path, "a.tex", many, part="Frogs. ")
    assert found.article.text.count("Frogs.") <= 500
    assert found.faults
