"""Full texts in the JSON of S2ORC and of what is like it.

These are its releases of 2019 to 2021, doc2json and CORD-19; the bulk data of the S2 API; unarXive;
and what GROBID's client writes with ``--json``. What one gets is what the readers of XML give: the
text in paragraphs, every mark with its place in it, the reference list with its identifiers.

Marks that are ids are made numbers: "{{cite:80db}}" of unarXive and "BIBREF11" of LaTeX become
"[12]" where that is the twelfth entry. unarXive's formulas, figures, tables and sections become
FORMULA, FIGREF, TABREF and SECREF, the words that S2ORC has for them.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....corpora.io import WIDE, decode_text, is_wide, read_bytes
from ....corpora.json_lines import json_keys, json_object
from ....corpora.xml_files import MAX_BYTES
from ....errors import InputError
from ...article_parts.assembly import assemble, kinds_left_out, listed_works, named_source
from ...articles import Article
from ..tei.references import numbers_of
from .bulk import read_bulk
from .client import read_client
from .draft import Draft
from .paragraphs import Paragraphs
from .parsed import PARSES, read_parsed, read_unarxive
from .values import Fields

_READERS: dict[str, Callable[[Fields], Draft]] = {
    "GROBID JSON": read_client,
    "S2 API": read_bulk,
    "S2ORC": read_parsed,
    "unarXive": read_unarxive,
}
_WANTED = "give a full text in JSON of S2ORC, CORD-19, unarXive or GROBID's client"


def read_s2orc(
    source: str | Path | bytes,
    *,
    name: str = "",
    captions: bool = False,
    tables: bool = False,
    most_bytes: int = MAX_BYTES,
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content: one object; plain or packed.
        name: what to call it in errors, and its id if it gives none; default: the file's name.
        captions: read the captions of figures.
        tables: read tables: captions, and a paragraph for each cell where the file has cells.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, is not JSON, or is not one full text in
            a layout that is known.
    """
    file, shown, name = named_source(source, name, "JSON")
    content = read_bytes(file, name=shown, most_bytes=most_bytes)
    if is_wide(content):
        raise InputError(f"{shown} {WIDE}")
    try:
        text = decode_text(content).removeprefix("\ufeff")
    except InputError as error:
        raise InputError(f"{shown} {error}") from error
    try:
        record = json_object(text, whole_file=True)
    except InputError as error:
        raise InputError(f"{shown}: {error}") from error
    return s2orc_article(record, name=name, shown=shown, captions=captions, tables=tables)


def s2orc_article(
    record: dict[str, Any],
    *,
    name: str,
    shown: str = "",
    captions: bool = False,
    tables: bool = False,
) -> Article:
    """Return the article of an object, such as a line of JSON Lines.

    Args:
        record: the object.
        name: its id if it gives none.
        shown: what to call it in errors; default: its name.
        captions: as in ``read_s2orc``.
        tables: as in ``read_s2orc``.

    Raises:
        InputError: it has no layout that is known, or values of wrong types only.
    """
    shown = shown or name
    layout = layout_of(record)
    if layout is None:
        raise InputError(f"{shown} is no full text: it has the keys {json_keys(record)}; {_WANTED}")
    wrong: list[str] = []
    draft = _READERS[layout](Fields(record, "", wrong))
    references = listed_works(
        work._replace(number=number) for number, work in enumerate(draft.works, start=1)
    )
    left_out = kinds_left_out(captions=captions, tables=tables)
    paragraphs = Paragraphs(references, left_out)
    paragraphs.add_all(draft.about.title, draft.blocks)
    if wrong and not any(passage.kind in ("abstract", "text") for passage in paragraphs.passages):
        raise InputError(f"{shown} has no text that can be read: {wrong[0]}")
    references.labels.update(numbers_of(paragraphs.numbers, references))
    name = name or draft.name
    article = assemble(paragraphs.passages, references, draft.about, draft.ids, name, left_out)
    return replace(article, unresolved=(*article.unresolved, *paragraphs.lost))


def layout_of(record: dict[str, Any]) -> str | None:
    """Return the name of the layout that an object has by its keys, None of any other.

    >>> layout_of({"paper_id": "1", "body_text": []}), layout_of({"text": "Frogs."})
    ('S2ORC', None)
    """
    for outer in ("content", "body"):
        inner = record.get(outer)
        if isinstance(inner, dict) and {"text", "annotations"} <= inner.keys():
            return "S2 API"
    if record.keys() & PARSES:
        return "S2ORC"
    if "body_text" in record and "biblio" in record:
        return "GROBID JSON"
    if {"bib_entries", "paper_id"} & record.keys() and (
        "body_text" in record or {"bib_entries", "sections"} <= record.keys()
    ):
        return "unarXive" if _has_marks_in_text(record) else "S2ORC"
    return "GROBID JSON" if {"body_text", "references"} <= record.keys() else None


def _has_marks_in_text(record: dict[str, Any]) -> bool:
    """Return whether entries or paragraphs are those of unarXive."""
    entries, body = record.get("bib_entries"), record.get("body_text")
    entry = next(iter(entries.values()), None) if isinstance(entries, dict) else None
    if isinstance(entry, dict):
        return "bib_entry_raw" in entry or "contained_arXiv_ids" in entry
    paragraph = body[0] if isinstance(body, list) and body else None
    in_paragraph = isinstance(paragraph, dict) and "content_type" in paragraph
    return in_paragraph or "sections" in record
