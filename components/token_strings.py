"""Strings of spaCy by their numbers, kept as Python has them: a StringStore makes each one anew.

The number of a string is a hash of it, the same in every vocabulary.
"""

from collections.abc import Sequence

from spacy.strings import StringStore

_MOST = 1 << 16  # strings that are kept
_kept: dict[int, str] = {}


def strings_of(numbers: Sequence[int], strings: StringStore) -> list[str]:
    """Return the string of each number.

    Args:
        numbers: hashes of strings, unsigned.
        strings: of the vocabulary, which has them.

    Raises:
        KeyError: it lacks one that is not kept.
    """
    global _kept
    kept = _kept
    try:
        return [kept[number] for number in numbers]
    except KeyError:
        new = {*numbers} - kept.keys()
        if len(kept) + len(new) > _MOST:  # another thread may read those before to its end
            _kept = kept = {}
            new = {*numbers}
        kept.update((number, strings[number]) for number in new)
        return [kept[number] for number in numbers]
