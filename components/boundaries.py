"""The component ``sentence_boundary_detector``: sentence starts in scientific text.

It reads the text, not the tokens, so that boundaries are the same under every tokenizer; the
algorithm is in ``spacy_citalign.boundaries``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import IDX, IS_SPACE, ORTH, SENT_START, SPACY
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..boundaries.settings import THRESHOLD, check_threshold
from ..errors import InputError
from ..words.hashing import Hashes, PartHasher
from ..words.settings import check_flag
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.trained import ModelPipe

if TYPE_CHECKING:
    from ..boundaries.model import BoundaryDetector, BoundaryModel, Starts
    from ..boundaries.training import SegmentedText


TOKENS_AT_A_TIME = 50_000  # bounds the memory of a batch
_STARTS, _CONTINUES = np.array([1, -1]).astype(np.uint64)  # as Doc.from_array takes them


@dataclass(frozen=True)
class BoundarySettings(ModelSettings):
    """Settings of ``sentence_boundary_detector``.

    Attributes:
        threshold: the probability, 0 to 1, over which a sentence begins; a lower one
            makes more and shorter sentences.
        overwrite: whether starts that are set already are set anew; with False only tokens are
            written of which it is not known whether they start a sentence, as in the pipeline that
            ships, so that joined citances stay apart.
    """

    threshold: float = THRESHOLD
    overwrite: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_threshold(self.threshold)
        check_flag("overwrite", self.overwrite)


@register(
    "sentence_boundary_detector",
    settings=BoundarySettings,
    scorer="spacy.senter_scorer.v1",
    assigns=["token.is_sent_start"],
    score_weights={"sents_f": 1.0, "sents_p": 0.0, "sents_r": 0.0},
)
class SentenceBoundaryDetector(ModelPipe["BoundaryModel", "BoundaryDetector"]):
    """Sets ``token.is_sent_start`` of every token.

    White space belongs to the sentence before it, at the begin of a Doc to the first one. Where a
    sentence begins inside of a token, the token is not cut, and both sentences stay one. Put it
    before a parser: a parsed Doc is refused unless ``overwrite`` is false.
    """

    model_type = "boundaries.model:BoundaryModel"
    reads_words = False

    def predict(self, docs: list[Doc]) -> list["NDArray[np.uint64]"]:
        """Return what ``SENT_START`` is of each Doc's tokens, (N,), leaving the Docs as they are.

        Raises:
            InputError: a Doc is parsed, and ``overwrite`` is true: its sentences are those of the
                parse.
        """
        detector = self.fitted_runner()
        predictions: list[NDArray[np.uint64]] = []
        for part in _parts(docs):
            # A parse labels every token; to ask all of them would take a tenth of all the time.
            parsed = [doc for doc in part if len(doc) and doc[0].dep]
            if self.settings.overwrite and parsed:
                raise InputError(
                    f"the Doc {parsed[0][:6].text!r}... is parsed, which fixes its sentences; put "
                    f"{self.name!r} before the parser, or set overwrite = false"
                )
            chunks = DocChunks(part)
            bounds = chunks.bounds
            starts, odd = detector.detect_keys(
                chunks.keys, chunks.spell, chunks.breaks, chunks.numbers
            )
            values = np.full(bounds[-1], _CONTINUES)
            values[chunks.starting_tokens(starts)] = _STARTS
            for number in odd.tolist():  # a token with white space in it
                doc = part[number]
                values[bounds[number] + tokens_at(doc, detector([doc.text])[0])] = _STARTS
            predictions += [values[first:end] for first, end in pairwise(bounds.tolist())]
        return predictions

    def set_annotations(self, docs: list[Doc], predictions: list["NDArray[np.uint64]"]) -> None:
        """Write the starts, (N,) for each Doc as ``predict`` has them."""
        for doc, values in zip(docs, predictions, strict=True):
            if not self.settings.overwrite:
                known = doc.to_array(SENT_START)
                values = np.where(known == 0, values, known)
            doc.from_array([SENT_START], values)  # type: ignore[arg-type]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        cutoff: int | None = 4,
        strength: float | None = 1.0,
        copies: int | None = 1,
        prune: float | None = 0.75,
        seed: int | None = 0,
    ) -> None:
        """Train on the sentence starts of the references, or keep the shipped weights.

        None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            cutoff: how many gaps, those of copies too, must have a feature for it to be used.
            strength: inverse of the L2 penalty; more fits the training texts closer.
            copies: how many copies in other layouts are trained on beside each text.
            prune: share of the smallest weights to drop.
            seed: of the copies.

        Raises:
            InputError: no example has sentence boundaries, or they have nothing to learn from.
            SettingError: a setting is out of range.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ..boundaries.training import TrainingSettings, train

            settings = build(TrainingSettings, arguments)
            self.use(train(annotated_texts(get_examples()), settings))

    def make_runner(self, model: "BoundaryModel") -> "BoundaryDetector":
        """Return the detector of a model, with the threshold."""
        from ..boundaries.model import BoundaryDetector

        return BoundaryDetector(model, self.settings.threshold)


def _parts(docs: list[Doc]) -> Iterator[list[Doc]]:
    """Divide Docs into lists of one vocabulary each that are not too long."""
    part: list[Doc] = []
    size = 0
    for doc in docs:
        if part and (size > TOKENS_AT_A_TIME or doc.vocab is not part[0].vocab):
            yield part
            part, size = [], 0
        part.append(doc)
        size += len(doc)
    if part:
        yield part


