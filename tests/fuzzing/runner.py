"""Runs targets, each in a process of its own that is started again after an input that ended it."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.fuzzing.findings import adopt, found
from tests.fuzzing.tally import Tally

_MAX_DEATHS = 5  # of one target's processes in a run
_LEAST_SECONDS = 1
_START_SECONDS = 300  # to import, to load and to try the seeds
_MEMORY = Path("/dev/shm")
_LOG_LINES = 30


class Limits(NamedTuple):
    """What a target may take: seconds in all, seconds and megabytes for an input; and the seed."""

    seconds: int
    timeout: int
    memory: int
    seed: int


class Outcome(NamedTuple):
    """What became of a target.

    Attributes:
        target: its name.
        inputs: that were tried, seeds apart.
        accepted: how many of these were in order.
        seconds: that this took, starts apart.
        new: inputs that reached something new and are in the corpus since.
        findings: the files of all inputs that are kept.
        problem: why it could not be fuzzed to the end, else "".
    """

    target: str
    inputs: int
    accepted: int
    seconds: float
    new: int
    findings: list[Path]
    problem: str


def fuzz(target: str, folder: Path, limits: Limits) -> Outcome:
    """Fuzz a target; its corpus, findings and log are in its own folder below ``folder``."""
    own = folder / target
    corpus, findings, log = own / "corpus", own / "findings", own / "log"
    corpus.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    before = len(os.listdir(corpus))
    problem = ""
    lost = 0  # seconds, in inputs that ended their processes
    with _scratch() as scratch:
        tally = Tally(scratch / "tally")
        for death in range(_MAX_DEATHS):
            remaining = round(limits.seconds - tally.seconds - lost)
            if remaining < _LEAST_SECONDS:
                break
            artifacts = scratch / f"artifacts{death}"
            artifacts.mkdir()
            job = {
                "target": target,
                "corpus": str(corpus),
                "findings": str(findings),
                "tally": str(scratch / "tally"),
                "settings": {
                    "max_total_time": remaining,
                    "seed": limits.seed + death,
                    "timeout": limits.timeout,
                    "report_slow_units": limits.timeout,
                    "rss_limit_mb": limits.memory,
                    "artifact_prefix": f"{artifacts}/",
                    "print_final_stats": 1,
                },
            }
            problem = _run(job, scratch, log, remaining + limits.timeout + _START_SECONDS)
            for artifact in artifacts.iterdir():
                adopt(findings, artifact)
                problem = ""
                lost += limits.timeout
            tally = Tally(scratch / "tally")
            if problem:
                break
    new = len(os.listdir(corpus)) - before
    return Outcome(
        target, tally.inputs, tally.accepted, tally.seconds, new, found(findings), problem
    )


def _run(job: dict, scratch: Path, log: Path, most_seconds: int) -> str:
    """Run the process of a job; why it ended before its time, "" where it did not."""
    tests = Path(__file__).resolve().parents[1]
    places = [
        *map(str, (tests.parent, tests, tests / "helpers")),
        *filter(None, [os.environ.get("PYTHONPATH")]),
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(places),
        "TMPDIR": str(scratch),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(scratch / "hypothesis"),
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
    }
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzzing.worker", json.dumps(job)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            status = process.wait(most_seconds)
        except subprocess.TimeoutExpired:
            return f"did not end in {most_seconds} seconds; see {log}"
        finally:
            process.kill()
            process.wait()
    if status == 0:
        return ""
    last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:]
    return f"ended with status {status}; see {log}:\n" + "\n".join(f"    {line}" for line in last)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder for the files of the processes, in memory where there is some."""
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fuzzing", dir=place) as folder:
        yield Path(folder)
