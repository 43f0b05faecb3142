"""The component ``column_tagger``: in which column of aligned parse trees each word falls.

Roark (2007), "Structural alignment for finite-state syntactic processing"; the algorithm is in
``spacy_citalign.columns``.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import SettingError
from .column_attributes import DocColumns, install_column_extensions, set_columns
from .pipe import CitalignPipe, logger, require_whole_corpus
from .shipped import check_weights, shipped_model
from .words import DocWords, tagged_words

if TYPE_CHECKING:
    from ..columns.model import ColumnModel
    from ..columns.tagger import Columns, ColumnTagger

FACTORY = "column_tagger"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "anchors": 5,
    "scorer": {"@scorers": "citalign.ColumnScorer.v1"},
}


@Language.factory(
    FACTORY,
    assigns=["doc.spans", "doc._.columns", "token._.column", "token._.column_region"],
    requires=["token.tag"],
    default_config=DEFAULTS,
    default_score_weights={"columns_root_purity": 1.0},
)
def make_column_tagger(
    nlp: Language, name: str, weights: str | None, anchors: int | None, scorer: Callable | None
) -> "ColumnTaggerPipe":
    """Make the component; the settings are those of ``ColumnTaggerPipe``."""
    return ColumnTaggerPipe(name, weights=weights, anchors=anchors, scorer=scorer)


class ColumnTaggerPipe(CitalignPipe):
    """Sets ``token._.column``, ``token._.column_region`` and ``doc._.columns``.

    Reads tags, and sentences where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. White space has no column, nor have the words of sentences that cannot be aligned,
    since they are longer than there are columns: in ``doc.spans["columns"]``, which has a span for
    each sentence, these are labelled UNALIGNED; they are counted and logged.

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        anchors: how many of the columns that are least often empty bound the regions of
            ``token._.column_region``, such as 5, 10 or 100; with None each column is a region.
        scorer: how the component is scored.

    Raises:
        SettingError: ``weights`` or ``anchors`` is out of range.

    Attributes:
        unaligned: sentences that could not be aligned since the component was made.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        anchors: int | None = DEFAULTS["anchors"],
        scorer: Callable | None = None,
    ):
        check_weights(weights)
        if anchors is not None and (
            isinstance(anchors, bool) or not isinstance(anchors, int) or anchors < 1
        ):
            raise SettingError(
                f"anchors is {anchors!r}; give a whole number from 1 on, such as 5, or null for "
                "regions as fine as columns"
            )
        install_column_extensions()
        self.name = name
        self.weights = weights
        self.anchors = anchors
        self.scorer = scorer
        self.unaligned = 0
        self._tagger: ColumnTagger | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def fitted(self) -> bool:
        """Whether there is a model."""
        return self._tagger is not None

    @property
    def size(self) -> int:
        """How many columns there are; 0 before training."""
        return 0 if self._tagger is None else self._tagger.model.profile.counts.shape[1]

    def predict(self, docs: list[Doc]) -> list[tuple[DocWords, "Columns"]]:
        """Return the columns of each Doc's words, leaving it as it is.

        Raises:
            InputError: a Doc has no tags.
        """
        tagger = self._fitted_tagger()
        if not docs:
            return []
        read = [tagged_words(doc, "the column tagger") for doc in docs]
        lengths = np.concatenate([words.lengths for words, _ in read])
        found = tagger([tag for _, tags in read for tag in tags], lengths)
        words_end = np.cumsum([len(words.places) for words, _ in read])[:-1]
        sentences_end = np.cumsum([len(words.lengths) for words, _ in read])[:-1]
        parts = zip(
            np.split(found.columns, words_end),
            np.split(found.regions, words_end),
            np.split(found.aligned, sentences_end),
            strict=True,
        )
        return [(words, type(found)(*part)) for (words, _), part in zip(read, parts, strict=True)]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple[DocWords, "Columns"]]
    ) -> None:
        """Write the columns."""
        anchors = self._fitted_tagger().anchor_columns
        for doc, (words, found) in zip(docs, predictions, strict=True):
            columns, regions = (
                _of_tokens(values, words, len(doc)) for values in (found.columns, found.regions)
            )
            ends = np.cumsum(words.lengths)
            firsts, lasts = words.places[ends - words.lengths], words.places[ends - 1] + 1
            sentences = zip(firsts.tolist(), lasts.tolist(), found.aligned.tolist(), strict=True)
            set_columns(doc, DocColumns(columns, regions, anchors), list(sentences))
            unaligned = int(np.count_nonzero(~found.aligned))
            self.unaligned += unaligned
            if unaligned:
                logger.info("%s: no columns for %d sentences of a Doc", self.name, unaligned)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        alignment: str = "tree",
        anchoring: str = "roles",
        seeds: int = 4000,
        neighbours: int = 60,
        iterations: int = 6,
        least: float = 0.001,
        profile: str = "pssm",
        matches: int = 200,
        cutoff: int = 2,
        prune: float = 0.8,
        crf: dict[str, Any] | None = None,
    ) -> None:
        """Train on the trees of the references: tags, and ``doc.spans["constituents"]``.

        Constituents are spans with Penn labels, sentence by sentence, the outer before the inner;
        ``citalign.PennTrees.v1`` reads them. Shipped weights stay.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            alignment, anchoring, seeds, neighbours, iterations, least, profile, matches, cutoff,
                prune, crf: see ``spacy_citalign.columns.settings.TrainingSettings``, whose defaults
                they share.

        Raises:
            InputError: the examples have no trees, or trees that contradict themselves.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..columns.settings import TrainingSettings
        from ..columns.training import train
        from .column_training import parsed_sentences

        require_whole_corpus(nlp)
        if self.weights is not None:
            return
        chosen: dict[str, Any] = {} if crf is None else {"crf": crf}
        settings = TrainingSettings(
            alignment=alignment,
            anchoring=anchoring,
            seeds=seeds,
            neighbours=neighbours,
            iterations=iterations,
            least=least,
            profile=profile,
            matches=matches,
            cutoff=cutoff,
            prune=prune,
            **chosen,
        )
        settings.check()  # before the corpus is read
        self._use(train(parsed_sentences(get_examples()), settings))

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer, the columns of gold tags as gold where the model is at hand."""
        from .column_scorer import with_gold_columns

        return super().score(with_gold_columns(examples, self), **kwargs)

    def _fitted_tagger(self) -> "ColumnTagger":
        self.require_fitted()
        return cast("ColumnTagger", self._tagger)

    def _use(self, model: "ColumnModel") -> None:
        from ..columns.tagger import ColumnTagger

        self._tagger = ColumnTagger(model, self.anchors)

    def model_bytes(self) -> bytes | None:
        """Return the model as bytes, None where there is none."""
        return None if self._tagger is None else self._tagger.model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a model.

        Raises:
            ModelFileError: the bytes are no model of columns of this release.
        """
        from ..columns.model import ColumnModel

        self._use(ColumnModel.from_bytes(data))

    def clear_model(self) -> None:
        """Forget the model."""
        self._tagger = None


def _of_tokens(values: NDArray[np.int64], words: DocWords, size: int) -> list[int | None]:
    """Spread the columns of words over tokens."""
    tokens = np.full(size, -1, dtype=np.int64)
    tokens[words.places] = values
    return [value if value >= 0 else None for value in tokens.tolist()]
