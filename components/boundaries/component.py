"""The component ``sentence_boundary_detector``: sentence starts in scientific text.

It reads the text, not the tokens, so that boundaries are the same under every tokenizer; the
algorithm is in ``spacy_citalign.boundaries``.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...boundaries.settings import THRESHOLD, check_threshold
from ...errors import InputError
from ...words.settings import check_flag
from ..base import register
from ..settings import ModelSettings, build
from ..trained import ModelPipe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...boundaries.copies import SegmentedText
    from ...boundaries.detector import BoundaryDetector
    from ...boundaries.model import BoundaryModel

_TOKENS_AT_A_TIME = 50_000  # bounds the memory of a batch
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
        from .doc_chunks import DocChunks, tokens_at

        detector = self.fitted_runner()
        predictions: list[NDArray[np.uint64]] = []
        for part in _parts(docs):
            if self.settings.overwrite:
                self._refuse_parsed(part)
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

    def _refuse_parsed(self, docs: list[Doc]) -> None:
        for doc in docs:
            # A parse labels every token; to ask all of them would take a tenth of all the time.
            if len(doc) and doc[0].dep:
                raise InputError(
                    f"the Doc {doc[:6].text!r}... is parsed, which fixes its sentences; put "
                    f"{self.name!r} before the parser, or set overwrite = false"
                )

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
            from ...boundaries.training import TrainingSettings, train

            settings = build(TrainingSettings, arguments)
            self.use(train(annotated_texts(get_examples()), settings))

    def make_runner(self, model: "BoundaryModel") -> "BoundaryDetector":
        """Return the detector of a model, with the threshold."""
        from ...boundaries.detector import BoundaryDetector

        return BoundaryDetector(model, self.settings.threshold)


def _parts(docs: list[Doc]) -> Iterator[list[Doc]]:
    """Divide Docs into lists of one vocabulary each that are not too long."""
    part: list[Doc] = []
    size = 0
    for doc in docs:
        if part and (size > _TOKENS_AT_A_TIME or doc.vocab is not part[0].vocab):
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
    from ...boundaries.copies import SegmentedText

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
