"""Equations 5-8: numbers worked out by hand, and direct counting of strings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.terms.cohesion import (
    Cohesion,
    NgramTable,
    combined_association,
    count_windows,
    log_combined_association,
    mutual_expectation,
    normalized_expectation,
)
from spacy_citalign.terms.ngrams import LONGEST, CorpusCounts, word_windows
from spacy_citalign.terms.span_cohesion import (
    Associations,
    bigram_expectations,
    mean_bigram_association,
    touched,
    weakest,
)
from spacy_citalign.terms.texts import ConnectedWords, TaggedSentence


def text(*sentences):
    """Make a text of sentences, each of them words with their tags: ``"large/JJ scale/NN"``."""
    pairs = [token.rsplit("/", 1) for sentence in sentences for token in sentence.split()]
    words, tags = [word for word, _ in pairs], [tag for _, tag in pairs]
    lengths = np.array([len(sentence.split()) for sentence in sentences], dtype=np.int64)
    return ConnectedWords(words, tags, np.arange(len(words) + 1), lengths)


# n-grams of 1, 2, 3, 4 words: 13, 9, 5, 2.
CORPUS = text(
    "large/JJ vocabulary/NN speech/NN recognition/NN",
    "large/JJ vocabulary/NN speech/NN recognition/NN",
    "large/JJ speech/NN recognition/NN",
    "vocabulary/NN recognition/NN",
)
COUNTS = CorpusCounts.learn(CORPUS.sentences())
PHRASE = text("large/JJ vocabulary/NN speech/NN recognition/NN")
UNSEEN = text("quantum/NN large/JJ chemistry/NN")


def looked_up(windows_of):
    windows = word_windows(windows_of.words, windows_of.lengths)
    return count_windows(windows, NgramTable(COUNTS.words))


def smoothed(cohesion, words, smoothing):
    kinds = zip(cohesion.counts(words), cohesion.totals, strict=True)
    return [mutual_expectation(*kind, smoothing=smoothing) for kind in kinds]


def expected(rows):
    """Fill the rows that are not given with NaN: 8 rows."""
    size = len(rows[0])
    return np.array([*rows, *[[math.nan] * size] * (LONGEST - len(rows))])


NAN = math.nan


def test_counts_of_windows_and_of_windows_less_one_word():
    whole, rest = looked_up(PHRASE)
    np.testing.assert_array_equal(
        whole, expected([[3, 3, 3, 4], [2, 2, 3, NAN], [2, 2, NAN, NAN], [2, NAN, NAN, NAN]])
    )
    assert rest[0, 0] == 0
    assert rest[1, 0] == 3  # large
    assert rest[2, 0] == 1 + 2  # large speech, large vocabulary
    assert rest[3, 0] == 1 + 0 + 2  # large speech recog., large vocab. recog., large vocab. speech
    assert rest[2, 1] == 1 + 2  # vocabulary recognition, vocabulary speech


def test_equation_5_as_printed():
    found = normalized_expectation(looked_up(PHRASE))
    rows = [
        [3 / 3, 3 / 3, 3 / 3, 4 / 4],  # a single word: C / (C / 1)
        [2 / ((2 + 3) / 2), 2 / ((2 + 3) / 2), 3 / ((3 + 3) / 2), NAN],
        [2 / ((2 + 1 + 2) / 3), 2 / ((2 + 1 + 2) / 3), NAN, NAN],
        [2 / ((2 + 1 + 0 + 2) / 4), NAN, NAN, NAN],  # 1.6: closed gaps go beyond 1
    ]
    np.testing.assert_allclose(found, expected(rows), rtol=1e-12)


def test_equation_7():
    found = mutual_expectation(looked_up(PHRASE), COUNTS.words.totals)
    rows = [
        [3 / 13, 3 / 13, 3 / 13, 4 / 13],
        [2 / 9 * (2 / 2.5), 2 / 9 * (2 / 2.5), 3 / 9 * (3 / 3), NAN],
        [2 / 5 * (6 / 5), 2 / 5 * (6 / 5), NAN, NAN],
        [2 / 2 * (8 / 5), NAN, NAN, NAN],
    ]
    np.testing.assert_allclose(found, expected(rows), rtol=1e-12)


@pytest.mark.parametrize("alpha", [0, 0.4, 1])
def test_equation_8(alpha):
    both = Cohesion(COUNTS).expectations(PHRASE)
    found = combined_association(*both, alpha)
    # large vocabulary speech: NE 6/5, P 2/5; JJ NN NN occurs 3 times of 5, without its second
    # or its third tag JJ NN is left, also 3 times.
    words, tags = 2 / 5 * (6 / 5), 3 / 5 * (3 / ((3 + 3 + 3) / 3))
    assert found[2, 0] == pytest.approx(words**alpha * tags ** (1 - alpha))
    # speech recognition: NE 1, P 3/9; NN NN occurs 2 + 2 + 1 + 1 times of 9, NN 3 + 3 + 2 + 2.
    words, tags = 3 / 9, 6 / 9 * (6 / ((6 + 10) / 2))
    assert found[1, 2] == pytest.approx(words**alpha * tags ** (1 - alpha))


def test_a_single_word_dwarfs_the_phrases_with_it():
    both = Cohesion(COUNTS).expectations(PHRASE)
    cam = combined_association(*both, 1)
    assert cam[0, 0] == pytest.approx(3 / 13)
    assert cam[1, 0] == pytest.approx(16 / 90)


def test_what_never_occurs_has_no_cohesion_and_no_window_leaves_its_sentence():
    both = Cohesion(COUNTS).expectations(UNSEEN)
    assert both.words[:3, 0].tolist() == [0, 0, 0]
    two = text("large/JJ vocabulary/NN", "speech/NN")
    both = Cohesion(COUNTS).expectations(two)
    np.testing.assert_array_equal(
        np.isnan(both.words), [[False] * 3, [False, True, True], *[[True] * 3] * 6]
    )
    np.testing.assert_array_equal(np.isnan(both.tags), np.isnan(both.words))


def test_smoothing_adds_to_every_count():
    found = mutual_expectation(looked_up(PHRASE), COUNTS.words.totals, smoothing=0.5)
    # large vocabulary speech
    frequency = 2.5 / (5 + 0.5 * (13 + 1))
    assert found[2, 0] == pytest.approx(frequency * 2.5 / ((2.5 + 1.5 + 2.5) / 3))
    found = mutual_expectation(looked_up(UNSEEN), COUNTS.words.totals, smoothing=0.5)
    # quantum large: never seen; without "large", "quantum" is left, never seen
    assert found[1, 0] == pytest.approx(0.5 / (9 + 7) * 0.5 / ((0.5 + 0.5) / 2))
    # large chemistry: without "chemistry", "large" is left
    assert found[1, 1] == pytest.approx(0.5 / (9 + 7) * 0.5 / ((0.5 + 3.5) / 2))


@pytest.mark.parametrize("corpus", [COUNTS, COUNTS.pruned(2), CorpusCounts.learn([])])
@pytest.mark.parametrize("alpha", [0, 0.4, 1])
def test_smoothed_logarithms_are_finite_for_every_window(corpus, alpha):
    for one in (PHRASE, UNSEEN, text("new/XX " * 12)):
        words, tags = smoothed(Cohesion(corpus), one, 0.5)
        values = log_combined_association(words, tags, alpha)
        assert np.isfinite(values).tolist() == (~np.isnan(words)).tolist()
        np.testing.assert_allclose(
            values, np.log(combined_association(words, tags, alpha)), atol=1e-12
        )


def test_values_of_spans():
    values = np.arange(8 * 10, dtype=np.float64).reshape(8, 10)
    starts, ends = np.array([0, 3, 2]), np.array([1, 5, 10])

    def of_windows(rows, places):
        return values[rows, places]

    assert weakest(of_windows, starts, ends).tolist() == [0, 13, 72]
    values[7, :3] = 5, 3, 4
    one = np.array([0]), np.array([10])
    assert weakest(of_windows, *one).tolist() == [3]  # its weakest eight words
    none = np.zeros(0, dtype=np.int64)
    assert weakest(of_windows, none, none).tolist() == []


def test_spans_of_tokens_touch_connected_words():
    # [rule - based] [parsing] [.]
    words = ConnectedWords([""] * 3, [""] * 3, np.array([0, 3, 4, 5]), np.array([3]))
    spans = {(0, 3): (0, 1), (1, 2): (0, 1), (2, 4): (0, 2), (3, 5): (1, 3), (0, 5): (0, 3)}
    found = touched(words, *np.array(list(spans)).T)
    assert list(zip(*(side.tolist() for side in found), strict=True)) == list(spans.values())


def test_bigram_terms_and_their_mean_association():
    # The background has "a b" once and "b" once more; of two tokens, "a-b" is one word.
    background = CorpusCounts.learn([TaggedSentence(list("abb"), list("XYY"))])
    cohesion = Cohesion(background)
    one = ConnectedWords(list("abb"), list("XYY"), np.arange(4), np.array([3]))
    two = ConnectedWords(["a-b", "a", "b"], list("YXY"), np.array([0, 2, 3, 4]), np.array([1, 2]))
    terms = [[(0, 2), (0, 3), (2, 3)], [(0, 2), (2, 4), (1, 3)]]  # the last crosses sentences
    pairs = bigram_expectations(cohesion, [one, two], terms)
    # ME of "a b": once of 2 bigrams, times NE = 1 / ((1 + 1) / 2), C(a b) first and then C(a).
    expected = 1 / 2 * 1 / ((1 + 1) / 2)
    assert pairs.tolist() == [[expected, expected]] * 2
    assert mean_bigram_association(pairs, 0.4) == pytest.approx(expected)
    mixed = np.array([[0.2, 0.6], [0.4, 0.1]])
    assert mean_bigram_association(mixed, 1.0) == pytest.approx((0.2 + 0.4) / 2)
    assert mean_bigram_association(mixed, 0.0) == pytest.approx((0.6 + 0.1) / 2)
    assert math.isnan(mean_bigram_association(bigram_expectations(cohesion, [], []), 0.4))
    assert math.isnan(mean_bigram_association(bigram_expectations(cohesion, [one], [[]]), 0.4))


def test_associations_of_a_text_are_those_of_its_expectations():
    background = CorpusCounts.learn([TaggedSentence(list("abab"), list("XYXY"))])
    cohesion = Cohesion(background)
    words = ConnectedWords(list("abca"), list("XYZX"), np.arange(5), np.array([4]))
    associated = Associations(cohesion, words, 0.3)
    exact, smooth = cohesion.expectations(words), smoothed(cohesion, words, 0.5)
    assert np.array_equal(
        associated.association(), combined_association(*exact, 0.3), equal_nan=True
    )
    starts, ends = np.array([(a, b) for a in range(4) for b in range(a + 1, 5)]).T
    found = associated.of_spans(starts, ends)
    rows = ends - starts - 1
    assert np.array_equal(
        found.log_association, log_combined_association(*smooth, 0.3)[rows, starts]
    )
    assert np.isfinite(found).all()
    assert found.known[rows == 0].tolist() == [2, 2, 0, 2]
    assert found.known[rows == 1].tolist() == [2, 0, 0]
    # NE of "a b", smoothed: (2 + s) over the mean of C(a b) + s and C(a) + s.
    of_bigram = found.log_expectation[(starts == 0) & (ends == 2)]
    assert of_bigram == pytest.approx(math.log((2 + 0.5) / (2 + 0.5)))


def test_some_spans_are_counted_as_all_are():
    sizes = np.array([40, 90, 3])
    generator = np.random.default_rng(3)
    words = [str(word) for word in generator.integers(0, 4, sizes.sum())]
    sentence = TaggedSentence(words[:80], words[80:] + words[:27])
    cohesion = Cohesion(CorpusCounts.learn([sentence]))
    text = ConnectedWords(words, words[::-1], np.arange(len(words) + 1), sizes)
    every = [
        (start, end)
        for first, last in ((0, 40), (40, 130), (130, 133))
        for start in range(first, last)
        for end in range(start + 1, min(start + 11, last) + 1)
    ]
    starts, ends = np.array(every).T
    whole = np.stack(Associations(cohesion, text, 0.3).of_spans(starts, ends))
    associated = Associations(cohesion, text, 0.3)
    for some in (generator.permutation(len(every))[:40] for _ in range(3)):
        found = np.stack(associated.of_spans(starts[some], ends[some]))
        assert np.array_equal(found, whole[:, some])


def test_a_text_without_words():
    assert Cohesion(COUNTS).expectations(text()).words.shape == (8, 0)


# The slow way: strings are counted in lists of strings.

sentences = st.lists(st.sampled_from("abAc"), max_size=10)
corpora = st.lists(sentences, max_size=5)


def count(corpus, gram):
    return sum(
        sentence[at : at + len(gram)] == gram
        for sentence in corpus
        for at in range(len(sentence) - len(gram) + 1)
    )


def mutual_expectation_by_strings(corpus, gram, s):
    n = len(gram)
    whole = count(corpus, gram)
    summands = [whole, *(count(corpus, gram[:i] + gram[i + 1 :]) for i in range(1, n))]
    mean = sum(c + s for c in summands) / n
    ngrams = sum(max(0, len(sentence) - n + 1) for sentence in corpus)
    ngrams += s * (sum(map(len, corpus)) + 1)
    return (whole + s) / ngrams * (whole + s) / mean if whole + s else 0


def as_text(corpus):
    words = [word for sentence in corpus for word in sentence]
    lengths = np.array([len(sentence) for sentence in corpus], dtype=np.int64)
    return ConnectedWords(words, [w.upper() for w in words], np.arange(len(words) + 1), lengths)


def learn(corpus):
    return CorpusCounts.learn(
        TaggedSentence(sentence, [word.upper() for word in sentence]) for sentence in corpus
    )


@given(corpora, corpora, st.sampled_from([0, 0.5, 1]))
def test_every_window_is_that_of_strings(background, new, smoothing):
    words, tags = smoothed(Cohesion(learn(background)), as_text(new), smoothing)
    for change, found in ((str.lower, words), (str.upper, tags)):
        known = [[change(word) for word in sentence] for sentence in background]
        start = 0
        for sentence in new:
            for at in range(len(sentence)):
                for n in range(1, LONGEST + 1):
                    value = found[n - 1, start + at]
                    if at + n > len(sentence):
                        assert math.isnan(value)
                        continue
                    gram = [change(word) for word in sentence[at : at + n]]
                    wanted = mutual_expectation_by_strings(known, gram, smoothing)
                    assert value == pytest.approx(wanted)
            start += len(sentence)


@given(corpora, corpora)
def test_capitals_change_nothing(background, new):
    cohesion, words = Cohesion(learn(background)), as_text(new)
    loud = words._replace(words=[word.upper() for word in words.words])
    pairs = zip(cohesion.expectations(words), cohesion.expectations(loud), strict=True)
    for quiet, shouted in pairs:
        np.testing.assert_array_equal(quiet, shouted)


@given(corpora, st.integers(2, 3))
def test_a_pruned_corpus_knows_the_frequent_as_before(background, least):
    words = as_text(background)
    full = learn(background)
    table, pruned = NgramTable(full.words), NgramTable(full.words.pruned(least))
    windows = word_windows(words.words, words.lengths)
    before, after = count_windows(windows, table), count_windows(windows, pruned)
    kept = (before.whole >= least) | (np.arange(LONGEST) == 0)[:, None]
    np.testing.assert_array_equal(
        after.whole, np.where(kept | np.isnan(before.whole), before.whole, 0)
    )
