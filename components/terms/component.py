"""The component ``propositional_term_extractor``: the terms that carry what a text says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING; the algorithm is in
``spacy_citalign.terms``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...errors import SettingError
from ...terms.settings import DEFAULT_LEVELS, Extraction
from ...words.settings import check_choice, check_flag, check_group, check_read
from ..base import register
from ..entities import (
    EntsPolicy,
    check_gold_labels,
    check_policy,
    with_entities_as_gold,
    write_entities,
)
from ..names import TERM_LABEL, TERMS
from ..settings import ModelSettings, build
from ..trained import ModelPipe

if TYPE_CHECKING:
    from ...terms.domains import DomainExtractor, TermModels

NounPhrases = Literal["tags", "base_phrases", "parser"]
"""Where noun phrases are from: Penn tags, ``doc.spans["base_phrases"]``, ``doc.noun_chunks``."""

SOURCES = ("tags", "base_phrases", "parser")
Extracted = tuple[list[tuple[int, int]], list[float], list[float]]


@dataclass(frozen=True)
class TermSettings(Extraction, ModelSettings):
    """Settings of ``propositional_term_extractor``; the others are those of ``Extraction``.

    Attributes:
        spans_key: the span group that is written; extractors with groups of their own may stand in
            one pipeline, and ``doc._.mentions(spans_key)`` has the records of each.
        exclude: leave out what is no term, however probable: names of authors that the Doc cites,
            addresses, headings, generic words, what is cut at a bracket.
        domain: whose guidelines to follow, of a model trained on several; None guesses it for each
            Doc by its words.
        noun_phrases: where noun phrases are from: ``"tags"``, ``"base_phrases"`` (the span group
            of that name) or ``"parser"``; as in training.
        ents: also write terms to ``doc.ents``: ``"keep"`` leaves out those that overlap an entity
            that is there, ``"replace"`` takes such entities out, None writes nothing.
        gold_labels: labels of the entities that are gold terms, to train and to score, where no
            example has the span group: those of other annotators' NER, such as ``["PROTEIN"]``.
    """

    spans_key: str = TERMS
    exclude: bool = True
    domain: str | None = None
    noun_phrases: NounPhrases = "tags"
    ents: EntsPolicy | None = None
    gold_labels: tuple[str, ...] = ("TERM",)

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        check_policy(self.ents)
        check_gold_labels(self.gold_labels)
        check_choice("noun_phrases", self.noun_phrases, SOURCES)
        check_flag("exclude", self.exclude)
        check_group("spans_key", self.spans_key)
        Extraction.__post_init__(self)
        check_read(self, "begin_bias", "boundaries", ("crf", "cam"))
        least = self.min_probability
        if isinstance(least, Mapping) and least and self.domain not in {None, *least}:
            raise SettingError(
                f"min_probability is of {', '.join(map(repr, least))}, and domain is "
                f"{self.domain!r}; give one of that domain, or one number"
            )


@register(
    "propositional_term_extractor",
    settings=TermSettings,
    scorer="citalign.TermScorer.v1",
    extensions="terms.attributes:install_extensions",
    assigns=[
        "doc.spans",
        "doc._.propositional_terms",
        "doc._.ranked_propositional_terms",
        "span._.confidence",
    ],
    requires=["token.tag"],
    score_weights={"propositional_terms_f": 1.0},
)
class PropositionalTermExtractor(ModelPipe["TermModels", "DomainExtractor"]):
    """Sets ``doc.spans["propositional_terms"]`` (label TERM) and ``doc._.propositional_terms``.

    Terms do not overlap and stand in order of position. Each has its ``confidence``, how often
    spans like it were right in documents held out from training (where the model was trained
    without that, the CRF's probability of exactly this span), and its ``cohesion``, the combined
    association measure of its words (Eq. 8, counts smoothed), above 0. Reads tags, and sentences
    where boundaries are set; elsewhere a Doc is cut at full stops and line breaks.
    """

    model_type = "terms.domains:TermModels"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (TERM_LABEL,)

    @property
    def results_key(self) -> str:
        """The span group of the results."""
        return str(self.settings.spans_key)

    def predict(self, docs: list[Doc]) -> list[Extracted]:
        """Return the terms of each Doc, leaving it as it is: characters, confidences, cohesions.

        Raises:
            InputError: a Doc has no tags, or not the noun phrases asked for.
        """
        from ..doc_words import word_offsets
        from .texts import term_text, with_exclusion

        extractor = self.fitted_runner()
        texts = [term_text(doc, self.settings.noun_phrases) for doc in docs]
        if self.settings.exclude:
            texts = [
                (with_exclusion(doc, text, words), words)
                for doc, (text, words) in zip(docs, texts, strict=True)
            ]
        extracted = extractor([text for text, _ in texts])
        predictions = []
        for doc, (_, words), terms in zip(docs, texts, extracted, strict=True):
            starts, ends = (offsets.tolist() for offsets in word_offsets(doc, words))
            spans = [(starts[term.start], ends[term.end - 1]) for term in terms]
            ratings = ([t.confidence for t in terms], [t.cohesion for t in terms])
            predictions.append((spans, *ratings))
        return predictions

    def set_annotations(self, docs: list[Doc], predictions: list[Extracted]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        from ..span_records import set_span_records

        for doc, (spans, confidences, cohesions) in zip(docs, predictions, strict=True):
            known = {"confidence": confidences, "cohesion": cohesions}
            set_span_records(doc, self.settings.spans_key, spans, TERM_LABEL, known)
            if self.settings.ents is not None:
                write_entities(doc, self.settings.spans_key, self.settings.ents)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer; see ``gold_labels`` for what is gold."""
        key, labels = self.settings.spans_key, self.settings.gold_labels
        gold = with_entities_as_gold(examples, key, TERM_LABEL, labels)
        return super().score(gold, **kwargs)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        levels: list[str] | None = [*DEFAULT_LEVELS],
        cutoff: int | None = 2,
        folds: int | None = 10,
        algorithm: str | None = "masked_lbfgs",
        crf: Mapping[str, object] | None = {"c2": 5.0, "max_iterations": 80},
        prune: float | None = 0.5,
        alpha: float | None = 0.4,
        rescore: int | None = 4,
        least: int | None = 2,
        lexicons: dict[str, Any] | None = None,
        unlabelled: list[Path] | None = None,
    ) -> None:
        """Train on the gold terms of the references, or keep the shipped weights.

        Tags are those that the components before this one set. References of corpora with other
        guidelines say so in ``doc.user_data["term_domain"]``, a name; those that mark some kinds of
        terms only, in ``doc.user_data["term_partial"]``: a first training completes them. There is
        a model for each domain.

        With shipped weights, the texts of ``unlabelled`` are counted into the background, by which
        cohesion is measured. What ``"cam"`` holds against single words, the mean association of
        training terms of two words, stays that of training. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            levels: of features, see ``levels``.
            cutoff: how many words must have a feature for it to be used.
            folds: parts of the corpus, by document, for the jackknife of the learned lists.
            algorithm, crf: what trains the CRF: an algorithm of CRFsuite and its settings as
                ``sklearn_crfsuite.CRF`` takes them, or an optimiser of ``chain.masked_crf`` and its
                ``MaskedSettings``.
            prune: share of the smallest weights to drop.
            alpha: weight of words against tags in cohesion, 0 to 1; the paper's is 0.4. None: the
                best for ``boundaries = "cam"`` in steps of 0.1, by the cross-validation of
                ``rescore``.
            rescore: parts of the corpus, by document, for the cross-fitting of confidences and of
                ``boundaries = "rescored"``; it costs as many trainings more. 0 learns neither.
            least: how often an n-gram of two words or more must occur in the background to be kept.
            lexicons: files of word lists by name; ``spacy_citalign.terms.lexicons`` tells which
                there are, ``spacy_citalign.corpora.term_lists`` in what formats.
            unlabelled: files of texts, one a line, plain or packed, for the classes of words and
                the background, which they extend in a shipped model too.

        Raises:
            InputError: the examples have no terms, or a file cannot be read.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        from ...terms.training import TrainingSettings
        from .training import read_lexicons, train, unlabelled_documents, with_background

        trains = self.needs_training(nlp)
        settings = build(TrainingSettings, arguments)
        if trains:
            self.use(train(self, get_examples, nlp, settings, lexicons, unlabelled))
        else:
            read_lexicons(lexicons)  # which are not used, but have to be there
            texts = unlabelled_documents(unlabelled, nlp, self.name, self.settings.noun_phrases)
            self.use(with_background(self.fitted_model(), texts))

    def make_runner(self, model: "TermModels") -> "DomainExtractor":
        """Return the extractor that chooses terms by the settings."""
        from ...terms.domains import DomainExtractor

        return DomainExtractor(model, self.settings, self.settings.domain)
