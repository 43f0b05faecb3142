"""Parts of a Doc as Docs of their own."""

import pytest
import spacy
from spacy.tokens import Doc

from spacy_citalign.components.articles.slicing import DocSlicer
from spacy_citalign.components.base.spans import get_character_spans, set_character_spans


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


def test_a_part_keeps_tokens_spans_and_their_lists(nlp):
    doc = nlp("Frogs hop. Zork2 wakes frogs. End.")
    doc[3].tag_ = "NN"
    set_character_spans(
        doc, "gene_mentions", [(11, 15), (0, 5)], "GENE", {"confidence": [0.9, 0.1]}
    )
    doc.spans["gene_mentions"].attrs["note"] = "kept"
    part = DocSlicer(doc).part(3, 7)
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
    assert len(DocSlicer(doc).part(3, 7).spans["x"]) == 0


def test_lists_of_attrs_go_with_their_spans_and_other_values_stay(nlp):
    doc = nlp("Frogs hop. Toads sleep.")
    set_character_spans(doc, "x", [(17, 22), (0, 5), (11, 16)], ["c", "a", "b"])
    doc.spans["x"].attrs |= {"own": [3, 1, 2], "short": [3, 1], "work": {"pmid": "7"}}
    slicer = DocSlicer(doc)
    part = slicer.part(3, 6)
    assert [(span.label_, span.text) for span in part.spans["x"]] == [
        ("c", "sleep"),
        ("b", "Toads"),
    ]
    assert dict(part.spans["x"].attrs) == {
        "start_char": [6, 0],
        "end_char": [11, 5],
        "own": [3, 2],
        "short": [3, 1],
        "work": {"pmid": "7"},
    }
    assert list(slicer.part(0, 3).spans["x"].attrs["own"]) == [1]


def test_parts_may_overlap(nlp):
    """Heads outside of a part are changed in it, and in no part that is made later."""
    words = ["Frogs", "hop", "in", "May", "."]
    doc = Doc(
        nlp.vocab,
        words=words,
        heads=[1, 1, 1, 2, 1],
        deps=["nsubj", "ROOT", "prep", "pobj", "punct"],
        ents=["O", "O", "B-X", "I-X", "O"],
    )
    slicer = DocSlicer(doc)
    for start, end in [(2, 4), (3, 5), (0, 5), (3, 4), (2, 4)]:
        part, expected = slicer.part(start, end), doc[start:end].as_doc()
        assert [token.head.i for token in part] == [token.head.i for token in expected]
        assert [token.ent_iob_ for token in part] == [token.ent_iob_ for token in expected]
        assert [sentence.text for sentence in part.sents] == [s.text for s in expected.sents]
    assert [token.head.i for token in doc] == [1, 1, 1, 2, 1]


def test_a_group_named_is_left_out(nlp):
    doc = nlp("Frogs hop.")
    set_character_spans(doc, "x", [(0, 5)], "X")
    set_character_spans(doc, "y", [(0, 5)], "Y")
    assert list(DocSlicer(doc, without=["x"]).part(0, 2).spans) == ["y"]
