"""A trained lemmatizer: the same answer in any company, its file, damaged parts."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from damaged import ModelFile
from hypothesis import given
from hypothesis import strategies as st
from lemma_words import lemmatized_words

from spacy_citalign.lemmas import model as of_lemmatizer
from spacy_citalign.lemmas.inflections import irregular_forms
from spacy_citalign.lemmas.model import LemmaModel, Lemmatizer
from spacy_citalign.lemmas.training import TrainingSettings, train

TAGS = ["NNS", "NNP", "VBD", "JJ", "PRP", "", "?"]
PAIRS = st.tuples(
    st.one_of(
        st.sampled_from([word.word for word in lemmatized_words()]),
        st.text("aies\u0130S\u20195", min_size=1, max_size=9),
    ),
    st.sampled_from(TAGS),
)


@cache
def small_model():
    return train(lemmatized_words(), irregular_forms(), TrainingSettings(cutoff=1))


@pytest.fixture(scope="module")
def file():
    return ModelFile.of(small_model(), LemmaModel.kind, LemmaModel.version)


def lemmas(lemmatizer, pairs):
    return lemmatizer([word for word, _ in pairs], [tag for _, tag in pairs])


@given(st.lists(PAIRS, max_size=12))
def test_word_has_one_lemma_in_any_company(pairs):
    together = lemmas(Lemmatizer(small_model()), pairs)
    assert together == [lemmas(Lemmatizer(small_model()), [pair])[0] for pair in pairs]
    assert all(together)


def test_lemmatizer_forgets_and_answers_alike(monkeypatch):
    pairs = [(word.word, word.tag) for word in lemmatized_words()]
    expected = lemmas(Lemmatizer(small_model()), pairs)
    monkeypatch.setattr(of_lemmatizer, "MAX_KNOWN", 3)
    forgetful = Lemmatizer(small_model())
    assert [lemmas(forgetful, [pair])[0] for pair in pairs * 2] == expected * 2
    assert len(forgetful.known) <= 3
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda pair: lemmas(forgetful, [pair])[0], pairs * 6))
    assert found == expected * 6


def test_nothing_is_lemmatized():
    assert Lemmatizer(small_model())([], []) == []


def test_lemmatizer_comes_back_from_a_pickle():
    pairs = [(word.word, word.tag) for word in lemmatized_words()]
    again = pickle.loads(pickle.dumps(Lemmatizer(small_model())))
    assert lemmas(again, pairs) == lemmas(Lemmatizer(small_model()), pairs)


# --- the file --------------------------------------------------------------------------------


def test_model_comes_back_from_its_bytes():
    data = small_model().to_bytes()
    again = LemmaModel.from_bytes(data)
    assert again.to_bytes() == data
    pairs = [(word.word, tag) for word in lemmatized_words() for tag in TAGS]
    assert lemmas(Lemmatizer(again), pairs) == lemmas(Lemmatizer(small_model()), pairs)


def test_equal_words_give_equal_bytes():
    again = train(lemmatized_words(), irregular_forms(), TrainingSettings(cutoff=1))
    assert again.to_bytes() == small_model().to_bytes()


def test_model_bytes_hold_no_word_of_the_training_text(file):
    content = b"".join(array.tobytes() for array in file.arrays.values())
    content += repr(file.settings).encode()
    words = {word.word for word in lemmatized_words() if len(word.word) > 7}
    assert len(words) > 1
    assert not [word for word in words if word.encode() in content]


def test_model_without_a_part_is_refused(file):
    file.check_needs("edits cased letters rules rule_edits words word_edits recased".split())


@pytest.mark.parametrize(
    "changes",
    [
        {"edits": [["s"]]},
        {"edits": [["s", 1]] * 200},
        {"edits": [["eightlet", ""]] * 200},
        {"edits": [["", "sixlet"]] * 200},
        {"edits": []},
        {"edits": 5},
        {"cased": [1]},
        {"cased": 1},
        {"letters": -1},
        {"letters": 13},
        {"letters": True},
        {"letters": "6"},
    ],
    ids=str,
)
def test_model_with_garbled_settings_is_refused(file, changes):
    file.check_refused([changes])


def test_model_whose_parts_contradict_each_other_is_refused(file):
    arrays = file.arrays
    file.check_refused(
        [
            {"rules": arrays["rules"].astype(np.int64)},
            {"words": arrays["words"].reshape(-1, 1)},
            {"recased": arrays["recased"].astype(np.float64)},
            {"rule_edits": arrays["rule_edits"][:-1]},
            {"word_edits": arrays["word_edits"].astype(np.int32)},
            {"word_edits": arrays["word_edits"] + np.uint16(5000)},
            {"rules": arrays["rules"][:-1]},
        ]
    )