def annotated_texts(examples: Iterable[Example]) -> list["SegmentedText"]:
    """Return the references that have sentence boundaries.

    Raises:
        InputError: none has.
    """
    from ..boundaries.training import SegmentedText

    texts: list[SegmentedText] = []
    references = [example.reference for example in examples]
    for doc in references:
        if len(doc) and doc.has_annotation("SENT_START"):
            starts = np.flatnonzero(doc.to_array(SENT_START) == 1)
            texts.append(SegmentedText(doc.text, doc.to_array(IDX)[starts].tolist()))
    if not texts:
        raise InputError(
            f"none of the {len(references)} training examples has sentence boundaries in its "
            "reference; set token.is_sent_start there"
        )
    return texts


class DocChunks:
    """The N chunks of some Docs of one vocabulary, whose tokens are counted through all of them.

    Attributes:
        numbers: (N,) int64 ascending, which of the Docs each chunk is of.
        breaks: (N,) int64, line breaks before each, as in ``boundaries.layout.Layout``.
        keys: (N,) uint64, hashes that tell chunks apart, the same in all Docs.
        bounds: (number of Docs + 1,) int64, the first token of each Doc, and their sum.
    """

    def __init__(self, docs: Sequence[Doc]):
        from ..boundaries.layout import EMPTY

        self._strings = docs[0].vocab.strings
        columns = [doc.to_array([ORTH, SPACY, IS_SPACE]).reshape(-1, 3) for doc in docs]
        self._orths, spaced, white = np.ascontiguousarray(np.concatenate(columns).T)
        self.bounds = np.cumsum([0, *map(len, docs)])
        begins = np.ones(len(white), dtype=bool)
        begins[1:] = (white[1:] != white[:-1]) | ((spaced[:-1] > 0) & (white[1:] == 0))
        begins[self.bounds[:-1][np.diff(self.bounds) > 0]] = True
        firsts = np.flatnonzero(begins)
        ends = np.append(firsts[1:], len(white))[: len(firsts)]
        gap = white[firsts] > 0
        self._firsts, self._ends = firsts[~gap], ends[~gap]
        # Where the chunks of each Doc begin among all.
        chunk_bounds = np.searchsorted(self._firsts, self.bounds)
        counts = np.diff(chunk_bounds)
        self._heads = chunk_bounds[:-1][counts > 0]
        self.numbers = np.repeat(np.arange(len(docs)), counts)
        self.keys: Hashes = PartHasher(self._orths)(self._firsts, self._ends)
        self.breaks = np.zeros(len(self._firsts), dtype=np.int64)
        self._count_breaks(firsts[gap], ends[gap], spaced)
        self.breaks[self._heads] = EMPTY

    def _count_breaks(
        self, firsts: NDArray[np.int64], ends: NDArray[np.int64], spaced: NDArray[np.uint64]
    ) -> None:
        """Count the line breaks of white space, given as half-open tokens, for the chunk after."""
        from ..boundaries.layout import count_breaks

        chunks = np.searchsorted(self._firsts, ends)
        for chunk, first, end in zip(chunks.tolist(), firsts.tolist(), ends.tolist(), strict=True):
            if chunk < len(self._firsts):
                words = zip(self._words(first, end), spaced[first:end].tolist(), strict=True)
                self.breaks[chunk] = count_breaks("".join(word + " " * s for word, s in words))

    def _words(self, first: int, end: int) -> list[str]:
        return [self._strings[orth] for orth in self._orths[first:end].tolist()]

    def spell(self, chunks: NDArray[np.int64]) -> list[str]:
        """Return the characters of some chunks."""
        firsts = self._firsts[chunks]
        sizes = self._ends[chunks] - firsts
        ends = np.cumsum(sizes)
        tokens = np.arange(int(sizes.sum())) + np.repeat(firsts - ends + sizes, sizes)
        words = [self._strings[orth] for orth in self._orths[tokens].tolist()]
        return ["".join(words[a:b]) for a, b in pairwise([0, *ends.tolist()])]

    def starting_tokens(self, starts: "Starts") -> NDArray[np.int64]:
        """Return the tokens, counted through all Docs, at which sentences begin.

        A start inside of a token is left out; each Doc's first sentence begins at its first token.
        """
        tokens = self._firsts[starts.chunks]
        at_token = np.ones(len(tokens), dtype=bool)
        for number in np.flatnonzero(starts.offsets).tolist():
            chunk, offset = int(starts.chunks[number]), int(starts.offsets[number])
            words = self._words(int(self._firsts[chunk]), int(self._ends[chunk]))
            ends = list(accumulate(map(len, words)))
            at_token[number] = offset in ends
            tokens[number] += ends.index(offset) + 1 if at_token[number] else 0
        at_token[np.isin(starts.chunks, self._heads) & (starts.offsets == 0)] = False
        return np.append(tokens[at_token], self.bounds[:-1][np.diff(self.bounds) > 0])


def tokens_at(doc: Doc, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the tokens of a Doc at which sentences begin, its first among them.

    ``starts``, (S,), are characters, the first that of the first character that is not white space.
    One that lies inside of a token counts only if white space alone is before it there.
    """
    begins = doc.to_array(IDX).astype(np.int64)
    tokens = np.searchsorted(begins, starts[1:], side="right") - 1
    inside = starts[1:] - begins[tokens]
    at_token = inside == 0
    for number in np.flatnonzero(inside).tolist():
        at_token[number] = doc[int(tokens[number])].text[: int(inside[number])].isspace()
    return np.append(0, tokens[at_token])
