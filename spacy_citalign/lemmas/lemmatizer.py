"""Lemmatize words with their Penn tags; each distinct pair is looked up once.

The edit of a word that is an exception is its own; of the others, that of the longest known end
whose edit fits. The word's capitals stay where the tag or the word says so, and in names such as
BRCA1 and HeLa. A word without letters, and one that no rule fits, is its own lemma.
"""

from collections.abc import Sequence

import numpy as np

from ..words.hashing import Strings, combine, hash_strings
from ..words.keeping import LONGEST
from ..words.table import HashTable
from .edits import NOTHING, Edit, folded, has_letter, is_written_so
from .model import LemmaModel

_KNOWN = 50_000  # pairs of a word and its tag; each takes some 300 bytes

_Pair = tuple[str, str]


class Lemmatizer:
    """A model, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: LemmaModel):
        self.model = model
        self._rules = HashTable(model.rules)
        self._words = HashTable(model.words)
        self._recased = HashTable(model.recased)
        self._cased = frozenset(model.cased)
        self._known: dict[_Pair, str] = {}

    def __reduce__(self) -> tuple[type, tuple[LemmaModel]]:
        return type(self), (self.model,)

    def __call__(self, words: Sequence[str], tags: Sequence[str]) -> list[str]:
        """Return the lemma of each of N words with N tags."""
        pairs = list(zip(words, tags, strict=True))
        known = self._known
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        if new and len(known) + len(new) > _KNOWN:
            # Not cleared: another thread may be reading it.
            known = self._known = {}
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
