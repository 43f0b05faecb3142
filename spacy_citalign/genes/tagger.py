"""Gene mentions of texts, by a trained model and a strategy of integration."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches, text_batches
from ..chain.features import PAD, Padded, Vocabulary
from ..chain.joint import JointModel, rate_spans
from ..chain.labels import TokenSpans, spans_from_triples
from ..errors import InputError, SettingError
from ..words.arrays import Floats, Ints
from ..words.tokens import Tokens, split_fine
from .calibration import MentionCalibration, calibrated
from .features import WordFeaturizer, add_context, uses
from .integration import Triple, count_votes
from .model import MODELS, GeneModel, part_of
from .records import GeneMention, PartsOfSpeech, tag_hashes
from .rows import GeneDictionary, Rows, add_known, repaired
from .settings import Integration
from .strategies import STRATEGIES, Ensemble

_CHARACTERS_AT_A_TIME = 200_000  # bounds the memory of a batch of long texts
_SHORT = 48  # sentences up to so many tokens are decoded together: steps cost more than padding


class GeneTagger:
    """Tags texts; holds the weights, ready for look-up, and what it knows of words seen so far.

    Raises:
        SettingError: a setting is unknown or out of range, or needs a model or a calibration that
            was not trained.
    """

    def __init__(self, model: GeneModel, integration: Integration | None = None):
        integration = integration or Integration()
        self.model = model
        self.integration = integration
        self.dictionary = None if model.dictionary is None else GeneDictionary(model.dictionary)
        names = integration.names(model.models)
        part = part_of(model, names)
        windows = [MODELS[name].windows for name in names]
        reads = STRATEGIES[integration.strategy].reads
        bias = integration.begin_bias if "begin_bias" in reads else 0.0
        self._outputs = [part.outputs_of(name) for name in names]
        self._joint = JointModel(windows, part.transitions, bias)
        self._unbiased = JointModel(windows, part.transitions)
        self._single = {
            name: JointModel([window], [matrix])
            for name, window, matrix in zip(names, windows, part.transitions, strict=True)
        }
        self.reads_tags = uses(model.features, "pos")
        self.calibration = _calibration(model, names, integration)
        self._tables = model.knowledge.tables()
        self.scorer = part.scorer()
        self._vocabulary = Vocabulary(WordFeaturizer(self._tables), self.scorer.precompute)

    def __reduce__(self) -> tuple[type, tuple[GeneModel, Integration]]:
        # A copy makes its look-up tables anew; they are fifteen times the size of the model.
        return type(self), (self.model, self.integration)

    def __call__(
        self, texts: Sequence[str], pos_tags: Sequence[PartsOfSpeech] | None = None
    ) -> list[list[GeneMention]]:
        """Return the mentions of each text in order of start; offsets are characters.

        ``pos_tags`` are the texts' part-of-speech tags, for a model that reads them.

        Raises:
            InputError: the model reads tags, and there are none.
        """
        if self.reads_tags and pos_tags is None:
            raise InputError(
                f"the gene model was trained with {self.model.features!r}, which reads "
                "part-of-speech tags, and there are none; put a tagger before it"
            )
        out: list[list[GeneMention]] = []
        for part in text_batches(list(map(len, texts)), _CHARACTERS_AT_A_TIME):
            out += self._tag(texts[part], None if pos_tags is None else pos_tags[part])
        return out

    def _tag(
        self, texts: Sequence[str], pos_tags: Sequence[PartsOfSpeech] | None
    ) -> list[list[GeneMention]]:
        out: list[list[GeneMention]] = [[] for _ in texts]
        tokens = split_fine(texts)
        filled = np.flatnonzero(tokens.lengths)
        if not len(filled):
            return out
        rows, emissions = self.read(tokens, pos_tags)
        spans = self.find(rows, emissions)
        confidences, votes = self._ratings(rows, emissions, spans)
        ratings = zip(confidences.tolist(), votes.tolist(), strict=True)
        for (row, start, end), rating in zip(spans.triples(), ratings, strict=True):
            mention = GeneMention(*rows.characters(row, start, end), *rating)
            out[filled[row]].append(mention)
        return [_distinct(mentions) for mentions in out]

    def read(
        self, tokens: Tokens, pos_tags: Sequence[PartsOfSpeech] | None
    ) -> tuple[Rows, NDArray[np.float32]]:
        """Return the texts that have tokens, and the emissions of all models: (tokens, D)."""
        lengths = tokens.lengths[tokens.lengths > 0]
        padded = Padded.of(lengths)
        evidence, related, _ = self._tables
        features, known = self._vocabulary.look_up(tokens.words, padded)
        if self.reads_tags and pos_tags is not None:
            features["pos"] = padded.spread(tag_hashes(tokens, pos_tags), PAD)
        tokens = tokens._replace(lengths=lengths)
        if evidence is not None:
            lower = features["lower"]
            matches = None if related is None else related.phrases(lower)
            add_context(features, padded, tokens, evidence.phrases(lower), matches)
        rows = Rows(tokens, np.cumsum(lengths) - lengths, lengths)
        return rows, self.scorer.emissions(padded, features, known)

    def ensembles(
        self, rows: Rows, emissions: NDArray[np.float32], among: Ints | None = None
    ) -> Iterator[tuple[Ints, Rows, Ensemble]]:
        """Yield texts of like length together: their numbers, themselves, what the models see.

        ``rows`` and ``emissions``, (N, D), are those of ``read``. ``among``, (S,), are the numbers
        of the texts wanted, all if None.
        """
        among = np.arange(len(rows.lengths)) if among is None else among
        for batch in length_batches(np.maximum(rows.lengths[among], _SHORT)):
            numbers = among[batch]
            part = Rows(rows.tokens, rows.firsts[numbers], rows.lengths[numbers])
            cell = emissions[cells(part.firsts, part.lengths)].astype(np.float64)
            yield (
                numbers,
                part,
                Ensemble(
                    self.integration,
                    self._joint,
                    self._unbiased,
                    self._single,
                    [cell[..., outputs] for outputs in self._outputs],
                    part.lengths,
                    keep_others=self.dictionary is not None,
                    calibration=self.calibration,
                ),
            )

    def find(self, rows: Rows, emissions: NDArray[np.float32]) -> TokenSpans:
        """Return the mentions in all texts by the strategy, from what ``read`` gave: (N, D)."""
        batches = [self._decode(*batch) for batch in self.ensembles(rows, emissions)]
        return TokenSpans(*map(np.concatenate, zip(*batches, strict=True)))

    def _decode(self, numbers: Ints, rows: Rows, ensemble: Ensemble) -> TokenSpans:
        solutions = STRATEGIES[self.integration.strategy].decode(ensemble)
        spans = solutions.chosen
        if solutions.others is not None and self.dictionary is not None:
            spans = add_known(spans, solutions.others, rows, self.dictionary)
        if self.integration.repair_brackets:
            spans = repaired(spans, rows)
        return spans._replace(rows=numbers[spans.rows])

    def _ratings(
        self, rows: Rows, emissions: NDArray[np.float32], spans: TokenSpans
    ) -> tuple[Floats, Ints]:
        """Return the confidence of each span, and how many models would mark it alone.

        Only texts with a span are looked at.
        """

        def mend(span: Triple) -> list[Triple]:
            if not self.integration.repair_brackets:
                return [span]
            return repaired(spans_from_triples([span]), rows).triples()

        marked: list[set[Triple]] = [set() for _ in self._single]
        confidences = np.zeros(len(spans.rows))
        for numbers, _, ensemble in self.ensembles(rows, emissions, np.unique(spans.rows)):
            for triples, spans_of_model in zip(marked, ensemble.best_spans.values(), strict=True):
                triples.update(spans_of_model._replace(rows=numbers[spans_of_model.rows]).triples())
            of_batch, local = spans.among(numbers)
            rated = rate_spans(self._unbiased, ensemble.unbiased_lattice, local)
            confidences[of_batch] = (
                rated.posterior if self.calibration is None else calibrated(self.calibration, rated)
            )
        return confidences, count_votes(spans, marked, mend)


def _calibration(
    model: GeneModel, names: Sequence[str], integration: Integration
) -> MentionCalibration | None:
    """Return the model's calibration if it is of the models that take part.

    Raises:
        SettingError: there is none, and the strategy needs it.
    """
    learned = model.calibration
    if learned is not None and set(learned.models) == set(names):
        return learned
    if integration.strategy == "stacking":
        known = "no models" if learned is None else ", ".join(learned.models)
        raise SettingError(
            f"strategy 'stacking' of {', '.join(names)} needs what was learned on texts held out, "
            f"and the trained gene model has it for {known}; train with calibrate above 0, with "
            "these models"
        )
    return None


def _distinct(mentions: list[GeneMention]) -> list[GeneMention]:
    """Sort by start; where repair made neighbours overlap, keep the likelier, then the longer."""
    kept: list[GeneMention] = []
    for mention in sorted(mentions):
        if not kept or kept[-1].end_char <= mention.start_char:
            kept.append(mention)
        elif _rank(mention) > _rank(kept[-1]):
            kept[-1] = mention
    return kept


def _rank(mention: GeneMention) -> tuple[float, int]:
    return mention.confidence, mention.end_char - mention.start_char
