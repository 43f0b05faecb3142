"""Articles in the HTML that LaTeXML makes of LaTeX, as arXiv serves them (arxiv.org/html/ID).

Pages of LaTeXML (Perl) and of latexml-oxide are read alike, and those of ar5iv. A mark is a link
to ``#bib.bib12``, a reference ``<li id="bib.bib12" class="ltx_bibitem">``. Citations that LaTeXML
could not link, which show a key or a question mark, name no reference, and are counted.

A parser of HTML misses no end tags: a page that was cut off is known by its article not ending.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from itertools import chain, islice, takewhile
from pathlib import Path

from ....corpora.io import is_wide, read_bytes
from ....corpora.xml_files import MAX_BYTES, Element, read_html, text_of
from ....errors import InputError
from ....words.identifiers import identifier
from ...article_parts.assembly import About, assemble, kinds_left_out, named_source
from ...article_parts.people import Authors, Person, authors_of
from ...articles import Article
from .paragraph import plain_text
from .references import people_in, read_references
from .roles import MATH, NOTE, SKIP, SUP, has_class, of_class, role_of
from .text import LatexmlText


def read_latexml(
    source: str | Path | bytes,
    *,
    name: str = "",
    captions: bool = False,
    tables: bool = False,
    most_bytes: int = MAX_BYTES,
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content; plain or packed.
        name: what to call it in errors, and its id if neither page nor name tell its arXiv id;
            default: the file's name.
        captions: read the captions of figures.
        tables: read tables: captions, a paragraph for each cell.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, was cut off or is no page of LaTeXML.
    """
    content, shown, name = named_source(source, name, "HTML")
    page, article = read_page(content, name=shown, most_bytes=most_bytes)
    references = read_references(page)
    left_out = kinds_left_out(captions=captions, tables=tables)
    reader = LatexmlText(references.by_id, left_out)
    reader.read(article)
    header = Page(page, article)
    ids = {"arxiv": header.arxiv_id(name)}
    return assemble(reader.passages, references, header.about(), ids, name, left_out)


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
        stamps = (each for each in self._before if each.get("id", "").startswith("watermark"))
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


_ROOTS = ("ltx_document", "ltx_page_content", "ltx_page_main")
_ENCODING = re.compile(
    rb"<meta\s[^<>]{0,200}?charset\s*=\s*(?:[\"']\s*)?([\w.:-]{1,40})"
    rb"|^\s*<\?xml\s[^<>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})",
    re.IGNORECASE,
)
_DECLARED = 4096  # bytes in which a page says its encoding
_UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"}
_LATIN_1 = {"iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252"}
# What no text contains, as a byte and as a number.
_CONTROLS = bytes({*range(32)} - {*b"\t\n\r"})
_CONTROL = re.compile(b"[%s]" % re.escape(_CONTROLS))
_CONTROL_NUMBER = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])(?![0-9])"
    rb"|[xX]0*(?:[0-8bcefBCEF]|1[0-9a-fA-F])(?![0-9a-fA-F]));?"
)
_ODD = b"&#xfffd;"
_ENDS = re.compile(rb"</(?:article|html)[\s>]", re.IGNORECASE)
_WANTED = "give the article as JATS, TEI or arXiv's HTML"


def read_page(source: Path | bytes, *, name: str, most_bytes: int) -> tuple[Element, Element]:
    """Return the root of a page, and the element with its article.

    Args:
        source: the file, or its content.
        name: the file's name for errors.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, was cut off or is no page of LaTeXML.
    """
    content = _utf_8(read_bytes(source, name=name, most_bytes=most_bytes), name)
    if not content.strip():
        raise InputError(f"{name} is empty; fetch it again")
    if len(content.translate(None, _CONTROLS)) < len(content):
        content = _CONTROL.sub(_ODD, content)
    content = _CONTROL_NUMBER.sub(_ODD, content)
    page = read_html(content, name=name)
    article = None if page is None else _article(page)
    if article is None:
        raise InputError(f"{name} is HTML of another kind, not LaTeXML's; {_WANTED}")
    if b"</article" not in content and not _ENDS.search(content):
        raise InputError(f"{name} was cut off: its article has no end; fetch it again")
    return page, article


def _article(page: Element) -> Element | None:
    """Return the element with the article, None where there is none."""
    marked = (element for element in page.iter("article") if has_class(element, "ltx_document"))
    return next(chain(marked, *(of_class(page, root) for root in _ROOTS)), None)


def _utf_8(content: bytes, name: str) -> bytes:
    """Return a page in UTF-8, from the encoding that it begins with or names."""
    codec = "utf-8"
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        codec = "utf-16"
    elif is_wide(content):
        codec = "utf-16-le" if content[:1].strip(b"\0") else "utf-16-be"
    elif not content.startswith(BOM_UTF8) and (match := _ENCODING.search(content[:_DECLARED])):
        named = (match[1] or match[2]).decode("ascii", "replace").lower()
        if named in _LATIN_1:
            codec = "cp1252"
        elif named not in _UTF_8:
            raise InputError(f"{name} says that it is in {named}; convert it to UTF-8")
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not {codec.upper()}: byte 0x{content[error.start]:02x} at position "
            f"{error.start:,}; convert it to UTF-8"
        ) from error
    return content.removeprefix(BOM_UTF8) if codec == "utf-8" else text.encode("utf-8", "replace")
