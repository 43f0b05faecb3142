"""Abbreviations that a group explains itself: a word made of the initials of words elsewhere in it.

"EMT" in one citance and "epithelial-mesenchymal transition" in another need no dictionary. The
definition by brackets ("... transition (EMT)") is not asked for: it is rarely in a citing sentence.
"""

import re
from collections import defaultdict

import numpy as np

from ..words.hashing import combine, hash_strings, salt
from .concept_spans import LONGEST, ConceptSpans, adjacent_reach
from .group import Group

_INITIALISM = re.compile(r"(?=.*[A-Z].*[A-Z])([A-Za-z]{2,7}?)s?")  # two capitals: EMT, miRNA, OMM
_SALT = np.array([salt("initials")])


def find_initialisms(group: Group) -> ConceptSpans:
    """Return the words that are initials of a run of words in the group, and those runs.

    >>> from .group import make_group
    >>> runs = find_initialisms(make_group([["EMT", "drives"], ["mesenchymal", "transition"]]))
    >>> len(runs.starts)
    0
    >>> runs = find_initialisms(make_group([["DNA", "damage"], ["repairs", "DD"]]))
    >>> runs.starts.tolist(), runs.ends.tolist()
    ([3, 0], [4, 2])
    """
    positions = defaultdict(list)
    for position, word in enumerate(group.words):
        if match := _INITIALISM.fullmatch(word):
            positions[match[1].lower()].append(position)
    spelled = defaultdict(list)
    if positions:
        first = [word[:1].lower() for word in group.words]
        reach = np.minimum(adjacent_reach(group), LONGEST).tolist()
        for start, most in enumerate(reach):
            for size in range(2, most + 1):
                initials = "".join(first[start : start + size])
                if initials in positions:
                    spelled[initials].append((start, start + size))
    names = sorted(spelled)
    keys = combine(_SALT, hash_strings(names)) if names else np.zeros(0, dtype=np.uint64)
    starts, ends, concepts = [], [], []
    for name, key in zip(names, keys, strict=True):
        spans = [(position, position + 1) for position in positions[name]] + spelled[name]
        starts += [start for start, _ in spans]
        ends += [end for _, end in spans]
        concepts += [key] * len(spans)
    return ConceptSpans(
        np.array(starts, dtype=np.int64),
        np.array(ends, dtype=np.int64),
        np.array(concepts, dtype=np.uint64),
    )
