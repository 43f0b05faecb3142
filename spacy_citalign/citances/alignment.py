"""The alignment of a group: classes, links, and how sure they are; saved as plain lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError
from ..words.arrays import Bools, Floats, Ints
from .closure import Merges, grouped
from .confidence import ClassConfidence
from .similarity import ClassSimilarity, WordSimilarities, citance_similarity
from .units.reasons import Reason
from .units.word_table import WORD_KINDS

if TYPE_CHECKING:
    import networkx

_DIGITS = 4  # kept of similarities and confidences in records
_RARITY_DIGITS = 2
_MIN_SIMILARITY = 0.05  # smaller similarities are not kept in records; most are


class WordClass(NamedTuple):
    """Words that mean the same.

    Attributes:
        number: from 1.
        words: the numbers of its words in the group, ascending.
        confidence: how likely a pair of its words of different citances says the same, in 0..1:
            calibrated, or the mean similarity where nothing was.
        kind: "content", "reporting", "number" or "name", that of most of its words.
        rarity: how rare its words are in scientific text, their mean in 0..1.
    """

    number: int
    words: tuple[int, ...]
    confidence: float
    kind: str
    rarity: float = 1.0


class Link(NamedTuple):
    """Two aligned words, counted from 0 in their own citances.

    ``confidence`` is what the model says of these two alone, in 0..1: 0 where only words of other
    citances hold them together.
    """

    source: int
    target: int
    confidence: float


@dataclass(frozen=True)
class Alignment:
    """A group's N words in M nodes, and the classes of the closure.

    Attributes:
        owners: (N,) int64, the citance of each word.
        size: the number of citances K.
        classes: (N,) int64, 0 for a word that is aligned to nothing.
        nodes: (N,) int64.
        similarity: (M, M) of nodes, symmetric, in 0..1.
        merges: the merges of average link, None for the equivalence closure.
        threshold: of the merges that were made.
        expected_ama: the alignment metric accuracy to be expected, in 0..1, by the model itself.
        posteriors: (N, N) directional posteriors, source words in rows; None if not kept.
        kinds: (N,) int64, the kind of each word, as in ``WORD_KINDS``; None: all are content.
        rarity: (N,) float, 0 for the commonest word of scientific text to 1 for one that is not
            known there; None: all are 1.
        confidence: what calibrates the confidence of classes, None where nothing does.
        reasons: why each two wordings of a class, at the threshold of the alignment, are in it.
        parts: (N, L) int64, where a large group was aligned in parts: two words were compared if
            they have the same part, not -1, in a column; None: all were.
    """

    owners: Ints
    size: int
    classes: Ints
    nodes: Ints
    similarity: sparse.csr_matrix
    merges: Merges | None
    threshold: float
    expected_ama: float
    posteriors: sparse.csr_matrix | None = None
    kinds: Ints | None = None
    rarity: NDArray[np.floating] | None = None
    confidence: ClassConfidence | None = None
    reasons: tuple[Reason, ...] = ()
    parts: Ints | None = None

    @cached_property
    def _words_of_classes(self) -> list[Ints]:
        return grouped(self.classes)[1:]

    @cached_property
    def class_similarities(self) -> list[ClassSimilarity]:
        """How alike the words of each aligned class are."""
        words = WordSimilarities(self.similarity, self.nodes, self.owners, self.parts)
        return [words.within(numbers) for numbers in self._words_of_classes]

    @cached_property
    def aligned_classes(self) -> list[WordClass]:
        """The aligned classes, ascending by number."""
        pairs = zip(self._words_of_classes, self.class_similarities, strict=True)
        return [
            WordClass(
                number,
                tuple(words.tolist()),
                self._confidence(similarity.mean, len(words)),
                self._kind(words),
                1.0 if self.rarity is None else float(self.rarity[words].mean()),
            )
            for number, (words, similarity) in enumerate(pairs, start=1)
        ]

    def _confidence(self, mean: float, words: int) -> float:
        if self.confidence is None:
            return mean
        return float(self.confidence.of(np.array([mean]), np.array([float(words)]), self.size)[0])

    def _kind(self, words: Ints) -> str:
        if self.kinds is None:
            return WORD_KINDS[0]
        return WORD_KINDS[int(np.bincount(self.kinds[words]).argmax())]

    def links(self, source: int, target: int) -> list[Link]:
        """Return the aligned words of two citances, given by number from 0.

        Raises:
            InputError: there is no citance of that number.
        """
        for citance in (source, target):
            if not 0 <= citance < self.size:
                raise InputError(
                    f"there is no citance {citance} in a group of {self.size}; count from 0"
                )
        ours, theirs = (np.flatnonzero(self.owners == citance) for citance in (source, target))
        classes = self.classes[ours][:, None]
        same = (classes == self.classes[theirs]) & (classes > 0) & (source != target)
        values = self.similarity[self.nodes[ours]][:, self.nodes[theirs]].toarray()
        return [
            Link(one, other, round(float(values[one, other]), _DIGITS))
            for one, other in np.argwhere(same).tolist()
        ]

    def pharaoh(self, source: int, target: int) -> str:
        """Return the links of two citances as ``"0-0 1-2"``, source first, words from 0."""
        return " ".join(f"{link.source}-{link.target}" for link in self.links(source, target))

    def citance_similarity(self, kept: Bools | None = None) -> Floats:
        """Return how much of what two citances say is alike: (K, K), symmetric, 0..1.

        Args:
            kept: (N,) whether a word counts; a unit does whose first word counts. None: all do.
        """
        _, first = np.unique(self.nodes, return_index=True)
        similarity = self.similarity.tocsr(copy=True)
        kept_values = similarity.data >= _MIN_SIMILARITY
        similarity.data = np.where(kept_values, similarity.data.round(_DIGITS), 0.0)
        owners = self.owners[first]
        if kept is not None:
            units = np.flatnonzero(kept[first])
            similarity, owners = similarity[units][:, units], owners[units]
        return citance_similarity(similarity, owners, self.size)

    def classes_at(self, threshold: float) -> Ints:
        """Return the classes at another threshold, without aligning again: (N,) int64.

        Raises:
            InputError: the closure was the equivalence closure, which has no threshold.
            SettingError: the threshold is below the lowest merge that was kept.
        """
        if self.merges is None:
            raise InputError(
                "the equivalence closure has no merges whose threshold could be moved; align with "
                "method = 'units'"
            )
        return self.merges.classes(threshold)[self.nodes]

    def graph(self) -> "networkx.Graph":
        """Return a graph of words (numbers in the group) whose edges are the aligned words.

        Nodes have ``citance`` and ``aligned_class``, edges ``confidence``.
        """
        import networkx

        graph = networkx.Graph()
        known = zip(self.owners.tolist(), self.classes.tolist(), strict=True)
        for word, (owner, number) in enumerate(known):
            graph.add_node(word, citance=owner, aligned_class=number)
        starts = np.searchsorted(self.owners, np.arange(self.size)).tolist()
        for source, target in combinations(range(self.size), 2):
            for first, second, confidence in self.links(source, target):
                edge = starts[source] + first, starts[target] + second
                graph.add_edge(*edge, confidence=confidence)
        return graph

    def to_record(self) -> dict[str, Any]:
        """Return all of it as plain lists and numbers."""
        record: dict[str, Any] = {
            "size": self.size,
            "owners": self.owners.tolist(),
            "classes": self.classes.tolist(),
            "nodes": self.nodes.tolist(),
            "similarity": _triples(sparse.triu(self.similarity, k=1), _MIN_SIMILARITY),
            "threshold": self.threshold,
            "expected_ama": self.expected_ama,
            "merges": None,
        }
        if (merges := self.merges) is not None:
            record["merges"] = [column.tolist() for column in merges[:4]]
            record["floor"] = merges.floor
        if self.kinds is not None:
            record["kinds"] = self.kinds.tolist()
        if self.rarity is not None:
            record["rarity"] = np.round(self.rarity.astype(np.float64), _RARITY_DIGITS).tolist()
        if self.reasons:
            record["reasons"] = [[*reason[:2], list(reason.evidence)] for reason in self.reasons]
        if self.parts is not None:
            record["parts"] = self.parts.T.tolist()
        if self.confidence is not None:
            record["confidence"] = list(self.confidence.weights)
        if self.posteriors is not None:
            record["posteriors"] = _triples(self.posteriors)
        return record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Alignment":
        """Read what ``to_record`` gave; tuples may stand for lists.

        Raises:
            InputError: it is no such record.
        """
        try:
            owners = np.array(record["owners"], dtype=np.int64)
            nodes = np.array(record["nodes"], dtype=np.int64)
            count = int(nodes.max(initial=-1)) + 1
            _, first = np.unique(nodes, return_index=True)
            merges = None
            if record["merges"] is not None:
                kinds_of_columns = (np.int64, np.int64, np.float64, np.int64)
                parts = zip(record["merges"], kinds_of_columns, strict=True)
                made = [np.array(part).astype(kind) for part, kind in parts]
                merges = Merges._make([*made, owners[first], float(record["floor"])])
            classes = np.array(record["classes"], dtype=np.int64)
            kinds = np.array(record.get("kinds", np.zeros_like(owners)), dtype=np.int64)
            rarity = np.array(record.get("rarity", np.ones(len(owners))), dtype=np.float64)
            columns = (owners, nodes, classes, kinds, rarity)
            if len({column.shape for column in columns}) > 1:
                counts = ", ".join(str(len(column)) for column in columns)
                raise ValueError(f"owners, nodes, classes, kinds and rarity have {counts} entries")
            if not np.isin(kinds, np.arange(len(WORD_KINDS))).all():
                raise ValueError(f"kinds are not from 0 to {len(WORD_KINDS) - 1}")
            upper = _matrix(record["similarity"], count)
            kept, compared = record.get("posteriors"), record.get("parts")
            if compared is not None:
                compared = np.array(compared, dtype=np.int64).reshape(-1, len(owners)).T
            return cls(
                owners=owners,
                size=int(record["size"]),
                classes=classes,
                nodes=nodes,
                similarity=(upper + upper.T).tocsr(),
                merges=merges,
                threshold=float(record["threshold"]),
                expected_ama=float(record["expected_ama"]),
                posteriors=None if kept is None else _matrix(kept, len(owners)),
                kinds=kinds if "kinds" in record else None,
                rarity=rarity if "rarity" in record else None,
                confidence=ClassConfidence.of_weights(record.get("confidence")),
                reasons=tuple(
                    Reason(int(first), int(second), tuple(evidence))
                    for first, second, evidence in record.get("reasons", ())
                ),
                parts=compared,
            )
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise InputError(
                f"this is no alignment record ({type(error).__name__}: {error}); give what "
                "to_record returned"
            ) from error


def _triples(matrix: Any, least: float = 0.0) -> list[list]:
    entries = matrix.tocoo()
    kept = entries.data >= least
    values = np.round(entries.data[kept].astype(np.float64), _DIGITS)
    return [entries.row[kept].tolist(), entries.col[kept].tolist(), values.tolist()]


def _matrix(triples: Any, size: int) -> sparse.csr_matrix:
    rows, columns, values = (np.array(part) for part in triples)
    indices = rows.astype(np.int64), columns.astype(np.int64)
    return sparse.csr_matrix((values.astype(np.float64), indices), shape=(size, size))
