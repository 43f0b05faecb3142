"""Where a cited article says it, on the page: for statements and beside citing sentences."""

import pytest
from report_rows import HOSTILE, pond_row, work, works

from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.app.report.evidence_view import (
    citance_places,
    low_support,
    statement_places,
)
from spacy_citalign.app.report.safe_html import passage_url
from spacy_citalign.schema import Statement

SANG, WOKE = "Our frogs sang at noon.", "Croak1 woke frogs of all ponds."


def place(text, probability, *matches, section="Results"):
    """A sentence of the cited article as a row has it."""
    named = [{"citance": [*one], "sentence": [*other]} for one, other in matches]
    return {"probability": probability, "section": section, "text": text, "matches": named}


def work_of(evidence, **cited):
    """The pond row with evidence of its first citances; the others were not looked at."""
    row = pond_row()
    for citance, found in zip(row["citances"], evidence, strict=False):
        citance["evidence"] = found
    row["cited"] |= cited
    return work(row)


def shown(places):
    return [(one.probability, "".join(piece.text for piece in one.pieces)) for one in places]


def test_places_of_a_statement_have_the_mean_probability_of_its_citances():
    answer = work_of([[place(WOKE, 0.5), place(SANG, 0.25)], [place(SANG, 0.75)], []])
    found = statement_places(answer, Statement(places=[0, 1, 3]))
    assert shown(found) == [("0.50", SANG), ("0.25", WOKE)]  # citance 3 was not looked at
    assert shown(statement_places(answer, Statement(places=[0, 1, 2]))) == [
        ("0.33", SANG),
        ("0.17", WOKE),
    ]


def test_where_nobody_looked_nothing_is_said_and_where_nothing_was_found_it_is():
    answer = work_of([[], []])
    assert statement_places(answer, Statement(places=[3, 4])) is None
    assert statement_places(answer, Statement(places=[0, 1])) == []
    assert citance_places(answer, answer.citances[0]) == []
    assert citance_places(answer, answer.citances[3]) is None
    row = pond_row()
    for citance in row["citances"]:
        citance["evidence"] = []
    html = alignment_page(works([row]))
    assert html.count("In the cited article: not found in the text given") == 2
    assert html.count("not found in the text of the cited article") == 6


def test_matched_words_are_set_off_on_both_sides():
    answer = work_of([[place(WOKE, 0.5, ([0, 6], [0, 6]), ([13, 18], [12, 17]))]])
    (one,) = citance_places(answer, answer.citances[0])
    for pieces in (one.pieces, one.citing):
        assert [piece.text for piece in pieces if piece.kind == "matched"] == ["Croak1", "frogs"]
    assert [piece.text for piece in one.citing if "mark" in piece.kind] == ["4"]


@pytest.mark.parametrize(
    ("cited", "url"),
    [
        ({"article": {"pmcid": "PMC7", "doi": "10.5555/x"}}, "/PMC7/#:~:text=Our%20frogs%20sang"),
        ({"doi": "10.5555/x"}, "https://doi.org/10.5555/x#:~:text=Our%20frogs%20sang"),
        ({"article": {"pmid": "12"}}, "https://pubmed.ncbi.nlm.nih.gov/12/"),
        ({"article": {"pmcid": "javascript:1"}}, ""),
        ({"article": "none"}, ""),
    ],
)
def test_a_place_leads_to_the_passage_where_its_address_is_known(cited, url):
    answer = work_of([[place(SANG, 0.5)]], **cited)
    (one,) = citance_places(answer, answer.citances[0])
    assert url in one.url
    assert bool(one.url) == bool(url)


def test_a_long_passage_is_named_by_its_ends():
    text = "Wild-type frogs, all of them, sang in ponds & ditches by night."
    assert passage_url("pmcid", "PMC7", text) == (
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC7/"
        "#:~:text=Wild%2Dtype%20frogs%2C%20all%20of%20them%2C,ditches%20by%20night."
    )
    assert passage_url("pmcid", "seven", text) is None


@pytest.mark.parametrize("value", [None, 5, "evidence", {}])
def test_evidence_of_another_type_is_none(value):
    answer = work_of([value])
    assert answer.citances[0].evidence is None
    assert citance_places(answer, answer.citances[0]) is None


def test_what_is_no_evidence_is_left_out():
    values = [
        5,
        {},
        {"probability": "high", "text": WOKE},
        {"probability": 2, "text": WOKE},
        {"probability": True, "text": WOKE},
        {"probability": 0.5, "text": ""},
        place(
            WOKE,
            0.5,
            ([0, 6], [0, 6]),
            ([6, 0], [0, 6]),
            ([0, 99], [0, 6]),
            ([0, 6], [0, 99]),
            ([0, 1.5], [0, 6]),
            section=None,
        ),
    ]
    answer = work_of([values])
    (view,) = citance_places(answer, answer.citances[0])
    assert (view.probability, view.section) == ("0.50", "")
    for pieces in (view.pieces, view.citing):
        assert [piece.text for piece in pieces if piece.kind == "matched"] == ["Croak1"]
    assert "".join(piece.text for piece in view.pieces) == WOKE


def test_hostile_evidence_is_text():
    evidence = [[place(text, 0.5, section=text) for text in HOSTILE]]
    row = pond_row()
    row["citances"][0]["evidence"] = evidence[0]
    html = alignment_page(works([row]))
    assert "<img" not in html.replace("&lt;img", "")
    assert "window.hacked = 1</script>" not in html


def supported(*probabilities):
    """The pond row with support of its first citances."""
    row = pond_row()
    for citance, probability in zip(row["citances"], probabilities, strict=False):
        known = {"coverage": 0.5, "telling": 2, "missing": [], "sentences": 90, "reasons": []}
        citance["support"] = known | {"probability": probability}
    return work(row)


def test_a_work_whose_article_supports_none_of_its_sentences_is_told():
    told = (
        "Support is below 0.50 for each of the 2 sentences looked for in its article (0.40 at most)"
    )
    low = supported(0.1, 0.4)
    assert low_support(low).startswith(told)
    assert told in "".join(alignment_page([low]))
    assert told in " ".join(answer_text([low], width=200).split())
    assert low_support(supported(0.1, 0.6)) == low_support(supported()) == ""
