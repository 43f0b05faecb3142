"""Soak the commands: `python tests/soak.py --minutes 90`, in an environment with the package.

Commands run on invented inputs again and again, each with trouble: SIGKILL, SIGTERM, SIGHUP and
SIGINT at random moments, a worker that is killed, a full disk, a limit on the size of files, little
memory. Then the same command is given until it is done, and its outputs are compared, byte for
byte, with those of a run that nothing disturbed (of Parquet the rows). What is counted is printed,
also where the soak itself is ended by SIGTERM; the exit status is 1 where anything differed, was
left over, went on without its parent, or ended in a traceback.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

_TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(_TESTS.parent), str(_TESTS / "helpers")]

from tests.soak_commands import COMMANDS, PREPARED, Command, write_inputs, written  # noqa: E402

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
TROUBLES = (
    *("signal", "signal", "signal", "worker killed"),
    *("full disk", "large file", "little memory", "small promise"),
)
_MOST_RUNS = 12  # until a command has to be done
_MOST_SECONDS = 1200  # of a run
PATIENCE = 20  # seconds that workers have to see that their parent is gone
_DISK = 60_000  # bytes


class Soak:
    """Inputs, what undisturbed runs wrote, and the counts.

    Args:
        folder: for all files.
        chance: gives moments and troubles.
    """

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._chance = chance
        self.inputs = folder / "inputs"
        self.outputs = folder / "outputs"
        self._disk = folder / "disk"
        self.expected: dict[int, tuple[int, Mapping[str, bytes], float]] = {}
        self._process: subprocess.Popen[str] | None = None
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        write_inputs(self.inputs, chance)
        for rows, arguments in PREPARED:
            output = () if rows in arguments else ("-o", rows)
            self._run([*arguments, *output], self.inputs)

    def round(self, number: int) -> None:
        """Do one command with troubles, then until it is done, and compare."""
        command = COMMANDS[number]
        if number not in self.expected:
            self.expected[number] = self._undisturbed(command)
        status, files, seconds = self.expected[number]
        trouble = self._chance.choice(TROUBLES)
        with self._place(trouble == "full disk") as (folder, has_limit):
            said = self._disturb(command, folder, trouble, seconds, has_limit)
        self.check_orphans(f"{command} after {trouble}")
        found = self._until_done(command, status)
        if found != files:
            different = [name for name in files if found.get(name) != files[name]]
            self._fail(f"{command} after {trouble}: {different} differ", said)
        self.check_folder(f"{command} after {trouble}")
        self.counts[f"round of {command.name} with {trouble}"] += 1

    def summary(self, rounds: int, seconds: float) -> str:
        """Return what was counted, a line for each count, and a line of all in short."""
        kills = {name: self.counts[name] for name in (*(s.name for s in SIGNALS), "worker killed")}
        counts = [f"  {name}: {count}" for name, count in sorted(self.counts.items())]
        short = (
            f"after {seconds / 60:.0f} minutes: {rounds} rounds, {len(self.expected)} of "
            f"{len(COMMANDS)} command lines, {self.counts['runs']} runs, kills {kills}, "
            f"{len(self.failures)} failures"
        )
        return "\n".join([short, *counts])

    def stop(self) -> None:
        """End the command that runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _undisturbed(self, command: Command) -> tuple[int, Mapping[str, bytes], float]:
        self.clean()
        start = time.monotonic()
        status, said = self._run(command.line(self.outputs), self.inputs)
        files = written(command, self.outputs)
        if status not in (0, 1) or len(files) != len(command.outputs):
            self._fail(f"{command} undisturbed ended with {status}", said)
        return status, files, time.monotonic() - start

    def _disturb(
        self, command: Command, folder: Path, trouble: str, seconds: float, has_limit: bool
    ) -> str:
        """Run a command with a trouble, several times where it is a signal; what it said last."""
        line, said = command.line(folder), ""
        if trouble not in ("signal", "worker killed"):
            limit = self._limit(trouble) if has_limit else None
            promise = f"{self._chance.randint(1, 300)}M" if trouble == "small promise" else ""
            status, said = self._run(line, self.inputs, limit, promise)
            self.counts[f"status {status} by {trouble}"] += 1
            self._check_said(command, trouble, status, said)
            if status == 1:  # rows failed for want of memory, and the output is whole
                self.clean()
            return said
        for _ in range(self._chance.randint(1, 3)):
            process = self._started(line, self.inputs)
            number = self._chance.choice(SIGNALS)
            try:
                said = process.communicate(timeout=self._chance.uniform(0.2, seconds))[1]
            except subprocess.TimeoutExpired:
                victims = _children(process.pid) if trouble == "worker killed" else []
                if victims:
                    os.kill(self._chance.choice(victims), signal.SIGKILL)
                    self.counts["worker killed"] += 1
                else:
                    process.send_signal(number)
                    self.counts[number.name] += 1
                said = process.communicate(timeout=_MOST_SECONDS)[1]
                self._check_said(command, number.name, process.returncode, said)
                if victims and process.returncode == 1:  # a row failed with its worker
                    self.clean()
        return said

    def _until_done(self, command: Command, status: int) -> Mapping[str, bytes]:
        for _ in range(_MOST_RUNS):
            done, said = self._run(command.line(self.outputs), self.inputs)
            self.counts["runs to the end"] += 1
            if done == status:
                return written(command, self.outputs)
            self._fail(f"{command} cannot go on, status {done}", said)
        return {}

    def _limit(self, trouble: str) -> Callable[[], None] | None:
        if trouble == "small promise":
            return None
        if trouble == "little memory":
            size = self._chance.randint(300, 1600) << 20
            return lambda: _limited(resource.RLIMIT_AS, size)
        size = self._chance.randint(0, _DISK)
        return lambda: _limited(resource.RLIMIT_FSIZE, size)

    @contextmanager
    def _place(self, full: bool) -> Iterator[tuple[Path, bool]]:
        """Yield the folder of the outputs, for a full disk a small one; and whether to limit."""
        self.clean()
        if not full:
            yield self.outputs, True
            return
        self._disk.mkdir(exist_ok=True)
        size = self._chance.randint(4096, _DISK)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(self._disk)]
        if os.getuid() or subprocess.run(mount, capture_output=True).returncode:
            self.counts["no disk could be made, files limited"] += 1
            yield self.outputs, True
            return
        try:
            yield self._disk, False
            shutil.copytree(self._disk, self.outputs, dirs_exist_ok=True)
        finally:  # what was done goes on where there is room
            subprocess.run(["umount", str(self._disk)], check=True)

    def _run(
        self,
        line: Sequence[str],
        folder: Path,
        limit: Callable[[], None] | None = None,
        promise: str = "",
    ) -> tuple[int, str]:
        process = self._started(line, folder, limit, promise)
        said = process.communicate(timeout=_MOST_SECONDS)[1]
        self.counts["runs"] += 1
        return process.returncode, said

    def _started(
        self,
        line: Sequence[str],
        folder: Path,
        limit: Callable[[], None] | None = None,
        promise: str = "",
    ) -> "subprocess.Popen[str]":
        env = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "spacy_citalign", *line],
            cwd=folder,
            env=env | {"CITALIGN_MAX_MEMORY": promise or "free"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )
        return self._process

    def _check_said(self, command: Command, trouble: str, status: int, said: str) -> None:
        if "Traceback" in said or "should not happen" in said:
            self._fail(f"{command} by {trouble}, status {status}: it is not told clearly", said)

    def check_folder(self, what: str) -> None:
        left = [path.name for path in self.outputs.rglob(".*")]
        if left:
            self._fail(f"{what}: {sorted(left)} are left over")

    def check_orphans(self, what: str) -> None:
        """See that no process of a command lives on: all of them work in the inputs."""
        end = time.monotonic() + PATIENCE
        while left := _processes_in(self.inputs):
            if time.monotonic() > end:
                self._fail(f"{what}: {len(left)} processes live on")
                for process in left:
                    os.kill(process, signal.SIGKILL)
                return
            time.sleep(0.1)

    def clean(self) -> None:
        shutil.rmtree(self.outputs, ignore_errors=True)
        self.outputs.mkdir()

    def _fail(self, what: str, said: str = "") -> None:
        last = said.strip().splitlines()[-12:]
        self.failures.append("\n    ".join([what, *last]))
        print(f"FAILURE: {self.failures[-1]}", flush=True)


def _limited(which: int, size: int) -> None:
    resource.setrlimit(which, (size, size))
    if which == resource.RLIMIT_FSIZE:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _children(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(child) for child in text.split()]


def _processes_in(folder: Path) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state = (path / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            if state != "Z" and (path / "cwd").resolve() == folder.resolve():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def _ended(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Soak for some minutes, and print the counts."""
    parser = argparse.ArgumentParser(prog="python tests/soak.py", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin, rounds, ended = time.monotonic(), 0, "done"
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(Path(folder), random.Random(options.seed))
        signal.signal(signal.SIGTERM, _ended)
        try:
            while time.monotonic() < begin + 60 * options.minutes:
                soak.round(rounds % len(COMMANDS))
                rounds += 1
                if rounds % 10 == 0:
                    print(f"{rounds} rounds, {len(soak.failures)} failures", flush=True)
        except KeyboardInterrupt:
            ended = "ended early"
        finally:
            soak.stop()
            print(f"{ended} {soak.summary(rounds, time.monotonic() - begin)}", flush=True)
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
