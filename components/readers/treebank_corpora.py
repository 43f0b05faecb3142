"""Corpus readers of treebanks, for spaCy configs."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError, SettingError
from ..base.names import BASE_PHRASES, CONSTITUENTS
from .gold_docs import (
    Reader,
    at_most,
    listed,
    required,
    set_word_spans,
    treebank_doc,
    without_annotations,
)

if TYPE_CHECKING:
    from ...corpora.conll import ChunkedSentence
    from ...corpora.conllu import TreebankText
    from ...corpora.tree_documents import TreeDocument


@registry.readers("citalign.Treebank.v1")
def make_treebank_reader(
    conllu: Path | Iterable[Path] | None = None,
    craft: Path | None = None,
    split: str | Iterable[str] = "train",
    without: Iterable[str] = (),
    gold_words: bool = True,
) -> Callable[[Language], Iterator[Example]]:
    """Make a reader of treebanks: words, Penn tags, universal tags, lemmas, sentence starts.

    Args:
        conllu: a file in CoNLL-U or several, plain or packed, with any number of documents.
        craft: the folder of the CRAFT corpus, read before those.
        split: which part of CRAFT, or several in order.
        without: PMIDs of CRAFT to leave out.
        gold_words: whether the pipeline gets the treebank's words; else it gets the text.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
    """
    files, splits, left_out = listed(conllu), listed(split), frozenset(without)
    if craft is None and not files:
        raise InputError("no treebank was given; name files in conllu, or the folder craft")

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conllu import read_conllu
        from ...corpora.craft import read_craft

        articles = [] if craft is None else (read_craft(craft, x, without=left_out) for x in splits)
        documents = chain.from_iterable(chain(articles, map(read_conllu, files)))
        yield from _examples(nlp, documents, gold_words)

    return read


@registry.readers("citalign.CoNLLU.v1")
def make_conllu_reader(
    path: Path | None, gold_words: bool = False
) -> Callable[[Language], Iterator[Example]]:
    """Make a reader of one treebank, as ``citalign evaluate`` and ``citalign convert`` take it.

    Args:
        path: a file in CoNLL-U, plain or packed.
        gold_words: whether the pipeline gets the treebank's words; else it gets the text.

    Raises:
        InputError: no path was given; at reading, the file is missing or not in its format.
    """
    file = required(path, "a CoNLL-U file", "set path")

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conllu import read_conllu

        yield from _examples(nlp, read_conllu(file), gold_words)

    return read


def _examples(
    nlp: Language, documents: Iterable["TreebankText"], gold_words: bool
) -> Iterator[Example]:
    for document in documents:
        reference = treebank_doc(nlp.vocab, document)
        predicted = without_annotations(reference) if gold_words else nlp.make_doc(document.text)
        yield Example(predicted, reference)


# CoNLL-2000 writes these as the tagger of Brill does, the Penn Treebank otherwise.
_BRACKET_TAGS = {"(": "-LRB-", ")": "-RRB-"}


@registry.readers("citalign.ChunkCoNLL.v1")
def make_chunk_conll_reader(
    path: Path | list[Path] | None, limit: int = 0
) -> Callable[[Language], Iterator[Example]]:
    """Make a reader of chunked sentences in the format of CoNLL-2000, a Doc for each.

    The text is written from the words with natural spacing. Both Docs of an Example have the words
    and tags of the file, with brackets and their tags as in ``citalign.PennTrees.v1``, and are one
    sentence; references have the chunks in ``doc.spans["base_phrases"]``.

    Args:
        path: a file, or several, or none.
        limit: read that many sentences at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: the limit is negative.
    """
    files = listed(path)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conll import read_conll_chunks

        required(path, "chunked sentences")
        sentences = chain.from_iterable(map(read_conll_chunks, files))
        for sentence in islice(sentences, at_most(limit)):
            reference = _chunk_doc(nlp, sentence)
            yield Example(without_annotations(reference, tags=True, sentences=True), reference)

    return read


def _chunk_doc(nlp: Language, sentence: "ChunkedSentence") -> Doc:
    from ...corpora.penn_trees import unescape
    from ...corpora.tree_documents import tagged_text

    words = [unescape(word) for word in sentence.words]
    tags = [_BRACKET_TAGS.get(tag, tag) for tag in sentence.tags]
    document = tagged_text("", words, tags)
    doc = treebank_doc(nlp.vocab, document)
    set_word_spans(doc, BASE_PHRASES, sentence.chunks, document)
    return doc


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
    files, names = listed(path), listed(splits)

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
        read_split = partial(read_craft_trees, without=frozenset(without or ()))
        articles = [] if craft is None else (read_split(craft, name) for name in names)
        documents = chain(chain.from_iterable(articles), read_tree_files(files))
        for document in islice(documents, at_most(limit)):
            reference = _tree_doc(nlp, document)
            bare = without_annotations(reference, tags=gold_tags, sentences=True)
            yield Example(bare if gold_words else nlp.make_doc(document.document.text), reference)

    return read


def _tree_doc(nlp: Language, trees: "TreeDocument") -> Doc:
    from ...corpora.penn_trees import base_phrases

    constituents: list[Labelled] = []
    phrases: list[Labelled] = []
    for tree, (first, _) in zip(trees.trees, trees.document.sentences, strict=True):
        if tree is not None:
            constituents += [(label, first + a, first + b) for label, a, b in tree.constituents]
            phrases += [(label, first + a, first + b) for label, a, b in base_phrases(tree)]
    doc = treebank_doc(nlp.vocab, trees.document)
    set_word_spans(doc, CONSTITUENTS, constituents, trees.document)
    set_word_spans(doc, BASE_PHRASES, phrases, trees.document)
    return doc
