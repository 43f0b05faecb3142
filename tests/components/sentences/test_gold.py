"""Scores of sentence links, worked out by hand."""

import numpy as np
import pytest
from blank_english import NLP
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.joining import join
from spacy_citalign.components.sentences.attributes import set_links
from spacy_citalign.components.sentences.gold import make_sentence_scorer
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.errors import InputError
from spacy_citalign.sentences.methods import Links

SCORE = make_sentence_scorer()
FROGS = ("Frogs hop. Frogs eat flies. They sleep.", "Frogs hop. Flies are eaten. They rest.")


def with_links(doc, rows, texts=(0, 1)):
    """Put links on a Doc, (first, second) or (first, second, probability) each."""
    table = np.array([(*row, 0.5)[:3] for row in rows]).reshape(-1, 3)
    first, second = table[:, :2].T.astype(np.int64)
    set_links(doc, text_sentences(doc), {texts: Links(first, second, table[:, 2])})
    return doc


def example(found, texts=FROGS, **gold):
    """Return an Example with the links found, and gold links or passages."""
    predicted, reference = (join(texts, nlp=NLP, key="texts") for _ in range(2))
    reference.user_data["sentence_links"] = [{"texts": [0, 1], **gold}]
    return Example(with_links(predicted, found), reference)


def links_of(scores):
    return [scores[f"sentence_links_{name}"] for name in ("p", "r", "f", "changed_f")]


def passages_of(scores):
    return [scores[f"sentence_passages_{name}"] for name in ("p", "r", "f")]


def test_links_are_counted_over_all_texts():
    scores = SCORE(
        [
            example([(0, 0), (1, 1), (1, 2)], links=[[0, 0], [1, 1], [2, 2]]),
            example([(2, 2)], links=[[2, 2], [0, 1]]),
        ]
    )
    precision, recall = 3 / 4, 3 / 5
    f = 2 * precision * recall / (precision + recall)
    changed = 2 * 2 / (3 + 4)  # without the link of "Frogs hop." with itself
    assert links_of(scores) == pytest.approx([precision, recall, f, changed])
    assert passages_of(scores) == [None] * 3
    assert scores["sentence_diversity"] == 2 * 4 / (3 + 3 + 3 + 3)


def test_without_changed_sentences_there_is_no_score_of_them():
    scores = SCORE([example([(0, 0)], links=[[0, 0]])])
    assert links_of(scores) == [1.0, 1.0, 1.0, None]


def test_nothing_found_is_scored():
    scores = SCORE([example([], links=[[0, 0], [1, 1]])])
    assert links_of(scores) == [0.0, 0.0, 0.0, 0.0]
    assert scores["sentence_diversity"] == 0.0
    reference = example([], links=[[0, 0]]).reference
    bare = Example(NLP(reference.text), reference)
    assert links_of(SCORE([bare]))[:3] == [0.0, 0.0, 0.0]


def test_gold_without_links_is_scored():
    assert links_of(SCORE([example([(0, 1)], links=[])])) == [0.0, 0.0, 0.0, 0.0]


def test_scores_are_none_without_gold():
    doc = join(FROGS, nlp=NLP, key="texts")
    for examples in ([], [Example(with_links(doc.copy(), [(0, 0)]), doc)]):
        assert set(SCORE(examples).values()) == {None}
    plain = Doc(NLP.vocab)
    plain.user_data["sentence_links"] = []
    assert set(SCORE([Example(plain.copy(), plain)]).values()) == {None}


def test_sentences_with_other_bounds_are_wrong():
    """The second and third sentences of the first text are found as one."""
    one = example([], links=[[0, 0], [1, 1]])
    predicted = join(FROGS, nlp=NLP, key="texts")
    for token in predicted:
        token.is_sent_start = token.idx in (0, 11, 39, 40, 51, 68)
    assert [len(text.spans) for text in text_sentences(predicted)] == [2, 3]
    scores = SCORE([Example(with_links(predicted, [(0, 0), (1, 1), (1, 2)]), one.reference)])
    assert links_of(scores)[:2] == [1 / 3, 1 / 2]


def test_pairs_of_texts_without_gold_are_left_out():
    texts = (*FROGS, "Toads dig.")
    predicted, reference = (join(texts, nlp=NLP, key="texts") for _ in range(2))
    rows = Links(np.array([0]), np.array([0]), np.array([0.5]))
    set_links(predicted, text_sentences(predicted), dict.fromkeys([(0, 1), (0, 2), (1, 2)], rows))
    reference.user_data["sentence_links"] = [
        {"texts": [2, 1], "links": [[0, 0]]},
        {"texts": [0, 2], "links": [[1, 0]]},
    ]
    scores = SCORE([Example(predicted, reference)])
    assert links_of(scores)[:2] == [1 / 2, 1 / 2]
    assert scores["sentence_diversity"] == 2 * 2 / (3 + 3 + 1 + 1)


def test_passages_are_scored_as_the_paper_does_with_recall_capped():
    """Two pairs lie in the first pair of passages, which is to yield one; one pair in none."""
    passages = [[[0, 1], [0]], [[2], [1, 2]], [[0, 1], [0]]]
    found = [(0, 0, 0.9), (1, 0, 0.8), (2, 0, 0.7)]
    scores = SCORE([example(found, passages=passages)])
    precision, recall = 2 / 3, 1 / 2
    f = 2 * precision * recall / (precision + recall)
    assert passages_of(scores) == pytest.approx([precision, recall, f])
    assert links_of(scores) == [None] * 4
    assert scores["sentence_diversity"] == 1.0


def test_passages_and_links_are_scored_apart():
    examples = [
        example([(0, 0)], passages=[[[0], [0]]]),
        example([(0, 0), (1, 2)], links=[[0, 0], [1, 1]]),
        example([], passages=[[[0], [0]]]),
    ]
    scores = SCORE(examples)
    assert passages_of(scores) == pytest.approx([1.0, 1 / 2, 2 / 3])
    assert links_of(scores)[:3] == [0.5, 0.5, 0.5]
    assert passages_of(SCORE(examples[2:])) == [0.0, 0.0, 0.0]


def test_malformed_gold_is_refused():
    with pytest.raises(InputError, match="names sentence 3 of text 0, which has 3"):
        SCORE([example([], links=[[3, 0]])])


def test_the_scorer_is_registered_and_reads_the_group_it_is_told():
    score = registry.scorers.get("citalign.SentenceScorer.v1")(spans_key="mine")
    assert set(score([example([(0, 0)], links=[[0, 0]])]).values()) == {None}
    one = example([(0, 0)], links=[[0, 0]])
    one.reference.spans["mine"] = list(one.reference.spans["texts"])
    assert score([one])["sentence_links_f"] == 1.0
