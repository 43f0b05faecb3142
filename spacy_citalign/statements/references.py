"""How well a citing sentence fits a work: by its title, and by what other articles cite it for.

Of the references of its article a sentence mostly cites the one that it fits best. By how much
another one fits it better tells of a number that is off by one, or of letters of a year that are
mixed up. What others cite a work for says more than its title, where there are others; the weights
(``reference_weights.tsv``) were learned from lists of references.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..words.data_files import named_weights
from ..words.english import content_stems
from .sentences import CitingSentence, rarity, telling_words

FIT_FEATURES = (
    "title",  # cosine with it, where others cite the work
    "others",  # cosine with all that others cite it for
    "title alone",  # cosine with it, where nobody else cites the work
    "alone",
)
FIT_WEIGHTS = named_weights(__package__, "reference_weights.tsv")
Vector = Mapping[str, float]


def sentence_vector(sentence: CitingSentence, untold: Collection[str] = ()) -> Vector:
    """Return the telling words of a sentence by their rarity, of length 1.

    Args:
        sentence: the sentence.
        untold: stems of words that tell nothing.
    """
    return _unit(telling_words(sentence, untold))


class CitedWords:
    """The words of a work: of its title, and of the sentences that cite it.

    Args:
        title: "" where it is not known.
        sentences: pairs of the article and the ``sentence_vector`` of each.
        untold: stems of words that tell nothing.
    """

    def __init__(
        self,
        title: str,
        sentences: Iterable[tuple[str, Vector]] = (),
        untold: Collection[str] = (),
    ):
        stems = (stem for stem in content_stems(title) if not stem.isdigit())
        self._title = _unit({stem: 1.0 for stem in stems if stem not in untold})
        self._all: dict[str, float] = defaultdict(float)
        self._by_article: dict[str, list[Vector]] = defaultdict(list)
        for article, vector in sentences:
            self._by_article[article].append(vector)
            _add(self._all, vector, 1.0)

    def fit(self, vector: Vector, article: str) -> float:
        """Return how well a sentence of an article fits the work, in log odds.

        Args:
            vector: the ``sentence_vector`` of the sentence.
            article: its article, of which other sentences do not count.
        """
        return _fit(self.fit_features(vector, article))

    def fit_features(self, vector: Vector, article: str) -> dict[str, float]:
        """Return what is seen of a sentence and the work, of ``FIT_FEATURES`` those not 0."""
        title = _product(vector, self._title)
        others = self._all
        if article in self._by_article:
            others = dict(self._all)
            for own in self._by_article[article]:
                _add(others, own, -1.0)
        if len(self._by_article) == (article in self._by_article):
            return {"title alone": title, "alone": 1.0}
        return {"title": title, "others": _product(vector, others) / _length(others)}


class BetterReference(NamedTuple):
    """A reference that a sentence fits better than the work it cites: its number, and by how much.

    The difference of ``CitedWords.fit``, more than 0.
    """

    number: int
    better: float


def better_references(
    vector: Vector, article: str, own: CitedWords, others: Mapping[int, CitedWords]
) -> list[BetterReference]:
    """Return the references that a sentence fits better than its work, the best first.

    Those that it shares no word with are none of them.

    Args:
        vector: the ``sentence_vector`` of the sentence.
        article: its article.
        own: the work that it cites.
        others: other references of the article, by their numbers.

    >>> frogs, toads = CitedWords("Calls of frogs"), CitedWords("Toads at night")
    >>> vector = sentence_vector(CitingSentence("Toads wander at night [1]."))
    >>> [one.number for one in better_references(vector, "a", frogs, {4: toads})]
    [4]
    >>> better_references(vector, "a", toads, {3: frogs})
    []
    """
    least = own.fit(vector, article)
    better = []
    for number, work in others.items():
        features = work.fit_features(vector, article)
        if any(value for name, value in features.items() if name != "alone"):
            better.append(BetterReference(number, _fit(features) - least))
    return sorted(
        (one for one in better if one.better > 0), key=lambda one: (-one.better, one.number)
    )


def _fit(features: Mapping[str, float]) -> float:
    return sum(FIT_WEIGHTS[name] * value for name, value in features.items())


def _unit(words: Vector) -> Vector:
    weights = {stem: weight * rarity(stem) for stem, weight in words.items()}
    length = _length(weights)
    return {stem: weight / length for stem, weight in weights.items()}


def _length(vector: Vector) -> float:
    return max(math.sqrt(sum(value * value for value in vector.values())), 1e-9)


def _product(one: Vector, other: Vector) -> float:
    return sum(value * other.get(stem, 0.0) for stem, value in one.items())


def _add(total: dict[str, float], vector: Vector, times: float) -> None:
    for stem, value in vector.items():
        total[stem] += times * value
