"""The treebanks of the benchmark of columns: sentences with trees, in parts, with a tagger's tags.

    craft   train, dev and test as the corpus has them, without articles that may not be trained on
    wsj     the sample of the Penn Treebank: section 00 and the first four fifths of 01 are train,
            the last fifth of 01 is test

"Gold" are the tags of the treebank; "tagger" are those that a pipeline's ``perceptron_tagger`` sets
on the treebank's words and sentences. The pipeline that ships has seen CRAFT train and dev, but no
newspaper.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import numpy as np
import spacy
from numpy.typing import NDArray

from spacy_citalign.chunks.scoring import Chunk
from spacy_citalign.columns.roles import roles_of
from spacy_citalign.columns.training import ParsedSentence
from spacy_citalign.columns.trees import Constituent, tree_of
from spacy_citalign.components.readers.gold_docs import treebank_doc, without_annotations
from spacy_citalign.corpora.penn_trees import base_phrases, category
from spacy_citalign.corpora.tree_documents import (
    TreeDocument,
    read_craft_trees,
    read_tree_files,
)

from ..common import NOT_TRAINED_ON, data_folder

Ints = NDArray[np.int64]
TREEBANKS = {"craft": "CRAFT", "wsj": "WSJ sample"}
FOLDERS = {"craft": "craft/trees", "wsj": "wsj_sample"}
GOLD, TAGGER = TAGS = ("gold", "tagger")
NOT_READ = (
    "gene_mention_tagger",
    "propositional_term_extractor",
    "citance_finder",
    "citance_aligner",
)
"""Components of the pipeline that neither tag nor find columns or phrases."""
_BATCH = 32


class Sentence(NamedTuple):
    """A sentence of a treebank.

    Attributes:
        words, tags: as the treebank has them.
        constituents: brackets in pre-order, without function tags.
        phrases: the base phrases of the tree: type, first word, word after the last.
        document: the number of the article, or of the sentence where articles are not known.
        guessed: the tagger's tags; empty where none was asked for.
    """

    words: list[str]
    tags: list[str]
    constituents: list[Constituent]
    phrases: list[Chunk]
    document: int
    guessed: list[str]


class Sample:
    """Sentences one after the other, as the taggers take them."""

    def __init__(self, sentences: Sequence[Sentence]):
        self.sentences = sentences
        self.lengths: Ints = np.array([len(one.words) for one in sentences], dtype=np.int64)
        self.firsts: Ints = np.cumsum(self.lengths) - self.lengths
        self.words = [word for one in sentences for word in one.words]

    @cached_property
    def roles(self) -> Ints:
        """Places of subject, main verb and final punctuation by the trees: (C, 3) int64."""
        trees = ((tree_of(one.tags, one.constituents), one.tags) for one in self.sentences)
        return np.array([roles_of(*pair) for pair in trees])

    @cached_property
    def parsed(self) -> list[ParsedSentence]:
        """The sentences as columns are trained on them."""
        return [ParsedSentence(one.tags, one.constituents) for one in self.sentences]

    def tags(self, source: str) -> list[str]:
        """Return the tags of all words, gold or the tagger's."""
        if source == GOLD:
            return [tag for one in self.sentences for tag in one.tags]
        return [tag for one in self.sentences for tag in one.guessed]


def present(treebank: str) -> bool:
    """Tell whether the treebank is there."""
    return (data_folder() / FOLDERS[treebank]).is_dir()


def read_sample(
    treebank: str, part: str, *, limit: int | None = None, tagger: str | None = None
) -> Sample:
    """Read a part of a treebank: train, test, or dev of CRAFT.

    Args:
        treebank: of ``TREEBANKS``.
        part: of it.
        limit: so many sentences at most.
        tagger: the pipeline to tag with, a name or a folder; None for no tags but the gold's.
    """
    documents = list(_documents(treebank, part))
    guesses: Iterable[list[str]] = ([] for _ in documents)
    if tagger is not None:
        guesses = guessed_tags(documents, tagger)
    return Sample(list(islice(_sentences(documents, guesses), limit)))


def guessed_tags(documents: Iterable[TreeDocument], tagger: str) -> Iterator[list[str]]:
    """Yield the tagger's tags of all words of each document."""
    nlp = spacy.load(tagger, exclude=NOT_READ)
    component = nlp.get_pipe("perceptron_tagger")
    docs = (without_annotations(treebank_doc(nlp.vocab, one.document)) for one in documents)
    for doc in component.pipe(docs, batch_size=_BATCH):  # type: ignore[attr-defined]
        yield [token.tag_ for token in doc if not token.is_space]


def _documents(treebank: str, part: str) -> Iterator[TreeDocument]:
    if treebank == "craft":
        yield from read_craft_trees(data_folder() / treebank, part, without=NOT_TRAINED_ON)
        return
    first, second = (
        list(read_tree_files(data_folder() / FOLDERS[treebank] / f"wsj_{section}.mrg"))
        for section in ("00", "01")
    )
    cut = len(second) * 4 // 5
    yield from {"train": [*first, *second[:cut]], "test": second[cut:]}[part]


def _sentences(
    documents: Sequence[TreeDocument], guesses: Iterable[list[str]]
) -> Iterator[Sentence]:
    """Yield the sentences that have a tree."""
    for number, (one, guessed) in enumerate(zip(documents, guesses, strict=True)):
        for tree, (first, last) in zip(one.trees, one.document.sentences, strict=True):
            if tree is not None:
                brackets = [Constituent(category(label), *span) for label, *span in tree[2]]
                phrases = base_phrases(tree)
                own = guessed[first:last]
                yield Sentence(tree.words, tree.tags, brackets, phrases, number, own)
