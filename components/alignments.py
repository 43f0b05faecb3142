"""The alignment of the citances of one cited work, as a person or a program reads it from a Doc.

A Doc keeps alignments as plain lists and numbers in ``doc.user_data``. A record has ``key``,
``first_class``, ``citances`` and ``words`` (start and end characters, two lists each) and
``alignment``, which is what ``spacy_citalign.citances.alignment.Alignment.to_record`` returns.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from .spans import get_character_spans

if TYPE_CHECKING:
    import networkx

    from ..citances.alignment import Alignment
    from .citances import CitanceWords

HOMOLOGS = "homologs"
Integers = NDArray[np.int64]


class Runs(NamedTuple):
    """R maximal runs of words of one class in one citance; words of no class are in none.

    Attributes:
        firsts, lasts: (R,) int64, numbers of words, both inclusive.
        classes: (R,) int64.
    """

    firsts: Integers
    lasts: Integers
    classes: Integers


def class_runs(classes: Integers, owners: Integers) -> Runs:
    """Return the runs, given the class and the citance of each word: (N,) int64 each.

    >>> class_runs(np.array([0, 1, 1, 1, 2]), np.array([0, 0, 0, 1, 1])).firsts.tolist()
    [1, 3, 4]
    """
    changes = (np.diff(classes) != 0) | (np.diff(owners) != 0)
    firsts = np.append(0, np.flatnonzero(changes) + 1)[: len(classes)]
    lasts = np.append(firsts[1:], len(classes))[: len(firsts)] - 1
    aligned = classes[firsts] > 0
    return Runs(firsts[aligned], lasts[aligned], classes[firsts[aligned]])


def alignment_record(
    found: "CitanceWords", alignment: "Alignment", first_class: int
) -> dict[str, Any]:
    """Return all of an alignment as plain lists and numbers; classes count from ``first_class``."""
    return {
        "key": found.key,
        "first_class": first_class,
        "citances": [list(column) for column in zip(*found.citances, strict=True)],
        "words": found.words.T.tolist(),
        "alignment": alignment.to_record(),
    }


class CitanceAlignment:
    """Which words of the citances of one work mean the same.

    Offsets are half-open characters of the Doc. Citances, and words in their citance, are counted
    from 0; class numbers are unique in a Doc, and 0 stands for words that are aligned to nothing.
    Confidences and thresholds are 0 to 1.

    Args:
        text: the Doc's.
        record: what ``alignment_record`` returned; tuples may stand for lists.
        alignment: the alignment itself, where it is at hand; else it is read from the record.
    """

    def __init__(self, text: str, record: Mapping[str, Any], alignment: "Alignment | None" = None):
        self._text = text
        self._record = record
        if alignment is not None:
            self._alignment = alignment

    def __repr__(self) -> str:
        return (
            f"CitanceAlignment(key={self.key!r}, citances={len(self.citances)}, "
            f"classes={len(self.classes)})"
        )

    @property
    def key(self) -> str:
        """The cited work, as the label of its citances has it."""
        return str(self._record["key"])

    @property
    def citances(self) -> list[dict[str, Any]]:
        """A record for each citance: start_char, end_char, text."""
        return [
            self._place(start, end) for start, end in zip(*self._record["citances"], strict=True)
        ]

    @cached_property
    def classes(self) -> list[dict[str, Any]]:
        """A record for each class: number, confidence, members.

        A member is a run of words of the class in a citance, with the left-out words between them:
        citance (its number), start_char, end_char, text, and its own confidence. The confidence of
        a class is the mean similarity of its units of different citances, that of a member the mean
        similarity of its units with those of the others.
        """
        return self._records(self._alignment)

    def classes_at(self, threshold: float) -> list[dict[str, Any]]:
        """Return the classes at another threshold, without aligning again.

        Their numbers may be those of another alignment of the Doc.

        Raises:
            InputError: the closure was the equivalence closure, which has no threshold.
            SettingError: the threshold is below the lowest merge that was kept.
        """
        from dataclasses import replace

        moved = self._alignment.classes_at(threshold)
        return self._records(replace(self._alignment, classes=moved, threshold=threshold))

    def words(self, citance: int) -> list[dict[str, Any]]:
        """Return a record for each word of a citance: start_char, end_char, text, class.

        Raises:
            InputError: there is no citance of that number.
        """
        numbers = self._words_of(citance)
        classes = self._numbers(self._alignment.classes)[numbers].tolist()
        return [
            self._place(start, end) | {"class": number}
            for (start, end), number in zip(self._spans[numbers].tolist(), classes, strict=True)
        ]

    def links(self, source: int, target: int) -> list[dict[str, Any]]:
        """Return a record for each two aligned words of two citances.

        It has source_start, source_end, source_text, the same of the target, and the confidence,
        which is what the model says of these two alone: 0 where only words of other citances hold
        them together.

        Raises:
            InputError: there is no citance of one of the numbers.
        """
        found = []
        for one, other, confidence in self._alignment.links(source, target):
            record: dict[str, Any] = {}
            for side, citance, word in (("source", source, one), ("target", target, other)):
                start, end = self._spans[self._words_of(citance)[word]].tolist()
                record |= {
                    f"{side}_start": start,
                    f"{side}_end": end,
                    f"{side}_text": self._text[start:end],
                }
            found.append(record | {"confidence": confidence})
        return found

    def pharaoh(self, source: int, target: int) -> str:
        """Return the links of two citances as ``"0-0 1-2"``: words, source first.

        Raises:
            InputError: there is no citance of one of the numbers.
        """
        return self._alignment.pharaoh(source, target)

    def graph(self) -> "networkx.Graph":
        """Return a graph whose nodes are the words of all citances and whose edges the links.

        Nodes are numbers with ``citance``, ``start_char``, ``end_char``, ``text`` and
        ``aligned_class``; edges have ``confidence``.
        """
        graph = self._alignment.graph()
        classes = self._numbers(self._alignment.classes).tolist()
        for word, (start, end) in enumerate(self._spans.tolist()):
            graph.nodes[word].update(self._place(start, end), aligned_class=classes[word])
        return graph

    @property
    def merges(self) -> list[dict[str, Any]] | None:
        """The merges of the closure, most similar first; None of the equivalence closure.

        A record has ``first`` and ``second``, the merged clusters, ``height``, their mean
        similarity, and ``size``, units of the new one. M units that the closure began with are the
        clusters 0 to M - 1, and merge m made cluster M + m.
        """
        stored = self._record["alignment"]["merges"]
        if stored is None:
            return None
        names = ("first", "second", "height", "size")
        return [dict(zip(names, row, strict=True)) for row in zip(*stored, strict=True)]

    @property
    def threshold(self) -> float:
        """The threshold that the classes were made with."""
        return float(self._record["alignment"]["threshold"])

    @property
    def expected_ama(self) -> float:
        """The alignment metric accuracy to be expected, by the model itself."""
        return float(self._record["alignment"]["expected_ama"])

    def posteriors(self, source: int, target: int) -> NDArray[np.float64] | None:
        """Return how likely each word of a citance is aligned to each of another.

        Returns:
            (words of the source, words of the target); None if posteriors were not kept, which the
            component does with ``keep_posteriors``.

        Raises:
            InputError: there is no citance of one of the numbers.
        """
        ours, theirs = self._words_of(source), self._words_of(target)
        if self._alignment.posteriors is None:
            return None
        return np.asarray(self._alignment.posteriors[ours][:, theirs].toarray(), dtype=np.float64)

    @cached_property
    def _alignment(self) -> "Alignment":
        from ..citances.alignment import Alignment

        return Alignment.from_record(self._record["alignment"])

    @cached_property
    def _spans(self) -> Integers:
        """The characters of all words: (N, 2)."""
        return np.array(self._record["words"], dtype=np.int64).reshape(2, -1).T

    def _words_of(self, citance: int) -> Integers:
        from ..errors import InputError

        size = self._alignment.size
        if not 0 <= citance < size:
            raise InputError(f"there is no citance {citance} among {size}; count from 0")
        return np.flatnonzero(self._alignment.owners == citance)

    def _numbers(self, classes: Integers) -> Integers:
        """Return class numbers as they are unique in the Doc."""
        return np.where(classes > 0, classes + self._record["first_class"] - 1, 0)

    def _place(self, start: int, end: int) -> dict[str, Any]:
        return {"start_char": start, "end_char": end, "text": self._text[start:end]}

    def _records(self, alignment: "Alignment") -> list[dict[str, Any]]:
        runs = class_runs(alignment.classes, alignment.owners)
        members: dict[int, list[dict[str, Any]]] = {}
        for first, last, number, confidence in zip(
            *(column.tolist() for column in (*runs, _run_confidences(alignment, runs))), strict=True
        ):
            place = self._place(int(self._spans[first, 0]), int(self._spans[last, 1]))
            member = {"citance": int(alignment.owners[first]), **place, "confidence": confidence}
            members.setdefault(number, []).append(member)
        return [
            {
                "number": one.number + self._record["first_class"] - 1,
                "confidence": one.confidence,
                "members": members[one.number],
            }
            for one in alignment.aligned_classes
        ]


def _run_confidences(alignment: "Alignment", runs: Runs) -> NDArray[np.float64]:
    """Return the mean similarity of each run's nodes with those of its class elsewhere: (R,)."""
    confidences = np.zeros(len(runs.firsts))
    for one in alignment.aligned_classes:
        words = np.array(one.words, dtype=np.int64)
        nodes, first, rows = np.unique(
            alignment.nodes[words], return_index=True, return_inverse=True
        )
        owners = alignment.owners[words[first]]
        apart = owners[:, None] != owners
        values = alignment.similarity[nodes][:, nodes].toarray()
        means = (values * apart).sum(axis=1) / np.maximum(apart.sum(axis=1), 1)
        for run in np.flatnonzero(runs.classes == one.number):
            inside = (words >= runs.firsts[run]) & (words <= runs.lasts[run])
            confidences[run] = means[np.unique(rows[inside])].mean()
    return np.minimum(confidences, 1.0)


