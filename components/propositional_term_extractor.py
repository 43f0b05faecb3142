"""The component ``propositional_term_extractor``: the terms that carry what a text says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING; the algorithm is in
``spacy_citalign.terms``.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .attributes import install_extensions
from .entities import EntsPolicy, check_policy, write_entities
from .pipe import CitalignPipe, require_whole_corpus, run_earlier
from .shipped import check_weights, shipped_model
from .spans import set_character_spans
from .term_texts import NounPhrases, check_noun_phrases, term_text, word_offsets
from .terms import TERM_LABEL, TERMS

if TYPE_CHECKING:
    from ..terms.domain_extractor import DomainExtractor
    from ..terms.models import TermModels

FACTORY = "propositional_term_extractor"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "boundaries": "rescored",
    "begin_bias": 0.0,
    "min_probability": 0.34,
    "alpha": None,
    "domain": None,
    "noun_phrases": "tags",
    "ents": None,
    "scorer": {"@scorers": "citalign.TermScorer.v1"},
}
Found = tuple[list[tuple[int, int]], list[float], list[float]]


@Language.factory(
    FACTORY,
    assigns=["doc.spans", "doc._.propositional_terms"],
    requires=["token.tag"],
    default_config=DEFAULTS,
    default_score_weights={"propositional_terms_f": 1.0},
)
def make_propositional_term_extractor(
    nlp: Language,
    name: str,
    weights: str | None,
    boundaries: str,
    begin_bias: float,
    min_probability: float,
    alpha: float | None,
    domain: str | None,
    noun_phrases: NounPhrases,
    ents: EntsPolicy | None,
    scorer: Callable | None,
) -> "PropositionalTermExtractor":
    """Make the component; the settings are those of ``PropositionalTermExtractor``."""
    return PropositionalTermExtractor(
        name,
        weights=weights,
        boundaries=boundaries,
        begin_bias=begin_bias,
        min_probability=min_probability,
        alpha=alpha,
        domain=domain,
        noun_phrases=noun_phrases,
        ents=ents,
        scorer=scorer,
    )


class PropositionalTermExtractor(CitalignPipe):
    """Sets ``doc.spans["propositional_terms"]`` (label TERM) and ``doc._.propositional_terms``.

    Terms do not overlap and stand in order of position. Each has its ``confidence``, how often
    spans like it were right in documents held out from training (where the model was trained
    without that, the CRF's probability of exactly this span), and its ``cohesion``, the combined
    association measure of its words (Eq. 8, counts smoothed), above 0. Reads tags, and sentences
    where boundaries are set; elsewhere a Doc is cut at full stops and line breaks.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        boundaries: how the borders of terms are found: ``"crf"``, by the CRF alone; ``"cam"``, by
            the CRF and then the combined association measure, as the paper has it; ``"rescored"``,
            of all spans that the CRF holds possible those most often right, by cohesion and more.
        begin_bias: nats added to each B tag of ``"crf"`` and ``"cam"``; more finds more.
        min_probability: how likely a term of ``"rescored"`` must be, 0 to below 1; less finds more.
        alpha: weight of words against tags in cohesion, 0 to 1; None for that of training.
        domain: whose guidelines to follow, of a model trained on several; None guesses it for each
            Doc by its words.
        noun_phrases: where noun phrases are from: ``"tags"``, ``"base_phrases"`` (the span group
            of that name) or ``"parser"``; as in training.
        ents: also write terms to ``doc.ents``: ``"keep"`` leaves out those that overlap an entity
            that is there, ``"replace"`` takes such entities out, None writes nothing.
        scorer: how the component is scored.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        boundaries: str = DEFAULTS["boundaries"],
        begin_bias: float = DEFAULTS["begin_bias"],
        min_probability: float = DEFAULTS["min_probability"],
        alpha: float | None = None,
        domain: str | None = None,
        noun_phrases: NounPhrases = "tags",
        ents: EntsPolicy | None = None,
        scorer: Callable | None = None,
    ):
        from ..terms.extractor import Extraction

        check_weights(weights)
        check_policy(ents)
        check_noun_phrases(noun_phrases)
        install_extensions()
        self.name = name
        self.weights = weights
        self.noun_phrases = noun_phrases
        self.ents = ents
        self.scorer = scorer
        self._extraction = Extraction(boundaries, begin_bias, min_probability, alpha)
        self._domain = domain
        self._extraction.check()
        self._extractor: DomainExtractor | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (TERM_LABEL,)

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._extractor is not None

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return the terms of each Doc, leaving it as it is: characters, confidences, cohesions.

        Raises:
            InputError: a Doc has no tags, or not the noun phrases asked for.
        """
        extractor = self._fitted_extractor()
        read = [term_text(doc, self.noun_phrases) for doc in docs]
        found = extractor([text for text, _ in read])
        out = []
        for doc, (_, words), terms in zip(docs, read, found, strict=True):
            starts, ends = (side.tolist() for side in word_offsets(doc, words))
            spans = [(starts[term.start], ends[term.end - 1]) for term in terms]
            ratings = ([t.confidence for t in terms], [t.cohesion for t in terms])
            out.append((spans, *ratings))
        return out

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        for doc, (spans, confidences, cohesions) in zip(docs, predictions, strict=True):
            attrs = {"cohesion": cohesions}
            set_character_spans(doc, TERMS, spans, TERM_LABEL, confidences, attrs)
            if self.ents is not None:
                write_entities(doc, TERMS, self.ents)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        lexicons: dict[str, Path | list[Path]] | None = None,
        unlabelled: list[Path] | None = None,
        levels: list[str] | None = None,
        cutoff: int = 2,
        folds: int = 10,
        algorithm: str = "masked_lbfgs",
        crf: dict[str, Any] | None = None,
        prune: float = 0.5,
        alpha: float | None = 0.4,
        rescore: int = 4,
        least: int = 2,
    ) -> None:
        """Train on the gold terms in ``doc.spans["propositional_terms"]`` of the references.

        Tags are those that the components before this one set. References of corpora with other
        guidelines say so in ``doc.user_data["term_domain"]``, a name; those that mark some kinds of
        terms only, in ``doc.user_data["term_partial"]``: a first training completes them.

        With ``weights="shipped"`` the weights stay, and only ``unlabelled`` is read, to extend the
        background that cohesion is measured by. (What ``"cam"`` holds against single words, the
        mean association of training terms of two words, stays that of training.)

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            lexicons: files of word lists by name; ``spacy_citalign.terms.lexicons`` tells which
                there are, ``spacy_citalign.corpora.term_lists`` in what formats.
            unlabelled: files of texts, one a line, plain or gzipped, for the classes of words and
                the background.
            levels, cutoff, folds, algorithm, crf, prune, alpha, rescore, least: see
                ``spacy_citalign.terms.training.TrainingSettings``, whose defaults they share.

        Raises:
            InputError: the examples have no terms, or a file cannot be read.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..terms.extractor import check_boundaries
        from ..terms.training import Resources, count_background, train_domains
        from .term_training import (
            annotated_documents,
            check_domain,
            read_lexicons,
            training_settings,
            unlabelled_documents,
        )

        require_whole_corpus(nlp)
        settings = training_settings(
            levels=levels,
            cutoff=cutoff,
            folds=folds,
            algorithm=algorithm,
            crf=crf,
            prune=prune,
            alpha=alpha,
            rescore=rescore,
            least=least,
        )
        settings.check()  # before, not after, training
        if self.weights is None:
            check_boundaries(self._extraction, learned=settings.rescore > 0)
        lists = read_lexicons(lexicons)
        texts = unlabelled_documents(unlabelled, nlp, self.name, self.noun_phrases)
        if self.weights is None:
            tagged = partial(run_earlier, nlp, self.name)
            documents = annotated_documents(get_examples(), tagged, self.noun_phrases)
            check_domain(self._domain, documents)
            self._use(train_domains(documents, settings, Resources(lists, texts)))
        elif texts:
            models = self._fitted_extractor().models
            more = count_background(texts)
            extended = (
                replace(model, background=model.background.merged(more)) for model in models.models
            )
            self._use(replace(models, models=tuple(extended)))

    def _fitted_extractor(self) -> "DomainExtractor":
        self.require_fitted()
        return cast("DomainExtractor", self._extractor)

    def _use(self, models: "TermModels") -> None:
        from ..terms.domain_extractor import DomainExtractor

        self._extractor = DomainExtractor(models, self._extraction, self._domain)

    def clear_model(self) -> None:
        """Become unfitted."""
        self._extractor = None

    def model_bytes(self) -> bytes | None:
        """Return the trained models as bytes."""
        return None if self._extractor is None else self._extractor.models.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over trained models, keeping the settings."""
        from ..terms.models import TermModels

        self._use(TermModels.from_bytes(data))
