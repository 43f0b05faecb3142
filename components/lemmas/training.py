"""Training of the lemmatizer: gold lemmas of Examples, lists of lemmas that a user names."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from spacy.training import Example

from ...corpora.lemma_lists import read_lemma_list
from ...lemmas.inflections import Inflected, regular_forms
from ...lemmas.training import LemmatizedWord


def lemmatized_words(examples: Iterable[Example]) -> Iterator[LemmatizedWord]:
    """Yield the words of the references that are not white space."""
    for example in examples:
        for token in example.reference:
            if not token.is_space:
                yield LemmatizedWord(token.text, token.tag_, token.lemma_)


def listed_forms(paths: Iterable[Path] | None) -> Iterator[Inflected]:
    """Yield the regular forms of the lemmas in some files.

    Raises:
        InputError: a file cannot be read.
    """
    for path in paths or ():
        for lemma, part in dict.fromkeys(read_lemma_list(path)):
            yield from regular_forms(lemma, part)
