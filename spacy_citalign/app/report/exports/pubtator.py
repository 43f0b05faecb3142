"""Annotated texts in PubTator's format: genes, terms, entities and species with their ids.

A block has a line for the title, one for all that follows it in the text, and one for each mention;
all ends of lines and tabs are blanks there, so that offsets are those of the text.
"""

import re
from collections.abc import Mapping
from typing import Any

from .annotated import AnnotatedText, Annotation, annotated_text

SPECIES = "species"
_MARKED = ("gene_mentions", "propositional_terms", "entities", SPECIES)
_TEXT_OF = ("id", "source", "text", "meta")
_TERM = "Term"
_KINDS = {"GENE": "Gene", "TERM": _TERM, "SPECIES": "Species"}
_BREAKS = re.compile(r"[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LINE_END = re.compile(r"[\n\r]")
_NOT_IN_IDS = re.compile(r"[\s|]+")


def pubtator_text(row: Mapping[str, Any]) -> AnnotatedText | None:
    """Return the text of a row of `citalign annotate` with what is marked in PubTator's files.

    A term that is a gene, an entity or a species as well is not marked twice.
    """
    text = annotated_text({name: row[name] for name in (*_TEXT_OF, *_MARKED) if name in row})
    if text is None:
        return None
    others = {(one.start, one.end) for one in text.annotations if one.kind != _TERM}
    kept = (
        one for one in text.annotations if one.kind != _TERM or (one.start, one.end) not in others
    )
    return text._replace(annotations=tuple(kept))


def pubtator_block(text: AnnotatedText) -> str:
    """Return the lines of a text, with a blank line behind them.

    The title is the one that is known where the text begins with it, else the first line.
    """
    name = _NOT_IN_IDS.sub("_", text.about.get("pmid") or text.id) or "-"
    plain = _BREAKS.sub(" ", text.text)
    end = _title_end(text)
    lines = [f"{name}|t|{plain[:end]}", f"{name}|a|{plain[end + 1 :]}"]
    lines += (_line(name, one, plain) for one in text.annotations)
    return "".join(f"{line}\n" for line in (*lines, ""))


def _title_end(text: AnnotatedText) -> int:
    title = text.about.get("title", "")
    if title and text.text.startswith(title) and text.text[len(title) :][:1].isspace():
        return len(title)
    first_line = _LINE_END.search(text.text)
    return first_line.start() if first_line else len(text.text)


def _line(name: str, one: Annotation, plain: str) -> str:
    kind = _BREAKS.sub(" ", _KINDS.get(one.kind, one.kind))
    ids = _BREAKS.sub(" ", one.facts.get("kb_id", "")) or "-"
    return f"{name}\t{one.start}\t{one.end}\t{plain[one.start : one.end]}\t{kind}\t{ids}"
