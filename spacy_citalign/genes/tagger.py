"""Gene mentions of texts, by a trained model and a strategy of integration."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches
from ..chain.features import PAD, Padded
from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.vocabulary import PADDING_ID, Vocabulary
from ..errors import InputError, SettingError
from ..words.hashing import Hashes
from ..words.tokens import Tokens, split_fine
from .dictionary import GeneDictionary
from .evidence import Evidence
from .features import Describer, add_context, reads_tags
from .integration import (
    COMBINED,
    Solutions,
    confidence,
    decode_n_best,
    decode_sets,
    decode_sum,
)
from .mentions import GeneMention, TokenSpans
from .model import MODELS, GeneModel, check_models
from .parts_of_speech import PartsOfSpeech, tag_column
from .rows import Rows, add_known, repaired

_CHARACTERS_AT_A_TIME = 200_000  # bounds the memory of a batch of long texts


@dataclass(frozen=True)
class Integration:
    """How models are put together.

    Attributes:
        strategy: one of ``COMBINED``, or the name of a single model of ``MODELS``.
        models: the models that take part, all of the trained ones if empty. ``n_best`` falls back
            to the last of them.
        n_best: length of the lists of ``n_best``.
        begin_bias: nats added to each B tag of ``sum``, on the scale of the models' mean, and of
            single models.
        repair: whether unpaired brackets are mended.
    """

    strategy: str = "sum"
    models: tuple[str, ...] = ()
    n_best: int = 10
    begin_bias: float = 0.0
    repair: bool = True

    def names(self, trained: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of the ``trained`` models take part.

        Raises:
            SettingError: a name or number is unknown, out of range, or no such model is trained.
        """
        if self.strategy not in (*COMBINED, *MODELS):
            choices = ", ".join((*COMBINED, *MODELS))
            raise SettingError(f"strategy is {self.strategy!r}; choose from {choices}")
        if self.n_best < 1:
            raise SettingError(f"n_best is {self.n_best}; ask for at least 1 solution")
        if self.strategy in MODELS and self.models:
            raise SettingError(
                f"strategy {self.strategy!r} is one model, but models is {list(self.models)}; "
                "leave models empty, or choose sum"
            )
        names = (self.strategy,) if self.strategy in MODELS else self.models or trained
        check_models(names)
        missing = [name for name in names if name not in trained]
        if missing:
            raise SettingError(
                f"the trained gene model has {', '.join(trained)}, not {', '.join(missing)}; "
                "change strategy or models, or train with them"
            )
        return names


class GeneTagger:
    """Tags texts; holds the weights, ready for look-up, and what it knows of words seen so far."""

    def __init__(
        self,
        model: GeneModel,
        integration: Integration = Integration(),
    ):
        self.model = model
        self.integration = integration
        self.dictionary = None if model.dictionary is None else GeneDictionary(model.dictionary)
        names = integration.names(model.models)
        windows = [MODELS[name] for name in names]
        moves = [model.transitions[model.models.index(name)] for name in names]
        # n_best, union and intersection are the paper's and know no bias.
        biased = integration.strategy == "sum" or integration.strategy in MODELS
        bias = integration.begin_bias if biased else 0.0
        self._columns = [model.columns(name) for name in names]
        self._joint = JointModel(windows, moves, bias)
        self._single = [JointModel([w], [m], 0.0) for w, m in zip(windows, moves, strict=True)]
        self.reads_tags = reads_tags(model.features)
        self._evidence = Evidence(model.evidence) if model.evidence is not None else None
        self._scorer = model.scorer()
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
        firsts = np.cumsum(tokens.lengths) - tokens.lengths
        for batch in length_batches(tokens.lengths):
            rows = Rows(tokens, firsts[batch], tokens.lengths[batch])
            spans, probabilities = self._decode(emissions, rows)
            found = zip(*(column.tolist() for column in spans), probabilities.tolist(), strict=True)
            for row, start, end, probability in found:
                mention = GeneMention(*rows.characters(row, start, end), probability)
                out[filled[batch[row]]].append(mention)
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

    def _decode(
        self, emissions: NDArray[np.float32], rows: Rows
    ) -> tuple[TokenSpans, NDArray[np.float64]]:
        """Return the mentions in a batch of texts and their confidences."""
        cell = emissions[cells(rows.firsts, rows.lengths)].astype(np.float64)
        parts = [cell[..., columns] for columns in self._columns]
        joint = self._joint.lattice(parts, rows.lengths)
        solutions = self._solve(joint, parts, rows.lengths)
        spans = solutions.chosen
        if solutions.others is not None and self.dictionary is not None:
            spans = add_known(spans, solutions.others, rows, self.dictionary)
        if self.integration.repair:
            spans = repaired(spans, rows)
        return spans, confidence(self._joint, joint, spans)

    def _solve(
        self, joint: Lattice, parts: list[NDArray[np.float64]], lengths: NDArray[np.int64]
    ) -> Solutions:
        strategy = self.integration.strategy
        if strategy == "sum" or strategy in MODELS:
            return decode_sum(self._joint, joint)
        lattices = [
            model.lattice([part], lengths) for model, part in zip(self._single, parts, strict=True)
        ]
        if strategy == "n_best":
            n, keep = self.integration.n_best, self.dictionary is not None
            return decode_n_best(self._single, lattices, n, keep_others=keep)
        return decode_sets(self._single, lattices, union=strategy == "union")


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
