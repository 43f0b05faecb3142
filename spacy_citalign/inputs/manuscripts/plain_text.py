"""A plain text with a list of references as an article."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ...citations.finder import find_citations
from ...citations.linking import Link, link_marks
from ...citations.references.lines import lines_of_text
from ...citations.references.lists import find_reference_list
from ..articles import Article, Citation, Paragraph, References
from ..assembly import About, assemble
from ..listed_references import read_list

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
    body = text
    if listed:
        entries = read_list(lines_of_text(text[listed.start : listed.end]))
        references = entries.listed
        body = text[: listed.start] + "\n" * (listed.end - listed.start) + text[listed.end :]
        links = link_marks(body, entries.read)
    if all(link.entry is None for link in links):
        links = [Link(mark, None) for mark in find_citations(body)]
    paragraphs = tuple(Paragraph(start, end, "text", ()) for start, end in _paragraphs(body))
    letters = list(body)
    for one in paragraphs:
        for place in range(one.start, one.end):
            if letters[place] == "\n":
                letters[place] = " "
    return replace(
        assemble([], References([], {}, [], {}), About(), {}, name, ()),
        text="".join(letters),
        paragraphs=paragraphs,
        citations=tuple(
            Citation(mark.start, mark.end, entry, mark.implied)
            for mark, entry in links
            if entry is not None
        ),
        works=tuple(references.works),
        unresolved=tuple(mark.key for mark, entry in links if entry is None),
    )


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
