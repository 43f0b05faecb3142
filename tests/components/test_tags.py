"""What is particular to the component perceptron_tagger, and what it reads and is trained on."""

import numpy as np
import pytest
import spacy
from blank_english import NLP as BLANK
from corpus import tagged_sentences
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.base.doc_words import doc_words
from spacy_citalign.components.tags import tagged_sentences as read_examples
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

SETTINGS = {"cutoff": 1, "folds": 5, "prune": 0.0}
SPACE = ("_SP", "SPACE")


def example(words, tags, pos=None, **annotations):
    """An Example of gold words and tags."""
    reference = Doc(BLANK.vocab, words=words, tags=tags, pos=pos, **annotations)
    return Example(Doc(BLANK.vocab, words=words), reference)


def examples():
    return [example(*sentence) for sentence in tagged_sentences()]


@pytest.fixture(scope="module")
def nlp():
    """Return a pipeline of the tagger alone, trained on the invented sentences."""
    nlp = spacy.blank("en")
    nlp.add_pipe("perceptron_tagger").initialize(examples, nlp=nlp, **SETTINGS)
    return nlp


def tags(doc):
    return [(token.tag_, token.pos_) for token in doc]


# --- what it sets ----------------------------------------------------------------------------


def test_tags_and_universal_tags_are_set(nlp):
    doc = nlp("The small cells grew slowly.")
    assert [token.tag_ for token in doc] == ["DT", "JJ", "NNS", "VBD", "RB", "."]
    assert [token.pos_ for token in doc] == ["DET", "ADJ", "NOUN", "VERB", "ADV", "PUNCT"]
    assert nlp("It is needed.")[1].pos_ == "AUX"
    assert doc.has_annotation("TAG", require_complete=True)
    assert doc.has_annotation("POS", require_complete=True)


@pytest.mark.parametrize("before", ["", " ", "\n\n", "\t \n"])
@pytest.mark.parametrize("after", ["", "  ", "\n"])
def test_white_space_has_its_own_tag_and_changes_no_other(nlp, before, after):
    doc = nlp(f"{before}The  cells\u00a0 grew.{after}")
    assert [pair for token, pair in zip(doc, tags(doc), strict=True) if token.is_space] == [
        SPACE
    ] * sum(token.is_space for token in doc)
    words = [pair for token, pair in zip(doc, tags(doc), strict=True) if not token.is_space]
    assert words == tags(nlp("The cells grew."))


def test_labels_are_the_tags_of_training(nlp):
    component = nlp.get_pipe("perceptron_tagger")
    assert component.labels == tuple(sorted({t for _, own, _ in tagged_sentences() for t in own}))
    assert spacy.blank("en").add_pipe("perceptron_tagger").labels == ()


def test_tags_that_are_there_are_replaced(nlp):
    words = ["Zork2", "binds"]
    doc = nlp(Doc(nlp.vocab, words=words, tags=["OLD"] * 2, pos=["X"] * 2))
    assert tags(doc) == tags(nlp("Zork2 binds"))


# --- sentences -------------------------------------------------------------------------------


def sentences(doc):
    """The words of each sentence as they are read."""
    read = doc_words(doc)
    ends = np.cumsum(read.lengths).tolist()
    return [
        read.words[end - size : end] for end, size in zip(ends, read.lengths.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("Cells", ["Cells"]),
        ("Cells grew . They rest .", ["Cells grew .", "They rest ."]),
        ("Do they rest ? No ! They", ["Do they rest ?", "No !", "They"]),
        ("Cells grew . 5 of 6 rest", ["Cells grew .", "5 of 6 rest"]),
        ("Cells of sp . nov . grew", ["Cells of sp . nov . grew"]),  # a small letter follows
        ("Cells of sp .  nov . grew", ["Cells of sp . nov . grew"]),  # however far away
        (". . .", [".", ".", "."]),
        ("Cells ... They ; These : Those", ["Cells ... They ; These : Those"]),
        ("A title\nthe text", ["A title", "the text"]),
        ("A title \n \n the text", ["A title", "the text"]),
        ("Cells  grew\tfast", ["Cells grew fast"]),
        ("Cells grew .\n\nThey rest", ["Cells grew .", "They rest"]),
        ("Cells grew . \n", ["Cells grew ."]),
        ("\n\n Cells grew", ["Cells grew"]),
        ("  Cells", ["Cells"]),
    ],
)
def test_docs_without_boundaries_are_cut(text, expected):
    assert sentences(BLANK.make_doc(text)) == [sentence.split() for sentence in expected]


