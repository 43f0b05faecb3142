"""Rank the sentences of a cited article by how likely a citing sentence speaks of them.

And whether the article is the one that says it, and which of its sentences say the opposite.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ..words.settings import check_range, check_whole
from .features import ArticleSentence
from .model import EvidenceModel
from .opposite import Opposite, opposites, read_said
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
    >>> ranker.evidence(["Frogs wake early [4]."], article)[0].places  # doctest: +SKIP

    Args:
        model: a trained model.
    """

    def __init__(self, model: EvidenceModel):
        self.model = model

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
            claims: citing sentences, of one article all that are known at once: sentences that many
                of them speak of are likelier; or others.
            sentences: of the text.
            before: of each claim the sentence before that belongs to the citation, "" where none
                does; () for none at all. It is ranked by, too, but has no matches.
            limit: sentences for a claim at most.
            threshold: least probability of a sentence.

        Raises:
            SettingError: limit or threshold is out of range.
        """
        check_whole("limit", limit, 1, advice="give a whole number of sentences from 1 on")
        check_range("threshold", threshold, 0, 1, advice="give a probability from 0 to 1")
        if not sentences:
            known = None if self.model.support is None else 0.0
            return [ClaimEvidence(ClaimSupport(known, 0.0, 0, (), 0), ()) for _ in claims]
        if not claims:
            return []
        asked = claims
        if before:
            asked = [f"{first} {text}".lstrip() for first, text in zip(before, claims, strict=True)]
        read = cache(read_said)
        results = []
        looked_up = self.model.looked_up(asked, sentences)
        for claim, found in zip(claims, looked_up, strict=True):
            blanked = without_marks(claim)
            best = np.argsort(-found.logarithms, kind="stable")[:limit].tolist()
            places = [
                RankedSentence(
                    number,
                    float(found.probabilities[number]),
                    _matches(blanked, sentences[number].text),
                    opposites(read(claim), read(sentences[number].text)),
                )
                for number in best
                if found.probabilities[number] >= threshold
            ]
            coverage = min(found.features.coverage, 1.0)
            telling = telling_words(blanked, found.features.words)
            support = ClaimSupport(found.support, coverage, *telling, len(sentences))
            results.append(ClaimEvidence(support, tuple(places)))
        return results


def _matches(citance: str, sentence: str) -> tuple[tuple[Characters, Characters], ...]:
    first: dict[str, Characters] = {}
    for start, end, stem in word_spans(citance):
        first.setdefault(stem, (start, end))
    return tuple(
        (first[stem], (start, end)) for start, end, stem in word_spans(sentence) if stem in first
    )
