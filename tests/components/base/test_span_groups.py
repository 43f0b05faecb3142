"""Span groups whose spans stay on their characters, whatever becomes of the tokens."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin, Span, SpanGroup

from spacy_citalign.components.base.span_groups import (
    CharacterSpans,
    held_characters,
    held_spans,
    mend_spans,
)
from spacy_citalign.components.base.spans import get_character_spans, set_character_spans

VOCAB = spacy.blank("xx").vocab
WORDS = ("Warm", "ponds", "feed", "many", "frogs", ".")


def annotated(*spans, words=WORDS, kind=CharacterSpans):
    doc = Doc(VOCAB, list(words))
    held = [Span(doc, a, b, label=f"L{a}", kb_id=f"K{a}", span_id=a) for a, b in spans]
    doc.spans["g"] = kind(doc, name="g", attrs={"more": 1}, spans=held)
    return doc


def merge(doc, *pairs):
    with doc.retokenize() as retokenizer:
        for start, end in pairs:
            retokenizer.merge(doc[start:end])
    return doc


def texts(spans):
    return [span.text for span in spans]


def test_spans_hold_the_same_words_after_a_merge():
    doc = merge(annotated((0, 2), (3, 5), (5, 6)), (0, 2))
    group = doc.spans["g"]
    assert texts(group) == ["Warm ponds", "many frogs", "."]
    assert [(s.start, s.end, s.label_, s.kb_id_, s.id) for s in group] == [
        (0, 1, "L0", "K0", 0),
        (2, 4, "L3", "K3", 3),
        (4, 5, "L5", "K5", 5),
    ]
    assert group[-1].text == "."
    with pytest.raises(IndexError, match="E856"):
        group[3]


def test_spacy_leaves_others_where_they_were():
    """What the class is for; a Doc that is read from bytes has such groups."""
    doc = merge(annotated((0, 2), (3, 5), kind=SpanGroup), (0, 2))
    assert texts(doc.spans["g"]) == ["Warm ponds feed", "frogs ."]
    assert texts(held_spans(doc, "g")) == ["Warm ponds", "many frogs"]
    merge(doc, (2, 4))
    with pytest.raises(IndexError, match="E035"):
        list(doc.spans["g"])
    assert texts(held_spans(doc, "g")) == ["Warm ponds", "many frogs"]
    assert held_characters(doc.spans["g"]) == [(0, 10, "L0"), (16, 26, "L3")]


def test_a_span_that_a_merge_cuts_has_all_of_the_token():
    doc = merge(annotated((0, 2), (2, 4)), (1, 3))
    assert texts(doc.spans["g"]) == ["Warm ponds feed", "ponds feed many"]


def test_split_tokens_give_back_what_a_merge_took():
    doc = Doc(VOCAB, ["ATM-dependent", "repair"])
    set_character_spans(doc, "g", [(0, 3)], "GENE")
    assert texts(doc.spans["g"]) == ["ATM-dependent"]
    merge(doc, (0, 2))
    assert texts(doc.spans["g"]) == ["ATM-dependent repair"]
    with doc.retokenize() as retokenizer:
        pieces = ["ATM", "-dependent repair"]
        retokenizer.split(doc[0], pieces, heads=[doc[0], doc[0]])
    assert texts(doc.spans["g"]) == ["ATM"]
    assert get_character_spans(doc, "g") == [(0, 3)]


def test_as_many_tokens_as_before_are_not_taken_for_the_same():
    doc = annotated((2, 3), (4, 6))
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
        retokenizer.split(doc[3], ["ma", "ny"], heads=[doc[3], doc[3]])
    assert len(doc) == 6
    assert texts(doc.spans["g"]) == ["feed", "frogs ."]


def test_offsets_of_another_span_are_not_read():
    doc = annotated((0, 1), (4, 5))
    doc.spans["g"].attrs |= {"start_char": [0, 0], "end_char": [4, 4]}
    assert texts(merge(doc, (0, 2)).spans["g"]) == ["Warm ponds", "frogs"]


WHOLE = {
    "bytes": lambda doc: Doc(VOCAB).from_bytes(doc.to_bytes()),
    "copy": lambda doc: doc.copy(),
    "from_docs": lambda doc: Doc.from_docs([doc]),
    "json": lambda doc: Doc(VOCAB).from_json(doc.to_json()),
    "DocBin": lambda doc: next(DocBin(docs=[doc]).get_docs(VOCAB)),
}


@pytest.mark.parametrize("name", WHOLE)
def test_merged_docs_can_be_kept_and_put_together(name):
    doc = WHOLE[name](merge(annotated((0, 2), (3, 5), (0, 6)), (0, 2), (3, 5)))
    assert texts(doc.spans["g"]) == ["Warm ponds", "many frogs", doc.text.strip()]


@pytest.mark.parametrize("when", ["before", "after"])
def test_groups_of_a_doc_from_bytes_can_be_mended(when):
    doc = Doc(VOCAB).from_bytes(annotated((0, 2), (3, 6)).to_bytes())
    doc.spans["other"] = [doc[5:6]]
    if when == "before":
        mend_spans(doc)
    merge(doc, (0, 2))
    if when == "after":
        with pytest.raises(IndexError, match="E035"):
            doc.to_bytes()
        mend_spans(doc)
    again = Doc(VOCAB).from_bytes(doc.to_bytes())
    assert texts(again.spans["g"]) == ["Warm ponds", "many frogs ."]
    assert again.spans["g"].attrs == {"more": 1}
    assert texts(again.spans["other"]) == ["."]


def test_a_copy_stays_right_too():
    doc = annotated((0, 2), (3, 5))
    doc.spans["h"] = doc.spans["g"].copy()
    other = merge(doc.copy(), (0, 2))
    for key in ("g", "h"):
        assert type(other.spans[key]) is CharacterSpans
        assert texts(other.spans[key]) == ["Warm ponds", "many frogs"]
        assert other.spans[key].attrs == {"more": 1}
    assert texts(doc.spans["g"]) == ["Warm ponds", "many frogs"]
    both = other.spans["g"] + other.spans["h"]
    other.spans["g"].append(other[0:1])
    merged = ["Warm ponds feed", "many frogs", "Warm ponds feed"]
    assert texts(merge(other, (0, 2)).spans["g"]) == merged
    assert len(both) == 4


def test_a_group_is_extended_after_a_merge():
    doc = merge(annotated((4, 6)), (0, 2))
    group = doc.spans["g"]
    group += [doc[0:1]]
    assert texts(group) == ["frogs .", "Warm ponds"]


pairs = st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True).map(sorted)


@given(st.lists(pairs, max_size=4), st.lists(pairs, max_size=3), st.booleans())
def test_each_span_has_the_fewest_tokens_that_cover_its_characters(spans, merges, kept):
    words = [chr(97 + n) * (n % 3 + 1) for n in range(8)]
    doc = annotated(*spans, words=words, kind=CharacterSpans if kept else SpanGroup)
    expected = [(span.start_char, span.end_char) for span in doc.spans["g"]]
    for start, end in merges:
        end = min(end, len(doc))
        if end - start > 1:
            merge(doc, (start, end))
    held = held_spans(doc, "g")
    for (start, end), span in zip(expected, held, strict=True):
        assert span.start_char <= start < end <= span.end_char
        assert span == doc.char_span(
            start, end, span.label_, span.kb_id_, alignment_mode="expand", span_id=span.id
        )
    if kept:
        assert list(doc.spans["g"]) == held
        doc.to_bytes()
