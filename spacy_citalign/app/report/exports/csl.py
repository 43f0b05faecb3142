"""A bibliography in CSL-JSON, which reference managers and pandoc read (CSL 1.0.2)."""

import json
from collections.abc import Iterable
from typing import Any

from .references import Author, Reference

_TYPES = {"article": "article-journal", "book": "book", "preprint": "article", "other": "document"}


def csl_text(references: Iterable[Reference]) -> str:
    """Return the bibliography as a file has it.

    The ``keyword`` of an item says whether a work is cited, citing or both.
    """
    return json.dumps(list(map(_item, references)), ensure_ascii=False, indent=1) + "\n"


def _item(reference: Reference) -> dict[str, Any]:
    item: dict[str, Any] = {"id": reference.key, "type": _TYPES[reference.kind]}
    if reference.authors:
        item["author"] = [_name(author) for author in reference.authors]
    if reference.year:
        is_year = reference.year.isascii() and reference.year.isdigit()
        item["issued"] = (
            {"date-parts": [[int(reference.year)]]} if is_year else {"literal": reference.year}
        )
    item |= {"title": reference.title, "container-title": reference.source}
    item |= {kind.upper(): name for kind, name in reference.identifiers.items() if kind != "arxiv"}
    if arxiv := reference.identifiers.get("arxiv"):
        item |= {"archive": "arXiv", "archive_location": arxiv}
    item |= {"note": reference.note, "keyword": ", ".join(reference.roles)}
    return {name: value for name, value in item.items() if value}


def _name(author: Author) -> dict[str, str]:
    if not author.is_person:
        return {"literal": author.surname}
    return {"family": author.surname} | ({"given": author.given} if author.given else {})
