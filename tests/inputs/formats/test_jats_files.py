"""JATS files that are damaged, foreign or made to do harm; encodings and named characters."""

import gzip
import time
from codecs import BOM_UTF8
from itertools import pairwise
from pathlib import Path

import pytest

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.jats.reader import read_jats
from tests.inputs.formats.test_jats import article, mark, paragraphs

DOCTYPE = '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS-archivearticle1.dtd">'
WHOLE = article(
    f"<sec><title>Fr\u00f6sche</title><p>Frogs hop [{mark(1)}\u2013{mark(4)}].</p></sec>"
)


def with_entities(subset: str, text: str) -> bytes:
    body = f"<article><body><p>{text}</p></body></article>"
    return f"<!DOCTYPE article [{subset}]>{body}".encode()


def test_named_characters_of_a_dtd_that_is_not_loaded() -> None:
    found = read_jats(
        f"{DOCTYPE}<article><body><p>TNF-&alpha;&nbsp;b &thinsp;&NotEqualTilde;, &frog; hop &amp; "
        "&lt;p> &#945;</p><p>c</p></body></article>".encode()
    )
    assert paragraphs(found) == ["TNF-\u03b1\xa0b \u2009\u2242\u0338, \ufffd hop & <p> \u03b1", "c"]


def test_named_characters_are_left_alone_where_they_are_no_references() -> None:
    found = read_jats(
        b"<article><body><p><![CDATA[&alpha; <b>]]> &beta;<!-- &gamma; --> x</p></body></article>"
    )
    assert found.text == "&alpha; <b> \u03b2 x"


def test_entities_that_the_file_spells_out() -> None:
    content = with_entities('<!ENTITY frog "<i>Rana</i> &alpha;">', "A &frog; hops.")
    assert read_jats(content).text == "A Rana \u03b1 hops."


