"""Trainings that are stopped, or that learn nothing: what they would be given is looked at."""

from typing import Any

import numpy as np
import pytest

from spacy_citalign.chain.crfsuite import CRFWeights
from spacy_citalign.chain.features import Padded


class _SeenError(Exception):
    """Ends a training once its features are known."""


def features_of(training: Any, texts: Any, settings: Any) -> tuple[dict[str, Any], Padded]:
    """The columns and the layout that ``training.train`` would use."""
    seen = []

    def stop(columns, padded, *_, **__):
        seen.append((columns, padded))
        raise _SeenError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "index_corpus", stop)
        with pytest.raises(_SeenError):
            training.train(texts, settings)
    return seen[0]


def given_to_crfsuite(training: Any, texts: Any, settings: Any) -> tuple[list[tuple], Any]:
    """What ``training.train`` would hand over for each CRF, and the model of one weight each."""
    calls = []

    def no_training(indptr, attributes, labels, lengths, *, label_count, algorithm, settings):
        calls.append((indptr, attributes, labels, lengths, label_count, algorithm, settings))
        zero = np.zeros(1, dtype=np.int64)
        return CRFWeights(zero, zero, zero + 0.1, np.full((label_count, label_count), 0.3))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "train_crf", no_training)
        model = training.train(texts, settings)
    return calls, model


def without_crfsuite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a training fail that comes as far as CRFsuite."""

    def too_late(*_, **__):
        raise AssertionError("the setting was not checked before hours of training")

    monkeypatch.setattr("subprocess.run", too_late)
