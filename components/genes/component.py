"""The component ``gene_mention_tagger``: genes and gene products, character-exact.

Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models for gene mention
tagging", Bioinformatics 24(13); the algorithm is in ``spacy_citalign.genes``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...errors import SettingError
from ...genes.settings import Integration
from ...words.settings import check_group, check_range
from ..base import register
from ..entities import (
    EntsPolicy,
    check_gold_labels,
    check_policy,
    with_entities_as_gold,
    write_entities,
)
from ..names import GENE_LABEL, GENE_MENTIONS
from ..settings import ModelSettings, build
from ..shipped import shipped_folder, shipped_model
from ..trained import ModelPipe, write_file

if TYPE_CHECKING:
    from ...genes.documents import DocumentRules
    from ...genes.model import GeneModel
    from ...genes.records import GeneMention
    from ...genes.tagger import GeneTagger


@dataclass(frozen=True)
class GeneMentionSettings(Integration, ModelSettings):
    """Settings of ``gene_mention_tagger``; the others are those of ``Integration``.

    Attributes:
        guideline: what is marked, one of the trained guidelines; None is the first. Of what ships
            these are ``"mention"``, ``"bc2gm"`` and ``"craft"``.
        spans_key: the span group that is written; taggers with groups of their own may stand in one
            pipeline, and ``doc._.mentions(spans_key)`` has the records of each.
        repeat_above: what is a mention with a confidence above this somewhere in a Doc is one
            wherever the same characters stand, three or more, with no votes; None: not. Its
            confidence is this, where the guideline has not learned one with the Doc in view.
        inside_words: whether such names are looked for at the beginning of longer words, too:
            "Zork2" in "Zork2tm1/+". None does what the guideline does.
        leave_out_non_genes: whether what is plainly no gene is left out: generic words, months,
            abbreviations of other things, what is found in texts about something else; see
            ``genes/non_genes.txt``.
        ents: also write mentions to ``doc.ents``: ``"keep"`` leaves out those that overlap an
            entity that is there, ``"replace"`` takes such entities out, None writes nothing.
        gold_labels: labels of the entities that are gold mentions, to train and to score, where no
            example has the span group: those of other annotators' NER, such as ``["PROTEIN"]``.
    """

    guideline: str | None = None
    spans_key: str = GENE_MENTIONS
    repeat_above: float | None = 0.85
    inside_words: bool | None = None
    leave_out_non_genes: bool = True
    ents: EntsPolicy | None = None
    gold_labels: tuple[str, ...] = ("GENE",)

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        check_policy(self.ents)
        check_gold_labels(self.gold_labels)
        if self.repeat_above is not None:
            advice = "give a confidence from 0 to 1, or null for none"
            check_range("repeat_above", self.repeat_above, 0, 1, advice=advice)
        elif self.inside_words:
            raise SettingError(
                "inside_words is true, and with repeat_above null no name is looked for anywhere "
                "else; leave it out, or set repeat_above"
            )
        check_group("spans_key", self.spans_key)
        Integration.__post_init__(self)
        self.refuse_unread()


@register(
    "gene_mention_tagger",
    settings=GeneMentionSettings,
    scorer="citalign.GeneMentionScorer.v1",
    extensions="genes.attributes:install_extensions",
    assigns=["doc.spans", "doc._.gene_mentions", "span._.confidence"],
    score_weights={"gene_mentions_official_f": 1.0},
)
class GeneMentionTagger(ModelPipe["GeneModel", "GeneTagger"]):
    """Sets ``doc.spans["gene_mentions"]`` (label GENE) and ``doc._.gene_mentions``.

    With another ``spans_key`` it sets that group.

    Each mention has its ``confidence``: how often mentions with such posteriors were right on texts
    held out from training, where that was learned (``calibrate``) with the models that take part,
    else the probability under their joint model that exactly it is a mention. ``votes`` is the
    number of models that would mark exactly it on their own (without ``begin_bias``, with brackets
    mended if they are).
    """

    model_type = "genes.model:GeneModel"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (GENE_LABEL,)

    @property
    def results_key(self) -> str:
        """The span group of the results."""
        return str(self.settings.spans_key)

    def predict(self, docs: list[Doc]) -> list[list["GeneMention"]]:
        """Return the mentions of each Doc, leaving it as it is.

        A Doc is tagged sentence by sentence where boundaries are set; elsewhere it is cut at empty
        lines and where a sentence plainly ends.

        Raises:
            InputError: the model reads part-of-speech tags and a Doc has none.
        """
        from ..spans import text_of, text_pieces
        from .pieces import parts_of_speech, place_mentions

        tagger = self.fitted_runner()
        texts = [text_of(doc) for doc in docs]
        pieces = [list(text_pieces(doc, text)) for doc, text in zip(docs, texts, strict=True)]
        parts = None
        if tagger.reads_tags:
            tags = map(parts_of_speech, docs, pieces)
            parts = [piece_tags for doc_tags in tags for piece_tags in doc_tags]
        cut = [t[a:b] for t, spans in zip(texts, pieces, strict=True) for a, b in spans]
        mentions = tagger(cut, parts)
        return place_mentions(texts, pieces, mentions, self.document_rules(tagger))

    def document_rules(self, tagger: "GeneTagger") -> "DocumentRules":
        """Return what is done once a document is read, by the settings and the guideline."""
        from ...genes.documents import DocumentRules

        inside, model = self.settings.inside_words, tagger.model
        return DocumentRules(
            self.settings.repeat_above,
            model.inside_words if inside is None else inside,
            self.settings.leave_out_non_genes,
            # It was learned from confidences that other models than these do not give.
            None if tagger.calibration is None else model.document,
            self.settings.least_confidence,
            model.inside_words,
        )

    def set_annotations(self, docs: list[Doc], predictions: list[list["GeneMention"]]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        from ..span_records import set_span_records

        for doc, mentions in zip(docs, predictions, strict=True):
            spans = [(mention.start_char, mention.end_char) for mention in mentions]
            known: dict[str, list[Any]] = {
                "confidence": [mention.confidence for mention in mentions],
                "votes": [mention.votes for mention in mentions],
            }
            set_span_records(doc, self.settings.spans_key, spans, GENE_LABEL, known)
            if self.settings.ents is not None:
                write_entities(doc, self.settings.spans_key, self.settings.ents)

    def make_runner(self, model: "GeneModel") -> "GeneTagger":
        """Return the tagger that puts the models together by the settings."""
        from ...genes.tagger import GeneTagger

        return GeneTagger(model.of(self.settings.guideline), self.settings)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer; see ``gold_labels`` for what is gold."""
        key, labels = self.settings.spans_key, self.settings.gold_labels
        gold = with_entities_as_gold(examples, key, GENE_LABEL, labels)
        return super().score(gold, **kwargs)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        features: str | None = "extended",
        models: list[str] | None = ["forward", "backward", "hmm"],
        without_evidence: list[str] | None = ["hmm"],
        cutoff: int | None = 2,
        folds: int | None = 10,
        algorithm: str | None = "l2sgd",
        crf: Mapping[str, object] | None = {
            "c2": 0.05,
            "max_iterations": 20,
            "all_possible_transitions": True,
        },
        by_model: Mapping[str, Mapping[str, object]] | None = {},
        prune: float | None = 0.7,
        calibrate: float | None = 0.0,
        calibrate_documents: bool | None = False,
        calibrate_forms: bool | None = False,
        jobs: int | None = 1,
        dictionary: Path | None = None,
        related: Callable[[Language], Iterable[Example]] | None = None,
        unlabelled: list[Path] | None = None,
        guideline: str | None = "",
        inside_words: bool | None = False,
        weights_from: Path | None = None,
        least_confidence: float | None = 0.0,
        guidelines: dict[str, Path] | None = None,
    ) -> None:
        """Train on the gold mentions of the references, or keep the shipped weights.

        Features with ``+pos`` read the tags that the components before this one set; confidences
        are learned for the component's own strategy. The ``dictionary`` and the ``guidelines`` are
        added to shipped weights, too. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            features: ``hsu2008`` or ``extended``, to which ``+pos`` adds part-of-speech tags,
                ``+clusters`` classes of words by unlabelled texts, and (``extended`` only)
                ``+related`` word and phrase lists of other annotated texts.
            models: which CRFs, of ``MODELS``.
            without_evidence: those of them that do not see word and phrase lists; a model that errs
                differently helps the others.
            cutoff: how many tokens must have a feature for it to be used.
            folds: parts of the corpus for the jackknife of the learned lists.
            algorithm, crf: what CRFs are trained with: an algorithm of CRFsuite and its settings as
                ``sklearn_crfsuite.CRF`` takes them, or an optimiser of ``chain.masked_crf`` and its
                ``MaskedSettings``. CRFsuite's models have a weight for each pair of composite
                labels and are normalised over successions that cannot be; the others, as the
                paper's, not.
            by_model: for some of the models their own ``{"algorithm": ..., "crf": {...}}``, either
                of which may be missing. ``crf`` stands in place of the common one, which goes with
                the common algorithm only: with another one and no ``crf`` it has its own defaults.
            prune: share of the smallest weights to drop.
            calibrate: share of the texts, below 1, that a second training leaves out, to learn from
                them what posteriors are worth as confidences, and the strategy ``stacking``; 0
                learns neither. A third costs two thirds more time.
            calibrate_documents: hold out whole documents, and learn from them what confidences are
                worth with the whole document in view, those of names that are marked again too.
            calibrate_forms: read what names look like, too, for the latter; ten thousand mentions
                teach that, some thousand do not.
            jobs: CRFs trained at a time, each in a process of its own (3 to 6 GB on BioCreative
                II).
            dictionary: a gene list as HGNC publishes it; its symbols, aliases and previous symbols
                are compiled into the model, a shipped one too, and used by the strategy ``n_best``
                and those of the paper that are built on it.
            related: a reader of other corpora with gene mentions, for features with ``+related``;
                their guidelines may differ.
            unlabelled: files of texts, one a line, plain or packed, for features with
                ``+clusters``; an empty list takes the training texts alone.
            guideline: the name of what the examples mark, by which the component's setting chooses
                it.
            inside_words: whether the examples have names at the beginning of longer words marked,
                which are then looked for with that guideline.
            weights_from: the folder of a pipeline with a trained ``gene_mention_tagger``, whose
                weights are taken, so that only confidences are learned from the examples; it must
                not have seen them.
            least_confidence: with ``calibrate_documents`` or ``weights_from``, what a mention must
                have to be marked.
            guidelines: further ones, by name the folders of pipelines with a trained
                ``gene_mention_tagger``; added to a shipped model, too.

        Raises:
            InputError: the examples have no gene mentions, or a file cannot be read.
            ModelFileError: a folder has no trained tagger.
            SettingError: a setting is unknown or out of range.
        """
        arguments = locals()
        from ...genes.training import TrainingSettings
        from .training import GeneResources, additions_of, train

        trains = self.needs_training(nlp)
        resources = build(GeneResources, arguments)
        add = additions_of(resources)
        if trains:
            settings = build(TrainingSettings, arguments)
            self.use(add(train(self, get_examples, nlp, settings, resources)))
        else:
            self.use(add(self.fitted_model()))

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the folder ``path``: a file of its own for each further guideline.

        Raises:
            OSError: one cannot be written; then nothing is left of it.
        """
        from ...genes.guidelines import FOLDER, INDEX, files_of

        folder = Path(path)
        files = {folder / name: content for name, content in files_of(self.model_bytes()).items()}
        for file in {folder / INDEX, *(folder / FOLDER).glob("[!.]*")} - files.keys():
            if file.is_file():  # of a model that was there
                file.unlink()
        if (folder / FOLDER).is_dir() and not any((folder / FOLDER).iterdir()):
            (folder / FOLDER).rmdir()
        for file, content in files.items():
            write_file(file, content)

    def read_folder(self, folder: Path) -> bytes:
        """Return what ``to_bytes`` gave, of the files of a model.

        Raises:
            ModelFileError: a file of a guideline is missing, shortened, or of another model.
        """
        from ...genes.guidelines import read_files

        return read_files(lambda name: self.read_file(folder / name), _has_others(folder))

    def shipped_bytes(self) -> bytes:
        """Return the model that ships with the package, as ``to_bytes`` gave it."""
        from ...genes.guidelines import read_files

        folder = shipped_folder() / self.factory
        return read_files(partial(shipped_model, self.factory), _has_others(folder))

    @property
    def guidelines(self) -> tuple[str, ...]:
        """The names of the trained guidelines, the component's own first; () before training."""
        return () if not self.fitted else tuple(filter(None, self.fitted_model().guidelines))

    def add_guideline(self, name: str, tagger: "GeneMentionTagger") -> None:
        """Add what another tagger marks, as a guideline to be chosen by name.

        It is saved with the component.

        Args:
            name: of the guideline.
            tagger: a trained one, such as ``spacy.load("training/mine").get_pipe(...)``.

        Raises:
            NotFittedError: one of the two is not trained.
            SettingError: the name is blank or that of the first guideline.
        """
        marks = tagger.fitted_model().of(tagger.settings.guideline)
        self.use(self.fitted_model().with_guideline(name, marks))


def _has_others(folder: Path) -> bool:
    """Return whether a folder has further guidelines, or what is left of them."""
    from ...genes.guidelines import FOLDER, INDEX

    return (folder / INDEX).exists() or (folder / FOLDER).exists()
