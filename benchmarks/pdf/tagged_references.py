"""Reference lists of JATS with the parts of each reference tagged, to learn and to measure from.

``inputs`` reads the same lists for what they name; here the words between the parts are kept, and
which part each piece of text is.
"""

import gzip
import re
import tarfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.citations.references.reader import LABELS
from spacy_citalign.corpora.xml_files import (
    MAX_BYTES,
    Element,
    collapse_spaces,
    first_text,
    read_xml,
    text_of,
    texts,
)

PARTS = LABELS[1:]
"""What a piece of a reference may be; "" is anything else."""

_CITATIONS = ("citation", "element-citation", "mixed-citation", "nlm-citation")
_OF_TAGS = {
    "article-title": "title",
    "chapter-title": "title",
    "collab": "surname",
    "conf-name": "container",
    "edition": "publisher",
    "elocation-id": "pages",
    "ext-link": "id",
    "fpage": "pages",
    "given-names": "given",
    "issue": "issue",
    "lpage": "pages",
    "page-range": "pages",
    "publisher-loc": "publisher",
    "publisher-name": "publisher",
    "source": "container",
    "suffix": "given",
    "surname": "surname",
    "uri": "id",
    "volume": "volume",
    "year": "year",
}
_ADDED = frozenset(["pmid", "pmcid", "pmc"])  # by PubMed Central: no page has them
_UNTAGGED = re.compile(r"[^\W\d_]{4,}")
_USUAL = frozenset(
    "accessed available chap chapter edited editor editors from http https pages press pubmed "
    "ser series suppl supplement thesis with".split()
)
_WHITE = re.compile(r"\s+")
_WORD_AT_PART = re.compile(r"[^\W\d_]{2}$")  # "et al" before a year
# What a page has between two parts where the file has nothing or a blank; else a blank.
_GAPS = {
    ("given", "surname"): ", ",
    ("surname", "surname"): ", ",
    ("title", "container"): ". ",
    ("pages", "pages"): "-",
}
_STOPS = (".", "?", "!")
_FEW_SIGNS = 3  # between the parts: fewer, and what a page has between them was left out
_FEW_WORDS = 2  # that no tag holds: more, and a part was not tagged


class TaggedReference(NamedTuple):
    """A reference.

    Attributes:
        kind: as the file calls it: journal, book, other ...
        authors, editors: surname and given names or initials of each.
        others: whether "et al." stands for more authors.
        parts: text by part, without names; an identifier is in ``doi``, an address in ``url``.
        pieces: the text as it stands, with what each piece of it is, "" for what is between the
            parts; () where the file leaves out what a page has between them, or did not tag parts.
    """

    kind: str
    authors: tuple[tuple[str, str], ...]
    editors: tuple[tuple[str, str], ...]
    others: bool
    parts: dict[str, str]
    pieces: tuple[tuple[str, str], ...]


class TaggedList(NamedTuple):
    """The reference list of an article, and who published that: both names of journals.

    Attributes:
        ids: of the article, those of PubMed Central with "PMC".
        journal, publisher: of the article.
        references: in order.
    """

    ids: frozenset[str]
    journal: str
    publisher: str
    references: list[TaggedReference]


def tagged_lists(
    path: Path, *, only: Collection[str] | None = None, without: Collection[str] = ()
) -> Iterator[TaggedList]:
    """Yield the reference lists of articles.

    Args:
        path: a tar archive of XML, or a folder of ``ID.nxml.gz``.
        only: ids of the articles; None: all.
        without: ids of articles to leave out.

    Raises:
        InputError: a file is no XML.
    """
    for name, content in _files(path):
        root = read_xml(content, name=name, most_bytes=MAX_BYTES)
        listed = read_tagged_references(root)
        if (only is None or listed.ids & set(only)) and not listed.ids & set(without):
            yield listed


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for packed in sorted(path.glob("*.nxml.gz")):
            yield packed.name, gzip.decompress(packed.read_bytes())
        return
    with tarfile.open(path) as archive:
        for member in archive:
            if file := archive.extractfile(member):
                yield member.name, file.read()


def read_tagged_references(root: Element) -> TaggedList:
    """Return the tagged references of an article."""
    citations = (each for entry in root.iter("ref") for each in entry if each.tag in _CITATIONS)
    ids = {each.get("pub-id-type"): text_of(each) for each in root.iter("article-id")}
    pmcid = (ids.get("pmc") or ids.get("pmcid") or "").removeprefix("PMC")
    return TaggedList(
        frozenset([*ids.values(), f"PMC{pmcid}"]),
        first_text(root, ".//journal-title", ".//journal-id"),
        first_text(root, ".//publisher-name"),
        [_reference(citation) for citation in citations],
    )


