"""Attempts of this process to reach the network, seen by Python's audit events.

What compiled code does without Python's sockets is not seen.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_EVENTS = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
_attempts: list[str] | None = None
_watched: list[bool] = []  # an audit hook stays for the life of the process: one is enough


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if _attempts is None or event not in _EVENTS:
        return
    place = args[-1] if event in {"socket.connect", "socket.sendto"} else args[:2]
    if isinstance(place, tuple):  # a local socket has a path
        _attempts.append(":".join(str(part) for part in place[:2]))


@contextmanager
def watched() -> Iterator[list[str]]:
    """The addresses, as host:port, that anything in the block tried to reach, in order.

    Raises nothing and stops nothing: the component should behave as ever.
    """
    global _attempts
    if not _watched:
        sys.addaudithook(_hook)
        _watched.append(True)
    before = _attempts
    attempts: list[str] = []
    _attempts = attempts
    try:
        yield attempts
    finally:
        _attempts = before
        if before is not None:
            before += attempts
