"""WordNet's morphy over a table of lemmas, as a peer: the first base form that WordNet knows.

The rules of detachment of the manual page morphy(7WN), tried in its order; exception lists are not
in the table, so irregular forms stay as they are. Kept to the benchmark.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from spacy_citalign.corpora.word_lists import read_lemma_list

_RULES = {
    "n": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y".split(),
    "v": "s: ies:y es:e es: ed:e ed: ing:e ing:".split(),
    "a": "er: est: er:e est:e".split(),
    "r": (),
}
_PARTS = {"N": "n", "V": "v", "J": "a", "R": "r"}  # first letters of Penn tags


class Morphy:
    """Lemmas of tagged words; a word that WordNet does not know is its own, in small letters."""

    def __init__(self, path: Path):
        self._known: dict[str, set[str]] = defaultdict(set)
        for lemma, part in read_lemma_list(path):
            self._known["a" if part == "s" else part].add(lemma.lower())

    def __call__(self, words: Sequence[str], tags: Sequence[str]) -> list[str]:
        """Return the lemma of each word."""
        return [
            word if tag.startswith("NNP") else self._lemma(word.lower(), _PARTS.get(tag[:1]))
            for word, tag in zip(words, tags, strict=True)
        ]

    def _lemma(self, word: str, part: str | None) -> str:
        if part is None or word in self._known[part]:
            return word
        for rule in _RULES[part]:
            end, added = rule.split(":")
            base = word.removesuffix(end) + added
            if word.endswith(end) and base in self._known[part]:
                return base
        return word
