"""Tag bigrams: Table 5 and the information gains of section 3.3, worked by hand first."""

from math import isnan, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.genes.bigrams import (
    BIGRAMS,
    EDGE,
    bigram_counts,
    bootstrap_gains,
    confusion,
    information_gains,
)
from spacy_citalign.chain.labels import BIO
from spacy_citalign.errors import InputError, SettingError

B, I, O = range(3)  # noqa: E741 - the tags are called so


def tags(*texts):
    return [np.array([BIO.index(letter) for letter in text], dtype=np.int64) for text in texts]


def cells(table):
    """The cells that are not 0, by the names of their bigrams."""
    return {
        (BIGRAMS[row], BIGRAMS[column]): int(table.counts[row, column])
        for row, column in zip(*np.nonzero(table.counts), strict=True)
    }


def named(values):
    return {name: value for name, value in zip(BIGRAMS, values, strict=True) if not isnan(value)}


sentences = st.lists(st.text("BIO", max_size=6), max_size=6)


# --- Table 5 ---------------------------------------------------------------------------------


def test_bigrams_are_in_the_order_of_the_paper():
    assert BIGRAMS == ("BB", "BI", "BO", "IB", "II", "IO", "OB", "OI", "OO")


# gold       B I O O      bigrams, head O: OB BI IO OO    tail O: BI IO OO OO
# predicted  B O O B                       OB BO OO OB            BO OO OB BO
@pytest.mark.parametrize(
    ("attached", "expected"),
    [
        ("none", {("BI", "BO"): 1, ("IO", "OO"): 1, ("OO", "OB"): 1}),
        ("head", {("OB", "OB"): 1, ("BI", "BO"): 1, ("IO", "OO"): 1, ("OO", "OB"): 1}),
        ("tail", {("BI", "BO"): 1, ("IO", "OO"): 1, ("OO", "OB"): 1, ("OO", "BO"): 1}),
    ],
)
def test_confusion_by_hand(attached, expected):
    assert cells(confusion(tags("BIOO"), tags("BOOB"), attached=attached)) == expected


def test_confusion_rates_by_hand():
    # gold OB BI IO | OB BO OO OO, predicted OB BI IO | OB BB BO OO
    table = confusion(tags("BIO", "BOOO"), tags("BIO", "BBOO"), attached="head")
    assert named(table.recall) == {"BI": 1, "BO": 0 / 1, "IO": 1, "OB": 2 / 2, "OO": 1 / 2}
    assert named(table.precision) == {"BB": 0 / 1, "BI": 1, "BO": 0, "IO": 1, "OB": 1, "OO": 1}
    assert named(table.f) == {
        "BB": 0,
        "BI": 1,
        "BO": 0,
        "IO": 1,
        "OB": 1,
        "OO": 2 * 1 * (1 / 2) / (1 + 1 / 2),
    }


def test_confusion_joins_no_sentences():
    assert cells(confusion(tags("B", "O"), tags("B", "O"), attached="none")) == {}
    assert cells(confusion(tags("B", "", "O"), tags("B", "", "O"), attached="tail")) == {
        ("BO", "BO"): 1,
        ("OO", "OO"): 1,
    }


def test_confusion_of_nothing_is_undefined_not_an_error():
    table = confusion([], [], attached="head")
    assert (table.counts.shape, table.counts.dtype) == ((9, 9), np.int64)
    assert not table.counts.any()
    assert np.isnan([table.recall, table.precision, table.f]).all()


@given(sentences)
def test_confusion_with_itself_is_right_everywhere(texts):
    for attached, missing in (("none", 1), ("head", 0), ("tail", 0)):
        table = confusion(tags(*texts), tags(*texts), attached=attached)
        assert table.counts.sum() == sum(len(text) - missing for text in texts if text)
        assert np.array_equal(table.counts, np.diag(np.diag(table.counts)))
        assert set(named(table.f).values()) <= {1.0}


@given(sentences, st.randoms(use_true_random=False))
def test_confusion_mirrors(texts, random):
    """Head and tail are each other's image when all sentences are read from right to left."""
    others = ["".join(random.choice("BIO") for _ in text) for text in texts]
    forward = confusion(tags(*texts), tags(*others), attached="head")
    mirrored = [[text[::-1] for text in side] for side in (texts, others)]
    backward = confusion(*(tags(*side) for side in mirrored), attached="tail")
    turn = [BIGRAMS.index(name[::-1]) for name in BIGRAMS]
    assert np.array_equal(forward.counts, backward.counts[np.ix_(turn, turn)])


