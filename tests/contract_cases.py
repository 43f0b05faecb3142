"""What the contract tests need to know of each factory: how to train it small, and on what."""

from collections.abc import Callable
from typing import Any, NamedTuple

import spacy
from corpus import gene_sentences
from spacy.language import Language
from spacy.training import Example

from spacy_citalign.components.spans import GENE_LABEL, set_character_spans


class Case(NamedTuple):
    """A factory under test."""

    factory: str
    examples: Callable[[Language], list[Example]]
    settings: dict[str, Any]  # of initialize: small and quick
    text: str  # a text in which the trained component finds something
    records: str  # the Doc attribute with its records
    spans_key: str


def gene_examples(nlp: Language) -> list[Example]:
    """Return the invented gene sentences as Examples."""
    examples = []
    for text, mentions in gene_sentences():
        reference = nlp.make_doc(text)
        set_character_spans(reference, "gene_mentions", mentions, GENE_LABEL)
        examples.append(Example(nlp.make_doc(text), reference))
    return examples


CASES = {
    case.factory: case
    for case in [
        Case(
            "gene_mention_tagger",
            gene_examples,
            {
                "algorithm": "lbfgs",
                "crf": {"max_iterations": 15},
                "cutoff": 1,
                "folds": 3,
                "prune": 0.0,
            },
            gene_sentences()[0][0],
            "gene_mentions",
            "gene_mentions",
        )
    ]
}


def train(case: Case) -> Language:
    """Return a blank pipeline with the component, trained."""
    nlp = spacy.blank("en")
    component = nlp.add_pipe(case.factory)
    component.initialize(lambda: case.examples(nlp), nlp=nlp, **case.settings)
    return nlp
