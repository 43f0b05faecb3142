"""What a content is: by its beginning, and what is said of that which is not read."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jats_files import jats, section
from tei_files import div, tei

from spacy_citalign.inputs.file_types.by_content import format_of, kind_of, unpacked_begin
from spacy_citalign.inputs.file_types.refusals import UnreadKindError, counts_of
from spacy_citalign.inputs.records import Format, Reading

JATS, TEI = jats(section("Aim", "Frogs hop.")), tei(div("Aim", "Frogs hop."))
DOCTYPE = b'<!DOCTYPE article PUBLIC "-//X//DTD A>B//EN" "a.dtd" [<!ENTITY a "<b>">]>'


@pytest.mark.parametrize(
    ("begin", "name", "kind"),
    [
        (JATS, "a", Format.jats),
        (JATS, "a.txt", Format.jats),  # whatever it is called
        (b"\xef\xbb\xbf\n<?xml version='1.0'?><!-- x --><article>", "a", Format.jats),
        (b"<?xml version='1.0'?>" + DOCTYPE + b"<article>", "a", Format.jats),
        (b"<!DOCTYPE a [<!-- don't ] --><?a ' ]?><!ENTITY a ']>'>]><article>", "a", Format.jats),
        (b"<!DOCTYPE a" + b"[']'] " * 10_000, "a.txt", Format.text),  # at once
        (b'{"text": "' + b'\\"' * 30_000, "a.json", Format.jsonl),
        ("\ufeff<article/>".encode("utf-16-le"), "a", Format.jats),
        ("<article/>".encode("utf-16-be"), "a", Format.jats),
        (b"<pmc-articleset><article>", "a", Format.jats_set),
        (b"<oai:OAI-PMH xmlns:oai='x'>", "a", Format.jats_set),
        (b"<PubmedArticleSet>", "a", Format.pubmed),
        (b"PAR1", "a.parquet", Format.parquet),
        (b"\n12345|t|Frogs hop.\n", "a.txt", Format.pubtator),
        (b"Frogs |t|", "a.txt", Format.text),
        (b'{"text": "Frogs hop."}\n', "a.jsonl", Format.jsonl),
        (b'{"id": 1, "text": "Frogs', "a.json", Format.jsonl),  # a line longer than the beginning
        (TEI, "a", Format.tei),
        (b"<t:TEI xmlns:t='http://www.tei-c.org/ns/1.0'>", "a", Format.tei),
        (b'{"paper_id": "1", "body_text": [', "a", Format.s2orc),
        (b'<!DOCTYPE html><html><article class="ltx_document">', "a.html", Format.html),
        (b"<html><body><article class='x ltx_document y'>", "a", Format.html),
        (b'<html><body><div class="ltx_page_main">', "a", Format.html),
        (b'<html><body><nav class="ltx_TOC">', "a", Format.html),
        (b'{\n "corpusid": 1,\n "content": {"text": "', "a.json", Format.s2orc),
        # Of a name that ends in .xml what is wrong is told when it is read.
        (b"", "a.xml", Format.jats),
        (b"<b/>", "a.NXML.gz", Format.jats),
        (b"Frogs hop.", "a.txt", Format.text),
        (b"5 < 6", "a.md", Format.text),
        (b"<p>5", "a.text.gz", Format.text),
        (b"[1] Frogs hop.", "a.txt", Format.text),
        (b"", "a.txt", Format.text),
        (b"%PDF-1.7", "a.pdf", Format.pdf),
        (b"%PDF-1.7", "a.txt", Format.pdf),  # whatever it is called
        (b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.7", "a", Format.pdf),  # within 1,024 bytes
        (b"A PDF begins with %PDF-1.7.", "a.txt", Format.text),
    ],
)
def test_kinds_that_are_read(begin, name, kind):
    assert kind_of(begin, name) is kind


REFUSED = [
    (b"\x89PNG\r\n", "a", "image", "no text"),
    (b"RIFF\0\0\0\0WEBPVP8", "a", "image", "no text"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", "Word", "docx"),
    (b"version https://git-lfs.github.com/spec/v1\n", "a.xml", "git-lfs pointer", "git lfs pull"),
    (b"% x\n\\documentclass{article}", "a.tex", "LaTeX", "pandoc"),
    (b"\\section{Aim}", "a.tex", "LaTeX", "citeproc"),
    (b"{\\rtf1", "a", "RTF", "pandoc"),
    (b"@article{yan04,", "a", "BibTeX", "no text"),
    (b"TY  - JOUR\n", "a", "RIS", "no text"),
    (b"<!DOCTYPE html><html>", "a.html", "HTML", "JATS"),
    (b"<html><body><p>LaTeXML is a program.</p>", "a.html", "HTML", "JATS"),
    (b'<html><body><table class="ltx_tabular">', "a.html", "HTML", "JATS"),
    (b"<collection><source>PMC", "a", "BioC", "JATS"),
    (b"<full-text-retrieval-response>", "a", "Elsevier XML", "PDF"),
    (b"<b/>", "a", "other XML", "root <b>"),
    (b'{"source": "PMC", "infons": {}, "documents": []}', "a.json", "BioC", "JATS"),
    (b'{\n "id": "W1", "doi": "x", "publication_year": 2000, "ids": {', "W1.json",
     "OpenAlex record", "no article"),
    (b'{"cited": {}, "citances": []}\n', "a.jsonl", "groups", "align"),
    (b'{\n "text": "Frogs hop."\n}', "a.json", "other JSON", "keys text"),
    (b'{"frog": {"text": "hops"}}', "a.json", "other JSON", "keys frog"),
    (b'[{"text": "hops"}]', "a.json", "other JSON", "keys text"),
    (b'[{"paper_id": 1, "body_text": [', "a.json", "JSON array", "write one a line"),
    (b'{"frogs": 1}', "a.json", "other JSON", "keys frogs"),
    (b"a,b\n1,2", "a.csv", "table", "no article"),
    (b"", "a", "empty", "fetch it again"),
    (b" \n\t", "a.dat", "empty", "white space"),
    (b"Frogs hop.", "a.dat", "unknown", "--format text"),
    (bytes(range(1, 99)), "a", "unknown", "no kind that is known"),
]  # fmt: skip


@pytest.mark.parametrize(("begin", "name", "what", "advice"), REFUSED)
def test_kinds_that_are_not_read_are_told_with_the_way(begin, name, what, advice):
    with pytest.raises(UnreadKindError, match=advice) as raised:
        kind_of(begin, name)
    assert raised.value.what == what
    assert "\n" not in str(raised.value)


NOTHING_CITED = [
    (b"<PubmedArticleSet>", "a.xml", "PubMed", Format.pubmed),
    (b"8|t|Frogs hop.\n", "a.pubtator", "PubTator", Format.pubtator),
    (b'{"text": "Frogs hop."}\n', "a.jsonl", "JSON Lines", Format.jsonl),
    (b"PAR1", "a.parquet", "Parquet", Format.parquet),
]


@pytest.mark.parametrize(("begin", "name", "what", "format_"), NOTHING_CITED)
def test_what_cites_nothing_is_read_by_annotate_only(begin, name, what, format_):
    assert format_of(begin, name, Reading()) is format_
    with pytest.raises(UnreadKindError, match="`citalign annotate` reads it") as raised:
        format_of(begin, name, Reading(articles=True))
    assert raised.value.what == what


@pytest.mark.parametrize(
    ("begin", "name", "settings", "expected"),
    [
        # Runs over corpora believe names of texts and of lines.
        (JATS, "a.txt", {}, Format.text),
        (JATS, "a.txt", {"articles": True}, Format.jats),
        (b'{"body": "Frogs."}', "a.jsonl.gz", {}, Format.jsonl),
        (b'{"paper_id": "1", "body_text": [', "a.jsonl", {}, Format.s2orc),
        (b'{"paper_id": "1", "cite_spans": [], "text": ""}', "a.jsonl", {}, Format.jsonl),
        (b'{"paper_id": "1", "cite_spans": [], "body": ""}', "a.jsonl", {"text_key": "body"},
         Format.jsonl),
        (b"Frogs.", "a.txt", {"lines": True}, Format.lines),
        (JATS, "a.xml", {"lines": True}, Format.jats),
        # A format that is named is not doubted, but for one article or many.
        (b"%PDF", "a.pdf", {"format": Format.text}, Format.text),
        (b"<articles>", "a", {"format": Format.jats}, Format.jats_set),
    ],
)  # fmt: skip
def test_formats_as_they_are_asked_for(begin, name, settings, expected):
    assert format_of(begin, name, Reading(**settings)) is expected


def test_markdown_is_text_where_it_is_named():
    assert format_of(b"Frogs.", "a.md", Reading()) is Format.text
    with pytest.raises(UnreadKindError, match="Markdown"):
        format_of(b"Frogs.", "a.md", Reading(), named=False)


@pytest.mark.parametrize("cut", [0, 1, 9, 10])
def test_what_is_packed_is_unpacked_up_to_the_damage(cut):
    packed = gzip.compress(JATS)
    begin = unpacked_begin(packed[: len(packed) - cut])
    assert JATS.startswith(begin)
    assert len(begin) > len(JATS) / 2
    assert unpacked_begin(packed[:9] + bytes(9)) == b""
    assert unpacked_begin(JATS) == JATS


def kind_or_what(begin, name):
    try:
        return kind_of(begin, name).name
    except UnreadKindError as error:
        return error.what


@given(st.binary(max_size=300), st.sampled_from(["a", "a.xml", "a.txt", "a.json", "a.tex"]))
def test_any_bytes_have_a_kind_or_none(begin, name):
    assert kind_or_what(begin, name)


@given(st.sampled_from([JATS, TEI]), st.integers(0, 3000))
def test_what_is_cut_off_is_of_no_other_kind(content, end):
    expected = {"jats", "tei", "empty", "other XML", "unknown"}
    assert kind_or_what(content[:end], "a") in expected


def test_gzip_is_for_the_caller_to_unpack():
    with pytest.raises(UnreadKindError):
        kind_of(gzip.compress(JATS), "a")


def test_counts_of_kinds():
    assert counts_of({"image": 1, "table": 12, "LaTeX": 1}) == "14 (12 table, 1 LaTeX, 1 image)"
