"""Fields of references as PDFs print them, with the JATS of the same articles as gold.

Read are the PDFs in whose lists as many entries are found as gold has. JATS and page differ: where
a page has "et al." gold may name all authors, so the printed ones count; gold has full page
numbers, so the first page counts; a container may be abbreviated in one of the two.
"""

import lzma
import re
from collections.abc import Iterator

from benchmarks.pdf.tagged_references import TaggedReference, read_tagged_references
from spacy_citalign.citations.references.entries import cut_entries
from spacy_citalign.citations.references.fields import Reference, read_references
from spacy_citalign.corpora.xml_files import MAX_BYTES, read_xml
from spacy_citalign.inputs.formats.pdf.document import pdf_document
from spacy_citalign.inputs.formats.pdf.process import pdf_pages

from ..common import data_folder
from ..recording import Table
from .reference_rules import read_by_rules
from .references import FIELDS, count, found_fields, normal

_OTHERS = re.compile(r"\bet al\b|\band others\b")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset("a an and de for in of on the".split())


def printed_pairs() -> Iterator[tuple[str, TaggedReference, str]]:
    """Yield the name of an article, a reference of gold, and the text of its entry."""
    for path in sorted((data_folder() / "pdf_pairs").glob("*.xml.xz")):
        if path.name.endswith(".tei.xml.xz"):
            continue
        name = path.name.removesuffix(".xml.xz")
        root = read_xml(lzma.decompress(path.read_bytes()), name=name, most_bytes=MAX_BYTES)
        gold = read_tagged_references(root).references
        pages, metadata = pdf_pages(path.with_name(f"{name}.pdf").read_bytes())
        entries = cut_entries(pdf_document(pages, metadata).list_lines)
        if len(entries) != len(gold):
            continue
        for reference, entry in zip(gold, entries, strict=True):
            if {"title", "container"} & reference.parts.keys():
                yield name, reference, entry.text


def printed_table() -> Table:
    """Return the table."""
    pairs = [*printed_pairs()]
    texts = [text for _, _, text in pairs]
    learned = read_references(texts)
    ruled = [*map(read_by_rules, texts)]
    by_reader = []
    for found in (learned, ruled):
        gold = [_gold(tagged, one) for (_, tagged, _), one in zip(pairs, found, strict=True)]
        by_reader.append(count(gold, [_first_page(found_fields(one)) for one in found]))
    rows = []
    for name in FIELDS:
        ours, rules = (counts[name] for counts in by_reader)
        rows.append([name, str(ours.gold), f"{ours.f:.3f}", f"{rules.f:.3f}"])
    articles = len({name for name, _, _ in pairs})
    return Table(
        f"Fields of {len(pairs)} references of {articles} PDFs:",
        ["field", "gold", "F", "F by rules"],
        rows,
        ["Nothing was learned from these articles; their journals are among those learned from."],
    )


def _gold(tagged: TaggedReference, found: Reference) -> dict[str, str]:
    authors = [normal(surname) + " " + normal(given) for surname, given in tagged.authors]
    if _OTHERS.search(found.text):
        authors = authors[: max(1, len(found.authors))]
    container = tagged.parts.get("container", "")
    if _abbreviates(container, found.container):
        container = found.container
    return _first_page(
        {
            "authors": ";".join(authors),
            "first author": authors[0] if authors else "",
            "year": tagged.parts.get("year", "")[:4],
            "title": normal(tagged.parts.get("title", "")),
            "container": normal(container),
            "volume": normal(tagged.parts.get("volume", "")),
            "pages": tagged.parts.get("pages", ""),
        }
    )


def _first_page(fields: dict[str, str]) -> dict[str, str]:
    """Return fields with the first page alone, as far as dashes show it."""
    return fields | {"pages": re.split("[-\u2013]", fields["pages"])[0]}


def _abbreviates(one: str, other: str) -> bool:
    """Return whether two names have the same words, some of them cut."""
    words = [
        [word.lower() for word in _WORD.findall(name) if word.lower() not in _SMALL]
        for name in (one, other)
    ]
    return len(words[0]) == len(words[1]) and all(
        a.startswith(b) or b.startswith(a) for a, b in zip(*words, strict=True)
    )
