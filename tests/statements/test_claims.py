"""Which sentence says best, alone, what a work is cited for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.claims import claim_scores, hangs
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.sentences import CitingSentence
from spacy_citalign.words.english import content_stems

GOOD = "Zork2 wakes tree frogs in cold ponds at night and so raises the number of songs."


def scores(*sentences, similarity=None, title=""):
    stems = [content_stems(one.claim()) for one in sentences]
    if similarity is None:
        similarity = np.zeros((len(sentences), len(sentences)))
    return claim_scores(sentences, stems, similarity, content_stems(title))


def worse(sentence):
    """Return how much less a sentence scores than a plain one of its kind."""
    plain, other = scores(CitingSentence(GOOD, "a"), sentence)
    return plain - other


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("Zork2 wakes", "However, it wakes"),
        GOOD.replace("Zork2 wakes", "These genes wake"),
        GOOD.replace("Zork2", "zork2"),  # a part of a sentence
        GOOD.replace("Zork2 wakes", "In our ponds Zork2 wakes"),
        "A trial was conducted to determine whether Zork2 wakes tree frogs in cold ponds at night.",
        "Frogs were downloaded as described in Zork2, and songs were measured at night in ponds.",
    ],
)
def test_sentences_that_are_shown_last(text):
    assert worse(CitingSentence(text, "a")) > 0.2


def test_lists_methods_and_long_sentences_are_shown_last():
    groups = ((5, 8), (20, 23), (40, 43))
    assert worse(CitingSentence(GOOD, "a", mark_groups=groups)) > 0.2
    assert worse(CitingSentence(GOOD, "a", own_marks=6)) > 0.2
    assert worse(CitingSentence(GOOD, "a", section="2. Materials and Methods")) > 0.2
    assert worse(CitingSentence(f"{GOOD} " * 4, "a")) > 0.2
    assert worse(CitingSentence("Zork2 wakes frogs.", "a")) > 0.2


def test_a_sentence_about_what_a_work_found_is_shown_first():
    text = "Zork et al. [1] showed that frogs sing at night in cold ponds of the high mountains."
    mark = SentenceMark(12, 15, True)
    told = CitingSentence(text, "a", (mark,), mark_groups=((0, 15),), is_subject=True)
    (one, other) = scores(told, told._replace(is_subject=False))
    assert one > other + 0.2


def test_what_other_articles_say_speaks_for_a_sentence_and_its_own_article_does_not():
    sentences = [CitingSentence(GOOD, name) for name in ("a", "a", "b")]
    similarity = np.array([[0, 0.9, 0.0], [0.9, 0, 0.5], [0.0, 0.5, 0]])
    first, second, third = scores(*sentences, similarity=similarity)
    assert first < second
    assert third == pytest.approx(second)
    alone = [one._replace(article="a") for one in sentences]  # one article: they support each other
    first, second, _ = scores(*alone, similarity=similarity)
    assert first == pytest.approx(scores(CitingSentence(GOOD, "a"))[0] + 4 * 0.45)


def test_words_of_the_title_speak_for_a_sentence():
    frogs, toads = CitingSentence(GOOD, "a"), CitingSentence(GOOD.replace("frogs", "toads"), "b")
    first, second = scores(frogs, toads, title="Songs of tree frogs")
    assert first == pytest.approx(second + 1 / 3)


def test_words_that_belong_to_other_marks_count_for_nothing():
    text = f"{GOOD} We used our toads [2]."
    whole = CitingSentence(text, "a", mark_groups=((len(GOOD) + 19, len(GOOD) + 22),))
    scoped = whole._replace(scope=((0, len(GOOD)),))
    assert worse(scoped) == pytest.approx(0.0)
    assert worse(whole) > 0.2


@pytest.mark.parametrize(
    ("text", "expected"),
    [("This wakes frogs.", True), ("for example, frogs", True), ("Thistles wake.", False)],
)
def test_what_hangs_on_the_sentence_before(text, expected):
    assert hangs(text) is expected


@given(st.lists(st.sampled_from(["a", "b", None]), max_size=6), st.data())
def test_scores_go_with_their_sentences(articles, data):
    size = len(articles)
    texts = [data.draw(st.sampled_from([GOOD, "Frogs sing.", ""])) for _ in articles]
    sentences = [CitingSentence(*pair) for pair in zip(texts, articles, strict=True)]
    values = data.draw(st.lists(st.floats(0, 1), min_size=size * size, max_size=size * size))
    similarity = np.array(values, dtype=float).reshape(size, size)
    similarity = (similarity + similarity.T) / 2
    order = data.draw(st.permutations(range(size)))
    found = scores(*sentences, similarity=similarity)
    moved = scores(*(sentences[n] for n in order), similarity=similarity[np.ix_(order, order)])
    assert np.isfinite(found).all()
    np.testing.assert_allclose(moved, found[order])
