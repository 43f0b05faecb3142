"""The subject of a collection: words that most of its works are cited with."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from ...words.function_words import content_stems
from .group_lines import GroupLine

T = TypeVar("T")
_LEAST = 20  # works of a collection that has a subject
_MAX_WORKS, _MAX_SENTENCES = 200, 12  # that are looked at, of a work
_SHARE = 0.45  # of the works that are cited with a word


def subject_stems(groups: Sequence[GroupLine]) -> list[str]:
    """Return the stems of the words that most works of a collection are cited with, sorted.

    Of large collections some works are looked at, of a work some sentences, spread over all.

    Args:
        groups: of the works; fewer than twenty have no subject.
    """
    if len(groups) < _LEAST:
        return []
    chosen = _spread(groups, _MAX_WORKS)
    works: Counter[str] = Counter()
    for group in chosen:
        citances = _spread(json.loads(group.line)["citances"], _MAX_SENTENCES)
        works.update({stem for one in citances for stem in content_stems(one["text"])})
    return sorted(stem for stem, count in works.items() if count > _SHARE * len(chosen))


def with_subjects(group: GroupLine, subjects: Sequence[str]) -> GroupLine:
    """Return the line of a group with the subject of its collection."""
    if not subjects:
        return group
    ending = f', "subjects": {json.dumps(subjects)}}}\n'.encode()
    *parts, last = group.parts
    return group._replace(parts=[*parts, last.rstrip()[:-1], ending])


def _spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return so many items at most, from the first to the last at equal distances."""
    if len(items) <= most:
        return items
    return [items[number * len(items) // most] for number in range(most)]
