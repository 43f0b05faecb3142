"""Corpus readers of treebanks, for spaCy configs."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError
from ..treebank import required, treebank_doc, without_annotations

if TYPE_CHECKING:
    from ...corpora.conllu import TreebankText


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
    files = [Path(conllu)] if isinstance(conllu, str | Path) else list(conllu or ())
    splits = [split] if isinstance(split, str) else list(split)
    left_out = frozenset(without)
    if craft is None and not files:
        raise InputError("no treebank was given; name files in conllu, or the folder craft")

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conllu import read_conllu
        from ...corpora.craft import read_craft

        folders = [] if craft is None else [craft]
        articles = (
            read_craft(folder, name, without=left_out) for folder in folders for name in splits
        )
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
