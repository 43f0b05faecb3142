"""Articles in few bytes: text, paragraphs and pages, as evidence is looked for in them."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from ..citations.works.work_names import IDENTIFIERS
from ..inputs.articles import Article, Paragraph

_ABOUT = ("title", "journal", "year", "first_author")
_LISTS = ("authors", "initials", "given_names")


def packed_article(article: Article) -> bytes:
    """Return the text of an article with its paragraphs and pages; what it cites is left out."""
    paragraphs = [[one.start, one.end, one.kind, *one.section] for one in article.paragraphs]
    values = [article.id, article.text, paragraphs, article.pages, article.lost_pages]
    return zlib.compress(json.dumps(values).encode())


def unpacked_article(content: bytes, about: Mapping[str, Any]) -> Article:
    """Return an article as it was packed.

    Args:
        content: what ``packed_article`` gave.
        about: what is known of it: title, identifiers and the like.
    """
    known: dict[str, Any] = {one: str(about.get(one, "")) for one in (*IDENTIFIERS, *_ABOUT)}
    known |= {one: tuple(about.get(one, ())) for one in _LISTS}
    name, text, paragraphs, pages, lost_pages = json.loads(zlib.decompress(content))
    return Article(
        id=name,
        text=text,
        paragraphs=tuple(
            Paragraph(start, end, kind, tuple(section)) for start, end, kind, *section in paragraphs
        ),
        citations=(),
        works=(),
        unresolved=(),
        pages=tuple((start, page) for start, page in pages),
        lost_pages=lost_pages,
        **known,
    )
