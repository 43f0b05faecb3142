"""A trained lemmatizer: edits, the rules and exceptions that choose them, and its file.

Each distinct pair of a word and its Penn tag is looked up once. The edit of a word that is an
exception is its own; of the others, that of the longest known end whose edit fits. The word's
capitals stay where the tag or the word says so, and in names such as BRCA1 and HeLa. A word without
letters, and one that no rule fits, is its own lemma.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.arrays import check_hashes, check_places
from ..words.hashing import Hashes, HashTable, Strings, combine, hash_strings
from ..words.keeping import LONGEST
from .edits import NOTHING, Edit, folded, has_letter, is_written_so

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


MAX_KNOWN = 50_000  # pairs of a word and its tag; each takes some 300 bytes

_Pair = tuple[str, str]


class Lemmatizer:
    """A model, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: LemmaModel):
        self.model = model
        self._rules = HashTable(model.rules)
        self._words = HashTable(model.words)
        self._recased = HashTable(model.recased)
        self._cased = frozenset(model.cased)
        self.known: dict[_Pair, str] = {}

    def __reduce__(self) -> tuple[type, tuple[LemmaModel]]:
        return type(self), (self.model,)

    def __call__(self, words: Sequence[str], tags: Sequence[str]) -> list[str]:
        """Return the lemma of each of N words with N tags."""
        pairs = list(zip(words, tags, strict=True))
        known = self.known
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        if new and len(known) + len(new) > MAX_KNOWN:
            # Not cleared: another thread may be reading it.
            known = self.known = {}
            new = list(dict.fromkeys(pairs))
        if not new:
            return [known[pair] for pair in pairs]
        made = dict(zip(new, self._lemmas(new), strict=True))
        known.update(item for item in made.items() if len(item[0][0]) <= LONGEST)
        return [made[pair] if pair in made else known[pair] for pair in pairs]

    def _lemmas(self, pairs: list[_Pair]) -> list[str]:
        """Return the lemmas of pairs of a word and a tag."""
        forms = [folded(word) for word, _ in pairs]
        strings = Strings(forms)
        hasher = strings.hasher()
        of_tags = hash_strings([tag for _, tag in pairs])
        of_words = combine(hasher(strings.starts, strings.ends), of_tags)
        sizes = np.arange(self.model.letters, -1, -1)[:, None]
        ends = hasher(np.maximum(strings.starts, strings.ends - sizes), strings.ends[None, :])
        rules = self._rules.rows(combine(ends, of_tags[None, :])).T.tolist()
        exceptions = self._words.rows(of_words).tolist()
        recased = self._recased.contains(of_words).tolist()
        lemmas = []
        for pair, form, rows, row, other in zip(
            pairs, forms, rules, exceptions, recased, strict=True
        ):
            word, tag = pair
            edit = self._exception(form, row) or self._rule(form, rows)
            keeps = (tag in self._cased) != other or (is_written_so(word) and not other)
            keeps = keeps and len(word) == len(form)
            lemmas.append(edit.apply(word if keeps else form) if has_letter(word) else word)
        return lemmas

    def _exception(self, form: str, row: int) -> Edit | None:
        """Return the edit of a word by its row among the exceptions, -1 for none."""
        edit = self.model.edits[self.model.word_edits[row]] if row >= 0 else None
        # Another word may have the same hash.
        return edit if edit is not None and edit.fits(form) else None

    def _rule(self, form: str, rows: list[int]) -> Edit:
        """Return the edit of the first row that is a rule and fits."""
        for row in rows:
            if row >= 0:
                edit = self.model.edits[self.model.rule_edits[row]]
                if edit.fits(form):
                    return edit
        return NOTHING
