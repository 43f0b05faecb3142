"""Rank the sentences of a cited article by how likely a citing sentence speaks of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.settings import check_range, check_whole
from .model import EvidenceModel
from .sentence_features import ArticleSentence
from .terms import without_marks, word_spans

LIMIT = 5
"""Sentences shown of each citance: gold is among the first five about six times of ten."""
THRESHOLD = 0.05
"""Least probability of what is shown; where the first is below it, nothing was found."""

Characters = tuple[int, int]


class RankedSentence(NamedTuple):
    """A sentence of the cited article.

    Attributes:
        sentence: its number in the article, from 0.
        probability: that an annotator would choose it for the citance, 0 to 1.
        matches: words of the citance and of the sentence with the same stem, half-open characters
            of each, in the order of the sentence; a word that stands twice matches its first.
    """

    sentence: int
    probability: float
    matches: tuple[tuple[Characters, Characters], ...]


class EvidenceRanker:
    """Finds where a cited article says what citing sentences say of it.

    >>> ranker = EvidenceRanker(model)  # doctest: +SKIP
    >>> ranker(["Frogs wake early [4]."], article)[0][0].probability  # doctest: +SKIP
    0.31

    Args:
        model: a trained model.
    """

    def __init__(self, model: EvidenceModel):
        self.model = model

    def __call__(
        self,
        citances: Sequence[str],
        sentences: Sequence[ArticleSentence],
        *,
        before: Sequence[str] = (),
        limit: int = LIMIT,
        threshold: float = THRESHOLD,
    ) -> list[list[RankedSentence]]:
        """Return the likeliest sentences for each citance, best first; [] where nothing is likely.

        Args:
            citances: citing sentences, of one article all that are known at once: sentences that
                many of them speak of are likelier.
            sentences: of the cited article.
            before: of each citance the sentence before that belongs to the citation, "" where none
                does; () for none at all. It is ranked by, too, but has no matches.
            limit: sentences for a citance at most.
            threshold: least probability.

        Raises:
            SettingError: limit or threshold is out of range.
        """
        check_limits(limit, threshold)
        if not citances or not sentences:
            return [[] for _ in citances]
        rankings = []
        asked = citances
        if before:
            both = zip(before, citances, strict=True)
            asked = [f"{first} {text}".lstrip() for first, text in both]
        shares = self.model.shares(asked, sentences)
        for citance, (logarithms, probabilities) in zip(citances, shares, strict=True):
            best = np.argsort(-logarithms, kind="stable")[:limit]
            rankings.append(
                [
                    RankedSentence(
                        number,
                        float(probabilities[number]),
                        matching_words(citance, sentences[number].text),
                    )
                    for number in best.tolist()
                    if probabilities[number] >= threshold
                ]
            )
        return rankings


def check_limits(limit: int, threshold: float) -> None:
    """Raise SettingError where the limit is below 1 or the threshold no probability."""
    check_whole("limit", limit, 1, advice="give a whole number of sentences from 1 on")
    check_range("threshold", threshold, 0, 1, advice="give a probability from 0 to 1")


def matching_words(citance: str, sentence: str) -> tuple[tuple[Characters, Characters], ...]:
    """Return the words with the same stem, without function words and marks of citation.

    >>> matching_words("Frogs wake early [4].", "The frog wakes.")
    (((0, 5), (4, 8)), ((6, 10), (9, 14)))
    """
    first: dict[str, Characters] = {}
    for start, end, stem in word_spans(without_marks(citance)):
        first.setdefault(stem, (start, end))
    return tuple(
        (first[stem], (start, end)) for start, end, stem in word_spans(sentence) if stem in first
    )