def _reference(citation: Element) -> TaggedReference:
    kind = citation.get("publication-type") or citation.get("citation-type") or ""
    pieces = [*_pieces(citation, "", names_of="")]
    tagged = {part for _, part in pieces}
    if "title" not in tagged and (kind != "journal" or "publisher" in tagged):  # a book
        pieces = [(text, "title" if part == "container" else part) for text, part in pieces]
    if "pages" not in tagged:  # the number of an article: "2:65"
        pieces = [
            (text, "pages" if part == "issue" and before[0].strip() == ":" else part)
            for before, (text, part) in zip([("", ""), *pieces], pieces, strict=False)
        ]
    parts: dict[str, str] = {}
    for name in ("year", "title", "container", "volume", "issue", "publisher"):
        parts[name] = next((text for text, part in pieces if part == name), "")
    pages = [text for text, part in pieces if part == "pages"]
    parts["pages"] = "-".join(dict.fromkeys(pages))
    for element in citation.iter("pub-id"):
        if element.get("pub-id-type") == "doi":
            parts["doi"] = text_of(element)
    parts["url"] = first_text(citation, "ext-link", "uri")
    return TaggedReference(
        kind,
        _people(citation, editors=False),
        _people(citation, editors=True),
        citation.find(".//etal") is not None,
        {name: collapse_spaces(text).strip() for name, text in parts.items() if text.strip()},
        _as_it_stands(citation, pieces),
    )


def _is_editor(element: Element) -> bool:
    group = element if element.tag == "person-group" else element.getparent()
    return group.get("person-group-type", "author") != "author"


def _people(citation: Element, *, editors: bool) -> tuple[tuple[str, str], ...]:
    people = []
    for element in citation.iter("name", "string-name", "collab"):
        if _is_editor(element) == editors:
            surname = first_text(element, "surname") or text_of(element)
            given = [first_text(element, "given-names"), first_text(element, "suffix")]
            if surname:
                people.append((surname, "" if element.tag == "collab" else " ".join(given).strip()))
    return tuple(people)


def _pieces(element: Element, part: str, *, names_of: str) -> Iterator[tuple[str, str]]:
    """Yield the text below an element, piece by piece, with the part that each piece is of."""
    if element.text:
        yield element.text, part
    for child in element:
        if not isinstance(child.tag, str) or child.get("pub-id-type") in _ADDED:
            pass
        elif child.tag == "pub-id":
            yield text_of(child), "id"
        elif child.tag in ("person-group", "name", "string-name", "collab"):
            editors = names_of == "editor" or _is_editor(child)
            own = "editor" if editors and child.tag != "person-group" else ""
            own = "surname" if child.tag == "collab" and not own else own
            yield from _pieces(child, own, names_of="editor" if editors else "")
        elif child.tag in _OF_TAGS:
            yield "".join(texts(child)), names_of or _OF_TAGS[child.tag]
        else:
            yield from _pieces(child, part, names_of=names_of)
        if child.tail:
            yield child.tail, part


def _as_it_stands(citation: Element, pieces: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return pieces with white space collapsed, and what every page has between two parts."""
    if citation.tag != "mixed-citation":
        return ()
    if not {"title", "container"} & {part for _, part in pieces}:
        return ()
    between = " ".join(text for text, part in pieces if not part)
    words = {word.lower() for word in _UNTAGGED.findall(between)} - _USUAL
    if sum(sign in ".,;:()" for sign in between) < _FEW_SIGNS or len(words) > _FEW_WORDS:
        return ()
    out: list[tuple[str, str]] = []
    gap = last = ""
    behind = False  # the authors and the title
    for text, part in pieces:
        if not part or not text.strip():
            gap += text
            continue
        if last and not gap.strip():
            ended = out[-1][0].endswith(_STOPS) and last == "title"
            gap = " " if ended else _GAPS.get((last, part), " ")
        if behind and part in ("surname", "given"):
            part = "editor"  # of the book, not told from the authors
        behind = behind or (part == "title" and bool(out))
        gap = _WORD_AT_PART.sub(r"\g<0> ", _WHITE.sub(" ", gap))
        out += [(gap, ""), (" ".join(text.split()), part)]
        gap, last = " " * text[-1].isspace(), part
    return tuple((text, part) for text, part in [*out, (gap.rstrip(), "")] if text)
