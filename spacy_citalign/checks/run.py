"""Checks of a whole pipeline, from outside: a component that crashes or hangs is a finding."""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from spacy_citalign.checks.findings import BREAKS, NOT_APPLICABLE, Checked, Finding, Rule
from spacy_citalign.checks.worker import Request
from spacy_citalign.errors import SettingError

LIMIT = 120.0  # seconds a rule may take for one component
_LOADING_SECONDS = 600.0
_POLL_SECONDS, _LAST_SECONDS = 0.1, 1.0
_MOST_ENDS = 2  # crashes and hangs of one component
_CRASH = (
    "Run the component in a debugger on that input (python -X faulthandler shows where it "
    "stopped), and raise an exception instead of ending the process."
)
_HANG = "Bound every loop by the length of the Doc, and give up, with an error, after a limit."


def check_pipeline(
    request: Request,
    *,
    limit: float = LIMIT,
    note: Callable[[Checked], None] = lambda checked: None,
) -> list[Checked]:
    """Check the components of a pipeline by all rules, in a process of its own.

    Args:
        request: the pipeline, the components and the texts.
        limit: how many seconds a rule may take for one component before it counts as hanging.
        note: is given each component when all its rules are checked.

    Raises:
        SettingError: the pipeline cannot be loaded, or what was asked for is not there.
    """
    run = _Run(request, limit, note)
    while not run.finished:
        with tempfile.TemporaryFile() as errors:
            run.go_on(errors)
    return list(run.checked.values())


class _Run:
    """The findings so far, and the process that makes more of them."""

    def __init__(self, request: Request, limit: float, note: Callable[[Checked], None]) -> None:
        from spacy_citalign.checks.rules import chosen_rules

        self.request, self.limit, self.note = request, limit, note
        self.rules: list[Rule] = chosen_rules(request.rules)
        self.checked: dict[str, Checked] = {}
        self.finished = False
        self._ends: dict[str, int] = {}
        self._now: tuple[str, str] | None = None
        self._at, self._own = "", True

    def go_on(self, errors: IO[bytes]) -> None:
        """Start a process, and take what it finds until it ends, is killed, or is done."""
        done = [(one.component, one.rule) for c in self.checked.values() for one in c.findings]
        self._now, self._at, self._own = None, "", True
        worker = _Worker(self.request._replace(done=done), errors)
        try:
            self._listen(worker)
        finally:
            worker.kill()
        if not self.finished:
            self._ended(worker)

    def _listen(self, worker: "_Worker") -> None:
        deadline = time.monotonic() + _LOADING_SECONDS
        while (message := worker.message(deadline)) is not None:
            if "error" in message:
                raise SettingError(message["error"])
            if "components" in message:
                for one in message["components"]:
                    self.checked.setdefault(one["name"], Checked(**one, findings=[]))
            elif "begin" in message:
                self._now, self._at, self._own = tuple(message["begin"]), "", True
            elif "at" in message:
                self._at, self._own = message["at"], message["own"]
                continue  # the limit is that of the whole rule
            elif "finding" in message:
                self._add(Finding(*message["finding"]))
            else:
                self.finished = True
                return
            deadline = time.monotonic() + self.limit

    def _add(self, finding: Finding) -> None:
        one = self.checked[finding.component]
        one.findings.append(finding)
        if len(one.findings) == len(self.rules):
            self.note(one)

    def _ended(self, worker: "_Worker") -> None:
        """The process came to no end of its own: that is a finding of the rule that was checked."""
        if self._now is None:
            raise SettingError(f"the pipeline does not load: the process {worker.ending()}")
        name, rule = self._now
        where = f" {self._at}" if self._at else ""
        if worker.status is None:
            what, mend = f"it does not come back{where} within {self.limit:g} s", _HANG
        else:
            what, mend = f"the process {worker.ending()}{where}", _CRASH
        status = BREAKS if self._own else NOT_APPLICABLE
        self._add(Finding(name, rule, status, what, mend if self._own else ""))
        self._ends[name] = self._ends.get(name, 0) + 1
        if self._ends[name] >= _MOST_ENDS:
            known = {one.rule for one in self.checked[name].findings}
            for left in self.rules:
                if left.name not in known:
                    why = f"given up: it ended or hung {_MOST_ENDS} times"
                    self._add(Finding(name, left.name, NOT_APPLICABLE, why))
        self.finished = all(len(c.findings) == len(self.rules) for c in self.checked.values())


class _Worker:
    """A process of `worker.py`; ``status`` is its exit status, None where it had to be killed."""

    def __init__(self, request: Request, errors: IO[bytes]) -> None:
        self.status: int | None = None
        self._errors = errors
        self._process = subprocess.Popen(
            [sys.executable, "-m", "spacy_citalign.checks.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,  # its own workers end with it
        )
        self._messages: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        with suppress(BrokenPipeError):
            self._pipe_in().write(json.dumps(request._asdict()).encode() + b"\n")
            self._pipe_in().flush()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _pipe_in(self) -> IO[bytes]:
        stream = self._process.stdin
        if stream is None:
            raise RuntimeError("the process has no standard input")
        return stream

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._messages.put(json.loads(line))

    def message(self, deadline: float) -> dict[str, Any] | None:
        """The next message; None where the process has ended or the deadline is past."""
        while True:
            ended = self._process.poll()
            if ended is not None:
                self._reader.join(_LAST_SECONDS)  # what it said last may still be on its way
            try:
                return self._messages.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                if ended is not None:
                    self.status = ended
                    return None
                if time.monotonic() > deadline:
                    return None

    def kill(self) -> None:
        """End the process and those that it started."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._pipe_in().close()
        self._reader.join(_LAST_SECONDS)  # a process that left the group may keep the output open
        if self._process.stdout is not None and not self._reader.is_alive():
            self._process.stdout.close()

    def ending(self) -> str:
        """How the process ended, with the last line that it wrote."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", errors="replace").strip().splitlines()
        if self.status is None:
            how = "did not come back"
        elif self.status < 0:
            how = f"was ended by signal {-self.status}"
        else:
            how = f"ended with status {self.status}"
        return f"{how} ({lines[-1].strip()[:200]})" if lines else how
