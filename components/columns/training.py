"""Training of the column tagger: trees of Examples."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from spacy.language import Language
from spacy.training import Example

from ...columns.model import ColumnModel
from ...columns.training import ParsedSentence, TrainingSettings
from ...columns.training import train as train_columns
from ...errors import CitalignWarning, InputError
from ..doc_words import tagged_words
from ..names import CONSTITUENTS
from ..settings import build
from ..trained import ModelPipe
from .trees import doc_trees

ARGUMENTS = (TrainingSettings,)
NOT_ARGUMENTS = ()


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    arguments: Mapping[str, Any],
) -> ColumnModel:
    """Return a model of the trees of the references: tags, and ``doc.spans["constituents"]``.

    Constituents are spans with Penn labels, sentence by sentence, the outer before the inner;
    ``citalign.PennTrees.v1`` reads them.

    Raises:
        InputError: the examples have no trees, or trees that contradict themselves.
        SettingError: a setting is unknown.
    """
    settings = build(TrainingSettings, arguments)  # before the corpus is read
    return train_columns(parsed_sentences(get_examples()), settings)


def parsed_sentences(examples: Iterable[Example]) -> list[ParsedSentence]:
    """Return the sentences of the references that have trees.

    Sentences without are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference has a tree, or one of them has no tags.
    """
    sentences: list[ParsedSentence] = []
    count = missing = 0
    for example in examples:
        count += 1
        doc = example.reference
        doc_sentences = [tree.sentence for tree in doc_trees(doc)]
        sentences += doc_sentences
        missing += len(tagged_words(doc, "training")[0].lengths) - len(doc_sentences)
    if not sentences:
        raise InputError(
            f"none of the {count} training examples has a sentence with a tree; put Penn "
            f'constituents into doc.spans["{CONSTITUENTS}"] of the references, as '
            "citalign.PennTrees.v1 does"
        )
    if missing:
        warnings.warn(
            f"{missing} sentences have no tree and are left out of training",
            CitalignWarning,
            stacklevel=2,
        )
    return sentences
