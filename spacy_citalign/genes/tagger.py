"""Gene mentions of texts, by a trained model and a strategy of integration."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches
from ..chain.features import PAD, Padded
from ..chain.joint import JointModel
from ..chain.vocabulary import PADDING_ID, Vocabulary
from ..errors import InputError
from ..words.hashing import Hashes
from ..words.tokens import Tokens, split_fine
from .dictionary import GeneDictionary
from .evidence import Evidence
from .features import Describer, add_context, reads_tags
from .integration import confidence
from .mentions import GeneMention, TokenSpans, spans_from_triples
from .merging import part_of
from .model import MODELS, GeneModel
from .parts_of_speech import PartsOfSpeech, tag_column
from .rows import Rows, add_known, repaired
from .strategies import STRATEGIES, Ensemble, Integration
from .votes import Triple, count_votes

__all__ = ["GeneTagger", "Integration"]

_CHARACTERS_AT_A_TIME = 200_000  # bounds the memory of a batch of long texts
_SHORT = 48  # sentences up to so many tokens are decoded together: steps cost more than padding


class GeneTagger:
    """Tags texts; holds the weights, ready for look-up, and what it knows of words seen so far."""

    def __init__(
        self,
        model: GeneModel,
        integration: Integration | None = None,
    ):
        integration = integration or Integration()
        self.model = model
        self.integration = integration
        self.dictionary = None if model.dictionary is None else GeneDictionary(model.dictionary)
        names = integration.names(model.models)
        own = part_of(model, names)
        windows = [MODELS[name].windows for name in names]
        bias = integration.begin_bias if STRATEGIES[integration.strategy].biased else 0.0
        self._columns = [own.columns(name) for name in names]
        self._joint = JointModel(windows, own.transitions, bias)
        self._single = {
            name: JointModel([window], [moves])
            for name, window, moves in zip(names, windows, own.transitions, strict=True)
        }
        self.reads_tags = reads_tags(model.features)
        self._evidence = Evidence(model.evidence) if model.evidence is not None else None
        self._scorer = own.scorer()
        describe = Describer(model.features, self._evidence)
        self._vocabulary = Vocabulary(describe, self._scorer.fold)

    def __reduce__(self) -> tuple[type, tuple[GeneModel, Integration]]:
        # A copy makes its look-up tables anew; they are fifteen times the size of the model.
        return type(self), (self.model, self.integration)

    def __call__(
        self, texts: Sequence[str], parts: Sequence[PartsOfSpeech] | None = None
    ) -> list[list[GeneMention]]:
        """Return the mentions of each text in order of start; offsets are characters.

        ``parts`` are the texts' part-of-speech tags, for a model that reads them.

        Raises:
            InputError: the model reads tags, and there are none.
        """
        if self.reads_tags and parts is None:
            raise InputError(
                f"the gene model was trained with {self.model.features!r}, which reads "
                "part-of-speech tags, and there are none; put a tagger before it"
            )
        out: list[list[GeneMention]] = []
        first = size = 0
        for number, text in enumerate(texts):
            size += len(text)
            if size > _CHARACTERS_AT_A_TIME or number == len(texts) - 1:
                here = slice(first, number + 1)
                out += self._tag(texts[here], None if parts is None else parts[here])
                first, size = number + 1, 0
        return out

    def _tag(
        self, texts: Sequence[str], parts: Sequence[PartsOfSpeech] | None
    ) -> list[list[GeneMention]]:
        out: list[list[GeneMention]] = [[] for _ in texts]
        tokens = split_fine(texts)
        filled = np.flatnonzero(tokens.lengths)
        if not len(filled):
            return out
        tags = tag_column(tokens, parts) if self.reads_tags and parts is not None else None
        tokens = tokens._replace(lengths=tokens.lengths[filled])
        emissions = self._emissions(tokens, tags)
        rows = Rows(tokens, np.cumsum(tokens.lengths) - tokens.lengths, tokens.lengths)
        found = [self._decode(emissions, part, batch) for part, batch in _batches(rows)]
        spans = TokenSpans(*map(np.concatenate, zip(*(one for one, _ in found), strict=True)))
        confidences = np.concatenate([one for _, one in found])
        votes = self._votes(emissions, rows, spans)
        ratings = zip(confidences.tolist(), votes.tolist(), strict=True)
        for (row, start, end), rating in zip(spans.triples(), ratings, strict=True):
            mention = GeneMention(*rows.characters(row, start, end), *rating)
            out[filled[row]].append(mention)
        return [_distinct(mentions) for mentions in out]

    def _emissions(self, tokens: Tokens, tags: Hashes | None) -> NDArray[np.float32]:
        padded = Padded.of(tokens.lengths)
        with self._vocabulary.lock:
            ids = padded.spread(self._vocabulary.ids(tokens.words), PADDING_ID)
            columns = self._vocabulary.columns(ids)
            folded = self._vocabulary.folded(ids)
        if tags is not None:
            columns["pos"] = padded.spread(tags, PAD)
        if self._evidence is not None:
            add_context(columns, padded, tokens, self._evidence.phrases(columns["lower"]))
        return self._scorer.emissions(padded, columns, folded)

    def _ensemble(self, emissions: NDArray[np.float32], rows: Rows) -> Ensemble:
        cell = emissions[cells(rows.firsts, rows.lengths)].astype(np.float64)
        return Ensemble(
            self.integration,
            self._joint,
            self._single,
            [cell[..., columns] for columns in self._columns],
            rows.lengths,
            keep_others=self.dictionary is not None,
        )

    def _decode(
        self, emissions: NDArray[np.float32], rows: Rows, batch: NDArray[np.int64]
    ) -> tuple[TokenSpans, NDArray[np.float64]]:
        """Return the mentions in a batch of texts, numbered as in ``batch``, and confidences."""
        ensemble = self._ensemble(emissions, rows)
        solutions = STRATEGIES[self.integration.strategy].decode(ensemble)
        spans = solutions.chosen
        if solutions.others is not None and self.dictionary is not None:
            spans = add_known(spans, solutions.others, rows, self.dictionary)
        if self.integration.repair:
            spans = repaired(spans, rows)
        confidences = confidence(self._joint, ensemble.joint_lattice, spans)
        return spans._replace(rows=batch[spans.rows]), confidences

    def _votes(
        self, emissions: NDArray[np.float32], rows: Rows, spans: TokenSpans
    ) -> NDArray[np.int64]:
        """Count the models that would mark each span alone; only texts with a span are decoded."""

        def mend(span: Triple) -> list[Triple]:
            if not self.integration.repair:
                return [span]
            return repaired(spans_from_triples([span]), rows).triples()

        own: list[set[Triple]] = [set() for _ in self._single]
        some = np.unique(spans.rows)
        for part, batch in _batches(
            rows._replace(firsts=rows.firsts[some], lengths=rows.lengths[some])
        ):
            for one, found in zip(own, self._ensemble(emissions, part).own.values(), strict=True):
                one.update(found._replace(rows=some[batch[found.rows]]).triples())
        return count_votes(spans, own, mend)


def _batches(rows: Rows) -> Iterator[tuple[Rows, NDArray[np.int64]]]:
    """Yield texts of like length together, with their numbers."""
    for batch in length_batches(np.maximum(rows.lengths, _SHORT)):
        yield Rows(rows.tokens, rows.firsts[batch], rows.lengths[batch]), batch


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
