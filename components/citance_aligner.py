"""The component ``citance_aligner``: which words of citances of the same work mean the same.

Schwartz, Divoli & Hearst (2007), "Multiple alignment of citation sentences with conditional random
fields and posterior decoding", EMNLP-CoNLL; the algorithm is in ``spacy_citalign.citances``.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import InputError
from .alignments import CitanceAlignment, alignment_record
from .attributes import CITANCE_ALIGNMENTS, characters, install_extensions
from .citances import CitanceWords, citance_words
from .homologs import HOMOLOGS, aligned_units, token_classes
from .pipe import CitalignPipe, require_whole_corpus
from .shipped import check_weights, shipped_model
from .spans import CITANCES, set_character_spans, text_of

if TYPE_CHECKING:
    from ..citances.aligner import Closure
    from ..citances.alignment import Alignment
    from ..citances.model import AlignmentModel

FACTORY = "citance_aligner"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "spans_key": CITANCES,
    "content_words": True,
    "closure": "average",
    "threshold": 0.4,
    "unit_threshold": 0.4,
    "gap_factor": 1.0,
    "match_factor": 1.0,
    "min_prob": 0.01,
    "max_sources": 8,
    "max_words": 20_000,
    "keep_posteriors": False,
    "scorer": {"@scorers": "citalign.CitanceScorer.v1"},
}
Found = list[tuple[CitanceWords, "Alignment"]]


@Language.factory(
    FACTORY,
    requires=["doc.spans"],
    assigns=[
        "doc.spans",
        "doc._.citance_alignments",
        "doc._.citance_alignment",
        "token._.homology_classes",
        "token._.homology_class",
    ],
    default_config=DEFAULTS,
    default_score_weights={"homologs_f": 1.0, "homologs_ama": 0.0},
)
def make_citance_aligner(
    nlp: Language,
    name: str,
    weights: str | None,
    spans_key: str,
    content_words: bool,
    closure: str,
    threshold: float,
    unit_threshold: float,
    gap_factor: float,
    match_factor: float,
    min_prob: float,
    max_sources: int | None,
    max_words: int,
    keep_posteriors: bool,
    scorer: Callable | None,
) -> "CitanceAligner":
    """Make the component; the settings are those of ``CitanceAligner``."""
    return CitanceAligner(
        name,
        weights=weights,
        spans_key=spans_key,
        content_words=content_words,
        closure=cast("Closure", closure),
        threshold=threshold,
        unit_threshold=unit_threshold,
        gap_factor=gap_factor,
        match_factor=match_factor,
        min_prob=min_prob,
        max_sources=max_sources,
        max_words=max_words,
        keep_posteriors=keep_posteriors,
        scorer=scorer,
    )


class CitanceAligner(CitalignPipe):
    """Aligns the words of citances: spans whose label is the work they cite, a group for each.

    Sets ``doc.spans["homologs"]`` (a span for each aligned unit, its label the number of its
    class), ``doc._.citance_alignments`` and ``token._.homology_classes``, by cited work, and
    ``doc._.citance_alignment`` and ``token._.homology_class``, of the first. A Doc without citances
    gets none of these but empty ones.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        spans_key: the span group of the citances.
        content_words: whether stop words, punctuation and single digits are left out; else all
            tokens but white space are aligned. Use what the model was trained with.
        closure: ``"average"`` clusters units by average link; ``"equivalence"`` is the paper's.
        threshold: average link stops below this mean similarity, 0.05 to 1; more aligns less.
        unit_threshold: words are one unit from this probability on; over 1, all stand alone.
        gap_factor: of the paper's utility, for ``"equivalence"``; more aligns less.
        match_factor: the same; more aligns more.
        min_prob: words of lower posterior are no candidates of ``"equivalence"``.
        max_sources: how many candidates of a citance a word can have at most; None for all.
        max_words: a group of more words is refused, before it fills the memory.
        keep_posteriors: whether the posteriors stay with the Doc, which makes it larger.
        scorer: how the component is scored.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        spans_key: str = CITANCES,
        content_words: bool = True,
        closure: "Closure" = "average",
        threshold: float = DEFAULTS["threshold"],
        unit_threshold: float = DEFAULTS["unit_threshold"],
        gap_factor: float = DEFAULTS["gap_factor"],
        match_factor: float = DEFAULTS["match_factor"],
        min_prob: float = DEFAULTS["min_prob"],
        max_sources: int | None = DEFAULTS["max_sources"],
        max_words: int = DEFAULTS["max_words"],
        keep_posteriors: bool = False,
        scorer: Callable | None = None,
    ):
        from ..citances.aligner import AlignmentSettings

        check_weights(weights)
        install_extensions()
        self.name = name
        self.weights = weights
        self.spans_key = spans_key
        self.content_words = content_words
        self.keep_posteriors = keep_posteriors
        self.scorer = scorer
        self.settings = AlignmentSettings(
            closure=closure,
            threshold=threshold,
            unit_threshold=unit_threshold,
            gap_factor=gap_factor,
            match_factor=match_factor,
            min_prob=min_prob,
            max_sources=max_sources,
            max_words=max_words,
        )
        self._model: AlignmentModel | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._model is not None

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return the alignments of each Doc, leaving it as it is.

        Raises:
            InputError: a group has more words than ``max_words``.
            SettingError: the model was trained with the word vectors of another pipeline.
        """
        model = self._fitted_model()
        return [self._align(doc, model) for doc in docs]

    def _align(self, doc: Doc, trained: "AlignmentModel") -> Found:
        from dataclasses import replace

        from ..citances.aligner import align
        from .pipeline_vectors import with_pipeline_vectors

        if self.spans_key not in doc.spans:
            return []
        groups = citance_words(doc, spans_key=self.spans_key, content=self.content_words)
        found = []
        for one in groups:
            model = with_pipeline_vectors(trained, doc.vocab, one.group.words)
            try:
                alignment = align(one.group, model, self.settings)
            except InputError as error:
                raise InputError(f"the citances of {one.key!r}: {error}") from error
            if not self.keep_posteriors:
                alignment = replace(alignment, posteriors=None)
            found.append((one, alignment))
        return found

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the span groups, and what the attributes of Docs and tokens are read from."""
        for doc, found in zip(docs, predictions, strict=True):
            text = text_of(doc) if found else ""
            records: list[dict[str, Any]] = []
            units: list[tuple[int, int, str, float, str]] = []
            first_class = 1
            for one, alignment in found:
                record = alignment_record(one, alignment, first_class)
                first_class += int(alignment.classes.max(initial=0))
                records.append(record)
                units += aligned_units(CitanceAlignment(text, record, alignment))
            set_character_spans(
                doc,
                HOMOLOGS,
                [(start, end) for start, end, *_ in units],
                [number for _, _, number, _, _ in units],
                [confidence for *_, confidence, _ in units],
                attrs={"key": [key for *_, key in units]},
            )
            doc.user_data[CITANCE_ALIGNMENTS] = {
                "size": [len(doc), characters(doc)],
                "alignments": records,
                "tokens": token_classes(doc, records),
            }

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        families: list[str] | None = None,
        many_to_many: Literal["marginal", "first"] = "marginal",
        prior: float = 3.0,
        sparse_prior: float = 0.5,
        least_count: int = 3,
        max_iterations: int = 150,
        units: bool = True,
        unit_strength: float = 0.3,
        unit_pairs: bool = True,
        pair_strength: float = 0.01,
        folds: int = 5,
        lexicon: Path | list[Path] | None = None,
        hgnc: Path | None = None,
        concepts: Path | list[Path] | None = None,
        concept_splits: list[str] | None = None,
        background: Path | list[Path] | None = None,
        vectors: Path | None = None,
        dimensions: int = 0,
        pipeline_vectors: bool = False,
        wordnet: Path | None = None,
    ) -> None:
        """Train on ``doc.spans["homologs"]`` of the references; shipped weights stay.

        The label of a homolog is its class, any string. Pairs of sentences may have
        ``doc.user_data["word_links"]`` instead, ``{"sure": [[i, j], ...], "possible": [...]}`` by
        tokens of the Doc. ``doc.user_data["citance_gold"]`` may say ``{"partial": True}`` where
        words of some kinds only have classes, and the ``"weight"`` of the Doc.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline; its components before this one run on the examples.
            families: families of features, None for all of them; see
                ``spacy_citalign.citances.features``.
            many_to_many, prior, sparse_prior, least_count, max_iterations: see
                ``spacy_citalign.citances.training.TrainingSettings``, whose defaults they share.
            units, unit_strength, unit_pairs, pair_strength, folds: see
                ``spacy_citalign.citances.learning.LearningSettings``; its ``unit_threshold`` is the
                component's.
            lexicon: tables of terms and concept ids, a tab between them.
            hgnc: a gene list as HGNC publishes it: symbols and names of a gene are one concept.
            concepts: abstracts whose mentions have concept ids, in JSON Lines.
            concept_splits: which of their splits are read, None for all.
            background: texts, a text a line, plain or gzipped: what is common, what goes together.
            vectors: word vectors in the text format of word2vec, plain or gzipped.
            dimensions: make word vectors of so many numbers from the background texts.
            pipeline_vectors: use the vectors of the pipeline's vocabulary; the model then runs in
                pipelines with the same vectors only.
            wordnet: a ``dict`` folder of WordNet.

        Raises:
            InputError: the examples have nothing to learn from, or a file cannot be read.
            SettingError: a setting is unknown, settings exclude each other, or training would see a
                part of the corpus only.
        """
        from dataclasses import replace

        from ..citances.learning import LearningSettings, learn
        from ..citances.training import TrainingSettings
        from .citance_resources import ResourceFiles, compile_resources
        from .citance_training import gold_groups
        from .pipeline_vectors import training_vectors

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        chosen: dict[str, Any] = {} if families is None else {"families": tuple(families)}
        settings = LearningSettings(
            crf=TrainingSettings(
                many_to_many=many_to_many,
                prior=prior,
                sparse_prior=sparse_prior,
                least_count=least_count,
                max_iterations=max_iterations,
            ),
            units=units,
            unit_strength=unit_strength,
            unit_pairs=unit_pairs,
            pair_strength=pair_strength,
            unit_threshold=self.settings.unit_threshold,
            folds=folds,
            **chosen,
        )
        files = ResourceFiles(
            lexicon=_listed(lexicon),
            hgnc=hgnc,
            concepts=_listed(concepts),
            concept_splits=concept_splits,
            background=_listed(background),
            vectors=vectors,
            dimensions=dimensions,
            pipeline_vectors=pipeline_vectors,
            wordnet=wordnet,
        )
        resources = compile_resources(files)
        gold = gold_groups(
            get_examples(),
            nlp=nlp,
            before=self.name,
            spans_key=self.spans_key,
            content=self.content_words,
        )
        notes: dict[str, Any] = {}
        if pipeline_vectors:
            words = {word for one in gold for word in one.group.words}
            own, notes = training_vectors(nlp, words)
            resources = replace(resources, vectors=own)
        model = learn(gold, settings, resources)
        if pipeline_vectors:
            model = replace(model, resources=replace(resources, vectors=None))
        self._model = replace(model, notes=dict(model.notes) | notes)

    def _fitted_model(self) -> "AlignmentModel":
        self.require_fitted()
        return cast("AlignmentModel", self._model)

    def model_bytes(self) -> bytes | None:
        """Return the trained model as bytes, None where there is none."""
        return None if self._model is None else self._model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a trained model, keeping the settings.

        Raises:
            ModelFileError: the bytes are no alignment model of this release.
        """
        from ..citances.model import AlignmentModel

        self._model = AlignmentModel.from_bytes(data)

    def clear_model(self) -> None:
        """Become unfitted."""
        self._model = None


def _listed(paths: Path | list[Path] | None) -> list[Path]:
    if paths is None:
        return []
    return [Path(paths)] if isinstance(paths, str | Path) else [Path(path) for path in paths]
