"""Texts and Docs joined to one Doc: every member a span, every annotation where it was said."""

import numpy as np
import pytest
import spacy
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin, Span, SpanGroup, Token

import spacy_citalign
from spacy_citalign import install_extensions
from spacy_citalign.components.base.names import GENE_MENTIONS
from spacy_citalign.components.base.spans import get_character_spans, set_character_spans
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError, SettingError

TEXTS = ["Zork2 wakes frogs.", "Frogs hop. They sleep."]
WORDS = st.sampled_from(
    ["Zork2", "frogs.", "(ζ)", "🐸", "e.g.", " ", "  ", "\n", "\r\n", "\t", "\0"]
)
MEMBERS = st.lists(st.lists(WORDS, min_size=1, max_size=6).map("".join), min_size=1, max_size=5)


@pytest.fixture
def extensions():
    """Have extension attributes for the length of a test."""
    for kind in (Doc, Span, Token):
        kind.set_extension("joining_note", default=None)
    yield
    for kind in (Doc, Span, Token):
        kind.remove_extension("joining_note")


def gene_doc(text, spans, vocab=NLP.vocab):
    """Return a Doc with gene mentions at characters; their confidences are 1/2, 1/3, 1/4 ..."""
    words = NLP.make_doc(text)
    doc = Doc(vocab, [token.text for token in words], [bool(token.whitespace_) for token in words])
    confidences = [1 / (2 + place) for place in range(len(spans))]
    set_character_spans(doc, GENE_MENTIONS, spans, "GENE", {"confidence": confidences})
    return doc


def group_doc(spans, attrs, name="marks", text="one two three"):
    """Return a Doc with a group of token spans."""
    doc = NLP.make_doc(text)
    own = [Span(doc, *span, label="X") for span in spans]
    doc.spans[name] = SpanGroup(doc, name=name, spans=own, attrs=attrs)
    return doc


def starts(doc):
    return [token.is_sent_start for token in doc]


def member_texts(doc, key="citances"):
    return [doc.text[span.start_char : span.end_char] for span in doc.spans[key]]


# --- texts -----------------------------------------------------------------------------------


def test_texts_stand_on_lines_of_their_own():
    doc = join(TEXTS, nlp=NLP)
    assert doc.text == "\n".join(TEXTS)
    assert doc.vocab is NLP.vocab
    assert [span.text for span in doc.spans["citances"]] == TEXTS
    own = [[token.text for token in NLP.make_doc(text)] for text in TEXTS]
    assert [token.text for token in doc] == [*own[0], "\n", *own[1]]


@pytest.mark.slow
@given(MEMBERS)
def test_each_span_has_the_text_of_its_member(texts):
    doc = join(texts, nlp=NLP)
    assert doc.text == "\n".join(texts)
    assert member_texts(doc) == texts
    assert [span.text for span in doc.spans["citances"]] == texts
    again = join([NLP.make_doc(text) for text in texts], nlp=spacy.blank("en"))
    assert [token.text_with_ws for token in again] == [token.text_with_ws for token in doc]


@given(MEMBERS)
def test_a_sentence_begins_at_each_member_and_others_are_left_open(texts):
    doc = join(texts, nlp=NLP)
    firsts = {span.start for span in doc.spans["citances"]}
    added = {span.end for span in doc.spans["citances"]}
    for token in doc:
        if token.i in firsts:
            assert token.is_sent_start is True
        elif token.i in added:
            assert token.is_sent_start is False
        elif not token.is_space:
            assert token.is_sent_start is None
    if len(texts) > 1:  # else nothing is known of its sentences
        assert [s.text for s in doc.sents] == [*(f"{text}\n" for text in texts[:-1]), texts[-1]]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (None, ["", ""]),
        ("zork", ["zork", "zork"]),
        (["a", "b"], ["a", "b"]),
        (("a", ""), ["a", ""]),
    ],
)
def test_labels_are_one_for_all_or_one_a_member(labels, expected):
    doc = join(iter(TEXTS), nlp=NLP, key="texts", labels=labels)
    assert [span.label_ for span in doc.spans["texts"]] == expected
    assert list(doc.spans) == ["texts"]


