"""Notices about works and articles in words: retracted or what else, and what was said after it."""

from collections.abc import Iterable
from typing import NamedTuple

from ...schema import Article, Citance, WorkAnswer
from .phrases import counted, printable, year_of

BEFORE, SAME, AFTER = "before", "same", "after"


class NoticeView(NamedTuple):
    """A notice as it is shown.

    Attributes:
        label: what it is and when, "Retracted 2015-03-09".
        retracted: whether it is a retraction.
        doi: of the notice, "" where it is not known.
        reasons: in the words of the list.
    """

    label: str
    retracted: bool
    doi: str
    reasons: str


def notice_view(article: Article) -> NoticeView | None:
    """Return the notice about an article, None where none is known.

    >>> known = {"retracted": {"date": "2015-03-09", "reasons": ["Fake", "Error"]}}
    >>> notice_view(Article.model_validate(known))
    NoticeView(label='Retracted 2015-03-09', retracted=True, doi='', reasons='Fake; Error')
    """
    notice = article.retracted
    if notice is None:
        return None
    nature = "Retracted" if notice.is_retraction else printable(notice.nature) or "Notice"
    label = " ".join(filter(None, (nature, printable(notice.date or ""))))
    reasons = "; ".join(filter(None, map(printable, notice.reasons)))
    return NoticeView(label, notice.is_retraction, (notice.notice or "").strip(), reasons)


def noted(article: Article | None) -> str:
    """Return a notice to stand behind the name of an article in a line, "" for none.

    >>> noted(Article.model_validate({"retracted": {"date": "2015"}})), noted(None)
    (' (Retracted 2015)', '')
    """
    notice = notice_view(article) if article else None
    return f" ({notice.label})" if notice else ""


def time_of(work: WorkAnswer, citance: Citance) -> str:
    """Return whether the year of a citing article is before, that of the notice, or after it.

    "" where there is no notice, or one of the years is not known.
    """
    notice = work.cited.retracted
    year = year_of(citance.article.text_of("year")) if citance.article else None
    if notice is None or notice.year is None or year is None:
        return ""
    return SAME if year == notice.year else AFTER if year > notice.year else BEFORE


def said_after(work: WorkAnswer) -> str:
    """Return how many sentences are of later years than the notice, "" where there is no notice.

    The year is that of the citing article; those of the year of the notice are told apart, as its
    articles may have been written before.
    """
    notice = work.cited.retracted
    if notice is None:
        return ""
    if notice.year is None:
        return "The year of the notice is not known."
    times = [time_of(work, citance) for citance in work.citances]
    after, same, unknown = (times.count(time) for time in (AFTER, SAME, ""))
    verb = "is" if after == 1 else "are"
    text = f"{after:,} of {counted(len(times), 'sentence')} {verb} of later years than the notice"
    if same:
        text += f", {same:,} of its year"
    if unknown:
        text += f"; the year of {unknown:,} is not known"
    return f"{text}."


def notice_counts(work: WorkAnswer, places: Iterable[int]) -> str:
    """Return of sentences that say the same how many are later and of retracted articles.

    >>> said = [{"text": "Frogs hop.", "article": {"year": year}} for year in (2014, 2017, 2018)]
    >>> known = {"cited": {"key": "k", "retracted": {"date": "2016"}}, "citances": said}
    >>> notice_counts(WorkAnswer.model_validate(known), [0, 1, 2])
    ', 2 sentences after the notice'
    """
    places = list(places)
    after = sum(time_of(work, work.citances[place]) == AFTER for place in places)
    text = f", {counted(after, 'sentence')} after the notice" if after else ""
    if retracted := retracted_articles(work, places):
        text += f", {counted(retracted, 'article')} retracted"
    return text


def retracted_articles(work: WorkAnswer, places: Iterable[int]) -> int:
    """Return how many of the articles of citances were retracted themselves."""
    return len({
        work.citances[place].article_name or str(place)
        for place in places
        if _is_retracted(work.citances[place].article)
    })  # fmt: skip


def said_by_retracted(work: WorkAnswer) -> str:
    """Return how many of the sentences are of retracted articles, "" for none."""
    places = [i for i, one in enumerate(work.citances) if _is_retracted(one.article)]
    if not places:
        return ""
    articles = retracted_articles(work, places)
    verb = "is" if len(places) == 1 else "are"
    which = "article that was" if articles == 1 else "articles that were"
    return f"{counted(len(places), 'sentence')} {verb} of {articles:,} {which} retracted."


def _is_retracted(article: Article | None) -> bool:
    return bool(article and article.retracted and article.retracted.is_retraction)
