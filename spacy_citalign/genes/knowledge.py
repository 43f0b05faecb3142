"""The knowledge of a gene model beside its weights: learned lists and word classes, as hashes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..chain.label_statistics import LabelStatistics, LabelTable
from ..words.arrays import named_arrays, read_named
from ..words.clusters import ClusterTable, WordClusters
from .features import KnowledgeTables, uses

_NAMES: dict[str, Any] = {
    "evidence": LabelStatistics,
    "related": LabelStatistics,
    "clusters": WordClusters,
}


class Knowledge(NamedTuple):
    """Learned lists and word classes as they are saved; None is what features do not use.

    Attributes:
        evidence: words and phrases of the training mentions.
        related: the same of other corpora, whose guidelines may differ.
        clusters: classes of words by their neighbours in unlabelled text.
    """

    evidence: LabelStatistics | None = None
    related: LabelStatistics | None = None
    clusters: WordClusters | None = None

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return named_arrays("", self)

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray], features: str) -> "Knowledge":
        """Take out of ``arrays`` what a feature set uses.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        parts = {
            name: read_named(kind, f"{name}/", arrays)
            for name, kind in _NAMES.items()
            if uses(features, name)
        }
        for part in parts.values():
            part.check()
        return cls(**parts)

    def tables(self) -> KnowledgeTables:
        """Return the look-up tables."""
        return KnowledgeTables(
            None if self.evidence is None else LabelTable(self.evidence),
            None if self.related is None else LabelTable(self.related),
            None if self.clusters is None else ClusterTable(self.clusters),
        )
