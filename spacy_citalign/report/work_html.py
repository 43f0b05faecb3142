"""A cited work as HTML: its facts, its citing sentences, and the data that make them live."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .page_data import page_data
from .phrases import counted
from .records import Citance, Work, text_of
from .safe_html import isolated, link, plain, script_json

_IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")


class Entry(NamedTuple):
    """A work in the list of works; ``expected_ama`` is an accuracy from 0 to 1."""

    anchor: str
    title: str
    byline: str
    citances: int
    expected_ama: float | None


def entry_of(work: Work, anchor: str) -> Entry:
    """Return the entry of ``work``, whose article has the id ``anchor``, empty for none."""
    title = text_of(work.cited.get("title")) or work.key
    facts = [text_of(work.cited.get(name)) for name in ("first_author", "year")]
    byline = " ".join(fact for fact in facts if fact)
    return Entry(anchor, title, byline, len(work.citances), work.expected_ama)


def work_html(work: Work, entry: Entry) -> str:
    """Return a work as it is read without the script, and the data that make it live."""
    anchor = f' id="{entry.anchor}"' if entry.anchor else ""
    byline = [f"<span>{part}</span>" for part in _byline(work.cited, "source")]
    sentences = "".join(map(_sentence, work.citances))
    problem = f"The alignment of this group cannot be shown: {work.problem}."
    parts = [
        f'<article class="work"{anchor}>\n<header class="head">',
        f"<h2>{isolated(entry.title)}</h2>\n",
        f'<p class="byline">{" ".join(byline)}</p>\n' if byline else "",
        f'<p class="counts">{_counts(entry)}</p></header>\n',
        f'<p class="problem">{isolated(problem)}</p>\n' if work.problem else "",
        f'<div class="body"><ol class="citances">\n{sentences}</ol></div>\n',
    ]
    if work.aligned:
        data = script_json(page_data(work))
        parts.append(f'<script type="application/json" class="data">{data}</script>\n')
    return "".join([*parts, "</article>\n"])


def _counts(entry: Entry) -> str:
    number = counted(entry.citances, "citing sentence")
    if entry.expected_ama is None:
        return number
    meaning = "The accuracy (AMA, 0 to 1) that the model expects of this alignment"
    return f'{number} · <span title="{meaning}">expected accuracy {entry.expected_ama:.2f}</span>'


def _sentence(citance: Citance) -> str:
    pieces, last = [], 0
    for mark in citance.marks:
        kind = "mark own" if mark.cites_work else "mark"
        pieces.append(plain(citance.text[last : mark.start]))
        pieces.append(f'<span class="{kind}">{plain(citance.text[mark.start : mark.end])}</span>')
        last = mark.end
    pieces.append(plain(citance.text[last:]))
    text = f'<p class="text" dir="auto">{"".join(pieces)}</p>'
    facts = _source(citance)
    source = f'<p class="source">{" ".join(facts)}</p>' if facts else ""
    return f'<li class="citance">{text}{source}</li>\n'


def _source(citance: Citance) -> list[str]:
    """Return title, byline and section of where a citance stands, each as HTML."""
    article, source = citance.article, citance.source
    title = text_of(article.get("title"))
    facts = [f'<cite dir="auto">{isolated(title)}</cite>'] if title else []
    facts += [f"<span>{fact}</span>" for fact in _byline(article, "journal")]
    identifiers = {text_of(article.get(kind)) for kind in _IDENTIFIERS}
    if source and source not in identifiers:
        facts.append(f"<span>{_linked(source)}</span>")
    if citance.section:
        facts.append(f'<span class="section">{isolated(citance.section)}</span>')
    return facts


def _byline(article: Mapping[str, Any], journal_key: str) -> list[str]:
    """Return author, year, journal and links, each as HTML."""
    names = ("first_author", "year", journal_key)
    author, year, journal = (text_of(article.get(name)) for name in names)
    facts = [isolated(text) for text in (author, year) if text]
    if journal:
        facts.append(f"<i>{isolated(journal)}</i>")
    links = ((kind, text_of(article.get(kind))) for kind in _IDENTIFIERS)
    return facts + [link(kind, value) for kind, value in links if value]


def _linked(source: str) -> str:
    """Return an article that is known by its name only: a link where that is an identifier."""
    for kind, start in (("doi", "10."), ("pmcid", "PMC")):
        if source.startswith(start):
            return link(kind, source)
    return isolated(source)
