"""Gene mentions of corpora other than BC2GM: abstracts with concept ids, and articles of CRAFT.

The files are those of ``concepts`` (GNormPlus, NLM-Gene, BioRED) and ``craft``. Mentions
are brought to the form that the tagger learns and gives: spans of characters that do not overlap,
of one kind.

What a gene mention is differs from corpus to corpus. ``GENE_TYPES`` are the types whose names the
annotators of BC2GM mark as well. They mark families ("protein kinase C") most of the time, but
seldom domains and motifs ("catalytic domain"), so that ``DomainMotif`` is left out unless named.
CRAFT marks gene names inside genotypes too ("Zork2tm1/+"), where a mention may begin or end inside
a word. Its discontinuous mentions ("Zork2 ... 3" in "Zork2 and 3") are left out: no span holds them
without what lies between.

Several corpora annotate the same abstracts, and some come without a test part. So a PMID alone says
which part an abstract is in, the same in every file: see ``in_test_part``.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from ..errors import SettingError
from .concepts import ConceptDocument, ConceptMention, check_types, read_concepts
from .craft import read_craft_concepts
from .io import file_list
from .text_spans import Span, outermost

Part = Literal["train", "test"]

GENE_TYPES = ("Gene", "GeneOrGeneProduct", "FamilyName")
_GENE_LIKE = (*GENE_TYPES, "DomainMotif")  # no mistake, even where no mention has it
_PARTS = 5
_ONE_GENE = ("Gene", "GeneOrGeneProduct")


class GeneDocument(NamedTuple):
    """A text with its gene mentions.

    Attributes:
        id: its PMID.
        text: all of it.
        mentions: half-open characters of the text, ascending, no two overlapping.
        sentences: half-open characters, ascending; None where the corpus does not say.
        overlapping: how many further mentions were left out because they overlap a longer one.
    """

    id: str
    text: str
    mentions: tuple[Span, ...]
    sentences: tuple[Span, ...] | None
    overlapping: int


def read_gene_ids(
    paths: str | Path | Iterable[str | Path], *, part: Part | None = None
) -> Iterator[ConceptDocument]:
    """Return the abstracts of one or more files with the ids of their genes; the first file wins.

    Mentions ascend, no two have the same characters; they may overlap. Families and domains are
    mentions without ids, even where annotators gave them those of some members; families with such
    ids are left out.

    Args:
        paths: files in the format of ``concepts``.
        part: as that of ``read_gene_concepts``.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``part`` is unknown or empty.
    """
    return (_id_document(document) for document in _selected(_documents(paths, part), part))


def read_gene_concepts(
    paths: str | Path | Iterable[str | Path],
    *,
    types: Collection[str] = GENE_TYPES,
    part: Part | None = None,
) -> Iterator[GeneDocument]:
    """Return the abstracts of one or more files in order, each PMID once: the first file wins.

    All files are read and checked before the first document is handed out.

    Args:
        paths: files in the format of ``concepts``.
        types: the types of mentions that are genes.
        part: ``"test"`` for the fifth that ``in_test_part`` names, ``"train"`` for the others, None
            for all. The split that a file states is not looked at.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``part`` is unknown or empty; a type is unknown, or no type is given.
    """
    documents = _documents(paths, part)
    known = {mention.type for document in documents for mention in document.mentions}
    check_types(types, known | {*_GENE_LIKE})
    return (_gene_document(document, types) for document in _selected(documents, part))


def read_gene_craft(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[GeneDocument]:
    """Yield the articles of a split of CRAFT with their sentences and their mentions of proteins.

    These are the mentions of PR+extensions, which do not tell genes from their products, without
    the bare word "protein".

    Args:
        folder: see ``craft``.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format. Names file, line and value.
        SettingError: there is no such split.
    """
    for article in read_craft_concepts(folder, split, without=without):
        spans = [(start, end) for start, end, concept in article.mentions if _is_protein(concept)]
        mentions, overlapping = outermost(spans)
        yield GeneDocument(article.id, article.text, mentions, article.sentences, overlapping)


def in_test_part(pmid: str) -> bool:
    """Return whether an abstract is in the fifth that is held out, by the MD5 of its PMID.

    >>> [pmid for pmid in ("1", "2", "3", "4", "5", "6", "7", "8") if in_test_part(pmid)]
    ['4', '7']
    """
    return int(hashlib.md5(pmid.encode(), usedforsecurity=False).hexdigest(), 16) % _PARTS == 0


def _documents(
    paths: str | Path | Iterable[str | Path], part: Part | None
) -> list[ConceptDocument]:
    """Return the abstracts of all files, each PMID once, and check the part's name."""
    files = file_list(paths, "abstracts with gene mentions")
    if part not in ("train", "test", None):
        raise SettingError(f"part is {part!r}; choose 'train', 'test' or None for both")
    documents: dict[str, ConceptDocument] = {}
    for file in files:
        for document in read_concepts(file):
            documents.setdefault(document.id, document)
    return list(documents.values())


def _selected(documents: list[ConceptDocument], part: Part | None) -> list[ConceptDocument]:
    """Return the abstracts of a part; it is an error if there are none."""
    selected = [
        document
        for document in documents
        if part is None or in_test_part(document.id) == (part == "test")
    ]
    if not selected:
        raise SettingError(
            f"part is {part!r}, but none of the {len(documents)} documents is in it; leave part "
            "out to read them all"
        )
    return selected


def _id_document(document: ConceptDocument) -> ConceptDocument:
    mentions: dict[Span, ConceptMention] = {}
    for mention in document.mentions:
        if mention.type in _GENE_LIKE:
            ids = tuple(name for name in mention.ids if name.isdecimal())
            if mention.type in _ONE_GENE or not ids:
                mentions.setdefault((mention.start, mention.end), mention._replace(ids=ids))
    return document._replace(mentions=tuple(mentions[place] for place in sorted(mentions)))


def _gene_document(document: ConceptDocument, types: Collection[str]) -> GeneDocument:
    spans = [(mention.start, mention.end) for mention in document.mentions if mention.type in types]
    mentions, overlapping = outermost(spans)
    return GeneDocument(document.id, document.text, mentions, None, overlapping)


def _is_protein(concept: str) -> bool:
    """Return whether a concept of CRAFT is of PR+extensions, as "GO_PR_EXT:catalase" is."""
    ontology = concept.partition(":")[0]
    return ontology == "PR" or ontology.endswith("PR_EXT")
