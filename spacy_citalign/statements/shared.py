"""Classes that citing sentences share: aligned classes as columns over the sentences of a work."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints
from ..words.data_files import word_lists
from ..words.english import content_stems

_LISTS = word_lists(__package__, "claim_words.tsv")
_ADVERBS, _NO_ADVERBS = _LISTS["adverbs"], _LISTS["no adverbs"]
QUIET = ("reporting", "number")  # kinds of classes that say nothing of a work


class ClassSpan(NamedTuple):
    """Words of a class: the number of their sentence, from 0, and half-open characters of it."""

    place: int
    start: int
    end: int


class SharedClass(NamedTuple):
    """Words of citing sentences that mean the same.

    Attributes:
        members: where they stand.
        kind: "content", "reporting", "number" or "name".
        rarity: how rare the words are in scientific text, 0..1.
        wording: the most frequent of their texts.
    """

    members: tuple[ClassSpan, ...]
    kind: str = "content"
    rarity: float = 1.0
    wording: str = ""


class Sharing:
    """Which of K classes stand in which of S citing sentences of a work.

    Args:
        articles: the citing article of each sentence, None where it is not known.
        classes: the classes.
        witnesses: the article that counts for each sentence, which of a near copy is that of the
            first; None: the articles themselves.
        subjects: stems of words that tell nothing.

    Attributes:
        present: (S, K) bool.
        sentences: (K,) int64, in how many sentences a class stands.
        articles: (S,) int64, a number for each citing article; None unless all are known.
        witnesses: the article that counts for each sentence, None where it is not known.
        telling: (K,) bool, whether a class says something of the work: it is no reporting word, no
            number, no adverb, and has other words than those of the subject.
        stems: of the words of each class.
        rarity: (K,) float64.
    """

    def __init__(
        self,
        articles: Sequence[str | None],
        classes: Sequence[SharedClass],
        witnesses: Sequence[str | None] | None = None,
        subjects: Collection[str] = (),
    ):
        self.present = np.zeros((len(articles), len(classes)), dtype=bool)
        for number, shared in enumerate(classes):
            self.present[[member.place for member in shared.members], number] = True
        self.sentences = self.present.sum(axis=0)
        self.stems = [tuple(content_stems(shared.wording)) for shared in classes]
        self.telling = np.array(
            [
                shared.kind not in QUIET
                and not _is_adverb(shared.wording)
                and not (stems and {*subjects}.issuperset(stems))
                for shared, stems in zip(classes, self.stems, strict=True)
            ],
            dtype=bool,
        )
        self.rarity = np.array([shared.rarity for shared in classes], dtype=np.float64)
        self.witnesses = list(articles if witnesses is None else witnesses)
        self.articles = None if None in articles else numbered(map(str, articles))

    def articles_of(self, places: Sequence[int]) -> int | None:
        """Return of how many articles some sentences are, None where that is not known."""
        return None if self.articles is None else len(np.unique(self.articles[[*places]]))

    def count_witnesses(self, places: Sequence[int]) -> int:
        """Return how many articles say what some sentences say, near copies counted once.

        A sentence of an unknown article is one of its own.
        """
        names = [self.witnesses[place] for place in places]
        return len({*names} - {None}) + names.count(None)

    def support(self) -> Ints:
        """Return in how many articles each class stands, sentences where not known: (K,)."""
        if self.articles is None:
            return self.sentences
        by_article = np.zeros((self.articles.max(initial=-1) + 1, self.present.shape[1]), bool)
        np.logical_or.at(by_article, self.articles, self.present)
        return by_article.sum(axis=0)


def numbered(names: Iterable[str]) -> Ints:
    """Return for each name the number of it among all, sorted."""
    return np.unique(np.array([*names], dtype=str), return_inverse=True)[1].astype(np.int64)


def _is_adverb(wording: str) -> bool:
    """Return whether a wording is an adverb: "significantly"."""
    word = wording.lower()
    return word.isalpha() and (
        word in _ADVERBS or (word.endswith("ly") and word not in _NO_ADVERBS)
    )
