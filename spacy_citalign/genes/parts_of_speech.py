"""Part-of-speech tags of the host pipeline as a column of the finer tokens.

The predicate PartOfSpeech of Hsu et al. (2008), Table 1: a fine token takes the tag of the host's
token that it lies in.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, hash_strings
from ..words.tokens import Tokens


class PartsOfSpeech(NamedTuple):
    """The tags of a text.

    Attributes:
        starts: (N,) int64 ascending, where each of the host's N tokens begins.
        tags: their tags.
    """

    starts: NDArray[np.int64]
    tags: Sequence[str]


def tag_column(tokens: Tokens, parts: Sequence[PartsOfSpeech]) -> Hashes:
    """Return the hashed tag of each of N fine tokens, (N,) uint64.

    Before a text's first host token it is that of "".

    Args:
        tokens: the fine tokens of C texts.
        parts: the tags of those texts, in their order.
    """
    names = ["", *dict.fromkeys(tag for part in parts for tag in part.tags)]
    numbers = {name: number for number, name in enumerate(names)}
    out = np.zeros(len(tokens.words), dtype=np.int64)
    first = 0
    for part, length in zip(parts, tokens.lengths.tolist(), strict=True):
        here = slice(first, first + length)
        places = np.searchsorted(part.starts, tokens.starts[here], side="right")
        out[here] = np.array([0, *map(numbers.__getitem__, part.tags)])[places]
        first += length
    return hash_strings(names)[out]
