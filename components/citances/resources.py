"""Resources of the citance aligner beside its weights, compiled from files that a user names."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ...citances.knowledge.lexicon import Lexicon
from ...citances.knowledge.resources import Resources
from ...citances.knowledge.statistics import WordStatistics, learn_statistics
from ...citances.knowledge.stems import STOP_WORDS
from ...citances.knowledge.thesaurus import Thesaurus, read_thesaurus
from ...corpora.concepts import read_concepts, read_lexicon
from ...corpora.gene_tables import read_hgnc
from ...corpora.io import text_lines
from ...errors import InputError, SettingError


@dataclass(frozen=True)
class ResourceFiles:
    """Where the resources are.

    Attributes:
        statistics: a file of word statistics, as ``configs/scripts/word_statistics.py`` writes it.
        background: texts to learn word statistics from instead, a text a line, plain or packed.
        dimensions: of the word vectors that are learned from them.
        thesaurus: files of one's own beside those of the package.
        lexicon: tables of terms and concept ids, a tab between them; this and what follows is read
            by ``method="schwartz"``.
        hgnc: a gene list as HGNC publishes it: symbols and names of a gene are one concept.
        concepts: abstracts whose mentions have concept ids, in JSON Lines.
        concept_splits: which of their splits are read, None for all.

    Raises:
        SettingError: word statistics are to come from two sources.
    """

    statistics: Path | None = None
    background: Path | tuple[Path, ...] = ()
    dimensions: int = 300
    thesaurus: Path | tuple[Path, ...] = ()
    lexicon: Path | tuple[Path, ...] = ()
    hgnc: Path | None = None
    concepts: Path | tuple[Path, ...] = ()
    concept_splits: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.statistics is not None and self.background:
            raise SettingError(
                "statistics and background both give word statistics; choose one of them"
            )


def compile_resources(files: ResourceFiles) -> Resources:
    """Read and compile what is named; no path is kept.

    Raises:
        InputError: a file cannot be read.
        SettingError: no document of ``concepts`` is in any of the splits.
    """
    statistics = lexicon = None
    if files.statistics is not None:
        statistics = read_statistics(files.statistics)
    elif files.background:
        lines = text_lines(_listed(files.background))
        statistics = learn_statistics(lines, dimensions=files.dimensions)
    if files.lexicon or files.hgnc is not None or files.concepts:
        lexicon = Lexicon.compile(_terms(files), STOP_WORDS)
    background, vectors = (None, None) if statistics is None else statistics
    thesaurus = with_files(read_thesaurus(), files.thesaurus)
    return Resources(background, vectors, thesaurus, lexicon)


def with_files(thesaurus: Thesaurus, files: Path | Sequence[Path]) -> Thesaurus:
    """Return a thesaurus with the entries of files; those of a file of the same name are replaced.

    Raises:
        InputError: a file cannot be read, or a line is no entry.
    """
    paths = _listed(files)
    if not paths:
        return thesaurus
    names = {path.name for path in paths}
    kept = Thesaurus(entry for entry in thesaurus.entries if entry.source not in names)
    return kept + read_thesaurus(*paths)


def read_statistics(path: Path) -> WordStatistics:
    """Read a file of word statistics.

    Raises:
        InputError: it cannot be read.
        ModelFileError: it is no such file.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(
            f"the word statistics {path} cannot be read ({error}); make them with "
            "configs/scripts/word_statistics.py"
        ) from error
    return WordStatistics.from_bytes(data)


def _listed(paths: Path | Sequence[Path]) -> list[Path]:
    """Return one path or several as a list."""
    return [Path(paths)] if isinstance(paths, str | Path) else [Path(path) for path in paths]


def _terms(files: ResourceFiles) -> Iterator[tuple[str, str]]:
    """Yield terms and their concepts; where a term has several, the first counts."""
    yield from chain.from_iterable(map(read_lexicon, _listed(files.lexicon)))
    if files.hgnc is not None:
        genes = list(read_hgnc(files.hgnc))
        # A symbol of today says more than one that another gene has or once had.
        for names in ("symbol", "name", "alias_symbols", "prev_symbols"):
            for gene in genes:
                values = getattr(gene, names)
                for name in [values] if isinstance(values, str) else values:
                    yield name, f"gene {gene.symbol}"
    mentions: Counter[tuple[str, str]] = Counter()
    for path in _listed(files.concepts):
        for document in read_concepts(path, files.concept_splits):
            mentions.update(
                (document.text[mention.start : mention.end], mention.ids[0])
                for mention in document.mentions
                if len(mention.ids) == 1
            )
    for (term, concept), _ in mentions.most_common():
        yield term, concept
