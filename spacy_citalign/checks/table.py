"""Findings as a person reads them: a table, the rules, and what to mend."""

from collections.abc import Sequence
from typing import Any

from spacy_citalign.checks.findings import BREAKS, HOLDS, NOT_APPLICABLE, Checked, Rule
from spacy_citalign.report.table import plain_table

_CELLS = {HOLDS: "ok", BREAKS: "NO", NOT_APPLICABLE: "-"}


def table(checked: Sequence[Checked], rules: Sequence[Rule]) -> str:
    """A row a component and a column a rule, by its number; below it the rules."""
    head = ["component", *(str(number) for number in range(1, len(rules) + 1))]
    rows = [[one.name, *(_CELLS[finding.status] for finding in one.findings)] for one in checked]
    lines = [plain_table(head, rows), "", "ok holds, NO breaks, - not applicable"]
    width = max(len(rule.name) for rule in rules)
    lines += [
        f"{number:2d} {rule.name.ljust(width)}  {rule.promise}"
        for number, rule in enumerate(rules, 1)
    ]
    return "\n".join(lines)


def left_out(checked: Sequence[Checked]) -> list[str]:
    """A line for each reason why a rule is not applicable, with the rules that share it."""
    lines = []
    for one in checked:
        reasons: dict[str, list[str]] = {}
        for finding in one.findings:
            if finding.status == NOT_APPLICABLE:
                reasons.setdefault(finding.what, []).append(finding.rule)
        lines += [f"{one.name}, {', '.join(names)}: {why}" for why, names in reasons.items()]
    return lines


def breaks(checked: Sequence[Checked]) -> list[str]:
    """Three lines for each rule that breaks: which, what happened, and how to mend it."""
    lines = []
    for one in checked:
        for finding in one.findings:
            if finding.status == BREAKS:
                lines += [
                    f"{one.name} breaks {finding.rule}",
                    f"  what: {finding.what}",
                    f"  mend: {finding.mend}",
                ]
    return lines


def as_json(checked: Sequence[Checked], rules: Sequence[Rule]) -> dict[str, Any]:
    """The rules and the findings of each component, for JSON."""
    return {
        "holds": not any(one.count(BREAKS) for one in checked),
        "rules": [{"name": rule.name, "promise": rule.promise} for rule in rules],
        "components": [
            {
                "name": one.name,
                "factory": one.factory,
                "module": one.module,
                "findings": [finding.as_dict() for finding in one.findings],
            }
            for one in checked
        ],
    }
