"""The JSON that GROBID's client makes of TEI (``--json``).

Older versions give the same place, that of the first, to all marks that are written alike, and
none at all in the abstract: marks come in order, so each is looked for behind the one before it.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ...article_parts.assembly import section_path
from ...articles import Kind
from .draft import Block, Draft, Span, ref_name
from .entries import about_of, entry_of
from .values import Fields, clean, whole


def read_client(record: Fields) -> Draft:
    """Return the draft of an article."""
    biblio = record.inner("biblio")
    about, ids = about_of((biblio, record))
    holder = biblio if biblio.record.get("abstract") else record
    blocks = [*_blocks(_flat(holder, "abstract"), "abstract", by_sentence=False)]
    by_sentence = record.text("level") == "sentence"
    blocks += _blocks(record.paragraphs("body_text"), "text", by_sentence=by_sentence)
    blocks += _figures(record)
    key = "references" if "references" in record.record else "bib_entries"
    if isinstance(record.record.get(key), dict):
        entries = [entry_of(name, one) for name, one in record.named(key)]
    else:
        entries = [entry_of(entry.text("id", "target"), entry) for entry in record.objects(key)]
    return Draft(biblio.text("hash"), about, ids, blocks, entries)


def _flat(holder: Fields, key: str) -> Iterator[Fields]:
    """Yield the paragraphs of an abstract, sentences in arrays of their own made one each."""
    value = holder.record.get(key)
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        items = [inner for item in value for inner in (item if isinstance(item, list) else [item])]
        holder = Fields({key: items}, "biblio.", [])
    return holder.paragraphs(key)


def _blocks(paragraphs: Iterable[Fields], kind: Kind, *, by_sentence: bool) -> Iterator[Block]:
    """Yield paragraphs; sentences of one paragraph, which have its id, as one."""
    numbered = enumerate(paragraphs)
    titles: dict[str, str] = {}
    for _, group in groupby(
        numbered, lambda item: (by_sentence and item[1].text("id")) or str(item[0])
    ):
        text = title = number = ""
        spans: list[Span] = []
        for _, paragraph in group:
            title = title or paragraph.text("head_section", "section", "head_paragraph")
            number = number or paragraph.text("sec_num", "n")
            sentence = paragraph.raw("text")
            text += " " if text else ""
            spans += _spans(paragraph, sentence, len(text))
            text += sentence
        section = ("Abstract",) if kind == "abstract" else section_path(title, number, titles)
        yield Block(text, kind, section, spans)


def _spans(paragraph: Fields, sentence: str, offset: int) -> Iterator[Span]:
    """Yield the marks of a paragraph or sentence, which begins at ``offset``."""
    behind = 0  # the end of the mark before
    for item in (*paragraph.array("refs"), *paragraph.array("ref_spans")):
        if isinstance(item, dict) and item.get("type") == "bibr":
            text = item.get("text")
            text = clean(text) if isinstance(text, str) else ""
            start = whole(item.get("offset_start", item.get("start")))
            end = whole(item.get("offset_end", item.get("end")))
            if start is None or end is None or start < behind:
                place = sentence.find(text, behind) if text else -1
                start, end = (place, place + len(text)) if place >= 0 else (None, None)
            if start is not None and end is not None:
                behind = max(behind, end)
                start, end = start + offset, end + offset
            target = next(filter(None, map(item.get, ("target", "ref_id", "id"))), None)
            yield Span(start, end, text, ref_name(target))


def _figures(record: Fields) -> Iterator[Block]:
    """Yield the captions of figures and tables, and the cells of tables."""
    for figure in record.objects("figures_and_tables"):
        kind: Kind = "table" if figure.text("type") == "table" else "caption"
        yield Block(figure.text("desc", "caption", "text", "head"), kind, (), [])
        if kind == "table":
            content = figure.record.get("content")
            table = content if isinstance(content, dict) else {}
            rows = (table.get("headers"), *_listed(table.get("rows")))
            cells = (cell for row in rows for cell in _listed(row) if isinstance(cell, str))
            yield from (Block(clean(cell), kind, (), []) for cell in cells)
        yield Block(figure.text("note"), "table" if kind == "table" else "note", (), [])


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
