"""Ranking of the terms of one document, without training and without a background corpus.

Terms with the same Porter stems are one: "Parse trees", "parse-tree". The score is the C-value of
Frantzi, Ananiadou & Mima (2000), see ``c_value``, with expected counts: the extractor's confidence
is the probability that an occurrence is a term. The 1 in the logarithm is for single words.

    score(a) = log2(1 + |a|) * (f(a) + t(a) - t(a) / c(a))

f(a) counts occurrences that are terms of their own, t(a) those inside of longer terms, c(a) these
longer terms. A title outside of the text is not tagged: a term counts there as where it is surest.
Position decides between equal scores only: in an abstract every term is near the start.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..words.keeping import kept
from ..words.stem import porter_stem
from .variation import normalized_word

_Stems = tuple[str, ...]
_HYPHENS = re.compile("[-/\u2010\u2011\u2013]")


class Occurrence(NamedTuple):
    """A term in a text: how it is written, its words, and the confidence in it, 0..1."""

    text: str
    words: Sequence[str]
    confidence: float


class RankedTerm(NamedTuple):
    """A term: its most frequent wording, rank from 1, score, and places among the occurrences."""

    text: str
    rank: int
    score: float
    occurrences: tuple[int, ...]


def rank_terms(
    occurrences: Sequence[Occurrence],
    *,
    title: Sequence[str] = (),
    long_forms: Mapping[str, Sequence[str]] | None = None,
) -> list[RankedTerm]:
    """Rank the terms of a document by score, of equal score by their first occurrence.

    Args:
        occurrences: in the order of the text; one inside of another counts as both kinds.
        title: words of the title, where it is no part of the text.
        long_forms: the words an acronym stands for; its plural in "s" needs no entry.

    Raises:
        InputError: a confidence is not in 0..1, or an occurrence has no words.

    >>> found = [Occurrence(text, text.split(), 0.5) for text in ("parse tree", "Parse trees")]
    >>> rank_terms(found)
    [RankedTerm(text='parse tree', rank=1, score=1.584962500721156, occurrences=(0, 1))]
    """
    long_forms = long_forms or {}
    numbers: dict[_Stems, list[int]] = {}
    for number, (text, words, rate) in enumerate(occurrences):
        if not words or not 0 <= rate <= 1:
            raise InputError(
                f"occurrence {number}, {text!r}, has {len(words)} words and confidence {rate}; "
                "give at least one word and a confidence from 0 to 1"
            )
        numbers.setdefault(_stems(words, long_forms), []).append(number)
    rates = {
        term: [occurrences[number].confidence for number in of_term]
        for term, of_term in numbers.items()
    }
    scores = _scores(rates, _stems(title, long_forms))
    ranked: list[RankedTerm] = []
    for term in sorted(numbers, key=lambda term: -scores[term]):  # of equal ones first the first
        text = Counter([occurrences[i].text for i in numbers[term]]).most_common(1)[0][0]
        ranked.append(RankedTerm(text, len(ranked) + 1, scores[term], tuple(numbers[term])))
    return ranked


def _scores(rates: Mapping[_Stems, list[float]], title: _Stems) -> dict[_Stems, float]:
    """Return the score of each term; ``rates`` are the confidences of its occurrences."""
    sizes = sorted({len(term) for term in rates}, reverse=True)
    counts = {term: sum(confidences) for term, confidences in rates.items()}
    end = 0
    for start in range(len(title)):  # from left to right, at each place the longest term
        parts = [title[start : start + size] for size in sizes if start >= end]
        for term in [part for part in parts if part in rates][:1]:
            counts[term] += max(rates[term])
            end = start + len(term)
    nested, containers = dict.fromkeys(rates, 0.0), dict.fromkeys(rates, 0)
    for term, count in counts.items():
        within = [size for size in sizes if size < len(term)]
        parts = [term[i : i + size] for size in within for i in range(len(term) - size + 1)]
        for part, times in Counter([part for part in parts if part in rates]).items():
            nested[part] += times * count
            containers[part] += 1
    return {
        term: math.log2(1 + len(term)) * (count + nested[term] * (1 - 1 / (containers[term] or 1)))
        for term, count in counts.items()
    }


def _stems(words: Sequence[str], long_forms: Mapping[str, Sequence[str]]) -> _Stems:
    """Return what wordings of a term have in common; signs only where there is nothing else."""
    stems: list[str] = []
    for word in _HYPHENS.sub(" ", " ".join(words)).split():
        for part in long_forms.get(word) or long_forms.get(word.removesuffix("s")) or (word,):
            stems += _word_stems(part)
    return tuple(stems or words)


@kept(20_000)
def _word_stems(word: str) -> _Stems:
    parts = normalized_word(word, "")
    return tuple(porter_stem(part) for part in parts if any(map(str.isalnum, part)))
