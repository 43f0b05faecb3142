"""The components, a file each; ``base`` has what they share, ``readers`` read corpora."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

# Pickles of 0.2 name modules that it had: which have what these had is now.
_FORMER = {
    "chunks.attributes": "chunks",
    "citances.scorer": "citances.gold",
    "citations.component": "citations",
    "citations.scorer": "citations",
    "evidence.component": "evidence",
    "evidence.scorer": "evidence",
    "gene_ids.scorer": "gene_ids.component",
    "sentences.scorer": "sentences.gold",
    "settings": "base.settings",
    "trained": "base.trained",
} | {
    f"{idea}.{part}": idea
    for idea in ("boundaries", "chunks", "columns", "genes", "lemmas", "tags", "terms")
    for part in ("component", "scorer")
}


class _FormerModule(ModuleType):
    """A module of an earlier version, which imports the one of now when it is asked for a name."""

    def __init__(self, former: str, now: str):
        super().__init__(former)
        self._now = now

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(self._now), name)


for _former, _now in _FORMER.items():
    sys.modules[f"{__name__}.{_former}"] = _FormerModule(
        f"{__name__}.{_former}", f"{__name__}.{_now}"
    )
