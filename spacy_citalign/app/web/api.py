"""What the application says to programs, in JSON: the rows that the commands write."""

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from ...library_rows import LibraryArticle, LibraryFacts
from ...row_files import json_line
from ...schema import CitanceGroup, Record, WorkAnswer
from ..library.library import Library
from ..report.exports.bibtex import bibtex_text
from ..report.exports.csl import csl_text
from ..report.exports.references import Bibliography, Reference
from .addresses import article_address
from .pages import LONGEST
from .problems import json_response
from .service import (
    ArticleList,
    Found,
    LibraryService,
    MovedError,
    OftenCited,
    Refusal,
    WorkList,
    find_work,
)

Asked = Annotated[
    str, Query(max_length=LONGEST, description="An identifier, a name, or words of sentences.")
]
Start = Annotated[int, Query(ge=0, le=10**9, description="How many to leave out.")]
Limit = Annotated[int, Query(ge=1, le=1_000, description="How many at most.")]
Key = Annotated[
    str,
    Path(
        max_length=2_000,
        description="The key of the work. What else names one work alone, as an identifier or "
        "author and year, leads to its key (status 307).",
    ),
]
WithEvidence = Annotated[
    bool,
    Query(description="Look where the work says it, if its own article is in the library."),
]
Name = Annotated[
    str,
    Path(
        max_length=2_000,
        description="The name of the article. One of its identifiers, as `pmid:123`, leads to it "
        "(status 307).",
    ),
]
_OFTEN = 5  # works that sentences with words cite
_Responses = dict[int | str, dict[str, Any]]
_REFUSED: _Responses = {
    422: {"model": Refusal, "description": "The question is not as it must be."},
    503: {"model": Refusal, "description": "The library cannot be read, or too much is asked."},
}
_UNKNOWN: _Responses = _REFUSED | {
    404: {"model": Refusal, "description": "There is none; works that are near it."},
}
_UNCLEAR: _Responses = _UNKNOWN | {
    409: {"model": Refusal, "description": "Several works fit: they are the candidates."},
}
_CSL: _Responses = {200: {"content": {"application/vnd.citationstyles.csl+json": {}}}}
_BIBTEX: _Responses = {200: {"content": {"application/x-bibtex": {}}}}


def api_routes(service: LibraryService) -> APIRouter:
    """Return the addresses below ``/api/``."""
    routes = APIRouter(prefix="/api")
    opened = Annotated[Library, Depends(service.library)]

    @routes.get("/library", response_model=LibraryFacts, responses=_REFUSED)
    def library_facts(library: opened) -> Response:
        """Say how much is in the library."""
        return _row(service.facts(library))

    @routes.get("/search", response_model=Found, responses=_REFUSED)
    def search(library: opened, q: Asked, start: Start = 0, limit: Limit = 20) -> Response:
        """Find works by identifier and name, and citing sentences by words.

        Where a work has the identifier, it alone is the answer.
        """
        return _rows(found(library, q, start, limit))

    @routes.get("/works", response_model=WorkList, responses=_REFUSED)
    def list_works(library: opened, start: Start = 0, limit: Limit = 50) -> Response:
        """List the cited works, those that most articles cite first."""
        listed = library.works(start=start, limit=limit)
        return _rows(WorkList(total=service.facts(library).works, start=start, works=listed))

    @routes.get("/works/{key:path}", response_model=WorkAnswer, responses=_UNCLEAR)
    async def work(key: Key, evidence: WithEvidence = False) -> Response:
        """Say what a work is cited for: its citing sentences, aligned, what they say, who differs.

        It is the row that `citalign report` writes. The first time it takes a second or more.
        """
        return _row(await service.answer(key, evidence=evidence))

    @routes.get("/groups/{key:path}", response_model=CitanceGroup, responses=_UNCLEAR)
    def group(library: opened, key: Key) -> Response:
        """Give the citing sentences of a work as they are, at once."""
        return _row(library.group(find_work(library, key).cited.key))

    @routes.get("/csl/{key:path}", response_class=Response, responses=_UNCLEAR | _CSL)
    def csl(library: opened, key: Key) -> Response:
        """Give a work and the articles that cite it in CSL-JSON, for reference managers."""
        text = csl_text(_references(library, key))
        return Response(text, media_type="application/vnd.citationstyles.csl+json")

    @routes.get("/bibtex/{key:path}", response_class=Response, responses=_UNCLEAR | _BIBTEX)
    def bibtex(library: opened, key: Key) -> Response:
        """Give a work and the articles that cite it in BibTeX."""
        text = bibtex_text(_references(library, key))
        return Response(text, media_type="application/x-bibtex; charset=utf-8")

    @routes.get("/articles", response_model=ArticleList, responses=_REFUSED)
    def list_articles(library: opened, start: Start = 0, limit: Limit = 50) -> Response:
        """List the articles that are in the library, in the order in which they came."""
        total, listed = service.facts(library).articles, library.articles(start, limit)
        return _rows(ArticleList(total=total, start=start, articles=listed))

    @routes.get("/articles/{name:path}", response_model=LibraryArticle, responses=_UNKNOWN)
    def article(library: opened, name: Name) -> Response:
        """Say what an article cites with its sentences, and which work it is itself."""
        return _row(find_article(library, name))

    return routes


def found(library: Library, asked: str, start: int, limit: int) -> Found:
    """Return what a search finds: one work by its identifier, else works and sentences."""
    if not asked.strip():
        return Found()
    if (work := library.work(asked)) is not None:
        return Found(work=work, works=[work])
    citances = library.citances(asked, start=start, limit=limit)
    if start:
        return Found(citances=citances)
    often = library.works_of_words(asked, limit=_OFTEN) if citances else []
    return Found(
        works=library.find(asked, limit=limit),
        often_cited=[OftenCited(work=work, sentences=count) for work, count in often],
        citances=citances,
    )


def find_article(library: Library, name: str) -> LibraryArticle:
    """Return an article that is in.

    Raises:
        HTTPException: it is not.
        MovedError: it has another name.
    """
    article = library.article(name)
    if article is None:
        raise HTTPException(404, f"no article {name!r} is in this library")
    if article.name != name:
        raise MovedError(article_address(article.name))
    return article


def _references(library: Library, key: str) -> Iterable[Reference]:
    bibliography = Bibliography()
    bibliography.add(library.group(find_work(library, key).cited.key))
    return bibliography.references()


def _row(record: Record) -> Response:
    return json_response(json_line(record))


def _rows(result: BaseModel) -> Response:
    return json_response(result.model_dump_json(by_alias=True, exclude_unset=True))
