"""What a sentence that may not belong would fit, in words."""

import pytest

from spacy_citalign.app.report.disagreement_text import fits_text, reference_text
from spacy_citalign.schema import Citance, OddCitance, OtherReference

OTT = {"label": "13", "first_author": "Ott", "year": "2004", "title": "Toads", "better": 3.1}


def said(citance=None, **fits):
    row = {"place": 0, "probability": 0.4} | ({"fits": OTT | fits} if fits else {})
    return fits_text(OddCitance.model_validate(row), citance or Citance(text="Toads croak."))


@pytest.mark.parametrize(
    ("why", "which"),
    [
        ("next", "the next reference of its article"),
        ("previous", "the reference of its article before this one"),
        ("author and year", "another reference of the same author and year in its article"),
        ("author", "another reference of the same author in its article"),
        ("other", "another reference of its article"),
    ],
)
def test_it_is_said_what_it_has_to_do_with_the_reference_that_is_cited(why, which):
    assert said(why=why) == f"Fits better: {which}, [13] Ott 2004, Toads"


def test_none_is_told_from_not_known():
    assert said(Citance(text="Toads.", fits=[])) == (
        "No other reference of its article fits it better."
    )
    assert said() == (
        "What else it would fit is not known without its article's list of references."
    )


def test_of_a_reference_is_named_what_is_known():
    assert reference_text(OtherReference(title="Toads", better=1.0)) == "Toads"
    assert reference_text(OtherReference(label="4", year="2004", better=1.0)) == "[4] 2004"
