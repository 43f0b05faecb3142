"""Rank the sentences of a cited article by how likely a citing sentence speaks of them.

And whether the article is the one that says it, and which of its sentences say the opposite.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.settings import check_range, check_whole
from .model import EvidenceModel
from .opposite import Opposite, Said, opposites, read_said
from .sentence_features import ArticleSentence
from .support import ClaimSupport, telling_words
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
        opposite: words by which it says the opposite of the citance.
    """

    sentence: int
    probability: float
    matches: tuple[tuple[Characters, Characters], ...]
    opposite: tuple[Opposite, ...] = ()


class ClaimEvidence(NamedTuple):
    """What a text has for a claim: whether it is the one that says it, and where, best first."""

    support: ClaimSupport
    places: tuple[RankedSentence, ...]


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
        found = self.evidence(citances, sentences, before=before, limit=limit, threshold=threshold)
        return [[*one.places] for one in found]

    def evidence(
        self,
        claims: Sequence[str],
        sentences: Sequence[ArticleSentence],
        *,
        before: Sequence[str] = (),
        limit: int = LIMIT,
        threshold: float = THRESHOLD,
    ) -> list[ClaimEvidence]:
        """Return for each claim whether the text supports it, and the likeliest sentences.

        Support does not depend on the other claims; that a sentence is chosen does a little.

        >>> found = ranker.evidence(["Frogs wake early [4]."], article)[0]  # doctest: +SKIP
        >>> found.support.support, found.support.reasons("Frogs wake early [4].")  # doctest: +SKIP
        (0.93, ['all its 2 telling words are in the article'])

        Args:
            claims: citing sentences or others.
            sentences: of the text, as before.
            before, limit, threshold: as before.

        Raises:
            SettingError: limit or threshold is out of range.
        """
        check_limits(limit, threshold)
        if not sentences:
            return [ClaimEvidence(self._nowhere(), ()) for _ in claims]
        if not claims:
            return []
        asked = claims
        if before:
            asked = [f"{first} {text}".lstrip() for first, text in zip(before, claims, strict=True)]
        said: dict[int, Said] = {}
        results = []
        looked_up = self.model.looked_up(asked, sentences)
        for claim, found in zip(claims, looked_up, strict=True):
            blanked, says = without_marks(claim), read_said(claim)
            best = np.argsort(-found.logarithms, kind="stable")[:limit]
            places = []
            for number in best.tolist():
                if found.probabilities[number] < threshold:
                    continue
                text = sentences[number].text
                if number not in said:
                    said[number] = read_said(text)
                places.append(
                    RankedSentence(
                        number,
                        float(found.probabilities[number]),
                        _matches(blanked, text),
                        opposites(says, said[number]),
                    )
                )
            support = ClaimSupport(
                found.support,
                min(found.features.coverage, 1.0),
                *telling_words(blanked, found.features.words),
                len(sentences),
            )
            results.append(ClaimEvidence(support, tuple(places)))
        return results

    def _nowhere(self) -> ClaimSupport:
        support = None if self.model.support is None else 0.0
        return ClaimSupport(support, 0.0, 0, (), 0)


def check_limits(limit: int, threshold: float) -> None:
    """Raise SettingError where the limit is below 1 or the threshold no probability."""
    check_whole("limit", limit, 1, advice="give a whole number of sentences from 1 on")
    check_range("threshold", threshold, 0, 1, advice="give a probability from 0 to 1")


def matching_words(citance: str, sentence: str) -> tuple[tuple[Characters, Characters], ...]:
    """Return the words with the same stem, without function words and marks of citation.

    >>> matching_words("Frogs wake early [4].", "The frog wakes.")
    (((0, 5), (4, 8)), ((6, 10), (9, 14)))
    """
    return _matches(without_marks(citance), sentence)


def _matches(citance: str, sentence: str) -> tuple[tuple[Characters, Characters], ...]:
    first: dict[str, Characters] = {}
    for start, end, stem in word_spans(citance):
        first.setdefault(stem, (start, end))
    return tuple(
        (first[stem], (start, end)) for start, end, stem in word_spans(sentence) if stem in first
    )
