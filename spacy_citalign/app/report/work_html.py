"""A cited work as HTML: its facts, its answer, its citing sentences, and the data of the script."""

from collections.abc import Callable
from typing import NamedTuple

from ...schema import WorkAnswer
from .answer_card import answer_card
from .answer_text import said_in
from .citing_articles import citing_articles, reference
from .class_summary import class_summaries
from .disagreement_text import none_differ, share_found
from .evidence_view import low_support
from .notices import notice_view, said_after, said_by_retracted
from .page_data import page_data
from .page_frame import as_it_is, filled
from .phrases import counted
from .safe_html import script_json

ANCHOR = "\0"  # stands for the anchor until that is known; no text of a page has it
_CARDS = 3  # statements that are open
_FEW = 4  # differing sentences that are shown at once
_SHOWN = 3  # places of the cited article, likewise
# Of the lists of works, by whether one article cites them and whether they are methods.
_HEADINGS = {
    (False, False): "",
    (False, True): "Methods and resources",
    (True, False): "Cited by one article",
    (True, True): "Methods and resources, cited by one article",
}


class Entry(NamedTuple):
    """A work in the list of works; ``articles`` and ``kind`` are None where they are not known.

    ``differing`` sentences are told to differ, ``expected`` is how many do by their probabilities,
    those that compare among them; ``disputed`` is whether there is any disagreement; ``odd``
    sentences may not belong; ``notice`` says that it was ``retracted``, or which other notice there
    is, "" for none.
    """

    anchor: str
    title: str
    byline: str
    year: str
    citances: int
    articles: int | None
    kind: str | None = None
    differing: int = 0
    expected: float = 0.0
    disputed: bool = False
    odd: int = 0
    notice: str = ""
    retracted: bool = False


def entry_of(work: WorkAnswer, anchor: str) -> Entry:
    """Return the entry of ``work``, whose article has the id ``anchor``, empty for none."""
    title = work.cited.text_of("title") or work.key
    year = work.cited.text_of("year")
    byline = " ".join(filter(None, [work.cited.text_of("first_author"), year]))
    told = [*work.differing, *(work.comparing or ())]
    notice = notice_view(work.cited)
    return Entry(
        anchor,
        title,
        byline,
        year,
        len(work.citances),
        work.article_count,
        work.kind,
        len(work.differing),
        round(sum(1.0 if one.probability is None else one.probability for one in told), 2),
        bool(work.differing or work.directions),
        len(work.odd or ()),
        notice.label if notice else "",
        bool(notice and notice.retracted),
    )


def work_html(
    work: WorkAnswer, entry: Entry, article_address: Callable[[str], str] | None = None
) -> str:
    """Return a work as it is read without the script, and the data that make it live.

    Args:
        work: an aligned group.
        entry: its entry in the list of works.
        article_address: gives the address of the page of a citing article by its name.
    """
    articles = citing_articles(work)
    summaries = class_summaries(work)
    return "".join(
        filled(
            "work.html.j2",
            problem=work.unread.get("words", ""),
            entry=entry,
            anchor=as_it_is(entry.anchor),
            cited=reference(work.cited, "source"),
            articles=articles,
            article_address=article_address,
            card=answer_card(work, articles, summaries) if work.statements is not None else None,
            said_after=said_after(work),
            said_by_retracted=said_by_retracted(work),
            low_support=low_support(work),
            own=sum(len(article.sentences) for article in articles if article.self_citation),
            few=_FEW,
            shown=_SHOWN,
            cards=_CARDS,
            none_differ=none_differ(work),
            share_found=share_found(work),
            said_in=said_in,
            data=script_json(page_data(work, summaries))
            if any(citance.words for citance in work.citances)
            else "",
        )
    )


def sections(entries: list[Entry]) -> list[tuple[str, list[Entry]]]:
    """Return the entries under their headings: most articles first, works of one article last.

    Methods stand apart, behind the findings and reviews of as many articles.
    """
    lists: dict[tuple[bool, bool], list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: (-(entry.articles or 0), -entry.citances)):
        lists.setdefault((entry.articles == 1, entry.kind == "method"), []).append(entry)
    return [(_HEADINGS[key], lists[key]) for key in sorted(lists)]


def sizes(entry: Entry) -> str:
    """Return how many articles and sentences cite a work, for the list.

    >>> sizes(Entry("", "Frogs", "", "", 7, 5)), sizes(Entry("", "Frogs", "", "", 7, 1))
    ('5 articles, 7 sentences', '7 sentences')
    """
    sentences = counted(entry.citances, "sentence")
    many = entry.articles is not None and entry.articles > 1
    return f"{counted(entry.articles or 0, 'article')}, {sentences}" if many else sentences