def test_one_member_is_enough():
    doc = join([TEXTS[0]], nlp=NLP)
    assert (doc.text, member_texts(doc)) == (TEXTS[0], TEXTS[:1])


def test_white_space_is_a_member_too():
    doc = join([" ", "\n", "a ", "b"], nlp=NLP)
    assert doc.text == " \n\n\na \nb"
    assert member_texts(doc) == [" ", "\n", "a ", "b"]
    # The blank at the end is cut off its word: no span can end in it else.
    assert [token.text_with_ws for token in doc][-4:] == ["a", " ", "\n", "b"]


def test_join_is_found_in_the_package():
    assert spacy_citalign.join is join
    assert "join" in spacy_citalign.__all__


# --- pipelines that go on --------------------------------------------------------------------


def test_a_sentence_component_finds_the_sentences_inside_of_members():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    doc = nlp(join(["Frogs hop. They sleep", "zork2 wakes them."], nlp=nlp))
    assert [s.text for s in doc.sents] == ["Frogs hop.", "They sleep\n", "zork2 wakes them."]
    assert member_texts(doc) == ["Frogs hop. They sleep", "zork2 wakes them."]


def test_our_sentence_component_leaves_member_starts_where_it_may_not_overwrite():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped", "overwrite": False})
    texts = ["Frogs hop at night. They sleep by day", "and zork2 wakes them [3]", "as we saw."]
    doc = nlp(join(texts, nlp=nlp))
    sentences = ["Frogs hop at night.", "They sleep by day\n", f"{texts[1]}\n", texts[2]]
    assert [s.text for s in doc.sents] == sentences


# --- Docs: tokens ----------------------------------------------------------------------------


def annotated(vocab=NLP.vocab, parsed=True, space=False):
    """Return a Doc with all that tokens can have."""
    parse = {"heads": [0, 0, 0, 4, 4], "deps": ["ROOT", "obj", "punct", "nsubj", "ROOT"]}
    doc = Doc(
        vocab,
        words=["Wake", "Zork2", ".", "Frogs", "hop"],
        spaces=[True, False, True, True, space],
        tags=["VB", "NNP", ".", "NNS", "VBP"],
        pos=["VERB", "PROPN", "PUNCT", "NOUN", "VERB"],
        morphs=["VerbForm=Inf", "Number=Sing", "", "Number=Plur", ""],
        lemmas=["wake", "Zork2", ".", "frog", "hop"],
        ents=["O", "B-GENE", "O", "B-ANIMAL", "O"],
        **(parse if parsed else {"sent_starts": [True, False, False, True, False]}),
    )
    doc[1].norm_ = "zork"
    doc.ents = [Span(doc, 1, 2, label="GENE", kb_id="Q7", span_id="e1"), doc.ents[1]]
    return doc


def token_columns(tokens, offset=0):
    return [
        (
            (t.text, t.tag_, t.pos_, t.lemma_, t.norm_, str(t.morph)),
            (t.dep_, t.head.i - offset, t.is_sent_start),
            (t.ent_iob_, t.ent_type_, t.ent_kb_id_, t.ent_id_),
        )
        for t in tokens
    ]


@pytest.mark.parametrize("parsed", [True, False])
@pytest.mark.parametrize("vocabs", [1, 2])
def test_token_annotations_are_carried_over(parsed, vocabs):
    vocab = NLP.vocab if vocabs == 1 else spacy.blank("en").vocab
    docs = [annotated(vocab, parsed, space=True), annotated(NLP.vocab, parsed)]
    doc = join(docs, nlp=NLP)
    assert doc.vocab is NLP.vocab
    assert token_columns(doc[:5]) == token_columns(docs[0])
    assert token_columns(doc[7:], 7) == token_columns(docs[1])
    ents = [(e.text, e.label_, e.kb_id_, e.ent_id_, e.start) for e in doc.ents]
    own = [("Zork2", "GENE", "Q7", "e1", 1), ("Frogs", "ANIMAL", "", "", 3)]
    assert ents == own + [(*ent[:4], ent[4] + 7) for ent in own]
    assert doc.has_annotation("DEP") is parsed


