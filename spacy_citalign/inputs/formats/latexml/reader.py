"""Articles in the HTML that LaTeXML makes of LaTeX, as arXiv serves them (arxiv.org/html/ID).

Pages of LaTeXML (Perl) and of latexml-oxide are read alike, and those of ar5iv. A mark is a link
to ``#bib.bib12``, a reference ``<li id="bib.bib12" class="ltx_bibitem">``. Citations that LaTeXML
could not link, which show a key or a question mark, name no reference, and are counted.

A parser of HTML misses no end tags: a page that was cut off is known by its article not ending.
"""

from pathlib import Path

from ....corpora.xml_files import MAX_BYTES
from ...articles import Article
from ...assembly import assemble, kinds_left_out, named_source
from .about import Page
from .page import is_latexml, read_page
from .references import read_references
from .text import LatexmlText

__all__ = ["is_latexml", "read_latexml"]


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