@pytest.mark.parametrize(
    ("words", "starts", "expected"),
    [
        ("a . B c", [1, 0, 0, 0], ["a . B c"]),  # boundaries that are set are believed
        ("a b c d", [1, 0, 1, 0], ["a b", "c d"]),
        ("a b c d", [None, None, 1, None], ["a b", "c d"]),
        ("a . B c", [1, None, None, None], ["a .", "B c"]),  # the first token's says nothing
        ("a b c d", [0, 1, 1, 1], ["a", "b", "c", "d"]),
        ("a _ b c", [1, 0, 1, 0], ["a", "b c"]),
        ("a _ b c", [1, 1, 0, 0], ["a", "b c"]),  # a sentence that begins with white space
        ("a _ b c", [1, 1, 1, 0], ["a", "b c"]),  # and one that has nothing else
        ("_ a b _", [1, 0, 0, 0], ["a b"]),
        ("_ a b", [1, 1, 0], ["a b"]),
        ("_ a _ _ b _", [0, 1, 0, 0, 1, 1], ["a", "b"]),
        ("a", [1], ["a"]),
        ("_", [1], []),
    ],
)
def test_boundaries_that_are_set_are_taken(words, starts, expected):
    tokens = [" " if word == "_" else word for word in words.split()]
    starts = [None if start is None else bool(start) for start in starts]  # None is not set
    doc = Doc(BLANK.vocab, words=tokens, sent_starts=starts)
    assert sentences(doc) == [sentence.split() for sentence in expected]


@given(st.text("aB.?\n\t \u00a0-", max_size=25), st.lists(st.booleans(), max_size=25))
def test_words_are_all_that_is_not_white_space(text, starts):
    doc = BLANK.make_doc(text)
    for token, start in zip(doc, starts, strict=False):
        token.is_sent_start = start
    read = doc_words(doc)
    words = [token for token in doc if not token.is_space]
    assert read.words == [token.text for token in words]
    assert read.places.tolist() == [token.i for token in words]
    assert read.spaces.tolist() == [text[t.idx + len(t) :][:1].isspace() for t in words]
    assert read.lengths.sum() == len(words)
    assert np.all(read.lengths > 0)


def test_sentences_are_tagged_one_by_one(nlp):
    parts = [words for words, *_ in tagged_sentences()[:6]]
    words = [word for part in parts for word in part]
    starts = [place == 0 for part in parts for place in range(len(part))]
    together = nlp(Doc(nlp.vocab, words=words, sent_starts=starts))
    alone = [nlp(Doc(nlp.vocab, words=part)) for part in parts]
    assert tags(together) == [pair for doc in alone for pair in tags(doc)]
    # Each ends with a full stop and begins with a capital, so that it is cut there anyway.
    assert tags(nlp(Doc(nlp.vocab, words=words))) == tags(together)


def test_boundaries_of_the_pipeline_are_used(nlp):
    both = spacy.blank("en")
    both.add_pipe("sentencizer", config={"punct_chars": [","]})
    both.add_pipe("perceptron_tagger").from_bytes(nlp.get_pipe("perceptron_tagger").to_bytes())
    text = "If light falls, the leaf opens."
    one, two = "If light falls, ", "the leaf opens."
    assert tags(both(text)) == tags(nlp(one)) + tags(nlp(two))


# --- training --------------------------------------------------------------------------------


def test_sentences_of_examples_are_read():
    words = ["Cells", "grew", ".", "\n", "They", "rest", "."]
    starts = [True, False, False, False, True, False, False]
    # White space needs no tag.
    first = example(
        words,
        ["NNS", "VBD", ".", "", "PRP", "VBP", "."],
        ["NOUN", "VERB", "PUNCT", "", "PRON", "", "PUNCT"],
        sent_starts=starts,
        spaces=[True, False, False, False, True, False, False],
    )
    second = example(["Mice"], ["NNS"])
    one, two, three = read_examples([first, second])
    assert (one.words, one.tags) == (["Cells", "grew", "."], ["NNS", "VBD", "."])
    assert (two.words, two.pos) == (["They", "rest", "."], ["PRON", "", "PUNCT"])
    assert (one.spaces, two.spaces) == ([True, False, True], [True, False, False])
    assert (three.words, three.tags, three.pos) == (["Mice"], ["NNS"], [""])
    assert one.document == two.document != three.document


def test_untagged_docs_are_passed_over():
    tagged = example(["Mice", "grew"], ["NNS", "VBD"])
    bare = example(["Mice", "grew"], None)
    (one,) = read_examples([bare, tagged, example([], [])])
    assert one.tags == ["NNS", "VBD"]


