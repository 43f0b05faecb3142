"""Whether support tells the cited article from another one of its field.

Each citance with gold is asked of its article and of another, drawn once, by a model that has seen
neither the citance nor its article.
"""

from collections.abc import Sequence

import numpy as np

from spacy_citalign.corpora.cited_articles import CitedArticleRecord
from spacy_citalign.evidence.features import ArticleSentence
from spacy_citalign.evidence.model import EvidenceModel

from ..calibration import equal_mass_error
from ..recording import Table

BINS = 5
_SEED = 2
COLUMNS = (
    "text given",
    "citances",
    "AUC",
    "AUC, coverage alone",
    "mean, cited article",
    "mean, another",
    "ECE, five bins",
)


def support(
    articles: Sequence[CitedArticleRecord],
    models: Sequence[EvidenceModel],
    living: Sequence[CitedArticleRecord],
    of_living: Sequence[EvidenceModel],
) -> Table:
    """Return the table; article i is asked by model i modulo their number."""
    rows = []
    for name, chosen, own in (
        ("CL-SciSumm", articles, models),
        ("biomedicine", living, of_living),
    ):
        for what in ("whole article", "abstract"):
            rows.append([f"{name}, {what}", *_row(chosen, own, what)])
    return Table("Support of the cited article and of another of its field", COLUMNS, rows)


def auc(right: np.ndarray, wrong: np.ndarray) -> float:
    """Return how often a value of the one is above one of the other; equal ones count half."""
    above = right[:, None] > wrong[None]
    return float((above + 0.5 * (right[:, None] == wrong[None])).mean())


def _row(
    articles: Sequence[CitedArticleRecord], models: Sequence[EvidenceModel], what: str
) -> list[str]:
    rng = np.random.default_rng(_SEED)
    texts = [
        [
            ArticleSentence(*one)
            for one in article.sentences
            if what != "abstract" or "abstract" in one.section.lower()
        ]
        for article in articles
    ]
    asked: list[list[tuple[str, int]]] = [[] for _ in articles]
    for number, article in enumerate(articles):
        others = [n for n in range(len(articles)) if n != number and texts[n]]
        for citance in article.citances:
            if citance.chosen:
                asked[number].append((citance.text, number))
                asked[int(rng.choice(others))].append((citance.text, number))
    found: list[tuple[bool, float, float]] = []
    for number, claims in enumerate(asked):
        for place, model in enumerate(models):
            chosen = [one for one in claims if one[1] % len(models) == place]
            if chosen and texts[number]:
                looked_up = model.looked_up([text for text, _ in chosen], texts[number])
                found += [
                    (owner == number, one.support or 0.0, one.features.coverage)
                    for (_, owner), one in zip(chosen, looked_up, strict=True)
                ]
    own, values, coverage = (np.array(column) for column in zip(*found, strict=True))
    return [
        str(int(own.sum())),
        f"{auc(values[own], values[~own]):.3f}",
        f"{auc(coverage[own], coverage[~own]):.3f}",
        f"{values[own].mean():.3f}",
        f"{values[~own].mean():.3f}",
        f"{equal_mass_error(values, own.astype(float), BINS):.3f}",
    ]
