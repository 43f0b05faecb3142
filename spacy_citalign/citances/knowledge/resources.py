"""Resources of an alignment model beside its weights, compiled into its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .lexicon import Lexicon
from .statistics import Background, WordStatistics, WordVectors, statistics_arrays
from .thesaurus import Thesaurus


@dataclass(frozen=True)
class Resources:
    """The resources of a model; None where it has been trained without.

    Attributes:
        background: counts of words and adjacent words.
        vectors: word vectors.
        thesaurus: words that say the same.
        lexicon: terms and their concepts, of the paper's method.
    """

    background: Background | None = None
    vectors: WordVectors | None = None
    thesaurus: Thesaurus | None = None
    lexicon: Lexicon | None = None

    def to_parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        """Return JSON values and named arrays for ``storage.pack``."""
        meta: dict[str, Any] = {}
        arrays: dict[str, NDArray] = {}
        if self.background is not None and self.vectors is not None:
            meta["words counted"] = self.background.total
            arrays |= named("statistics", statistics_arrays(self.background, self.vectors))
        if self.thesaurus is not None:
            text = self.thesaurus.to_text().encode()
            arrays["thesaurus"] = np.frombuffer(text, dtype=np.uint8)
        if self.lexicon is not None:
            keys, concepts = self.lexicon.keys, self.lexicon.concepts
            arrays |= named("lexicon", {"keys": keys, "concepts": concepts})
        return meta, arrays

    @classmethod
    def from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "Resources":
        """Read what ``to_parts`` gave.

        Raises:
            LookupError, ValueError, InputError: a part is missing or garbled.
        """
        background = vectors = thesaurus = lexicon = None
        if statistics := part_of(arrays, "statistics"):
            background, vectors = WordStatistics.from_arrays(int(meta["words counted"]), statistics)
        if "thesaurus" in arrays:
            thesaurus = Thesaurus.from_text(arrays["thesaurus"].tobytes().decode())
        if entries := part_of(arrays, "lexicon"):
            lexicon = Lexicon(entries["keys"], entries["concepts"])
        return cls(background, vectors, thesaurus, lexicon)


NOTHING = Resources()


def named(name: str, arrays: Mapping[str, NDArray]) -> dict[str, NDArray]:
    """Return arrays of a part of a model by their names in it."""
    return {f"{name}/{part}": array for part, array in arrays.items()}


def part_of(arrays: Mapping[str, NDArray], name: str) -> dict[str, NDArray]:
    """Return the arrays of a part of a model by their own names."""
    prefix = f"{name}/"
    return {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
