"""Pages in LaTeXML's HTML: what they say of the article, damage, harm, pages of another kind."""

import gzip
import time
from codecs import BOM_UTF8

import pytest

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from tests.inputs.latexml_files import latexml, note, para, section

BODY = section("Fr\u00f6sche", para("Frogs hop <cite>[<1>\u2013<4>]</cite>."))
WHOLE = latexml(BODY)

# --- the article -----------------------------------------------------------------------------


def about(page: bytes, name: str = "a"):
    found = read_latexml(page, name=name)
    return found.id, found.arxiv, found.year, found.first_author


def test_the_stamp_tells_id_and_year():
    assert about(latexml()) == ("2304.01234", "2304.01234", "2023", "Lake")
    assert about(latexml(stamp="arXiv:hep-th/9901001v1  [hep-th]  5 Jan 1999"))[1:3] == (
        *("hep-th/9901001", "1999"),
    )


@pytest.mark.parametrize(
    ("place", "put"),
    [
        (b"</title>", b'<link rel="canonical" href="https://arxiv.org/abs/2001.01234">'),
        (b"</title>", b'<base href="/html/2001.01234v3/">'),
        (b"<body>", b'<header><a href="https://arxiv.org/abs/2001.01234v2">Back</a></header>'),
        (b'"ltx_TOC">', b'<a href="https://arxiv.org/html/2001.01234v2#S1">1</a>'),
        (b"</h1>", b'<a href="https://ar5iv.org/html/2001.01234#bib.bib1">1</a>'),
    ],
)
def test_without_a_stamp_an_address_tells_the_id(place, put):
    page = latexml(BODY, stamp="").replace(place, place + put, 1)
    assert about(page)[:2] == ("2001.01234", "2001.01234")


def test_an_address_of_another_article_is_not_its_own():
    body = para('See <a href="https://arxiv.org/abs/2001.01234">it</a>.')
    assert about(latexml(body, stamp=""))[:2] == ("a", "")


@pytest.mark.parametrize("name", ["2304.01234v2.html", "2304.01234", "b.zip/2304.01234.html.gz"])
def test_else_the_name_tells_the_id(name):
    assert about(latexml(stamp=""), name)[0] == "2304.01234"
    assert about(latexml(stamp=""), f"x{name}y")[0] == f"x{name}y"


def test_the_name_of_a_file(tmp_path):
    path = tmp_path / "2304.01234v2.html"
    path.write_bytes(latexml(stamp=""))
    assert read_latexml(path).id == "2304.01234"


def test_years_that_are_printed():
    dates = '<div class="ltx_dates">(Received 3 May 2011; accepted 2012)</div>'
    assert about(latexml(dates, stamp=""))[2] == "2011"
    meta = b'<meta name="citation_date" content="2010/05/01">'
    assert about(latexml(dates).replace(b"<title>", meta + b"<title>"))[2] == "2010"
    assert about(latexml(stamp=""))[2] == ""


@pytest.mark.parametrize(
    ("authors", "surname"),
    [
        ("Ada Lake", "Lake"),
        ("Ada Lake,\nBo Ott,\nCy Yan\n", "Lake"),
        ("Ada Lake\nUniversity of Ponds", "Lake"),
        ("Ada Lake<br class='ltx_break'>University of Ponds", "Lake"),
        (f"Ada Lake<sup>1</sup>{note('Thanks.', role='thanks')} and Bo Ott", "Lake"),
        ("Ada Lake<math alttext='^1'><mn>1</mn></math> &amp; Bo Ott", "Lake"),
        ("<span class='ltx_text'>Ada van <b>Lake</b></span>", "van Lake"),
        ("Pond Collaboration", "Collaboration"),
        (" ", ""),
        ("</span><span class='ltx_personname'>Bo Ott", "Ott"),
    ],
)
def test_the_first_author(authors, surname):
    assert read_latexml(latexml(authors=authors)).first_author == surname


# --- what is a page of LaTeXML ---------------------------------------------------------------


