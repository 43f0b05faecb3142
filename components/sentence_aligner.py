"""The component ``sentence_aligner``: which sentences of texts on the same subject match.

Nelken & Shieber (2006), "Towards robust context-sensitive sentence alignment for monolingual
corpora", EACL; the algorithm is in ``spacy_citalign.sentences``.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..sentences.choices import Method, check_choices
from .pipe import CitalignPipe, logger, require_whole_corpus, run_earlier
from .sentence_links import install_sentence_extensions, set_links
from .sentence_pairs import Aligned, align_texts, embedding
from .sentence_words import NORMALIZATIONS, TEXTS, check_normalizations, text_sentences
from .shipped import check_weights, shipped_model

if TYPE_CHECKING:
    from ..sentences.model import SentenceModel

FACTORY = "sentence_aligner"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "texts": TEXTS,
    "method": "context",
    "threshold": None,
    "limit": None,
    "language": None,
    "normalize": list(NORMALIZATIONS),
    "scorer": {"@scorers": "citalign.SentenceScorer.v1"},
}


@Language.factory(
    FACTORY,
    requires=["doc.spans"],
    assigns=["doc.spans", "doc._.sentence_alignment", "span._.aligned_sentences"],
    default_config=DEFAULTS,
    default_score_weights={"sentence_links_f": 1.0, "sentence_links_changed_f": 0.0},
)
def make_sentence_aligner(
    nlp: Language,
    name: str,
    weights: str | None,
    texts: str,
    method: str,
    threshold: float | None,
    limit: int | None,
    language: str | None,
    normalize: list[str],
    scorer: Callable | None,
) -> "SentenceAlignerPipe":
    """Make the component; the settings are those of ``SentenceAlignerPipe``."""
    return SentenceAlignerPipe(
        name,
        weights=weights,
        texts=texts,
        method=cast(Method, method),
        threshold=threshold,
        limit=limit,
        language=language,
        normalize=normalize,
        scorer=scorer,
    )


class SentenceAlignerPipe(CitalignPipe):
    """Sets ``doc.spans["aligned_sentences"]``, from which its attributes are read.

    ``doc._.sentence_alignment`` has a record for each link, ``span._.aligned_sentences`` the
    sentences that those of a span are aligned to. All pairs of texts are aligned. A Doc without
    texts is left as it is.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        texts: the span group of the texts, as ``spacy_citalign.join(texts, nlp=nlp, key="texts")``
            makes it.
        method: ``"context"``; ``"versions"`` for drafts or translations of one text, which have
            most in common; or the paper's: ``"alignment"``, its global alignment of TF*IDF
            probabilities, or ``"tfidf"``, all pairs above a threshold of these and the first
            sentences of both texts.
        threshold: other pairs less probable than this are no links; None for .4, by
            ``"alignment"`` .005, by ``"tfidf"`` what the model learned.
        limit: how many links a sentence has at most, but for those that the paper's methods add;
            None for what suits the method.
        language: whose stems are compared, a code as spaCy's ``nlp.lang`` or ``"none"``; None is
            that of training.
        normalize: what makes words alike: ``"abbreviations"`` and ``"genes"``, where the Doc has
            them; see ``text_sentences``.
        scorer: how the component is scored.

    Attributes:
        unaligned: pairs of texts that could not be aligned since the component was made, such as
            those too large for the memory; they are logged and have no links.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        texts: str = TEXTS,
        method: Method = "context",
        threshold: float | None = None,
        limit: int | None = None,
        language: str | None = None,
        normalize: list[str] | tuple[str, ...] = NORMALIZATIONS,
        scorer: Callable | None = None,
    ):
        check_weights(weights)
        check_choices(method, threshold, limit)
        if language is not None:
            from ..words.snowball import check_language

            check_language(language)
        install_sentence_extensions()
        self.name = name
        self.weights = weights
        self.texts = texts
        self.method = method
        self.threshold = threshold
        self.limit = limit
        self.language = language
        self.normalize = check_normalizations(normalize)
        self.scorer = scorer
        self.unaligned = 0
        self._model: SentenceModel | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def fitted(self) -> bool:
        """Whether there is a model."""
        return self._model is not None

    def predict(self, docs: list[Doc]) -> list[Aligned | None]:
        """Return the links of each Doc, leaving it as it is; None of Docs without texts.

        Raises:
            SettingError: the model was trained with vectors of words, and there are none.
        """
        from ..sentences.aligner import SentenceAligner

        self.require_fitted()
        model = cast("SentenceModel", self._model)
        found: list[Aligned | None] = []
        for doc in docs:
            if self.texts not in doc.spans:
                found.append(None)
                continue
            texts = text_sentences(doc, self.texts, self.normalize)
            aligner = SentenceAligner(model, embedding(doc.vocab), self.language)
            found.append(
                align_texts(
                    aligner,
                    texts,
                    method=self.method,
                    threshold=self.threshold,
                    limit=self.limit,
                )
            )
        return found

    def set_annotations(self, docs: list[Doc], predictions: list[Aligned | None]) -> None:
        """Write the links."""
        for doc, found in zip(docs, predictions, strict=True):
            if found is None:
                continue
            set_links(doc, found.texts, found.links)
            self.unaligned += len(found.refused)
            for (one, other), message in found.refused.items():
                logger.warning("%s: texts %d and %d of a Doc: %s", self.name, one, other, message)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        language: str | None = None,
        spelling: bool = True,
        vectors: bool = False,
        candidates: int = 20,
        rounds: int = 3,
        folds: int = 5,
        perturbations: int = 4,
        seed: int = 0,
        c: float = 1.0,
    ) -> None:
        """Train on the gold of the references; shipped weights stay.

        Texts stand in the references' ``doc.spans["texts"]`` (or the group of the setting
        ``texts``), and in ``doc.user_data["sentence_links"]`` which of their sentences match:
        ``[{"texts": [0, 1], "links": [[i, j], ...]}]``; see ``sentence_gold``.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline; its components before this one run on the examples.
            language: whose stems are compared; None is the pipeline's language.
            vectors: whether the vectors of the pipeline's vocabulary are compared too; the model
                then runs in pipelines with vectors only.
            spelling, candidates, rounds, folds, perturbations, seed, c: see
                ``spacy_citalign.sentences.settings.TrainingSettings``, whose defaults they share.

        Raises:
            InputError: the examples have nothing to learn from, or their gold is malformed.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..sentences.settings import TrainingSettings
        from ..sentences.training import train
        from .sentence_training import text_pairs

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        own = (None if nlp is None else nlp.lang) or TrainingSettings.language
        settings = TrainingSettings(
            language=own if language is None else language,
            spelling=spelling,
            vectors=vectors,
            candidates=candidates,
            rounds=rounds,
            folds=folds,
            perturbations=perturbations,
            seed=seed,
            c=c,
        )
        embed = None if nlp is None else embedding(nlp.vocab)
        settings.check(embed)  # before the corpus is read
        pairs = text_pairs(
            get_examples(),
            partial(run_earlier, nlp, self.name),
            spans_key=self.texts,
            normalize=self.normalize,
        )
        self._model = train(pairs, settings, embed)

    def model_bytes(self) -> bytes | None:
        """Return the model as bytes, None where there is none."""
        return None if self._model is None else self._model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a model.

        Raises:
            ModelFileError: the bytes are no model of sentences of this release.
        """
        from ..sentences.model import SentenceModel

        self._model = SentenceModel.from_bytes(data)

    def clear_model(self) -> None:
        """Forget the model."""
        self._model = None
