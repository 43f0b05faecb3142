"""Signals that end a process like Ctrl-C, and those that compiled code loses."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def _handled(
    numbers: Iterable[int], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """Handle signals otherwise within a block."""
    before = {number: signal.getsignal(number) for number in numbers}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)


@contextmanager
def noticed_interrupts() -> Iterator[Callable[[], None]]:
    """Yield a function that raises KeyboardInterrupt where one came in the block and was lost.

    Compiled code may take Ctrl-C for an error of its own: numpy turns one that comes while it
    compares types into a TypeError. Whoever catches errors calls the function before going on.
    SIGTERM and SIGHUP are noticed as well where they end a command like Ctrl-C.
    """
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    def check() -> None:
        if interrupted:
            raise KeyboardInterrupt

    usual = {signal.SIGINT: signal.default_int_handler} | dict.fromkeys(_ENDING, _interrupt)
    in_main = threading.current_thread() is threading.main_thread()
    watched = [number for number in usual if in_main and signal.getsignal(number) is usual[number]]
    with _handled(watched, interrupt):
        yield check


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Let what ends a process end the block like Ctrl-C: schedulers, containers, a closed terminal.

    A signal that is ignored, as nohup has it, stays ignored.
    """
    in_main = threading.current_thread() is threading.main_thread()
    taken = [n for n in _ENDING if in_main and signal.getsignal(n) is not signal.SIG_IGN]
    with _handled(taken, _interrupt):
        yield
