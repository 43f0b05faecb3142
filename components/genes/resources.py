"""What the training of the gene mention tagger reads beside the examples."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from ...corpora.hgnc import read_hgnc
from ...errors import ModelFileError, SettingError
from ...genes.dictionary import GeneDictionary
from ...genes.model import GeneModel
from ...genes.packing import INDEX, read_files
from ...words.hashing import Hashes
from ...words.settings import check_range

FACTORY = "gene_mention_tagger"


@dataclass(frozen=True)
class GeneResources:
    """Files and corpora that training reads beside the examples.

    Attributes:
        dictionary: a gene list as HGNC publishes it; its symbols, aliases and previous symbols are
            compiled into the model, a shipped one too, and used by the strategy ``n_best`` and
            those of the paper that are built on it.
        related: a reader of other corpora with gene mentions, for features with ``+related``; their
            guidelines may differ.
        unlabelled: files of texts, one a line, plain or gzipped, for features with ``+clusters``;
            an empty list takes the training texts alone.
        guideline: the name of what the examples mark, by which the component's setting chooses it.
        inside_words: whether the examples have names at the beginning of longer words marked, which
            are then looked for with that guideline.
        weights_from: the folder of a pipeline with a trained ``gene_mention_tagger``, whose weights
            are taken, so that only confidences are learned from the examples; it must not have seen
            them.
        least_confidence: with ``calibrate_documents`` or ``weights_from``, what a mention must have
            to be marked.
        guidelines: further ones, by name the folders of pipelines with a trained
            ``gene_mention_tagger``; added to a shipped model, too.
    """

    dictionary: Path | None = None
    related: Callable[[Language], Iterable[Example]] | None = None
    unlabelled: list[Path] | None = None
    guideline: str = ""
    inside_words: bool = False
    weights_from: Path | None = None
    least_confidence: float = 0.0
    guidelines: dict[str, Path] | None = None

    def __post_init__(self) -> None:
        check_range("least_confidence", self.least_confidence, 0, 1, advice="give 0 to 1")


def additions_of(resources: GeneResources) -> Callable[[GeneModel], GeneModel]:
    """Return what adds the dictionary and the further guidelines to a model.

    Raises:
        InputError: the dictionary cannot be read.
        ModelFileError: a folder has no trained tagger.
    """
    path = resources.dictionary
    hashes = None if path is None else compile_dictionary(path)
    others = {name: read_tagger(Path(x)) for name, x in (resources.guidelines or {}).items()}

    def add(model: GeneModel) -> GeneModel:
        if hashes is not None:
            model = replace(model, dictionary=hashes)
        for name, other in others.items():
            model = model.with_guideline(name, other)
        return model

    return add


def read_tagger(folder: Path) -> GeneModel:
    """Return the model of the tagger of a pipeline in a folder.

    Raises:
        ModelFileError: it has none, or an unfitted or damaged one.
    """
    own = folder / FACTORY
    try:
        data = read_files(lambda name: (own / name).read_bytes(), (own / INDEX).exists())
        return GeneModel.from_bytes(data)
    except OSError as error:
        raise ModelFileError(
            f"no {FACTORY} is in {folder} ({error.strerror}); give the folder of a trained "
            "pipeline, such as training/model-last"
        ) from error
    except ModelFileError as error:
        raise ModelFileError(f"{own}: {error}") from error


def check_guideline(chosen: str | None, resources: GeneResources) -> None:
    """Raise SettingError if the guideline that is chosen is not trained."""
    trained = (resources.guideline, *(resources.guidelines or {}))
    if chosen is not None and chosen not in trained:
        known = ", ".join(filter(None, trained)) or "none with a name"
        raise SettingError(
            f"guideline is {chosen!r}, but what is trained is {known}; name it in the arguments of "
            "initialize, or leave the setting out"
        )


def compile_dictionary(path: Path) -> Hashes:
    """Return the hashes of all symbols, aliases and previous symbols of an HGNC file: (T,)."""
    terms = (
        term
        for gene in read_hgnc(path)
        for term in (gene.symbol, *gene.alias_symbols, *gene.prev_symbols)
    )
    return GeneDictionary.from_terms(terms).hashes
