"""Links of sentences on Docs: where they are kept, and what becomes of them."""

import numpy as np
import pytest
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from spacy_citalign.components.articles.slicing import DocSlicer
from spacy_citalign.components.joining import join
from spacy_citalign.components.sentences.attributes import (
    LinkedSentences,
    install_extensions,
    sentence_links,
    set_links,
)
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.sentences.methods import Links

FROGS = ("Frogs hop. Frogs eat flies. Frogs sleep.", "Flies are eaten. Frogs jump.")
TOADS = ("Toads dig.", "Toads rest by day. Then they dig.", "They dig holes.")
install_extensions()


def links(*rows):
    """Return links, given (first, second, probability) each."""
    first, second, probability = zip(*rows, strict=True) if rows else ((), (), ())
    return Links(np.array(first, int), np.array(second, int), np.array(probability, float))


def linked(texts, found, labels=None):
    """Return a Doc of texts with links by pairs of texts."""
    doc = join(texts, nlp=NLP, key="texts", labels=labels)
    set_links(doc, text_sentences(doc), {pair: links(*rows) for pair, rows in found.items()})
    return doc


def frogs():
    return linked(FROGS, {(0, 1): [(0, 1, 0.75), (1, 0, 0.5)]})


def toads():
    return linked(TOADS, {(0, 1): [(0, 1, 0.25)], (0, 2): [(0, 0, 0.5)], (1, 2): [(1, 0, 0.125)]})


def said(doc):
    """Return the links by texts, sentences and what these say."""
    return [
        (
            *zip(record["texts"], record["sentences"], strict=True),
            record["first"]["text"],
            record["second"]["text"],
            record["probability"],
        )
        for record in doc._.sentence_alignment
    ]


FROG_LINKS = [
    ((0, 0), (1, 1), "Frogs hop.", "Frogs jump.", 0.75),
    ((0, 1), (1, 0), "Frogs eat flies.", "Flies are eaten.", 0.5),
]


# --- what is set -----------------------------------------------------------------------------


def test_each_sentence_of_each_text_has_a_span():
    doc = frogs()
    group = doc.spans["aligned_sentences"]
    assert [(span.text, span.label_) for span in group] == [
        ("Frogs hop.", "0"),
        ("Frogs eat flies.", "0"),
        ("Frogs sleep.", "0"),
        ("Flies are eaten.", "1"),
        ("Frogs jump.", "1"),
    ]
    assert group.attrs["text"] == [0, 0, 0, 1, 1]
    far = doc.text.index("Frogs jump")
    near = doc.text.index("Flies are") - doc.text.index("Frogs eat")
    assert group.attrs["links"] == [
        [[far, 0.75]],
        [[near, 0.5]],
        [],
        [[-near, 0.5]],
        [[-far, 0.75]],
    ]


def test_labels_are_those_of_the_texts():
    doc = linked(FROGS, {}, labels=["old", ""])
    assert [span.label_ for span in doc.spans["aligned_sentences"]] == ["old"] * 3 + ["1"] * 2
    assert doc._.sentence_alignment == []


def test_records_say_each_link_once_in_order():
    assert said(frogs()) == FROG_LINKS
    record = frogs()._.sentence_alignment[1]
    assert record == {
        "texts": [0, 1],
        "sentences": [1, 0],
        "first": {"start_char": 11, "end_char": 27, "text": "Frogs eat flies."},
        "second": {"start_char": 41, "end_char": 57, "text": "Flies are eaten."},
        "probability": 0.5,
    }
    assert [one[:2] for one in said(toads())] == [
        ((0, 0), (1, 1)),
        ((0, 0), (2, 0)),
        ((1, 1), (2, 0)),
    ]


def test_spans_know_the_sentences_that_theirs_are_aligned_to():
    doc = frogs()

    def partners(start, end):
        return [span.text for span in doc[start:end]._.aligned_sentences]

    assert doc[4:5].text == "eat"
    assert partners(4, 5) == ["Flies are eaten."]
    assert partners(0, 6) == ["Flies are eaten.", "Frogs jump."]  # in the order of the text
    assert partners(7, 9) == []
    assert partners(0, len(doc)) == [
        span.text for span in doc.spans["aligned_sentences"] if span.text != "Frogs sleep."
    ]
    assert partners(2, 2) == []
    newline = next(token.i for token in doc if token.text == "\n")
    assert partners(newline, newline + 1) == []


