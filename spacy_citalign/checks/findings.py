"""Rules, the exceptions by which they say what they find, and the findings of a run."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

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

    def as_dict(self) -> dict[str, Any]:
        """Return the finding for JSON, without the component's name."""
        return {
            "rule": self.rule,
            "status": self.status,
            "what": self.message,
            "mend": self.remedy,
            "seconds": self.seconds,
        }


class ComponentReport(NamedTuple):
    """A component and its findings, one for each rule."""

    name: str
    factory: str
    module: str
    findings: list[Finding]

    def count(self, status: str) -> int:
        """Return how many rules have that status."""
        return sum(finding.status == status for finding in self.findings)
