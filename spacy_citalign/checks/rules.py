"""The rules, in the order in which they are checked and numbered."""

from collections.abc import Sequence

from ..errors import SettingError
from . import annotating, construction, operations, repeating, saving, settings, streaming
from .findings import Rule

_GROUPS = (
    construction,
    annotating,
    repeating,
    streaming,
    operations,
    saving,
    settings,
)
RULES: list[Rule] = [
    value for group in _GROUPS for value in vars(group).values() if isinstance(value, Rule)
]


def chosen_rules(names: Sequence[str]) -> list[Rule]:
    """Return the rules of these names, in their own order; all of them without a name.

    Raises:
        SettingError: one is unknown.
    """
    known = [rule.name for rule in RULES]
    for name in names:
        if name not in known:
            raise SettingError(f"there is no rule {name!r}, there are: {', '.join(known)}")
    return [rule for rule in RULES if not names or rule.name in names]
