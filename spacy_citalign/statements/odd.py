"""Citing sentences that may not belong to a work: odd ones out, ranked by a probability.

A number that is off by one, or the letters of a year mixed up, put a sentence under a work that it
does not speak of. What tells is whether its telling words stand in sentences of other articles and
in the work's title, and, where the references of its article are known, whether another of them
fits it better (``references``). Logistic regressions weigh it (``odd_weights.tsv``), learned from
planted sentences. A sentence that shares no word with the others may still be right, as where a
genome is cited for one gene: this ranks sentences to look at, and judges none.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Floats, Ints
from ..words.data_files import named_weights
from ..words.english import content_stems
from ..words.lazy_scipy import sparse
from .sentences import CitingSentence, commonness, rarity, telling_words
from .shared import numbered

LEAST_OTHERS = 5  # other articles, below which nothing is told of a sentence
SHOWN = 0.08  # probability from which on a sentence is worth a look
FEATURES = (
    "bias",
    "covered",  # the weight of the words that other articles have as well
    "covered twice",  # by two of them at least
    "likelier here",  # mean log of how much likelier the words are here than elsewhere
    "best word",  # the word that ties it most
    "title word",  # it has one
    "title cosine",
    "nearest",  # cosine of the likest sentence of another article
    "three nearest",
    "others",  # cosine of all sentences of other articles
    "covered less",  # than most sentences of the work
    "likelier less",
    "others less",
    "method",
    "characters",
    "names",  # words with digits and capitals
    "articles",
    "no title",
)
WITH_REFERENCES = (
    "known",  # the bias, where the references of its article are known
    "odds",  # of ``FEATURES``
    "better",  # by how much another reference fits better
)
WEIGHTS = named_weights(__package__, "odd_weights.tsv")
_MOST_SENTENCES = 5_000  # of a work; further ones are not looked at
_ROWS = 500  # sentences compared with all others at a time
_NAME = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z\d]|\w*\d)[A-Za-z][\w-]+\b")
_METHOD = re.compile(
    r"\b(?:as (?:\w+ ){0,3}(?:described|reported|detailed|outlined)|previously (?:described|report"
    r"ed)|according to|following the|(?:was|were) (?:performed|conducted|carried out|constructed|tr"
    r"ansformed|extracted|generated|obtained|analy[sz]ed|amplified|measured|determined)|protocols?"
    r"|methods? (?:of|described)|modif\w+|primers?|using)\b",
    re.IGNORECASE,
)


class OddSentence(NamedTuple):
    """A sentence that may not belong: its number, from 0, and how likely it does not, 0..1."""

    place: int
    probability: float


def find_odd(
    sentences: Sequence[CitingSentence],
    title: str = "",
    subjects: Collection[str] = (),
    better: Mapping[int, float] | None = None,
    *,
    least: float = SHOWN,
) -> list[OddSentence]:
    """Return the sentences that may not belong to a work, the likeliest first.

    Args:
        sentences: those that cite it; one without an article counts as of one of its own.
        title: of the work, "" where it is not known.
        subjects: stems of words that tell nothing.
        better: by how much the best other reference of its article fits a sentence better, 0 for
            none, by its number; without those of which the references are not known.
        least: the least probability of those returned.

    >>> find_odd([CitingSentence("Toads croak.", "a"), CitingSentence("Gold melts.", "b")])
    []
    """
    places, features = odd_features(sentences, title, subjects)
    odds = odds_alone(features)
    for number, place in enumerate(places):
        if better is not None and place in better:
            odds[number] = odds_with_references(odds[number], better[place])
    probabilities = 1 / (1 + np.exp(-odds))
    found = (OddSentence(*one) for one in zip(places, probabilities.tolist(), strict=True))
    likely = (one for one in found if one.probability >= least)
    return sorted(likely, key=lambda one: (-round(one.probability, 9), one.place))


def odds_alone(features: Floats) -> Floats:
    """Return the log odds of sentences by what is seen of them, (P, F): (P,)."""
    return np.asarray(features @ np.array([WEIGHTS[name] for name in FEATURES]), dtype=np.float64)


def odds_with_references(odds: float, better: float) -> float:
    """Return log odds of a sentence where the references of its article are known as well.

    Args:
        odds: without them.
        better: by how much another one fits better, 0 for none.
    """
    values = zip(WITH_REFERENCES, (1.0, odds, better), strict=True)
    return sum(WEIGHTS[name] * value for name, value in values)


def odd_features(
    sentences: Sequence[CitingSentence], title: str = "", subjects: Collection[str] = ()
) -> tuple[list[int], Floats]:
    """Return the sentences of which something is told, and what is seen of each.

    Args:
        sentences, title, subjects: as for ``find_odd``.

    Returns:
        Numbers of P sentences, ascending, and (P, F) by ``FEATURES``; none where the sentences are
        of too few articles.
    """
    words = [telling_words(one, {*subjects}) for one in sentences[:_MOST_SENTENCES]]
    places = [place for place, weights in enumerate(words) if weights]
    articles = numbered([sentences[place].article or f"\0{place}" for place in places])
    size = int(articles.max(initial=-1)) + 1
    if size <= LEAST_OTHERS:
        return [], np.zeros((0, len(FEATURES)))
    of_title = {*content_stems(title)} - {*subjects}
    table = _Table([words[place] for place in places], articles, of_title)
    texts = [sentences[place] for place in places]
    columns = {
        "bias": np.ones(len(places)),
        **table.coverage(),
        **table.likeness(),
        "method": np.array([bool(_METHOD.search(one.text)) for one in texts]),
        "characters": np.log1p([len(one.text) for one in texts]),
        "names": np.log1p([len(_NAME.findall(one.claim())) for one in texts]),
        "articles": np.full(len(places), math.log(size)),
        "no title": np.full(len(places), not of_title),
    }
    for name, part in (("covered", "covered"), ("likelier here", "likelier"), ("others", "others")):
        columns[f"{part} less"] = np.median(columns[name]) - columns[name]
    return places, np.stack([columns[name] for name in FEATURES], axis=1).astype(np.float64)


class _Table:
    """The words of P sentences: which have which, and what other articles have."""

    def __init__(self, words: Sequence[dict[str, float]], articles: Ints, title: set[str]):
        stems = sorted({*title}.union(*words))
        numbers = {stem: number for number, stem in enumerate(stems)}
        self.shape = len(words), len(stems)
        self.articles, self.size = articles, int(articles.max()) + 1
        self.rows = np.repeat(np.arange(len(words)), [len(one) for one in words])
        self.columns = np.array([numbers[stem] for one in words for stem in one], dtype=np.int64)
        self.scope = np.array([weight for one in words for weight in one.values()])
        self.rarity = np.array([rarity(stem) for stem in stems])
        self.commonness = np.array([commonness(stem) for stem in stems])
        self.in_title = np.zeros(len(stems), dtype=bool)
        self.in_title[[numbers[stem] for stem in title]] = True
        has = np.unique(self.columns * self.size + articles[self.rows])
        self.article_counts = np.bincount(has // self.size, minlength=len(stems))

    def coverage(self) -> dict[str, Floats]:
        """Return how far the words of each sentence are those of others and of the title."""
        rows, columns = self.rows, self.columns
        others = self.article_counts[columns] - 1
        weight = self.scope * self.rarity[columns]
        titled = self.in_title[columns]
        share = np.log1p(others) / math.log(self.size)
        common = self.commonness[columns]
        expected = (others + titled + 2 * common) / (self.size + 1)
        total = np.maximum(self._sum(weight), 1e-9)
        best = np.zeros(self.shape[0])
        np.maximum.at(best, rows, weight * (share + titled))
        return {
            "covered": self._sum(weight * (others > 0)) / total,
            "covered twice": self._sum(weight * (others > 1)) / total,
            "likelier here": self._sum(self.scope * np.log(expected / common + 0.1))
            / np.bincount(rows, minlength=self.shape[0]),
            "best word": best,
            "title word": (self._sum(titled) > 0).astype(np.float64),
        }

    def likeness(self) -> dict[str, Floats]:
        """Return how like each sentence is to those of other articles, and to the title."""
        values = self.scope * self.rarity[self.columns]
        values = values / np.sqrt(np.maximum(self._sum(values**2), 1e-18))[self.rows]
        matrix = sparse.csr_matrix((values, (self.rows, self.columns)), shape=self.shape)
        title = self.in_title * self.rarity
        parts = []
        for start in range(0, self.shape[0], _ROWS):
            alike = (matrix[start : start + _ROWS] @ matrix.T).toarray()
            total = alike.sum(axis=1)
            alike[self.articles[start : start + _ROWS, None] == self.articles] = 0.0
            nearest = -np.partition(-alike, 2, axis=1)[:, :3]
            parts.append([nearest.max(axis=1), nearest.mean(axis=1), total, alike.sum(axis=1)])
        first, three, to_all, to_others = np.concatenate(parts, axis=1)
        # The length of the sum of all vectors but those of an article, from sums of products.
        by_article = np.bincount(self.articles, to_all + to_others)
        rest = np.sqrt(np.maximum(to_all.sum() - by_article, 1e-18))
        return {
            "nearest": first,
            "three nearest": three,
            "others": to_others / rest[self.articles],
            "title cosine": matrix @ title / max(float(np.linalg.norm(title)), 1e-9),
        }

    def _sum(self, values: NDArray) -> Floats:
        """Return sums over the words of each sentence."""
        sums = np.bincount(self.rows, values.astype(np.float64), minlength=self.shape[0])
        return np.asarray(sums, dtype=np.float64)
