"""Articles as they are read, JATS or plain text, with their citations and what these cite."""

import re
from dataclasses import replace
from typing import NamedTuple

from ...citations.finder import find_citations
from ...citations.marks import Mark
from ...citations.works import work_key
from ...corpora.article_files import ArticleFile, read_text_article
from ...errors import InputError
from ...inputs.articles import Article
from ..citations.citing import STATED, is_own_name

_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d")


class ReadArticle(NamedTuple):
    """The text of an article with its citations, whatever it was read from.

    Attributes:
        source: its name, which records of citances carry.
        text: paragraphs, a newline between them.
        marks: of citation, ascending.
        cited: by key, what is known of the cited works.
        sections: (start character, path) of each paragraph, ascending; () where nothing is known.
        about: title, identifiers and the like; {} where nothing is known.
        unresolved: how many marks of the markup name no reference.
    """

    source: str
    text: str
    marks: list[Mark]
    cited: dict[str, dict[str, str]]
    sections: list[tuple[int, str]]
    about: dict[str, str]
    unresolved: int = 0


def from_article(article: Article) -> ReadArticle:
    """Return an article with the keys of the works it cites."""
    fields = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title", "source")
    keys: list[str] = []
    cited: dict[str, dict[str, str]] = {}
    for work in article.works:
        known = {field: value for field in fields if (value := getattr(work, field))}
        # Without identifiers and title the text of the reference says which work it is, unless it
        # is of the kind of "Unpublished data".
        wording = {} if work_key(known) or not _YEAR.search(work.text) else {"text": work.text}
        described = known | wording
        keys.append(work_key(described) or f"{article.id}#{work.id}")
        cited.setdefault(keys[-1], described)
    about = {
        field: value
        for field in ("title", "first_author", "year", "journal", "doi", "pmid", "pmcid", "arxiv")
        if (value := getattr(article, field))
    }
    return ReadArticle(
        article.id,
        article.text,
        [
            Mark(citation.start, citation.end, keys[citation.work], STATED, citation.implied)
            for citation in article.citations
        ],
        cited,
        [(paragraph.start, " / ".join(paragraph.section)) for paragraph in article.paragraphs],
        about,
        len(article.unresolved),
    )


def from_text(text: str, source: str) -> ReadArticle:
    """Return a plain text with the citations that are found in it.

    A number is the work's name in this text only, author and year are its name everywhere, unless
    a letter after the year tells works of this text apart.
    """
    marks = []
    cited: dict[str, dict[str, str]] = {}
    for mark in find_citations(text):
        author, _, year = mark.key.rpartition(" ")
        known = {"first_author": author, "year": year} if author else {}
        is_local = is_own_name(mark.key, mark.style)
        key = f"{source}#{mark.key}" if is_local else mark.key.lower()
        cited.setdefault(key, known)
        marks.append(mark._replace(key=key))
    return ReadArticle(source, text, marks, cited, [], {})


def check_length(source: str, text: str, max_length: int) -> None:
    """See that a text is no longer than ``max_length`` characters.

    Raises:
        InputError: it is longer; ``source`` names it in the message.
    """
    if len(text) > max_length:
        raise InputError(
            f"{source}: the text has {len(text)} characters, more than the pipeline's max_length "
            f"of {max_length}; split it, or raise nlp.max_length"
        )


def read_article(
    file: ArticleFile, *, captions: bool, tables: bool, max_length: int
) -> ReadArticle:
    """Read an article from a file.

    Args:
        file: the article.
        captions, tables: whether these parts of JATS articles are read.
        max_length: most characters of a text in which citations are looked for.

    Raises:
        InputError: the file cannot be read, or the text is longer.
    """
    if file.kind == "text":
        text = read_text_article(file.path)
        check_length(file.name, text, max_length)
        return from_text(text, file.name)
    from ...inputs.formats.jats.reader import read_jats

    article = read_jats(file.path, captions=captions, tables=tables)
    if not (article.pmcid or article.pmid or article.doi or article.arxiv):
        article = replace(article, id=file.name)
    return from_article(article)
