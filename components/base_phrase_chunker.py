"""The component ``base_phrase_chunker``: noun phrases, verb groups and the like, none in another.

Roark's base phrase parser (section 5) as an averaged perceptron over tags and columns, and one by
conditional random fields with words; the algorithm is in ``spacy_citalign.tagging``.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .chunk_words import TagSource, chunker_words, word_regions
from .pipe import CitalignPipe, require_whole_corpus, run_earlier
from .shipped import check_weights, shipped_model
from .spans import BASE_PHRASES, set_character_spans
from .term_texts import word_offsets

if TYPE_CHECKING:
    from ..tagging.chunk_model import ChunkModel
    from ..tagging.chunker import Chunker

FACTORY = "base_phrase_chunker"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "scorer": {"@scorers": "citalign.ChunkScorer.v1"},
}
Phrases = tuple[list[tuple[int, int]], list[str]]
"""Half-open characters of phrases, and their types."""


@Language.factory(
    FACTORY,
    assigns=["doc.spans"],
    requires=["token.tag"],
    default_config=DEFAULTS,
    default_score_weights={"base_phrases_f": 1.0, "base_phrases_p": 0.0, "base_phrases_r": 0.0},
)
def make_base_phrase_chunker(
    nlp: Language, name: str, weights: str | None, scorer: Callable | None
) -> "BasePhraseChunker":
    """Make the component; the settings are those of ``BasePhraseChunker``."""
    return BasePhraseChunker(name, weights=weights, scorer=scorer)


class BasePhraseChunker(CitalignPipe):
    """Sets ``doc.spans["base_phrases"]``, in order, with types such as NP and VP as labels.

    Reads tags, and sentences where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. A model trained with columns reads those of ``column_tagger`` too; a Doc without
    is read as one where no word has a column.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        scorer: how the component is scored.
    """

    def __init__(
        self, name: str = FACTORY, *, weights: str | None = None, scorer: Callable | None = None
    ):
        check_weights(weights)
        self.name = name
        self.weights = weights
        self.scorer = scorer
        self._chunker: Chunker | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of phrases that the component knows; empty before training."""
        return () if self._chunker is None else self._chunker.model.types

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._chunker is not None

    def predict(self, docs: list[Doc]) -> list[Phrases]:
        """Return the phrases of each Doc, leaving it as it is.

        Raises:
            InputError: a Doc has no tags.
        """
        chunker = self._fitted_chunker()
        if not docs:
            return []
        read = [chunker_words(doc) for doc in docs]
        regions = None
        if chunker.model.columns:
            regions = np.concatenate(
                [word_regions(doc, words) for doc, (words, _) in zip(docs, read, strict=True)]
            )
        chunks = chunker(
            [word for words, _ in read for word in words.words],
            [tag for _, tags in read for tag in tags],
            np.concatenate([words.lengths for words, _ in read]),
            regions,
        )
        bounds = np.cumsum([0, *(len(tags) for _, tags in read)])
        cuts = np.searchsorted(chunks.starts, bounds)
        found = []
        for number, (doc, (words, _)) in enumerate(zip(docs, read, strict=True)):
            here = slice(cuts[number], cuts[number + 1])
            starts, ends = word_offsets(doc, words)
            firsts = starts[chunks.starts[here] - bounds[number]].tolist()
            lasts = ends[chunks.ends[here] - 1 - bounds[number]].tolist()
            labels = [self.labels[kind] for kind in chunks.types[here].tolist()]
            found.append((list(zip(firsts, lasts, strict=True)), labels))
        return found

    def set_annotations(self, docs: list[Doc], predictions: list[Phrases]) -> None:
        """Write the span groups."""
        for doc, (spans, labels) in zip(docs, predictions, strict=True):
            set_character_spans(doc, BASE_PHRASES, spans, labels)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        features: str = "words",
        columns: bool = False,
        tags: TagSource = "gold",
        encodings: list[str] | None = None,
        cutoff: int = 2,
        folds: int = 10,
        algorithm: str = "lbfgs",
        crf: dict[str, Any] | None = None,
        prune: float = 0.7,
    ) -> None:
        """Train on ``doc.spans["base_phrases"]`` of the references; shipped weights stay.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            tags: ``"gold"`` trains with the tags of the references, ``"pipeline"`` with those that
                the components before this one set.
            features, columns, encodings, cutoff, folds, algorithm, crf, prune: see
                ``spacy_citalign.tagging.chunk_training.ChunkTrainingSettings``, whose defaults they
                share. Columns are those that the components before this one set.

        Raises:
            InputError: the examples have no phrases, no tags, or no columns where these are wanted.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..tagging.chunk_training import ChunkTrainingSettings, train
        from .chunk_training import phrased_sentences

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        chosen: dict[str, Any] = {} if crf is None else {"crf": crf}
        if encodings is not None:
            chosen["encodings"] = tuple(encodings) if isinstance(encodings, list) else encodings
        settings = ChunkTrainingSettings(
            features=features,
            columns=columns,
            cutoff=cutoff,
            folds=folds,
            algorithm=algorithm,
            prune=prune,
            **chosen,
        )
        settings.check()
        earlier = partial(run_earlier, nlp, self.name)
        sentences = phrased_sentences(get_examples(), earlier, tags=tags, columns=columns)
        self._use(train(sentences, settings))

    def _fitted_chunker(self) -> "Chunker":
        self.require_fitted()
        return cast("Chunker", self._chunker)

    def _use(self, model: "ChunkModel") -> None:
        from ..tagging.chunker import Chunker

        self._chunker = Chunker(model)

    def model_bytes(self) -> bytes | None:
        """Return the weights as bytes, None where there are none."""
        return None if self._chunker is None else self._chunker.model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over weights.

        Raises:
            ModelFileError: the bytes are no chunker model of this release.
        """
        from ..tagging.chunk_model import ChunkModel

        self._use(ChunkModel.from_bytes(data))

    def clear_model(self) -> None:
        """Forget the weights."""
        self._chunker = None
