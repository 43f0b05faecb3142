"""Gene mentions of texts, by a trained model and a strategy of integration."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import cells, length_batches
from ..chain.features import Padded
from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.vocabulary import PADDING_ID, Vocabulary
from ..errors import SettingError
from ..words.tokens import Tokens, split_fine
from .brackets import REACH, repair_brackets
from .dictionary import LONGER_THAN, GeneDictionary
from .evidence import Evidence
from .features import Describer, add_context
from .integration import (
    COMBINED,
    Solutions,
    confidence,
    decode_n_best,
    decode_sets,
    decode_sum,
)
from .mentions import GeneMention, TokenSpans, spans_from_triples
from .model import MODELS, GeneModel, check_models

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
        self._evidence = Evidence(model.evidence) if model.evidence is not None else None
        self._scorer = model.scorer()
        describe = Describer(model.features, self._evidence)
        self._vocabulary = Vocabulary(describe, self._scorer.fold)

    def __reduce__(self) -> tuple[type, tuple[GeneModel, Integration]]:
        # A copy makes its look-up tables anew; they are fifteen times the size of the model.
        return type(self), (self.model, self.integration)

    def __call__(self, texts: Sequence[str]) -> list[list[GeneMention]]:
        """Return the mentions of each text in order of start; offsets are characters."""
        out: list[list[GeneMention]] = []
        part: list[str] = []
        size = 0
        for text in texts:
            part.append(text)
            size += len(text)
            if size > _CHARACTERS_AT_A_TIME:
                out += self._tag(part)
                part, size = [], 0
        return out + self._tag(part)

    def _tag(self, texts: Sequence[str]) -> list[list[GeneMention]]:
        out: list[list[GeneMention]] = [[] for _ in texts]
        tokens = split_fine(texts)
        filled = np.flatnonzero(tokens.lengths)
        if not len(filled):
            return out
        tokens = tokens._replace(lengths=tokens.lengths[filled])
        emissions = self._emissions(tokens)
        firsts = np.cumsum(tokens.lengths) - tokens.lengths
        for batch in length_batches(tokens.lengths):
            rows = _Rows(tokens, firsts[batch], tokens.lengths[batch])
            spans, probabilities = self._decode(emissions, rows)
            found = zip(*(column.tolist() for column in spans), probabilities.tolist(), strict=True)
            for row, start, end, probability in found:
                mention = GeneMention(*rows.characters(row, start, end), probability)
                out[filled[batch[row]]].append(mention)
        return [_distinct(mentions) for mentions in out]

    def _emissions(self, tokens: Tokens) -> NDArray[np.float32]:
        padded = Padded.of(tokens.lengths)
        with self._vocabulary.lock:
            ids = padded.spread(self._vocabulary.ids(tokens.words), PADDING_ID)
            columns = self._vocabulary.columns(ids)
            folded = self._vocabulary.folded(ids)
        if self._evidence is not None:
            add_context(columns, padded, tokens, self._evidence.phrases(columns["lower"]))
        return self._scorer.emissions(padded, columns, folded)

    def _decode(
        self, emissions: NDArray[np.float32], rows: "_Rows"
    ) -> tuple[TokenSpans, NDArray[np.float64]]:
        """Return the mentions in a batch of texts and their confidences."""
        cell = emissions[cells(rows.firsts, rows.lengths)].astype(np.float64)
        parts = [cell[..., columns] for columns in self._columns]
        joint = self._joint.lattice(parts, rows.lengths)
        solutions = self._solve(joint, parts, rows.lengths)
        spans = solutions.chosen
        if solutions.others is not None and self.dictionary is not None:
            spans = _add_known(spans, solutions.others, rows, self.dictionary)
        if self.integration.repair:
            spans = _repaired(spans, rows)
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


class _Rows(NamedTuple):
    """The texts of a batch: where each begins among the tokens, and how many it has."""

    tokens: Tokens
    firsts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def words(self, row: int, start: int, end: int) -> list[str]:
        """Return the words of a half-open span of tokens, as far as the row has them."""
        first = int(self.firsts[row])
        return self.tokens.words[first + start : first + min(end, int(self.lengths[row]))]

    def characters(self, row: int, start: int, end: int) -> tuple[int, int]:
        """Return the half-open characters of a half-open span of tokens."""
        first = int(self.firsts[row])
        last = first + end - 1
        starts = self.tokens.starts
        return int(starts[first + start]), int(starts[last]) + len(self.tokens.words[last])


def _repaired(spans: TokenSpans, rows: _Rows) -> TokenSpans:
    """Mend unpaired brackets, looking no further than a few tokens around each span."""
    triples = set()
    for row, start, end in zip(*(column.tolist() for column in spans), strict=True):
        first = max(0, start - 2 * REACH)
        words = rows.words(row, first, end + 2 * REACH)
        mended = repair_brackets(words, start - first, end - first)
        if mended is not None:
            triples.add((row, first + mended[0], first + mended[1]))
    return spans_from_triples(sorted(triples))


def _add_known(
    chosen: TokenSpans, others: TokenSpans, rows: _Rows, dictionary: GeneDictionary
) -> TokenSpans:
    """Add the dictionary's terms among the other solutions' mentions, longest first.

    The paper does not say what happens where such a term overlaps a chosen mention; here it is
    left out, since variants of one mention would count as several.
    """
    triples = list(zip(*(column.tolist() for column in others), strict=True))
    names = [rows.words(*triple) for triple in triples]
    long = [len("".join(words)) > LONGER_THAN for words in names]
    known = dictionary.contains(names) & np.array(long, dtype=bool)
    kept = list(zip(*(column.tolist() for column in chosen), strict=True))
    taken = {(row, token) for row, start, end in kept for token in range(start, end)}
    for row, start, end in sorted(
        (triples[i] for i in np.flatnonzero(known)), key=lambda t: (t[0], t[1] - t[2], t[1])
    ):
        cells_ = {(row, token) for token in range(start, end)}
        if not cells_ & taken:
            taken |= cells_
            kept.append((row, start, end))
    return spans_from_triples(sorted(kept))


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
