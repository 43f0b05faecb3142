"""Soak the commands: `python tests/soak.py --minutes 30`, in an environment with the package.

Commands run on invented articles again and again, each with trouble: SIGKILL, SIGTERM and SIGHUP at
random moments, a full disk, little memory. Then the same command is given until it is done, and its
outputs are compared, byte for byte, with those of a run that nothing disturbed. What is counted is
printed; the exit status is 1 where anything differed, was left over or ended in a traceback.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

from jats_files import cite, citing, jats, section

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
TROUBLES = ("signal", "signal", "signal", "full disk", "large file", "little memory")
_MOST_RUNS = 12  # until a command has to be done
_MOST_SECONDS = 300  # of a run
_ANIMALS = "frogs newts toads otters herons beetles p53 Chk1 BRCA1 TNF".split()
_DEEDS = "bind inhibit wake phosphorylate watch eat activate need".split()
_DISK = 60_000  # bytes


class Command(NamedTuple):
    """A command: its name, its arguments, and the names of what it writes, the first one by -o."""

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...]


COMMANDS = (
    Command("annotate", ("texts.jsonl", "--n-process", "1"), ("out.jsonl",)),
    Command("annotate", ("texts.jsonl", "--n-process", "2", "--tokens"), ("out.jsonl",)),
    Command("citances", ("articles",), ("out.jsonl",)),
    Command("align", ("groups.jsonl", "--n-process", "1"), ("out.jsonl",)),
    Command("align", ("groups.jsonl", "--n-process", "2"), ("out.jsonl",)),
    Command("report", ("articles",), ("out.html", "out.jsonl")),
    Command("evidence", ("articles", "--cited", "cited.xml"), ("out.jsonl",)),
    Command("export", ("aligned.jsonl",), ("out.csv", "out.statements.csv")),
)


class Soak:
    """Inputs, what undisturbed runs wrote, and the counts.

    Args:
        folder: for all files.
        chance: gives moments and troubles.
    """

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._chance = chance
        self._inputs = folder / "inputs"
        self._outputs = folder / "outputs"
        self._disk = folder / "disk"
        self._expected: dict[int, tuple[int, dict[str, bytes], float]] = {}
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        write_inputs(self._inputs, chance)
        for rows, arguments in (
            ("groups.jsonl", ["citances", "articles"]),
            ("aligned.jsonl", ["align", "groups.jsonl"]),
        ):
            self._run([*arguments, "-o", rows], self._inputs)

    def round(self, number: int) -> None:
        """Do one command with troubles, then until it is done, and compare."""
        command = COMMANDS[number]
        if number not in self._expected:
            self._expected[number] = self._undisturbed(command)
        status, files, seconds = self._expected[number]
        trouble = self._chance.choice(TROUBLES)
        self.counts[f"{command.name}: {trouble}"] += 1
        with self._place(trouble == "full disk") as (folder, has_limit):
            said = self._disturb(command, folder, trouble, seconds, has_limit)
        found = self._until_done(command, status)
        if found != files:
            different = [name for name in files if found.get(name) != files[name]]
            self._fail(f"{command} after {trouble}: {different} differ", said)
        self._check_folder(command, f"{command} after {trouble}")

    def _undisturbed(self, command: Command) -> tuple[int, dict[str, bytes], float]:
        self._clean()
        start = time.monotonic()
        status, said = self._run(self._line(command, self._outputs), self._inputs)
        if status not in (0, 1):
            self._fail(f"{command} undisturbed ended with {status}", said)
        return status, self._written(command, self._outputs), time.monotonic() - start

    def _disturb(
        self, command: Command, folder: Path, trouble: str, seconds: float, has_limit: bool
    ) -> str:
        """Run a command with a trouble, several times where it is a signal; what it said last."""
        line, said = self._line(command, folder), ""
        if trouble != "signal":
            limit = self._limit(trouble) if has_limit else None
            status, said = self._run(line, self._inputs, limit)
            self.counts[f"status {status} by {trouble}"] += 1
            self._check_said(command, trouble, status, said)
            if status == 1:  # rows failed for want of memory, and the output is whole
                self._clean()
            return said
        for _ in range(self._chance.randint(1, 4)):
            process = self._started(line, self._inputs, None)
            number = self._chance.choice(SIGNALS)
            try:
                said = process.communicate(timeout=self._chance.uniform(0.2, seconds))[1]
            except subprocess.TimeoutExpired:
                process.send_signal(number)
                said = process.communicate(timeout=_MOST_SECONDS)[1]
                self.counts[number.name] += 1
                self._check_said(command, number.name, process.returncode, said)
        return said

    def _until_done(self, command: Command, status: int) -> dict[str, bytes]:
        for _ in range(_MOST_RUNS):
            done, said = self._run(self._line(command, self._outputs), self._inputs)
            self.counts["runs to the end"] += 1
            if done == status:
                return self._written(command, self._outputs)
            self._fail(f"{command} cannot go on, status {done}", said)
        return {}

    def _limit(self, trouble: str) -> Callable[[], None]:
        if trouble == "large file":
            size = self._chance.randint(0, 80_000)
            return lambda: _limited(resource.RLIMIT_FSIZE, size)
        size = self._chance.randint(300, 1600) << 20
        return lambda: _limited(resource.RLIMIT_AS, size)

    @contextmanager
    def _place(self, full: bool) -> Iterator[tuple[Path, bool]]:
        """Yield the folder of the outputs, for a full disk a small one; and whether to limit."""
        self._clean()
        if not full:
            yield self._outputs, True
            return
        self._disk.mkdir(exist_ok=True)
        size = self._chance.randint(4096, _DISK)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(self._disk)]
        if os.getuid() or subprocess.run(mount, capture_output=True).returncode:
            yield self._outputs, True  # a limit on the size of files is the next best
            return
        try:
            yield self._disk, False
            for path in self._disk.iterdir():  # what was done goes on where there is room
                shutil.copy2(path, self._outputs)
        finally:
            subprocess.run(["umount", str(self._disk)], check=True)

    def _line(self, command: Command, folder: Path) -> list[str]:
        return [command.name, *command.arguments, "-o", str(folder / command.outputs[0])]

    def _run(
        self, line: Sequence[str], folder: Path, limit: Callable[[], None] | None = None
    ) -> tuple[int, str]:
        process = self._started(line, folder, limit)
        said = process.communicate(timeout=_MOST_SECONDS)[1]
        self.counts["runs"] += 1
        return process.returncode, said

    def _started(
        self, line: Sequence[str], folder: Path, limit: Callable[[], None] | None
    ) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "spacy_citalign", *line],
            cwd=folder,
            env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )

    def _written(self, command: Command, folder: Path) -> dict[str, bytes]:
        paths = [folder / name for name in command.outputs]
        return {path.name: path.read_bytes() for path in paths if path.exists()}

    def _check_said(self, command: Command, trouble: str, status: int, said: str) -> None:
        if "Traceback" in said or "should not happen" in said:
            self._fail(f"{command} by {trouble}, status {status}: it is not told clearly", said)

    def _check_folder(self, command: Command, what: str) -> None:
        left = {path.name for path in self._outputs.iterdir()} - {*command.outputs}
        left = {name for name in left if name.startswith(".")}
        if left:
            self._fail(f"{what}: {sorted(left)} are left over")

    def _clean(self) -> None:
        shutil.rmtree(self._outputs, ignore_errors=True)
        self._outputs.mkdir()

    def _fail(self, what: str, said: str = "") -> None:
        last = said.strip().splitlines()[-12:]
        self.failures.append("\n    ".join([what, *last]))
        print(f"FAILURE: {self.failures[-1]}", flush=True)


def write_inputs(folder: Path, chance: random.Random) -> None:
    """Write articles that cite each other's works, the cited article, and texts."""
    folder.mkdir()
    (folder / "articles").mkdir()
    for number in range(24):
        marks = [f"r{1 + place % 3}" for place in range(18)]
        sentences = [citing(mark, _sentence(chance)) for mark in marks]
        sentences.insert(3, f"This was seen before ({cite('r1', 'Yan, 2004')}).")
        body = section("Results", " ".join(sentences[:9]), " ".join(sentences[9:]))
        (folder / "articles" / f"{number}.xml").write_bytes(jats(body, pmid=str(900 + number)))
    cited = jats(section("Results", *(_sentence(chance) for _ in range(40))), pmid="11")
    (folder / "cited.xml").write_bytes(cited)
    rows = [" ".join(_sentence(chance) for _ in range(chance.randint(1, 8))) for _ in range(400)]
    lines = [f'{{"id": {number}, "text": "{text}"}}\n' for number, text in enumerate(rows)]
    (folder / "texts.jsonl").write_text("".join(lines), encoding="utf-8")


def _sentence(chance: random.Random) -> str:
    first, second, third = chance.sample(_ANIMALS, 3)
    deed, other = chance.sample(_DEEDS, 2)
    ponds = chance.randint(2, 90)
    return f"We found that {first} {deed} {second} and {other} {third} in {ponds} ponds."


def _limited(which: int, size: int) -> None:
    resource.setrlimit(which, (size, size))
    if which == resource.RLIMIT_FSIZE:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def main() -> int:
    """Soak for some minutes, and print the counts."""
    parser = argparse.ArgumentParser(prog="python tests/soak.py", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        chance = random.Random(options.seed)
        soak = Soak(Path(folder), chance)
        rounds = 0
        while time.monotonic() < end:
            soak.round(rounds % len(COMMANDS))
            rounds += 1
            if rounds % 10 == 0:
                print(f"{rounds} rounds, {len(soak.failures)} failures", flush=True)
    print(f"{rounds} rounds, {len(soak.failures)} failures")
    for name, count in sorted(soak.counts.items()):
        print(f"  {name}: {count}")
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
