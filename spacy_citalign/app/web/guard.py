"""What every request passes: names of this machine alone, nothing but reading, safe headers.

A page of another site cannot read what a server on the loopback address says, unless its own name
leads there (DNS rebinding); so only names of this machine are answered.
"""

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "::1", "localhost")
NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
    "content-security-policy": NO_CONTENT,
}
_READING = ("GET", "HEAD")


class Guard:
    """Refuses requests of other names, of other sites, and those that would write."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower().rstrip(".") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        body = scope["method"] != "HEAD"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    added.setdefault(name, value)
            elif not body:
                message["body"] = b""
            await send(message)

        app = self._app
        if not self._is_own(headers.get("host", "")):
            app = JSONResponse({"error": "this name is none of this server"}, 400)
        elif scope["method"] not in _READING:
            refusal = {"error": "a library is only read here; send GET or HEAD"}
            app = JSONResponse(refusal, 405, {"allow": ", ".join(_READING)})
        elif _is_of_other_site(headers):
            app = JSONResponse({"error": "pages of other sites get nothing"}, 403)
        await app({**scope, "method": "GET"}, receive, guarded)

    def _is_own(self, host: str) -> bool:
        """Return whether a request is for one of the names.

        >>> guard = Guard(None, LOOPBACK)
        >>> [guard._is_own(host) for host in ("localhost:8000", "[::1]", "evil.example", "")]
        [True, True, False, False]
        """
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower().rstrip(".")
        return name in self._names


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is that of this machine, for itself alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_of_other_site(headers: Headers) -> bool:
    """Return whether a page of another site asks; a link that a reader follows is no such page."""
    site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
    return site in ("cross-site", "same-site") and mode != "navigate"
