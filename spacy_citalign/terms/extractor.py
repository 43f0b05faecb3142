"""Propositional terms of documents, by a trained model and a boundary method.

A method beyond Chang & Wu (2009) rescores spans by how often spans like them were right. All spans
that the CRF holds possible are rated by a logistic regression over what the CRF says of them and
what it cannot see: how the whole span coheres (Eq. 8), how long it is, whether it is a noun phrase,
how often the background and the document have it. Of spans that do not overlap, those with the most
to gain are taken. It is learned from documents that the CRFs it listens to have not seen
(cross-fitting); their own training documents would teach it to trust them too much.

The rating is a probability: the confidence of a term, whatever method set its boundaries.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.batches import text_batches
from ..chain.calibration import logit
from ..chain.joint import JointModel
from ..chain.labels import TokenSpans, best_disjoint
from ..errors import SettingError
from ..words.arrays import Floats, Ints
from ..words.hashing import PartHasher, combine
from .batch import (
    WINDOWS,
    Batch,
    BatchReader,
    RatedSpans,
    WordSpans,
    best_spans,
    possible_spans,
    rated_spans,
)
from .cohesion import Cohesion
from .generation import adjust_token_terms
from .model import TermModel
from .settings import Extraction, min_probability_of
from .span_cohesion import Associations, mean_bigram_association, touched
from .texts import TermText

MIN_POSTERIOR = 0.02  # posterior above which a span is looked at


def span_features(batch: Batch, rated: RatedSpans, associated: Associations) -> Floats:
    """Describe spans of a batch: (S, F) float64, those of ``FEATURES``."""
    starts, ends = rated.spans
    firsts, lasts = touched(batch.words, starts, ends)
    count = lasts - firsts
    association, expectation, known = associated.of_spans(firsts, lasts)
    word_starts = batch.words.starts
    begins, finishes = np.array(batch.phrases, dtype=np.int64).reshape(-1, 2).T
    features = [
        np.ones(len(starts)),
        logit(rated.posterior),
        logit(rated.inside),
        logit(best_rival(starts, ends, rated.posterior)),
        np.log(ends - starts),
        count == 1,
        count == 2,
        count >= 4,
        association,
        association * (count >= 2),
        expectation,
        np.isin(starts * len(batch.stems) + ends, begins * len(batch.stems) + finishes),
        np.isin(starts, begins),
        np.isin(ends, finishes),
        np.log1p(known),
        elsewhere(batch, rated),
        ~(np.isin(starts, word_starts) & np.isin(ends, word_starts)),
    ]
    return np.stack([np.asarray(values, dtype=np.float64) for values in features], axis=1)


def best_rival(starts: Ints, ends: Ints, posterior: Floats) -> Floats:
    """Return the highest posterior among the spans that overlap each one, 0 if there is none."""
    best = np.zeros(len(starts))
    # Spans ascend, so that those that overlap one another stand near each other.
    for step in range(1, len(starts)):
        overlap = np.flatnonzero(starts[step:] < ends[:-step])
        if not len(overlap):
            break
        np.maximum.at(best, overlap, posterior[overlap + step])
        np.maximum.at(best, overlap + step, posterior[overlap])
    return best


def elsewhere(batch: Batch, rated: RatedSpans) -> Floats:
    """Return the highest posterior of the same stems elsewhere in the document, 0 if nowhere."""
    starts, ends = rated.spans
    highest = np.zeros(len(starts))
    keys = combine(PartHasher(batch.stems)(starts, ends), batch.documents[starts].astype(np.uint64))
    # By key, the likeliest last: it is elsewhere for all others, and for it the one before.
    order = np.lexsort((rated.posterior, keys))
    group = np.flatnonzero(np.append(True, keys[order][1:] != keys[order][:-1])[: len(order)])
    sizes = np.diff(np.append(group, len(order)))
    last = group + sizes - 1
    several = sizes > 1
    highest[order] = np.repeat(np.where(several, rated.posterior[order[last]], 0.0), sizes)
    highest[order[last[several]]] = rated.posterior[order[last[several] - 1]]
    return highest


WORDS_AT_A_TIME = 50_000  # bounds the memory of a batch of long documents


class Term(NamedTuple):
    """A term: half-open word span of its document, and how it is rated.

    Attributes:
        start, end: words of the document.
        confidence: how often spans like it were right, if that was learned (see above),
            else the CRF's probability that exactly it is a term; 0..1.
        cohesion: its combined association (Eq. 8) with smoothed counts (see ``cohesion``), so that
            what the background lacks is told apart by what it has of it; above 0.
    """

    start: int
    end: int
    confidence: float
    cohesion: float


def check_boundaries(extraction: Extraction, *, learned: bool) -> None:
    """Raise SettingError where rescoring is asked for and was not, or will not be, ``learned``."""
    if extraction.boundaries == "rescored" and not learned:
        raise SettingError(
            "boundaries is 'rescored', which a model trained with rescore = 0 cannot do; set "
            "rescore to 2 or more in the arguments of initialize, or choose 'crf' or 'cam'"
        )


class TermExtractor:
    """Extracts terms; holds the weights, ready for look-up, and what it knows of words seen.

    Args:
        model: what was trained.
        extraction: how terms are chosen.
        domain: whose least probability is the default.

    Raises:
        SettingError: a setting is unknown or out of range, or the model lacks what it needs.
    """

    def __init__(self, model: TermModel, extraction: Extraction | None = None, domain: str = ""):
        self.model = model
        self.extraction = extraction or Extraction()
        self.domain = domain
        self.min_probability = min_probability_of(self.extraction, domain)
        check_boundaries(self.extraction, learned=model.rescoring is not None)
        chosen = self.extraction.alpha
        self.alpha = model.alpha if chosen is None else chosen
        self._read = BatchReader(model)
        bias = self.extraction.begin_bias
        self._biased = JointModel([WINDOWS], [model.transitions], bias)
        self._joint = JointModel([WINDOWS], [model.transitions])
        self._cohesion = Cohesion(model.background)

    def __reduce__(self) -> tuple[type, tuple[TermModel, Extraction, str]]:
        # A copy makes its look-up tables anew; they are many times the size of the model.
        return type(self), (self.model, self.extraction, self.domain)

    def __call__(self, texts: Sequence[TermText]) -> list[list[Term]]:
        """Return the terms of each document in order of start; they do not overlap."""
        out: list[list[Term]] = []
        for part in text_batches([len(text.words) for text in texts], WORDS_AT_A_TIME):
            out += self._extract(texts[part])
        return out

    def _extract(self, texts: Sequence[TermText]) -> list[list[Term]]:
        out: list[list[Term]] = [[] for _ in texts]
        filled = [number for number, text in enumerate(texts) if len(text.words)]
        if not filled:
            return out
        batch, associated = self.read([texts[number] for number in filled])
        at_alpha = associated
        if self.alpha != self.model.alpha:  # rescoring was learned at the model's
            at_alpha = Associations(self._cohesion, batch.words, self.alpha)
        rated, confidences = self._choose(batch, associated, at_alpha)
        starts, ends = rated.spans
        logs = at_alpha.of_spans(*touched(batch.words, starts, ends)).log_association
        owner = np.searchsorted(batch.bounds, starts, side="right") - 1
        shift = batch.bounds[owner]
        rows = zip(
            owner.tolist(),
            (starts - shift).tolist(),
            (ends - shift).tolist(),
            confidences.tolist(),
            np.exp(logs).tolist(),
            strict=True,
        )
        for number, *term in rows:
            out[filled[number]].append(Term(*term))
        return out

    def read(self, texts: Sequence[TermText]) -> tuple[Batch, Associations]:
        """Return documents that have words as a batch, and its cohesion at the model's alpha."""
        batch = self._read(texts)
        return batch, Associations(self._cohesion, batch.words, self.model.alpha)

    def possible(self, batch: Batch, associated: Associations) -> tuple[RatedSpans, Floats]:
        """Return the S spans that the CRF holds possible, and their (S, F) ``span_features``."""
        rated = possible_spans(batch, self._joint, MIN_POSTERIOR)
        return rated, span_features(batch, rated, associated)

    def _choose(
        self, batch: Batch, associated: Associations, at_alpha: Associations
    ) -> tuple[RatedSpans, Floats]:
        """Return the terms and their confidences; ``at_alpha`` is cohesion at the chosen alpha."""
        rescoring = self.model.rescoring
        if self.extraction.boundaries == "rescored" and rescoring is not None:
            rated, features = self.possible(batch, associated)
            probable = rescoring.probabilities(features)
            spans = TokenSpans(np.zeros_like(rated.spans.starts), *rated.spans)
            possible = batch.exclusion.admits(*rated.spans)
            gains = np.where(possible, probable - self.min_probability, -1.0)
            chosen = best_disjoint(spans, gains)
            return rated.take(chosen), probable[chosen]
        terms = best_spans(batch, self._biased)
        if self.extraction.boundaries == "cam":
            terms = self._adjusted(batch, at_alpha, terms)
        rated = rated_spans(batch, self._joint, terms)
        rated = rated.take(np.flatnonzero(batch.exclusion.admits(*rated.spans)))
        confidences = rated.posterior
        if rescoring is not None:
            # Rated beside all that is possible, as rescoring was learned.
            every, chosen = possible_spans(batch, self._joint, MIN_POSTERIOR).united(rated)
            confidences = rescoring.probabilities(span_features(batch, every, associated))[chosen]
        kept = np.flatnonzero(confidences > self.min_probability)
        return rated.take(kept), confidences[kept]

    def _adjusted(self, batch: Batch, at_alpha: Associations, spans: WordSpans) -> WordSpans:
        terms = list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))
        mean = mean_bigram_association(self.model.bigrams, self.alpha)
        moved = adjust_token_terms(terms, batch.words, at_alpha.association(), mean)
        columns = np.array(moved, dtype=np.int64).reshape(-1, 2).T
        return WordSpans(columns[0], columns[1])
