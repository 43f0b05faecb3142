"""The component ``evidence_ranker``: which sentences of a cited article a citance speaks of.

Task 1A of CL-SciSumm (Chandrasekaran et al. 2019, BIRNDL); the ranking is in
``spacy_citalign.evidence``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...words.settings import check_group, check_range, check_whole
from ..base import register
from ..names import CITANCES, CITED_TEXT, EVIDENCE
from ..settings import ModelSettings, build
from ..trained import ModelPipe

if TYPE_CHECKING:
    from ...evidence.model import EvidenceModel
    from ...evidence.ranker import ClaimEvidence, EvidenceRanker
    from .words import CitingDoc


@dataclass(frozen=True)
class EvidenceRankerSettings(ModelSettings):
    """Settings of ``evidence_ranker``.

    Attributes:
        citances: the span group of the citing sentences.
        cited_text: that of the cited article: a span for each sentence, paragraph or section, its
            label the section's title.
        limit: sentences for a citance at most.
        threshold: least probability of these; a citance whose best is below it has none.
    """

    citances: str = CITANCES
    cited_text: str = CITED_TEXT
    limit: int = 5
    threshold: float = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        check_group("citances", self.citances)
        check_group("cited_text", self.cited_text)
        check_whole("limit", self.limit, 1, advice="give a whole number of sentences from 1 on")
        check_range("threshold", self.threshold, 0, 1, advice="give a probability from 0 to 1")


@register(
    "evidence_ranker",
    settings=EvidenceRankerSettings,
    scorer="citalign.EvidenceScorer.v1",
    extensions="evidence.attributes:install_extensions",
    requires=["doc.spans"],
    assigns=["doc.spans", "doc._.evidence", "span._.evidence"],
    score_weights={"evidence_mrr": 1.0, "evidence_p1": 0.0, "evidence_any3": 0.0},
)
class EvidenceRankerPipe(ModelPipe["EvidenceModel", "EvidenceRanker"]):
    """Sets ``doc.spans["evidence"]``, from which its attributes are read.

    ``doc._.evidence`` has a record for each citance, ``span._.evidence`` those of a span. All
    citances of a Doc are taken to cite the article in it. A Doc without citances or without an
    article is left as it is. Where the record of a citance has the sentence ``before`` that belongs
    to its citation, as ``citance_finder`` and ``read_articles`` put it there, that is ranked by,
    too. Probabilities are that an annotator would choose the sentence, and ``support`` that the
    article is the one that says it; no verdict whether it says what the citance says.
    """

    model_type = "evidence.model:EvidenceModel"

    @property
    def results_key(self) -> str:
        """The span group of the results."""
        return EVIDENCE

    def make_runner(self, model: "EvidenceModel") -> "EvidenceRanker":
        """Return what ranks."""
        from ...evidence.ranker import EvidenceRanker

        return EvidenceRanker(model)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        l2: float | None = 2000.0,
        folds: int | None = 8,
        texts: list[str] | None = [],
    ) -> None:
        """Train on the gold of the references, see ``gold``, or keep the shipped weights.

        None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            l2: strength of the penalty on squared weights of standardised features.
            folds: parts of the articles, each ranked by a model of the others, that the calibration
                learns from.
            texts: files of scientific text, a sentence a line, plain or packed; none: the cited
                articles of the examples.

        Raises:
            InputError: the examples have nothing to learn from, or their gold is malformed.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ...evidence.training import TrainingSettings, train
            from .gold import cited_groups, term_frequencies

            settings = build(TrainingSettings, arguments)
            groups = cited_groups(get_examples(), self.settings.citances, self.settings.cited_text)
            self.use(train(groups, settings, frequencies=term_frequencies(texts, groups)))

    def predict(self, docs: list[Doc]) -> list[tuple["CitingDoc", list["ClaimEvidence"]] | None]:
        """Return the evidence in each Doc, leaving it as it is; None of Docs without an article."""
        from .words import citing

        settings, rank = self.settings, self.fitted_runner()
        results: list[tuple[CitingDoc, list[ClaimEvidence]] | None] = []
        for doc in docs:
            given = citing(doc, settings.citances, settings.cited_text)
            if given is None:
                results.append(None)
                continue
            found = rank.evidence(
                given.texts,
                given.sentences,
                before=given.before,
                limit=settings.limit,
                threshold=settings.threshold,
            )
            results.append((given, found))
        return results

    def set_annotations(
        self,
        docs: list[Doc],
        predictions: list[tuple["CitingDoc", list["ClaimEvidence"]] | None],
    ) -> None:
        """Write the evidence."""
        from .attributes import set_evidence

        for doc, prediction in zip(docs, predictions, strict=True):
            if prediction is not None:
                set_evidence(doc, *prediction)
