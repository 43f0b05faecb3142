"""Aligned units as spans of a Doc, the classes of words that follow from them, and their gold."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX
from spacy.tokens import Doc

from ...citances.merges import grouped
from ...errors import InputError
from ...words.array_types import Integers
from ..names import HOMOLOGS, WORD_LINKS
from ..span_groups import held_spans
from ..spans import get_character_spans

if TYPE_CHECKING:
    from ...citances.alignment import Alignment

_APART = re.compile(r"\s[(\[{]|[.,;:?!][)\]}]?\s|[)\]}][.,;:?!]")


class Runs(NamedTuple):
    """R maximal runs of words of one class in one citance; words of no class are in none.

    Attributes:
        firsts, lasts: (R,) int64, numbers of words, both inclusive.
        classes: (R,) int64.
    """

    firsts: Integers
    lasts: Integers
    classes: Integers


def class_runs(classes: Integers, owners: Integers, apart: Sequence[int] = ()) -> Runs:
    """Return the runs, given the class and the citance of each word: (N,) int64 each.

    Args:
        classes, owners: as above.
        apart: words that are not in the run of the word before them.

    >>> class_runs(np.array([0, 1, 1, 1, 2]), np.array([0, 0, 0, 1, 1])).firsts.tolist()
    [1, 3, 4]
    """
    changes = (np.diff(classes) != 0) | (np.diff(owners) != 0)
    changes[np.array(apart, dtype=np.int64) - 1] = True
    firsts = np.append(0, np.flatnonzero(changes) + 1)[: len(classes)]
    lasts = np.append(firsts[1:], len(classes))[: len(firsts)] - 1
    aligned = classes[firsts] > 0
    return Runs(firsts[aligned], lasts[aligned], classes[firsts[aligned]])


def words_apart(text: str, words: Integers) -> list[int]:
    """Return the words before which a bracket opens or a comma or the like stands.

    A long form and its abbreviation are two units: "double-strand breaks (DSBs)".

    Args:
        text: what the words' offsets count.
        words: (N, 2) int64, half-open characters.

    >>> words_apart("breaks (DSBs), cut", np.array([[0, 6], [8, 12], [15, 18]]))
    [1, 2]
    """
    between = zip(words[:-1, 1].tolist(), words[1:, 0].tolist(), strict=True)
    return [n for n, (start, end) in enumerate(between, start=1) if _APART.search(text, start, end)]


def run_confidences(alignment: "Alignment", runs: Runs) -> NDArray[np.float64]:
    """Return the mean similarity of each run's nodes with those of its class elsewhere: (R,)."""
    confidences = np.zeros(len(runs.firsts))
    by_class = grouped(runs.classes, len(alignment.aligned_classes) + 1)[1:]
    for aligned_class, similarity, of_class in zip(
        alignment.aligned_classes, alignment.class_similarities, by_class, strict=True
    ):
        if len(of_class) == len(aligned_class.words):  # each run is a word
            confidences[of_class] = similarity.of_nodes[similarity.rows]
            continue
        words = np.array(aligned_class.words, dtype=np.int64)
        for run in of_class:
            inside = (words >= runs.firsts[run]) & (words <= runs.lasts[run])
            confidences[run] = similarity.of_nodes[np.unique(similarity.rows[inside])].mean()
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
    group = held_spans(doc, spans_key)
    keys = doc.spans[spans_key].attrs.get("key")
    keyed = key is not None and isinstance(keys, list | tuple) and len(keys) == len(group)
    chosen = [
        (start, end, span.label_)
        for number, ((start, end), span) in enumerate(zip(spans, group, strict=True))
        if not keyed or keys[number] == key
    ]
    numbers = np.zeros(max(int(words.max()), max((end for _, end, _ in chosen), default=0)), int)
    chosen.sort(key=lambda entry: entry[:2])
    for number, (start, end, _) in reversed(list(enumerate(chosen, start=1))):
        numbers[start:end] = number
    covered = np.append(np.flatnonzero(numbers), len(numbers))
    positions = covered[np.searchsorted(covered, words[:, 0])].tolist()
    return [
        chosen[numbers[position] - 1][2] if position < end else None
        for position, end in zip(positions, words[:, 1].tolist(), strict=True)
    ]


