"""What is kept of Docs that were read: right when they change, and within bounds."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_citalign.components.base import doc_cache
from spacy_citalign.components.base import doc_words as doc_words_module
from spacy_citalign.components.base.doc_cache import DocCache, strings_of
from spacy_citalign.components.base.doc_words import doc_words
from spacy_citalign.components.base.spans import text_of

TEXT = "Moss grows.  Wet frogs sleep\nin it; they rest."


def as_lists(words):
    return [words.words, *(array.tolist() for array in words[1:])]


def fresh(doc, monkeypatch):
    """What is read where nothing was read before."""
    monkeypatch.setattr(doc_words_module, "CACHE", DocCache(100, 100))
    return as_lists(doc_words(doc))


@pytest.mark.parametrize("change", ["starts", "one start", "merged", "none"])
def test_a_doc_that_changed_is_read_again(change, monkeypatch):
    doc = spacy.blank("en")(TEXT)
    before = as_lists(doc_words(doc))
    if change == "starts":
        for token in doc:
            token.is_sent_start = token.i in (0, 4)
    elif change == "one start":
        doc[5].is_sent_start = True
    elif change == "merged":
        with doc.retokenize() as retokenizer:
            retokenizer.merge(doc[4:6])
    found = as_lists(doc_words(doc))
    assert (found == before) == (change == "none")
    assert found == as_lists(doc_words(doc)) == fresh(doc, monkeypatch)
    assert text_of(doc) == doc.text


def test_boundaries_that_only_say_no_count(monkeypatch):
    doc = spacy.blank("en")("Moss grows. Frogs sleep.")
    cut = as_lists(doc_words(doc))
    for token in doc[1:]:
        token.is_sent_start = False
    assert as_lists(doc_words(doc))[3] == [6] != cut[3]
    assert as_lists(doc_words(doc)) == fresh(doc, monkeypatch)


def test_a_doc_of_another_vocabulary_has_its_strings():
    texts = ["Moss grows .", "Frogs sleep ."]
    docs = [Doc(spacy.blank("en").vocab, text.split()) for text in texts]
    assert [doc_words(doc).words for doc in docs] == [text.split() for text in texts]
    assert [text_of(doc).split() for doc in docs] == [text.split() for text in texts]


def test_what_is_kept_cannot_be_changed():
    words = doc_words(spacy.blank("en")(TEXT))
    for array in words[1:]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_no_more_is_kept_than_fits():
    kept = DocCache(10, 4)
    made = []

    def get(number, size, also=b"", characters=1):
        columns = np.full((size, 2), number, dtype=np.uint64)
        make = lambda: made.append(number) or number  # noqa: E731
        return kept.get(columns, make, characters=characters, also=also)

    assert [get(number, 4) for number in (1, 2, 1)] == [1, 2, 1]
    assert made == [1, 2]
    get(1, 4, b"more")  # 12 tokens: all before are forgotten
    get(1, 4, b"more")
    get(1, 4)
    assert made == [1, 2, 1, 1]
    get(9, 5)
    get(9, 5)
    assert made[4:] == [9, 9]  # too long
    assert [get(7, 4, characters=1_000_000) for _ in range(2)] == [7, 7]
    assert made[6:] == [7, 7]  # of a few very long tokens


def test_strings_are_those_of_the_vocabulary_whatever_is_kept(monkeypatch):
    monkeypatch.setattr(doc_cache, "MAX_STRINGS", 3)
    monkeypatch.setattr(doc_cache, "kept_strings", {})
    strings = spacy.blank("en").vocab.strings
    for words in (["moss", "frog"], ["wet", "moss", "tide"], list("abcdef"), [], ["moss"]):
        numbers = [strings.add(word) for word in words]
        assert strings_of(numbers, strings) == words
        assert len(doc_cache.kept_strings) <= 6  # what is asked for at once stays


def test_long_strings_are_not_kept(monkeypatch):
    monkeypatch.setattr(doc_cache, "kept_strings", {})
    nlp = spacy.blank("en")
    for letter in "abc":
        words = ["moss", letter * 200_000, letter]
        doc = Doc(nlp.vocab, words)
        assert text_of(doc) == doc.text
        assert doc_words(doc).words == words
    assert sorted(doc_cache.kept_strings.values()) == ["a", "b", "c", "moss"]
