"""Training of the lemmatizer: gold lemmas of Examples, lists of lemmas that a user names."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.training import Example

from ...corpora.word_lists import read_lemma_list
from ...lemmas.inflections import Inflected, irregular_forms, regular_forms
from ...lemmas.model import LemmaModel
from ...lemmas.training import LemmatizedWord, TrainingSettings
from ...lemmas.training import train as train_lemmatizer
from ..settings import build
from ..trained import ModelPipe


@dataclass(frozen=True)
class LemmaResources:
    """Files that training reads beside the examples.

    Attributes:
        lemmas: tables of lemmas with their parts of speech, whose regular forms are learned too;
            see ``spacy_citalign.corpora.word_lists``.
    """

    lemmas: list[Path] | None = None


ARGUMENTS = (TrainingSettings, LemmaResources)
NOT_ARGUMENTS = ()


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    arguments: Mapping[str, Any],
) -> LemmaModel:
    """Return a model learned from the tags and lemmas of the references.

    Words without a tag or a lemma are left out. Where sources disagree on a form, the references
    are believed before the irregular forms, and these before the listed lemmas.

    Raises:
        InputError: the examples have no lemmas, or a file cannot be read.
        SettingError: a setting is unknown.
    """
    settings = build(TrainingSettings, arguments)
    resources = build(LemmaResources, arguments)
    words = list(lemmatized_words(get_examples()))
    forms = [*irregular_forms(), *listed_forms(resources.lemmas)]
    return train_lemmatizer(words, forms, settings)


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
