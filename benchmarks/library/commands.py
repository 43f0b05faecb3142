"""Runs of the command line that are timed, each in a process of its own."""

import os
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from ..common import ONE_THREAD

_LOAD = "import spacy; spacy.load('spacy_citalign')"


class Run(NamedTuple):
    """A process: its seconds, those of processors that it used, and what it printed."""

    seconds: float
    processor: float
    output: str


def citalign(*arguments: object, core: int | None = None) -> Run:
    """Run `citalign`.

    Args:
        arguments: of the command line.
        core: that it is kept on; None leaves it free.
    """
    return _timed([sys.executable, "-m", "spacy_citalign", *map(str, arguments)], core)


def load(core: int | None = None) -> Run:
    """Run Python that imports spaCy and loads the pipeline that ships, and does nothing else."""
    return _timed([sys.executable, "-c", _LOAD], core)


def _timed(command: list[str], core: int | None) -> Run:
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    start, used = time.perf_counter(), _processor()
    done = subprocess.run(
        command, env=os.environ | ONE_THREAD, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-2_000:]}")
    return Run(seconds, _processor() - used, done.stdout)


def _processor() -> float:
    """The seconds of processors that processes used which this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
