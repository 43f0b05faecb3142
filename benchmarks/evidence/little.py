"""How sure the ranker is where the text given has only a part of the article, or is another one.

Each article is cut to parts of so many sentences in a row, drawn once, and to its abstract; the
last rows ask for the citances of one article in the next but seven, which the model has not seen
either. What annotators chose outside the part counts as not there. They read the whole article, so
a sentence of an abstract that says it as well as the one that they chose is wrong here.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from spacy_citalign.corpora.cited_articles import CitedArticleRecord, CitedSentence
from spacy_citalign.evidence.features import ArticleSentence
from spacy_citalign.evidence.model import EvidenceModel
from spacy_citalign.evidence.ranker import THRESHOLD

from ..calibration import equal_mass_error
from ..recording import Table

LENGTHS = (80, 40, 20, 10, 5)
_SEED = 1

Part = tuple[Sequence[CitedSentence], int]


def little(articles: Sequence[CitedArticleRecord], models: Sequence[EvidenceModel]) -> Table:
    """Return the table; article i is ranked by model i modulo their number."""
    rng = np.random.default_rng(_SEED)
    parts: dict[str, list[Part | None]] = {
        "the whole article": [(a.sentences, 0) for a in articles]
    }
    for length in LENGTHS:
        parts[f"{length} sentences"] = [_part(article, length, rng) for article in articles]
    parts["the abstract"] = [_abstract(article) for article in articles]
    size, step = len(articles), len(models)
    parts["another article"] = [(articles[(i + step) % size].sentences, -1) for i in range(size)]
    rows = []
    for name, given in parts.items():
        best = [
            found
            for number, (article, part) in enumerate(zip(articles, given, strict=True))
            if part is not None
            for found in _first(article, part, models[number % step])
        ]
        probabilities, right = np.array([p for p, _ in best]), np.array([r for _, r in best])
        rows.append(
            [
                name,
                str(len(best)),
                f"{probabilities.mean():.3f}",
                f"{right.mean():.3f}",
                f"{equal_mass_error(probabilities, right):.3f}",
                f"{(probabilities >= THRESHOLD).mean():.2f}",
            ]
        )
    columns = ("text given", "citances", "mean probability", "right", "ECE", "something found")
    return Table("First sentences where little of the article is given", columns, rows)


def _part(article: CitedArticleRecord, length: int, rng: np.random.Generator) -> Part | None:
    if length >= len(article.sentences):
        return None
    start = int(rng.integers(0, len(article.sentences) - length + 1))
    return article.sentences[start : start + length], start


def _abstract(article: CitedArticleRecord) -> Part | None:
    held = [i for i, one in enumerate(article.sentences) if "abstract" in one.section.lower()]
    if not held or len(held) != held[-1] - held[0] + 1:
        return None
    return article.sentences[held[0] : held[-1] + 1], held[0]


def _first(
    article: CitedArticleRecord, part: Part, model: EvidenceModel
) -> Iterator[tuple[float, bool]]:
    """Yield the probability of the first sentence of each citance with gold, and whether it is."""
    given, start = part
    sentences = [ArticleSentence(*one) for one in given]
    texts = [citance.text for citance in article.citances]
    found = model.looked_up(texts, sentences)
    for citance, one in zip(article.citances, found, strict=True):
        if citance.chosen:
            first = int(np.argmax(one.logarithms))
            chosen = start >= 0 and start + first in citance.chosen
            yield float(one.probabilities[first]), chosen
