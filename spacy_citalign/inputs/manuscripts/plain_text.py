"""A plain text with a list of references as an article."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ...citations.author_links import Link
from ...citations.linking import link_marks
from ...citations.marks.finder import find_citations
from ...citations.references.lists import find_reference_list, lines_of_text, without_list
from ..article_parts.assembly import About, assemble
from ..article_parts.listed_references import read_list
from ..articles import Article, Citation, Paragraph, References

_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_LONG = 160  # characters of a line that nobody wraps by hand


def text_article(name: str, text: str) -> Article:
    r"""Return a text as an article of the same length, without its list of references.

    >>> references = "[1] A. Zork. Calls. 2011.\n[2] Lee B. Hay. 2014.\n"
    >>> article = text_article("a.txt", f"Frogs\ncall [1].\n\n{references}")
    >>> article.text.rstrip(), article.works[article.citations[0].work].first_author
    ('Frogs call [1].', 'Zork')
    """
    listed = find_reference_list(text)
    references, links = References([], {}, [], {}), list[Link]()
    body = without_list(text, listed)
    if listed:
        entries = read_list(lines_of_text(text[listed.start : listed.end]))
        references = entries.listed
        links = link_marks(body, entries.read)
    if all(link.entry is None for link in links):
        links = [Link(mark, None) for mark in find_citations(body)]
    return replace(
        _article(name, body),
        citations=tuple(
            Citation(mark.start, mark.end, entry, mark.implied)
            for mark, entry in links
            if entry is not None
        ),
        works=tuple(references.works),
        unresolved=tuple(mark.key for mark, entry in links if entry is None),
    )


def text_source(name: str, text: str) -> Article:
    """Return a text as an article likewise, of which the citations are not looked for."""
    return _article(name, without_list(text, find_reference_list(text)))


def _article(name: str, text: str) -> Article:
    """Return the paragraphs of a text as an article of the same length."""
    paragraphs, pieces, done = [], [], 0
    for start, end in _paragraphs(text):
        paragraphs.append(Paragraph(start, end, "text", ()))
        pieces += [text[done:start], text[start:end].replace("\n", " ")]
        done = end
    empty = assemble([], References([], {}, [], {}), About(), {}, name, ())
    return replace(empty, text="".join([*pieces, text[done:]]), paragraphs=tuple(paragraphs))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs, which blank lines divide, or where lines are long any line."""
    done = 0
    for gap in [*_EMPTY_LINE.finditer(text), None]:
        start, end = done, gap.start() if gap else len(text)
        done = gap.end() if gap else end
        lines = text[start:end].split("\n")
        wrapped = all(len(line) <= _LONG for line in lines)
        for piece in ["\n".join(lines)] if wrapped else lines:
            if words := piece.strip():
                begin = start + piece.index(words)
                yield begin, begin + len(words)
            start += len(piece) + 1