def test_confusion_swapped_swaps_recall_and_precision():
    one = confusion(tags("BIOOB"), tags("BOOBI"), attached="head")
    other = confusion(tags("BOOBI"), tags("BIOOB"), attached="head")
    np.testing.assert_array_equal(one.recall, other.precision)
    np.testing.assert_array_equal(one.f, other.f)


# --- counts of sentences ---------------------------------------------------------------------


def test_bigram_counts_by_hand():
    counts = bigram_counts(tags("BI", "", "O"))
    assert (counts.shape, counts.dtype) == ((3, 4, 4), np.int64)
    assert counts.max() == 1
    found = [tuple(place) for place in np.argwhere(counts).tolist()]
    assert found == [(0, B, I), (0, I, EDGE), (0, EDGE, B), (2, O, EDGE), (2, EDGE, O)]


@given(sentences)
def test_bigram_counts_add_up(texts):
    counts = bigram_counts(tags(*texts))
    sizes = np.array([len(text) for text in texts], dtype=np.int64)
    assert np.array_equal(counts.sum(axis=(1, 2)), sizes + (sizes > 0))
    inner = confusion(tags(*texts), tags(*texts), attached="none")
    assert np.array_equal(counts[:, :EDGE, :EDGE].sum(axis=0).ravel(), np.diag(inner.counts))


# --- information gain ------------------------------------------------------------------------


def gains(texts, edges):
    return information_gains(bigram_counts(tags(*texts)).sum(axis=0), edges=edges)


def test_gains_by_hand_where_edges_have_a_tag_of_their_own():
    # Sentences BO and OO, E for an edge.
    # D^F: EB, BO, EO, OO. y is B once in 4; after E once in 2, after B and O never.
    forward = (
        2 / 4 * (1 / 2 * log((1 / 2) / (1 / 4)) + 1 / 2 * log((1 / 2) / (3 / 4)))
        + 1 / 4 * log(1 / (3 / 4))
        + 1 / 4 * log(1 / (3 / 4))
    )
    # D^B: BO, OE, OO, OE. y is B once in 4; before O once in 2, before E never.
    backward = 2 / 4 * (1 / 2 * log((1 / 2) / (1 / 4)) + 1 / 2 * log((1 / 2) / (3 / 4))) + 2 / 4 * (
        log(1 / (3 / 4))
    )
    found = gains(["BO", "OO"], "own")
    assert found.forward == pytest.approx(forward)
    assert found.backward == pytest.approx(backward)


def test_gains_by_hand_where_edges_read_outside():
    # D^F: OB, BO, OO, OO. D^B: BO, OO, OO, OO.
    forward = 3 / 4 * (
        1 / 3 * log((1 / 3) / (1 / 4)) + 2 / 3 * log((2 / 3) / (3 / 4))
    ) + 1 / 4 * log(1 / (3 / 4))
    backward = 1 * (1 / 4 * log((1 / 4) / (1 / 4)) + 3 / 4 * log((3 / 4) / (3 / 4)))
    found = gains(["BO", "OO"], "outside")
    assert found.forward == pytest.approx(forward)
    assert found.backward == pytest.approx(backward, abs=1e-15)


def test_gains_without_edges_are_one_mutual_information():
    # BI, IO, OB: each tag tells the next one and the one before without doubt.
    found = gains(["BIOB"], "none")
    assert found.forward == found.backward == pytest.approx(log(3))


@given(st.lists(st.text("BIO", min_size=1, max_size=6), min_size=1, max_size=6))
def test_gains_are_not_negative_and_mirror(texts):
    for edges in ("own", "outside"):
        found = gains(texts, edges)
        mirrored = gains([text[::-1] for text in texts], edges)
        assert min(found) >= -1e-12
        assert found.forward == pytest.approx(mirrored.backward, abs=1e-12)
        assert found.backward == pytest.approx(mirrored.forward, abs=1e-12)


@given(st.lists(st.integers(1, 9), min_size=6, max_size=6))
def test_gains_of_independent_tags_are_none(numbers):
    counts = np.zeros((4, 4), dtype=np.int64)
    counts[:EDGE, :EDGE] = np.outer(numbers[:3], numbers[3:])
    for edges in ("own", "outside", "none"):
        assert information_gains(counts, edges=edges) == pytest.approx((0, 0), abs=1e-12)


