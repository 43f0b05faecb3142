"""The component ``propositional_term_extractor``: the terms that carry what a text says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING; the algorithm is in
``spacy_citalign.terms``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc

from ...terms.settings import Extraction
from ...words.settings import check_flag
from ..doc_words import word_offsets
from ..entities import EntsPolicy, check_policy, write_entities
from ..names import TERM_LABEL, TERMS
from ..settings import ModelSettings
from ..span_records import set_span_records
from ..trained import ModelPipe
from .attributes import install_extensions
from .excluding import with_exclusion
from .texts import NounPhrases, check_noun_phrases, term_text

if TYPE_CHECKING:
    from ...terms.domains import DomainExtractor, TermModels


Found = tuple[list[tuple[int, int]], list[float], list[float]]


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
    """

    spans_key: str = TERMS
    exclude: bool = True
    domain: str | None = None
    noun_phrases: NounPhrases = "tags"
    ents: EntsPolicy | None = None

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        check_policy(self.ents)
        check_noun_phrases(self.noun_phrases)
        check_flag("exclude", self.exclude)
        Extraction.__post_init__(self)


class PropositionalTermExtractor(
    ModelPipe["TermModels", "DomainExtractor"],
    factory="propositional_term_extractor",
    settings=TermSettings,
    model="terms.domains.TermModels",
    scorer="citalign.TermScorer.v1",
    extensions=install_extensions,
    assigns=[
        "doc.spans",
        "doc._.propositional_terms",
        "doc._.ranked_propositional_terms",
        "span._.confidence",
    ],
    requires=["token.tag"],
    score_weights={"propositional_terms_f": 1.0},
):
    """Sets ``doc.spans["propositional_terms"]`` (label TERM) and ``doc._.propositional_terms``.

    Terms do not overlap and stand in order of position. Each has its ``confidence``, how often
    spans like it were right in documents held out from training (where the model was trained
    without that, the CRF's probability of exactly this span), and its ``cohesion``, the combined
    association measure of its words (Eq. 8, counts smoothed), above 0. Reads tags, and sentences
    where boundaries are set; elsewhere a Doc is cut at full stops and line breaks.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (TERM_LABEL,)

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return the terms of each Doc, leaving it as it is: characters, confidences, cohesions.

        Raises:
            InputError: a Doc has no tags, or not the noun phrases asked for.
        """
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

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        for doc, (spans, confidences, cohesions) in zip(docs, predictions, strict=True):
            known = {"confidence": confidences, "cohesion": cohesions}
            set_span_records(doc, self.settings.spans_key, spans, TERM_LABEL, known)
            if self.settings.ents is not None:
                write_entities(doc, self.settings.spans_key, self.settings.ents)

    def make_runner(self, model: "TermModels") -> "DomainExtractor":
        """Return the extractor that chooses terms by the settings."""
        from ...terms.domains import DomainExtractor

        return DomainExtractor(model, self.settings, self.settings.domain)

    def extend(
        self, model: "TermModels", nlp: Language | None, arguments: Mapping[str, Any]
    ) -> "TermModels":
        """Return the model with the texts of ``unlabelled`` counted into its background.

        Cohesion is measured by that. What ``"cam"`` holds against single words, the mean
        association of training terms of two words, stays that of training.
        """
        from .training import extend

        return extend(self, model, nlp, arguments)
