"""What aligned citances of a Doc say of the work: statements, who differs, of how many articles."""

import pytest
from contract_cases import loaded
from corpus import citance_groups
from spacy.tokens import Doc

import spacy_citalign
from spacy_citalign.components.joining.join import join

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


def test_the_answer_survives_serialization_and_another_key(nlp):
    doc = aligned(nlp, TEXTS, ["pond"] * len(TEXTS))
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    before, after = doc._.citance_alignment, again._.citance_alignment
    assert (after.statements, after.articles) == (before.statements, 1)
    other = nlp(spacy_citalign.join(TEXTS, nlp=nlp, labels="other"))
    assert other._.citance_alignment.articles is None
