"""Differences of two runs: what counts as one, and that they bound those of the counts."""

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.genes.differences import Difference, differing
from spacy_citalign.genes.scoring import official_score

ZRK2, ZRK2_KINASE, QUX, WRONG = (0, 3), (0, 9), (13, 15), (10, 12)

span = st.tuples(st.integers(0, 4), st.integers(0, 2)).map(lambda pair: (pair[0], sum(pair)))
sentences = st.dictionaries(st.sampled_from("st"), st.lists(span, max_size=4), max_size=2)


def test_differing_counts_what_one_run_has_and_the_other_has_not():
    gold = {"s": [ZRK2, QUX], "t": [ZRK2]}
    a = {"s": [ZRK2, WRONG, WRONG, (20, 21)]}
    b = {"s": [QUX, WRONG], "t": [ZRK2, WRONG], "u": [WRONG]}
    assert differing(gold, {}, a, b) == Difference(tp=3, fp=3)
    assert differing(gold, {}, a, a) == Difference(tp=0, fp=0)


def test_differing_takes_two_variants_of_a_mention_for_the_same():
    gold, alternatives = {"s": [ZRK2_KINASE]}, {"s": [ZRK2]}
    runs = {"s": [ZRK2_KINASE]}, {"s": [ZRK2]}
    assert differing(gold, alternatives, *runs) == Difference(tp=0, fp=0)


@given(sentences, sentences, sentences, sentences)
def test_differing_is_symmetric_and_bounds_the_difference_of_counts(gold, alternatives, a, b):
    gold, a, b = ({key: set(spans) for key, spans in one.items()} for one in (gold, a, b))
    difference = differing(gold, alternatives, a, b)
    assert difference == differing(gold, alternatives, b, a)
    one, other = (official_score(gold, alternatives, run) for run in (a, b))
    assert difference.tp >= abs(one.tp - other.tp)
    assert difference.fp >= abs(one.fp - other.fp)
