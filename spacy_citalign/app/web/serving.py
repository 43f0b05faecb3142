"""The application, a library as pages and as JSON, and its server, which runs until it is ended."""

import logging
import os
import socket
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI

from ... import __version__
from ...errors import SettingError, one_line
from ..answers.aligner import AlignerSetup
from .api import api_routes
from .guard import LOOPBACK, Guard
from .problems import add_problems
from .service import LibraryService
from .site import site_routes

_SECONDS = 1  # for what is being answered when it is ended
_DESCRIPTION = """What articles of a library say of the works that they cite.

Rows are those of the commands (`citalign report`, `citances`). Works are addressed by their keys
("doi:10.1000/example", "pmid:123"), articles by their names. All is read-only.
"""


class LibraryServer(uvicorn.Server):
    """A server that ends at once, and quietly, whatever it is doing."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; answers that are cut short are no faults."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)

    def run_until_ended(self, server: socket.socket) -> None:
        """Serve until a signal ends it; no thread that makes an answer is waited for."""
        before = set(threading.enumerate())
        try:
            with suppress(KeyboardInterrupt):
                self.run(sockets=[server])
        finally:
            at_work = [one for one in set(threading.enumerate()) - before if not one.daemon]
            if at_work and self.should_exit:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(0)  # nothing is being written


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that waits at an address.

    Raises:
        SettingError: it is in use, or none of this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        raise SettingError(
            f"nothing can be served at {host}, port {port}: "
            f"{getattr(error, 'strerror', None) or one_line(error)}; give another --port, or "
            "--port 0 for any that is free"
        ) from error


def address_of(server: socket.socket, host: str) -> str:
    """Return where a browser finds what is served."""
    port = server.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def library_server(path: Path, names: Iterable[str], setup: AlignerSetup) -> LibraryServer:
    """Return the server of a library.

    Args:
        path: the library.
        names: by which it may be addressed, beside those of this machine.
        setup: the pipeline that makes answers that are not kept.
    """
    service = LibraryService(path, setup)
    app = FastAPI(
        title="citalign",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    add_problems(app, service)
    app.include_router(api_routes(service))
    app.include_router(site_routes(service))
    config = uvicorn.Config(
        Guard(app, [*LOOPBACK, *names]),
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SECONDS,
        lifespan="off",
        ws="none",
    )
    return LibraryServer(config)
