"""What the rows of a run depend on, told quickly."""

from hashlib import sha256

import pytest
import spacy

from spacy_citalign.app.pipelines import pipeline_fingerprint

DETECTOR = "sentence_boundary_detector"


@pytest.fixture
def nlp():
    nlp = spacy.blank("en")
    detector = nlp.add_pipe(DETECTOR, config={"weights": "shipped"})
    detector.from_bytes(detector.to_bytes())  # versions of zlib pack differently
    return nlp


def test_models_that_were_read_are_not_packed(nlp, monkeypatch):
    detector = nlp.get_pipe(DETECTOR)
    packed = sha256(detector.to_bytes()).hexdigest()
    model = type(detector.fitted_model())
    monkeypatch.setattr(model, "to_bytes", lambda self: pytest.fail("is packed"))
    assert pipeline_fingerprint(nlp)["models"] == {DETECTOR: packed}


def test_model_that_was_made_here_is_that_of_its_file(nlp):
    detector = nlp.get_pipe(DETECTOR)
    before = detector.model_digest()
    detector.use(detector.fitted_model())  # as after training
    assert detector._digest is None
    assert detector.model_digest() == before
    unfitted = nlp.add_pipe(DETECTOR, name="other")
    assert unfitted.model_digest() != before


def test_saved_pipeline_has_the_fingerprint_of_what_was_saved(nlp, tmp_path):
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert pipeline_fingerprint(loaded)["models"] == pipeline_fingerprint(nlp)["models"]
