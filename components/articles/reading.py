"""Articles as they are read, of whatever format, with their citations and what these cite."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...citations.author_links import Link
from ...citations.linking import link_marks
from ...citations.marks.citation import Mark
from ...citations.marks.finder import find_citations
from ...citations.references.lists import find_reference_list, lines_of_text
from ...citations.works.work_agreement import may_be_one
from ...citations.works.work_names import IDENTIFIERS, WorkNames, work_key, work_names
from ...errors import InputError
from ...inputs.article_files import ArticleFile, PlainText, read_file
from ...inputs.article_parts.listed_references import read_list
from ...inputs.articles import Article, CitedWork
from ...inputs.records import Reading
from ..citation_scopes import is_own_name
from ..citations import STATED

_AUTHORS = ("first_author", "authors", "initials", "given_names")
_OF_WORKS = (*IDENTIFIERS, *_AUTHORS, "year", "title", "source")
_OF_ARTICLES = ("title", *_AUTHORS, "year", "journal", *IDENTIFIERS)
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
        reference_places: by key, where the list of references has a work, from 1, and its label,
            "" for none.
        kinds: of paragraphs by their start characters, as ``Paragraph.kind``; of running text none.
        left_out: kinds of paragraphs that were not read, with how many citations each has.
        listed: entries of the list of references of a plain text where no mark names any; they are
            no sentences of it.
        is_pdf: whether it was a PDF.
        lost_pages: how many of its pages are damaged, so that they were not read.
        article: as its markup has it, None of plain text.
    """

    source: str
    text: str
    marks: list[Mark]
    cited: dict[str, dict[str, Any]]
    sections: list[tuple[int, str]]
    about: dict[str, Any]
    unresolved: int = 0
    reference_places: Mapping[str, tuple[int, str]] = {}
    kinds: Mapping[int, str] = {}
    left_out: tuple[tuple[str, int], ...] = ()
    listed: int = 0
    is_pdf: bool = False
    lost_pages: int = 0
    article: Article | None = None


def from_article(article: Article) -> ReadArticle:
    """Return an article with the keys of the works it cites."""
    keys, cited, places = _described(article.works, article.id)
    marks = [
        Mark(one.start, one.end, keys[one.work], STATED, one.implied) for one in article.citations
    ]
    return ReadArticle(
        article.id,
        article.text,
        marks,
        cited,
        [(paragraph.start, " / ".join(paragraph.section)) for paragraph in article.paragraphs],
        _known(article, _OF_ARTICLES),
        len(article.unresolved),
        places,
        {one.start: one.kind for one in article.paragraphs if one.kind != "text"},
        article.left_out,
        is_pdf=bool(article.pages),
        lost_pages=article.lost_pages,
        article=article,
    )


class _Works(NamedTuple):
    """The keys of cited works in order, and by key what is known of them and their places."""

    keys: list[str]
    cited: dict[str, dict[str, Any]]
    places: dict[str, tuple[int, str]]


def _described(works: Iterable[CitedWork], source: str) -> _Works:
    """Return the works of a list of references; ``source`` is what the article is called."""
    keys: list[str] = []
    names_of: dict[str, WorkNames] = {}
    cited: dict[str, dict[str, Any]] = {}
    places: dict[str, tuple[int, str]] = {}
    for work in works:
        known = _known(work, _OF_WORKS)
        # Without identifiers and title the text of the reference says which work it is, unless it
        # is of the kind of "Unpublished data".
        wording = {} if work_key(known) or not _YEAR.search(work.text) else {"text": work.text}
        described = known | wording
        keys.append(_key(described, f"{source}#{work.id}", names_of))
        cited.setdefault(keys[-1], described)
        places.setdefault(keys[-1], (work.number, work.label.strip(" .[]()")))
    return _Works(keys, cited, places)


def _key(described: dict[str, Any], own_name: str, names_of: dict[str, WorkNames]) -> str:
    """Return the key of a work, and put its names under it where it is the first with this key.

    References that share an identifier and are of unlike works have keys of their own.
    """
    names = work_names(described)
    for key in (names.key, names.name):
        if key and may_be_one(names_of.setdefault(key, names), names):
            return key
    return own_name


def _known(work: Article | CitedWork, fields: tuple[str, ...]) -> dict[str, Any]:
    """Return what is known of an article or a work, lists as such."""
    values = {field: value for field in fields if (value := getattr(work, field))}
    return {x: list(value) if isinstance(value, tuple) else value for x, value in values.items()}


def from_text(text: str, source: str) -> ReadArticle:
    """Return a plain text with the citations that are found in it.

    Works of its own list of references are known as the list has them. Of others, a number is the
    work's name in this text only, author and year are its name everywhere, unless a letter after
    the year tells works of this text apart.
    """
    listed = find_reference_list(text)
    links: list[Link] = []
    works = _Works([], {}, {})
    if listed:
        references = read_list(lines_of_text(text[listed.start : listed.end]))
        works = _described(references.listed.works, source)
        body = text[: listed.start] + "\n" * (listed.end - listed.start) + text[listed.end :]
        links = link_marks(body, references.read)
    unread = listed.entries if listed else 0
    if any(link.entry is not None for link in links):
        unread = 0
    else:
        links, works = [Link(mark, None) for mark in find_citations(text)], _Works([], {}, {})
    marks = []
    cited = dict(works.cited)
    for mark, entry in links:
        if entry is not None:
            key = works.keys[entry]
        else:
            author, _, year = mark.key.rpartition(" ")
            is_local = is_own_name(mark.key, mark.style)
            key = f"{source}#{mark.key}" if is_local else mark.key.lower()
            cited.setdefault(key, {"first_author": author, "year": year} if author else {})
        marks.append(mark._replace(key=key))
    places = works.places
    return ReadArticle(source, text, marks, cited, [], {}, reference_places=places, listed=unread)


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


def read_articles_of(
    file: ArticleFile, reading: Reading, *, max_length: int
) -> Iterator[ReadArticle | InputError]:
    """Yield the articles of a file, and the errors of those that cannot be read.

    Args:
        file: an article, a text, or an archive of them.
        reading: how they are read.
        max_length: most characters of a text in which citations are looked for.
    """
    for name, content in read_file(file, reading):
        match content:
            case InputError():
                yield content
            case PlainText():
                try:
                    check_length(name, content.text, max_length)
                except InputError as error:
                    yield error
                else:
                    yield from_text(content.text, name)
            case _:
                yield from_article(named_article(content, name))


def named_article(article: Article, name: str) -> Article:
    """Return an article with its identifier as id, or without one with the name of its file."""
    ids = (article.pmcid, article.pmid, article.doi, article.arxiv)
    return article if any(ids) else replace(article, id=name)
