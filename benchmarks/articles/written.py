"""An article written as JATS, TEI, S2ORC JSON and LaTeXML HTML, from what was read of it.

Titles of sections, paragraphs, marks of citation and reference lists with all authors are taken
along; abstracts, captions and tables are not, nor works that are cited by a range only, for which
TEI and JSON have no marks.
"""

import json
from collections.abc import Callable, Iterator
from html import escape
from itertools import count
from typing import NamedTuple

from spacy_citalign.inputs.article_parts.people import Person
from spacy_citalign.inputs.articles import Article, CitedWork, Paragraph


class Mark(NamedTuple):
    """A mark of citation in a paragraph, and the places in the reference list that it names."""

    start: int
    end: int
    works: tuple[int, ...]


def paragraphs(article: Article) -> Iterator[tuple[str, Paragraph, list[Mark]]]:
    """Yield the paragraphs of the body: title of the section, paragraph, marks counted from it."""
    for paragraph in article.paragraphs:
        if paragraph.kind != "text":
            continue
        found: dict[tuple[int, int], list[int]] = {}
        for citation in article.citations:
            inside = paragraph.start <= citation.start < citation.end <= paragraph.end
            if inside and not citation.implied:
                span = citation.start - paragraph.start, citation.end - paragraph.start
                found.setdefault(span, []).append(citation.work)
        marks = [Mark(*span, tuple(works)) for span, works in sorted(found.items())]
        yield (paragraph.section[-1] if paragraph.section else ""), paragraph, marks


def _filled(text: str, marks: list[Mark], mark: Callable[[str, Mark], str]) -> str:
    """Return a paragraph as XML or HTML."""
    parts, last = [], 0
    for one in marks:
        parts += [escape(text[last : one.start]), mark(escape(text[one.start : one.end]), one)]
        last = one.end
    return "".join([*parts, escape(text[last:])])


def _sections(article: Article, mark: Callable[[str, Mark], str]) -> Iterator[tuple[str, str]]:
    """Yield title and paragraphs, as HTML, of each section."""
    title, inside = None, [""]
    for section, paragraph, marks in paragraphs(article):
        text = article.text[paragraph.start : paragraph.end]
        if section != title and title is not None:
            yield title, "".join(inside)
            inside = []
        title = section
        inside.append(f"<p>{_filled(text, marks, mark)}</p>")
    if title is not None:
        yield title, "".join(inside)


def _people(work: CitedWork) -> list[Person]:
    """Return the authors of a work."""
    initials = work.initials or ("",) * len(work.authors)
    return [Person(*pair) for pair in zip(work.authors, initials, strict=True)]


def jats(article: Article) -> bytes:
    """Return the article as PubMed Central has it."""

    def mark(shown: str, one: Mark) -> str:
        names = " ".join(f"B{number}" for number in one.works)
        return f'<xref ref-type="bibr" rid="{names}">{shown}</xref>'

    body = "".join(
        f"<sec><title>{escape(title)}</title>{inside}</sec>"
        for title, inside in _sections(article, mark)
    )
    return (
        "<article><front><article-meta><title-group><article-title>"
        f"{escape(article.title)}</article-title></title-group></article-meta></front><body>{body}"
        f"</body><back><ref-list>{''.join(map(_ref, article.works, count()))}</ref-list></back>"
        "</article>"
    ).encode()


def _ref(work: CitedWork, number: int) -> str:
    names = "".join(
        f"<name><surname>{escape(one.surname)}</surname><given-names>{one.initials}</given-names>"
        "</name>"
        for one in _people(work)
    )
    return (
        f'<ref id="B{number}"><element-citation><person-group person-group-type="author">{names}'
        f"</person-group><article-title>{escape(work.title)}</article-title><source>"
        f"{escape(work.source)}</source><year>{work.year}</year>"
        f'<pub-id pub-id-type="doi">{escape(work.doi)}</pub-id>'
        f'<pub-id pub-id-type="pmid">{work.pmid}</pub-id></element-citation></ref>'
    )


