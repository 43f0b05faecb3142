"""`spacy_citalign.render`, and the rows that pages are made of."""

import pytest
import spacy
from contract_cases import loaded
from corpus import citance_groups
from hypothesis import given
from hypothesis import strategies as st
from spacy import displacy

import spacy_citalign
from spacy_citalign.app.answers.aligned_rows import SortedSpans, answers_of
from spacy_citalign.app.report.colors import COLORS
from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.citations import CITED, RECORDS
from spacy_citalign.errors import InputError
from spacy_citalign.row_files import record_values

TEXTS = [text for text, _ in citance_groups()[0]]


@pytest.fixture(scope="module")
def nlp():
    return loaded("citance_aligner")


@pytest.fixture
def doc(nlp):
    return nlp(spacy_citalign.join(TEXTS, nlp=nlp, labels="zork"))


def rows_of(doc):
    """The rows of a Doc as files have them."""
    return [record_values(answer) for answer in answers_of(doc)]


def test_a_group_is_a_fragment(doc):
    html = spacy_citalign.render(doc)
    assert "<html" not in html
    assert "<script" in html
    for text in TEXTS:
        assert text.split()[0] in html


def test_a_page_is_whole(doc):
    page = spacy_citalign.render([doc], page=True)
    assert page.lower().startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")


def test_in_a_notebook_it_is_displayed(doc, notebook):
    assert spacy_citalign.render(doc, jupyter=True) is None
    (html,) = notebook
    assert 'class="tex2jax_ignore"' in html
    assert spacy_citalign.render(doc, jupyter=False) is not None


def test_several_docs_are_several_fragments(doc):
    one = spacy_citalign.render(doc)
    assert spacy_citalign.render([doc, doc]).count("<script") == 2 * one.count("<script")


def test_what_was_not_aligned_is_refused(nlp):
    with pytest.raises(InputError, match="has no alignment of citances"):
        spacy_citalign.render(nlp.make_doc("Frogs."))
    with pytest.raises(InputError, match="type str; give Docs"):
        spacy_citalign.render(["Frogs."])


def test_rows_carry_what_is_known(nlp):
    doc = spacy_citalign.join(TEXTS, nlp=nlp, labels="zork")
    group = doc.spans["citances"]
    group.attrs[RECORDS] = [{"id": f"a{n}", "source": "PMC1"} for n in range(len(TEXTS))]
    group.attrs[CITED] = {"zork": {"doi": "10.5555/z"}}
    set_character_spans(doc, "citations", [(0, 4), (5, 7)], ["zork", "other"])
    (row,) = rows_of(nlp(doc))
    assert row["cited"] == {"key": "zork", "doi": "10.5555/z"}
    assert [(one["id"], one["source"], one["text"]) for one in row["citances"]] == [
        (f"a{n}", "PMC1", text) for n, text in enumerate(TEXTS)
    ]
    assert row["citances"][0]["citations"] == [
        {"start": 0, "end": 4, "cites": True},
        {"start": 5, "end": 7, "cites": False},
    ]
    assert "citations" not in row["citances"][1]


def test_rows_without_records_have_ids(doc):
    (row,) = rows_of(doc)
    assert [one["id"] for one in row["citances"]] == [f"zork-{n + 1}" for n in range(len(TEXTS))]


def test_rows_of_a_doc_whose_citances_were_changed_have_ids(doc):
    """What is known of citances cannot be told of those that are left."""
    doc.spans["citances"] = list(doc.spans["citances"])[1:]
    (row,) = rows_of(doc)
    assert [one["id"] for one in row["citances"]] == [f"zork-{n + 1}" for n in range(len(TEXTS))]


places = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)).map(lambda x: (x[0], sum(x))))


@given(places, st.integers(0, 9), st.integers(1, 9))
def test_places_that_touch_a_stretch_are_found(spans, start, size):
    found = SortedSpans(spans).touching(start, start + size)
    assert sorted(found) == [
        n for n, (a, b) in enumerate(spans) if set(range(a, b)) & set(range(start, start + size))
    ]
    assert [spans[n] for n in found] == sorted(spans[n] for n in found)


def test_rows_of_several_works(nlp):
    doc = spacy_citalign.join(TEXTS * 2, nlp=nlp, labels=["a"] * len(TEXTS) + ["b"] * len(TEXTS))
    first, second = rows_of(nlp(doc))
    assert [first["cited"]["key"], second["cited"]["key"]] == ["a", "b"]
    assert [one["words"] for one in first["citances"]] == [
        one["words"] for one in second["citances"]
    ]
    names = [{one["class"] for one in row["classes"]} for row in (first, second)]
    assert names[0].isdisjoint(names[1])


def test_terms_that_touch_a_class_are_named(doc):
    (row,) = rows_of(doc)
    member = row["classes"][0]["members"][0]
    start = doc.spans["citances"][member["place"]].start_char
    set_character_spans(
        doc, "propositional_terms", [(start + member["start"], start + member["end"])], "TERM"
    )
    (again,) = rows_of(doc)
    assert again["classes"][0]["terms"] == [member["text"]]


def test_a_doc_that_was_not_aligned_has_no_rows():
    assert list(answers_of(spacy.blank("en")("Frogs."))) == []


def test_displacy_colours_the_classes(doc):
    html = displacy.render(doc, style="span", options={"spans_key": "homologs"}, jupyter=False)
    label = doc.spans["homologs"][0].label_
    assert COLORS[label] in html


def test_citances_without_a_label_are_a_work_without_a_key():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("citance_aligner", config={"weights": "shipped"})
    doc = nlp.make_doc("Frogs hop at night.")
    doc.spans["citances"] = [doc[:]]
    (row,) = answers_of(nlp(doc))
    assert (row.key, row.citances[0].text) == ("group-1", "Frogs hop at night.")
