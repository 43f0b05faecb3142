"""The component ``gene_normalizer``: ids of NCBI Gene for gene mentions, by species.

The candidates and their ranking are in ``spacy_citalign.gene_ids``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError, SettingError, warn
from ...words.settings import check_group, check_range, check_whole
from ..base.names import GENE_MENTIONS, JOINED
from ..base.pipes import register
from ..base.settings import ModelSettings, build
from ..base.spans import get_character_spans, prf, text_of
from ..base.trained import ModelPipe
from ..base.training import run_earlier

if TYPE_CHECKING:
    from ...gene_ids.model import GeneIdModel
    from ...gene_ids.normalizer import GeneAnswer, GeneCandidate, GeneNormalizer
    from ...gene_ids.species import SpeciesMention


class Prediction(NamedTuple):
    """The answers for a Doc: for each mention, None without a group, its ids, and its species.

    Attributes:
        answers, chosen: for each mention.
        reasons: why it has no id, None where it has.
        species: that the text speaks of.
    """

    answers: list["GeneAnswer"] | None
    chosen: list[list["GeneCandidate"]]
    reasons: list[str | None]
    species: list["SpeciesMention"]


@dataclass(frozen=True)
class GeneNormalizerSettings(ModelSettings):
    """Settings of ``gene_normalizer``.

    Attributes:
        spans_key: the span group whose spans get ids.
        threshold: least confidence of an id; the candidates are kept all the same.
        species_threshold: least share that the species of an id has of the confidence of all
            candidates, less what the text says for species without a table, by half: more gives
            fewer ids of a wrong species, and fewer ids.
        limit: candidates that are kept for a mention.
        species: taxon of NCBI Taxonomy that all texts are about, such as 9606; None: it is found
            out in each text.
        tables: files that ``citalign gene-ids`` wrote, of further species or in place of those
            that the model has.
        species_words: a table of words for species, of the form of the package's own
            (``spacy_citalign/gene_ids/species.tsv``), before which it goes.
    """

    spans_key: str = GENE_MENTIONS
    threshold: float = 0.5
    species_threshold: float = 0.65
    limit: int = 5
    species: int | None = None
    tables: tuple[str, ...] = ()
    species_words: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_group("spans_key", self.spans_key)
        for name in ("threshold", "species_threshold"):
            check_range(name, getattr(self, name), 0, 1, advice="give a number from 0 to 1")
        check_whole("limit", self.limit, 1, advice="give a whole number of candidates from 1 on")
        if self.species is not None:
            check_whole("species", self.species, 1, advice="give a taxon of NCBI, or null for none")
            default = type(self).species_threshold
            if self.species_threshold != default:
                raise SettingError(
                    f"species_threshold is {self.species_threshold!r}, and where species is given, "
                    f"{self.species}, no other is thought of; leave one of them out"
                )
        if not (
            isinstance(self.tables, tuple) and all(isinstance(file, str) for file in self.tables)
        ):
            raise SettingError(f"tables is {self.tables!r}; give a list of files")


@register(
    "gene_normalizer",
    settings=GeneNormalizerSettings,
    scorer="citalign.GeneIdScorer.v1",
    extensions="gene_ids.attributes:install_extensions",
    requires=["doc.spans"],
    assigns=["doc.spans", "doc._.species", "span._.gene_ids", "span._.why_no_id"],
    score_weights={"gene_ids_f": 1.0},
)
class GeneNormalizerPipe(ModelPipe["GeneIdModel", "GeneNormalizer"]):
    """Gives the spans of ``doc.spans["gene_mentions"]`` ids of NCBI Gene, as ``span.kb_id_``.

    Entities of the same tokens and label get them, too. ``span._.gene_ids`` has the candidates,
    each with its species, its confidence (how often candidates with such scores are what annotators
    chose) and the reason. A mention that names several genes ("SERCA1 and 2") has their ids joined
    by ";". Species that the text speaks of are in ``doc.spans["species"]`` and ``doc._.species``,
    which says whether each is in the tables; a gene of one that is not gets no id.
    ``span._.why_no_id`` says why a mention has none. A Doc without the group gets species only.
    """

    model_type = "gene_ids.model:GeneIdModel"

    @property
    def known_species(self) -> dict[int, str]:
        """The species that have a table: their names, "" where none is known, by taxon."""
        runner = self.fitted_runner()
        return {taxon: runner.species_names.get(taxon, "") for taxon in runner.taxa}

    def add_species(self, *genes: str | Path) -> None:
        """Add the genes of further species, or of some in place of those that the model has.

        They are saved with the component.

        Args:
            genes: tables of NCBI Gene (``gene_info``), plain or packed.

        Raises:
            InputError: a file cannot be read, is no such table, or no gene is left.
        """
        from .training import compile_files

        self.use(self.fitted_model().with_tables([compile_files(genes)]))

    def make_runner(self, model: "GeneIdModel") -> "GeneNormalizer":
        """Return what ranks, with the tables of the settings.

        Raises:
            ModelFileError: a table cannot be read.
            InputError: the words for species cannot be read.
        """
        from ...gene_ids.normalizer import GeneNormalizer
        from ...gene_ids.species import species_words
        from .training import read_tables

        more = self.settings.species_words
        return GeneNormalizer(
            model.with_tables(read_tables(self.settings.tables)),
            species_words(None if more is None else Path(more)),
            species=self.settings.species,
            limit=self.settings.limit,
        )

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        l2: float | None = 3.0,
        folds: int | None = 5,
        genes: list[str] | None = [],
        hgnc: str | None = None,
    ) -> None:
        """Train on the ids of the references, or keep the shipped weights and add ``genes``.

        Where the pipeline finds mentions before this component, these are learned from too: with
        the ids of the one gold mention that they overlap, or as no gene of any table where they
        overlap none. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            l2: strength of the penalty on squared weights.
            folds: parts of the texts, each ranked by a model of the others, that the calibration
                learns from.
            genes: tables of NCBI Gene (``gene_info``), one for each species or one for all; those
                given for a shipped model come to its species, or in their place.
            hgnc: a table of the HUGO Gene Nomenclature Committee with further names of human genes.

        Raises:
            InputError: the examples have no mentions with ids, no file names genes, or one cannot
                be read.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        from ...gene_ids.training import TrainingSettings, train
        from .training import annotated_texts, compile_files

        trains = self.needs_training(nlp)
        settings = build(TrainingSettings, arguments)  # before files are read
        tables = [compile_files(genes, hgnc)] if genes else []
        if not trains:
            self.use(self.fitted_model().with_tables(tables))
            return
        if not tables:
            raise InputError(
                "no table of genes was given; set genes in [initialize.components.gene_normalizer] "
                "to one or more files of NCBI Gene (gene_info)"
            )
        texts = annotated_texts(
            get_examples(), partial(run_earlier, nlp, self.name), self.settings.spans_key
        )
        self.use(train(texts, tables[0], settings))

    def predict(self, docs: list[Doc]) -> list[Prediction]:
        """Return answers for the mentions of each Doc, and its species, leaving it as it is."""
        from ...gene_ids.names import MAX_WRITTEN
        from ...gene_ids.normalizer import chosen_genes, why_no_id
        from .attributes import definitions_in

        normalize, settings = self.fitted_runner(), self.settings
        texts = [text_of(doc) for doc in docs]
        groups = [get_character_spans(doc, settings.spans_key) for doc in docs]
        definitions = [
            definitions_in(doc, text) if spans else []
            for doc, text, spans in zip(docs, texts, groups, strict=True)
        ]
        normalized = normalize(texts, [spans or [] for spans in groups], definitions)
        longest = max((end - start for spans in groups for start, end in spans or ()), default=0)
        if longest > MAX_WRITTEN:
            warn(f"a mention of {longest:,} characters is looked up by its first {MAX_WRITTEN:,}")
        predictions = []
        for text, spans, (answers, species) in zip(texts, groups, normalized, strict=True):
            names = [text[start:end] for start, end in spans or ()]
            chosen = chosen_genes(names, answers, settings.threshold, settings.species_threshold)
            absent = [one for one in species if one.taxon not in normalize.taxa]
            reasons = [
                None
                if ids
                else why_no_id(span, answer, absent, normalize.species_names, settings.threshold)
                for span, answer, ids in zip(spans or (), answers, chosen, strict=True)
            ]
            known = answers if spans is not None else None
            predictions.append(Prediction(known, chosen, reasons, species))
        return predictions

    def set_annotations(self, docs: list[Doc], predictions: list[Prediction]) -> None:
        """Write ids and species."""
        from .attributes import set_gene_ids, set_species

        settings, runner = self.settings, self.fitted_runner()
        for doc, (answers, chosen, reasons, species) in zip(docs, predictions, strict=True):
            if answers is not None:
                set_gene_ids(doc, settings.spans_key, answers, chosen, reasons, settings.limit)
            set_species(doc, species, runner.species_names, runner.taxa)


@registry.scorers("citalign.GeneIdScorer.v1")
def make_gene_id_scorer(spans_key: str = GENE_MENTIONS) -> Callable:
    """Make a scorer of gene ids.

    It returns ``gene_ids_p/r/f`` (0..1): precision, recall and F of the ids of whole Docs, each id
    counted once a Doc, of all Docs together; None where no reference has an id.
    """
    return partial(score_gene_ids, spans_key=spans_key)


def score_gene_ids(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...words.hit_counts import count_hits

    pairs = [
        (ids_of(example.reference, spans_key), ids_of(example.predicted, spans_key))
        for example in examples
        if spans_key in example.reference.spans
    ]
    score = count_hits(pairs)
    is_known = any(gold for gold, _ in pairs)
    return prf("gene_ids", *(score.precision, score.recall, score.f) if is_known else ())


def ids_of(doc: Doc, key: str) -> set[str]:
    """Return the ids of the spans of a group."""
    ids = (gene_id for span in doc.spans.get(key, ()) for gene_id in span.kb_id_.split(JOINED))
    return {gene_id for gene_id in ids if gene_id}