def tei(article: Article) -> bytes:
    """Return the article as GROBID writes it."""

    def mark(shown: str, one: Mark) -> str:
        return f'<ref type="bibr" target="{" ".join(f"#b{n}" for n in one.works)}">{shown}</ref>'

    body = "".join(
        f"<div><head>{escape(title)}</head>{inside}</div>"
        for title, inside in _sections(article, mark)
    )
    return (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>'
        f'<title level="a" type="main">{escape(article.title)}</title></titleStmt></fileDesc>'
        f"</teiHeader><text><body>{body}</body><back><div type='references'><listBibl>"
        f"{''.join(map(_bibl_struct, article.works, count()))}</listBibl></div></back></text></TEI>"
    ).encode()


def _bibl_struct(work: CitedWork, number: int) -> str:
    names = "".join(
        f'<author><persName><forename type="first">{one.initials}</forename><surname>'
        f"{escape(one.surname)}</surname></persName></author>"
        for one in _people(work)
    )
    return (
        f'<biblStruct xml:id="b{number}"><analytic><title level="a" type="main">'
        f'{escape(work.title)}</title>{names}<idno type="DOI">{escape(work.doi)}</idno>'
        f'<idno type="PMID">{work.pmid}</idno></analytic><monogr><title level="j">'
        f'{escape(work.source)}</title><imprint><date type="published" when="{work.year}"/>'
        "</imprint></monogr></biblStruct>"
    )


def s2orc(article: Article) -> bytes:
    """Return the article as doc2json writes it."""
    body = [
        {
            "text": article.text[paragraph.start : paragraph.end],
            "section": section,
            "cite_spans": [
                {
                    "start": one.start,
                    "end": one.end,
                    "text": article.text[paragraph.start + one.start : paragraph.start + one.end],
                    "ref_id": f"BIBREF{work}",
                }
                for one in marks
                for work in one.works
            ],
            "ref_spans": [],
        }
        for section, paragraph, marks in paragraphs(article)
    ]
    entries = {f"BIBREF{number}": _entry(work) for number, work in enumerate(article.works)}
    record = {"paper_id": article.id, "metadata": {"title": article.title, "authors": []}}
    record |= {"abstract": [], "body_text": body, "bib_entries": entries}
    return json.dumps(record).encode()


def _entry(work: CitedWork) -> dict[str, object]:
    return {
        "title": work.title,
        "authors": [
            {"first": one.initials, "middle": [], "last": one.surname, "suffix": ""}
            for one in _people(work)
        ],
        "year": int(work.year) if work.year.isdigit() else None,
        "venue": work.source,
        "other_ids": {"DOI": [work.doi], "PMID": [work.pmid]},
    }


def latexml(article: Article) -> bytes:
    """Return the article as LaTeXML writes it for arXiv."""

    def mark(shown: str, one: Mark) -> str:
        links = "".join(
            f'<a class="ltx_ref" href="#bib.bib{work}">{shown if not number else ""}</a>'
            for number, work in enumerate(one.works)
        )
        return f'<cite class="ltx_cite">{links}</cite>'

    body = "".join(
        f'<section class="ltx_section"><h2 class="ltx_title ltx_title_section">{escape(title)}</h2>'
        + inside.replace("<p>", '<div class="ltx_para"><p class="ltx_p">').replace(
            "</p>", "</p></div>"
        )
        + "</section>"
        for title, inside in _sections(article, mark)
    )
    entries = "".join(map(_bibitem, article.works, count()))
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>'
        f'<article class="ltx_document"><h1 class="ltx_title ltx_title_document">'
        f'{escape(article.title)}</h1>{body}<section class="ltx_bibliography">'
        f'<ul class="ltx_biblist">{entries}</ul></section></article></body></html>'
    ).encode()


def _bibitem(work: CitedWork, number: int) -> str:
    names = ", ".join(f"{one.initials} {one.surname}".strip() for one in _people(work))
    link = f'<a class="ltx_ref" href="https://doi.org/{escape(work.doi)}">doi</a>' * bool(work.doi)
    pmid = f" PMID: {work.pmid}" * bool(work.pmid)
    blocks = (
        f"{escape(names)}.",
        f"{escape(work.title)}.",
        (f"<em>{escape(work.source)}</em>, {work.year}.{link}{pmid}"),
    )
    listed = "".join(f'<span class="ltx_bibblock">\n{block}\n</span>' for block in blocks)
    return (
        f'<li id="bib.bib{number}" class="ltx_bibitem">\n<span class="ltx_tag ltx_role_refnum '
        f'ltx_tag_bibitem">[{number + 1}]</span>\n{listed}</li>\n'
    )
