"""Reads ``.spacy`` files so that the Docs to be annotated have what a component works on."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import InputError
from .treebank import at_most

Reader = Callable[[Language], Iterator[Example]]


def stored_corpus_reader(
    path: Path | None, limit: int, keys: Sequence[str], copy: Callable[[Doc, Doc], None]
) -> Reader:
    """Return a reader of Examples whose gold is copied in part; spaCy's own gives bare Docs.

    Args:
        path: a file, or a folder of them.
        limit: read that many Docs at most; 0 reads all.
        keys: span groups that gold must have for anything to be copied.
        copy: copies from the reference to the Doc to be annotated.

    Raises:
        InputError: no path was given.
        SettingError: the limit is negative.
    """
    if path is None:
        raise InputError("no path to .spacy files was given; set path")
    at_most(limit)  # refuses a negative one

    def read(nlp: Language) -> Iterator[Example]:
        from spacy.training import Corpus

        for example in Corpus(path, limit=limit)(nlp):
            if all(key in example.reference.spans for key in keys):
                copy(example.reference, example.predicted)
            yield example

    return read