@pytest.mark.parametrize("kind", ['SYSTEM "{}"', 'PUBLIC "-//X" "{}"'])
def test_an_external_entity_is_never_read(tmp_path: Path, kind: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("tadpoles", encoding="utf-8")
    subset = f"<!ENTITY frog {kind.format(secret.as_uri())}>"
    found = read_jats(with_entities(subset, "A &frog; hops."))
    assert found.text == "A \ufffd hops."
    with pytest.raises(InputError):
        read_jats(with_entities(subset.replace("ENTITY", "ENTITY %") + "%frog;", "Hop."))
    dtd = f'<!DOCTYPE article SYSTEM "{secret.as_uri()}"><article><body><p>A</p></body></article>'
    assert read_jats(dtd.encode()).text == "A"


def test_an_external_entity_is_not_read_by_way_of_another(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("tadpoles", encoding="utf-8")
    subset = f'<!ENTITY frog SYSTEM "{secret.as_uri()}"><!ENTITY toad "&#38;frog;">'
    with pytest.raises(InputError, match="frog"):
        read_jats(with_entities(subset, "A &toad; hops."))


def bomb(subset: str, text: str) -> None:
    begin = time.process_time()
    with pytest.raises(InputError, match=r"frogs\.xml, line 1: .*leave it out"):
        read_jats(with_entities(subset, text), name="frogs.xml")
    assert time.process_time() - begin < 2


def test_entities_that_grow_by_naming_each_other() -> None:
    names = "abcdefghijkl"
    grown = [f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(names)]
    bomb(f'<!ENTITY a "{"frog" * 10}">' + "".join(grown), "&l;")


def test_a_long_entity_that_is_named_often() -> None:
    bomb(f'<!ENTITY a "{"frog" * 50_000}">', "&a;" * 5_000)


def test_an_entity_that_names_itself() -> None:
    bomb('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;")


def test_deep_nesting() -> None:
    for depth in (1_000, 100_000):
        content = b"<p>" * depth + b"</p>" * depth
        with pytest.raises(InputError, match="leave it out"):
            read_jats(b"<article><body>" + content + b"</body></article>")
    deep = b"<article><body>" + b"<list><p>" * 100 + b"Frog" + b"</p></list>" * 100
    assert read_jats(deep + b"</body></article>").text == "Frog"


def test_many_openings_that_have_no_end_cost_no_square() -> None:
    begin = time.process_time()
    with pytest.raises(InputError):
        read_jats(b"<article>&alpha;" + b"<!--<![CDATA[<?" * 200_000)
    assert time.process_time() - begin < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        f"x <disp-formula>y</disp-formula> {mark(1)}",
        f"x<sup>2<italic/></sup> <sup>{mark(1)}</sup>",
        "<xref ref-type='bibr' rid='B1'><p>1</p></xref>",
        " \n" * 50,
    ],
)
def test_a_long_paragraph_costs_no_square(piece: str) -> None:
    times = []
    for number in (750, 12_000):
        content = article(f"<p>{piece * number}</p>")
        begin = time.process_time()
        read_jats(content)
        times.append(time.process_time() - begin)
    assert times[1] < 16 * 8 * times[0]  # a square were 256 times as long


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "frogs.xml, line 1: .*fetch it again"),
        (b"Frogs hop.", "frogs.xml, line 1: .*give a whole, well-formed XML file"),
        (b"%PDF-1.4\n\xe2\xe3", "frogs.xml, line 1: "),
        (b"<article>\n<body>\n<p>Frogs", "frogs.xml, line 3: .*fetch it again"),
        (b"<article><body><p>\x01</p></body></article>", "line 1: .*well-formed"),
        (
            b"<html><body><p>Frogs</p></body></html>",
            "no <article>, its root is <html>; give",
        ),
        (b"<article><p>Frogs</p></article>", "without <front> and <body>; give an article in JATS"),
        (b"\x1f\x8bfrogs", "frogs.xml cannot be unpacked .*; fetch it again"),
        (gzip.compress(WHOLE, mtime=0)[:-9], "frogs.xml cannot be unpacked .*; fetch it again"),
        (b"<a>&frog</a>", "frogs.xml, line 1: "),
        (
            b'<?xml version="1.0" encoding="UTF-8"?>\n<article>Fr\xf6sche</article>',
            "frogs.xml, line 2: .*correct the encoding that its first line names",
        ),
        (
            b'<?xml version="1.0" encoding="frog-8"?><article/>',
            "frogs.xml, line 1: .*correct the encoding that its first line names",
        ),
        (b"\xff\xfe<\x00a\x00>", "frogs.xml begins like UTF-16 but is not .*convert it to UTF-8"),
    ],
)
def test_what_is_no_article_says_so(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_jats(content, name="frogs.xml")


@pytest.mark.parametrize(
    "content",
    [
        BOM_UTF8 + WHOLE,
        b'<?xml version="1.0" encoding="UTF-8"?>' + WHOLE,
        *(
            f'<?xml version="1.0" encoding="{name}"?>{WHOLE.decode()}'.encode(codec)
            for name, codec in [
                ("UTF-16", "utf-16"),
                ("UTF-16LE", "utf-16-le"),
                ("UTF-16BE", "utf-16-be"),
                ("UTF-8", "utf-16"),  # the mark at the beginning tells
                ("windows-1252", "cp1252"),
            ]
        ),
        WHOLE.decode().encode("utf-16"),
        f'<?xml version="1.0" encoding="ISO-8859-1"?>{WHOLE.decode()}'.encode(
            "latin-1", "xmlcharrefreplace"
        ),
    ],
)
def test_encodings(content: bytes) -> None:
    assert read_jats(content) == read_jats(WHOLE)


def test_named_characters_in_utf_16() -> None:
    text = f"{DOCTYPE}<article><body><p>TNF-&alpha; b</p></body></article>"
    assert read_jats(text.encode("utf-16")).text == "TNF-\u03b1 b"
