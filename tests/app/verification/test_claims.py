"""`verify` on plain strings and on files that claims name: one row a claim, offsets of the text."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jats_files import jats, section

import spacy_citalign
from spacy_citalign.app.verification.claims import Claim, read_claims, verify_claims
from spacy_citalign.app.verification.ranking import shipped_ranker
from spacy_citalign.claim_rows import SourcedClaim
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.row_files import json_line

TEXT = """Newts in deep ponds

We watched frogs and newts for a year. In all ponds the frogs woke before
the rain. Rain increased the number of frogs that called at night.

Newts of 12 ponds never called. Herons were counted, too."""


def test_a_claim_has_its_place_in_the_text_given():
    [row] = spacy_citalign.verify(["Frogs wake before rain [3]."], TEXT)
    place = row.evidence[0]
    assert " ".join(TEXT[place.start : place.end].split()) == place.text
    assert place.text == "In all ponds the frogs woke before the rain."
    assert place.probability == max(one.probability for one in row.evidence)
    assert row.support is not None


def test_the_missing_words_are_told():
    [row] = spacy_citalign.verify("Rapamycin kept frogs awake.", TEXT)
    assert "Rapamycin" in row.missing_words


@pytest.mark.parametrize(
    ("claim", "kind", "words"),
    [
        (
            "Rain decreased the number of frogs that called.",
            "direction",
            ("decreased", "increased"),
        ),
        ("Newts of 21 ponds never called.", "number", ("21", "12")),
    ],
)
def test_words_that_say_the_opposite_are_set_off(claim, kind, words):
    [row] = spacy_citalign.verify(claim, TEXT)
    place, opposite = row.opposite[0]
    assert opposite.kind == kind
    assert (claim[slice(*opposite.claim)], place.text[slice(*opposite.place)]) == words


def test_a_number_that_the_text_has_with_its_unit_elsewhere_is_not_another():
    text = "We saw 12 ponds with newts in May. We saw 30 ponds with newts in June."
    [row] = spacy_citalign.verify("We saw 12 ponds with newts.", text)
    assert row.opposite == []


def test_an_empty_text_supports_nothing():
    [row] = spacy_citalign.verify("Frogs wake.", "  \n ")
    assert row.evidence == []
    assert row.support.probability == 0


def test_claims_may_have_texts_of_their_own():
    rows = spacy_citalign.verify(
        [
            {"claim": "Frogs wake before rain.", "text": TEXT},
            {"claim": "Toads sleep in leaves.", "text": "All toads sleep in leaves in winter."},
        ]
    )
    assert [row.evidence[0].text[:10] for row in rows] == ["In all pon", "All toads "]


def test_claims_may_name_files_of_articles(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xml").write_bytes(
        jats(section("Results", "In all ponds the frogs woke before the rain. Toads slept."))
    )
    [row] = spacy_citalign.verify([{"claim": "Frogs wake before rain.", "source": "a.xml"}])
    assert row.source == "a.xml"
    assert row.evidence[0].section == "Results"
    with pytest.raises(InputError, match=r"none\.xml"):
        spacy_citalign.verify([{"claim": "Frogs wake.", "source": "none.xml"}])


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        (["Frogs wake."], "claim 1 has no text"),
        ([{"claim": "Frogs wake."}], 'claim 1 has neither "source" nor "text"'),
        ([{"claim": 7, "text": "a"}], 'claim 1 has no string as "claim"'),
        ([{"source": "a.xml"}], 'claim 1 has no string as "claim"'),
        ([7], "claim 1 is of type int"),
        ([{"claim": "a", "text": "\ud800"}], "claim 1 has half a character"),
    ],
)
def test_what_is_no_claim_is_refused(claims, message):
    with pytest.raises(InputError, match=message):
        spacy_citalign.verify(claims)


def test_settings_out_of_range_are_refused():
    with pytest.raises(SettingError, match="limit"):
        spacy_citalign.verify("Frogs wake.", TEXT, limit=0)


def test_the_number_of_places_can_be_set():
    [row] = spacy_citalign.verify("Frogs of ponds wake.", TEXT, limit=1, threshold=0)
    assert len(row.evidence) == 1


@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=200))
@settings(deadline=None)
def test_any_text_gives_rows_that_can_be_written_and_read(claims, text):
    try:
        rows = spacy_citalign.verify(claims, text)
    except InputError:
        return
    assert [row.claim for row in rows] == claims
    for row in rows:
        for place in row.evidence:
            assert " ".join(text[place.start : place.end].split()) == " ".join(place.text.split())
        for place, words in row.opposite:
            assert row.claim[slice(*words.claim)]
            assert place.text[slice(*words.place)]
        read = SourcedClaim.model_validate_json(json_line(row))
        assert json_line(read) == json_line(row)


def test_support_does_not_depend_on_the_other_claims():
    claims = ["Frogs wake before rain.", "Newts never called.", "Herons eat voles."]
    together = spacy_citalign.verify(claims, TEXT)
    for claim, row in zip(claims, together, strict=True):
        [alone] = spacy_citalign.verify([claim], TEXT)
        assert alone.support.probability == pytest.approx(row.support.probability, abs=1e-6)


def test_an_identifier_is_looked_for_among_files(tmp_path):
    (tmp_path / "x.xml").write_bytes(
        jats(section("Results", "In all ponds the frogs woke before the rain."), pmid="11")
    )
    claims = [Claim("Frogs wake.", None, "pmid:11"), Claim("Toads wake.", None, "10.5555/none")]
    found = verify_claims(claims, shipped_ranker(), [tmp_path])
    assert [row.state for row in found.rows] == ["full text", "missing"]
    assert [str(work) for work in found.wanted] == [
        "10.5555/none (doi:10.5555/none): not among the files, 1 citation"
    ]


def test_a_line_that_is_no_claim_is_told_with_its_number(tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"claim": "a", "text": "b"}\n{"claim": "a"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_claims(file)


def test_to_import_it_loads_no_pipeline():
    code = (
        "import sys, spacy_citalign; assert 'spacy' not in sys.modules; spacy_citalign.verify; "
        "assert 'scipy' not in sys.modules and 'sklearn' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
