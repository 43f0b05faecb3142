"""Citances of many Docs, regrouped by the work that they cite."""

import pytest
import spacy
from spacy.tokens import Doc

import spacy_citalign
from spacy_citalign.citations.marks import Mark
from spacy_citalign.components.citing import (
    Citing,
    citance_records,
    cited_works,
    citing_sentences,
    set_citances,
    set_citations,
)
from spacy_citalign.components.grouping import group_citances
from spacy_citalign.components.slicing import slice_doc
from spacy_citalign.components.spans import get_character_spans, set_character_spans
from spacy_citalign.errors import InputError, SettingError

TEXT = "Frogs hop [3]. Zork2 wakes frogs [3, 4]. We agree."


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


def mark(start, key, end=None):
    return Mark(start, end or start + 1, key, "numbered", False)


def article(nlp, text, marks, cited=None, **fields) -> Doc:
    """A Doc as articles are read, its sentences ending in full stops."""
    doc = nlp(text)
    starts = [0] + [n + 2 for n, c in enumerate(text[:-1]) if c == "."]
    citances = citing_sentences(text, marks, starts)
    records = [{"start": one.start, "end": one.end} | fields for one in citances]
    set_citations(doc, marks)
    set_citances(doc, citances, records, cited or {})
    return doc


def members(doc: Doc) -> list[str]:
    return [span.text for span in doc.spans["citances"]]


# --- citing sentences ------------------------------------------------------------------------


def test_a_sentence_is_a_citance_of_each_work_it_cites():
    marks = [mark(11, "3"), mark(34, "3"), mark(37, "4")]
    assert citing_sentences(TEXT, marks, [0, 15, 41]) == [
        Citing(0, 14, "3"),
        Citing(15, 40, "3"),
        Citing(15, 40, "4"),
    ]


def test_a_sentence_that_cites_a_work_twice_is_one_citance():
    assert citing_sentences("Frogs [3] hop [3].", [mark(7, "3"), mark(15, "3")], [0]) == [
        Citing(0, 18, "3")
    ]


def test_a_mark_after_the_full_stop_belongs_to_the_sentence_before():
    assert citing_sentences("Frogs hop.[3] We agree.", [mark(11, "3")], [0, 14]) == [
        Citing(0, 13, "3")
    ]


def test_a_mark_in_two_sentences_makes_one_of_them():
    text = "Smith et al. 2004 agree. Frogs hop."
    assert citing_sentences(text, [mark(0, "Smith 2004", 17)], [0, 13, 25]) == [
        Citing(0, 24, "Smith 2004")
    ]


def test_no_marks_and_no_sentences():
    assert citing_sentences("", [], []) == []
    assert citing_sentences("Frogs [3]", [mark(7, "3")], [0]) == [Citing(0, 9, "3")]


# --- a part of a Doc -------------------------------------------------------------------------


def test_a_part_keeps_tokens_spans_and_their_lists(nlp):
    doc = nlp("Frogs hop. Zork2 wakes frogs. End.")
    doc[3].tag_ = "NN"
    set_character_spans(doc, "gene_mentions", [(11, 15), (0, 5)], "GENE", [0.9, 0.1])
    doc.spans["gene_mentions"].attrs["note"] = "kept"
    part = slice_doc(doc, 3, 7)
    assert part.text.rstrip() == "Zork2 wakes frogs."
    assert part[0].tag_ == "NN"
    assert get_character_spans(part, "gene_mentions") == [(0, 4)]
    assert part.spans["gene_mentions"].attrs["confidence"] == [0.9]
    assert part.spans["gene_mentions"].attrs["note"] == "kept"
    assert [span.label_ for span in part.spans["gene_mentions"]] == ["GENE"]
    assert doc.spans["gene_mentions"].attrs["confidence"] == [0.9, 0.1]


def test_a_span_that_lies_in_part_outside_is_left_out(nlp):
    doc = nlp("Frogs hop. Zork2 wakes frogs.")
    set_character_spans(doc, "x", [(6, 16)], "X")
    assert len(slice_doc(doc, 3, 7).spans["x"]) == 0


# --- groups ----------------------------------------------------------------------------------


def test_citances_of_several_docs_are_grouped_by_label(nlp):
    one = article(nlp, "Frogs hop [3]. Toads sleep [4].", [mark(11, "a"), mark(28, "b")])
    two = article(nlp, "It is known [9] that frogs hop.", [mark(13, "a")])
    first, second = group_citances([one, two])
    assert members(first) == ["Frogs hop [3].", "It is known [9] that frogs hop."]
    assert members(second) == ["Toads sleep [4]."]
    assert {span.label_ for span in first.spans["citances"]} == {"a"}


