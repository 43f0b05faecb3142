"""What a gene model knows beside its weights: learned lists and word classes, saved as hashes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.clusters import SIZES, ClusterTable, WordClusters
from .evidence import Evidence, EvidenceLists
from .features import uses

_NAMES: dict[str, Any] = {
    "evidence": EvidenceLists,
    "related": EvidenceLists,
    "clusters": WordClusters,
}


class Knowledge(NamedTuple):
    """What is saved; None is what the feature set does not use.

    Attributes:
        evidence: words and phrases of the training mentions.
        related: the same of other corpora, whose guidelines may differ.
        clusters: classes of words by their neighbours in unlabelled text.
    """

    evidence: EvidenceLists | None = None
    related: EvidenceLists | None = None
    clusters: WordClusters | None = None

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return {
            f"{name}/{key}": array
            for name, lists in self._asdict().items()
            if lists is not None
            for key, array in lists._asdict().items()
        }

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray], features: str) -> "Knowledge":
        """Take out of ``arrays`` what a feature set uses.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        found = {
            name: kind(*(arrays[f"{name}/{key}"] for key in kind._fields))
            for name, kind in _NAMES.items()
            if uses(features, name)
        }
        knowledge = cls(**found)
        for lists in (knowledge.evidence, knowledge.related):
            if lists is not None:
                _check_hashes(lists.words, lists.phrases)
                if lists.bins.shape != lists.words.shape or lists.bins.dtype != np.uint8:
                    raise ValueError("learned words have bins of another number or type")
        if knowledge.clusters is not None:
            words, classes = knowledge.clusters
            _check_hashes(words)
            if classes.shape != (len(words), len(SIZES)) or classes.dtype != np.uint16:
                raise ValueError(f"word classes have shape {classes.shape}, dtype {classes.dtype}")
        return knowledge

    def tables(self) -> "Tables":
        """Return the look-up tables."""
        return Tables(
            None if self.evidence is None else Evidence(self.evidence),
            None if self.related is None else Evidence(self.related),
            None if self.clusters is None else ClusterTable(self.clusters),
        )


class Tables(NamedTuple):
    """The same, ready for look-up."""

    evidence: Evidence | None = None
    related: Evidence | None = None
    clusters: ClusterTable | None = None


def _check_hashes(*parts: NDArray) -> None:
    if any(hashes.dtype != np.uint64 or hashes.ndim != 1 for hashes in parts):
        raise ValueError("learned lists are not 64-bit hashes")
