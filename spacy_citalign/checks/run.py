"""Checks of a whole pipeline, from outside: a component that crashes or hangs is a finding."""

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from ..errors import SettingError
from .findings import BREAKS, NOT_APPLICABLE, ComponentReport, Finding, Rule
from .worker import Request, serve

LIMIT = 120.0  # seconds a rule may take for one component
_LOADING_SECONDS = 600.0
_LAST_SECONDS = 1.0
_MAX_FAILURES = 2  # crashes and hangs of one component
_CRASH = (
    "Run the component in a debugger on that input (python -X faulthandler shows where it "
    "stopped), and raise an exception instead of ending the process."
)
_HANG = "Bound every loop by the length of the Doc, and give up, with an error, after a limit."


def check_pipeline(
    request: Request,
    *,
    limit: float = LIMIT,
    on_report: Callable[[ComponentReport], None] = lambda report: None,
) -> list[ComponentReport]:
    """Check the components of a pipeline by all rules, in a process of its own.

    Args:
        request: the pipeline, the components and the texts.
        limit: how many seconds a rule may take for one component before it counts as hanging.
        on_report: is given each component when all its rules are checked.

    Returns:
        A report for each component, in the order of the pipeline.

    Raises:
        SettingError: the pipeline cannot be loaded, or what was asked for is not there.
    """
    run = _Run(request, limit, on_report)
    while not run.finished:
        with tempfile.TemporaryDirectory() as folder:
            run.check_until_end(Path(folder, "errors"))
    return list(run.reports.values())


class _Run:
    """The findings so far, and the process that makes more of them."""

    def __init__(
        self, request: Request, limit: float, on_report: Callable[[ComponentReport], None]
    ) -> None:
        from .rules import chosen_rules

        self.request, self.limit, self.on_report = request, limit, on_report
        self.rules: list[Rule] = chosen_rules(request.rules)
        self.reports: dict[str, ComponentReport] = {}
        self.finished = False
        self._failures: dict[str, int] = {}

    def check_until_end(self, errors: Path) -> None:
        """Start a process, and take its findings until it ends, is killed, or has made all.

        Args:
            errors: a new file for what the process prints.

        Raises:
            SettingError: the pipeline cannot be loaded.
        """
        done = [
            (finding.component, finding.rule)
            for report in self.reports.values()
            for finding in report.findings
        ]
        # What the process is doing: component and rule, on which input, and whether the component
        # itself is at work.
        self._checking: tuple[str, str] | None = None
        self._activity, self._by_component = "", True
        worker = _Worker(self.request._replace(done=done), errors)
        try:
            self._collect(worker)
        finally:
            worker.kill()
        if not self.finished:
            self._add_failure(worker)

    def _collect(self, worker: "_Worker") -> None:
        deadline = time.monotonic() + _LOADING_SECONDS
        while (message := worker.message(deadline)) is not None:
            if "error" in message:
                raise SettingError(message["error"])
            if "components" in message:
                for component in message["components"]:
                    report = ComponentReport(**component, findings=[])
                    self.reports.setdefault(report.name, report)
            elif "begin" in message:
                self._checking = tuple(message["begin"])
                self._activity, self._by_component = "", True
            elif "activity" in message:
                self._activity = message["activity"]
                self._by_component = message["by_component"]
                continue  # the limit is that of the whole rule
            elif "finding" in message:
                self._add(Finding(*message["finding"]))
            else:
                self.finished = True
                return
            deadline = time.monotonic() + self.limit

    def _add(self, finding: Finding) -> None:
        report = self.reports[finding.component]
        report.findings.append(finding)
        if len(report.findings) == len(self.rules):
            self.on_report(report)

    def _add_failure(self, worker: "_Worker") -> None:
        """Add the finding that the process crashed or hung in the rule that was checked.

        A component that did so several times is given up: its other rules are not applicable.
        """
        if self._checking is None:
            raise SettingError(f"the pipeline does not load: the process {worker.ending()}")
        name, rule = self._checking
        where = f" {self._activity}" if self._activity else ""
        if worker.status is None:
            message, remedy = f"it does not come back{where} within {self.limit:g} s", _HANG
        else:
            message, remedy = f"the process {worker.ending()}{where}", _CRASH
        if self._by_component:
            self._add(Finding(name, rule, BREAKS, message, remedy))
        else:
            self._add(Finding(name, rule, NOT_APPLICABLE, message))
        self._failures[name] = self._failures.get(name, 0) + 1
        if self._failures[name] >= _MAX_FAILURES:
            checked = {finding.rule for finding in self.reports[name].findings}
            reason = f"given up: it ended or hung {_MAX_FAILURES} times"
            for rest in self.rules:
                if rest.name not in checked:
                    self._add(Finding(name, rest.name, NOT_APPLICABLE, reason))
        self.finished = all(
            len(report.findings) == len(self.rules) for report in self.reports.values()
        )


class _Worker:
    """A process of `worker.py`.

    Attributes:
        status: its exit status; None while it runs, and where it had to be killed.
    """

    def __init__(self, request: Request, errors: Path) -> None:
        self.status: int | None = None
        self._errors = errors
        context = multiprocessing.get_context("spawn")
        self._messages, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=serve, args=(request, theirs, str(errors)))
        self._process.start()
        theirs.close()

    def message(self, deadline: float) -> dict[str, Any] | None:
        """Return the next message; None where the process has ended or the deadline is past.

        The end of its messages will not do: processes that it started may keep the pipe open.

        Args:
            deadline: seconds of ``time.monotonic``.
        """
        left = max(0.0, deadline - time.monotonic())
        ready = wait([self._messages, self._process.sentinel], left)
        with suppress(EOFError, OSError):
            if self._messages.poll():
                message: dict[str, Any] = self._messages.recv()
                return message
        if ready:
            self._process.join(_LAST_SECONDS)
            self.status = self._process.exitcode
        return None

    def kill(self) -> None:
        """End the process and those that it started."""
        if hasattr(os, "killpg") and self._process.pid:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._messages.close()

    def ending(self) -> str:
        """Return how the process ended, with the last line that it wrote."""
        written = self._errors.read_text(encoding="utf-8", errors="replace")
        lines = written.strip().splitlines()
        if self.status is None:
            ending = "did not come back"
        elif self.status < 0:
            ending = f"was ended by signal {-self.status}"
        else:
            ending = f"ended with status {self.status}"
        return f"{ending} ({lines[-1].strip()[:200]})" if lines else ending
