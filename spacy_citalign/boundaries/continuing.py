"""Full stops that end no sentence whatever was learned: of ranks of taxa, measures, authors.

Gold texts hardly have them: "pv. tabaci", "cv. Nipponbare", "5 mg. kg-1", "(Lour.) Spreng. is". The
words are in ``continuing.txt``. This is ours, and no part of the model: it forbids starts that the
model would set, so that weights stay what they are.
"""

from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Ints
from ..words.hashing import Hashes, hash_strings
from ..words.table import HashTable
from ..words.word_lists import read_words

_LISTS = read_words(__package__, "continuing.txt")
_BEFORE_ANY, _BEFORE_SMALL, _MEASURES, _AFTER_MEASURES, _AUTHORS = _LISTS.values()
_MINUS = "-\u2212\u2013"
# Of ``features._case``: one capital; a word of small letters; a number, one with letters after it.
_CAPITAL, _CAPITALS, _SMALL, _NUMBER, _ORDINAL = 1, 3, 5, 6, 7


class Role(IntFlag):
    """What a unit is to the question whether a sentence goes on after it, or with it."""

    before_any = 1
    before_small = 2
    measure = 4
    author = 8
    first_author = 16  # in brackets, as "(L.)", behind which stands the one who moved the taxon
    bracket = 32  # begins with one
    after_measure = 64  # whatever follows it: "kg", "kg-1", "per"


def _table() -> tuple[HashTable, NDArray[np.uint8]]:
    """Return a table of words, and the roles that each may have; the last is of no word."""
    roles: dict[str, int] = {}
    lists = (
        (Role.before_any, _BEFORE_ANY),
        (Role.before_small, _BEFORE_SMALL),
        (Role.measure, _MEASURES),
        (Role.author, _AUTHORS),
        (Role.after_measure, [*_AFTER_MEASURES, *(word for word in _MEASURES if len(word) > 1)]),
        (Role.after_measure, [f"{word}{minus}1" for word in _MEASURES for minus in _MINUS]),
    )
    for role, words in lists:
        for word in words:
            roles[word] = roles.get(word, 0) | role
    return HashTable(hash_strings(list(roles))), np.array([*roles.values(), 0], dtype=np.uint8)


_TABLE, _ROLES = _table()


def unit_roles(
    core: Hashes, case: Hashes, *, bracket: Bools, stopped: Bools, enclosed: Bools
) -> NDArray[np.uint8]:
    """Return the roles of S units, (S,) of ``Role``.

    Args:
        core: hashes of their lower-cased words.
        case: their letter case, as ``features.featurize_units`` has it.
        bracket: whether they begin with an opening bracket.
        stopped: whether a full stop is all that follows the word.
        enclosed: whether they are a word with a full stop, in brackets.
    """
    listed = _ROLES[_TABLE.rows(core)]
    small = case == _SMALL
    named = (case > 0) & (case < _SMALL)
    roles = np.where(bracket, Role.bracket, listed & Role.after_measure).astype(np.uint8)
    roles |= np.where(stopped & small, listed & ~np.uint8(Role.author), 0).astype(np.uint8)
    # Of capital letters are some measures, as litres: "2 L. of".
    of_name = listed & np.uint8(Role.author | Role.measure)
    roles |= np.where(stopped & named, of_name, 0).astype(np.uint8)
    is_first = enclosed & named & (listed & Role.author > 0)
    return roles | np.where(is_first, Role.first_author, 0).astype(np.uint8)


def goes_on(near: Ints, roles: NDArray[np.uint8], case: Hashes) -> Bools:
    """Tell at which of M gaps a sentence goes on: (M,) bool.

    Args:
        near: (M, places) unit numbers, as in ``gaps.Gaps``.
        roles: of each unit.
        case: of each unit.
    """
    on = np.zeros(len(near), dtype=bool)
    left_roles = roles[near[:, 1]]
    asked = np.flatnonzero(left_roles & ~np.uint8(Role.bracket | Role.after_measure))
    before, _, first, second, _ = near[asked].T
    left, right = left_roles[asked], roles[first]

    def has(role: Role) -> Bools:
        return (left & role) > 0

    small = case[first] == _SMALL
    number = (case[first] == _NUMBER) | (case[first] == _ORDINAL)
    is_code = (case[first] == _CAPITALS) & (case[second] == _NUMBER)  # "sp. PCC 6803"
    counted = (case[before] == _NUMBER) | (case[before] == _ORDINAL)
    measured = (right & Role.after_measure > 0) & (case[first] >= _SMALL)
    of_name = (case[first] == 0) | (right & (Role.bracket | Role.author) > 0)
    initial = case[near[asked, 1]] == _CAPITAL  # "L.", which may stand for other things
    on[asked] = (
        has(Role.before_any)
        | (has(Role.before_small) & (small | number | is_code))
        | (has(Role.measure) & counted & measured)
        | (has(Role.author) & (small | (of_name & ~initial) | (right & Role.bracket > 0)))
        | (has(Role.first_author) & (case[before] == _SMALL))
    )
    return on
