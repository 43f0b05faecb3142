"""What a gene model knows beside its weights: learned lists and word classes, saved as hashes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..chain.evidence import Evidence, EvidenceLists
from ..words.clusters import ClusterTable, WordClusters
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
                lists.check()
        if knowledge.clusters is not None:
            knowledge.clusters.check()
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
