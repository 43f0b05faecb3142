"""What a rule is, how it says what it found, and the findings of a run."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from spacy_citalign.checks.subject import Subject

HOLDS, BREAKS, NOT_APPLICABLE = "holds", "breaks", "not applicable"


class BrokenError(Exception):
    """A rule does not hold; the message says what happened.

    ``mend`` is better advice than the rule's own, where there is some.
    """

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(what)
        self.mend = mend


class NotApplicableError(Exception):
    """A rule says nothing about this component; the message says why."""


class Rule(NamedTuple):
    """A promise that every component should keep.

    ``check`` returns where the rule holds, and raises BrokenError or NotApplicableError where not.
    What else it raises is an error of the component, and breaks the rule too.
    """

    name: str
    promise: str  # one line
    mend: str  # for the author of a component that breaks it
    check: "Callable[[Subject], None]"


class Finding(NamedTuple):
    """What came of one rule for one component; ``what`` and ``mend`` are empty where it holds.

    ``seconds`` is how long the rule took.
    """

    component: str
    rule: str
    status: str
    what: str = ""
    mend: str = ""
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The finding for JSON, without the component's name."""
        row = self._asdict()
        del row["component"]
        return row


class Checked(NamedTuple):
    """One component and its findings, a finding for each rule."""

    name: str
    factory: str
    module: str
    findings: list[Finding]

    def count(self, status: str) -> int:
        """How many rules have that status."""
        return sum(finding.status == status for finding in self.findings)
