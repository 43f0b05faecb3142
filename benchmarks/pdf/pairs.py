"""The articles of ``pdf_pairs``: gold, what is read of the PDF, and what a peer finds.

The peer is what a user has without a server: the text of pypdfium2, and the marks that
``citance_finder`` finds in it as it stands. A number names the entry of gold that has this label,
author and year the only entry that has both.
"""

import lzma
import os
import re
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.references.lists import find_reference_list, lines_of_text
from spacy_citalign.citations.works.work_names import surname
from spacy_citalign.components.articles.reading import ReadArticle, from_text
from spacy_citalign.inputs.article_parts.listed_references import read_list
from spacy_citalign.inputs.articles import Article, CitedWork
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.tei.reader import read_tei

from ..common import data_folder
from .entries import listed_entries, same_entries
from .scoring import Found, renamed
from .sentences import citing_sentences

BRACKETS, SUPERSCRIPT, AUTHOR_YEAR = "numbers in brackets", "superscripts", "author-year"
_SUPERSCRIPTS = re.compile(r"<sup>[^<]{0,5}<xref[^>]*bibr|<xref[^>]*bibr[^>]*>\s*<sup>")
_NUMBER = re.compile(r"\d+")


class Pair(NamedTuple):
    """An article as PDF, and gold.

    Attributes:
        name: of the file, without its ending.
        pdf: where it is.
        gold: the article as JATS has it, or GROBID's TEI.
        style: how it cites.
        silver: whether gold is the output of another system.
    """

    name: str
    pdf: Path
    gold: Article
    style: str
    silver: bool


@cache
def pairs() -> tuple[Pair, ...]:
    """Return the articles of ``pdf_pairs``."""
    folder = data_folder() / "pdf_pairs"
    return tuple(_pair(file) for file in sorted(folder.glob("*.pdf")))


def _pair(pdf: Path) -> Pair:
    xml = pdf.with_suffix(".xml.xz")
    silver = not xml.exists()
    if silver:
        xml = pdf.with_suffix(".tei.xml.xz")
    content = lzma.decompress(xml.read_bytes())
    gold = (read_tei if silver else read_jats)(content, name=pdf.stem)
    marked = [gold.text[one.start : one.end] for one in gold.citations]
    named = sum(any(map(str.isalpha, mark)) for mark in marked)
    style = AUTHOR_YEAR if 2 * named > len(marked) else BRACKETS
    if _SUPERSCRIPTS.search(content.decode()):
        style = SUPERSCRIPT
    return Pair(pdf.stem, pdf, gold, style, silver)


def pdf_article(pdf: Path) -> Article:
    """Return an article that is read from a PDF."""
    from spacy_citalign.inputs.formats.pdf.reader import read_pdf

    return read_pdf(pdf, name=pdf.stem)


def pdf_text(pdf: Path) -> str:
    """Return the text of a PDF as pypdfium2 gives it, page by page."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return "\n".join(pages).replace("\r\n", "\n")


def peer(pdf: Path, gold: Article) -> Found:
    """Return what ``citance_finder`` finds in the text of a PDF."""
    text = pdf_text(pdf)
    marks = find_citations(text)
    sentences = citing_sentences(ReadArticle(pdf.stem, text, marks, {}, [], {}))
    return Found(renamed(sentences, dict(_names(gold.works))), set())


def plain(pdf: Path, gold: Article) -> Found:
    """Return what is found in the text of a PDF as a plain text, with its list of references."""
    text = pdf_text(pdf)
    reading = from_text(text, pdf.stem)
    listed = find_reference_list(text)
    lines = lines_of_text(text[listed.start : listed.end]) if listed else []
    works = read_list(lines).listed.works
    same = same_entries(gold.works, works)
    names = {
        key: str(same[number - 1])
        for key, (number, _) in reading.reference_places.items()
        if number - 1 in same
    }
    return Found(renamed(citing_sentences(reading), names), listed_entries(gold.works, works, same))


def _names(works: Sequence[CitedWork]) -> Iterator[tuple[str, str]]:
    """Yield what marks call the works of gold, and their positions."""
    for position, work in enumerate(works):
        number = _NUMBER.search(work.label)
        yield (number[0] if number else str(position + 1)), str(position)
    called = [f"{surname(work.first_author)} {work.year}" for work in works]
    for position, (work, name) in enumerate(zip(works, called, strict=True)):
        if called.count(name) == 1:
            yield f"{work.first_author} {work.year}", str(position)


def pages_a_second(pdfs: Sequence[Path], rounds: int = 1) -> float:
    """Return how many pages are read in a second of processor time, that of the child included."""
    import pypdfium2

    pages = 0
    for pdf in pdfs:
        with pypdfium2.PdfDocument(pdf) as document:
            pages += len(document)
    pdf_article(pdfs[0])  # the child starts, weights are read
    best = float("inf")
    for _ in range(rounds):
        begin = _processor_seconds()
        for pdf in pdfs:
            pdf_article(pdf)
        best = min(best, _processor_seconds() - begin)
    return pages / best


def _processor_seconds() -> float:
    """Return the processor time of this process and its children; elsewhere than on Linux, time."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if not children.exists():
        return time.perf_counter()
    ticks = 0
    for child in children.read_text(encoding="ascii").split():
        fields = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")
