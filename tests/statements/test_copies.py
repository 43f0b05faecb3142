"""Near copies: sentences of different articles in nearly the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.copies import copy_groups, copy_words, likeness

SAID = "Long exposure to traffic noise raises the blood pressure of sleeping tree frogs"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a b c d e", "a b c d e", 5 / 5),
        ("a b c d e", "a b x d e", (2 + 2) / 5),
        ("a b c d e", "x y a b c d e z", 5 / 5),
        ("a b c d e", "d e a b c", 3 / 5),  # in order: one of the runs
        ("a b c d e", "a x b x c x d x e", 0 / 5),  # no two in a row
        ("", "a b", 0),
    ],
)
def test_likeness_is_the_share_of_words_in_common_runs(one, other, expected):
    assert likeness(one.split(), other.split()) == pytest.approx(expected)
    assert likeness(other.split(), one.split()) == pytest.approx(expected)


def test_words_are_stems_without_marks_and_punctuation():
    text = "Anti-inflammatory frogs [3], sleeping (Ott 2004)."
    marks = [(24, 27), (38, 48)]
    assert [text[start:end] for start, end in marks] == ["[3]", "(Ott 2004)"]
    assert copy_words(text, marks) == ["antiinflammatori", "frog", "sleep"]


@pytest.mark.parametrize(
    "other",
    [
        f"{SAID}.",
        f"{SAID} (Zork et al., 2004).",
        SAID.replace("traffic", "street"),
        SAID.replace("raises", "raised").replace("frogs", "frog"),
        f"It was reported by many that {SAID[0].lower()}{SAID[1:]}, and that they croak less.",
        "raises the blood pressure of sleeping tree frogs",  # a clause was cut
    ],
)
def test_sentences_in_nearly_the_same_words_are_copies(other):
    assert copy_groups([f"{SAID} [3].", other], ["A", "B"]) == (0, 0)


@pytest.mark.parametrize(
    "other",
    [
        "",
        "Frogs sleep.",
        "Tree frogs that sleep beside roads have a higher blood pressure after weeks of noise.",
        "The blood pressure of frogs was measured with a cuff after long exposure to cold water.",
    ],
)
def test_sentences_in_their_own_words_are_none(other):
    assert copy_groups([f"{SAID} [3].", other], ["A", "B"]) == (0, 1)


def test_marks_are_no_words():
    texts = ["Noise [1] harms [2] sleeping [3] frogs [4] by day [5].", "Noise harms frogs by day."]
    long = [f"{text} So it is said by all." for text in texts]
    marks = [[(i, i + 3) for i, sign in enumerate(text) if sign == "["] for text in long]
    assert copy_groups(long, ["A", "B"], marks) == (0, 0)


def test_short_sentences_are_no_copies():
    assert copy_groups(["It was done as described [3]."] * 2, ["A", "B"]) == (0, 1)


def test_sentences_of_one_article_are_not_compared():
    assert copy_groups([SAID] * 3, ["A", "A", "B"]) == (0, 0, 0)  # by the one of B
    assert copy_groups([SAID] * 2, ["A", "A"]) == (0, 1)
    assert copy_groups([SAID] * 2, [None, None]) == (0, 0)


def test_copies_of_copies_are_copies():
    words = [f"w{number}" for number in range(16)]
    texts = [" ".join(words[start : start + 8]) for start in (0, 3, 6)]
    assert copy_groups([texts[0], texts[2]], ["A", "B"]) == (0, 1)
    assert copy_groups(texts, ["A", "B", "C"]) == (0, 0, 0)


def test_of_many_sentences_the_copies_are_found():
    texts = [" ".join(f"w{12 * number + place}" for place in range(12)) for number in range(700)]
    texts[3] = texts[650] = SAID
    groups = copy_groups(texts, [str(number) for number in range(700)])
    assert [n for n, first in enumerate(groups) if first != n] == [650]
    assert groups[650] == 3


_WORDS = st.lists(st.sampled_from("abcd"), max_size=14).map(" ".join)
_SENTENCES = st.lists(st.tuples(_WORDS, st.sampled_from(["A", "B", "C", None])), max_size=9)


@given(_SENTENCES, st.randoms(use_true_random=False))
def test_the_order_of_sentences_does_not_matter(sentences, random):
    order = list(range(len(sentences)))
    random.shuffle(order)
    groups = copy_groups(*_columns(sentences))
    shuffled = copy_groups(*_columns([sentences[number] for number in order]))
    parts = {frozenset(n for n in order if groups[n] == first) for first in groups}
    assert parts == {
        frozenset(order[n] for n in range(len(order)) if shuffled[n] == first) for first in shuffled
    }


@given(_SENTENCES)
def test_the_first_of_a_group_has_its_own_number(sentences):
    groups = copy_groups(*_columns(sentences))
    assert all(first <= n and groups[first] == first for n, first in enumerate(groups))


def _columns(sentences):
    return [text for text, _ in sentences], [article for _, article in sentences]