def test_sentences_with_some_tags_are_left_out_and_counted():
    words = ["Cells", "grew", ".", "They", "rest", "."]
    starts = [True, False, False] * 2
    partly = example(words, ["NNS", "", ".", "PRP", "VBP", "."], sent_starts=starts)
    wholly = example(words, ["NNS", "VBD", ".", "", "", ""], sent_starts=starts)
    with pytest.warns(CitalignWarning, match="^1 sentences have tags on some words only"):
        one, two = read_examples([partly, wholly])
    assert (one.words, two.words) == (["They", "rest", "."], ["Cells", "grew", "."])


@pytest.mark.parametrize(
    "given_",
    [[], [([], [])], [(["Mice"], None)], [([" "], ["_SP"])], [(["Mice", "grew"], ["NNS", ""])]],
    ids=["no examples", "no words", "no tags", "white space", "some tags"],
)
def test_training_without_tags_says_where_they_belong(given_):
    component = spacy.blank("en").add_pipe("perceptron_tagger")
    made = [example(*one) for one in given_]
    with pytest.raises(InputError, match=rf"none of the {len(made)} .* in token.tag_"):
        component.initialize(lambda: made)


def test_training_without_universal_tags_leaves_them_out():
    nlp = spacy.blank("en")
    made = [example(words, own) for words, own, _ in tagged_sentences()]
    nlp.add_pipe("perceptron_tagger").initialize(lambda: made, nlp=nlp, **SETTINGS)
    doc = nlp("The cells \n grew.")
    assert [token.pos_ for token in doc] == ["", "", "SPACE", "", ""]
    assert doc[0].tag_ == "DT"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"algorithm": "adam"}, "'adam'; choose from"),
        ({"prune": 1.0}, "give 0 up to below 1"),
        ({"folds": 0}, "folds is 0"),
    ],
)
def test_wrong_settings_of_training_are_named(settings, message):
    component = spacy.blank("en").add_pipe("perceptron_tagger")
    with pytest.raises(SettingError, match=message):
        component.initialize(examples, **settings)
    assert not component.fitted


# --- scores ----------------------------------------------------------------------------------


def score(*pairs):
    """Score predicted against gold, both given as (words, tags, universal tags)."""
    scorer = registry.scorers.get("citalign.TagScorer.v1")()
    made = [
        Example(*(Doc(BLANK.vocab, words=w, tags=t, pos=p) for w, t, p in pair)) for pair in pairs
    ]
    return scorer(iter(made))


def test_scores_are_shares_of_right_tags():
    words = ["Cells", "grew", "fast"]
    gold = (words, ["NNS", "VBD", "RB"], ["NOUN", "VERB", "ADV"])
    found = (words, ["NNS", "VBN", "RB"], ["NOUN", "VERB", "ADJ"])
    other = (["Mice"], ["NNS"], ["NOUN"])
    assert score((gold, gold)) == {"tag_acc": 1.0, "pos_acc": 1.0}
    expected = {"tag_acc": (2 + 1) / (3 + 1), "pos_acc": (2 + 1) / (3 + 1)}
    assert score((found, gold), (other, other)) == pytest.approx(expected)


def test_scores_leave_out_tokens_without_gold():
    words = ["Cells", "grew", "fast"]
    found = (words, ["NNS", "VBN", "RB"], ["NOUN", "VERB", "ADV"])
    gold = (words, ["NNS", "VBD", ""], ["NOUN", "", ""])
    assert score((found, gold)) == {"tag_acc": 1 / 2, "pos_acc": 1.0}
    nothing = (words, [""] * 3, [""] * 3)
    assert score((found, nothing)) == {"tag_acc": None, "pos_acc": None}
    assert score() == {"tag_acc": None, "pos_acc": None}


def test_scores_do_not_count_white_space():
    words = ["Cells", "\n\n", "grew"]
    gold = (words, ["NNS", "_SP", "VBD"], ["NOUN", "SPACE", "VERB"])
    found = (words, ["NNS", "_SP", "VBN"], ["NOUN", "SPACE", "VERB"])
    assert score((gold, gold)) == {"tag_acc": 1.0, "pos_acc": 1.0}
    assert score((found, gold)) == {"tag_acc": 1 / 2, "pos_acc": 1.0}


def test_pipeline_is_scored(nlp):
    scores = nlp.evaluate(examples())
    assert scores["tag_acc"] > 0.97
    assert scores["pos_acc"] > 0.97
    weights = nlp.get_pipe_meta("perceptron_tagger").default_score_weights
    assert weights == {"tag_acc": 1.0, "pos_acc": 0.0}
