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
from spacy.util import registry

from ..errors import SettingError
from ..genes.settings import Integration
from ..words.settings import check_range
from .base.entities import EntsPolicy, MentionPipe, check_mentions
from .base.extensions import install_getters
from .base.names import GENE_ALTERNATIVES, GENE_LABEL, GENE_MENTIONS
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.shipped import shipped_folder, shipped_model
from .base.span_records import install_extensions as install_of_spans
from .base.span_records import mention_records
from .base.spans import get_character_spans, prf, span_scores

if TYPE_CHECKING:
    from ..genes.model import GeneModel
    from ..genes.records import GeneMention
    from ..genes.tagger import GeneTagger


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
        check_mentions(self)
        if self.repeat_above is not None:
            advice = "give a confidence from 0 to 1, or null for none"
            check_range("repeat_above", self.repeat_above, 0, 1, advice=advice)
        elif self.inside_words:
            raise SettingError(
                "inside_words is true, and with repeat_above null no name is looked for anywhere "
                "else; leave it out, or set repeat_above"
            )
        Integration.__post_init__(self)
        self.refuse_unread()


@register(
    "gene_mention_tagger",
    settings=GeneMentionSettings,
    scorer="citalign.GeneMentionScorer.v1",
    extensions="genes:install_extensions",
    assigns=["doc.spans", "doc._.gene_mentions", "span._.confidence"],
    score_weights={"gene_mentions_official_f": 1.0},
)
class GeneMentionTagger(MentionPipe["GeneModel", "GeneTagger"]):
    """Sets ``doc.spans["gene_mentions"]`` (label GENE) and ``doc._.gene_mentions``.

    With another ``spans_key`` it sets that group.

    Each mention has its ``confidence``: how often mentions with such posteriors were right on texts
    held out from training, where that was learned (``calibrate``) with the models that take part,
    else the probability under their joint model that exactly it is a mention. ``votes`` is the
    number of models that would mark exactly it on their own (without ``begin_bias``, with brackets
    mended if they are).
    """

    model_type = "genes.model:GeneModel"
    label = GENE_LABEL

    def predict(self, docs: list[Doc]) -> list[list["GeneMention"]]:
        """Return the mentions of each Doc, leaving it as it is.

        A Doc is tagged sentence by sentence where boundaries are set; elsewhere it is cut at empty
        lines and where a sentence plainly ends.

        Raises:
            InputError: the model reads part-of-speech tags and a Doc has none.
        """
        from ..genes.documents import DocumentRules, read_document
        from .base.doc_words import tags_of_pieces
        from .base.spans import text_of, text_pieces

        tagger = self.fitted_runner()
        texts = [text_of(doc) for doc in docs]
        pieces = [list(text_pieces(doc, text)) for doc, text in zip(docs, texts, strict=True)]
        parts = None
        if tagger.reads_tags:
            tags = map(tags_of_pieces, docs, pieces)
            parts = [piece_tags for doc_tags in tags for piece_tags in doc_tags]
        cut = [t[a:b] for t, spans in zip(texts, pieces, strict=True) for a, b in spans]
        by_piece = iter(tagger(cut, parts))
        # It was learned from confidences that other models than these do not give.
        calibration = None if tagger.calibration is None else tagger.model.document
        least = self.settings.least_confidence
        rules = DocumentRules.of(self.settings, tagger.model.inside_words, calibration, least)
        return [
            read_document(text, [m.moved(a) for a, _ in spans for m in next(by_piece)], rules)
            for text, spans in zip(texts, pieces, strict=True)
        ]

    def set_annotations(self, docs: list[Doc], predictions: list[list["GeneMention"]]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        for doc, mentions in zip(docs, predictions, strict=True):
            spans = [(mention.start_char, mention.end_char) for mention in mentions]
            known = {x: [getattr(one, x) for one in mentions] for x in ("confidence", "votes")}
            self.write_mentions(doc, spans, known)

    def make_runner(self, model: "GeneModel") -> "GeneTagger":
        """Return the tagger that puts the models together by the settings."""
        from ..genes.tagger import GeneTagger

        return GeneTagger(model.of(self.settings.guideline), self.settings)

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
        from ..genes.training import TrainingSettings
        from .gene_training import GeneResources, additions_of, train

        trains = self.needs_training(nlp)
        resources = build(GeneResources, arguments)
        add = additions_of(resources)
        if trains:
            settings = build(TrainingSettings, arguments)
            model = train(self, get_examples, nlp, settings, resources)
        else:
            model = self.fitted_model()
        self.use(add(model))

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the folder ``path``: a file of its own for each further guideline.

        Raises:
            OSError: one cannot be written; then nothing is left of it.
        """
        from .gene_files import write_files

        write_files(Path(path), self.model_bytes())

    def read_folder(self, folder: Path) -> bytes:
        """Return what ``to_bytes`` gave, of the files of a model.

        Raises:
            ModelFileError: a file of a guideline is missing, shortened, or of another model.
        """
        from .gene_files import read_files

        return read_files(folder, lambda name: self.read_file(folder / name))

    def shipped_bytes(self) -> bytes:
        """Return the model that ships with the package, as ``to_bytes`` gave it."""
        from .gene_files import read_files

        return read_files(shipped_folder() / self.factory, partial(shipped_model, self.factory))

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


def install_extensions() -> None:
    """Install ``doc._.gene_mentions``."""
    install_of_spans(GENE="name of a gene, an RNA or a protein")
    install_getters(Doc, gene_mentions=partial(mention_records, key=GENE_MENTIONS))


@registry.scorers("citalign.GeneMentionScorer.v1")
def make_gene_mention_scorer(
    spans_key: str = GENE_MENTIONS, alternatives_key: str = GENE_ALTERNATIVES
) -> Callable:
    """Make a scorer of gene mentions.

    It returns precision, recall and F (0..1) by the official BioCreative II rules, with
    alternatives, as ``gene_mentions_official_p/r/f``, and by strict exact match of characters as
    ``gene_mentions_strict_p/r/f``; all None where no example has gold mentions. Three counts say
    what the official rules credit beyond strict counting: ``gene_mentions_alternative_tp``,
    ``gene_mentions_shared_tp`` and ``gene_mentions_free_predictions`` (see ``official_score``).
    Spans of white space alone are left out. ``spans_gene_mentions_p/r/f`` are spaCy's.
    """
    return partial(score_gene_mentions, spans_key=spans_key, alternatives_key=alternatives_key)


def score_gene_mentions(
    examples: Iterable[Example], *, spans_key: str, alternatives_key: str, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ..corpora.bc2gm import to_official
    from ..genes.scoring import official_score, strict_score

    def offsets(doc: Doc, key: str) -> list[tuple[int, int]]:
        text = doc.text
        spans = get_character_spans(doc, key) or []
        return [to_official(text, a, b) for a, b in spans if text[a:b].strip()]

    examples = list(examples)
    known = {str(n): eg for n, eg in enumerate(examples) if spans_key in eg.reference.spans}
    gold = {name: offsets(eg.reference, spans_key) for name, eg in known.items()}
    alternatives = {name: offsets(eg.reference, alternatives_key) for name, eg in known.items()}
    predicted = {name: offsets(eg.predicted, spans_key) for name, eg in known.items()}
    official, strict = official_score(gold, alternatives, predicted), strict_score(gold, predicted)
    scores = prf("gene_mentions_official", official.precision, official.recall, official.f)
    scores |= prf("gene_mentions_strict", strict.precision, strict.recall, strict.f)
    for extra in ("alternative_tp", "shared_tp", "free_predictions"):
        scores[f"gene_mentions_{extra}"] = getattr(official, extra)
    return (scores if gold else dict.fromkeys(scores)) | span_scores(examples, spans_key)
