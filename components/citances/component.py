"""The component ``citance_aligner``: which words of citances of the same work mean the same.

Schwartz, Divoli & Hearst (2007), "Multiple alignment of citation sentences with conditional random
fields and posterior decoding", EMNLP-CoNLL; the algorithm is in ``spacy_citalign.citances``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc

from ...citances.settings import AlignmentSettings
from ...errors import InputError
from ..names import CITANCES, GENE_MENTIONS, HOMOLOGS, TERMS
from ..settings import ModelSettings, RemovedSetting
from ..spans import set_character_spans, text_of
from ..trained import ModelPipe
from .alignment import CitanceAlignment, aligned_units, alignment_record
from .attributes import install_extensions, set_alignments
from .words import CitanceWords, citance_words

if TYPE_CHECKING:
    from ...citances.alignment import Alignment
    from ...citances.model import AlignmentModel

_NO_ROWS = "rows of other models gained nothing; leave it out"
Found = list[tuple[CitanceWords, "Alignment"]]


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
            ``doc.ents``.
        keep_posteriors: whether the probabilities of all links of ``"schwartz"`` stay on the Doc,
            which makes it larger.
    """

    spans_key: str = CITANCES
    content_words: bool = True
    keep_posteriors: bool = False
    genes_from: str = GENE_MENTIONS
    terms_from: str = TERMS

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        AlignmentSettings.__post_init__(self)


class CitanceAligner(
    ModelPipe["AlignmentModel", "AlignmentModel"],
    factory="citance_aligner",
    settings=CitanceAlignerSettings,
    model="citances.model.AlignmentModel",
    scorer="citalign.CitanceScorer.v1",
    extensions=install_extensions,
    requires=["doc.spans"],
    assigns=[
        "doc.spans",
        "doc._.citance_alignments",
        "doc._.citance_alignment",
        "token._.homology_classes",
        "token._.homology_class",
    ],
    score_weights={"homologs_f": 1.0, "homologs_ama": 0.0},
):
    """Aligns the words of citances: spans whose label is the work they cite, a group for each.

    Sets ``doc.spans["homologs"]`` (a span for each aligned unit, its label the number of its
    class), ``doc._.citance_alignments`` and ``token._.homology_classes``, by cited work, and
    ``doc._.citance_alignment`` and ``token._.homology_class``, of the first. A Doc without citances
    gets none of these but empty ones.
    """

    REMOVED = (
        RemovedSetting("rows_from", "0.3", _NO_ROWS),
        RemovedSetting("rows_weight", "0.3", _NO_ROWS, default=1.0),
        RemovedSetting("closure", "0.2", 'choose method = "schwartz" for it, or leave it out'),
        RemovedSetting("unit_threshold", "0.2", "thresholds of units are learned; leave it out"),
    )

    def extend(
        self, model: "AlignmentModel", nlp: Language | None, arguments: Mapping[str, Any]
    ) -> "AlignmentModel":
        """Return a shipped model with the files of ``thesaurus``; other arguments train nothing."""
        return _with_thesaurus(model, arguments.get("thesaurus") or ())

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

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return the alignments of each Doc, leaving it as it is.

        Raises:
            InputError: a group has more words than ``max_words``.
            SettingError: the model was not trained for the method.
        """
        model = self.fitted_runner()
        return [self._align(doc, model) for doc in docs]

    def _align(self, doc: Doc, model: "AlignmentModel") -> Found:
        from ...citances.aligner import align

        if self.settings.spans_key not in doc.spans:
            return []
        groups = citance_words(
            doc,
            spans_key=self.settings.spans_key,
            content=self.settings.content_words,
            genes_from=self.settings.genes_from,
            terms_from=self.settings.terms_from,
        )
        alignments = []
        for citances in groups:
            try:
                alignment = align(citances.group, model, self.settings)
            except InputError as error:
                raise InputError(f"the citances of {citances.key!r}: {error}") from error
            if not self.settings.keep_posteriors:
                alignment = replace(alignment, posteriors=None)
            alignments.append((citances, alignment))
        return alignments

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the span groups, and what the attributes of Docs and tokens are read from."""
        for doc, alignments in zip(docs, predictions, strict=True):
            text = text_of(doc) if alignments else ""
            records: list[dict[str, Any]] = []
            units: list[tuple[int, int, str, float, str]] = []
            first_class = 1
            for citances, alignment in alignments:
                record = alignment_record(citances, alignment, first_class)
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
            set_alignments(doc, records)


def _with_thesaurus(model: "AlignmentModel", paths: Any) -> "AlignmentModel":
    from ...citances.thesaurus import Thesaurus
    from .resources import with_files

    thesaurus = with_files(model.resources.thesaurus or Thesaurus(), paths)
    return replace(model, resources=replace(model.resources, thesaurus=thesaurus))
