"""Resources of the citance aligner beside its weights, compiled from files that a user names."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...citances.background import Background
from ...citances.distributional import distributional_vectors
from ...citances.lexicon import Lexicon
from ...citances.resources import Resources
from ...citances.stop_words import STOP_WORDS
from ...citances.vectors import WordVectors, check_vectors, mean_by_key
from ...citances.wordnet import read_wordnet
from ...corpora.concepts import read_concepts, read_lexicon
from ...corpora.hgnc import read_hgnc
from ...corpora.io import text_lines
from ...errors import InputError, SettingError
from ...words.hashing import hash_strings
from ...words.stem import porter_stem
from .words import content_phrases, content_words


@dataclass(frozen=True)
class ResourceFiles:
    """Where the resources are.

    Attributes:
        lexicon: tables of terms and concept ids, a tab between them.
        hgnc: a gene list as HGNC publishes it: symbols and names of a gene are one concept.
        concepts: abstracts whose mentions have concept ids, in JSON Lines.
        concept_splits: which of their splits are read, None for all.
        background: texts, a text a line, plain or gzipped: what is common, what goes together.
        vectors: word vectors in the text format of word2vec, plain or gzipped.
        dimensions: make word vectors of so many numbers from the background texts.
        pipeline_vectors: use the vectors of the pipeline's vocabulary; the model then runs in
            pipelines with the same vectors only.
        wordnet: a ``dict`` folder of WordNet.

    Raises:
        SettingError: word vectors are to come from several sources, or have no source.
    """

    lexicon: Path | tuple[Path, ...] = ()
    hgnc: Path | None = None
    concepts: Path | tuple[Path, ...] = ()
    concept_splits: tuple[str, ...] | None = None
    background: Path | tuple[Path, ...] = ()
    vectors: Path | None = None
    dimensions: int = 0
    pipeline_vectors: bool = False
    wordnet: Path | None = None

    def __post_init__(self) -> None:
        sources = [self.vectors is not None, self.dimensions > 0, self.pipeline_vectors]
        if sum(sources) > 1:
            raise SettingError(
                "vectors, dimensions and pipeline_vectors name several word vectors; choose one"
            )
        if self.dimensions and not self.background:
            raise SettingError(
                f"dimensions is {self.dimensions}, but there are no background texts to make word "
                "vectors from; name them in background"
            )


def compile_resources(files: ResourceFiles) -> Resources:
    """Read and compile what is named; no path and no string of a file is kept.

    Raises:
        InputError: a file cannot be read.
        SettingError: no document of ``concepts`` is in any of the splits.
    """
    background = lexicon = vectors = wordnet = None
    if files.background:
        phrases = (
            phrase
            for line in text_lines(_listed(files.background))
            for phrase in content_phrases(line)
        )
        background = Background.count(phrases)
    if files.lexicon or files.hgnc is not None or files.concepts:
        lexicon = Lexicon.compile(_terms(files), STOP_WORDS)
    if files.vectors is not None:
        vectors = _word_vectors(*read_vectors(files.vectors))
    elif files.dimensions:
        texts = (
            [line[start:end] for start, end in content_words(line, 0, len(line))]
            for line in text_lines(_listed(files.background))
        )
        stems, rows = distributional_vectors(texts, files.dimensions)
        vectors = WordVectors.quantized(hash_strings(stems), rows)
    if files.wordnet is not None:
        wordnet = read_wordnet(files.wordnet)
    return Resources(background, lexicon, vectors, wordnet)


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


def read_vectors(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    """Read V word vectors, (V, D), in the text format of word2vec: a word a line, then its numbers.

    A first line with the two numbers of words and dimensions is skipped. Beyond the strings, memory
    is four bytes a number.

    Raises:
        InputError: the file cannot be read, is empty or not UTF-8; a line has another number of
            values, or one that is no number. Names file, line and value.
    """
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    for number, line in enumerate(text_lines([path]), start=1):
        word, *values = line.rstrip().split(" ")
        header = number == 1 and len(values) == 1 and word.isdigit()
        if header or not line.strip():
            continue
        try:
            row = np.array(values, dtype=np.float32)
            if not len(row) or (rows and len(row) != len(rows[0])) or not np.isfinite(row).all():
                raise ValueError(f"{len(row)} values")
        except ValueError as error:
            wanted = f"{len(rows[0])} numbers" if rows else "numbers"
            raise InputError(
                f"{path}, line {number}: {line[:60]!r} is not a word and {wanted} ({error}); give "
                "vectors in the text format of word2vec"
            ) from error
        words.append(word)
        rows.append(row)
    if not rows:
        raise InputError(f"{path} has no vectors; give a file with a word and its numbers a line")
    return words, np.stack(rows)


def _word_vectors(words: list[str], vectors: NDArray[np.float32]) -> WordVectors:
    check_vectors(words, vectors)
    keys = hash_strings([porter_stem(word) for word in words])
    return WordVectors.quantized(*mean_by_key(keys, vectors))
