"""Corpus readers of parse trees and of chunked sentences, for spaCy configs.

References have gold words, Penn tags, sentence starts, the phrases of
``doc.spans["base_phrases"]``, and from trees ``doc.spans["constituents"]``: a span each, sentence
by sentence, the outer before the inner, also where both have the same words. Its label has the
function tags, as NP-SBJ; that of a phrase has none. A sentence whose tree has other words has
neither constituents nor phrases.
"""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError, SettingError
from ..names import BASE_PHRASES, CONSTITUENTS
from ..treebank import Reader, at_most, set_word_spans, treebank_doc, without_annotations

if TYPE_CHECKING:
    from ...corpora.tree_documents import TreeDocument

Labelled = tuple[str, int, int]


@registry.readers("citalign.PennTrees.v1")
def make_penn_tree_reader(
    path: Path | list[Path] | None = None,
    craft: Path | None = None,
    splits: str | list[str] = "train",
    without: list[str] | None = None,
    gold_words: bool = True,
    gold_tags: bool = False,
    limit: int = 0,
) -> Reader:
    """Make a reader of trees: a Doc for each article of CRAFT and for each tree of other files.

    Args:
        path: a file in the brackets of the Penn Treebank, plain or packed, or several, or none.
        craft: the folder of the CRAFT corpus, read before those.
        splits: which part of CRAFT, or several in order.
        without: PMIDs of CRAFT to leave out.
        gold_words: whether the pipeline gets words and sentence starts; else it gets the text.
        gold_tags: whether it gets the tags too.
        limit: read that many documents at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: there is no such split; gold tags are to be given without gold words; the
            limit is negative.
    """
    files = [Path(path)] if isinstance(path, str | Path) else list(path or ())
    names = [splits] if isinstance(splits, str) else list(splits)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.tree_documents import read_craft_trees, read_tree_files

        if path is None and craft is None:
            raise InputError(
                "no trees were given; set path to a file or a list of files, or craft to the "
                "folder of the CRAFT corpus"
            )
        if gold_tags and not gold_words:
            raise SettingError(
                "gold_tags is true and gold_words false, but tags need the words; set both alike"
            )
        folders = [] if craft is None else [craft]
        articles = (
            read_craft_trees(folder, name, without=frozenset(without or ()))
            for folder in folders
            for name in names
        )
        documents = chain(chain.from_iterable(articles), read_tree_files(files))
        for document in islice(documents, at_most(limit)):
            reference = _tree_doc(nlp, document)
            if gold_words:
                yield Example(
                    without_annotations(reference, tags=gold_tags, sentences=True), reference
                )
            else:
                yield Example(nlp.make_doc(document.document.text), reference)

    return read


def _tree_doc(nlp: Language, trees: "TreeDocument") -> Doc:
    from ...corpora.penn_trees import base_phrases

    constituents: list[Labelled] = []
    phrases: list[Labelled] = []
    for tree, (first, _) in zip(trees.trees, trees.document.sentences, strict=True):
        if tree is not None:
            for collected, tree_spans in (
                (constituents, tree.constituents),
                (phrases, base_phrases(tree)),
            ):
                collected += [
                    (label, first + start, first + end) for label, start, end in tree_spans
                ]
    doc = treebank_doc(nlp.vocab, trees.document)
    set_word_spans(doc, CONSTITUENTS, constituents, trees.document)
    set_word_spans(doc, BASE_PHRASES, phrases, trees.document)
    return doc