@pytest.mark.parametrize("era", [1, 2])
def test_both_eras_are_read_alike(era):
    assert read_latexml(latexml(BODY, era=era)) == read_latexml(WHOLE)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty; fetch it again"),
        (b" \n\t", "is empty; fetch it again"),
        (b"<html><body><p>Frogs</p></body></html>", "HTML of another kind, not LaTeXML's; give"),
        (b"<article><front/><body/></article>", "HTML of another kind"),
        (b"Frogs hop.", "HTML of another kind"),
        (b"%PDF-1.4\n\xe2\xe3", "is not UTF-8: byte 0xe2 at position 9; convert it to UTF-8"),
        (b"\x1f\x8bfrogs", "cannot be unpacked .*; fetch it again"),
        (gzip.compress(WHOLE, mtime=0)[:-9], "cannot be unpacked .*; fetch it again"),
        (WHOLE.replace("\u00f6".encode(), b"\xf6"), "is not UTF-8: byte 0xf6 at position"),
        (WHOLE.replace(b"utf-8", b"koi8-r"), "says that it is in koi8-r; convert it to UTF-8"),
        (b"\xff\xfe<\0a\0>", "is not UTF-16: "),
        (WHOLE[: WHOLE.index(b"</article")], "was cut off: its article has no end; fetch it again"),
        (latexml(para("x" * 11_000_000)), "made to use up memory, or no article; leave it out"),
    ],
)
def test_what_is_no_page_of_latexml_says_so(content, message):
    with pytest.raises(InputError, match=f"^frogs.html,? .*{message}"):
        read_latexml(content, name="frogs.html")


@pytest.mark.parametrize(
    "content",
    [
        BOM_UTF8 + WHOLE,
        gzip.compress(WHOLE),
        WHOLE.replace(b'<meta charset="utf-8">', b""),
        WHOLE.decode().encode("utf-16"),
        WHOLE.decode().encode("utf-16-le"),
        WHOLE.decode().encode("utf-16-be"),
        WHOLE.replace(b"utf-8", b"utf-16"),
        WHOLE.decode().replace("utf-8", "windows-1252").encode("cp1252"),
        WHOLE.replace(b"<!DOCTYPE html>", b'<?xml version="1.0" encoding="ascii"?>'),
        WHOLE.replace(b"<p ", b"<P ").replace(b"</h2>", b"</H2>"),
        WHOLE.replace(b"article", b"div").replace(b"</body>", b""),
        WHOLE.replace(b"\n", b"\r\n"),
    ],
    ids=range(12),
)
def test_encodings_and_ways_to_write_it(content):
    assert read_latexml(content) == read_latexml(WHOLE)


def test_an_article_may_be_nearly_empty():
    found = read_latexml(b'<article class="ltx_document"></article>', name="a")
    assert (found.text, found.citations, found.works, found.id) == ("", (), (), "a")


# --- harm ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tag",
    [
        *("div", "span", "cite class=ltx_cite", "sup", "section", "figure"),
        *("div class=ltx_para", "span class=ltx_equation", "span class=ltx_note", "math"),
        "span class=ltx_personname",
    ],
)
@pytest.mark.parametrize("junk", ["", "</x>" * 300])
def test_depth(tag, junk):
    """What is nested deeper than libxml2 reads is refused; what it reads is no trouble."""
    begin = f"{junk}<p class=ltx_p>"
    read_latexml(latexml(f"{begin}{f'<{tag}>' * 240}frogs"), captions=True)
    for depth in (300, 100_000):
        with pytest.raises(InputError, match=r"Excessive depth.*leave it out"):
            read_latexml(latexml(f"{begin}{f'<{tag}>' * depth}frogs"))


def test_what_follows_the_article_may_be_missing():
    assert read_latexml(WHOLE[: WHOLE.index(b"</article") + 10]) == read_latexml(WHOLE)


def test_control_characters_do_not_become_marks():
    body = para("a\x01b\x02c &#1;d&#x02;&#0003e\x05\x0b&#31;f &#65;&#10;&#x1F438;")
    assert read_latexml(latexml(body)).text.split("\n")[1] == (
        "a\ufffdb\ufffdc \ufffdd\ufffd\ufffde\ufffd\ufffd\ufffdf A \U0001f438"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "x <1> ",
        "<cite><1:Yan> (<1:2004>)</cite>",
        "<cite>(?)</cite>",
        note("x"),
        "<sup>2<i></i></sup>",
        "<div>y</div>x <1>",
        "&#000000000",
        "</article class=ltx_",
        "class = ",
        '<math alttext="cite"><mi>x</mi></math>',
        '<b class="ltx_bibitem ltx_bibblock">',
    ],
)
def test_a_long_page_costs_no_square(piece):
    times = []
    for number in (300, 4_800):
        page = latexml(f"<p>{piece * number}</p>")
        durations = []
        for _ in range(2):  # garbage of others may be collected in one of them
            begin = time.process_time()
            try:
                read_latexml(page)
            except InputError:
                return
            durations.append(time.process_time() - begin)
        times.append(min(durations))
    assert times[1] < 16 * 8 * times[0]  # a square were 256 times as long
