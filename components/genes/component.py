"""The component ``gene_mention_tagger``: genes and gene products, character-exact.

Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models for gene mention
tagging", Bioinformatics 24(13); the algorithm is in ``spacy_citalign.genes``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc

from ...errors import SettingError
from ...genes.settings import Integration
from ..entities import EntsPolicy, check_policy, write_entities
from ..names import GENE_LABEL, GENE_MENTIONS
from ..settings import ModelSettings
from ..span_records import set_span_records
from ..spans import text_of, text_pieces
from ..trained import ModelPipe
from .attributes import install_extensions
from .pieces import check_names, parts_of_speech, place_mentions

if TYPE_CHECKING:
    from ...genes.documents import DocumentRules
    from ...genes.model import GeneModel
    from ...genes.records import GeneMention
    from ...genes.tagger import GeneTagger


@dataclass(frozen=True)
class GeneMentionSettings(Integration, ModelSettings):
    """Settings of ``gene_mention_tagger``; the others are those of ``Integration``.

    Attributes:
        guideline: what is marked, one of the trained guidelines: ``"bc2gm"``, ``"mention"`` or
            ``"craft"`` of what ships; None is the first.
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
    """

    guideline: str | None = None
    spans_key: str = GENE_MENTIONS
    repeat_above: float | None = 0.85
    inside_words: bool | None = None
    leave_out_non_genes: bool = True
    ents: EntsPolicy | None = None

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        check_names("models", self.models)
        check_policy(self.ents)
        value = self.repeat_above
        if value is not None and not (isinstance(value, int | float) and 0 <= value <= 1):
            raise SettingError(
                f"repeat_above is {value!r}, which is no confidence; give 0 to 1, or null for none"
            )
        Integration.__post_init__(self)


class GeneMentionTagger(
    ModelPipe["GeneModel", "GeneTagger"],
    factory="gene_mention_tagger",
    settings=GeneMentionSettings,
    model="genes.model.GeneModel",
    scorer="citalign.GeneMentionScorer.v1",
    extensions=install_extensions,
    assigns=["doc.spans", "doc._.gene_mentions", "span._.confidence"],
    score_weights={"gene_mentions_official_f": 1.0},
):
    """Sets ``doc.spans["gene_mentions"]`` (label GENE) and ``doc._.gene_mentions``.

    With another ``spans_key`` it sets that group.

    Each mention has its ``confidence``: how often mentions with such posteriors were right on texts
    held out from training, where that was learned (``calibrate``) with the models that take part,
    else the probability under their joint model that exactly it is a mention. ``votes`` is the
    number of models that would mark exactly it on their own (without ``begin_bias``, with brackets
    mended if they are).
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (GENE_LABEL,)

    def predict(self, docs: list[Doc]) -> list[list["GeneMention"]]:
        """Return the mentions of each Doc, leaving it as it is.

        A Doc is tagged sentence by sentence where boundaries are set; elsewhere it is cut at empty
        lines and where a sentence plainly ends.

        Raises:
            InputError: the model reads part-of-speech tags and a Doc has none.
        """
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
        )

    def set_annotations(self, docs: list[Doc], predictions: list[list["GeneMention"]]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
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

    def extend(
        self, model: "GeneModel", nlp: Language | None, arguments: Mapping[str, Any]
    ) -> "GeneModel":
        """Return the model with the ``dictionary`` and the ``guidelines`` of the arguments."""
        from .resources import additions_of

        return additions_of(arguments)(model)

    @classmethod
    def files_of(cls, data: bytes) -> dict[str, bytes]:
        """Return the files of a model: its own, one a further guideline, and the index of them."""
        from ...genes.guidelines import files_of

        return files_of(data)

    @classmethod
    def other_files(cls, folder: Path) -> set[str]:
        """Return the paths of the index and of the guidelines in a folder."""
        from ...genes.guidelines import FOLDER, INDEX

        files = [folder / INDEX, *(folder / FOLDER).glob("[!.]*")]
        return {file.relative_to(folder).as_posix() for file in files if file.is_file()}

    @classmethod
    def joined(cls, read: Callable[[str], bytes], exists: Callable[[str], bool]) -> bytes:
        """Return the bytes of a model out of its files.

        Raises:
            ModelFileError: a file of a guideline is missing, shortened, or of another model.
        """
        from ...genes.guidelines import FOLDER, INDEX, read_files

        return read_files(read, exists(INDEX) or exists(FOLDER))

    @property
    def guidelines(self) -> tuple[str, ...]:
        """The names of the trained guidelines, the component's own first; () before training."""
        return () if self._model is None else tuple(filter(None, self._model.guidelines))

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


Piece = tuple[int, int]
