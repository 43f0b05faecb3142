"""The component ``sentence_boundary_detector``: sentence starts in scientific text.

It reads the text, not the tokens, so that boundaries are the same under every tokenizer; the
algorithm is in ``spacy_citalign.boundaries``.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import SENT_START
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import InputError
from .chunks import DocChunks, tokens_at
from .pipe import CitalignPipe, require_whole_corpus
from .shipped import check_weights, shipped_model

if TYPE_CHECKING:
    from ..boundaries.detector import BoundaryDetector
    from ..boundaries.model import BoundaryModel

FACTORY = "sentence_boundary_detector"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "threshold": 0.5,
    "overwrite": True,
    "scorer": {"@scorers": "spacy.senter_scorer.v1"},
}
_TOKENS_AT_A_TIME = 50_000  # bounds the memory of a batch
_STARTS, _CONTINUES = np.array([1, -1]).astype(np.uint64)  # as Doc.from_array takes them


@Language.factory(
    FACTORY,
    assigns=["token.is_sent_start"],
    default_config=DEFAULTS,
    default_score_weights={"sents_f": 1.0, "sents_p": 0.0, "sents_r": 0.0},
)
def make_sentence_boundary_detector(
    nlp: Language,
    name: str,
    weights: str | None,
    threshold: float,
    overwrite: bool,
    scorer: Callable | None,
) -> "SentenceBoundaryDetector":
    """Make the component; the settings are those of ``SentenceBoundaryDetector``."""
    return SentenceBoundaryDetector(
        name, weights=weights, threshold=threshold, overwrite=overwrite, scorer=scorer
    )


class SentenceBoundaryDetector(CitalignPipe):
    """Sets ``token.is_sent_start`` of every token.

    White space belongs to the sentence before it, at the begin of a Doc to the first one. Where a
    sentence begins inside of a token, the token is not cut, and both sentences stay one. Put it
    before a parser: a parsed Doc is refused unless ``overwrite`` is false.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        threshold: the probability, above 0 and below 1, over which a sentence begins; a lower one
            makes more and shorter sentences.
        overwrite: whether starts that are set already are set anew; with False only tokens are
            written of which it is not known whether they start a sentence.
        scorer: how the component is scored.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        threshold: float = DEFAULTS["threshold"],
        overwrite: bool = True,
        scorer: Callable | None = None,
    ):
        from ..boundaries.detector import check_threshold

        check_weights(weights)
        check_threshold(threshold)
        self.name = name
        self.weights = weights
        self.threshold = threshold
        self.overwrite = overwrite
        self.scorer = scorer
        self._detector: BoundaryDetector | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._detector is not None

    def predict(self, docs: list[Doc]) -> list[NDArray[np.uint64]]:
        """Return what ``SENT_START`` is of each Doc's tokens, (N,), leaving the Docs as they are.

        Raises:
            InputError: a Doc is parsed, and ``overwrite`` is true: its sentences are those of the
                parse.
        """
        detector = self._fitted_detector()
        found: list[NDArray[np.uint64]] = []
        for part in _parts(docs):
            if self.overwrite:
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
            found += [values[first:end] for first, end in pairwise(bounds.tolist())]
        return found

    def _refuse_parsed(self, docs: list[Doc]) -> None:
        for doc in docs:
            # A parse labels every token; to ask all of them would take a tenth of all the time.
            if len(doc) and doc[0].dep:
                raise InputError(
                    f"the Doc {doc[:6].text!r}... is parsed, which fixes its sentences; put "
                    f"{self.name!r} before the parser, or set overwrite = false"
                )

    def set_annotations(self, docs: list[Doc], predictions: list[NDArray[np.uint64]]) -> None:
        """Write the starts, (N,) for each Doc as ``predict`` has them."""
        for doc, values in zip(docs, predictions, strict=True):
            if not self.overwrite:
                known = doc.to_array(SENT_START)
                values = np.where(known == 0, values, known)
            doc.from_array([SENT_START], values)  # type: ignore[arg-type]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        cutoff: int = 4,
        strength: float = 1.0,
        copies: int = 1,
        prune: float = 0.75,
        seed: int = 0,
    ) -> None:
        """Train on the sentence starts of the references; shipped weights stay.

        References without sentence boundaries are passed over.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            cutoff, strength, copies, prune, seed: see
                ``spacy_citalign.boundaries.training.TrainingSettings``, whose defaults they share.

        Raises:
            InputError: no example has sentence boundaries, or they have nothing to learn from.
            SettingError: a setting is out of range, or training would see a part of the corpus
                only.
        """
        from ..boundaries.training import TrainingSettings, train
        from .boundary_training import annotated_texts

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        settings = TrainingSettings(
            cutoff=cutoff, strength=strength, copies=copies, prune=prune, seed=seed
        )
        self._use(train(annotated_texts(get_examples()), settings))

    def _fitted_detector(self) -> "BoundaryDetector":
        self.require_fitted()
        return cast("BoundaryDetector", self._detector)

    def _use(self, model: "BoundaryModel") -> None:
        from ..boundaries.detector import BoundaryDetector

        self._detector = BoundaryDetector(model, self.threshold)

    def model_bytes(self) -> bytes | None:
        """Return the trained model as bytes."""
        return None if self._detector is None else self._detector.model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a trained model, keeping the settings.

        Raises:
            ModelFileError: the bytes are no boundary model of this release.
        """
        from ..boundaries.model import BoundaryModel

        self._use(BoundaryModel.from_bytes(data))

    def clear_model(self) -> None:
        """Become unfitted."""
        self._detector = None


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
