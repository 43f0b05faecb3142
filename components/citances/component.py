"""The component ``citance_aligner``: which words of citances of the same work mean the same.

Schwartz, Divoli & Hearst (2007), "Multiple alignment of citation sentences with conditional random
fields and posterior decoding", EMNLP-CoNLL; the algorithm is in ``spacy_citalign.citances``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...citances.settings import FAMILIES, READ_BY, AlignmentSettings, Method
from ...errors import InputError
from ...statements import COMPARES, DIFFERS
from ...words.settings import check_flag, check_group, check_range, check_read
from ..base.names import CITANCES, GENE_MENTIONS, HOMOLOGS, TERMS
from ..base.pipes import register
from ..base.settings import ROWS_OF_OTHER_MODELS, ModelSettings, RemovedSetting, build
from ..base.trained import ModelPipe
from ..base.training import run_earlier

if TYPE_CHECKING:
    from ...citances.alignment import Alignment
    from ...citances.model import AlignmentModel
    from .words import CitanceWords

GroupAlignments = list[tuple["CitanceWords", "Alignment"]]


@dataclass(frozen=True)
class CitanceAlignerSettings(AlignmentSettings, ModelSettings):
    """Settings of ``citance_aligner``; the others are those of ``AlignmentSettings``.

    Attributes:
        spans_key: the span group with a span per citance, its label the cited work.
        content_words: whether stop words, punctuation, single digits and marks of citation are left
            out; else all tokens but white space are aligned. Use what the model was trained with.
        genes_from: the span group of genes, whoever set it; ``"ents"``: the entities of
            ``doc.ents``.
        terms_from: the span group of terms, whoever set it; ``"ents"``: the entities of
            ``doc.ents``. Read by ``"units"``.
        keep_posteriors: whether the probabilities of all links of ``"schwartz"`` stay on the Doc,
            which makes it larger.
        min_differs: sentences that differ from the work with this probability, and above, are told
            as differing, those below as sentences that compare; .2 to 1.
    """

    spans_key: str = CITANCES
    content_words: bool = True
    keep_posteriors: bool = False
    genes_from: str = GENE_MENTIONS
    terms_from: str = TERMS
    min_differs: float = DIFFERS

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        for name in ("spans_key", "genes_from", "terms_from"):
            check_group(name, getattr(self, name))
        for name in ("content_words", "keep_posteriors"):
            check_flag(name, getattr(self, name))
        AlignmentSettings.__post_init__(self)
        check_range("min_differs", self.min_differs, COMPARES, 1)
        for method, names in READ_BY.items():
            for name in names:
                check_read(self, name, "method", [method])


@register(
    "citance_aligner",
    settings=CitanceAlignerSettings,
    scorer="citalign.CitanceScorer.v1",
    extensions="citances.attributes:install_extensions",
    requires=["doc.spans"],
    assigns=[
        "doc.spans",
        "doc._.citance_alignments",
        "doc._.citance_alignment",
        "token._.homology_classes",
        "token._.homology_class",
    ],
    score_weights={"homologs_f": 1.0, "homologs_ama": 0.0},
)
class CitanceAligner(ModelPipe["AlignmentModel", "AlignmentModel"]):
    """Aligns the words of citances: spans whose label is the work they cite, a group for each.

    Sets ``doc.spans["homologs"]`` (a span for each aligned unit, its label the number of its
    class), ``doc._.citance_alignments`` and ``token._.homology_classes``, by cited work, and
    ``doc._.citance_alignment`` and ``token._.homology_class``, of the first. A Doc without citances
    gets none of these but empty ones.
    """

    model_type = "citances.model:AlignmentModel"
    writes = HOMOLOGS

    REMOVED = (
        *ROWS_OF_OTHER_MODELS,
        RemovedSetting("closure", "0.2", 'choose method = "schwartz" for it, or leave it out'),
        RemovedSetting("unit_threshold", "0.2", "thresholds of units are learned; leave it out"),
    )

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        methods: list[Method] | None = ["units"],
        families: list[str] | None = [*FAMILIES],
        folds: int | None = 5,
        trees: int | None = 150,
        calibrate: bool | None = True,
        many_to_many: str | None = "first",
        prior: float | None = 3.0,
        sparse_prior: float | None = 0.5,
        least_count: int | None = 3,
        max_iterations: int | None = 150,
        statistics: Path | None = None,
        background: Path | list[Path] | None = [],
        dimensions: int | None = 300,
        thesaurus: Path | list[Path] | None = [],
        lexicon: Path | list[Path] | None = [],
        hgnc: Path | None = None,
        concepts: Path | list[Path] | None = [],
        concept_splits: list[str] | None = None,
    ) -> None:
        """Train on ``doc.spans["homologs"]`` of the references, or keep the shipped weights.

        The label of a homolog is its class, any string. Pairs of sentences may have
        ``doc.user_data["word_links"]`` instead, ``{"sure": [[i, j], ...], "possible": [...]}`` by
        tokens of the Doc. ``doc.user_data["citance_gold"]`` may say ``{"partial": True}`` where
        words of some kinds only have classes, and the ``"weight"`` of the Doc.

        The files of ``thesaurus`` are added to shipped weights, too. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            methods: what is trained: "units", "schwartz" or both.
            families: families of features of "schwartz", of ``FAMILIES``.
            folds: pairs of units are learned on units, and confidences on classes, of models that
                have not seen their group, by as many models.
            trees: of the model of pairs of units.
            calibrate: whether confidences of classes are learned, which takes as long as the rest
                ``folds`` times.
            many_to_many: what to do with a source word of several gold targets, of which the model
                can choose one: "marginal" sums over all of them; "first" takes the first and
                forbids the others at that word, the paper's "*".
            prior: standard deviation of the Gaussian prior on each weight.
            sparse_prior: the same, of learned pairs of prefixes.
            least_count: pairs of prefixes that occur so often in gold links are learned.
            max_iterations: of L-BFGS.
            statistics: a file of word statistics, as ``configs/scripts/word_statistics.py`` writes
                it.
            background: texts to learn word statistics from instead, a text a line, plain or
                packed.
            dimensions: of the word vectors that are learned from them.
            thesaurus: files of one's own beside those of the package.
            lexicon: tables of terms and concept ids, a tab between them; this and what follows is
                read by ``method="schwartz"``.
            hgnc: a gene list as HGNC publishes it: symbols and names of a gene are one concept.
            concepts: abstracts whose mentions have concept ids, in JSON Lines.
            concept_splits: which of their splits are read, None for all.

        Raises:
            InputError: the examples have nothing to learn from, or a file cannot be read.
            SettingError: a setting is unknown, or settings exclude each other.
        """
        arguments = locals()
        if not self.needs_training(nlp):
            self.use(_with_thesaurus(self.fitted_model(), thesaurus or ()))
            return
        from ...citances.learning import LearningSettings, learn
        from ...citances.paper.crf_training import TrainingSettings
        from .gold import gold_groups
        from .resources import ResourceFiles, compile_resources

        crf = build(TrainingSettings, arguments)
        settings = build(LearningSettings, arguments, crf=crf)
        resources = compile_resources(build(ResourceFiles, arguments))
        earlier = partial(run_earlier, nlp, self.name)
        gold = gold_groups(get_examples(), earlier, **self._reading)
        self.use(learn(gold, settings, resources))

    @property
    def _reading(self) -> dict[str, Any]:
        """Which words of a Doc are read, as ``citance_words`` is told."""
        names = ("spans_key", "genes_from", "terms_from")
        reading = {name: getattr(self.settings, name) for name in names}
        return reading | {"content": self.settings.content_words}

    def add_thesaurus(self, *paths: str | Path) -> None:
        """Add thesaurus files of one's own; their entries stay in the component and are saved.

        Entries of a file of the same name are replaced.

        Raises:
            NotFittedError: there is no model yet.
            InputError: a file cannot be read, or a line is no entry.
        """
        self.use(_with_thesaurus(self.fitted_model(), [Path(path) for path in paths]))

    def warm_up(self) -> None:
        """Parse the thesaurus, which else the first alignment does, once for all forked processes.

        Raises:
            NotFittedError: there is no model yet.
        """
        if (thesaurus := self.fitted_model().resources.thesaurus) is not None:
            thesaurus.numbers_of(())

    def predict(self, docs: list[Doc]) -> list[GroupAlignments]:
        """Return the alignments of each Doc, leaving it as it is.

        Raises:
            InputError: a group has more words than ``max_words``.
            SettingError: the model was not trained for the method.
        """
        model = self.fitted_runner()
        return [self._align(doc, model) for doc in docs]

    def _align(self, doc: Doc, model: "AlignmentModel") -> GroupAlignments:
        from ...citances.aligner import align
        from .words import citance_words

        if self.settings.spans_key not in doc.spans:
            return []
        alignments = []
        for citances in citance_words(doc, **self._reading):
            try:
                alignment = align(citances.group, model, self.settings)
            except InputError as error:
                raise InputError(f"the citances of {citances.key!r}: {error}") from error
            if not self.settings.keep_posteriors:
                alignment = replace(alignment, posteriors=None)
            alignments.append((citances, alignment))
        return alignments

    def set_annotations(self, docs: list[Doc], predictions: list[GroupAlignments]) -> None:
        """Write the span groups, and what the attributes of Docs and tokens are read from."""
        from ..base.spans import set_character_spans, text_of
        from .alignment import CitanceAlignment
        from .attributes import set_alignments
        from .records import aligned_units, alignment_record

        for doc, alignments in zip(docs, predictions, strict=True):
            text = text_of(doc) if alignments else ""
            records: list[dict[str, Any]] = []
            units: list[tuple[tuple[int, int], str, float, str]] = []
            first_class, least = 1, self.settings.min_differs
            for citances, alignment in alignments:
                records.append(alignment_record(citances, alignment, first_class, least))
                first_class += int(alignment.classes.max(initial=0))
                found = aligned_units(CitanceAlignment(text, records[-1], alignment).classes)
                units += [(*unit, citances.key) for unit in found]
            spans, labels, confidences, keys = zip(*units, strict=True) if units else ((),) * 4
            attrs = {"confidence": confidences, "key": keys}
            set_character_spans(doc, HOMOLOGS, spans, labels, attrs=attrs)
            set_alignments(doc, records)


def _with_thesaurus(model: "AlignmentModel", paths: Any) -> "AlignmentModel":
    from ...citances.knowledge.thesaurus import Thesaurus
    from .resources import with_files

    thesaurus = with_files(model.resources.thesaurus or Thesaurus(), paths)
    return replace(model, resources=replace(model.resources, thesaurus=thesaurus))