def numbered(labels: Sequence[str | None]) -> Integers:
    """Number labels from 1, None is 0: (N,) int64."""
    numbers: dict[str, int] = {}
    return np.array(
        [0 if label is None else numbers.setdefault(label, len(numbers) + 1) for label in labels],
        dtype=np.int64,
    )


def token_classes(doc: Doc, records: list[dict[str, Any]]) -> list[list[int]]:
    """Return tokens, ascending, the numbers of their alignments, and their classes there.

    A token has an entry for each alignment whose citances hold it. One that holds several words has
    the class of the first of them that is aligned.
    """
    begins = doc.to_array(IDX).astype(np.int64)
    entries: list[NDArray[np.int64]] = [np.zeros((0, 3), dtype=np.int64)]
    for number, record in enumerate(records):
        classes = np.full(len(doc), -1, dtype=np.int64)
        for start, end in zip(*record["citances"], strict=True):
            first, last = _tokens(begins, start, end)
            classes[first:last] = 0
        word_classes = record["alignment"]["classes"]
        for start, end, word_class in reversed(
            list(zip(*record["words"], word_classes, strict=True))
        ):
            if word_class:
                first, last = _tokens(begins, start, end)
                classes[first:last] = word_class + record["first_class"] - 1
        tokens = np.flatnonzero(classes >= 0)
        entries.append(np.column_stack([tokens, np.full(len(tokens), number), classes[tokens]]))
    rows = np.concatenate(entries)
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    return [column.tolist() for column in rows.T]


def class_at(record: Mapping[str, Any], start: int, end: int) -> int | None:
    """Return the class of the first aligned word among some characters, 0 if there is none.

    None where the characters begin in no citance of the alignment.
    """
    if not any(first <= start < last for first, last in zip(*record["citances"], strict=True)):
        return None
    classes = record["alignment"]["classes"]
    for first, last, number in zip(*record["words"], classes, strict=True):
        if number and first < end and last > start:
            return int(number + record["first_class"] - 1)
    return 0


def _tokens(begins: NDArray[np.int64], start: int, end: int) -> tuple[int, int]:
    """Return the half-open tokens that a stretch of characters touches."""
    first = int(np.searchsorted(begins, start, side="right")) - 1
    return max(first, 0), int(np.searchsorted(begins, end, side="left"))


def has_gold(doc: Doc, spans_key: str) -> bool:
    """Whether a Doc has citances and their gold alignment."""
    return spans_key in doc.spans and (HOMOLOGS in doc.spans or WORD_LINKS in doc.user_data)


def word_links(doc: Doc) -> dict[str, set[tuple[int, int]]]:
    """Return the gold links of tokens, ``sure`` and ``possible``, the smaller number first.

    Raises:
        InputError: there are no links, or they are malformed.
    """
    stored = doc.user_data.get(WORD_LINKS)
    links: dict[str, set[tuple[int, int]]] = {}
    try:
        for kind in ("sure", "possible"):
            pairs = [(int(first), int(second)) for first, second in stored.get(kind, ())]  # type: ignore[union-attr]
            links[kind] = {(min(pair), max(pair)) for pair in pairs}
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(
            f"doc.user_data[{WORD_LINKS!r}] is {str(stored)[:60]}; give "
            '{"sure": [[i, j], ...], "possible": [[i, j], ...]} with numbers of tokens'
        ) from error
    wrong = [pair for pairs in links.values() for pair in pairs if pair[0] < 0]
    wrong += [pair for pairs in links.values() for pair in pairs if pair[1] >= len(doc)]
    if wrong:
        raise InputError(
            f"the link {list(wrong[0])} names a token that is not there: the Doc has {len(doc)}, "
            "counted from 0"
        )
    return links