def test_white_space_between_is_annotated_where_members_are():
    doc = join([annotated(space=True), annotated()], nlp=NLP)
    for name in ("TAG", "POS", "LEMMA", "MORPH", "DEP", "ENT_IOB", "SENT_START"):
        assert doc.has_annotation(name, require_complete=True), name
    assert [(t.text, t.tag_, t.pos_, t.lemma_, t.head.i, t.ent_iob_) for t in doc[5:7]] == [
        (" ", "_SP", "SPACE", " ", 4, "O"),
        ("\n", "_SP", "SPACE", "\n", 5, "O"),
    ]
    assert [s.text for s in doc.sents] == [
        "Wake Zork2.",
        "Frogs hop \n",
        "Wake Zork2.",
        "Frogs hop",
    ]
    bare = join(TEXTS, nlp=NLP)
    assert not any(map(bare.has_annotation, ("TAG", "POS", "LEMMA", "MORPH", "DEP", "ENT_IOB")))


def test_a_parse_of_some_members_is_left_out_and_their_sentences_stay():
    doc = join([annotated(), annotated(parsed=False), "Frogs hop."], nlp=NLP)
    assert not doc.has_annotation("DEP")
    own = [True, False, False, True, False]
    assert starts(doc) == [*own, False, *own, False, True, None, None]
    assert [token.tag_ for token in doc[-3:]] == ["", "", ""]


def test_texts_and_docs_mix():
    docs = [gene_doc("Zork2 wakes frogs.", [(0, 4)]), "Frogs hop.", gene_doc("See Mup4", [(4, 8)])]
    doc = join(docs, nlp=NLP)
    assert member_texts(doc) == ["Zork2 wakes frogs.", "Frogs hop.", "See Mup4"]
    found = get_character_spans(doc, GENE_MENTIONS)
    assert [doc.text[start:end] for start, end in found] == ["Zork", "Mup4"]


def test_members_stay_as_they_are_and_may_be_the_same():
    one = gene_doc("Zork2 wakes Zork3.", [(0, 5), (12, 17)])
    before = one.to_bytes()
    doc = join([one, one], nlp=NLP)
    doc.spans[GENE_MENTIONS].attrs["confidence"].clear()
    assert one.to_bytes() == before


# --- Docs: span groups -----------------------------------------------------------------------


def test_mentions_are_carried_over_to_the_character():
    install_extensions()
    other = spacy.blank("en")
    docs = [
        gene_doc("Zork2 wakes ", [(0, 4)]),
        gene_doc("no gene", []),
        gene_doc("anti-Mup4 and Brn1", [(5, 9), (14, 18)], other.vocab),
    ]
    doc = join(docs, nlp=NLP, labels=["a", "b", "c"])
    found = doc._.gene_mentions
    kept = ("start_char", "end_char", "text", "confidence")
    assert [tuple(map(one.get, kept)) for one in found] == [
        (0, 4, "Zork", 1 / 2),
        (21 + 5, 21 + 9, "Mup4", 1 / 2),
        (21 + 14, 21 + 18, "Brn1", 1 / 3),
    ]
    tokens = [doc[one["start"] : one["end"]].text for one in found]
    assert tokens == [span.text for span in doc.spans[GENE_MENTIONS]]
    assert {span.label_ for span in doc.spans[GENE_MENTIONS]} == {"GENE"}
    own = [span.text for one in docs for span in one.spans[GENE_MENTIONS]]
    assert [span.text for span in doc.spans[GENE_MENTIONS]] == own


