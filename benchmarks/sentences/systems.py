"""The systems of the benchmark of sentences: ours, and others; the paper's are apart.

A system gives links with probabilities down to the least that a curve may want, and the threshold
above which it takes them. Taking fewer partners a sentence before or after a threshold is the same,
since it is always the most probable ones that stay.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from spacy_citalign.sentences.methods import Links
from spacy_citalign.sentences.model import SentenceAligner, SentenceModel
from spacy_citalign.sentences.settings import THRESHOLD, Method
from spacy_citalign.sentences.similarity import (
    TextVectors,
)
from spacy_citalign.sentences.terms import Normalizer

from .data import ENGLISH, Case
from .peers import best_hits, gale_church

Vectors = Callable[[list[list[str]], list[list[str]]], TextVectors]
LOW = 0.01  # least probability of ours in curves


class System(NamedTuple):
    """A way to align.

    Attributes:
        title: the row's.
        links: of a case, with all that may be wanted for a curve.
        threshold: least probability of what it takes.
        calibrated: whether probabilities are meant as such.
    """

    title: str
    links: Callable[[Case], Links]
    threshold: float = 0.0
    calibrated: bool = False


class Found(NamedTuple):
    """What a system found in a case: what it takes, and all that may be."""

    case: Case
    taken: Links
    every: Links


def run(system: System, cases: Iterable[Case]) -> list[Found]:
    """Align cases."""
    found = []
    for case in cases:
        every = system.links(case)
        found.append(Found(case, above(every, system.threshold), every))
    return found


def above(links: Links, threshold: float) -> Links:
    """Return the links of at least a probability."""
    return Links(*(column[links.probability >= threshold] for column in links))


def pairs_of(links: Links) -> list[tuple[int, int]]:
    """Return links as pairs of numbers."""
    return list(zip(links.first.tolist(), links.second.tolist(), strict=True))


def other_systems(language: str = ENGLISH) -> list[System]:
    """Return what learns nothing."""
    normalizer = Normalizer(language)

    def hits(case: Case) -> Links:
        return best_hits(normalizer, case.first, case.second)

    return [
        System("Gale-Church (NLTK)", lambda case: gale_church(case.first, case.second)),
        System("reciprocal best hits, overlap", hits),
    ]


def ours(
    title: str, model: SentenceModel, language: str | None = None, method: Method = "context"
) -> System:
    """Return a model as it aligns texts of a language, by default that of its training."""
    aligner = SentenceAligner(model, language=language)

    def links(case: Case) -> Links:
        return aligner(case.first, case.second, method=method, threshold=LOW)

    return System(title, links, THRESHOLD, calibrated=True)
