"""The article of a page in LaTeXML's HTML: its title, authors, year and arXiv id."""

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from ....corpora.xml_files import Element, text_of
from ...assembly import About
from ...identifiers import identifier
from ...people import Authors, Person, authors_of
from .names import people_in
from .paragraph import plain_text
from .roles import MATH, NOTE, SKIP, SUP, of_class, role_of

_ID = r"[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5}"
_STAMP = re.compile(rf"arxiv:({_ID})", re.IGNORECASE)
_ADDRESS = re.compile(
    rf"(?:(?:arxiv|ar5iv)\.org/(?:abs|html|pdf)/|^/(?:abs|html|pdf)/)({_ID})", re.IGNORECASE
)
_FILE = re.compile(
    r"(?:.*/)?(?:arxiv[-_.])?([0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?(?:\.x?html?)?(?:\.(?:gz|bz2|xz|zst))?"
)
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_DATES = {"citation_date", "citation_publication_date"}
_MAX_LINKS = 50  # of an article that are looked at


class Page:
    """What a page says of its article.

    Args:
        page: the root.
        article: the element with the text.
    """

    def __init__(self, page: Element, article: Element) -> None:
        self._article = article
        self._before = [*takewhile(lambda element: element is not article, page.iter())]
        marked = (element for element in self._before if element.get("id"))
        stamps = (element for element in marked if element.get("id").startswith("watermark"))
        self._stamps = [*map(text_of, stamps)]

    def about(self) -> About:
        """Return its title, its year and its authors."""
        title = next(of_class(self._article, "ltx_title_document"), None)
        metas = (element for element in self._before if element.get("name") in _DATES)
        dates = [*(meta.get("content", "") for meta in metas), *self._stamps]
        found = next(filter(None, map(_YEAR.findall, dates)), None)
        return About(
            title=plain_text(title),
            year=found[-1] if found else self._printed_year(),
            authors=_authors(self._article),
        )

    def arxiv_id(self, name: str) -> str:
        """Return its arXiv id, "" where neither page nor file name has it.

        Args:
            name: the file's, as arXiv calls it: "2304.01234v2.html".
        """
        found = next(filter(None, map(_STAMP.search, self._stamps)), None)
        found = found or next(filter(None, map(_ADDRESS.search, self._addresses())), None)
        found = found or _FILE.fullmatch(name)
        return identifier("arxiv", found[1])[1] if found else ""

    def _addresses(self) -> Iterator[str]:
        """Yield the addresses that are the article's own, the surest first."""
        for element in self._before:
            if element.tag == "base" or element.get("rel") == "canonical":
                yield element.get("href", "")
        yield from (link.get("href", "") for link in self._before if link.tag == "a")
        links = (link.get("href", "") for link in self._article.iter("a"))
        yield from islice((link for link in links if "#bib" in link), _MAX_LINKS)

    def _printed_year(self) -> str:
        """Return the earliest year of the dates below the title."""
        dates = (text_of(date) for date in of_class(self._article, "ltx_dates"))
        return min((year for date in dates for year in _YEAR.findall(date)), default="")


def _authors(article: Element) -> Authors:
    """Return the authors: of an element those of the first line, others may be affiliations."""
    people: list[Person] = []
    for author in of_class(article, "ltx_personname"):
        lines = "".join(_name_parts(author)).strip().splitlines()
        people += people_in(lines[0]) if lines else ()
    return authors_of(people)


def _name_parts(element: Element) -> Iterator[str]:
    """Yield the text of a name without what marks affiliations."""
    yield element.text or ""
    for child in element:
        if child.tag == "br":
            yield "\n"
        elif role_of(child.tag, child.get("class")) not in (MATH, NOTE, SKIP, SUP):
            yield from _name_parts(child)
        yield child.tail or ""
