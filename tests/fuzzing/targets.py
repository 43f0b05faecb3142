"""All targets, in sets."""

from collections.abc import Sequence
from importlib import import_module

from spacy_citalign.errors import SettingError
from tests.fuzzing.target import Target

PLANTED = "planted"  # with mistakes of ours, for tests
# By set, the modules of its targets.
SETS: dict[str, tuple[str, ...]] = {
    "readers": (
        *("readers_text", "readers_tei", "readers_latexml", "readers_tables", "readers_json"),
        *("readers_s2orc", "readers_pdf", "readers_folders"),
        *("sources", "outputs", "pages", "exports", "users"),
    ),
    "models": ("models",),
    "components": ("components", "commands", "properties"),
}


def targets_of(name: str) -> list[Target]:
    """The targets of a set."""
    modules = ("planted",) if name == PLANTED else SETS[name]
    return [
        target
        for module in modules
        for target in import_module(f"tests.fuzzing.targets_{module}").TARGETS
    ]


def find_target(name: str) -> Target:
    """The target of that name."""
    for one in _sets(name):
        for target in targets_of(one):
            if target.name == name:
                return target
    raise SettingError(f"there is no target {name!r}; --list shows them")


def names_of(wanted: Sequence[str]) -> list[str]:
    """The names of targets and of the targets of sets; of nothing those of all sets."""
    names: dict[str, None] = {}
    for name in wanted or SETS:
        if name in SETS or name == PLANTED:
            names |= dict.fromkeys(target.name for target in targets_of(name))
        else:
            names[find_target(name).name] = None
    return list(names)


def _sets(name: str) -> list[str]:
    """The sets that may have a target, those first that are imported fast."""
    return sorted((PLANTED, *SETS), key=lambda one: not name.startswith(one.removesuffix("s")))
