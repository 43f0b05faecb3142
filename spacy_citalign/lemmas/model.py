"""A trained lemmatizer: edits, the rules and exceptions that choose them, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.arrays import check_hashes, check_places
from ..words.hashing import Hashes, combine, hash_strings
from .edits import Edit

MAX_LETTERS = 12  # of the ends that rules read


@dataclass(frozen=True)
class LemmaModel(StoredModel, kind="lemmas", version=1, what="the lemmatizer's model"):
    """A trained lemmatizer. Keys are hashes of strings in small letters together with a Penn tag.

    Attributes:
        edits: the E different ones.
        cased: Penn tags whose words keep their capitals, in order.
        letters: how many letters, at most, the ends have that rules look at.
        rules: (R,) uint64 ascending, keys of ends of words.
        rule_edits: (R,) uint16, their places in ``edits``.
        words: (W,) uint64 ascending, keys of words that the rules get wrong.
        word_edits: (W,) uint16, their places in ``edits``.
        recased: (C,) uint64 ascending, keys of words that keep their capitals where others with
            that tag do not, and the other way round.
    """

    edits: tuple[Edit, ...]
    cased: tuple[str, ...]
    letters: int
    rules: Hashes
    rule_edits: NDArray[np.uint16]
    words: Hashes
    word_edits: NDArray[np.uint16]
    recased: Hashes

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        meta = {"edits": list(map(list, self.edits)), "cased": list(self.cased)}
        names = ("rules", "rule_edits", "words", "word_edits", "recased")
        return meta | {"letters": self.letters}, {name: getattr(self, name) for name in names}

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "LemmaModel":
        model = cls(
            tuple(Edit(removed, added) for removed, added in meta["edits"]),
            tuple(meta["cased"]),
            meta["letters"],
            arrays["rules"],
            arrays["rule_edits"],
            arrays["words"],
            arrays["word_edits"],
            arrays["recased"],
        )
        _check(model)
        return model


def keys(strings: list[str], tags: list[str]) -> Hashes:
    """Hash strings with their tags: N of each to (N,) uint64."""
    return combine(hash_strings(strings), hash_strings(tags))


def _check(model: LemmaModel) -> None:
    """Raise ValueError where the parts of a model contradict each other."""
    texts = all(isinstance(part, str) for edit in model.edits for part in edit)
    if not (texts and all(edit.is_short for edit in model.edits)):
        raise ValueError("its edits are not all pairs of a few letters")
    if not all(isinstance(tag, str) for tag in model.cased):
        raise ValueError("its tags are not all names")
    if type(model.letters) is not int or not 0 <= model.letters <= MAX_LETTERS:
        raise ValueError(f"its rules look at {model.letters!r} letters")
    check_hashes("keys", model.rules, model.words, model.recased)
    check_places("edits of rules", model.rule_edits, len(model.rules), len(model.edits))
    check_places("edits of words", model.word_edits, len(model.words), len(model.edits))
