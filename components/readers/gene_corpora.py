"""Corpus readers of gene mentions in sentences, abstracts and articles, for spaCy configs."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry

from ..base.names import GENE_ALTERNATIVES, GENE_LABEL, GENE_MENTIONS
from ..base.spans import set_character_spans
from .gold_docs import Reader, files_to_train, listed, required, set_sentence_starts

if TYPE_CHECKING:
    from ...corpora.gene_gold import GeneDocument


@registry.readers("citalign.BC2GM.v1")
def make_bc2gm_reader(path: Path | None, limit: int = 0) -> Reader:
    """Make a reader of BioCreative II gene mention files.

    Args:
        path: the sentences (``train.in``) or the files' common prefix (``train``); the files
            ``.GENE.eval`` and ``.ALTGENE.eval`` are found beside it.
        limit: read that many sentences at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
    """
    (file,) = files_to_train(path, "the BC2GM files", "train.in")

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.bc2gm import bc2gm_files, read_bc2gm

        for sentence in islice(read_bc2gm(*bc2gm_files(file)), limit or None):
            reference = nlp.make_doc(sentence.text)
            set_character_spans(reference, GENE_MENTIONS, sentence.mentions, GENE_LABEL)
            set_character_spans(reference, GENE_ALTERNATIVES, sentence.alternatives, GENE_LABEL)
            yield Example(nlp.make_doc(sentence.text), reference)

    return read


@registry.readers("citalign.GeneConcepts.v1")
def make_gene_concepts_reader(
    path: Path | list[Path] | None,
    types: list[str] | None = None,
    part: Literal["train", "test"] | None = None,
) -> Reader:
    """Make a reader of abstracts with gene mentions, a Doc for each.

    References have the mentions in ``doc.spans["gene_mentions"]``, of overlapping ones the longest,
    and no sentence boundaries.

    Args:
        path: a file in JSON Lines (see ``spacy_citalign.corpora.concepts``), or several; an
            abstract that several have is read from the first of them.
        types: the types of mentions that are genes; None is Gene, GeneOrGeneProduct and FamilyName.
        part: ``"test"`` for the fifth of the abstracts that is held out, by the MD5 of the PMID;
            ``"train"`` for the others; None for all.

    Raises, at reading, so that a config may leave out what its features do not use:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: a type is unknown, or the part is unknown or empty.
    """

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.gene_gold import GENE_TYPES, read_gene_concepts

        paths = required(path or None, "abstracts with gene mentions")
        chosen_types = GENE_TYPES if types is None else types
        for document in read_gene_concepts(paths, types=chosen_types, part=part):
            yield _example(nlp, document)

    return read


@registry.readers("citalign.GeneCRAFT.v1")
def make_gene_craft_reader(
    path: Path | None,
    splits: str | Iterable[str] = "test",
    without: Iterable[str] = (),
) -> Reader:
    """Make a reader of the articles of CRAFT with mentions of genes and proteins, a Doc for each.

    References have the mentions in ``doc.spans["gene_mentions"]`` and the gold sentences.

    Args:
        path: the corpus' folder (see ``spacy_citalign.corpora.craft``).
        splits: which part of it, or several in order.
        without: PMIDs to leave out.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: there is no such split.
    """
    names = listed(splits)
    left_out = frozenset(without)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.gene_gold import read_gene_craft

        folder = required(path, "the folder of the CRAFT corpus", "set path")
        for name in names:
            for document in read_gene_craft(folder, name, without=left_out):
                yield _example(nlp, document)

    return read


def _example(nlp: Language, document: "GeneDocument") -> Example:
    reference = nlp.make_doc(document.text)
    if document.sentences is not None:
        set_sentence_starts(reference, [start for start, _ in document.sentences])
    set_character_spans(reference, GENE_MENTIONS, document.mentions, GENE_LABEL)
    return Example(nlp.make_doc(document.text), reference)