def test_spans_keep_labels_and_ids_of_another_vocabulary():
    other = spacy.blank("en")
    doc = other.make_doc("one two three")
    doc.spans["marks"] = [Span(doc, 1, 3, "MARK", kb_id="Q1", span_id="m1"), Span(doc, 0, 0)]
    joined = join(["zero", doc], nlp=NLP)
    assert [(s.text, s.label_, s.kb_id_, s.id_) for s in joined.spans["marks"]] == [
        ("two three", "MARK", "Q1", "m1"),
        ("", "", "", ""),
    ]
    assert joined.spans["marks"].name == "marks"


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        # One entry a span: joined, also where a group without spans has no list.
        ([([(0, 1)], {"p": [0.5]}), ([(0, 1), (1, 2)], {"p": (0.1, 0.2)})], {"p": [0.5, 0.1, 0.2]}),
        ([([], {}), ([(0, 1)], {"p": [0.5]}), ([], {"p": []})], {"p": [0.5]}),
        # Of the group as a whole: kept where all groups say the same.
        ([([(0, 1)], {"by": "ann"}), ([], {"by": "ann"})], {"by": "ann"}),
        ([([(0, 1)], {"by": "ann"}), ([], {})], {"by": "ann"}),
        ([([(0, 1)], {"by": {"x": [1]}})], {"by": {"x": [1]}}),
        ([([(0, 1)], {"by": "ann"}), ([(0, 1)], {"by": "bob"})], {}),
        ([([(0, 1)], {"by": "ann"}), ([(0, 1)], {})], {}),
        ([([(0, 1)], {"p": [0.5]}), ([(0, 1)], {})], {}),
        ([([(0, 1)], {"p": [0.5]}), ([(0, 1)], {"p": [0.1, 0.2]})], {}),
        ([([(0, 1)], {"by": np.zeros(2)}), ([(0, 1)], {"by": np.zeros(2)})], {}),
        # Characters are known of every span.
        (
            [([(1, 2)], {"start_char": [5], "end_char": [6]}), ([(0, 2)], {})],
            {"start_char": [5, 14 + 0], "end_char": [6, 14 + 7]},
        ),
        (
            [([(0, 1)], {}), ([(1, 2)], {"start_char": [5], "end_char": [6, 7]})],
            {"start_char": [0, 14 + 4], "end_char": [3, 14 + 7]},
        ),
    ],
)
def test_attrs_of_a_group_are_joined_or_kept_or_dropped(groups, expected):
    doc = join([group_doc(spans, attrs) for spans, attrs in groups], nlp=NLP)
    assert doc.spans["marks"].attrs == expected
    assert len(doc.spans["marks"]) == sum(len(spans) for spans, _ in groups)


def test_groups_of_some_members_only_are_kept():
    docs = [group_doc([(0, 1)], {"by": "ann"}, "a"), group_doc([(1, 2)], {"p": [1]}, "b")]
    doc = join([*docs, group_doc([], {}, "c")], nlp=NLP)
    assert {key: [span.start for span in group] for key, group in doc.spans.items()} == {
        "a": [0],
        "b": [4 + 1],
        "c": [],
        "citances": [0, 4, 8],
    }
    assert (doc.spans["a"].attrs, doc.spans["b"].attrs) == ({"by": "ann"}, {"p": [1]})


def test_members_groups_of_the_same_key_give_way():
    docs = [group_doc([(0, 1)], {"p": [1]}, "citances"), "four"]
    doc = join(docs, nlp=NLP)
    assert member_texts(doc) == ["one two three", "four"]
    assert doc.spans["citances"].attrs == {}
    doc = join([doc, "five"], nlp=NLP, key="texts")
    assert member_texts(doc) == ["one two three", "four"]
    assert member_texts(doc, "texts") == ["one two three\nfour", "five"]


# --- Docs: user data -------------------------------------------------------------------------


@pytest.mark.usefixtures("extensions")
def test_attributes_of_tokens_and_spans_are_where_they_were():
    docs = [NLP.make_doc("one two "), NLP.make_doc("one two")]
    for number, doc in enumerate(docs):
        doc[1]._.joining_note = ["token", number]
        doc[0:2]._.joining_note = ["span", number]
    joined = join(docs, nlp=NLP)
    assert [token._.joining_note for token in joined] == [
        *(None, ["token", 0], None, None),
        *(None, ["token", 1]),
    ]
    assert joined[0:2]._.joining_note == ["span", 0]
    assert joined[4:6]._.joining_note == ["span", 1]
    docs[0][1]._.joining_note.append("later")
    assert joined[1]._.joining_note == ["token", 0]


