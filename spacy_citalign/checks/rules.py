"""The rules, in the order in which they are checked and numbered."""

from collections.abc import Sequence

from spacy_citalign.checks import annotating, construction, repeating, saving, streaming
from spacy_citalign.checks.findings import Rule
from spacy_citalign.errors import SettingError

_NAMED = {
    rule.name: rule
    for group in (construction, annotating, repeating, streaming, saving)
    for rule in group.RULES
}
RULES: list[Rule] = [
    _NAMED[name]
    for name in (
        "found",
        "built",
        "unfitted",
        "quiet",
        "texts",
        "offsets",
        "declared",
        "batches",
        "again",
        "threads",
        "processes",
        "faults",
        "docs",
        "saved",
        "pickle",
    )
]


def chosen_rules(names: Sequence[str]) -> list[Rule]:
    """The rules of these names, in their own order; all of them without a name.

    Raises SettingError where one is unknown.
    """
    unknown = [name for name in names if name not in _NAMED]
    if unknown:
        raise SettingError(
            f"there is no rule {unknown[0]!r}, there are: {', '.join(rule.name for rule in RULES)}"
        )
    return [rule for rule in RULES if not names or rule.name in names]
