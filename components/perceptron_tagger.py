"""The component ``perceptron_tagger``: Penn tags and universal part-of-speech tags.

An averaged perceptron (Collins 2002), as Roark's tagger (section 5); the algorithm is in
``spacy_citalign.tagging``.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import POS, TAG
from spacy.language import Language
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc
from spacy.training import Example

from .attributes import install_extensions
from .pipe import CitalignPipe, require_whole_corpus
from .shipped import check_weights, shipped_model
from .treebank import SPACE_POS, SPACE_TAG
from .words import DocWords, doc_words

if TYPE_CHECKING:
    from ..tagging.model import TagModel
    from ..tagging.tagger import Tagged, Tagger

FACTORY = "perceptron_tagger"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "scorer": {"@scorers": "citalign.TagScorer.v1"},
}


@Language.factory(
    FACTORY,
    assigns=["token.tag", "token.pos"],
    default_config=DEFAULTS,
    default_score_weights={"tag_acc": 1.0, "pos_acc": 0.0},
)
def make_perceptron_tagger(
    nlp: Language, name: str, weights: str | None, scorer: Callable | None
) -> "PerceptronTagger":
    """Make the component; the settings are those of ``PerceptronTagger``."""
    return PerceptronTagger(name, weights=weights, scorer=scorer)


class PerceptronTagger(CitalignPipe):
    """Sets ``token.tag_`` and ``token.pos_``.

    Sentences are read one by one where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. White-space tokens get the tag ``_SP``, as spaCy's own pipelines have it.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        scorer: how the component is scored.
    """

    def __init__(
        self, name: str = FACTORY, *, weights: str | None = None, scorer: Callable | None = None
    ):
        check_weights(weights)
        install_extensions()
        self.name = name
        self.weights = weights
        self.scorer = scorer
        self._tagger: Tagger | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def labels(self) -> tuple[str, ...]:
        """The Penn tags that the component knows; empty before training."""
        return () if self._tagger is None else self._tagger.model.tags

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._tagger is not None

    def predict(self, docs: list[Doc]) -> list[tuple[DocWords, "Tagged"]]:
        """Return the tags of each Doc's words, leaving it as it is."""
        tagger = self._fitted_tagger()
        if not docs:
            return []
        read = [doc_words(doc) for doc in docs]
        words = [word for one in read for word in one.words]
        spaces = np.concatenate([one.spaces for one in read])
        tagged = tagger(words, spaces, np.concatenate([one.lengths for one in read]))
        ends = np.cumsum([len(one.words) for one in read])[:-1]
        parts = zip(*(np.split(column, ends) for column in tagged), strict=True)
        return [(one, type(tagged)(*part)) for one, part in zip(read, parts, strict=True)]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple[DocWords, "Tagged"]]
    ) -> None:
        """Write the tags."""
        from ..tagging.universal import UNIVERSAL

        universal = np.array([IDS[tag] for tag in UNIVERSAL], dtype=np.uint64)
        for doc, (read, tagged) in zip(docs, predictions, strict=True):
            strings = doc.vocab.strings
            penn = np.array([strings.add(tag) for tag in self.labels], dtype=np.uint64)
            values = np.empty((len(doc), 2), dtype=np.uint64)
            values[:] = strings.add(SPACE_TAG), IDS[SPACE_POS]
            values[read.places] = np.stack([penn[tagged.tags], universal[tagged.pos]], axis=1)
            doc.from_array([TAG, POS], values)  # type: ignore[arg-type]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        cutoff: int = 2,
        folds: int = 10,
        algorithm: str = "ap",
        crf: dict[str, Any] | None = None,
        prune: float = 0.5,
    ) -> None:
        """Train on ``token.tag_`` and ``token.pos_`` of the references; shipped weights stay.

        Universal tags are learned from the references that have them.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            cutoff, folds, algorithm, crf, prune: see
                ``spacy_citalign.tagging.training.TrainingSettings``, whose defaults they share.

        Raises:
            InputError: the examples have no tags.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..tagging.training import TrainingSettings, train
        from .tag_training import tagged_sentences

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        chosen: dict[str, Any] = {} if crf is None else {"crf": crf}
        settings = TrainingSettings(
            cutoff=cutoff, folds=folds, algorithm=algorithm, prune=prune, **chosen
        )
        self._use(train(tagged_sentences(get_examples()), settings))

    def _fitted_tagger(self) -> "Tagger":
        self.require_fitted()
        return cast("Tagger", self._tagger)

    def _use(self, model: "TagModel") -> None:
        from ..tagging.tagger import Tagger

        self._tagger = Tagger(model)

    def model_bytes(self) -> bytes | None:
        """Return the weights as bytes, None where there are none."""
        return None if self._tagger is None else self._tagger.model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over weights.

        Raises:
            ModelFileError: the bytes are no tagger model of this release.
        """
        from ..tagging.model import TagModel

        self._use(TagModel.from_bytes(data))

    def clear_model(self) -> None:
        """Forget the weights."""
        self._tagger = None
