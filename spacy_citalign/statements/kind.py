"""The kind of a cited work: a finding, a review, or a method or resource.

What tells is where the sentences that cite it stand, the words around its marks, how alike the
sentences are, and the words of its title and journal. A multinomial logistic regression weighs it
(``kind_weights.tsv``; see benchmarks/results/statements.md). Reviews are the hardest: of a work
without title and journal they are told by the tense of the sentences only.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from ..words.data_files import data_rows
from .clause import SentenceMark

Kind = Literal["finding", "review", "method"]
KINDS: tuple[Kind, ...] = ("finding", "review", "method")
"""What a work is to those who cite it; a method is a tool, a material or a data set as well."""

_BEFORE, _BEHIND = 90, 40  # characters around a mark
_LIST = 3  # marks of a sentence from which on it is a list
_SHORT = 6  # words of a short title
_UNIT, _MOST = 5, 30  # sentences: what is seen in so many counts once, and more of them no more
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 6  # characters of a word


class KindSentence(NamedTuple):
    """A citing sentence, the heading that it stands under ("" if not known), and its marks."""

    text: str
    section: str = ""
    marks: Sequence[SentenceMark] = ()


class WorkKind(NamedTuple):
    """What kind a work is, one of ``KINDS``, and the probability of each of them."""

    kind: Kind
    probabilities: tuple[float, ...]


WEIGHTS = {
    name: tuple(map(float, weights))
    for name, *weights in data_rows(__package__, "kind_weights.tsv")
}


def find_kind(title: str, journal: str, sentences: Sequence[KindSentence]) -> WorkKind:
    """Return the likeliest kind of a cited work.

    Args:
        title, journal: of the work, "" where they are not known.
        sentences: those that cite it; their order does not matter.

    >>> mark = SentenceMark(51, 54, True)
    >>> text = "Reads were aligned with the software package Stork [3] as described."
    >>> find_kind("Stork: a tool for reads", "", [KindSentence(text, "Methods", [mark])]).kind
    'method'
    """
    sums = [0.0] * len(KINDS)
    for name, value in sorted(kind_features(title, journal, sentences).items()):
        for number, weight in enumerate(WEIGHTS.get(name, ())):
            sums[number] += weight * value
    powers = [math.exp(one - max(sums)) for one in sums]
    probabilities = tuple(one / math.fsum(powers) for one in powers)
    return WorkKind(KINDS[probabilities.index(max(probabilities))], probabilities)


def kind_features(title: str, journal: str, sentences: Sequence[KindSentence]) -> dict[str, float]:
    """Return what is seen of a work, by the names of ``WEIGHTS``; their order tells nothing."""
    features = {"bias": 1.0}
    features |= dict.fromkeys(_seen("title", title), 1.0)
    features |= dict.fromkeys(_seen("journal", journal), 1.0)
    if title and len(title.split()) <= _SHORT:
        features["title is short"] = 1.0
    counts = Counter(name for one in sentences for name in _of_sentence(one))
    size = len(sentences)
    weight = math.sqrt(min(size, _MOST) / _UNIT)
    features |= {name: weight * count / (size + 1) for name, count in counts.items()}
    return features | {"sentences": weight, "sentences are alike": weight * _likeness(sentences)}


@cache
def _cues(where: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns for a place, by the names of features."""
    return {
        f"{where} {name}": re.compile(
            rf"\b(?:{'|'.join(patterns.split(', '))})(?!\w)", re.IGNORECASE
        )
        for place, name, patterns in data_rows(__package__, "kind_cues.tsv")
        if place == where
    }


def _seen(where: str, text: str) -> Iterator[str]:
    return (name for name, cue in _cues(where).items() if cue.search(text))


def _of_sentence(sentence: KindSentence) -> set[str]:
    text, section, marks = sentence
    names = {*_seen("section", section), *_seen("sentence", text)}
    own = [mark for mark in marks if mark.cites] or [SentenceMark(len(text), len(text), True)]
    for mark in own:
        before = text[max(mark.start - _BEFORE, 0) : mark.start]
        names.update(_seen("near", f"{before} {text[mark.end : mark.end + _BEHIND]}"))
    claims = not names.isdisjoint({"near found", "near effect"})
    used = "near used" in names and not claims
    if used or not names.isdisjoint({"section methods", "near done as described"}):
        names.add("used")
    elif claims:
        names.add("claims")
    if len(marks) >= _LIST:
        names.add("in a list")
    return names


def _likeness(sentences: Sequence[KindSentence]) -> float:
    """Return of how many words two sentences share one in ten, on average, 0 to 10."""
    words = [{word[:_STEM] for word in _WORD.findall(one.text.lower())} for one in sentences]
    counts = Counter(word for one in words for word in one)
    pairs, total = len(words) * (len(words) - 1), counts.total()
    if not pairs or not total:
        return 0.0
    shared = sum(count * (count - 1) for count in counts.values())
    return 10 * shared * len(words) / (pairs * total)
