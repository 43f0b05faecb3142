"""Evidence for works whose own article is in the library: where it says what it is cited for."""

import sqlite3
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....citations.works.work_names import work_names
from ....errors import InputError
from ....schema import CitedWork, known_fields
from ...answers.evidence_docs import article_parts, caveats
from ...answers.group_lines import GroupLine
from ...answers.pdf_doubles import works_at_hand
from ...answers.ranked_evidence import pdf_beside, with_evidence
from ...packed_articles import unpacked_article
from ..adding.article_content import article_names
from ..names import name_hash
from ..stored_citances import about_of

if TYPE_CHECKING:
    from spacy.language import Language

_CALLED = """
SELECT DISTINCT a.id, a.source, a.about, a.is_pdf, a.origin
FROM article_names n JOIN articles a ON a.id = n.article WHERE n.name = ?
"""


class OwnArticle(NamedTuple):
    """The article of the library that a cited work is.

    Attributes:
        number: of the article.
        source: its name.
        about: what is known of it.
        is_pdf: whether it was a PDF.
        origin: the file that it is from.
    """

    number: int
    source: str
    about: dict[str, Any]
    is_pdf: bool
    origin: str


def own_article(connection: sqlite3.Connection, work: CitedWork) -> OwnArticle | None:
    """Return the article that a work is, None where it is not in the library.

    By DOI, PMID, PMCID or arXiv id, where titles agree, else by first author, year and title; a PDF
    by title and first author, too.
    """
    known = known_fields(work)
    found: dict[int, OwnArticle] = {}
    for name in article_names(work_names(known)):
        rows = connection.execute(_CALLED, (name_hash(name),))
        for number, source, about, is_pdf, origin in rows:
            found[number] = OwnArticle(number, source, about_of(about), bool(is_pdf), origin)
    articles = [article for _, article in sorted(found.items())]
    matched = works_at_hand({0: known}, articles)
    return articles[matched[0]] if matched else None


def text_digest(connection: sqlite3.Connection, article: OwnArticle | None) -> str:
    """Return what tells the text of an article from that of other versions, "" for none."""
    content = _content(connection, article) if article else None
    return blake2b(content, digest_size=8).hexdigest() if content else ""


def add_evidence(
    connection: sqlite3.Connection,
    nlp: "Language",
    line: GroupLine,
    article: OwnArticle,
    *,
    folder: Path | None,
) -> tuple[GroupLine, list[str]]:
    """Return a group with evidence, and what a reader must know of the article.

    Args:
        connection: reads the library.
        nlp: ranks sentences, within ``only_evidence``.
        line: the group.
        article: that of its work.
        folder: that of the page, from which PDFs are linked.

    Raises:
        InputError: the library has not its text.
        CitalignError: a component fails.
    """
    content = _content(connection, article)
    if content is None:
        raise InputError("the library has no text of the article; add it without --no-texts")
    text = unpacked_article(content, article.about)
    parts = article_parts(text, "the article")
    pdf = pdf_beside(Path(article.origin), folder or Path()) if article.is_pdf else None
    group = with_evidence(nlp, line, text, parts, pdf)
    return group, [f"{text.id} {caveat}" for caveat in caveats(parts)]


def _content(connection: sqlite3.Connection, article: OwnArticle) -> bytes | None:
    found = connection.execute("SELECT content FROM texts WHERE article = ?", (article.number,))
    row = found.fetchone()
    return None if row is None else row["content"]
