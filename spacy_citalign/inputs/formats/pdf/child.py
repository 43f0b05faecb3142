"""The process that reads PDFs: what is started by ``process``, and ends with who started it.

It takes frames of PDFs, and answers each with frames of its pages. Nothing is started, unpickled or
written to the disk here; memory and the seconds of a page are bounded.
"""

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from ....errors import InputError, described, one_line
from .page_frames import DONE, FAILED, PAGE, READY, page_bytes, write_frame

SECONDS_A_PAGE = 20
MEMORY = 1 << 30  # bytes, beside what the process has when it is ready
NO_MEMORY = 3  # the exit status
UNREAD = "is a PDF that cannot be read: "
SIZES = 8  # bytes of the size of a PDF, and of how many pages are read


def main() -> None:
    """Read PDFs from standard input until it ends."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked is told
    source = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints is no answer
    try:
        import pypdfium2.raw  # noqa: F401

        from .characters import read_pages  # noqa: F401
    except Exception as error:
        write_frame(answers, FAILED, described(error).encode("utf-8", "replace"))
        return
    _bound()
    write_frame(answers, READY)
    with suppress(BrokenPipeError):  # who asked is gone
        while sizes := source.read(2 * SIZES):
            size, most_pages = (int.from_bytes(sizes[i : i + SIZES], "big") for i in (0, SIZES))
            content = source.read(size)
            if len(content) < size:
                return
            _answer(content, most_pages, answers)


def _answer(content: bytes, most_pages: int, answers: BinaryIO) -> None:
    """Write the pages of a PDF, or why there are none."""
    from .characters import PageCharacters, read_pages

    def each(page: PageCharacters) -> None:
        write_frame(answers, PAGE, page_bytes(page))
        _end_after(SECONDS_A_PAGE)

    _end_after(SECONDS_A_PAGE)
    try:
        _, metadata = read_pages(content, most_pages, each)
        write_frame(answers, DONE, json.dumps(metadata).encode())
    except MemoryError:
        os._exit(NO_MEMORY)
    except BrokenPipeError:
        raise
    except Exception as error:
        why = one_line(error) if isinstance(error, InputError) else f"{UNREAD}{described(error)}"
        write_frame(answers, FAILED, why.encode("utf-8", "replace"))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_after(seconds: float) -> None:
    """End the process then, whatever it does, unless this is called again."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.stderr)


def _bound() -> None:
    """Bound the memory of the process, where that can be done, and have it write no files."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    bounds = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    with suppress(OSError, ValueError):
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[0])
        bounds[resource.RLIMIT_AS] = pages * resource.getpagesize() + MEMORY
    for kind, bound in bounds.items():
        with suppress(OSError, ValueError):
            _, hard = resource.getrlimit(kind)
            if hard == resource.RLIM_INFINITY or bound < hard:
                resource.setrlimit(kind, (bound, bound))