@pytest.mark.usefixtures("extensions")
def test_what_is_said_of_a_doc_is_kept_where_all_members_say_it():
    docs = [NLP.make_doc("one"), NLP.make_doc("two")]
    for number, doc in enumerate(docs):
        doc._.joining_note = "both"
        doc.user_data |= {"both": [1, 2], "either": number, "array": np.arange(2)}
        doc.user_data[f"only {number}"] = True
    assert join(docs, nlp=NLP).user_data == {
        ("._.", "joining_note", None, None): "both",
        "both": [1, 2],
    }
    assert join(docs, nlp=NLP)._.joining_note == "both"
    assert join([*docs, "three"], nlp=NLP).user_data == {}
    assert join(docs[:1], nlp=NLP).user_data.keys() == docs[0].user_data.keys()


@pytest.mark.usefixtures("extensions")
def test_values_that_point_into_members_are_left_out():
    doc = NLP.make_doc("one two")
    doc[0:1]._.joining_note = doc[1:2]
    doc._.joining_note = [doc[0]]
    assert join([doc], nlp=NLP).user_data == {}


# --- bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("parsed", [True, False])
def test_all_survives_bytes(parsed):
    docs = [annotated(parsed=parsed), annotated(parsed=parsed)]
    for doc in docs:
        set_character_spans(doc, GENE_MENTIONS, [(5, 9)], "GENE", {"confidence": [0.5]})
        doc.user_data["both"] = ["x"]
    doc = join([*docs, docs[0].copy()], nlp=NLP, labels="zork")
    through_bin = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    for again in (
        Doc(spacy.blank("en").vocab).from_bytes(doc.to_bytes()),
        next(DocBin().from_bytes(through_bin).get_docs(spacy.blank("en").vocab)),
    ):
        assert again.text == doc.text
        assert token_columns(again) == token_columns(doc)
        assert member_texts(again) == member_texts(doc)
        assert [span.label_ for span in again.spans["citances"]] == ["zork"] * 3
        assert again.user_data.keys() == {"both"}
        found = get_character_spans(again, GENE_MENTIONS)
        assert [again.text[start:end] for start, end in found] == ["Zork"] * 3


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ([], "there are no members"),
        ("Frogs hop.", "members is one text; put it in a list"),
        (["a", ""], r"members\[1\] is empty, and no span can hold it"),
        ([Doc(NLP.vocab)], r"members\[0\] is empty"),
        ([b"Frogs"], r"members\[0\] is of type bytes; give texts and Docs"),
        (["a", NLP.make_doc("a b")[:1]], r"members\[1\] is of type Span"),
        (NLP.make_doc("a b"), r"members\[0\] is of type Token"),
        ([None], r"members\[0\] is of type NoneType"),
        (["a", "b\ud800"], r"members\[1\] has half a character, '\\ud800'"),
        (["a", "b" * 1_000_001], r"members\[1\] has 1000001 characters, more than"),
    ],
    ids=lambda value: str(value)[:80],
)
def test_other_members_are_refused(members, message):
    with pytest.raises(InputError, match=message):
        join(members, nlp=NLP)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "there are 0 labels for 2 members"),
        (["a"], "there are 1 labels for 2 members; give one a member"),
        (["a", "b", "c"], "there are 3 labels for 2 members"),
        (["a", 7], r"labels\[1\] is of type int; give strings"),
        (["a", None], r"labels\[1\] is of type NoneType"),
    ],
)
def test_other_labels_are_refused(labels, message):
    with pytest.raises(InputError, match=message):
        join(TEXTS, nlp=NLP, labels=labels)


def test_tokenizers_that_change_the_text_are_refused():
    nlp = spacy.blank("en")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=text.split())
    with pytest.raises(
        SettingError, match=r"the tokenizer of nlp changes the text of members\[1\]"
    ):
        join([nlp.make_doc("Frogs hop"), "Frogs hop"], nlp=nlp)
