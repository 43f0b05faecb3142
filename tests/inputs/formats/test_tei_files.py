"""Files of TEI: what lies beside them, and what is damaged, hostile or something else."""

import gzip
import json
import time
from pathlib import Path

import pytest
from tei_files import REFERENCES, bibl, div, ref, tei

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.tei.reader import read_tei

BARE = "<monogr/>"  # a header that says nothing of the article
WORK = {
    "doi": "https://doi.org/10.5555/OA",
    "title": "Ponds \nat night",
    "publication_year": 2020,
    "ids": {
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/77",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/88/",
        "openalex": "https://openalex.org/W5",
    },
}


def folder_with(path: Path, name: str, beside: bytes, **parts: str) -> Path:
    """The path of a full text, with OpenAlex' file W5.json beside it."""
    (path / "W5.json").write_bytes(beside)
    full_text = path / name
    content = tei(div("", "Frogs."), **parts)
    full_text.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return full_text


@pytest.mark.parametrize("name", ["W5.tei.xml", "W5.grobid.tei.xml", "W5.xml", "W5.tei.xml.gz"])
def test_what_the_header_lacks_is_taken_from_the_file_beside(tmp_path, name):
    beside = json.dumps(WORK).encode()
    article = read_tei(folder_with(tmp_path, name, beside, about=BARE, title=""))
    assert (article.id, article.pmid, article.doi) == ("PMC88", "77", "10.5555/oa")
    assert (article.title, article.year) == ("Ponds at night", "2020")


def test_the_header_comes_first(tmp_path):
    article = read_tei(folder_with(tmp_path, "W5.tei.xml", json.dumps(WORK).encode()))
    assert (article.doi, article.pmid) == ("10.5555/own", "77")
    assert (article.title, article.year) == ("Life of ponds", "2011")


def test_the_file_of_another_work_is_left_alone(tmp_path):
    beside = json.dumps(WORK).encode()
    assert read_tei(folder_with(tmp_path, "W6.tei.xml", beside, about=BARE)).id == "W6.tei.xml"


@pytest.mark.parametrize(
    "beside",
    [
        b"",
        b"{",
        b"[1]",
        b"\xff",
        b"[" * 100_000,
        b'{"doi": 5, "ids": [], "title": null, "publication_year": true}',
        b'{"doi": "\\ud800", "ids": {"pmid": {}}, "title": "\\udc00", "publication_year": 1e999}',
        b'{"publication_year": ' + b"9" * 5000 + b"}",
        b'{"title": "' + b"a" * 6_000_000 + b'"}',
    ],
    ids=range(9),
)
def test_a_file_beside_that_is_of_no_use_does_no_harm(tmp_path, beside):
    article = read_tei(folder_with(tmp_path, "W5.tei.xml", beside, about=BARE, title=""))
    assert (article.id, article.title, article.year) == ("W5.tei.xml", "", "")


def test_a_folder_beside_does_no_harm(tmp_path):
    (tmp_path / "W5.json").mkdir()
    (tmp_path / "W5.tei.xml").write_bytes(tei())
    assert read_tei(tmp_path / "W5.tei.xml").doi == "10.5555/own"


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty or was cut off"),
        (b"<TEI/>", "it has no <text>; give a full text that GROBID made"),
        (b"<TEI><teiHeader/></TEI>", "it has no <text>"),
        (b"<article><body/></article>", "its root is <article>"),
        (b"<teiCorpus><TEI><text/></TEI></teiCorpus>", r"several texts \(<teiCorpus>\); write"),
        (b"<TEI><text>", "fetch it again|well-formed"),
        (tei().replace(b'"b1"', b'"b0"'), "ID b0 already defined; give a whole"),
        (tei().replace(b"ponds", b"p\xf6nds"), "correct the encoding"),
        (tei().replace(b"UTF-8", b"frogs"), "correct the encoding"),
        (b"\xff\xfe<\0T", "begins like UTF-16 but is not"),
    ],
)
def test_what_is_no_full_text_is_refused(content, message):
    with pytest.raises(InputError, match=message):
        read_tei(content, name="a.xml")


def test_a_full_text_may_be_nearly_empty():
    article = read_tei(b"<TEI><text/></TEI>", name="a.xml")
    assert (article.text, article.citations, article.works, article.id) == ("", (), (), "a.xml")


