"""Findings as a person reads them, a table and the broken rules, and as JSON."""

from collections.abc import Sequence
from typing import Any

from ..app.report.table import plain_table
from .findings import BREAKS, HOLDS, NOT_APPLICABLE, ComponentReport, Rule

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
                "findings": [finding.as_dict() for finding in report.findings],
            }
            for report in reports
        ],
    }
