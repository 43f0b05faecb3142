"""A cited work as HTML: its facts, its citing sentences, and the data that make them live."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .page_data import page_data
from .phrases import counted
from .records import Citance, Work, text_of
from .safe_html import isolated, link, plain, script_json

_IDENTIFIERS = ("doi", "pmid", "pmcid")


class Entry(NamedTuple):
    """What the list of works says of one; ``expected_ama`` is an accuracy from 0 to 1."""

    anchor: str
    title: str
    byline: str
    citances: int
    expected_ama: float | None


def entry_of(work: Work, anchor: str) -> Entry:
    """What the list says of ``work``, whose article has the id ``anchor``, empty for none."""
    title = text_of(work.cited.get("title")) or work.key
    facts = [text_of(work.cited.get(name)) for name in ("first_author", "year")]
    byline = " ".join(fact for fact in facts if fact)
    return Entry(anchor, title, byline, len(work.citances), work.expected_ama)


def work_html(work: Work, entry: Entry) -> str:
    """A work as it is read without the script, and the data that make it live."""
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
    said = "The accuracy (AMA, 0 to 1) that the model expects of this alignment"
    return f'{number} · <span title="{said}">expected accuracy {entry.expected_ama:.2f}</span>'


def _sentence(citance: Citance) -> str:
    parts, last = [], 0
    for mark in citance.marks:
        kind = "mark own" if mark.own else "mark"
        parts.append(plain(citance.text[last : mark.start]))
        parts.append(f'<span class="{kind}">{plain(citance.text[mark.start : mark.end])}</span>')
        last = mark.end
    parts.append(plain(citance.text[last:]))
    text = f'<p class="text" dir="auto">{"".join(parts)}</p>'
    facts = _source(citance)
    source = f'<p class="source">{" ".join(facts)}</p>' if facts else ""
    return f'<li class="citance">{text}{source}</li>\n'


def _source(citance: Citance) -> list[str]:
    """Where a citance stands, each part as HTML."""
    article, source = citance.article, citance.source
    title = text_of(article.get("title"))
    parts = [f'<cite dir="auto">{isolated(title)}</cite>'] if title else []
    parts += [f"<span>{part}</span>" for part in _byline(article, "journal")]
    known = {text_of(article.get(kind)) for kind in _IDENTIFIERS}
    if source and source not in known:
        parts.append(f"<span>{_linked(source)}</span>")
    if citance.section:
        parts.append(f'<span class="section">{isolated(citance.section)}</span>')
    return parts


def _byline(facts: Mapping[str, Any], journal: str) -> list[str]:
    """Author, year, journal and links, each as HTML."""
    author, year, place = (text_of(facts.get(name)) for name in ("first_author", "year", journal))
    parts = [isolated(text) for text in (author, year) if text]
    if place:
        parts.append(f"<i>{isolated(place)}</i>")
    links = ((kind, text_of(facts.get(kind))) for kind in _IDENTIFIERS)
    return parts + [link(kind, value) for kind, value in links if value]


def _linked(source: str) -> str:
    """An article that is known by nothing but its name: a link where that is an identifier."""
    for kind, start in (("doi", "10."), ("pmcid", "PMC")):
        if source.startswith(start):
            return link(kind, source)
    return isolated(source)
