"""Fit the weights of ``spacy_citalign/citations/marks/superscript_weights.tsv``.

Examples are the candidates in the training articles of CRAFT, numbers rewritten as ``finder``
does, both before and after punctuation, but for articles whose licence does not allow it. The order
of numbers is told from readings that are certain by the weights without order, so that fitting is
repeated. A new feature is put into the table with weight 0 first. Prints the lines of that table.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from spacy_citalign.citations.marks.finder import certain_readings
from spacy_citalign.citations.marks.superscript import Candidate, superscript_candidates
from spacy_citalign.citations.marks.superscript_order import order_of
from spacy_citalign.corpora.craft import craft_articles

from ..common import data_folder
from .finder import glued, read_article

LEFT_OUT = {"15917436", "16221973", "16870721", "11597317"}
PENALTY = 1.0  # half of it times each squared weight is added to the loss
ROUNDS = 5


class Example(NamedTuple):
    """The features of each reading of a candidate, and the right one, None if there is none."""

    readings: list[tuple[str, ...]]
    right: int | None


class Document(NamedTuple):
    """The candidates of a document, and the right reading of each."""

    candidates: list[Candidate]
    right: list[int | None]


def documents() -> list[Document]:
    """Read the training articles, both ways."""
    found = []
    for pmid in craft_articles(data_folder() / "craft" / "splits.json", "train"):
        article = read_article(pmid)
        if article.kind != "numbered" or pmid in LEFT_OUT:
            continue
        for after in (False, True):
            here = glued(article, after)
            candidates = superscript_candidates(here.text)
            gold = sorted(here.citations)
            found.append(Document(candidates, [right_reading(one, gold) for one in candidates]))
    return found


def right_reading(candidate: Candidate, gold: Sequence[tuple[int, int, str]]) -> int | None:
    """Find the reading that has all gold citations of its place, and no others."""
    marks = [mark for reading in candidate for mark in reading.marks]
    first = bisect_left(gold, (min(mark.start for mark in marks),))
    here = set(gold[first : bisect_left(gold, (max(mark.end for mark in marks),))])
    for i, reading in enumerate(candidate):
        if here == {(mark.start, mark.end, mark.key) for mark in reading.marks}:
            return i
    return None


def examples(found: Sequence[Document], weights: dict[str, float]) -> list[Example]:
    """Add features of order, if there are weights by which some readings are certain."""
    made = []
    for document in found:
        weighed = [
            [one._replace(log_odds=sum(weights.get(f, 0.0) for f in one.features)) for one in each]
            for each in document.candidates
        ]
        order = order_of(weighed, certain_readings(weighed)[0]) if weights else None
        for candidate, right in zip(weighed, document.right, strict=True):
            told = [
                (*reading.features, *(order.features(reading) if order else ()))
                for reading in candidate
            ]
            made.append(Example(told, right))
    return made


def fit(made: Sequence[Example]) -> dict[str, float]:
    """Fit a multinomial logistic regression over the readings of each example and "none"."""
    rows = [features for example in made for features in example.readings]
    names = sorted({feature for features in rows for feature in features})
    columns = {name: i for i, name in enumerate(names)}
    indices = [columns[feature] for features in rows for feature in features]
    ends = np.cumsum([0, *map(len, rows)])
    matrix = csr_matrix((np.ones(len(indices)), indices, ends), shape=(len(rows), len(names)))
    owner = np.repeat(np.arange(len(made)), [len(example.readings) for example in made])
    first = np.searchsorted(owner, np.arange(len(made)))
    right = [first[i] + one.right for i, one in enumerate(made) if one.right is not None]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = matrix @ weights
        top = np.maximum(np.maximum.reduceat(scores, first), 0)
        shares = np.exp(scores - top[owner])
        total = np.exp(-top) + np.add.reduceat(shares, first)
        value = (top + np.log(total)).sum() - scores[right].sum()
        slope = matrix.T @ (shares / total[owner]) - matrix[right].sum(axis=0).A1
        return value + PENALTY / 2 * weights @ weights, slope + PENALTY * weights

    best = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return dict(zip(names, best.tolist(), strict=True))


def fit_superscripts() -> None:
    """Print the weights."""
    found = documents()
    weights: dict[str, float] = {}
    for _ in range(ROUNDS):
        weights = fit(examples(found, weights))
    for name, weight in weights.items():
        print(f"{name}\t{weight:.1f}")
