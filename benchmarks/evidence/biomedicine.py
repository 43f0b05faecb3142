"""Articles of biomedicine with places that five annotators marked, and how far these agree."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import spacy
from numpy.typing import NDArray

from ..calibration import equal_mass_error
from ..recording import Table
from .marked_articles import MarkedArticle, read_marked_articles

_DRAWS = 2000


def read_biomedicine(file: Path) -> list[MarkedArticle]:
    """Return the articles, divided into sentences by the pipeline that ships."""
    nlp = spacy.load("spacy_citalign")
    nlp.select_pipes(enable="sentence_boundary_detector")
    return [
        *read_marked_articles(
            file, lambda text: [(one.start_char, one.end_char) for one in nlp(text).sents]
        )
    ]


def simulated(probabilities: NDArray[np.float64], bins: int) -> float:
    """Return the error of which 95 % of calibrated models, of such probabilities, have less."""
    rng = np.random.default_rng(0)
    errors = [
        equal_mass_error(probabilities, rng.random(len(probabilities)) < probabilities, bins)
        for _ in range(_DRAWS)
    ]
    return float(np.quantile(errors, 0.95))


def agreement(
    articles: Sequence[MarkedArticle], ours: Sequence[list[int]], bm25: Sequence[list[int]]
) -> Table:
    """Return how often each annotator marks what another marked, and the same of rankings.

    Args:
        articles: whose citances have ranked sentences in the same order.
        ours, bm25: these, best first.
    """
    citances = [citance for article in articles for citance in article.citances]
    rows = []
    names = sorted({name for citance in citances for name in citance.chosen})
    for name in (*names, "`evidence_ranker`", "BM25"):
        ranking = {"`evidence_ranker`": ours, "BM25": bm25}.get(name)
        touched, shares, count = [], [], 0
        for number, citance in enumerate(citances):
            others = {n: {*marks} for n, marks in citance.chosen.items() if n != name and marks}
            own = citance.chosen.get(name, ()) if ranking is None else ranking[number][:3]
            if not own or not others:
                continue
            count += 1
            touched.append(np.mean([not marks.isdisjoint(own) for marks in others.values()]))
            first = own if ranking is None else own[:1]
            shares.append(np.mean([[one in marks for one in first] for marks in others.values()]))
        rows.append([name, str(count), f"{np.mean(touched):.3f}", f"{np.mean(shares):.3f}"])
    columns = ("who", "citances", "any of its sentences is another's", "a sentence is another's")
    notes = [
        "Means over the other annotators; of the rankings the first three sentences in the third "
        "column, the first in the last.",
    ]
    return Table("Annotators of biomedicine beside each other", columns, rows, notes)
