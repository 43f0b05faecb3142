"""Manuscripts written for tests: files in a folder, and what was read of them in short."""

from collections.abc import Iterable
from pathlib import Path

from spacy_citalign.inputs.manuscripts.reader import read_manuscript
from spacy_citalign.inputs.manuscripts.records import Manuscript

REFERENCES = r"""
@article{zork2004, author = {Zork, Ada and Lake, Bo}, year = 2004,
  title = {Calls of frogs at night}, journal = {Ponds}, doi = {10.5555/ZK.1}}
@book{lake2005, author = {Lake, Bo}, title = {Ponds \& lakes}, year = 2005}
@misc{toads, author = {{The Toad Consortium}}, title = {Toads}, year = 2010}
"""


def manuscript(folder: Path, name: str, text: str, **files: str) -> Manuscript:
    """Return a manuscript with ``refs.bib`` beside it; ``files`` are others, part for part.tex."""
    (folder / "refs.bib").write_text(REFERENCES, encoding="utf-8")
    for other, content in files.items():
        (folder / f"{other}.tex").write_text(content, encoding="utf-8")
    path = folder / name
    path.write_bytes(text.encode())
    return read_manuscript(path, [folder / "refs.bib"])


def cited(read: Manuscript) -> list[tuple[str, str, str]]:
    """Return for each citation its characters, its key, and its line and column."""
    article = read.article
    return [
        (
            article.text[citation.start : citation.end],
            article.works[citation.work].id,
            f"{place.line}:{place.column}" if place else "",
        )
        for citation, place in zip(article.citations, read.places, strict=True)
    ]


def shown(folder: Path, items: Iterable[object]) -> list[str]:
    """Return faults or places as they are told, without the folder."""
    return [str(item).removeprefix(f"{folder}/") for item in items]


def keys(read: Manuscript) -> list[str]:
    """Return the keys that are cited, in order."""
    return [key for _, key, _ in cited(read)]


def paragraphs(read: Manuscript) -> list[tuple[str, str]]:
    """Return kind and text of each paragraph."""
    text = read.article.text
    return [(one.kind, text[one.start : one.end]) for one in read.article.paragraphs]
