"""The CRAFT corpus: full-text articles with gold words, tags, sentences and concepts.

Verspoor K. et al. (2012) "A corpus of full-text journal articles is a robust evaluation tool for
revealing differences in performance of biomedical natural language processing tools", BMC
Bioinformatics 13:207. Bada M. et al. (2012) "Concept annotation in the CRAFT corpus", BMC
Bioinformatics 13:161. A folder holds

    splits.json                  {"train": [PMID, ...], "dev": [...], "test": [...]}
    txt/PMID.txt                 the article's text
    conllu/PMID.conllu.gz        its words and sentences in CoNLL-U
    sentences/PMID.tsv           sent, start, end
    concepts/PMID.tsv            start, end, spans, ontology, concept_id, concept_label, text
    concepts_pr_ext/PMID.tsv     the same, proteins and genes by "PR+extensions"

The universal tags of these files are of the first version of Universal Dependencies (copulas are
VERB), so they are left out. The tables have a header and no quoting; offsets are half-open
characters of the text.

Proteins and genes are those of PR+extensions: the base set lacks every mention whose class an
extension replaced. Left out are mentions of the bare word "protein" and discontinuous ones. Where
an id of PR+extensions is one of the Protein Ontology, it is written as there: "PR:000009218" for
"PR_EXT:000009218", but "PR_EXT:Notch" as it stands.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError, SettingError
from .conllu import TreebankText, read_conllu
from .io import SHOWN
from .json_lines import check_span
from .tables import TableRow, read_table

_PMID = re.compile(r"\w[\w.-]*")  # the name of a file, and no path
_WANTED = "a table of the CRAFT corpus"
_SENTENCES = ("sent", "start", "end")
_CONCEPTS = ("start", "end", "spans", "ontology", "concept_id", "concept_label", "text")
_PROTEIN = "CHEBI_PR_EXT:protein"
# A number of the Protein Ontology or an accession of UniProt, maybe with an isoform.
_PR_ID = re.compile(r"PR_EXT:([0-9]{9}|[A-Z][0-9][A-Z0-9]{3}[0-9](?:-[0-9]+)?)")


def read_craft(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[TreebankText]:
    """Yield the articles of a split in the order of ``splits.json``, their PMIDs as ids.

    Args:
        folder: as above.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format.
        SettingError: there is no such split.
    """
    for pmid, text in _texts(Path(folder), split, without):
        for document in read_conllu(Path(folder) / "conllu" / f"{pmid}.conllu.gz", text=text):
            words = [word._replace(pos="") for word in document.words]
            yield document._replace(id=pmid, words=words)


def _texts(folder: Path, split: str, without: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the PMIDs and the texts of the articles of a split."""
    for pmid in craft_articles(folder / "splits.json", split):
        if pmid not in without:
            yield pmid, craft_text(folder, pmid)


def craft_text(folder: Path, pmid: str) -> str:
    """Return the text of an article, line ends as they are, since offsets count them.

    Raises:
        InputError: it cannot be read, or is not UTF-8.
    """
    file = folder / "txt" / f"{pmid}.txt"
    try:
        return file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{file} cannot be read ({error}); give the folder of the CRAFT corpus"
        ) from error


def craft_articles(file: Path, split: str) -> list[str]:
    """Return the PMIDs of a split in the order of ``splits.json``.

    Raises:
        InputError: the file cannot be read, or names what is no PMID.
        SettingError: it names no such split.
    """
    try:
        splits = json.loads(file.read_text(encoding="utf-8"))
        names = {name: [str(pmid) for pmid in pmids] for name, pmids in splits.items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise InputError(
            f"{file} cannot be read ({error}); give the folder of the CRAFT corpus"
        ) from error
    for pmid in chain.from_iterable(names.values()):
        if not _PMID.fullmatch(pmid):
            raise InputError(
                f"{file} names an article {pmid[:SHOWN]!r}; give the PMIDs that its files have as "
                "names"
            )
    if split not in names:
        raise SettingError(f"split is {split!r}; {file} has {', '.join(names)}")
    return names[split]


class ArticleMention(NamedTuple):
    """A mention of a concept: half-open characters of the article, and the concept's id."""

    start: int
    end: int
    concept: str


class ConceptArticle(NamedTuple):
    """An article.

    Attributes:
        id: its PMID.
        text: all of it.
        sentences: half-open characters, ascending; white space lies between them.
        mentions: by start, the longest first; they nest and overlap, also within an ontology, and
            may begin or end inside a word.
    """

    id: str
    text: str
    sentences: tuple[tuple[int, int], ...]
    mentions: tuple[ArticleMention, ...]


def read_craft_concepts(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[ConceptArticle]:
    """Yield the articles of a split in the order of ``splits.json``.

    Args:
        folder: as above.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format, or not of the text. Names file, line
            and value.
        SettingError: there is no such split.
    """
    folder = Path(folder)
    for pmid, text in _texts(folder, split, without):
        table = f"{pmid}.tsv"
        mentions = [
            *_mentions(folder / "concepts" / table, text, proteins=False),
            *_mentions(folder / "concepts_pr_ext" / table, text, proteins=True),
        ]
        # Stable: of two with the same characters that of the base ontologies stays first.
        mentions.sort(key=lambda mention: (mention.start, -mention.end))
        sentences = tuple(_sentences(folder / "sentences" / table, text))
        yield ConceptArticle(pmid, text, sentences, tuple(mentions))


def _sentences(file: Path, text: str) -> Iterator[tuple[int, int]]:
    last = 0
    for number, (line, row) in enumerate(_rows(file, _SENTENCES)):
        where = f"{file}, line {line}"
        start, end = _span(row["start"], row["end"], text, where)
        if row["sent"] != str(number) or start < last:
            raise InputError(
                f"{where}: sentence {row['sent']} at {start}-{end} comes where sentence {number} "
                f"should begin at {last} or after; number sentences from 0 in the order of the text"
            )
        last = end
        yield start, end


def _mentions(file: Path, text: str, *, proteins: bool) -> Iterator[ArticleMention]:
    """Yield the mentions of a table in its order, of the base tables without proteins."""
    for line, row in _rows(file, _CONCEPTS):
        where = f"{file}, line {line}"
        start, end = _span(row["start"], row["end"], text, where)
        concept = row["concept_id"]
        discontinuous = ";" in row["spans"]
        if not discontinuous and text[start:end] != row["text"]:
            raise InputError(
                f"{where}: the mention is {row['text'][:SHOWN]!r}, but the text has "
                f"{text[start:end][:SHOWN]!r} at {start}-{end}; give text and tables of one "
                "article"
            )
        if discontinuous or concept == _PROTEIN or (row["ontology"] == "PR" and not proteins):
            continue
        base = _PR_ID.fullmatch(concept)
        yield ArticleMention(start, end, f"PR:{base[1]}" if base else concept)


def _rows(file: Path, columns: Iterable[str]) -> Iterator[TableRow]:
    return read_table(file, _WANTED, {name: (name,) for name in columns})[1]


def _span(start: str, end: str, text: str, where: str) -> tuple[int, int]:
    if not (re.fullmatch("[0-9]{1,9}", start) and re.fullmatch("[0-9]{1,9}", end)):
        raise InputError(f"{where}: start {start!r}, end {end!r}; write two whole numbers")
    check_span(int(start), int(end), text, f"{where}: the place")
    return int(start), int(end)
