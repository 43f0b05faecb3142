"""The component ``propositional_term_extractor``: the terms that carry what a text says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING; the algorithm is in
``spacy_citalign.terms``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..errors import SettingError
from ..terms.settings import DEFAULT_LEVELS, Extraction
from ..words.settings import check_choice, check_flag, check_read
from .base.entities import EntsPolicy, MentionPipe, check_mentions
from .base.names import TERM_LABEL, TERMS, NounPhrases
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.spans import get_character_spans, prf, span_scores, text_of

if TYPE_CHECKING:
    from ..terms.domains import DomainExtractor, TermModels


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
        check_mentions(self)
        check_choice("noun_phrases", self.noun_phrases, get_args(NounPhrases))
        check_flag("exclude", self.exclude)
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
    extensions="term_texts:install_extensions",
    assigns=[
        "doc.spans",
        "doc._.propositional_terms",
        "doc._.ranked_propositional_terms",
        "span._.confidence",
    ],
    requires=["token.tag"],
    score_weights={"propositional_terms_f": 1.0},
)
class PropositionalTermExtractor(MentionPipe["TermModels", "DomainExtractor"]):
    """Sets ``doc.spans["propositional_terms"]`` (label TERM) and ``doc._.propositional_terms``.

    Terms do not overlap and stand in order of position. Each has its ``confidence``, how often
    spans like it were right in documents held out from training (where the model was trained
    without that, the CRF's probability of exactly this span), and its ``cohesion``, the combined
    association measure of its words (Eq. 8, counts smoothed), above 0. Reads tags, and sentences
    where boundaries are set; elsewhere a Doc is cut at full stops and line breaks.
    """

    model_type = "terms.domains:TermModels"
    label = TERM_LABEL

    def predict(self, docs: list[Doc]) -> list[Extracted]:
        """Return the terms of each Doc, leaving it as it is: characters, confidences, cohesions.

        Raises:
            InputError: a Doc has no tags, or not the noun phrases asked for.
        """
        from .base.doc_words import word_offsets
        from .term_texts import term_text, with_exclusion

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
        for doc, (spans, confidences, cohesions) in zip(docs, predictions, strict=True):
            known = {"confidence": confidences, "cohesion": cohesions}
            self.write_mentions(doc, spans, known)

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
        from ..terms.training import TrainingSettings
        from .term_training import read_lexicons, train, unlabelled_documents, with_background

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
        from ..terms.domains import DomainExtractor

        return DomainExtractor(model, self.settings, self.settings.domain)


@registry.scorers("citalign.TermScorer.v1")
def make_term_scorer(spans_key: str = TERMS) -> Callable:
    """Make a scorer of terms.

    It returns (0..1; all None where no example has gold terms): precision, recall and F by exact
    match of characters, as ``propositional_terms_p/r/f``; of imperfect hits, where a term and a
    prediction share a character, as ``propositional_terms_imperfect_p/r/f``; and F of these one for
    one, ``propositional_terms_one_to_one_f``. Spans of white space alone are left out.
    ``spans_propositional_terms_p/r/f`` are spaCy's.
    """
    return partial(score_terms, spans_key=spans_key)


def score_terms(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ..terms.scoring import imperfect, one_to_one, perfect

    examples = list(examples)
    known = {str(n): eg for n, eg in enumerate(examples) if spans_key in eg.reference.spans}
    gold = {name: _terms(eg.reference, spans_key) for name, eg in known.items()}
    predicted = {name: _terms(eg.predicted, spans_key) for name, eg in known.items()}
    exact, partly = perfect(gold, predicted), imperfect(gold, predicted)
    scores = prf(TERMS, exact.precision, exact.recall, exact.f)
    scores |= prf(f"{TERMS}_imperfect", partly.precision, partly.recall, partly.f)
    scores[f"{TERMS}_one_to_one_f"] = one_to_one(gold, predicted).f
    return (scores if gold else dict.fromkeys(scores)) | span_scores(examples, spans_key)


def _terms(doc: Doc, key: str) -> list[tuple[int, int]]:
    text = text_of(doc)
    return [(a, b) for a, b in get_character_spans(doc, key) or [] if text[a:b].strip()]
