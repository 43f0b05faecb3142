"""S2ORC's releases of 2019 to 2021, what doc2json makes, CORD-19, and unarXive, which is alike.

They differ in where the parse stands: at the top, under ``grobid_parse``, ``pdf_parse`` or
``latex_parse``. In unarXive marks stand in the text, ``{{cite:<sha1>}}``, and so do formulas,
figures, tables and sections, which are made the words that S2ORC has for them.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape

from ....words.identifiers import identifier
from ...article_parts.assembly import section_path
from ...articles import Kind
from .draft import Block, Draft, Span, ref_name
from .entries import about_of, entry_of
from .values import Fields, plain

PARSES = ("latex_parse", "jats_parse", "pdf_parse", "grobid_parse")
_CITE = re.compile(r"\{\{cite:([^{}]{1,100})\}\}")
_PLACEHOLDER = re.compile(r"\{\{(formula|figure|table|section):[^{}]{0,100}\}\}")
_WORDS = {"formula": "FORMULA", "figure": "FIGREF", "table": "TABREF", "section": "SECREF"}
_CELL = re.compile(r"</?(?:td|th|tr|table)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile("<[^<>]*>")
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")

_Marked = Callable[[Fields], tuple[str, list[Span]]]


def _cite_spans(paragraph: Fields) -> tuple[str, list[Span]]:
    """Return the characters of a paragraph and its marks."""
    spans = []
    for item in paragraph.array("cite_spans"):
        if isinstance(item, dict):
            get = item.get
            text = get("text") or get("mention")
            spans.append(Span(get("start"), get("end"), text, ref_name(get("ref_id"))))
    return paragraph.raw("text"), spans


def read_unarxive(record: Fields) -> Draft:
    """Return the draft of an article of unarXive."""
    draft = read_parsed(record, _marks_in_text)
    metadata = record.inner("metadata")
    own = metadata.text("id") or record.text("paper_id")
    kind, value = identifier("arxiv", own)
    created = (version.text("created") for version in metadata.objects("versions"))
    year = _YEAR.search(next(created, ""))
    about = draft.about._replace(year=year[0]) if year and not draft.about.year else draft.about
    return draft._replace(about=about, ids=draft.ids | ({kind: value} if kind else {}))


def read_parsed(record: Fields, marked: _Marked = _cite_spans) -> Draft:
    """Return the draft of an article of S2ORC, doc2json or CORD-19.

    Args:
        record: the object.
        marked: returns the characters of a paragraph and its marks.
    """
    parse = _parse(record)
    metadata = record.inner("metadata")
    name = record.text("paper_id")
    about, ids = about_of((record, metadata, parse))
    if name.startswith("PMC"):  # CORD-19
        ids["pmcid"] = ids["pmcid"] or identifier("pmcid", name)[1]
    blocks: list[Block] = []
    for source in (parse, record, metadata):
        blocks = blocks or [*_abstract(source, marked)]
    titles: dict[str, str] = {}
    for key in ("body_text", "sections", "back_matter"):
        for paragraph in _paragraphs(parse, key):
            title = paragraph.text("section", "section_title")
            number = paragraph.text("sec_num", "sec_number")
            text, spans = marked(paragraph)
            blocks.append(Block(text, "text", section_path(title, number, titles), spans))
    blocks += _figures(parse, marked)
    holder = parse if "bib_entries" in parse.record else record
    entries = [entry_of(key, entry) for key, entry in holder.named("bib_entries")]
    return Draft(name, about, ids, blocks, entries)


def _parse(record: Fields) -> Fields:
    """Return the parse with citation marks, else one with a text, else the record itself."""
    parses = [record.inner(name) for name in PARSES if isinstance(record.record.get(name), dict)]
    for parse in parses:
        body = parse.record.get("body_text")
        paragraphs = body if isinstance(body, list) else ()
        if any(isinstance(each, dict) and each.get("cite_spans") for each in paragraphs):
            return parse
    with_text = (parse for parse in reversed(parses) if parse.record.get("body_text"))
    return next(with_text, parses[0] if parses else record)


def _abstract(source: Fields, marked: _Marked) -> Iterator[Block]:
    for paragraph in source.paragraphs("abstract"):
        title = paragraph.text("section")
        inner = () if title.casefold() in ("", "abstract") else (title,)
        text, spans = marked(paragraph)
        if text and not text.isspace():
            yield Block(text, "abstract", ("Abstract", *inner), spans)


def _paragraphs(parse: Fields, key: str) -> Iterator[Fields]:
    """Yield the paragraphs of a part; of an object of sections by title too (unarXive 2024)."""
    if key != "sections":
        yield from parse.paragraphs(key)
    elif isinstance(parse.record.get(key), dict):
        for title, section in parse.named(key):
            yield section.with_value("section", title)


def _figures(parse: Fields, marked: _Marked) -> Iterator[Block]:
    """Yield captions, the cells of tables and footnotes."""
    for _, entry in parse.named("ref_entries"):
        type_of = entry.text("type", "type_str", "ref_type").casefold()
        kinds: dict[str, Kind] = {"figure": "caption", "table": "table", "footnote": "note"}
        kind = kinds.get(type_of)
        if kind is None:  # a section, a formula
            continue
        if "text" not in entry.record:
            entry = entry.with_value("text", entry.record.get("caption") or "")
        text, spans = marked(entry)
        yield Block(text, kind, (), spans)
        if kind == "table":
            markup = entry.text("html", "content")
            for cell in _CELL.split(markup) if "<" in markup else ():
                yield Block(unescape(_TAG.sub("", cell)), kind, (), [])


def _marks_in_text(paragraph: Fields) -> tuple[str, list[Span]]:
    """Return the characters of a paragraph, placeholders replaced, and the marks in them."""
    text, spans = _cite_spans(paragraph)
    if "{{" not in text:
        return text, spans
    text = _PLACEHOLDER.sub(lambda match: _WORDS[match[1]], text)
    marks = _CITE.finditer(text)
    return text, [Span(*mark.span(), mark[0], ref_name(plain(mark[1]))) for mark in marks]
