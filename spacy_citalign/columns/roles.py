"""The words that hold a sentence together: subject, main verb, final punctuation.

Roark (section 5) names as anchors "those associated with the head verb of the string, the subject
head noun and sentence final punctuation". Here is how a tree tells them; ``role_tagger`` tells them
by tags alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints
from .tag_classes import FINAL_PUNCTUATION, VERB, class_of
from .trees import Node

NONE = -1
_CLAUSES = frozenset(["S", "SQ", "SINV", "SBARQ"])
_NOMINAL = frozenset(["NP", "NX"])


class Roles(NamedTuple):
    """Places in the sentence, ascending; ``NONE`` where there is no such word.

    Attributes:
        subject: head of the noun phrase before the verb phrase of the main clause.
        root: head of the main clause, where that is a verb.
        final: the last word, where that is final punctuation.
    """

    subject: int
    root: int
    final: int


def roles_of(tree: Node, tags: Sequence[str]) -> Roles:
    """Find the roles of a sentence by its tree; of coordinated main clauses the first counts."""
    subject = root = NONE
    clause = _main_clause(tree)
    if clause is not None and class_of(tags[clause.head]) == VERB:
        root = clause.head
        subject = _subject(clause)
    final = len(tags) - 1 if class_of(tags[-1]) == FINAL_PUNCTUATION else NONE
    return Roles(subject, root, final)


def _main_clause(tree: Node) -> Node | None:
    """Return the lowest clause of the first chain of clauses on the way down along heads."""
    clause = None
    node = tree
    while not node.is_leaf:
        if node.label in _CLAUSES:
            clause = node
        elif clause is not None:
            break
        node = next(child for child in node.children if child.start <= node.head < child.end)
    return clause


def _subject(clause: Node) -> int:
    """Return the head of the last noun phrase before the clause's head child."""
    subject = NONE
    for child in clause.children:
        if child.end > clause.head:
            break
        if child.label in _NOMINAL:
            subject = child.head
    return subject


def held_columns(roles: Sequence[Roles] | Ints, firsts: Ints, size: int, columns: Ints) -> Ints:
    """Return the columns that words are held in by their roles.

    Args:
        roles: of each of C sentences, or as (C, 3) int64.
        firsts: (C,) int64, the first word of each.
        size: N, words of all sentences.
        columns: (3,) int64, of the roles; -1 for those that hold no word.

    Returns:
        (N,) int64, -1 for words that are not held.
    """
    held = np.full(size, -1, dtype=np.int64)
    positions = np.array(roles, dtype=np.int64).reshape(-1, len(columns))
    for role_positions, column in zip(positions.T, columns.tolist(), strict=True):
        has_role = role_positions >= 0
        held[firsts[has_role] + role_positions[has_role]] = column
    return held
