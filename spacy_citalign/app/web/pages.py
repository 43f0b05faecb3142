"""The pages of the application, made of the templates of reports."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from ...library_rows import LibraryArticle, WorkEntry
from ...schema import WorkAnswer
from ..report.alignment_page import EARLY, SCRIPTS, STYLES, render_work
from ..report.notices import notice_view
from ..report.page_frame import page, page_policy
from ..report.work_html import ANCHOR, sections, sizes
from .addresses import article_address, data_address, work_address
from .service import Found
from .views import article_reference, cited_views, described, found_view, often_line, work_line

LONGEST = 500  # characters of what is asked for
_LIST_STYLES = ("page.css", "library.css")
_WORK_STYLES = (*STYLES, "library.css")
_FEW = 5  # works that a search shows at once
_WORK = "work"  # the anchor of the work of a page
_FRAMES = "; frame-ancestors 'none'"  # a page cannot say it of itself


class Site(NamedTuple):
    """What all pages show.

    Attributes:
        library: its name.
        asked: what stands in the search field.
        longest: how many characters may.
    """

    library: str
    asked: str = ""
    longest: int = LONGEST


class Paging(NamedTuple):
    """Links from a part of a list to those beside it, "" where there is none."""

    before: str
    after: str
    shown: str


def paging(path: str, start: int, size: int, found: int, **query: str) -> Paging:
    """Return the links of a part of a list.

    Args:
        path: of the list.
        start: the number of its first line, from 0.
        size: how many lines a part has.
        found: how many lines there are from there on; more than fit for any that do not.
        query: what else the address has.

    >>> paging("/works", 50, 50, 51)
    Paging(before='/works?start=0', after='/works?start=100', shown='51-100')
    """

    def at(number: int) -> str:
        return f"{path}?{urlencode({**query, 'start': str(number)}, errors='replace')}"

    before = at(max(start - size, 0)) if start else ""
    after = at(start + size) if found > size else ""
    return Paging(before, after, f"{start + 1:,}-{start + min(found, size):,}" if found else "")


def search_page(site: Site, found: Found, near: Sequence[WorkEntry], steps: Paging) -> Response:
    """Return what a search found, and works that are near where it found nothing."""
    return page_response(
        "library_search.html.j2",
        site,
        site.asked or "Search",
        entries=list(map(work_line, found.works)),
        few=_FEW,
        often=list(map(often_line, found.often_cited)),
        sentences=[found_view(citance, site.asked) for citance in found.citances],
        near=list(map(work_line, near)),
        paging=steps,
    )


def article_page(site: Site, article: LibraryArticle) -> Response:
    """Return the page of an article."""
    known = article_reference(article)
    heading = known.title or article.name
    return page_response(
        "library_article.html.j2",
        site,
        heading,
        heading=heading,
        reference=known,
        notice=notice_view(article.article),
        cited_as=None if article.cited_as is None else work_line(article.cited_as),
        references=list(cited_views(article)),
        data=data_address(article_address(article.name)),
        described=described(article.article),
    )


def work_page(site: Site, work: WorkAnswer, own_article: str | None, *, evidence: bool) -> Response:
    """Return the page of a work, as that of a report has it.

    Args:
        site: what all pages show.
        work: with its answer.
        own_article: the name of the article that the work is, where it is in the library.
        evidence: whether it was looked for in that article.
    """
    rendered = render_work(work, article_address)
    entry = rendered.entry._replace(anchor=_WORK)
    address = work_address(work.key)
    return page_response(
        "library_work.html.j2",
        site,
        entry.title,
        _WORK_STYLES,
        SCRIPTS,
        EARLY,
        articles=[(_WORK, rendered.html.replace(ANCHOR, _WORK))],
        entries=[entry],
        failures=[],
        problems=[],
        sections=sections,
        sizes=sizes,
        own_article="" if own_article is None else article_address(own_article),
        evidence="" if evidence or own_article is None else f"{address}?evidence=true",
        data=data_address(address) + ("?evidence=true" if evidence else ""),
        described=described(work.cited),
        csl=data_address(address, "csl"),
        bibtex=data_address(address, "bibtex"),
    )


def page_response(
    template: str,
    site: Site,
    title: str,
    styles: Sequence[str] = _LIST_STYLES,
    scripts: Sequence[str] = (),
    early: str = "",
    status: int = 200,
    **values: object,
) -> Response:
    """Return a page with its policy in the header, too.

    Args:
        template: its file.
        site: what all pages show.
        title: of it.
        styles, scripts, early: as of ``page``.
        status: of HTTP.
        values: of the template.
    """
    known: dict[str, Any] = {"introduction": "", "note": "", **values}
    html = page(
        template,
        styles,
        scripts,
        early=early,
        forms=True,
        title=f"{title} - {site.library}",
        site=site,
        **known,
    )
    policy = page_policy(styles, scripts, early=early, forms=True) + _FRAMES
    return HTMLResponse("".join(html), status, {"content-security-policy": policy})