def classes_in(
    doc: Doc, words: Integers, key: str | None = None, *, spans_key: str = HOMOLOGS
) -> list[str | None]:
    """Return the label of the first span that covers each word, or a part of it, None without one.

    Args:
        doc: its classes stand in ``doc.spans[spans_key]``.
        words: (N, 2) int64, characters.
        key: the cited work; where the spans say theirs, the others' are not looked at.
        spans_key: the span group; without it there are no classes.
    """
    spans = get_character_spans(doc, spans_key) or []
    if not spans or not len(words):
        return [None] * len(words)
    group = doc.spans[spans_key]
    keys = group.attrs.get("key")
    given = key is not None and isinstance(keys, list | tuple) and len(keys) == len(group)
    chosen = [
        (start, end, span.label_)
        for number, ((start, end), span) in enumerate(zip(spans, group, strict=True))
        if not given or keys[number] == key
    ]
    numbers = np.zeros(max(int(words.max()), max((end for _, end, _ in chosen), default=0)), int)
    chosen.sort(key=lambda one: one[:2])
    for number, (start, end, _) in reversed(list(enumerate(chosen, start=1))):
        numbers[start:end] = number
    covered = np.append(np.flatnonzero(numbers), len(numbers))
    first = covered[np.searchsorted(covered, words[:, 0])].tolist()
    return [
        chosen[numbers[place] - 1][2] if place < end else None
        for place, end in zip(first, words[:, 1].tolist(), strict=True)
    ]


def numbered(labels: Sequence[str | None]) -> Integers:
    """Number labels from 1, None is 0: (N,) int64."""
    numbers: dict[str, int] = {}
    return np.array(
        [0 if one is None else numbers.setdefault(one, len(numbers) + 1) for one in labels],
        dtype=np.int64,
    )
