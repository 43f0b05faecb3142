"""Reads PDFs in a process of its own, which may die: PDFium is native code on what anybody wrote.

A process that reads PDFs has one such child: it is started with the first of them, reads many, and
is replaced where it dies. It inherits nothing, so that it is the same beside threads, in forked and
spawned workers, daemonic ones too, and in those of Ray.
"""

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress
from io import BufferedReader, RawIOBase
from multiprocessing.spawn import get_executable
from typing import Any, NamedTuple, cast

from ....errors import InputError
from ....memory import size_text
from .characters import PageCharacters
from .child import (
    DONE,
    FAILED,
    MEMORY,
    NO_MEMORY,
    PAGE,
    READY,
    SECONDS_A_PAGE,
    SIZES,
    FrameError,
    json_object,
    page_of,
    read_frame,
)

MOST_PAGES = 1_000
MOST_CHARACTERS = 10_000_000
SECONDS = 60.0  # of a document
_START_SECONDS = 60.0
_END_SECONDS = 1.0
MOST_READ = 1_000  # documents, before a new child is taken: native code may leak
_REMEDY = "open it in a viewer and print it to a new PDF, or leave it out"


class PdfPages(NamedTuple):
    """The pages of a PDF, and what it says of itself."""

    pages: list[PageCharacters]
    metadata: dict[str, str]


def pdf_pages(content: bytes) -> PdfPages:
    """Return the pages of a PDF.

    Raises:
        InputError: it cannot be read, or not within the bounds; the message goes on after its name.
    """
    with _lock:
        child = _ready_child()
        is_fresh = not child.read
        try:
            return child.pages_of(content)
        except _DiedError:
            if is_fresh:
                raise
        return _ready_child().pages_of(content)


class _DiedError(InputError):
    """The child died; what it read before may be to blame."""


class _Child:
    """A process that reads PDFs, one after the other.

    Attributes:
        read: how many it was given.
        is_over: whether it can read no more.

    Raises:
        InputError: it does not start.
    """

    def __init__(self) -> None:
        self.read, self.is_over = 0, False
        self._is_late = False
        self._process = subprocess.Popen(
            child_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            cwd=os.path.abspath(os.sep),  # a folder that somebody works in stays free
            start_new_session=True,  # Ctrl-C is for who asked
        )
        self._input = cast(RawIOBase, self._process.stdin)
        self._output = BufferedReader(cast(RawIOBase, self._process.stdout))
        watch = self._watch(_START_SECONDS)
        try:
            kind, body = read_frame(self._output)
        except FrameError:
            kind, body = FAILED, b"it ends at once"
        finally:
            watch.cancel()
        if kind != READY:
            self.end()
            raise InputError(
                "is a PDF, and the process that reads PDFs does not start: "
                f"{body[:500].decode('utf-8', 'replace')}; see `{get_executable()} -c 'import "
                "pypdfium2'`"
            )

    def pages_of(self, content: bytes) -> PdfPages:
        """Return the pages of a PDF.

        Raises:
            InputError: it cannot be read.
        """
        self.read += 1
        self._is_late = False
        pages: list[PageCharacters] = []
        watch = self._watch(SECONDS)
        try:
            self._send(content)
            count = 0
            while True:
                kind, body = read_frame(self._output)
                if kind == PAGE:
                    pages.append(page_of(body))
                    count += len(pages[-1].codes)
                    self._check(len(pages), count)
                elif kind == DONE:
                    return PdfPages(pages, _texts(json_object(body)))
                elif kind == FAILED:
                    raise InputError(body.decode("utf-8", "replace"))
                else:
                    raise FrameError("another kind")
        except InputError:
            raise
        except (FrameError, OSError):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_END_SECONDS)  # its status says why
            self.end()
            raise self._death(len(pages) + 1) from None
        except BaseException:  # what it still sends would be taken for another's
            self.end()
            raise
        finally:
            watch.cancel()

    def _send(self, content: bytes) -> None:
        for number in (len(content), MOST_PAGES + 1):
            self._input.write(number.to_bytes(SIZES, "big"))
        left = memoryview(content)
        while left:
            left = left[self._input.write(left) :]

    def _check(self, pages: int, characters: int) -> None:
        """See that there are not too many pages. Raises InputError."""
        large = ""
        if pages > MOST_PAGES:
            large = f"has more than {MOST_PAGES:,} pages; give the pages of one article"
        if characters > MOST_CHARACTERS:
            large = f"has more than {MOST_CHARACTERS:,} characters on {pages:,} pages; split it"
        if large:
            self.end()
            raise InputError(large)

    def _death(self, page: int) -> InputError:
        """Return why it died at a page; _DiedError where it may do better with that page."""
        if self._is_late:
            why = f"takes PDFium more than {SECONDS:.0f} s, at page {page}"
            return InputError(f"is a PDF that {why}; {_REMEDY}")
        status = self._process.returncode
        if status == 1:
            why = f"takes PDFium more than {SECONDS_A_PAGE} s for page {page}"
            return InputError(f"is a PDF that {why}; {_REMEDY}")
        cause = "it wants" if status == NO_MEMORY else "it is damaged, or wants"
        why = f"ends PDFium at page {page} (status {status}): {cause} more than {size_text(MEMORY)}"
        return _DiedError(f"is a PDF that {why}; {_REMEDY}")

    def _watch(self, seconds: float) -> threading.Timer:
        """Return the running timer that ends the child then."""
        timer = threading.Timer(seconds, self._be_late)
        timer.daemon = True
        timer.start()
        return timer

    def _be_late(self) -> None:
        self._is_late = True
        self._process.kill()

    def end(self) -> None:
        """End the process."""
        self.is_over = True
        with suppress(OSError):
            self._process.kill()
        self.let_go()
        self._process.wait()

    def let_go(self) -> None:
        """Close what leads to the process, which ends when nobody has it any more."""
        self._input.close()
        self._output.close()

    def disown(self) -> None:
        """Leave the process to the one that this one was forked of."""
        self.let_go()
        self._process.returncode = 0


def _texts(values: dict[str, Any]) -> dict[str, str]:
    """Return values as texts, without halves of characters."""
    shown = ((name, str(value).encode("utf-8", "replace")) for name, value in values.items())
    return {name: text.decode() for name, text in shown}


_child: _Child | None = None
_lock = threading.Lock()


def _ready_child() -> _Child:
    global _child
    if _child is not None and not _child.is_over and _child.read >= MOST_READ:
        _child.end()
    if _child is None or _child.is_over:
        _child = _Child()
    return _child


def end_child() -> None:
    """End the child of this process."""
    global _child
    if _child is not None and not _child.is_over:
        _child.end()
    _child = None


def _forget_child() -> None:
    """Let a forked process have a child of its own, and not hold its parent's."""
    global _child, _lock
    if _child is not None:
        _child.disown()
    _child, _lock = None, threading.Lock()


def child_command() -> list[str]:
    """Return the command of the child, which imports from where this process does."""
    if getattr(sys, "frozen", False):
        raise InputError("is a PDF, which a frozen program cannot read; give its JATS or TEI")
    path = [os.path.abspath(folder) for folder in sys.path]
    code = f"import sys; sys.path[:] = {path!r}; from {__package__}.child import main; main()"
    return [os.fsdecode(get_executable() or sys.executable), "-c", code]


atexit.register(end_child)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_child)
