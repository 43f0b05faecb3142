"""Words of two sentences, aligned by their trees (Roark, Figure 3) or by their tags alone."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.roles import GAP_COST, NEVER_COST, substitution_costs
from spacy_citalign.columns.tree_alignment import (
    Alignment,
    align_flat,
    align_trees,
    distance,
    leaves,
)
from spacy_citalign.columns.trees import Constituent, tree_of
from spacy_citalign.corpora.penn_trees import parse_tree
from tests.columns.column_models import FIGURE_2, TAGS, parsed_sentences, tree

TAG_LISTS = st.lists(st.sampled_from(TAGS), min_size=1, max_size=5)


def flat(tags):
    """A tree of nothing but tags."""
    return tree_of(tags, [])


def aligned_words(first, second, align=align_trees):
    """Pairs of words, "one=other", of two trees in brackets."""
    words = parse_tree(first).words, parse_tree(second).words
    return [f"{words[0][i]}={words[1][j]}" for i, j in align(tree(first), tree(second))]


def mirrored(pairs):
    return [(j, i) for i, j in pairs]


# --- the example of the paper ------------------------------------------------------------------


@pytest.mark.parametrize("align", [align_trees, align_flat])
def test_figure_3(align):
    # C.B. Rogers Jr. was named -    -       chief    executive officer   of this - - concern
    # -    Each side has called a Harvard Business School    professor to testify on that issue
    assert aligned_words(*FIGURE_2, align) == [
        "Yak=Each",
        "Jr.=goat",  # the heads of the subjects
        "was=has",
        "chosen=joined",  # the main verbs
        "first=Alpine",
        "station=Farm",
        "keeper=herd",  # the heads of what follows the verb, one a small clause
        "of=above",  # prepositions of phrases that hang elsewhere
        "the=that",
        "observatory=lake",
        ".=.",
    ]


def test_figure_3_mirrored():
    one, other = map(tree, FIGURE_2)
    assert align_trees(other, one) == mirrored(align_trees(one, other))


def test_figure_3_has_a_distance_of_its_unaligned_words():
    one, other = map(tree, FIGURE_2)
    unaligned = 3 + 4  # A., mountain, lake; a, Zork, to, graze
    assert distance(align_trees(one, other), one.end, other.end) == pytest.approx(
        unaligned / (14 + 15)
    )


# --- by trees ----------------------------------------------------------------------------------


def test_trees_align_main_verbs_where_tags_align_the_wrong_ones():
    one = (
        "(S (NP (NP (DT The) (NN yak)) (SBAR (WHNP (WDT that)) (S (VP (VBZ sleeps)))))"
        " (VP (VBZ dreams)))"
    )
    other = (
        "(S (NP (DT The) (NN herd)) (VP (VBZ knows)"
        " (SBAR (WHNP (WDT that)) (S (NP (NNS goats)) (VP (VBP eat))))))"
    )
    assert "dreams=knows" in aligned_words(one, other)
    assert "dreams=eat" in aligned_words(one, other, align_flat)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # step 2: the phrase is found below the other root
        ("(NP (DT no) (NN hay))", "(S (NP (DT a) (NN yak)) (VP (VBZ eats)))", ["no=a", "hay=yak"]),
        ("(S (NP (NN hay)) (VP (VBZ is)))", "(VP (VBD was))", ["is=was"]),
        # of several that would do, the one of the most words
        (
            "(NP (DT the) (JJ old) (NN yak))",
            "(S (NP (NN today)) (NP (DT a) (JJ new) (NN goat)) (VP (VBZ is)))",
            ["the=a", "old=new", "yak=goat"],
        ),
        # nothing in common
        ("(NP (NN hay))", "(VP (VBZ is))", []),
        ("(NP (PRP it))", "(NP (NP (DT the) (NN yak)) (PP (IN in) (NP (NN hay))))", ["it=yak"]),
        # a phrase whose partner is deeper is opened by the loose pass
        (
            "(S (NP (NNS yaks)) (VP (VBP eat) (NP (NN hay))))",
            "(S (NP (NNS goats)) (VP (VBP live) (PP (IN on) (NP (NN hay)))))",
            ["yaks=goats", "eat=live", "hay=hay"],
        ),
        # committed alignments are respected: not the noun phrases, which contradict the verbs
        (
            "(S (NP (NN hay)) (VP (VBZ is) (ADJP (JJ dry))))",
            "(S (VP (VBZ comes) (ADJP (JJ late))) (NP (NN winter)))",
            ["is=comes", "dry=late"],
        ),
        (
            "(S (NP (NN hay)) (ADVP (RB soon)))",
            "(S (NP (NN grass)) (NP (RB now)))",
            ["hay=grass", "soon=now"],  # the heads: no other noun phrase for "hay"
        ),
        # not the inner phrase, in which the head of the outer is not
        ("(PP (NP (NN weeks)) (IN ago))", "(PP (PP (IN from) (NP (NN home))) (TO to))", ["ago=to"]),
        # of phrases without a partner that one is opened which leads to the most matches
        (
            "(S (ADVP (NN now)) (ADJP (NN cat) (CC and) (NN dog)) (VP (VBP eat)))",
            "(S (NN yak) (CC or) (NN goat) (VP (VBP rest)))",
            ["cat=yak", "and=or", "dog=goat", "eat=rest"],
        ),
        # of equals the first
        (
            "(S (ADVP (NN now)) (ADJP (NN today)) (VP (VBP eat)))",
            "(S (NN yak) (VP (VBP rest)))",
            ["now=yak", "eat=rest"],
        ),
        # a phrase with a like one inside it is opened last, for the strict pass comes first
        (
            "(S (VP (ADVP (RB slowly)) (VP (VBP graze))))",
            "(S (VP (ADVP (RB often)) (VBP eat)))",
            ["slowly=often", "graze=eat"],
        ),
        # tags of different classes are not aligned, unless both are heads
        ("(NP (DT a) (CC and) (NN yak))", "(NP (IN of) (. .) (NN goat))", ["yak=goat"]),
        ("(NP (CC and))", "(NP (IN of))", ["and=of"]),
    ],
)
def test_trees_are_aligned_from_the_top_down(one, other, expected):
    assert aligned_words(one, other) == expected


@given(parsed_sentences(), parsed_sentences())
def test_alignment_is_one_to_one_and_in_order(one, other):
    for align in (align_trees, align_flat):
        pairs = align(tree_of(*one), tree_of(*other))
        for own, words in zip(zip(*pairs, strict=True), (one.tags, other.tags), strict=False):
            assert list(own) == sorted(set(own))
            assert 0 <= own[0] <= own[-1] < len(words)


@given(parsed_sentences(), parsed_sentences())
def test_heads_of_roots_of_one_label_are_aligned(one, other):
    first, second = tree_of(*one), tree_of(*other)
    if first.label == second.label:
        assert (first.head, second.head) in align_trees(first, second)


@given(parsed_sentences(most=12))
def test_equal_trees_are_aligned_word_by_word(one):
    found = align_trees(tree_of(*one), tree_of(*one))
    assert found == [(place, place) for place in range(len(one.tags))]
    assert distance(found, len(one.tags), len(one.tags)) == 0


@pytest.mark.parametrize("levels", [500, 1000])
def test_trees_may_be_deeper_than_python_calls_functions(levels):
    branches = [Constituent("VP", place, levels) for place in range(levels)]
    deep = tree_of(["VB"] * levels, branches)
    assert len(align_trees(deep, deep)) == levels
    assert len(align_flat(deep, flat(["VB", "VB"]))) == 2
    # No children match, so that the small tree goes on to the next level of the deep one.
    nested = [Constituent("NP", place, levels) for place in range(levels)]
    small = tree_of(["IN", "IN"], [Constituent("NP", 0, 2)])
    assert align_trees(small, tree_of(["CC"] * levels, nested)) == [(1, levels - 1)]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_pair_is_committed_unless_it_contradicts_another(pairs):
    alignment, committed = Alignment(), set()
    for i, j in pairs:
        fits = all((i < x and j < y) or (i > x and j > y) or (i, j) == (x, y) for x, y in committed)
        assert alignment.commit(i, j) == fits
        committed |= {(i, j)} if fits else set()
        assert list(zip(alignment.left, alignment.right, strict=True)) == sorted(committed)


# --- by tags alone -----------------------------------------------------------------------------


def cost(pairs, first, second):
    """What an alignment of tags costs: gaps, and unlike tags."""
    gaps = len(first) + len(second) - 2 * len(pairs)
    return GAP_COST * gaps + sum(substitution_costs([first[i], second[j]])[0, 1] for i, j in pairs)


def every_alignment(first, second):
    for size in range(min(len(first), len(second)) + 1):
        for own in combinations(range(len(first)), size):
            for others in combinations(range(len(second)), size):
                yield list(zip(own, others, strict=True))


@given(TAG_LISTS, TAG_LISTS)
def test_flat_alignment_costs_as_little_as_any(first, second):
    pairs = align_flat(flat(first), flat(second))
    least = min(cost(other, first, second) for other in every_alignment(first, second))
    assert cost(pairs, first, second) == least
    assert all(substitution_costs([first[i], second[j]])[0, 1] < NEVER_COST for i, j in pairs)


@given(TAG_LISTS, TAG_LISTS)
def test_flat_alignment_of_swapped_sentences_costs_the_same(first, second):
    there = align_flat(flat(first), flat(second))
    back = align_flat(flat(second), flat(first))
    assert cost(there, first, second) == cost(mirrored(back), first, second)


def test_of_equal_costs_the_order_of_the_sentences_decides():
    first, second = flat(["CC", "."]), flat([".", "CC"])
    assert align_flat(first, second) == [(0, 1)]  # the conjunctions
    assert align_flat(second, first) == [(0, 1)]  # the stops


def test_of_equal_costs_words_next_to_the_end_are_aligned():
    assert align_flat(flat(["NN", "NN", "NN"]), flat(["NN"])) == [(2, 0)]
    assert align_flat(flat(["VBZ", "NN"]), flat(["VBZ", "VBZ", "NN"])) == [(0, 1), (1, 2)]


@given(parsed_sentences(), parsed_sentences())
def test_flat_alignment_knows_no_trees(one, other):
    found = align_flat(tree_of(*one), tree_of(*other))
    assert found == align_flat(flat(one.tags), flat(other.tags))
    assert len(leaves(tree_of(*one))) == len(one.tags)


# --- distance ----------------------------------------------------------------------------------


def test_distance_is_the_share_of_words_without_a_partner():
    assert distance([], 3, 4) == 1
    assert distance([(0, 0), (1, 1)], 2, 2) == 0
    assert distance([(0, 2)], 3, 5) == (2 + 4) / 8
