"""Likeness of citances and sentences, by hand and against a plain count."""

from collections import Counter

import numpy as np
import pytest

from spacy_citalign.evidence.matching import CHANNELS, Frequencies, Likeness, count_frequencies
from spacy_citalign.evidence.terms import grams, hashed, stems, without_marks
from spacy_citalign.words.hashing import hash_strings

ARTICLE = [
    "Frogs sleep in the mud.",
    "Newts sing in the rain, and newts sing again.",
    "Nothing is known of the 12 herons of the PondNet.",
]
FREQUENCIES = count_frequencies([*ARTICLE, "Mud is everywhere.", "Rain and mud."])


def plain_bm25(citance, sentences, idf, kind, k=1.2, b=0.5):
    counts = [Counter(kind(sentence)) for sentence in sentences]
    mean = sum(sum(count.values()) for count in counts) / len(counts)
    return [
        sum(
            idf(term)
            * count[term]
            * (k + 1)
            / (count[term] + k * (1 - b + b * sum(count.values()) / mean))
            for term in {*kind(citance)}
            if count[term]
        )
        for count in counts
    ]


@pytest.mark.parametrize(("channel", "kind"), [("stems", stems), ("grams", grams)])
def test_bm25_is_that_of_the_formula(channel, kind):
    citances = ["Singing newts", "the mud of frogs and herons", "zebra"]
    found = Likeness(ARTICLE, FREQUENCIES)(citances)[:, :, CHANNELS.index(channel)]

    def idf(term):
        return float(FREQUENCIES.idf(channel, hash_strings([term]))[0])

    wanted = [plain_bm25(citance, ARTICLE, idf, kind) for citance in citances]
    assert found == pytest.approx(np.array(wanted), rel=1e-5, abs=1e-6)


def test_shares_are_of_the_citance_and_of_the_sentence():
    found = Likeness(["Frogs sleep.", "Frogs."], FREQUENCIES)(["frogs sleep"])[0]
    of_citance = found[:, CHANNELS.index("stems_of_citance")]
    of_sentence = found[:, CHANNELS.index("stems_of_sentence")]
    assert of_citance[0] == pytest.approx(1)
    assert 0 < of_citance[1] < 1
    assert of_sentence == pytest.approx([1, 1])


def test_numbers_acronyms_and_names_are_counted():
    found = Likeness(ARTICLE, FREQUENCIES)(["the PondNet of 12 Herons"])[0]
    for channel in ("numbers", "acronyms"):
        assert found[:, CHANNELS.index(channel)].argmax() == 2
        assert not found[:2, CHANNELS.index(channel)].any()


def test_nothing_in_common_is_zero():
    assert not Likeness(["qqq", ""], FREQUENCIES)(["zzz", ""]).any()


def test_rows_do_not_depend_on_the_other_citances():
    citances = ["Newts sing", "12 frogs", "mud"]
    together = Likeness(ARTICLE, FREQUENCIES)(citances)
    alone = [Likeness(ARTICLE, FREQUENCIES)([citance])[0] for citance in citances]
    assert together == pytest.approx(np.stack(alone), abs=1e-6)


def test_a_frequent_term_weighs_less():
    counted = count_frequencies(["mud frog"] + ["mud newt"] * 40)
    idf = counted.idf("stems", hash_strings(["mud", "frog", "unseen"]))
    assert 0 <= idf[0] < idf[1] < idf[2]


def test_counts_are_of_sentences_within_five_percent():
    counted = count_frequencies(["mud mud mud"] * 100 + ["", "  "])
    assert counted.sentences == 100
    bucket = int(hash_strings(["mud"])[0]) & (len(counted.stems) - 1)
    assert np.exp2(counted.stems[bucket] / 12) - 1 == pytest.approx(100, rel=0.05)


def test_no_sentences_make_no_frequencies():
    none = count_frequencies([])
    assert none.sentences == 0
    assert isinstance(none, Frequencies)


def test_terms_of_texts_without_words():
    terms = hashed(["", "!", "frog"], stems)
    assert terms.texts.tolist() == [2]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Frogs wake (Newt, 2004; Toad and Frog 1999a) early.", "Frogs wake early."),
        ("Newt et al. wake [1,2-5].", "wake ."),
        ("Since Newt (2004), frogs wake.", "Since , frogs wake."),
        ("Frogs (and newts) wake 2 times.", "Frogs (and newts) wake 2 times."),
    ],
)
def test_marks_are_taken_out_at_equal_length(text, kept):
    blanked = without_marks(text)
    assert len(blanked) == len(text)
    assert blanked.split() == kept.split()


def test_marks_take_linear_time():
    without_marks("(" * 50_000 + "[" * 50_000 + "A et al " * 20_000 + "1, " * 50_000)
