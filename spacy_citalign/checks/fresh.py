"""A new interpreter that tells whether a factory is found, and what the import of a module does.

Attempts to reach the network are seen by Python's audit events.

A program as well: it reads a JSON object from standard input and writes one to standard output.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_EVENTS = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
_attempts: list[str] | None = None


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if _attempts is None or event not in _EVENTS:
        return
    address = args[-1] if event in {"socket.connect", "socket.sendto"} else args[:2]
    if isinstance(address, tuple):  # a local socket has a path
        _attempts.append(":".join(str(part) for part in address[:2]))


@contextmanager
def watched() -> Iterator[list[str]]:
    """Yield the addresses, as host:port, that anything in the block tried to reach, in order.

    Nothing is raised and nothing stopped: the component should behave as ever.
    """
    global _attempts
    _add_hook()
    attempts: list[str] = []
    _attempts = attempts
    try:
        yield attempts
    finally:
        _attempts = None


@cache
def _add_hook() -> None:
    sys.addaudithook(_hook)  # it stays for the life of the process: one is enough


SECONDS = 120


@cache
def factories_found(lang: str, factories: tuple[str, ...]) -> dict[str, bool]:
    """Return whether spaCy finds each factory in a process that imported nothing else.

    Raises:
        RuntimeError: that process ended early.
    """
    return _ask({"lang": lang, "factories": factories})


@cache
def import_effects(modules: tuple[str, ...], path: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Return what the import of each module does where spaCy is imported already.

    That is what it ``printed``, the addresses that it ``reached``, as host:port, and the ``error``,
    "" where it did not fail. What two of the modules import is the doing of the first.

    Raises:
        RuntimeError: the process in which it is tried ended early.
    """
    return _ask({"modules": modules, "path": path})


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if run.returncode != 0 or not run.stdout:
        *_, last = ["it said nothing", *run.stderr.strip().splitlines()]
        raise RuntimeError(f"the new process ended with status {run.returncode}: {last}")
    answer: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return answer


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    if "factories" in question:
        import spacy

        nlp = spacy.blank(question["lang"])
        return {factory: nlp.has_factory(factory) for factory in question["factories"]}
    sys.path[:0] = [folder for folder in question["path"] if folder not in sys.path]
    import spacy.pipeline

    return {module: _import(module) for module in question["modules"]}


def _import(module: str) -> dict[str, Any]:
    error = ""
    with watched() as reached, _captured_output() as printed:
        warnings.simplefilter("ignore")  # a deprecation in a dependency is no message
        try:
            importlib.import_module(module)
        except Exception as raised:  # any code may stand at the top of a module
            error = f"{type(raised).__name__}: {raised}"
    return {"printed": "".join(printed), "reached": reached, "error": error}


@contextmanager
def _captured_output() -> Iterator[list[str]]:
    """Yield what the block writes to standard output and error, which is there at its end.

    What compiled code writes is included.
    """
    printed: list[str] = []
    usual = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
        try:
            yield printed
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, copy in zip((1, 2), usual, strict=True):
                os.dup2(copy, number)
                os.close(copy)
            file.seek(0)
            printed.append(file.read().decode("utf-8", errors="replace"))


if __name__ == "__main__":
    sys.stdout.write("\n" + json.dumps(_answer(json.load(sys.stdin))) + "\n")
