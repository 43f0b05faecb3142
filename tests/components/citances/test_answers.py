"""What aligned citances of a Doc say of the work: statements, who differs, of how many articles."""

import pytest
from contract_cases import loaded
from corpus import citance_groups
from spacy.tokens import Doc

import spacy_citalign
from spacy_citalign.components.joining import join
from spacy_citalign.errors import SettingError

TEXTS = [text for text, _ in citance_groups()[0]]
DIFFERS = "Contrary to previous reports, we saw no Zork2 bind Mup4."


@pytest.fixture(scope="module")
def nlp():
    return loaded("citance_aligner")


def aligned(nlp, texts, sources=None):
    doc = join(texts, nlp=nlp, labels="work")
    if sources:
        doc.spans["citances"].attrs["records"] = [{"source": source} for source in sources]
    return nlp(doc)


def test_statements_name_classes_and_citances(nlp):
    alignment = aligned(nlp, TEXTS)._.citance_alignment
    assert alignment.statements
    members = {
        one["number"]: {member["citance"] for member in one["members"]} for one in alignment.classes
    }
    for one in alignment.statements:
        assert one["text"] == alignment.citances[one["citances"][0]]["text"]
        assert all(len(members[number] & set(one["citances"])) >= 2 for number in one["classes"])
        assert one["articles"] is None
    assert alignment.articles is None


def test_articles_are_counted_where_records_name_them(nlp):
    sources = ["pond", "pond", "lake", "lake", "lake"][: len(TEXTS)]
    alignment = aligned(nlp, TEXTS, sources)._.citance_alignment
    assert alignment.articles == 2
    for one in alignment.statements:
        assert one["articles"] == len({sources[number] for number in one["citances"]})


def test_who_differs_has_its_cue_in_the_text_of_the_doc(nlp):
    doc = aligned(nlp, [*TEXTS, DIFFERS])
    (one,) = doc._.citance_alignment.differing
    assert one["citance"] == len(TEXTS)
    assert one["text"] == doc.text[one["start_char"] : one["end_char"]] == "Contrary to"


def test_what_differs_is_a_setting_of_the_component(nlp):
    aligner = nlp.get_pipe("citance_aligner")
    before = aligner.settings.min_differs
    try:
        aligner.override_settings(min_differs=1.0)
        alignment = aligned(nlp, [*TEXTS, DIFFERS])._.citance_alignment
    finally:
        aligner.override_settings(min_differs=before)
    assert alignment.min_differs == 1.0
    assert alignment.differing == []
    assert [one["citance"] for one in alignment.comparing] == [len(TEXTS)]
    with pytest.raises(SettingError, match=r"min_differs is 0\.1; give 0\.2 to 1"):
        aligner.override_settings(min_differs=0.1)


def test_the_least_probability_is_the_one_that_was_meant(nlp):
    """Parsers of configs of some versions read 0.7 as 0.7000000000000001."""
    aligner = nlp.get_pipe("citance_aligner")
    before = aligner.settings.min_differs
    aligner.override_settings(min_differs=0.7000000000000001)
    try:
        assert aligned(nlp, TEXTS)._.citance_alignment.min_differs == 0.7
    finally:
        aligner.override_settings(min_differs=before)


def test_reverse_directions_are_counted(nlp):
    texts = ["MGT1 lowers sodium.", "Sodium is lowered by MGT1.", "MGT1 raises sodium."]
    (one,) = aligned(nlp, texts, "abc")._.citance_alignment.directions
    assert (one["agent"], one["target"]) == ("MGT1", "sodium")
    assert one["sides"] == [
        {"says": "lowers", "citances": [0, 1], "articles": 2},
        {"says": "raises", "citances": [2], "articles": 1},
    ]
    assert aligned(nlp, TEXTS)._.citance_alignment.directions == []


ODD = [  # seven of one mind, and one of another work
    "Zork2 wakes the tree frogs of cold ponds.",
    "In cold ponds the gene Zork2 wakes tree frogs.",
    "Tree frogs wake when Zork2 is there.",
    "Zork2 wakes frogs of ponds.",
    "Cold ponds have frogs that Zork2 wakes.",
    "The frogs of ponds need Zork2 to wake.",
    "That Zork2 wakes tree frogs is known.",
    "Copper wires of submarine cables corrode under galvanic tension.",
]


def test_citances_that_may_not_belong_are_told_by_doc_and_by_span(nlp):
    doc = aligned(nlp, ODD, "abcdefgh")
    (one,) = doc._.citance_alignment.odd
    assert (one["citance"], one["text"]) == (7, ODD[7])
    assert doc.text[one["start_char"] : one["end_char"]] == ODD[7]
    assert 0.08 <= one["probability"] <= 1
    assert doc._.odd_citances == doc._.citalign_odd_citances == [{"key": "work"} | one]
    assert [span._.odd_citances for span in doc.spans["citances"]] == [[]] * 7 + [
        doc._.odd_citances
    ]


def test_citances_that_differ_are_told_by_doc_and_by_span(nlp):
    doc = aligned(nlp, [*TEXTS, DIFFERS])
    (one,) = doc._.citance_alignment.differing
    assert doc._.differing_citances == [{"key": "work"} | one]
    *others, last = doc.spans["citances"]
    assert last._.differing_citances == doc._.differing_citances
    assert all(span._.differing_citances == [] for span in others)
    bare = nlp.make_doc("Frogs.")
    assert (bare._.differing_citances, bare[:1]._.odd_citances) == (None, None)


def test_odd_ones_and_who_differs_survive_serialization(nlp):
    doc = aligned(nlp, [*ODD, DIFFERS], "abcdefghi")
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    for name in ("odd_citances", "differing_citances"):
        assert getattr(again._, name) == getattr(doc._, name) != []


def test_a_method_has_no_odd_ones(nlp):
    texts = [f"Reads were aligned with the software Zork [{n}] as described." for n in range(7)]
    doc = join([*texts, ODD[7]], nlp=nlp, labels="work")
    records = [{"source": source, "section": "Methods"} for source in "abcdefgh"]
    doc.spans["citances"].attrs["records"] = records
    assert nlp(doc)._.odd_citances == []


def test_the_answer_survives_serialization_and_another_key(nlp):
    doc = aligned(nlp, TEXTS, ["pond"] * len(TEXTS))
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    before, after = doc._.citance_alignment, again._.citance_alignment
    assert (after.statements, after.articles) == (before.statements, 1)
    other = nlp(spacy_citalign.join(TEXTS, nlp=nlp, labels="other"))
    assert other._.citance_alignment.articles is None
