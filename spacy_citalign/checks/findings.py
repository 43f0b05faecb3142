"""Rules, the exceptions by which they say what they find, and the findings of a run."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ..app.report.table import plain_table
from ..errors import described

if TYPE_CHECKING:
    from .under_test import ComponentUnderTest


HOLDS, BREAKS, NOT_APPLICABLE = "holds", "breaks", "not applicable"


class Rule(NamedTuple):
    """A promise that every component should keep.

    Attributes:
        name: one word.
        promise: one line.
        remedy: advice for the author of a component that breaks it.
        check: returns where the rule holds, and raises BrokenError or NotApplicableError where not.
            What else it raises is an error of the component, and breaks the rule too.
    """

    name: str
    promise: str
    remedy: str
    check: "Callable[[ComponentUnderTest], None]"


def rule(
    name: str, promise: str, remedy: str
) -> "Callable[[Callable[[ComponentUnderTest], None]], Rule]":
    """Make a rule of the function that checks it."""
    return lambda check: Rule(name, promise, remedy, check)


class BrokenError(Exception):
    """A rule does not hold; the message says what happened.

    Attributes:
        remedy: better advice than the rule's own; ``""`` where there is none.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class NotApplicableError(Exception):
    """A rule says nothing about this component; the message says why."""


@contextmanager
def errors_as(kind: type[BrokenError | NotApplicableError], what: str) -> Iterator[None]:
    """Raise any error of the block, which may be anybody's, as one of a rule: what, and the error.

    Those of rules stay as they are.
    """
    try:
        yield
    except (BrokenError, NotApplicableError):
        raise
    except Exception as error:
        raise kind(f"{what} {described(error)}") from error


class Finding(NamedTuple):
    """The outcome of one rule for one component.

    Attributes:
        component: its name in the pipeline.
        rule: the name of the rule.
        status: ``HOLDS``, ``BREAKS`` or ``NOT_APPLICABLE``.
        message: what happened, or why the rule is not applicable; ``""`` where it holds.
        remedy: advice where it breaks, else ``""``.
        seconds: how long the rule took.
    """

    component: str
    rule: str
    status: str
    message: str = ""
    remedy: str = ""
    seconds: float = 0.0


class ComponentReport(NamedTuple):
    """A component and its findings, one for each rule."""

    name: str
    factory: str
    module: str
    findings: list[Finding]

    def count(self, status: str) -> int:
        """Return how many rules have that status."""
        return sum(finding.status == status for finding in self.findings)


_KEYS = ("rule", "status", "what", "mend", "seconds")  # of a finding, but its component
_CELLS = {HOLDS: "ok", BREAKS: "NO", NOT_APPLICABLE: "-"}


def table(reports: Sequence[ComponentReport], rules: Sequence[Rule]) -> str:
    """Return a row a component and a column a rule, by its number; below it the rules."""
    head = ["component", *(str(number) for number in range(1, len(rules) + 1))]
    rows = [
        [report.name, *(_CELLS[finding.status] for finding in report.findings)]
        for report in reports
    ]
    lines = [plain_table(head, rows), "", "ok holds, NO breaks, - not applicable"]
    width = max(len(rule.name) for rule in rules)
    lines += [
        f"{number:2d} {rule.name.ljust(width)}  {rule.promise}"
        for number, rule in enumerate(rules, 1)
    ]
    return "\n".join(lines)


def not_applicable(reports: Sequence[ComponentReport]) -> list[str]:
    """Return a line for each reason why a rule is not applicable, with the rules that share it."""
    lines = []
    for report in reports:
        reasons: dict[str, list[str]] = {}
        for finding in report.findings:
            if finding.status == NOT_APPLICABLE:
                reasons.setdefault(finding.message, []).append(finding.rule)
        lines += [f"{report.name}, {', '.join(names)}: {why}" for why, names in reasons.items()]
    return lines


def broken_rules(reports: Sequence[ComponentReport]) -> list[str]:
    """Return three lines for each rule that breaks: which, what happened, and how to mend it."""
    lines = []
    for report in reports:
        for finding in report.findings:
            if finding.status == BREAKS:
                lines += [
                    f"{report.name} breaks {finding.rule}",
                    f"  what: {finding.message}",
                    f"  mend: {finding.remedy}",
                ]
    return lines


def as_json(reports: Sequence[ComponentReport], rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the rules and the findings of each component, for JSON."""
    return {
        "holds": not any(report.count(BREAKS) for report in reports),
        "rules": [{"name": rule.name, "promise": rule.promise} for rule in rules],
        "components": [
            {
                "name": report.name,
                "factory": report.factory,
                "module": report.module,
                "findings": [dict(zip(_KEYS, one[1:], strict=True)) for one in report.findings],
            }
            for report in reports
        ],
    }