def test_gains_of_many_tables_at_once():
    counts = bigram_counts(tags("BIOO", "OOB", "OBIO"))
    many = information_gains(counts, edges="own")
    assert many.forward.shape == (3,)
    for place in range(3):
        one = information_gains(counts[place], edges="own")
        assert (many.forward[place], many.backward[place]) == pytest.approx(one)


def test_gains_of_nothing_are_undefined_not_an_error():
    assert np.isnan(information_gains(bigram_counts([]).sum(axis=0))).all()


# --- bootstrap -------------------------------------------------------------------------------


def test_bootstrap_of_equal_sentences_is_their_gain():
    counts = bigram_counts(tags("BIOO", "BIOO"))
    gain = information_gains(counts.sum(axis=0))
    found = bootstrap_gains(counts, size=3, draws=20)
    assert (found.forward, found.backward) == pytest.approx(gain)
    assert found.difference_sd == pytest.approx(0, abs=1e-15)
    assert found.backward_share == float(gain.backward > gain.forward)


def test_bootstrap_by_all_draws():
    """Two draws of two sentences: both the first, both the second, or, half of the time, mixed."""
    texts = ["BO", "OOBI"]
    draws = [[texts[0]] * 2, texts, texts, [texts[1]] * 2]
    exact = [gains(draw, "own") for draw in draws]
    difference = np.array([one.backward - one.forward for one in exact])
    found = bootstrap_gains(bigram_counts(tags(*texts)), size=2, draws=40_000)
    assert found.forward == pytest.approx(np.mean([one.forward for one in exact]), abs=0.01)
    assert found.backward == pytest.approx(np.mean([one.backward for one in exact]), abs=0.01)
    assert found.difference_sd == pytest.approx(difference.std(), abs=0.01)
    assert found.backward_share == pytest.approx(np.mean(difference > 0), abs=0.01)


def test_bootstrap_without_edges_never_prefers_backward():
    counts = bigram_counts(tags("BIOO", "OOB", "BOBI"))
    found = bootstrap_gains(counts, edges="none", size=4, draws=200)
    assert found.forward == found.backward
    assert (found.difference_sd, found.backward_share) == (0, 0)


def test_bootstrap_is_seeded():
    counts = bigram_counts(tags("BIOO", "OOB", "BOBI"))
    one, same, other = (bootstrap_gains(counts, size=4, draws=50, seed=n) for n in (1, 1, 2))
    assert one == same != other


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "predicted"), [(("BO",), ("BO", "O")), (("BO", "O"), ("B", "OO")), (("BO",), ())]
)
def test_confusion_of_other_sentences_is_an_error(gold, predicted):
    with pytest.raises(InputError, match="do not match one by one"):
        confusion(tags(*gold), tags(*predicted), attached="head")


@pytest.mark.parametrize(
    "bad", [np.array([0, EDGE]), np.array([-1]), np.array([7]), np.array([0.0])]
)
def test_unknown_tags_are_an_error(bad):
    with pytest.raises(InputError, match="other numbers than"):
        bigram_counts([bad])
    with pytest.raises(InputError, match="other numbers than"):
        confusion([np.zeros(len(bad), dtype=np.int64)], [bad], attached="head")


def test_tags_of_another_shape_are_an_error():
    with pytest.raises(InputError, match="one-dimensional"):
        bigram_counts([np.zeros((1, 2), dtype=np.int64)])


def test_unknown_settings_are_errors():
    with pytest.raises(SettingError, match="attached is 'both'"):
        confusion([], [], attached="both")
    with pytest.raises(SettingError, match="edges is 'O'"):
        information_gains(np.zeros((4, 4), dtype=np.int64), edges="O")
    with pytest.raises(SettingError, match="size is 0"):
        bootstrap_gains(bigram_counts(tags("B")), size=0)


@pytest.mark.parametrize("call", [information_gains, bootstrap_gains])
def test_tables_of_another_shape_are_an_error(call):
    with pytest.raises(InputError, match=r"shape \(3, 3\); give tables of 4 x 4"):
        call(np.zeros((3, 3), dtype=np.int64))


def test_bootstrap_of_nothing_is_an_error():
    with pytest.raises(InputError, match="1 or more"):
        bootstrap_gains(bigram_counts([]))
