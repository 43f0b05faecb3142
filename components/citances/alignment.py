"""The alignment of the citances of one cited work, as a person or a program reads it from a Doc.

A Doc keeps alignments as plain lists and numbers in ``doc.user_data``. A record has ``key``,
``first_class``, ``citances`` and ``words`` (start and end characters, two lists each),
``alignment``, which is what ``spacy_citalign.citances.alignment.Alignment.to_record`` returns, and
``min_differs``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...statements import DIFFERS
from ...words.arrays import Ints
from ..base.spans import text_place
from .records import (
    class_records,
    difference_records,
    direction_records,
    find_answer_of,
    odd_records,
    statement_records,
)

if TYPE_CHECKING:
    import networkx

    from ...citances.alignment import Alignment
    from ...statements.answer import Answer
    from ...statements.sentences import CitingSentence


class CitanceAlignment:
    """Which words of the citances of one work mean the same.

    Offsets are half-open characters of the Doc. Citances, and words in their citance, are counted
    from 0; class numbers are unique in a Doc, and 0 stands for words that are aligned to nothing.
    Confidences and thresholds are 0 to 1.

    Args:
        text: the Doc's.
        record: what ``records.alignment_record`` returned; tuples may stand for lists.
        alignment: the alignment itself, where it is at hand; else it is read from the record.
        sentences: returns the citances with their articles and marks, where these are at hand.
        cited: returns what is known of the cited work, as its "title".
    """

    def __init__(
        self,
        text: str,
        record: Mapping[str, Any],
        alignment: "Alignment | None" = None,
        sentences: "Callable[[], list[CitingSentence]] | None" = None,
        cited: "Callable[[], Mapping[str, Any]] | None" = None,
    ):
        self._text = text
        self._record = record
        self._sentences = sentences
        self._cited = cited
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
        return [self._place(*place) for place in zip(*self._record["citances"], strict=True)]

    @cached_property
    def classes(self) -> list[dict[str, Any]]:
        """A record for each class: number, kind, rarity, confidence, members.

        The kind is "content", "reporting", "number" or "name", the rarity 0 for the commonest word
        of scientific text to 1. A member is a run of words of the class in a citance, with the
        left-out words between them: citance (its number), start_char, end_char, text, and its own
        confidence. The confidence of a class is the expected share of its pairs of words that a
        reader would align, that of a member the mean similarity of its words with those of the
        others.
        """
        return self._records(self._alignment)

    @property
    def statements(self) -> list[dict[str, Any]]:
        """A record for each statement that citances share, the best first.

        It has classes (their numbers, as the central citance has them), citances (the numbers of
        those that say it, the best first), articles (of how many they are, None where that
        is not known) and text, the first of these citances.
        """
        return statement_records(self.citances, self.classes, self._answer)

    @property
    def differing(self) -> list[dict[str, Any]]:
        """A record for each citance that differs from the work: citance and the cue that shows it.

        The cue has start_char, end_char and text ("in contrast to"); probability that it differs;
        who: the "author", or a "third" work, whose mark or name is in by, else None. It is evidence
        and no verdict.
        """
        return [one for one in self._compared if one["probability"] >= self.min_differs]

    @property
    def comparing(self) -> list[dict[str, Any]]:
        """A record, as of ``differing``, for each citance that may differ and likely does not."""
        return [one for one in self._compared if one["probability"] < self.min_differs]

    @property
    def min_differs(self) -> float:
        """The least probability of ``differing``, a setting of the component."""
        return float(self._record.get("min_differs", DIFFERS))

    @property
    def odd(self) -> list[dict[str, Any]]:
        """A record for each citance that may not belong to the work, the likeliest first.

        It has citance (its number), start_char, end_char, text and the probability that it does not
        belong. Works of five articles and fewer, and methods, have none.
        """
        return odd_records(self.citances, self._answer)

    @property
    def directions(self) -> list[dict[str, Any]]:
        """A record for each thing of which some citances say the reverse of others.

        It has agent and target, words of citances, and sides, that of most articles first: says
        ("raises", "lowers", "does not raise", "does not lower"), citances (their numbers) and
        articles, None where they are not known.
        """
        return direction_records(self._answer)

    @property
    def articles(self) -> int | None:
        """How many articles the citances are from; None where that is not known."""
        return self._answer.articles

    def citance_similarity(
        self, scopes: "Sequence[Sequence[tuple[int, int]]] | None" = None
    ) -> NDArray[np.float64]:
        """Return how much of what two citances say is alike: (K, K), symmetric, 0..1.

        Args:
            scopes: characters of each citance, from its first, to which that is limited; an empty
                one limits nothing. None: all of them.
        """
        if scopes is None:
            return self._alignment.citance_similarity()
        from ...statements.sentences import touches

        owners = self._alignment.owners
        starts = np.array(self._record["citances"][0], dtype=np.int64)[owners]
        words = zip(owners.tolist(), (self._spans - starts[:, None]).tolist(), strict=True)
        kept = [not scopes[owner] or touches(scopes[owner], *word) for owner, word in words]
        return self._alignment.citance_similarity(np.array(kept, dtype=bool))

    def classes_at(self, threshold: float) -> list[dict[str, Any]]:
        """Return the classes at another threshold, without aligning again.

        Their numbers may be those of another alignment of the Doc.

        Raises:
            InputError: the closure was the equivalence closure, which has no threshold.
            SettingError: the threshold is below the lowest merge that was kept.
        """
        from dataclasses import replace

        classes = self._alignment.classes_at(threshold)
        return self._records(replace(self._alignment, classes=classes, threshold=threshold))

    def explanations(self, number: int) -> list[dict[str, Any]]:
        """Return why each two wordings of a class are in it, by the evidence on these two.

        A record has ``first_text`` and ``second_text``, the first words of the first occurrences of
        two wordings, their ``first_start`` and ``second_start``, and ``evidence``, a list of short
        texts: "thesaurus: increase (general_acts.tsv)", "abbreviation HSC", "vectors 0.63". It is
        empty where only other wordings of the class hold the two together, and there are no records
        of the equivalence closure.

        Args:
            number: of the class, as in ``classes``.
        """
        classes = self._numbers(self._alignment.classes)
        explanations = []
        for first, second, evidence in self._alignment.reasons:
            if classes[first] == number:
                record: dict[str, Any] = {}
                for prefix, word in (("first", first), ("second", second)):
                    start, end = self._spans[word].tolist()
                    record |= {f"{prefix}_start": start, f"{prefix}_text": self._text[start:end]}
                explanations.append(record | {"evidence": list(evidence)})
        return explanations

    def words(self, citance: int) -> list[dict[str, Any]]:
        """Return a record for each word of a citance: start_char, end_char, text, class.

        Raises:
            InputError: there is no citance of that number.
        """
        numbers = self._words_of(citance)
        classes = self._numbers(self._alignment.classes)[numbers].tolist()
        places = zip(self._spans[numbers].tolist(), classes, strict=True)
        return [self._place(*place) | {"class": number} for place, number in places]

    def links(self, source: int, target: int) -> list[dict[str, Any]]:
        """Return a record for each two aligned words of two citances.

        It has source_start, source_end, source_text, the same of the target, and the confidence,
        which is what the model says of these two alone: 0 where only words of other citances hold
        them together.

        Raises:
            InputError: there is no citance of one of the numbers.
        """
        names = {"source": self._words_of(source), "target": self._words_of(target)}
        links = []
        for *words, confidence in self._alignment.links(source, target):
            record: dict[str, Any] = {}
            for (name, of_citance), word in zip(names.items(), words, strict=True):
                start, end = self._spans[of_citance[word]].tolist()
                record |= {f"{name}_start": start, f"{name}_end": end}
                record[f"{name}_text"] = self._text[start:end]
            links.append(record | {"confidence": confidence})
        return links

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
        for word, place in enumerate(self._spans.tolist()):
            graph.nodes[word].update(self._place(*place), aligned_class=classes[word])
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
            (T, L) float64, 0 to 1, T words of the source and L of the target; None if posteriors
            were not kept, which the component does with ``keep_posteriors``.

        Raises:
            InputError: there is no citance of one of the numbers.
        """
        rows, columns = self._words_of(source), self._words_of(target)
        posteriors = self._alignment.posteriors
        if posteriors is None:
            return None
        return np.asarray(posteriors[rows][:, columns].toarray(), dtype=np.float64)

    @cached_property
    def _answer(self) -> "Answer":
        return find_answer_of(
            self.citances,
            self.classes,
            self.citance_similarity,
            self._sentences() if self._sentences else [],
            self._cited() if self._cited else {},
            self.min_differs,
        )

    @property
    def _compared(self) -> list[dict[str, Any]]:
        return difference_records(self.citances, self._answer)

    @cached_property
    def _alignment(self) -> "Alignment":
        from ...citances.alignment import Alignment

        return Alignment.from_record(self._record["alignment"])

    @cached_property
    def _spans(self) -> Ints:
        """The characters of all words: (N, 2)."""
        return np.array(self._record["words"], dtype=np.int64).reshape(2, -1).T

    def _words_of(self, citance: int) -> Ints:
        from ...errors import InputError

        size = self._alignment.size
        if not 0 <= citance < size:
            raise InputError(f"there is no citance {citance} among {size}; count from 0")
        return np.flatnonzero(self._alignment.owners == citance)

    def _numbers(self, classes: Ints) -> Ints:
        """Return class numbers as they are unique in the Doc."""
        return np.where(classes > 0, classes + self._record["first_class"] - 1, 0)

    def _place(self, start: int, end: int) -> dict[str, Any]:
        return text_place(self._text, start, end)

    def _records(self, alignment: "Alignment") -> list[dict[str, Any]]:
        return class_records(alignment, self._text, self._spans, self._record["first_class"])
