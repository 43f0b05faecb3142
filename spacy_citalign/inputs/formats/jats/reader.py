"""Full-text articles in JATS, the XML of PubMed Central and most publishers (ANSI/NISO Z39.96).

Its older names and elements (NLM Journal Archiving and Interchange) are read too. What one gets is
the plain text in paragraphs, every citation mark with its place in that text, and the reference
list with all identifiers:

    text            ... a leading cause of blindness [1-3], which ...
    citations       (25, 26) work 0; (25, 28) work 1, implied; (27, 28) work 2
    works           B1, PMID 8695555, Quigley 1996; ...

Superscript marks stand in the text in square brackets, "p53[12]", since they would otherwise be
read as a part of the word before them. Of white space only that of XML is made one blank: no-break
and thin spaces stay.
"""

from itertools import islice
from pathlib import Path

from ....corpora.xml_files import MAX_BYTES, Element, first_text, read_xml, text_of
from ....errors import InputError
from ...article_parts.assembly import About, assemble, identifiers, kinds_left_out, named_source
from ...article_parts.people import Authors, authors_of
from ...articles import Article
from .references import people_in, read_references
from .text import ArticleText

_JOURNAL_TITLES = (
    "front/journal-meta/journal-title-group/journal-title",
    "front/journal-meta/journal-title",
    "front/journal-meta/journal-id",
)
_ISSUE = {"collection", "ppub"}
_WANTED = "give an article in JATS (an .xml or .nxml file of PubMed Central)"


def read_jats(
    source: str | Path | bytes,
    *,
    name: str = "",
    captions: bool = False,
    tables: bool = False,
    most_bytes: int = MAX_BYTES,
) -> Article:
    """Return an article.

    Args:
        source: the file, or as bytes its content; plain or packed, in any encoding that it names.
        name: what to call it in errors, and its id if it gives none; default: the file's name.
        captions: read the captions of figures and supplementary material.
        tables: read tables: captions, a paragraph for each cell, notes.
        most_bytes: the largest size of the file, and of what it unpacks to; reading takes 2 to 30
            times as much memory, most where there is little but markup.

    Raises:
        InputError: the file cannot be read, is too large, is not well-formed XML, or is not one
            article in JATS.
    """
    content, shown, name = named_source(source, name, "XML")
    root = _only_article(read_xml(content, name=shown, most_bytes=most_bytes), shown)
    if root.tag != "article":  # as a default namespace
        space = root.tag[: -len("article")]
        for element in root.iter(f"{space}*"):
            element.tag = _local(element.tag)
    if root.find("front") is None and root.find("body") is None:
        raise InputError(f"{shown} has an <article> without <front> and <body>; {_WANTED}")
    references = read_references(root)
    left_out = kinds_left_out(captions=captions, tables=tables)
    reader = ArticleText(references.by_id, left_out)
    reader.read(root)
    about = About(
        title=text_of(root.find("front/article-meta/title-group/article-title")),
        journal=first_text(root, *_JOURNAL_TITLES),
        year=_year(root),
        authors=_authors(root),
    )
    ids = identifiers(root.iterfind("front/article-meta/article-id"), "pub-id-type")
    return assemble(reader.passages, references, about, ids, name, left_out)


def _only_article(root: Element, name: str) -> Element:
    """Return the only article of a file."""
    articles = [root] if _local(root.tag) == "article" else [*root.iter("{*}article")]
    if len(articles) != 1:
        count = f"{len(articles)} articles" if articles else "no <article>"
        advice = "write each to a file of its own" if articles else _WANTED
        raise InputError(f"{name} has {count}, its root is <{_local(root.tag)[:40]}>; {advice}")
    return articles[0]


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _year(article: Element) -> str:
    """Return the year of the issue or volume, else the earliest: articles have several dates."""
    dates = article.findall("front/article-meta/pub-date")
    issue = [date for date in dates if _ISSUE.intersection(date.attrib.values())]
    years = [text_of(date.find("year")) for date in issue or dates]
    return min(filter(None, years), default="")


def _authors(article: Element) -> Authors:
    """Return the authors; of a group the name, not the members."""
    listed = article.iterfind("front/article-meta/contrib-group/contrib")
    authors = (person for person in listed if person.get("contrib-type", "author") == "author")
    return authors_of(person for author in authors for person in islice(people_in(author), 1))
