"""The component ``sentence_aligner``: which sentences of texts on the same subject match.

Nelken & Shieber (2006), "Towards robust context-sensitive sentence alignment for monolingual
corpora", EACL; the algorithm is in ``spacy_citalign.sentences``.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...errors import InputError, SettingError
from ...sentences.settings import Method, check_choices
from ...words.settings import check_group
from ..base.names import ALIGNED_SENTENCES, TEXTS
from ..base.pipes import register
from ..base.settings import ROWS_OF_OTHER_MODELS, ModelSettings, build
from ..base.trained import ModelPipe
from ..base.training import run_earlier

if TYPE_CHECKING:
    from ...sentences.methods import Links
    from ...sentences.model import SentenceModel
    from .words import TextSentences

NORMALIZATIONS = ("abbreviations", "genes")
logger = logging.getLogger(__name__)


class Aligned(NamedTuple):
    """The texts of a Doc, the links of pairs of them, and why other pairs have none."""

    texts: "list[TextSentences]"
    links: dict[tuple[int, int], "Links"]
    refused: dict[tuple[int, int], str]


@dataclass(frozen=True)
class SentenceAlignerSettings(ModelSettings):
    """Settings of ``sentence_aligner``.

    Attributes:
        texts: the span group of the texts, as ``spacy_citalign.join(texts, nlp=nlp, key="texts")``
            makes it.
        method: ``"context"``, by words, letters, rivals and neighbours; ``"versions"`` likewise,
            for drafts or translations of one text, which have most in common; or the paper's:
            ``"alignment"``, its global alignment of TF*IDF probabilities and the surest pairs off
            it, or ``"tfidf"``, all pairs above a threshold of these and the first sentences of both
            texts.
        threshold: other pairs less probable than this are no links: lower finds more. None for .4,
            by ``"alignment"`` .005, by ``"tfidf"`` that of the highest F in training.
        limit: how many links a sentence has at most, but for those that the paper's methods add;
            None for 3, by the paper's methods 2.
        language: whose stems are compared, a code such as ``"de"``; ``"none"``: words as they are;
            None: the language of training, English in what ships.
        normalize: what is compared in one form, where the Doc has it: ``"abbreviations"``, short
            and long forms that scispaCy's ``abbreviation_detector`` has found, and ``"genes"``, the
            names that the gene tagger has.
    """

    texts: str = TEXTS
    method: Method = "context"
    threshold: float | None = None
    limit: int | None = None
    language: str | None = None
    normalize: tuple[str, ...] = NORMALIZATIONS

    def __post_init__(self) -> None:
        super().__post_init__()
        check_group("texts", self.texts)
        check_choices(self.method, self.threshold, self.limit)
        if self.language is not None:
            from ...words.stem import check_language

            check_language(self.language)
        names = self.normalize
        if not isinstance(names, list | tuple) or not all(x in NORMALIZATIONS for x in names):
            given = [*names] if isinstance(names, tuple) else names
            raise SettingError(
                f"normalize is {given!r}; give a list of {', '.join(map(repr, NORMALIZATIONS))}, "
                "or an empty one"
            )


@register(
    "sentence_aligner",
    settings=SentenceAlignerSettings,
    scorer="citalign.SentenceScorer.v1",
    extensions="sentences.attributes:install_extensions",
    requires=["doc.spans"],
    assigns=["doc.spans", "doc._.sentence_alignment", "span._.aligned_sentences"],
    score_weights={"sentence_links_f": 1.0, "sentence_links_changed_f": 0.0},
)
class SentenceAlignerPipe(ModelPipe["SentenceModel", "SentenceModel"]):
    """Sets ``doc.spans["aligned_sentences"]``, from which its attributes are read.

    ``doc._.sentence_alignment`` has a record for each link, ``span._.aligned_sentences`` the
    sentences that those of a span are aligned to. All pairs of texts are aligned. A Doc without
    texts is left as it is.

    Attributes:
        unaligned: pairs of texts that could not be aligned since the component was made, such as
            those too large for the memory; they are logged and have no links.
    """

    model_type = "sentences.model:SentenceModel"
    writes = ALIGNED_SENTENCES

    REMOVED = ROWS_OF_OTHER_MODELS
    unaligned = 0

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        language: str | None = None,
        spelling: bool | None = True,
        vectors: bool | None = False,
        candidates: int | None = 20,
        rounds: int | None = 3,
        folds: int | None = 5,
        perturbations: int | None = 4,
        seed: int | None = 0,
        c: float | None = 1.0,
    ) -> None:
        """Train on the gold of the references, or keep the shipped weights.

        Texts stand in the references' ``doc.spans["texts"]`` (or the group of the setting
        ``texts``), and in ``doc.user_data["sentence_links"]`` which of their sentences match:
        ``[{"texts": [0, 1], "links": [[i, j], ...]}]``; see ``gold``. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            language: whose stems are compared; None is the pipeline's language.
            spelling: whether British spellings become American ones (English only).
            vectors: whether the sentences' vectors are compared too.
            candidates: for how many sentences of the other text each is looked at.
            rounds: logistic regressions, of which all but the first read what the one before found.
            folds: parts of the pairs of texts, in their order, for cross-fitting.
            perturbations: copies of each pair with less in common (``perturbation``).
            seed: of the copies.
            c: inverse strength of the regressions' L2 penalty, above 0.

        Raises:
            InputError: the examples have nothing to learn from, or their gold is malformed.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ...sentences.training import TrainingSettings, train
            from .gold import text_pairs
            from .words import embedding

            if language is None:
                language = (None if nlp is None else nlp.lang) or TrainingSettings.language
            settings = build(TrainingSettings, arguments, language=language)
            embed = None if nlp is None else embedding(nlp.vocab)
            settings.check_vectors(embed)  # before the corpus is read
            earlier = partial(run_earlier, nlp, self.name)
            texts, normalize = self.settings.texts, self.settings.normalize
            pairs = text_pairs(get_examples(), earlier, texts, normalize)
            self.use(train(pairs, settings, embed))

    def predict(self, docs: list[Doc]) -> list[Aligned | None]:
        """Return the links of each Doc, leaving it as it is; None of Docs without texts.

        Raises:
            SettingError: the model was trained with vectors of words, and there are none.
        """
        model = self.fitted_runner()
        return [self._align(doc, model) for doc in docs]

    def _align(self, doc: Doc, model: "SentenceModel") -> Aligned | None:
        from ...sentences.model import SentenceAligner
        from .words import embedding, text_sentences

        settings = self.settings
        if settings.texts not in doc.spans:
            return None
        texts = text_sentences(doc, settings.texts, settings.normalize)
        align = SentenceAligner(model, embedding(doc.vocab), settings.language)
        given = {name: getattr(settings, name) for name in ("method", "threshold", "limit")}
        aligned = Aligned(texts, {}, {})
        for first, second in combinations(range(len(texts)), 2):
            words = texts[first].words, texts[second].words
            try:
                aligned.links[first, second] = align(*words, **given)
            except (InputError, MemoryError) as error:
                aligned.refused[first, second] = str(error) or "there is not enough memory"
        return aligned

    def set_annotations(self, docs: list[Doc], predictions: list[Aligned | None]) -> None:
        """Write the links."""
        from .attributes import set_links

        for doc, aligned in zip(docs, predictions, strict=True):
            if aligned is None:
                continue
            set_links(doc, aligned.texts, aligned.links)
            self.unaligned += len(aligned.refused)
            for pair, message in aligned.refused.items():
                logger.warning("%s: texts %d and %d of a Doc: %s", self.name, *pair, message)