def test_the_namespace_may_be_missing_or_have_a_prefix():
    content = tei(div("Aim", f"Frogs hop {ref(1, '[1]')}."))
    whole = read_tei(content)
    assert whole.citations
    space = b' xmlns="http://www.tei-c.org/ns/1.0"'
    assert read_tei(content.replace(space, b"")) == whole
    bare = content.replace(space, b"").split(b"\n", 1)[1]
    tagged = bare.replace(b"<", b"<t:").replace(b"<t:/", b"</t:")
    prefixed = tagged.replace(b"<t:TEI", b'<t:TEI xmlns:t="http://www.tei-c.org/ns/1.0"', 1)
    assert read_tei(prefixed) == whole
    assert read_tei(content.decode().replace("UTF-8", "UTF-16").encode("utf-16")) == whole


def test_the_namespace_may_be_declared_anywhere():
    """Once, in the root, as GROBID has it, is read in a way of its own."""
    content = tei(div("Aim", f"Frogs hop {ref(1, '[1]')}."), div("", "Toads."))
    whole = read_tei(content)
    for old, new in [
        ('xmlns="http://www.tei-c.org/ns/1.0"', "xmlns='http://www.tei-c.org/ns/1.0'"),
        ("<div><p>Toads", '<div xmlns="http://www.tei-c.org/ns/1.0"><p>Toads'),
        ("<div><p>Toads", "<div xmlns='http://www.tei-c.org/ns/1.0'><p>Toads"),
        ("<TEI", '<!-- <TEI xmlns="http://www.tei-c.org/ns/1.0"> --><TEI'),
        ("<TEI", '<TEI n="a > b"'),
        ("<TEI", '<TEI xmlns:a="http://www.tei-c.org/ns/1.0"'),
        ("<TEI", '<TEI xsi:a="http://www.tei-c.org/ns/1.0 b" xmlns:xsi="urn:a"'),
        ("<div><p>Toads", '<div><f:g xmlns:f="urn:a"/><p>Toads'),
        ("<text ", '<text xmlns="" '),
    ]:
        other = content.decode().replace(old, new, 1)
        assert other != content.decode()
        assert read_tei(other.encode()) == whole


def test_targets_that_name_nothing_are_counted():
    marks = [ref(target, "(Yan)") for target in ("#", "", " ", "#b1#b2", "https://x.example/#b1")]
    article = read_tei(tei(div("", " ".join(marks))))
    assert article.citations == ()
    assert article.unresolved == ("", "", "", "b1#b2", "https://x.example/#b1")


def test_entries_without_an_id_are_works_that_no_mark_names():
    unnamed = bibl(0, REFERENCES[0]).replace(' xml:id="b0"', "").encode()
    content = tei(div("", f"{ref(1, '[1]')} {ref(2, '[2]')}"))
    article = read_tei(content.replace(bibl(0, REFERENCES[0]).encode(), unnamed))
    assert article.unresolved == ("b0",)
    assert [one.work for one in article.citations] == [1]
    assert len(article.works) == len(REFERENCES)


def test_an_entity_bomb_is_refused():
    bomb = b'<!DOCTYPE TEI [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)
    )
    with pytest.raises(InputError, match="leave it out"):
        read_tei(bomb + b"]><TEI><text><body><p>&j;</p></body></text></TEI>", name="a.xml")


@pytest.mark.parametrize("tag", ["div", "hi", "list", "note", "figure", "quote", "s"])
def test_depth(tag):
    """What is nested deeper than libxml2 reads is refused; what it reads is no trouble."""
    words = f"frogs{ref(1, '1')} hop"
    deep = tei(f"<p>{f'<{tag}>' * 240}{words}{f'</{tag}>' * 240}</p>")
    read_tei(deep, captions=True)
    with pytest.raises(InputError, match="depth"):
        read_tei(tei(f"<p>{f'<{tag}>' * 5000}{words}{f'</{tag}>' * 5000}</p>"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        div("", ref(1, "1" * 100_000 + "x")),
        div("", ref(1, "1, " * 50_000 + "x")),
        div("", "1," * 50_000 + ref(1, "1")),
        div("", ref(1, "1") * 20_000),
        div("", f"{ref(1, '[1,')} " * 20_000),
        div("", (", 1," + ref(1, "1")) * 10_000),
        div("Frogs", number="1." * 200_000),
        "<quote>" * 200 + "<lb/>" * 50_000 + "</quote>" * 200,
    ],
    ids=range(8),
)
def test_time_grows_with_size(body):
    start = time.process_time()
    read_tei(tei(f"<div>{body}</div>"))
    assert time.process_time() - start < 4
