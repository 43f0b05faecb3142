"""Citances of many Docs, regrouped by the work that they cite."""

from time import process_time

import pytest
import spacy
from spacy.tokens import Doc, Span, SpanGroup

import spacy_citalign
from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles.grouping import group_citances
from spacy_citalign.components.base.spans import get_character_spans, set_character_spans
from spacy_citalign.components.citations import (
    Citing,
    citance_records,
    cited_works,
    citing_sentences,
    set_citances,
    set_citations,
)
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

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


def test_an_empty_mark_among_white_space_is_in_no_sentence():
    empty = Mark(9, 9, "3", "stated", False)
    assert citing_sentences("Frogs.\n\n \n\nToads.", [empty], [0, 8, 11]) == []


def test_no_marks_and_no_sentences():
    assert citing_sentences("", [], []) == []
    assert citing_sentences("Frogs [3]", [mark(7, "3")], [0]) == [Citing(0, 9, "3")]


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
    set_character_spans(
        doc, "gene_mentions", [(15, 20), (0, 5)], "GENE", {"confidence": [0.8, 0.1]}
    )
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


def test_numbers_that_were_found_name_works_of_their_text_only(nlp):
    """Author and year are a work's name everywhere, unless a letter makes them the text's own."""
    finder = spacy.blank("en")
    finder.add_pipe("citance_finder")
    docs = [
        finder("Frogs hop [3].\n\nSmith et al. (2004) agree, as Lee (1999a) did."),
        finder("Cars rust [3].\n\nSmith et al. (2004) drive, as Lee (1999a) did."),
    ]
    assert {
        group.spans["citances"][0].label_: len(members(group)) for group in group_citances(docs)
    } == {
        "0#3": 1,
        "Smith 2004": 2,
        "0#Lee 1999a": 1,
        "1#3": 1,
        "1#Lee 1999a": 1,
    }


def test_citations_of_the_work_have_its_key_in_the_group(nlp):
    """So that one can tell them from those of other works, whatever their article calls them."""
    both = "Frogs hop [3, 4]."
    one = article(nlp, both, [mark(11, "x"), mark(14, "z")], {"x": {"pmid": "7"}})
    two = article(nlp, both, [mark(11, "y"), mark(14, "x")], {"y": {"doi": "d", "pmid": "7"}})
    group = next(iter(group_citances([one, two])))
    assert [span.label_ for span in group.spans["citations"]] == ["doi:d", "z", "doi:d", "x"]
    assert group.spans["citations"].attrs["style"] == ["numbered"] * 4
    assert [group.text[a:b] for a, b in get_character_spans(group, "citations")] == list("3434")


def test_a_citance_that_ends_inside_of_a_token_is_exact(nlp):
    text = "Frogs hop.[3]We agree."
    doc = article(nlp, text, [mark(11, "a")])
    set_citances(doc, [Citing(0, 13, "a")], [{"start": 0, "end": 13}], {})
    assert [span.text for span in doc.spans["citances"]] == ["Frogs hop.[3]We"]
    (group,) = group_citances([doc, doc])
    spans = get_character_spans(group, "citances")
    assert [group.text[a:b] for a, b in spans] == ["Frogs hop.[3]"] * 2


@pytest.mark.parametrize(
    "attrs", [{"records": ["x"], "cited": {"a": "x"}}, {"records": 1, "cited": 1}]
)
def test_attrs_of_another_form_are_as_none(nlp, attrs):
    doc = nlp(TEXT)
    doc.spans["citances"] = SpanGroup(doc, spans=[Span(doc, 0, 6, label="a")], attrs=attrs)
    (group,) = group_citances([doc])
    assert citance_records(group.spans["citances"]) == [{"id": "0:0", "start": 0, "end": 14}]
    assert cited_works(group.spans["citances"]) == {"a": {}}


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


def test_a_single_doc_will_do(nlp):
    (group,) = group_citances(article(nlp, TEXT, [mark(11, "a")]))
    assert members(group) == ["Frogs hop [3]."]


def test_bad_input_is_refused(nlp):
    with pytest.raises(InputError, match="has no span group 'citances'"):
        list(group_citances([nlp(TEXT)]))
    with pytest.raises(InputError, match=r"docs\[0\] is of type str"):
        list(group_citances([TEXT]))
    doc = nlp(TEXT)
    doc.spans["citances"] = [doc[2:2]]
    with pytest.raises(InputError, match=r"a span at token 2 of 'citances' .* is empty"):
        list(group_citances([doc]))
    with pytest.raises(SettingError, match="min_citances is 0"):
        list(group_citances([], min_citances=0))


def test_it_is_reached_from_the_package():
    assert spacy_citalign.group_citances is group_citances


# --- sentences of hundreds of works ----------------------------------------------------------


def listing(nlp, count):
    """A sentence that cites so many works, and the first of them again at its end."""
    text = "".join(f"f{n} [{n}], " for n in range(count)) + "and f0 [0]."
    places = [text.index(f"[{n}]") + 1 for n in range(count)]
    marks = [mark(place, str(n), place + len(str(n))) for n, place in enumerate(places)]
    last = text.rindex("[0]") + 1
    return article(nlp, text, [*marks, mark(last, "0")], source="a")


def test_a_sentence_of_hundreds_of_works_gives_each_the_words_around_its_mark(nlp):
    doc = listing(nlp, 600)
    with pytest.warns(CitalignWarning, match="one of .* words cites 600; each has the 60 words"):
        groups = list(group_citances(doc))
    assert len(groups) == 600
    for number in (0, 300, 599):
        group = groups[number]
        (span,) = group.spans["citances"]
        assert f"f{number} [{number}]" in span.text
        assert len(span) <= 2 * 60 + 1
        (record,) = group.spans["citances"].attrs["records"]
        assert doc.text[record["start"] : record["end"]] == group.text == span.text
        cited = [(one.text, one.label_) for one in group.spans["citations"]]
        assert cited == [(str(number), span.label_)]


def test_time_grows_with_the_works_of_a_sentence(nlp):
    def seconds(count):
        doc = listing(nlp, count)
        start = process_time()
        with pytest.warns(CitalignWarning):
            assert len(list(group_citances(doc))) == count
        return process_time() - start

    seconds(600)
    assert seconds(3_000) < 8 * seconds(1_000)  # the square is 9, and it was more


def test_a_long_sentence_without_marks_gives_its_beginning(nlp):
    doc = Doc(nlp.vocab, [f"w{n}" for n in range(600)])
    doc.spans["citances"] = [Span(doc, 0, len(doc), label=f"work {n}") for n in range(500)]
    with pytest.warns(CitalignWarning):
        groups = list(group_citances(doc))
    assert {group.text for group in groups} == {doc[:120].text}
