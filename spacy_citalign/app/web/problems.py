"""Why there is no answer, for people as a page and for programs as JSON."""

from collections.abc import Sequence
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ...errors import CitalignError, InputError, SettingError, described, one_line
from ...library_rows import WorkEntry
from .addresses import data_address
from .pages import Site, page_response
from .service import BusyError, LibraryService, MovedError, Refusal, UnknownWorkError
from .views import work_line

_HEADINGS = {
    404: "Not here",
    409: "Several works fit",
    422: "Not understood",
    500: "A fault",
    503: "Not now",
}


def json_response(text: str, status: int = 200) -> Response:
    """Return JSON."""
    return Response(text, status, media_type="application/json")


def add_problems(app: FastAPI, service: LibraryService) -> None:
    """Let the application say what is wrong with a request, or with the library."""

    def refused(
        request: Request, status: int, error: str, works: Sequence[WorkEntry] = ()
    ) -> Response:
        if _is_data(request):
            refusal = Refusal(error=error, candidates=list(works))
            return json_response(refusal.model_dump_json(exclude_unset=True), status)
        heading = _HEADINGS.get(status, HTTPStatus(status).phrase)
        return page_response(
            "library_error.html.j2",
            Site(service.name),
            heading,
            status=status,
            heading=heading,
            error=error,
            entries=list(map(work_line, works)),
            several=status == 409,
        )

    @app.exception_handler(UnknownWorkError)
    def unknown(request: Request, error: UnknownWorkError) -> Response:
        return refused(request, error.status, str(error), error.candidates)

    @app.exception_handler(MovedError)
    def moved(request: Request, error: MovedError) -> Response:
        address = error.address
        if _is_data(request):
            address = data_address(address, request.url.path.split("/")[2])
        return RedirectResponse(address, 307)

    @app.exception_handler(BusyError)
    def busy(request: Request, _: BusyError) -> Response:
        response = refused(request, 503, "other answers are being made; ask again in a minute")
        response.headers["retry-after"] = "60"
        return response

    @app.exception_handler(RequestValidationError)
    def unfit(request: Request, error: RequestValidationError) -> Response:
        said = "; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in error.errors())
        return refused(request, 422, said)

    @app.exception_handler(CitalignError)
    def failed(request: Request, error: CitalignError) -> Response:
        is_reading = isinstance(error, InputError | SettingError)
        return refused(request, 503 if is_reading else 500, one_line(error))

    @app.exception_handler(Exception)
    def faulty(request: Request, error: Exception) -> Response:
        return refused(request, 500, f"{described(error)}: a fault; where it is served is more")

    @app.exception_handler(HTTPException)
    def other(request: Request, error: HTTPException) -> Response:
        nowhere = error.detail == HTTPStatus.NOT_FOUND.phrase
        said = "there is nothing at this address" if nowhere else error.detail
        return refused(request, error.status_code, said)


def _is_data(request: Request) -> bool:
    """Return whether a program asks."""
    return request.url.path.startswith(("/api/", "/openapi.json"))