def test_a_sentence_may_be_aligned_to_several():
    doc = linked(FROGS, {(0, 1): [(0, 0, 0.5), (0, 1, 0.5), (1, 1, 0.5)]})
    assert [one[:2] for one in said(doc)] == [((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 1), (1, 1))]
    assert len(doc[0:1]._.aligned_sentences) == 2


def test_sentences_of_one_text_are_not_aligned_where_others_stand_at_their_places():
    words = "Frogs eat flies by day . Toads dig holes by night .".split()
    doc = Doc(NLP.vocab, words=words, sent_starts=[place % 6 == 0 for place in range(12)])
    doc.spans["texts"] = [doc[:12], doc[6:12], doc[:3]]
    found = {(0, 1): links((0, 0, 0.5)), (0, 2): links((1, 0, 0.5))}
    set_links(doc, text_sentences(doc), found)
    (partner,) = doc[4:5]._.aligned_sentences  # behind the third text
    assert (partner.text, partner.label_) == ("Toads dig holes by night .", "1")


# --- what is not there -----------------------------------------------------------------------


def test_without_links_attributes_are_none():
    doc = join(FROGS, nlp=NLP, key="texts")
    assert doc._.sentence_alignment is None
    assert doc[0:1]._.aligned_sentences is None
    assert Doc(NLP.vocab)._.sentence_alignment is None


@pytest.mark.parametrize("name", ["start_char", "end_char", "text", "text_start", "links"])
@pytest.mark.parametrize(
    "value", [None, [], [0], "abcde", 5, [None] * 5, [2**70] * 5, [[None]] * 5, [{}] * 5]
)
def test_lists_that_do_not_fit_never_raise(name, value):
    doc = frogs()
    before = doc._.sentence_alignment
    doc.spans["aligned_sentences"].attrs[name] = value
    listed = isinstance(value, list)
    if name in ("start_char", "end_char") or (listed and len(value) != 5):
        assert doc._.sentence_alignment == before  # which is kept besides
    else:
        assert doc._.sentence_alignment == ([] if listed and name == "links" else None)
    in_use = name != "links" or listed
    assert (doc[0:1]._.aligned_sentences is not None) == in_use


@pytest.mark.parametrize(
    "entry",
    [
        None,
        3,
        "ab",
        [1],
        [1, 0.5, 2],
        ["1", 0.5],
        [True, 0.5],
        [1, None],
        [10**9, 0.5],
        [-(10**30), 0.5],
    ],
)
def test_entries_that_are_no_links_are_left_out(entry):
    doc = frogs()
    doc.spans["aligned_sentences"].attrs["links"][0] += [entry]
    assert said(doc) == FROG_LINKS
    assert [span.text for span in doc[0:1]._.aligned_sentences] == ["Frogs jump."]


@pytest.mark.parametrize(
    "change",
    [
        lambda doc: Doc.from_docs([doc]),
        lambda doc: doc[:].as_doc(copy_user_data=True),
        lambda doc: with_group(doc, list(doc.spans["aligned_sentences"])),
        lambda doc: with_group(doc, [*doc.spans["aligned_sentences"], doc[:1]]),
    ],
    ids=["from_docs", "as_doc", "reassigned", "one more"],
)
def test_links_stay_when_the_group_is_changed(change):
    doc = change(frogs())
    assert said(doc) == FROG_LINKS
    assert [span.text for span in doc[4:5]._.aligned_sentences] == ["Flies are eaten."]


def with_group(doc, spans):
    doc.spans["aligned_sentences"] = spans
    return doc


def test_links_of_a_sentence_that_is_left_out_are_no_more():
    doc = frogs()
    left = list(doc.spans["aligned_sentences"])[:-1]
    assert all(link in FROG_LINKS for link in said(with_group(doc, left)))
    assert len(said(doc)) < len(FROG_LINKS)


def test_spans_of_another_alone_are_no_aligned_sentences():
    doc = NLP("Frogs hop.")
    assert with_group(doc, [doc[:1]])._.sentence_alignment is None


def test_links_stay_when_the_texts_are_gone():
    doc = frogs()
    doc.spans["texts"] = []
    assert said(doc) == FROG_LINKS


# --- where links go --------------------------------------------------------------------------


