"""The pages of the application, for people; on one of them what it offers to programs."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from ..library.library import Library
from . import pages
from .addresses import work_address
from .api import Asked, Key, Name, Start, WithEvidence, find_article, found
from .pages import page_response
from .service import LibraryService
from .views import article_line, work_line

_ON_FIRST = 10  # works
_PART = 50  # of a list
_FOUND = 20


def site_routes(service: LibraryService) -> APIRouter:
    """Return the addresses of the pages."""
    routes = APIRouter(include_in_schema=False, default_response_class=Response)
    opened = Annotated[Library, Depends(service.library)]
    site = pages.Site(service.name)

    @routes.get("/")
    def home(library: opened) -> Response:
        works = list(map(work_line, library.works(limit=_ON_FIRST)))
        facts = service.facts(library)
        return page_response("library_home.html.j2", site, "Library", facts=facts, entries=works)

    @routes.get("/search")
    def search(library: opened, q: Asked = "", start: Start = 0) -> Response:
        q = q.strip()
        result = found(library, q, start, _FOUND + 1)
        if result.work is not None:
            return RedirectResponse(work_address(result.work.cited.key), 303)
        near = library.near(q) if q and not result.works and not result.citances else []
        steps = pages.paging("/search", start, _FOUND, len(result.citances), q=q)
        result.works, result.citances = result.works[:_FOUND], result.citances[:_FOUND]
        return pages.search_page(site._replace(asked=q), result, near, steps)

    @routes.get("/works")
    def list_works(library: opened, start: Start = 0) -> Response:
        works = library.works(start=start, limit=_PART + 1)
        steps = pages.paging("/works", start, _PART, len(works))
        entries = list(map(work_line, works[:_PART]))
        return page_response("library_works.html.j2", site, "Works", entries=entries, paging=steps)

    @routes.get("/works/{key:path}")
    async def work(key: Key, evidence: WithEvidence = False) -> Response:
        answer = await service.answer(key, evidence=evidence)

        def shown() -> Response:
            with service.opened() as library:
                own = library.article_of(answer.key)
                return pages.work_page(site, answer, own, evidence=evidence)

        return await run_in_threadpool(shown)

    @routes.get("/articles")
    def list_articles(library: opened, start: Start = 0) -> Response:
        articles = library.articles(start=start, limit=_PART + 1)
        steps = pages.paging("/articles", start, _PART, len(articles))
        entries = list(map(article_line, articles[:_PART]))
        template = "library_articles.html.j2"
        return page_response(template, site, "Articles", entries=entries, paging=steps)

    @routes.get("/articles/{name:path}")
    def article(library: opened, name: Name) -> Response:
        return pages.article_page(site, find_article(library, name))

    @routes.get("/api")
    def api(request: Request) -> Response:
        paths = request.app.openapi()["paths"]
        shown = examples(str(request.base_url).rstrip("/"))
        template = "library_api.html.j2"
        return page_response(template, site, "For programs", paths=paths, examples=shown)

    return routes


def examples(here: str) -> list[str]:
    """Return what one writes in a shell and in Python.

    Args:
        here: where the application is.
    """
    return [
        f'curl "{here}/api/search?q=wound+healing"',
        f'curl --location "{here}/api/works/Kelm%202000"',
        "import json, urllib.request\n\n"
        f'with urllib.request.urlopen("{here}/api/works?limit=3") as answer:\n'
        '    for work in json.load(answer)["works"]:\n'
        '        print(work["articles"], work["cited"]["title"])',
        "# Zotero: File, Import from Clipboard takes what this gives\n"
        f'curl "{here}/api/csl/doi:10.1000/example"',
    ]
