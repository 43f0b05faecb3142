"""The data of the benchmark of citance alignment: gold groups as Docs, and the resources.

Systems get the words that the component finds in the texts of a group. Their classes are carried to
the words of the gold files, the canonical ones, as the README of the data says: a canonical word
has the class of the first word that covers one of its characters.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

import spacy_citalign
from spacy_citalign.citances.background import Background
from spacy_citalign.citances.distributional import distributional_vectors
from spacy_citalign.citances.group import Group
from spacy_citalign.citances.lexicon import Lexicon
from spacy_citalign.citances.resources import Resources
from spacy_citalign.citances.stop_words import STOP_WORDS
from spacy_citalign.citances.vectors import WordVectors
from spacy_citalign.citances.wordnet import read_wordnet
from spacy_citalign.components.citances.words import citance_words
from spacy_citalign.corpora.citance_groups import read_groups
from spacy_citalign.corpora.concepts import read_concepts
from spacy_citalign.corpora.hgnc import read_hgnc
from spacy_citalign.words.hashing import hash_strings

from ..common import data_folder, read_genes, treebank

if TYPE_CHECKING:
    from spacy.language import Language

Integers = NDArray[np.int64]
DIMENSIONS = 100  # of the vectors
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


class Case(NamedTuple):
    """A gold group of N canonical words, and the M words that the component finds.

    Attributes:
        texts: the citances.
        spans: (N, 2) int64, characters of the canonical words in the joined texts.
        words, owners, classes: (N,), the canonical words, their citances and gold classes.
        names: the names of the classes 1, 2, ...
        group: what is aligned.
        places: (N,) int64, the word of ``group`` for each canonical word, -1 where there is none.
        learned: (M,) int64, the gold class of each word of ``group``.
    """

    texts: tuple[str, ...]
    spans: Integers
    words: tuple[str, ...]
    owners: Integers
    classes: Integers
    names: tuple[str, ...]
    group: Group
    places: Integers
    learned: Integers

    def carried(self, classes: Integers) -> Integers:
        """Carry classes of the found words to the canonical words."""
        return np.append(classes, 0)[self.places]


def read_cases(name: str, nlp: "Language", file: Path | None = None) -> list[Case]:
    """Read ``citance_groups/NAME.jsonl`` or a file; ``nlp`` annotates the texts."""
    cases = []
    for read in read_groups(file or data_folder() / "citance_groups" / f"{name}.jsonl"):
        texts = tuple(citance.text for citance in read.citances)
        found = citance_words(nlp(spacy_citalign.join(texts, nlp=nlp, labels=read.key)))[0]
        spans, owners, numbers, names = [], [], [], {}
        for owner, citance in enumerate(read.citances):
            begin = found.citances[owner][0]
            for (start, end), name_ in zip(citance.words, citance.classes, strict=True):
                spans.append((begin + start, begin + end))
                owners.append(owner)
                numbers.append(0 if name_ is None else names.setdefault(name_, len(names) + 1))
        classes = np.array(numbers, dtype=np.int64)
        whole = "\n".join(texts)
        canonical = np.array(spans, dtype=np.int64)
        cases.append(
            Case(
                texts=texts,
                spans=canonical,
                words=tuple(whole[start:end] for start, end in spans),
                owners=np.array(owners, dtype=np.int64),
                classes=classes,
                names=tuple(names),
                group=found.group,
                places=first_overlapping(canonical, found.words),
                learned=np.append(classes, 0)[first_overlapping(found.words, canonical)],
            )
        )
    return cases


def first_overlapping(spans: Integers, others: Integers) -> Integers:
    """Return the first of ``others`` that shares a character with each span, -1 where none does.

    Both are (..., 2) half-open, ascending, without overlaps.
    """
    place = np.searchsorted(others[:, 1], spans[:, 0], side="right")
    starts = np.append(others[:, 0], np.iinfo(np.int64).max)[place]
    return np.where(starts < spans[:, 1], place, -1)


# ---- The single place where the benchmark's resources are made. ----------------------------------
def resources(folder: Path) -> Resources:
    """Background counts and vectors of the texts that training may see; kept in ``folder``.

    The texts are those of BC2GM train, of the unlabelled abstracts, and of the articles of CRAFT
    train that may train what ships.
    """
    file = folder / "resources.npz"
    if not file.exists():
        texts = list(_texts())
        counts = Background.count(phrase for text in texts for phrase in phrases(text))
        stems, rows = distributional_vectors(
            [[word for phrase in phrases(text) for word in phrase] for text in texts], DIMENSIONS
        )
        vectors = WordVectors.quantized(hash_strings(stems), rows)
        folder.mkdir(parents=True, exist_ok=True)
        np.savez(
            file,
            total=counts.total,
            words=counts.word_keys,
            counts=counts.word_counts,
            pairs=counts.pair_keys,
            pair_counts=counts.pair_counts,
            keys=vectors.keys,
            rows=vectors.rows,
        )
    with np.load(file) as kept:
        parts = [kept[name] for name in ("words", "counts", "pairs", "pair_counts")]
        background = Background(int(kept["total"]), *parts)
        return Resources(background=background, vectors=WordVectors(kept["keys"], kept["rows"]))


def richer(base: Resources, wordnet: Path | None) -> dict[str, Resources]:
    """The same with what a user may add: gene names, terms of concepts, WordNet."""
    genes = [
        (term, gene.symbol)
        for gene in read_hgnc(data_folder() / "hgnc" / "hgnc.tsv")
        for term in (gene.symbol, gene.name, *gene.alias_symbols, *gene.prev_symbols)
    ]
    terms = [
        (document.text[mention.start : mention.end], mention.ids[0])
        for file in sorted((data_folder() / "concepts").glob("*.jsonl"))
        for document in read_concepts(file, splits=["train"])
        for mention in document.mentions
        if len(mention.ids) == 1
    ]
    found = {
        "with HGNC": replace(base, lexicon=Lexicon.compile(genes, STOP_WORDS)),
        "with concepts": replace(base, lexicon=Lexicon.compile(terms, STOP_WORDS)),
    }
    if wordnet is not None:
        found["with WordNet"] = replace(base, wordnet=read_wordnet(wordnet))
    return found


def _texts() -> Iterator[str]:
    yield from (sentence.text for sentence in read_genes("train"))
    file = data_folder() / "unlabelled" / "medline_abstracts.txt.gz"
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from lines
    for document in treebank("craft", "train"):
        yield from document.text.split("\n")


def phrases(text: str) -> Iterator[list[str]]:
    """Cut a text at punctuation, but hyphens, and at stop words."""
    phrase: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        stop = match[0].lower() in STOP_WORDS
        if phrase and (stop or text[end : match.start()].strip(" -")):
            yield phrase
            phrase = []
        if not stop:
            phrase.append(match[0])
        end = match.end()
    if phrase:
        yield phrase
