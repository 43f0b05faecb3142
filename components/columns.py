"""The component ``column_tagger``: in which column of aligned parse trees each word falls.

Roark (2007), "Structural alignment for finite-state syntactic processing"; the algorithm is in
``spacy_citalign.columns``.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..words.settings import check_whole
from .base.doc_columns import Numbers, stored_columns
from .base.names import COLUMNS
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.trained import ModelPipe

if TYPE_CHECKING:
    from ..columns.model import ColumnModel, Columns, ColumnTagger
    from .base.doc_words import DocWords


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ColumnSettings(ModelSettings):
    """Settings of ``column_tagger``.

    Attributes:
        anchors: how many of the columns that are least often empty bound the regions of
            ``token._.column_region``, such as 5, 10 or 100; with None each column is a region.
    """

    anchors: int | None = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.anchors is not None:
            advice = (
                "give a whole number from 1 on, such as 5, or null for regions as fine as columns"
            )
            check_whole("anchors", self.anchors, 1, advice=advice)


@register(
    "column_tagger",
    settings=ColumnSettings,
    scorer="citalign.ColumnScorer.v1",
    extensions="base.doc_columns:install_extensions",
    assigns=["doc.spans", "doc._.columns", "token._.column", "token._.column_region"],
    requires=["token.tag"],
    score_weights={"columns_root_purity": 1.0},
)
class ColumnTaggerPipe(ModelPipe["ColumnModel", "ColumnTagger"]):
    """Sets ``token._.column``, ``token._.column_region`` and ``doc._.columns``.

    Reads tags, and sentences where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. White space has no column, nor have the words of sentences that cannot be aligned,
    since they are longer than there are columns: in ``doc.spans["columns"]``, which has a span for
    each sentence, these are labelled UNALIGNED; they are counted and logged.

    Attributes:
        unaligned: sentences that could not be aligned since the component was made.
    """

    model_type = "columns.model:ColumnModel"
    writes = COLUMNS
    unaligned = 0

    @property
    def size(self) -> int:
        """How many columns there are; 0 before training."""
        return 0 if not self.fitted else self.fitted_model().profile.counts.shape[1]

    def predict(self, docs: list[Doc]) -> list[tuple["DocWords", "Columns"]]:
        """Return the columns of each Doc's words, leaving it as it is.

        Raises:
            InputError: a Doc has no tags.
        """
        from .base.doc_words import tagged_batch

        tagger = self.fitted_runner()
        if not docs:
            return []
        read, tags, lengths = tagged_batch(docs, "the column tagger")
        tagged = tagger(tags, lengths)
        words_end = np.cumsum([len(words.places) for words in read])[:-1]
        sentences_end = np.cumsum([len(words.lengths) for words in read])[:-1]
        parts = map(np.split, tagged, (words_end, words_end, sentences_end))
        return [(words, type(tagged)(*part)) for words, *part in zip(read, *parts, strict=True)]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple["DocWords", "Columns"]]
    ) -> None:
        """Write the columns."""
        from .base.doc_columns import DocColumns, set_columns

        anchors = self.fitted_runner().anchor_columns
        for doc, (words, tagged) in zip(docs, predictions, strict=True):
            columns, regions = (
                _of_tokens(values, words, len(doc)) for values in (tagged.columns, tagged.regions)
            )
            ends = np.cumsum(words.lengths)
            firsts, lasts = words.places[ends - words.lengths], words.places[ends - 1] + 1
            sentences = zip(firsts.tolist(), lasts.tolist(), tagged.aligned.tolist(), strict=True)
            set_columns(doc, DocColumns(columns, regions, anchors), list(sentences))
            unaligned = int(np.count_nonzero(~tagged.aligned))
            self.unaligned += unaligned
            if unaligned:
                logger.info("%s: no columns for %d sentences of a Doc", self.name, unaligned)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer, the columns of gold tags as gold where the model is at hand."""
        return super().score(with_gold_columns(examples, self), **kwargs)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        alignment: str | None = "tree",
        anchoring: str | None = "roles",
        seeds: int | None = 4000,
        neighbours: int | None = 60,
        iterations: int | None = 6,
        least: float | None = 0.001,
        profile: str | None = "pssm",
        matches: int | None = 200,
        cutoff: int | None = 2,
        prune: float | None = 0.8,
        crf: Mapping[str, object] | None = {"c2": 1.0, "max_iterations": 100},
    ) -> None:
        """Train on the trees of the references, or keep the shipped weights.

        Trees are tags and ``doc.spans["constituents"]``: spans with Penn labels, sentence by
        sentence, the outer before the inner, as ``citalign.PennTrees.v1`` reads them. None stands
        for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            alignment: ``"tree"``, by full trees, or ``"flat"``, by tags alone.
            anchoring: ``"none"`` is the paper's. With ``"trees"`` the words that a tree says to be
                subject, main verb and final punctuation are held in their columns whenever a
                sentence is aligned anew, so that these columns keep their meaning. With ``"roles"``
                they are held in new sentences too, as ``role_tagger`` finds them.
            seeds: how many sentences are aligned pair by pair, evenly spread over the corpus.
            neighbours: with how many others each of them is compared (``distances``).
            iterations: how often the profile aligns all sentences.
            least: columns that a smaller share of the sentences uses are dropped at each iteration,
                as are empty ones. 0 is the paper's; a thousandth leaves less than half of the
                columns and loses nothing that we measured.
            profile: ``"pssm"``, or ``"hmm"``: a profile HMM is estimated from the last alignment.
            matches: how many columns of a profile HMM are match states, those used most.
            cutoff, prune, crf: of the CRF of roles: how many words must have a feature, the share
                of the smallest weights to drop, and what CRFsuite's L-BFGS takes.

        Raises:
            InputError: the examples have no trees, or trees that contradict themselves.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ..columns.training import TrainingSettings, train
            from .column_training import parsed_sentences

            settings = build(TrainingSettings, arguments)
            self.use(train(parsed_sentences(get_examples()), settings))

    def make_runner(self, model: "ColumnModel") -> "ColumnTagger":
        """Return the tagger of a model, with the regions that are asked for."""
        from ..columns.model import ColumnTagger

        return ColumnTagger(model, self.settings.anchors)


def _of_tokens(values: "NDArray[np.int64]", words: "DocWords", size: int) -> list[int | None]:
    """Spread the columns of words over tokens."""
    tokens = np.full(size, -1, dtype=np.int64)
    tokens[words.places] = values
    return [value if value >= 0 else None for value in tokens.tolist()]


_NAMES = ("agreement", "region_agreement", "subject_purity", "root_purity", "final_purity")


@registry.scorers("citalign.ColumnScorer.v1")
def make_column_scorer() -> Callable:
    """Make a scorer of columns.

    It returns (0..1; None where nothing can be counted): the share of words with the column and the
    region that the reference has, as ``columns_agreement`` and ``columns_region_agreement``; and
    the share of subject heads, main verbs and final punctuation, by the trees of the references,
    that are in one column, as ``columns_subject_purity``, ``columns_root_purity`` and
    ``columns_final_purity``. Examples whose tokens differ from the reference's are left out.
    """
    return score_columns


def score_columns(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ..columns.roles import agreement, role_purity, roles_of
    from ..columns.trees import tree_of
    from .column_training import doc_trees

    pairs: dict[str, list[tuple[Any, ...]]] = {"columns": [], "regions": []}
    columns, roles = [], []
    for example in examples:
        predicted, reference = example.predicted, example.reference
        if [token.text for token in predicted] != [token.text for token in reference]:
            continue
        predicted_columns, gold_columns = stored_columns(predicted), stored_columns(reference)
        if predicted_columns is None:
            continue
        if gold_columns is not None:
            for name, both in pairs.items():
                of_both = (getattr(one, name) for one in (gold_columns, predicted_columns))
                both.append(tuple(map(_numbers, of_both)))
        numbers = _numbers(predicted_columns.columns)
        for places, sentence in doc_trees(reference):
            columns.append(numbers[places])
            roles.append(roles_of(tree_of(*sentence), sentence.tags))
    values = dict.fromkeys(_NAMES, float("nan"))
    for name, both in zip(_NAMES, pairs.values(), strict=False):
        if both:
            values[name] = agreement(*map(np.concatenate, zip(*both, strict=True)))
    if columns:
        lengths = np.array([len(row) for row in columns])
        purity = role_purity(np.concatenate(columns), np.cumsum(lengths) - lengths, roles)
        values |= {f"{name}_purity": value for name, value in purity.items()}
    return {f"columns_{name}": None if np.isnan(value) else value for name, value in values.items()}


def _numbers(values: Numbers) -> NDArray[np.int64]:
    return np.array([-1 if value is None else value for value in values], dtype=np.int64)


def with_gold_columns(examples: Iterable[Example], component: ModelPipe) -> list[Example]:
    """Return Examples whose references have the columns that a component gives by their own tags.

    References that have columns, or no tags, and those of an unfitted component, stay as they are.
    """
    completed = []
    for example in examples:
        reference: Doc = example.reference
        bare = stored_columns(reference) is None and reference.has_annotation("TAG")
        if component.fitted and bare:
            reference = component(reference.copy())
            example = Example(example.predicted, reference)
        completed.append(example)
    return completed
