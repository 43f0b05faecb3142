"""A folder that mixes all kinds of files, with what becomes of each, for tests."""

import gzip
import json
from pathlib import Path

from input_files import pubmed_article, pubmed_file, write
from jats_files import citing, jats, section
from pdf_files import pond_pdf
from tei_files import div, ref, tei

from tests.fuzzing.packing import zipped
from tests.inputs import latexml_files
from tests.inputs.s2orc_files import packed, s2orc_2020


def article(number: int) -> bytes:
    return jats(section("Aim", citing("r1", f"Frog {number} hops.")), pmid=f"90{number}")


FULL_TEXTS = {
    "a.xml": article(1),
    "b.nxml.gz": gzip.compress(article(2)),
    "set.xml": b"<pmc-articleset>" + article(3) + b"</pmc-articleset>",
    "grobid.tei.xml": tei(div("Aim", f"Frogs hop {ref(1, '[1]')}.")),
    "s2orc.json": packed(s2orc_2020()),
    "lines.jsonl": packed(s2orc_2020()).replace(b"Frogs", b"Toads") + b"\n",
    "arxiv.html": latexml_files.latexml(latexml_files.para("Newts <cite>[<1>]</cite> swim.")),
    "paper.pdf": pond_pdf(),
    "deep/plain.txt": b"Efts walk (Ott, 2001).",
}
CITE_NOTHING = {
    "abstracts.xml": pubmed_file(pubmed_article("5")),
    "texts.jsonl": b'{"text": "Olms swim."}\n',
}
BROKEN = {
    "broken.xml": article(6)[:200],
    "broken.json": packed(s2orc_2020())[:-40],
    "broken.pdf": b"%PDF-1.7 ...",
    "latin.txt": b"caf\xe9",
    "bioc.xml": b"<collection><source>PMC</source></collection>",
}
LEFT_OUT = {
    "picture.png": b"\x89PNG\r\n\x1a\n",
    "word.docx": zipped({"word/document.xml": b"<x/>"}),
    "README.md": b"Notes.",
    "page.html": b"<!DOCTYPE html><html><body>Frogs.</body></html>",
    "W1.json": json.dumps({"doi": "x", "publication_year": 2000, "ids": {}}).encode(),
    "list.csv": b"a,b\n1,2\n",
    "source.tex": b"\\documentclass{article}",
    "empty": b"",
}


def make_mixed(folder: Path) -> Path:
    """Write all of them; each is a file with one article or text, or none."""
    for name, content in (FULL_TEXTS | CITE_NOTHING | BROKEN | LEFT_OUT).items():
        write(folder / name, content)
    return folder


def mixed_archive() -> bytes:
    """A ZIP archive of the same files."""
    return zipped(FULL_TEXTS | CITE_NOTHING | BROKEN | LEFT_OUT)
