"""One target in a process of its own: `python -m tests.fuzzing.worker JOB`, a job being JSON.

What ``check`` raises is kept and the work goes on; what ends the process is for the runner.
"""

import json
import os
import sys
import time
import traceback
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import atheris

from tests.fuzzing.findings import keep
from tests.fuzzing.limits import limit_addresses
from tests.fuzzing.tally import Tally
from tests.fuzzing.target import Target, accepts, scratch

_HEADROOM = 1024  # megabytes of addresses beyond the memory, which libFuzzer watches


class Trial:
    """Gives inputs to a target, counts them and keeps what is found."""

    def __init__(self, target: Target, tally: Tally, findings: Path) -> None:
        self._target, self._tally, self._findings = target, tally, findings
        self._since: float | None = None
        self._before = tally.seconds
        self._log = sys.__stderr__

    def one(self, data: bytes) -> None:
        """Try an input."""
        tally = self._tally
        if self._since is not None:
            tally.inputs += 1
            tally.seconds = self._before + time.perf_counter() - self._since
            tally.write()
        try:
            good = accepts(self._target, data)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if keep(self._findings, self._target.name, data, error):
                self._log.write(f"found: {type(error).__name__}: {error}\n")
            return
        if good and self._since is not None:
            tally.accepted += 1

    def mutated(self, data: bytes, most: int, seed: int) -> bytes:
        """An input made of another. The first of them ends the seeds."""
        if self._since is None:
            self._since = time.perf_counter()
        if self._target.mutate is None:
            return atheris.Mutate(data, most)
        try:
            return self._target.mutate(data, most, seed, atheris.Mutate)
        except Exception:
            traceback.print_exc(file=self._log)
            raise


def main(job: dict[str, Any]) -> None:
    """Fuzz until the time is over."""
    warnings.simplefilter("ignore")
    findings = Path(job["findings"])
    with atheris.instrument_imports(include=["spacy_citalign"]):
        from tests.fuzzing.targets import find_target

        target = find_target(job["target"])
        trial = Trial(target, Tally(Path(job["tally"])), findings)
        seeds = list(target.seeds())
        for data in seeds:  # so that what functions import is imported, and guides too
            trial.one(data)
    arguments = [
        *(f"-{name}={value}" for name, value in job["settings"].items()),
        f"-max_len={max(target.most_bytes, *map(len, seeds))}",
        *_dictionary(target),
        job["corpus"],
        str(_seed_folder(seeds)),
    ]
    limit_addresses(int(job["settings"]["rss_limit_mb"]) + _HEADROOM)
    atheris.Setup([sys.argv[0], *arguments], trial.one, custom_mutator=trial.mutated)
    atheris.Fuzz()


def _dictionary(target: Target) -> list[str]:
    """The argument for the target's words, if it has any, as libFuzzer reads them."""
    path = scratch() / "words.dict"
    lines = ("".join(f"\\x{byte:02x}" for byte in word) for word in target.words)
    path.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
    return [f"-dict={path}"] if target.words else []


def _seed_folder(seeds: list[bytes]) -> Path:
    folder = scratch() / "seeds"
    folder.mkdir()
    for number, data in enumerate(seeds):
        (folder / f"{number:04d}").write_bytes(data)
    return folder


if __name__ == "__main__":
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        main(json.loads(sys.argv[1]))  # what targets say of each input would fill the disk
