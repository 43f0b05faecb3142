"""A term model of the invented abstracts, and how tests make texts and models."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from corpus import term_documents

from spacy_citalign.terms.corpus import AnnotatedDocument
from spacy_citalign.terms.feature_levels import LEVELS
from spacy_citalign.terms.model import TermModel
from spacy_citalign.terms.texts import TermText
from spacy_citalign.terms.training import TrainingSettings, train

QUICK = TrainingSettings(
    levels=LEVELS,
    cutoff=1,
    folds=2,
    algorithm="masked_lbfgs",  # in this process: CRFsuite's takes a second to start
    crf={"c2": 1.0, "max_iterations": 10},
    prune=0.3,
    rescore=2,
)


def tagged(*sentences: str, **given: Any) -> TermText:
    """Make a text of sentences, each of them words with their tags: ``"large/JJ scale/NN"``.

    A blank follows every word; "+" after a tag says that none does.
    """
    tokens = [token for sentence in sentences for token in sentence.split()]
    pairs = [token.rstrip("+").rsplit("/", 1) for token in tokens]
    spaces = np.array([not token.endswith("+") for token in tokens], dtype=bool)
    lengths = np.array([len(sentence.split()) for sentence in sentences], dtype=np.int64)
    words, tags = [word for word, _ in pairs], [tag for _, tag in pairs]
    return TermText(words, tags, spaces, lengths, **given)


def untagged(words: list[str], lengths: list[int] | None = None, tag: str = "NN") -> TermText:
    """Make a text of words that all have one tag, a single sentence if no lengths are given."""
    sizes = [len(words)] * bool(words) if lengths is None else lengths
    spaces = np.ones(len(words), dtype=bool)
    return TermText(words, [tag] * len(words), spaces, np.array(sizes, dtype=np.int64))


def annotated_texts(domains: tuple[str, ...] = ("",)) -> list[AnnotatedDocument]:
    """Return the invented abstracts, of each domain in turn."""
    return [
        AnnotatedDocument(
            TermText(
                item.words,
                item.tags,
                np.array(item.spaces, dtype=bool),
                np.array(item.lengths, dtype=np.int64),
            ),
            item.terms,
            domains[number % len(domains)],
        )
        for number, item in enumerate(term_documents())
    ]


def quick(**changes: Any) -> TrainingSettings:
    """Return small settings with some changes."""
    return replace(QUICK, **changes)


@cache
def term_model() -> TermModel:
    """Train on the invented abstracts; tests share the model."""
    return train(annotated_texts(), QUICK)
