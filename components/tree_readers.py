"""Corpus readers of parse trees and of chunked sentences, for spaCy configs.

References have gold words, Penn tags, sentence starts, the phrases of
``doc.spans["base_phrases"]``, and from trees ``doc.spans["constituents"]``: a span each, sentence
by sentence, the outer before the inner, also where both have the same words. Its label has the
function tags, as NP-SBJ; that of a phrase has none. A sentence whose tree has other words has
neither constituents nor phrases.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.attrs import IDX
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example
from spacy.util import registry

from ..errors import InputError, SettingError
from .spans import BASE_PHRASES, CONSTITUENTS
from .treebank import treebank_doc

if TYPE_CHECKING:
    from ..corpora.conll_chunks import ChunkedSentence
    from ..corpora.conllu import TreebankText
    from ..corpora.tree_documents import TreeDocument

Reader = Callable[[Language], Iterator[Example]]
Labelled = tuple[str, int, int]

# CoNLL-2000 writes these as the tagger of Brill does, the Penn Treebank otherwise.
_BRACKET_TAGS = {"(": "-LRB-", ")": "-RRB-"}


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
        path: a file in the brackets of the Penn Treebank, plain or gzipped, or several, or none.
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
        from ..corpora.tree_documents import read_craft_trees, read_tree_files

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
        for document in islice(documents, _most(limit)):
            reference = _tree_doc(nlp, document)
            if gold_words:
                yield Example(_stripped(reference, tags=gold_tags), reference)
            else:
                yield Example(nlp.make_doc(document.document.text), reference)

    return read


@registry.readers("citalign.ChunkCoNLL.v1")
def make_chunk_conll_reader(path: Path | list[Path] | None, limit: int = 0) -> Reader:
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
    files = [Path(path)] if isinstance(path, str | Path) else list(path or ())

    def read(nlp: Language) -> Iterator[Example]:
        from ..corpora.conll_chunks import read_conll_chunks

        if path is None:
            raise InputError(
                "no path to chunked sentences was given; set path to a file or a list of files"
            )
        sentences = chain.from_iterable(map(read_conll_chunks, files))
        for sentence in islice(sentences, _most(limit)):
            reference = _chunk_doc(nlp, sentence)
            yield Example(_stripped(reference, tags=True), reference)

    return read


def _most(limit: int) -> int | None:
    if limit < 0:
        raise SettingError(f"limit is {limit}; give how many to read at most, or 0 for all")
    return limit or None


def _tree_doc(nlp: Language, trees: "TreeDocument") -> Doc:
    from ..corpora.penn_trees import base_phrases

    constituents: list[Labelled] = []
    phrases: list[Labelled] = []
    for tree, (first, _) in zip(trees.trees, trees.document.sentences, strict=True):
        if tree is not None:
            for found, of_sentence in (
                (constituents, tree.constituents),
                (phrases, base_phrases(tree)),
            ):
                found += [(label, first + start, first + end) for label, start, end in of_sentence]
    doc = treebank_doc(nlp.vocab, trees.document)
    _set_spans(doc, CONSTITUENTS, constituents, trees.document)
    _set_spans(doc, BASE_PHRASES, phrases, trees.document)
    return doc


def _chunk_doc(nlp: Language, sentence: "ChunkedSentence") -> Doc:
    from ..corpora.penn_trees import unescape
    from ..corpora.tree_documents import tagged_text

    words = [unescape(word) for word in sentence.words]
    tags = [_BRACKET_TAGS.get(tag, tag) for tag in sentence.tags]
    document = tagged_text("", words, tags)
    doc = treebank_doc(nlp.vocab, document)
    _set_spans(doc, BASE_PHRASES, sentence.chunks, document)
    return doc


def _set_spans(doc: Doc, key: str, found: Iterable[Labelled], document: "TreebankText") -> None:
    """Put half-open ranges of the document's words into ``doc.spans[key]``.

    Between words the Doc has tokens of white space, which a span may hold but not begin or end
    with.
    """
    tokens = {start: token for token, start in enumerate(doc.to_array(IDX).tolist())}
    places = [tokens[word.start] for word in document.words]
    spans = [
        Span(doc, places[start], places[end - 1] + 1, label=label) for label, start, end in found
    ]
    doc.spans[key] = SpanGroup(doc, name=key, spans=spans)


def _stripped(doc: Doc, *, tags: bool) -> Doc:
    """Return a Doc of the same tokens with nothing but sentence starts, and tags if wanted."""
    tokens = list(doc)
    return Doc(
        doc.vocab,
        words=[token.text for token in tokens],
        spaces=[bool(token.whitespace_) for token in tokens],
        tags=[token.tag_ for token in tokens] if tags else None,
        sent_starts=[token.is_sent_start for token in tokens],
    )
