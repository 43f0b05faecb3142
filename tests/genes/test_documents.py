"""Mentions of a whole document, and confidences with it in view."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.calibration import (
    FEATURES,
    DocumentCalibration,
    Placed,
    document_features,
)
from spacy_citalign.genes.documents import DocumentRules, place, read_document
from spacy_citalign.genes.records import GeneMention

TEXT = "Zork2 binds the promoter. No Zork2, no Zork2null frogs in Jun 2004."
FOUND = [GeneMention(0, 5, 0.95, 3), GeneMention(58, 66, 0.9, 2)]
ALL = DocumentRules(0.85, inside_words=True, leave_out_non_genes=True)


def texts(mentions):
    return [(one.start_char, TEXT[one.start_char : one.end_char]) for one in mentions]


def test_the_rules_do_what_they_say():
    assert read_document(TEXT, FOUND, DocumentRules()) == FOUND
    month = (58, "Jun 2004")
    again = DocumentRules(0.85)
    assert texts(read_document(TEXT, FOUND, again)) == [(0, "Zork2"), (29, "Zork2"), month]
    found = read_document(TEXT, FOUND, ALL)
    assert texts(found) == [(0, "Zork2"), (29, "Zork2"), (39, "Zork2")]
    assert [one.confidence for one in found] == [0.95, 0.85, 0.85]


def test_confidences_are_those_of_the_calibration():
    weights = np.zeros(FEATURES)
    weights[0], weights[3] = 2.0, -3.0  # what was added is worth less
    found = read_document(TEXT, FOUND, ALL._replace(calibration=DocumentCalibration(weights)))
    assert [round(one.confidence, 3) for one in found] == [0.881, 0.269, 0.269]
    sure = DocumentCalibration(weights, min_confidence=0.5)
    assert texts(read_document(TEXT, FOUND, ALL._replace(calibration=sure))) == [(0, "Zork2")]


def test_the_features_tell_what_the_document_has():
    placed = place(TEXT, FOUND, ALL._replace(calibration=DocumentCalibration(np.zeros(FEATURES))))
    assert list(placed.added) == [False, True, True]
    assert list(placed.inside) == [False, False, True]
    rows = document_features(placed)
    assert rows.shape == (3, FEATURES)
    logit = np.log(0.95 / 0.05)
    assert rows[:, 1].tolist() == pytest.approx([logit, 0, 0])
    assert rows[:, 4].tolist() == pytest.approx([0, logit, logit])
    assert rows[:, 5].tolist() == [0, 0, 1]
    assert rows[:, 6].tolist() == pytest.approx([np.log(3)] * 3)


def test_a_document_without_mentions_has_none():
    assert document_features(Placed("", [], [], [])).shape == (0, FEATURES)
    calibration = DocumentCalibration(np.zeros(FEATURES))
    assert read_document("", [], ALL._replace(calibration=calibration)) == []


@pytest.mark.parametrize(
    "calibration",
    [
        DocumentCalibration(np.zeros(FEATURES - 1)),
        DocumentCalibration(np.zeros(FEATURES, np.float32)),
        DocumentCalibration(np.full(FEATURES, np.nan)),
        DocumentCalibration(np.zeros(FEATURES), 1.5),
        DocumentCalibration(np.zeros(FEATURES), float("nan")),
    ],
)
def test_a_calibration_that_is_none_is_refused(calibration):
    with pytest.raises(ValueError, match=r"calibration|confidence"):
        calibration.check()


_CONFIDENCES = st.lists(st.floats(0, 1), min_size=6, max_size=6)


@given(_CONFIDENCES, st.floats(-3, 3), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_least_confidence_never_adds_a_mention(confidences, weight, one, other):
    """Whatever the document adds to what was found, and what its confidences are worth."""
    words = [(0, 5), (16, 24), (26, 28), (29, 34), (39, 44), (58, 66)]
    pairs = zip(words, confidences, strict=True)
    found = [GeneMention(start, end, confidence, 1) for (start, end), confidence in pairs]
    calibration = DocumentCalibration(np.full(FEATURES, weight))
    for rules in (ALL, ALL._replace(calibration=calibration)):
        low, high = (
            {*read_document(TEXT, found, rules._replace(min_confidence=least))}
            for least in sorted((one, other))
        )
        assert high <= low <= {*read_document(TEXT, found, rules)}
        assert not read_document(TEXT, found, rules._replace(min_confidence=1.0))
