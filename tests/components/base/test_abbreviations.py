"""scispaCy's abbreviation detector in a pipeline of ours, and where there is no scispaCy."""

import sys
from importlib.util import find_spec

import pytest
import spacy

from spacy_citalign.components.base.abbreviations import DETECTOR, add_abbreviation_detector
from spacy_citalign.errors import SettingError

TEXT = "The homologous recombination factor (HRF) binds frogs."
needs_scispacy = pytest.mark.skipif(
    not find_spec("scispacy"), reason="scispaCy is not installed (extra [scispacy])"
)


@pytest.fixture
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer", name="aligner")
    return nlp


def test_missing_scispacy_is_said(nlp, monkeypatch):
    monkeypatch.setitem(sys.modules, "scispacy", None)
    monkeypatch.delitem(sys.modules, "scispacy.abbreviation", raising=False)
    with pytest.raises(SettingError) as caught:
        add_abbreviation_detector(nlp, before="aligner")
    message = str(caught.value)
    assert message.startswith("scispaCy cannot be imported (")
    assert message.endswith(
        'which detects abbreviations; install it with pip install "spacy-citalign[scispacy]", '
        "which needs Python 3.12 or older, or leave abbreviations out"
    )
    assert nlp.pipe_names == ["aligner"]


def test_pipeline_that_has_the_detector_keeps_it(nlp, monkeypatch):
    """Under whatever name, and without another import."""
    monkeypatch.setattr(
        type(nlp), "get_pipe_meta", lambda self, name: type("Meta", (), {"factory": DETECTOR})
    )
    add_abbreviation_detector(nlp, before="aligner")
    assert nlp.pipe_names == ["aligner"]


@needs_scispacy
def test_detector_stands_before_the_aligner_and_goes_to_bytes(nlp):
    add_abbreviation_detector(nlp, before="aligner")
    add_abbreviation_detector(nlp, before="aligner")
    assert nlp.pipe_names == [DETECTOR, "aligner"]
    doc = nlp(TEXT)
    (found,) = doc._.abbreviations
    assert found["short_text"] == "HRF"
    assert doc.to_bytes()


@needs_scispacy
@pytest.mark.parametrize("text", ["", "Frogs hop.", TEXT])
def test_detector_warns_of_nothing(nlp, text):
    """Warnings are errors in tests."""
    add_abbreviation_detector(nlp, before="aligner")
    for _ in range(2):
        nlp(text)