def test_joined_docs_keep_their_links_and_texts_go_on_counting():
    doc = join([frogs(), toads(), frogs()], nlp=NLP)
    shifted = [
        ((one[0] + by, one[1]), (other[0] + by, other[1]), *rest)
        for by, part in ((0, frogs()), (2, toads()), (5, frogs()))
        for one, other, *rest in said(part)
    ]
    assert said(doc) == shifted
    assert len(doc.spans["texts"]) == 7
    dig = next(span for span in doc.spans["aligned_sentences"] if span.text == "They dig holes.")
    assert [span.text for span in dig._.aligned_sentences] == ["Toads dig.", "Then they dig."]


def test_parts_keep_links_whose_sentences_are_both_there():
    doc = toads()
    middle = doc.spans["texts"][1].start
    part = DocSlicer(doc).part(middle, len(doc))
    assert said(part) == [((1, 1), (2, 0), "Then they dig.", "They dig holes.", 0.125)]
    last = doc.spans["texts"][2].start
    alone = DocSlicer(doc).part(last, len(doc))
    assert alone._.sentence_alignment == []
    assert alone[0:1]._.aligned_sentences == []
    assert len(alone.spans["aligned_sentences"]) == 1


def test_sentences_of_a_cut_text_are_counted_from_the_first_that_is_left():
    part = DocSlicer(frogs()).part(3, 16)
    assert part.text.startswith("Frogs eat flies.")
    assert [one[:2] for one in said(part)] == [((0, 0), (1, 0))]


def test_a_part_without_sentences_has_no_links():
    part = DocSlicer(frogs()).part(1, 2)
    assert part._.sentence_alignment == []


def test_parts_that_are_joined_again_have_their_links_again():
    doc = frogs()
    first, second = (DocSlicer(doc).part(span.start, span.end) for span in doc.spans["texts"])
    assert join([second, first], nlp=NLP)._.sentence_alignment == []
    assert said(join([first, second], nlp=NLP)) == FROG_LINKS
    after_another = [one[:2] for one in said(join([first, first, second], nlp=NLP))]
    assert after_another == [((1, 0), (2, 1)), ((1, 1), (2, 0))]


# --- odd texts -------------------------------------------------------------------------------


def with_texts(text, spans):
    doc = NLP.make_doc(text)
    doc.spans["texts"] = [Span(doc, start, end) for start, end in spans]
    return doc


def test_texts_may_overlap():
    doc = with_texts("Frogs hop. Frogs eat. Frogs sleep.", [(0, 9), (0, 6), (3, 9)])
    texts = text_sentences(doc)
    assert [len(text.spans) for text in texts] == [3, 2, 2]
    found = {
        (0, 1): [(0, 0, 0.5), (1, 1, 0.25)],
        (0, 2): [(1, 0, 0.5)],
        (1, 2): [(1, 0, 0.125), (1, 1, 0.5)],
    }
    set_links(doc, texts, {pair: links(*rows) for pair, rows in found.items()})
    assert [(link.texts, link.sentences, link.probability) for link in sentence_links(doc)] == [
        (pair, (i, j), probability) for pair, rows in found.items() for i, j, probability in rows
    ]
    assert [span.text for span in doc[0:1]._.aligned_sentences] == ["Frogs hop."] * 2


def test_a_text_may_be_the_same_as_another():
    doc = with_texts("Frogs hop.", [(0, 3), (0, 3)])
    set_links(doc, text_sentences(doc), {(0, 1): links((0, 0, 1.0))})
    assert sentence_links(doc) == [LinkedSentences((0, 1), (0, 0), ((0, 10), (0, 10)), 1.0)]


def test_texts_without_sentences_are_counted():
    doc = with_texts("Frogs hop.  \n  Frogs jump.", [(0, 3), (3, 4), (4, 7), (2, 2)])
    set_links(doc, text_sentences(doc), {(0, 2): links((0, 0, 0.5))})
    assert said(doc) == [((0, 0), (2, 0), "Frogs hop.", "Frogs jump.", 0.5)]


@given(st.data())
def test_what_is_set_is_read(data):
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=2, max_size=4))
    texts = [" ".join(["Hop."] * size) for size in sizes]
    expected, found = [], {}
    for one in range(len(sizes)):
        for other in range(one + 1, len(sizes)):
            cells = [(i, j) for i in range(sizes[one]) for j in range(sizes[other])]
            chosen = sorted(data.draw(st.sets(st.sampled_from(cells))))
            found[one, other] = [(i, j, 0.5) for i, j in chosen]
            expected += [((one, i), (other, j), "Hop.", "Hop.", 0.5) for i, j in chosen]
    doc = linked(texts, found)
    assert said(doc) == expected
    assert said(join([doc, doc], nlp=NLP))[: len(expected)] == expected
