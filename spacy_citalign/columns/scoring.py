"""Measures of columns: agreement, and purity of roles.

Roark (Table 3) calls accuracy the share of words that get the same column by a tagger's tags as by
gold tags. That measures a model against itself: one that puts everything in order, whatever it is,
agrees best. Purity tells whether columns mean something: it is the share of the words of one role,
such as main verbs, that are in one column.
"""

from collections.abc import Sequence

import numpy as np

from ..words.arrays import Ints
from .roles import Roles


def agreement(gold: Ints, predicted: Ints) -> float:
    """Return the share of words with the same column, 0 to 1, of those with a gold one.

    >>> agreement(np.array([0, 2, 5, -1]), np.array([0, 2, 4, -1])) == 2 / 3
    True

    Args:
        gold, predicted: (N,) int64, -1 for none. Nan where no word has a gold column.
    """
    has_gold = gold >= 0
    return float(np.mean(gold[has_gold] == predicted[has_gold])) if has_gold.any() else float("nan")


def role_purity(columns: Ints, firsts: Ints, roles: Sequence[Roles]) -> dict[str, float]:
    """Return, by role, the share of its words in the column that has most of them, 0 to 1.

    Words without a column count as being elsewhere.

    >>> role_purity(np.array([3, 7, 3, 3]), np.array([0, 2]), [Roles(0, 1, -1), Roles(0, 1, -1)])
    {'subject': 1.0, 'root': 0.5, 'final': nan}

    Args:
        columns: (N,) int64, -1 for none.
        firsts: (C,) int64, the first word of each sentence.
        roles: of each sentence; nan for a role that no word has.
    """
    positions = np.array(roles, dtype=np.int64).reshape(-1, len(Roles._fields))
    purity = {}
    for name, role_positions in zip(Roles._fields, positions.T, strict=True):
        has_role = role_positions >= 0
        role_columns = columns[firsts[has_role] + role_positions[has_role]]
        most = np.bincount(role_columns[role_columns >= 0], minlength=1).max()
        purity[name] = float(most / has_role.sum()) if has_role.any() else float("nan")
    return purity
