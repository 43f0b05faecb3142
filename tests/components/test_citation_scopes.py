"""The sentence before a citing one, on Docs of articles, in records and in the ranking."""

import pytest
import spacy
from jats_files import citing, jats, section

from spacy_citalign import group_citances, read_articles
from spacy_citalign.errors import SettingError

TAKEN = "A trap for newts was built by hand."
CITES = "It catches forty newts a night [3]."
TEXT = f"Frogs hop [1]. {TAKEN} {CITES} Toads sleep [4].\n\nHerons stand [5]."


def pipeline(**settings):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})
    nlp.add_pipe("citance_finder", config=settings)
    return nlp


def before(doc, key="citances"):
    records = doc.spans[key].attrs["records"]
    return [record.get("before", {}).get("text") for record in records]


def test_the_sentence_before_is_taken_along_where_it_has_no_mark_and_is_of_the_paragraph():
    doc = pipeline(sentence_before=0.0)(TEXT)
    assert [span.text for span in doc.spans["citances"]] == [
        "Frogs hop [1].",
        CITES,
        "Toads sleep [4].",
        "Herons stand [5].",
    ]
    assert before(doc) == [None, TAKEN, None, None]
    taken = doc.spans["citances"].attrs["records"][1]["before"]
    assert doc.text[taken["start"] : taken["end"]] == taken["text"]
    assert 0 < taken["probability"] < 1


def test_a_sentence_that_cites_several_works_has_it_for_each():
    doc = pipeline(sentence_before=0.0)(f"{TAKEN} It catches newts [3,4].")
    assert before(doc) == [TAKEN, TAKEN]


@pytest.mark.parametrize("setting", [{}, {"sentence_before": 1.0}])
def test_by_default_nothing_is_taken(setting):
    assert before(pipeline(**setting)(TEXT)) == [None] * 4


def test_what_is_no_probability_is_refused():
    with pytest.raises(SettingError, match=r"sentence_before is 1\.5"):
        pipeline(sentence_before=1.5)


def test_articles_have_it_within_a_paragraph_and_groups_keep_it(tmp_path):
    cited = citing("r1", "It catches forty newts")
    body = section("Background", f"{TAKEN} {cited}", citing("r1", "Newts sing"))
    (tmp_path / "a.xml").write_bytes(jats(body, pmid="1"))
    nlp = pipeline()
    (doc,) = read_articles(tmp_path, nlp=nlp, sentence_before=0.0)
    assert before(doc) == [TAKEN, None]
    (group,) = group_citances([doc])
    assert before(group) == [TAKEN, None]
    (bare,) = read_articles(tmp_path, nlp=nlp)
    assert before(bare) == [None, None]
