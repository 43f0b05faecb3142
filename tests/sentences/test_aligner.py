"""Aligning sentences: what a trained model finds, and the cases at the edges."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.sentences.features import candidate_features
from spacy_citalign.sentences.model import SentenceAligner
from spacy_citalign.sentences.settings import METHODS
from spacy_citalign.sentences.terms import Normalizer
from spacy_citalign.sentences.training import train
from spacy_citalign.words.hit_counts import count_hits
from tests.sentences.sentence_models import PAIRS, QUICK, pair, sentence, trained

every_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(scope="module")
def aligner():
    return SentenceAligner(trained())


def found(links):
    """Links as a list of pairs."""
    return list(zip(links.first.tolist(), links.second.tolist(), strict=True))


def f_of(aligner, method, pairs):
    """F over several pairs of texts."""
    own, gold = set(), set()
    for number, one in enumerate(pairs):
        links = found(aligner(one.first, one.second, method=method))
        own |= {(number, *link) for link in links}
        gold |= {(number, *link) for link in one.links.tolist()}
    return count_hits([(gold, own)]).f


HELD_OUT = [pair(seed) for seed in range(100, 112)]


@every_method
def test_pairs_that_were_not_trained_on(aligner, method):
    assert f_of(aligner, method, HELD_OUT) > 0.8


def test_context_is_ahead_of_the_methods_of_the_paper(aligner):
    scores = {method: f_of(aligner, method, HELD_OUT) for method in METHODS}
    paper = max(scores["alignment"], scores["tfidf"])
    for method in ("context", "versions"):
        assert scores[method] > 0.93
        assert scores[method] > paper


def text(seed, sentences):
    random = np.random.default_rng(seed)
    return [sentence(random) for _ in range(sentences)]


@every_method
def test_identical_texts(aligner, method):
    own = text(1, 10)
    assert set(found(aligner(own, own, method=method))) >= {(n, n) for n in range(10)}


def test_one_sentence_in_each_text(aligner):
    one, other = text(1, 2)
    assert found(aligner([one], [one])) == [(0, 0)]
    assert found(aligner([one], [other])) == []
    # By the paper a word of all sentences weighs nothing; the first sentences match all the same.
    assert found(aligner([one], [one], method="tfidf")) == [(0, 0)]
    assert found(aligner([one], [one], method="alignment")) == []


@every_method
@pytest.mark.parametrize("sizes", [(0, 0), (0, 3), (3, 0)], ids=str)
def test_empty_texts_have_no_links(aligner, method, sizes):
    links = aligner(text(1, sizes[0]), text(2, sizes[1]), method=method)
    assert [part.tolist() for part in links] == [[], [], []]


@pytest.mark.parametrize("words", [[], ["..."], ["", " "], ["\ud800"]], ids=repr)
def test_sentences_without_a_term_have_no_links(aligner, words):
    links = aligner([words, ["moth"]], [["moth"], words])
    assert found(links) in ([(0, 1), (1, 0)], [(1, 0)])


def test_texts_without_a_common_word(aligner):
    assert found(aligner([["ask"], ["elm"]], [["moth"], ["frog"]])) == []


def test_blocks_that_moved_are_found(aligner):
    own = text(3, 18)
    moved = [*own[9:], *own[:9]]
    assert found(aligner(own, moved)) == [(n, (n + 9) % 18) for n in range(18)]


def test_a_refrain_is_linked_where_it_stands(aligner):
    """Sentences repeated more often than there are candidates keep those nearest to their place."""
    verses = text(9, 60)
    song = [line for verse in verses for line in (verse, ["hey", "ho"])]
    assert set(found(aligner(song, song))) >= {(n, n) for n in range(120)}


@every_method
def test_threshold_and_limit(aligner, method):
    one = HELD_OUT[0]
    few = aligner(one.first, one.second, method=method, threshold=0.9)
    many = aligner(one.first, one.second, method=method, threshold=0.001, limit=9)
    assert set(found(few)) <= set(found(many))
    single = aligner(one.first, one.second, method="context", threshold=0.0, limit=1)
    for numbers in (single.first, single.second):
        assert len(set(numbers.tolist())) == len(numbers)


@every_method
def test_no_link_is_less_probable_than_the_threshold(aligner, method):
    own = text(3, 18)
    moved = [*own[9:], *own[:9]]  # half of the links are off the path
    assert len(found(aligner(own, moved, method=method))) > 9
    sure = aligner(own, moved, method=method, threshold=1.0)
    # By the paper's first method the first sentences match whatever their probability.
    expected = [(0, 0)] if method == "tfidf" else []
    assert [
        pair for pair, p in zip(found(sure), sure.probability, strict=True) if p < 1
    ] == expected


def test_without_a_common_word_only_the_first_sentences_match_by_tfidf(aligner):
    """Footnote 6 of the paper: no threshold is so low that it takes a similarity of 0."""
    links = aligner([["ask"], ["elm"]], [["moth"], ["frog"]], method="tfidf", threshold=0)
    assert found(links) == [(0, 0)]


def links_of(aligner, **asked):
    """Links of several pairs of texts."""
    return [found(aligner(one.first, one.second, **asked)) for one in HELD_OUT]


def test_a_link_by_context_is_at_least_two_fifths_probable(aligner):
    assert links_of(aligner) == links_of(aligner, threshold=0.4)
    assert links_of(aligner) != links_of(aligner, threshold=0.9)
    assert links_of(aligner) != links_of(aligner, threshold=0.1)


def test_versions_are_judged_by_what_was_learned_without_copies(aligner):
    model = trained()
    other = SentenceAligner(replace(model, rounds=model.versions))
    one = HELD_OUT[0]
    links, same = aligner(one.first, one.second, method="versions"), other(one.first, one.second)
    assert [part.tobytes() for part in links] == [part.tobytes() for part in same]
    by_default = aligner(one.first, one.second)
    assert links.probability.tolist() != by_default.probability.tolist()


def test_evidence_tells_which_sentences_are_the_same():
    first = [["Moths", "sleep", "."], ["moths", "sleep", "."]]
    second = [["Moths", "sleep", "."], ["Moths", "sleep"]]
    candidates = candidate_features(first, second, Normalizer(), 5)
    cells = zip(candidates.pairs.rows.tolist(), candidates.pairs.columns.tolist(), strict=True)
    same = {cell for cell, equal in zip(cells, candidates.equal, strict=True) if equal}
    assert len(candidates.pairs) == 4
    assert same == {(0, 0)}


def test_vectors_that_point_away_are_no_less_alike_than_others():
    away = {"a": [1.0, 0.0], "b": [-1.0, 0.0], "c": [0.6, 0.8]}
    text = [["a", "moth"], ["b", "moth"], ["c", "moth"]]
    candidates = candidate_features(
        text, text, Normalizer(), 5, lambda own: np.array([away[s[0]] for s in own], np.float32)
    )
    row = candidates.pairs.rows == 0
    assert candidates.similarities["vectors"][row] == pytest.approx([1.0, 0.0, 0.6])


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"method": "moore"}, "method is 'moore'; choose from context, versions, alignment, tfidf"),
        ({"threshold": 1.1}, r"threshold is 1\.1"),
        ({"threshold": float("nan")}, "threshold is nan"),
        ({"threshold": "high"}, "threshold is 'high'"),
        ({"limit": 0}, "limit is 0"),
        ({"limit": True}, "limit is True"),
        ({"limit": 2.0}, r"limit is 2\.0"),
    ],
)
def test_choices_out_of_range_are_refused(aligner, asked, message):
    with pytest.raises(SettingError, match=message):
        aligner([["a"]], [["a"]], **asked)


words = st.lists(st.sampled_from(["ask", "Asks", "elm", "moth", "!", "of", "of-elm"]), max_size=5)
texts = st.lists(words, max_size=6)


@settings(max_examples=40)
@given(texts, texts, st.sampled_from(METHODS))
def test_links_are_sorted_probable_and_the_same_again(first, second, method):
    aligner = SentenceAligner(trained())
    links = aligner(first, second, method=method)
    assert found(links) == sorted(set(found(links)))
    assert all(0 <= p <= 1 for p in links.probability.tolist())
    assert not len(links.first) or links.first.max() < len(first)
    assert not len(links.second) or links.second.max() < len(second)
    again = SentenceAligner(trained())(first, second, method=method)
    assert [part.tobytes() for part in links] == [part.tobytes() for part in again]


@settings(max_examples=40)
@given(texts, texts)
def test_exchanging_the_texts_exchanges_what_is_known_of_them(first, second):
    here = candidate_features(first, second, Normalizer(), 20)
    there = candidate_features(second, first, Normalizer(), 20)
    order = np.lexsort((there.pairs.rows, there.pairs.columns))
    assert here.pairs.rows.tolist() == there.pairs.columns[order].tolist()
    assert here.pairs.columns.tolist() == there.pairs.rows[order].tolist()
    for name, values in here.similarities.items():
        assert values == pytest.approx(there.similarities[name][order], abs=1e-12)
    assert here.equal.tolist() == there.equal[order].tolist()


def test_only_the_best_candidates_are_looked_at():
    own = text(4, 30)
    assert len(candidate_features(own, own, Normalizer(), 2).pairs) <= 2 * 60
    assert len(candidate_features(own, own, Normalizer(), 30).pairs) <= 30 * 30


def test_another_language_has_other_stems():
    first, second = [["Häuser"], ["Motten"]], [["Haus"], ["Frosch"]]
    cells = {
        code: len(candidate_features(first, second, Normalizer(code), 5).pairs)
        for code in ("en", "de")
    }
    assert cells == {"en": 0, "de": 1}
    assert found(SentenceAligner(trained(), language="de")(first, second)) == [(0, 0)]
    with pytest.raises(SettingError, match="xx"):
        SentenceAligner(trained(), language="xx")


# --- vectors of sentences ---------------------------------------------------------------------


def by_first_letter(text):
    """Vectors that tell the first letters of a sentence."""
    found = np.zeros((len(text), 26), dtype=np.float32)
    for row, words in enumerate(text):
        for word in words:
            found[row, (ord(word[0].lower()) - 97) % 26] += 1
    return found


def test_models_of_vectors_ask_for_them():
    model = train(PAIRS, replace(QUICK, vectors=True), by_first_letter)
    with pytest.raises(SettingError, match="trained with vectors of words, and there are none"):
        SentenceAligner(model)
    one = HELD_OUT[0]
    assert len(SentenceAligner(model, by_first_letter)(one.first, one.second).first) > 3


def test_vectors_are_no_use_to_models_without(aligner):
    one = HELD_OUT[0]
    given_some = SentenceAligner(trained(), by_first_letter)(one.first, one.second)
    assert found(given_some) == found(aligner(one.first, one.second))


@pytest.mark.parametrize("shape", [(3, 4), (2,), (2, 2, 2)], ids=str)
def test_vectors_of_another_number_are_refused(shape):
    with pytest.raises(InputError, match="give a row for each"):
        candidate_features([["a"], ["b"]], [["a"]], Normalizer(), 5, lambda _: np.zeros(shape))
