"""What several test files share: one small trained model, and patience on busy machines."""

import pytest
from corpus import gene_sentences
from hypothesis import settings

from spacy_citalign.genes.model import GeneModel
from spacy_citalign.genes.training import AnnotatedText, TrainingSettings, train

collect_ignore = ["killed_runs.py"]  # a program that tests run

settings.register_profile("patient", deadline=None, max_examples=60)
settings.load_profile("patient")

QUICK = TrainingSettings(
    cutoff=1,
    folds=3,
    algorithm="lbfgs",
    crf={"max_iterations": 15, "all_possible_transitions": True},
    prune=0.3,
    jobs=3,
)


@pytest.fixture(scope="session")
def annotated_texts() -> list[AnnotatedText]:
    """The invented corpus."""
    return [AnnotatedText(text, spans) for text, spans in gene_sentences()]


@pytest.fixture(scope="session")
def gene_model(annotated_texts: list[AnnotatedText]) -> GeneModel:
    """Forward, backward and plain CRF with all features, trained on the invented corpus."""
    return train(annotated_texts, QUICK)
