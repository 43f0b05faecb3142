"""`citalign serve`: a library in the browser, and as JSON for programs."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.library.database import reading
from ..app.pipelines import SHIPPED
from ..errors import SettingError
from ..memory import FREE
from .console import say
from .options import MaxMemory, pipeline_option

_NEEDED = ("fastapi", "uvicorn")


def serve(
    library: Annotated[
        Path, typer.Argument(metavar="LIBRARY", help="What `citalign library add` made.")
    ],
    host: Annotated[
        str,
        typer.Option(
            help="Address to serve at. At any other than this machine's own, who reaches it reads "
            "all of the library: there is no password."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 for any that is free.")] = 8765,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name by which browsers reach it, beside localhost and the --host. Repeatable.",
        ),
    ] = None,
    pipeline: Annotated[str, pipeline_option("that makes answers which are not kept")] = SHIPPED,
    max_memory: MaxMemory = FREE,
) -> None:
    """Show a library in the browser: search, works with their answers, articles.

    The pages are those of `citalign report`, with links between works and articles; programs get
    the same as JSON below /api/, which the page /api describes, and /openapi.json in OpenAPI. The
    library is only read: `citalign library add` may write it meanwhile. An answer that the library
    does not keep is made when it is asked for, and not kept: `citalign ask` keeps it.

    Ctrl-C ends it. The exit status is 0 then, and 2 if nothing can be served.
    """
    if missing := [one for one in _NEEDED if find_spec(one) is None]:
        raise SettingError(
            f"serving needs {' and '.join(missing)}; install them: "
            '`pip install "spacy-citalign[serve]"`'
        )
    with reading(library):
        pass  # it is one
    from ..app.web.guard import is_loopback
    from ..app.web.serving import address_of, library_server, listening

    with listening(host, port) as server:
        address = address_of(server, host)
        if not is_loopback(host):
            say(f"whoever reaches {address} reads all of {library.name}: there is no password")
        typer.echo(f"{library.name} at {address} (Ctrl-C ends it)")
        application = library_server(library, [*(name or ()), host], AlignerSetup(pipeline))
        application.run_until_ended(server)