def test_works_with_a_common_identifier_are_one_group(nlp):
    one = article(nlp, "Frogs hop [3].", [mark(11, "x")], {"x": {"pmid": "7", "title": "Frogs"}})
    two = article(nlp, "Frogs leap [9].", [mark(12, "y")], {"y": {"doi": "10.5555/f", "pmid": "7"}})
    (group,) = group_citances([one, two])
    assert group.spans["citances"][0].label_ == "doi:10.5555/f"
    assert cited_works(group.spans["citances"]) == {
        "doi:10.5555/f": {"pmid": "7", "title": "Frogs", "doi": "10.5555/f"}
    }


def test_source_section_and_place_go_with_each_citance(nlp):
    doc = article(nlp, TEXT, [mark(11, "a"), mark(34, "a")], source="PMC1", section="Results")
    (group,) = group_citances([doc])
    assert citance_records(group.spans["citances"]) == [
        {"id": "0:0", "start": 0, "end": 14, "source": "PMC1", "section": "Results"},
        {"id": "0:15", "start": 15, "end": 40, "source": "PMC1", "section": "Results"},
    ]


def test_annotations_go_with_the_citances(nlp):
    doc = article(nlp, TEXT, [mark(34, "a")])
    set_character_spans(doc, "gene_mentions", [(15, 20), (0, 5)], "GENE", [0.8, 0.1])
    (group,) = group_citances([doc])
    assert [group.text[a:b] for a, b in get_character_spans(group, "gene_mentions")] == ["Zork2"]
    assert [group.text[a:b] for a, b in get_character_spans(group, "citations")] == ["3"]


def test_the_same_place_of_the_same_source_counts_once(nlp):
    doc = article(nlp, TEXT, [mark(11, "a")], source="PMC1")
    (group,) = group_citances([doc, doc])
    assert members(group) == ["Frogs hop [3]."]


def test_docs_without_sources_are_not_taken_for_the_same(nlp):
    doc = article(nlp, TEXT, [mark(11, "a")])
    (group,) = group_citances([doc, doc])
    assert len(members(group)) == 2


def test_spans_set_by_hand_are_enough(nlp):
    doc = nlp(TEXT)
    doc.spans["mine"] = [doc.char_span(0, 14, label="a"), doc.char_span(15, 40, label="a")]
    (group,) = group_citances([doc], key="mine")
    assert [span.text for span in group.spans["mine"]] == [TEXT[:14], TEXT[15:40]]


def test_small_groups_are_left_out(nlp):
    doc = article(nlp, TEXT, [mark(11, "a"), mark(34, "a"), mark(37, "b")])
    assert [len(members(group)) for group in group_citances([doc])] == [2, 1]
    assert [len(members(group)) for group in group_citances([doc], min_citances=2)] == [2]


def test_docs_of_several_vocabularies(nlp):
    other = spacy.blank("en")
    one = article(nlp, "Frogs hop [3].", [mark(11, "a")])
    two = article(other, "Xyzzy frogs [9].", [mark(13, "a")])
    (group,) = group_citances([one, two])
    assert members(group) == ["Frogs hop [3].", "Xyzzy frogs [9]."]
    assert group.vocab is nlp.vocab


def test_groups_survive_bytes(nlp):
    doc = article(nlp, TEXT, [mark(11, "a")], {"a": {"pmid": "7"}}, source="PMC1")
    (group,) = group_citances([doc])
    again = Doc(nlp.vocab).from_bytes(group.to_bytes())
    assert citance_records(again.spans["citances"])[0]["source"] == "PMC1"
    assert cited_works(again.spans["citances"]) == {"pmid:7": {"pmid": "7"}}


def test_nothing_gives_nothing(nlp):
    assert list(group_citances([])) == []
    assert list(group_citances([article(nlp, TEXT, [])])) == []


def test_bad_input_is_refused(nlp):
    with pytest.raises(InputError, match="has no span group 'citances'"):
        list(group_citances([nlp(TEXT)]))
    with pytest.raises(SettingError, match="min_citances is 0"):
        list(group_citances([], min_citances=0))


def test_it_is_reached_from_the_package():
    assert spacy_citalign.group_citances is group_citances
