"""Strategies of integration: the paper's example, and brute force over all tag sequences."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.inference import NBest
from spacy_citalign.chain.joint import JointModel, confidence
from spacy_citalign.chain.labels import (
    BEGIN,
    BIO,
    INSIDE,
    OUTSIDE,
    Windows,
    bio_can_follow,
    spans_from_tags,
    spans_from_triples,
)
from spacy_citalign.genes import integration
from spacy_citalign.genes.integration import decode_n_best, decode_sets, decode_sum
from tests.chain.oracles import all_paths, log_sum

FORWARD, BACKWARD, PLAIN = Windows(1, 0), Windows(0, 1), Windows(0, 0)

# Hsu et al. (2008), Figure 2: ten solutions of either direction for a sentence of 15 tokens. Only
# tokens 0 to 3 and the two before the last are ever tagged, so those stand here.
PLACES = [0, 1, 2, 3, 12, 13]
FIGURE_FORWARD = "OBIOOO OBIIOO OOOOOO OBIBOO OOOBOO OBOOOO OBIOBI OBBIOO OBIIBI OBIOOB".split()
FIGURE_BACKWARD = "OBIIOO OBIOOO OBIBOO OOOOOO OBIIBI BIIIOO OBOOOO OOOBOO OBIOBO BIIIOO".split()
# The scores that the figure gives for solutions in both lists; the rest lie between.
FORWARD_COSTS = [-138.202, -137.804, -133.971, -133.478, -131.0, -130.745, -130, -129.9, -129.357]
BACKWARD_COSTS = [-146.502, -142.649, -140.660, -140.608, -139, -138.5, -137.483, -136.538, -136]
FORWARD_COSTS.append(-129.0)
BACKWARD_COSTS.append(-135.5)
BACKWARD_COSTS[4] = -138.046


def solutions(columns):
    """Spread the columns of the figure over the 15 tokens: (1, 10, 15) tags."""
    tags = np.full((1, len(columns), 15), OUTSIDE)
    for number, column in enumerate(columns):
        tags[0, number, PLACES] = [BIO.index(tag) for tag in column]
    return tags


def plain(tags):
    """A model whose labels are tags, and a lattice that is only asked for its lengths."""
    size = tags.shape[-1]
    model = JointModel([PLAIN], [np.zeros((3, 3))])
    return model, model.lattice([np.zeros((len(tags), size, 3))], np.full(len(tags), size))


def decode_lists(monkeypatch, *lists, keep_others=True):
    """Integrate given lists of (tags, costs), as if the models had found them."""
    ready = [NBest(tags, -np.array([costs], dtype=float)) for tags, costs in lists]
    monkeypatch.setattr(integration, "n_best", lambda lattice, n: ready.pop(0))
    models, lattices = zip(*(plain(tags) for tags, _ in lists), strict=True)
    return decode_n_best(models, lattices, 10, keep_others=keep_others)


def triples(spans):
    return list(zip(*(column.tolist() for column in spans), strict=True))


def test_n_best_chooses_the_solution_of_figure_2(monkeypatch):
    found = decode_lists(
        monkeypatch,
        (solutions(FIGURE_FORWARD), FORWARD_COSTS),
        (solutions(FIGURE_BACKWARD), BACKWARD_COSTS),
    )
    # Column 1 forward and column 0 backward, BII: -137.804 - 146.502 is the least of seven sums.
    assert triples(found.chosen) == [(0, 1, 4)]
    # "gap" alone is in column 5 forward and 6 backward; the dictionary is asked about it.
    assert (0, 1, 2) in triples(found.others)


def test_n_best_others_are_the_mentions_of_the_other_eighteen_solutions(monkeypatch):
    found = decode_lists(
        monkeypatch,
        (solutions(FIGURE_FORWARD), FORWARD_COSTS),
        (solutions(FIGURE_BACKWARD), BACKWARD_COSTS),
    )
    left = FIGURE_FORWARD[:1] + FIGURE_FORWARD[2:], FIGURE_BACKWARD[1:]
    expected = set()
    for columns in left:
        tags = solutions(columns)[0]
        for _, start, end in triples(spans_from_tags(tags, np.full(len(tags), 15))):
            expected.add((0, start, end))
    assert set(triples(found.others)) == expected


def test_n_best_leaves_the_chosen_solution_out_of_the_others(monkeypatch):
    one = (solutions(["OBIOOO"]), [-3.0])
    found = decode_lists(monkeypatch, one, one)
    assert triples(found.chosen) == [(0, 1, 3)]
    assert triples(found.others) == []


def test_n_best_sums_costs_rather_than_taking_the_best_of_either(monkeypatch):
    first = (solutions(["BOOOOO", "OBOOOO", "OOBOOO"]), [-10.0, -9.0, -1.0])
    second = (solutions(["OOBOOO", "OBOOOO", "BOOOOO"]), [-10.0, -9.0, -1.0])
    assert triples(decode_lists(monkeypatch, first, second).chosen) == [(0, 1, 2)]  # 18 over 11


def test_n_best_falls_back_to_the_last_models_best(monkeypatch):
    first = (solutions(["BOOOOO", "OBOOOO"]), [-100.0, -90.0])
    second = (solutions(["OOBOOO", "OOOBOO"]), [-2.0, -1.0])
    found = decode_lists(monkeypatch, first, second)
    assert triples(found.chosen) == [(0, 2, 3)]
    assert triples(found.others) == [(0, 0, 1), (0, 1, 2), (0, 3, 4)]


def test_n_best_keeps_no_others_where_nobody_asks(monkeypatch):
    one = (solutions(["OBIOOO"]), [-3.0])
    assert decode_lists(monkeypatch, one, one, keep_others=False).others is None


# --- against all tag sequences ---------------------------------------------------------------


@st.composite
def ensembles(draw, orders=((1, 0), (0, 1)), tokens=4):
    """Models with random weights over a few sentences: joint, single ones, their lattices."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lengths = np.array(draw(st.lists(st.integers(1, tokens), min_size=1, max_size=3)))
    windows = [Windows(*order) for order in orders]
    moves = [rng.normal(0, 1.5, (len(window), len(window))) for window in windows]
    shape = (len(lengths), int(lengths.max()))
    parts = [rng.normal(0, 2, (*shape, len(window))) for window in windows]
    singles = [JointModel([w], [m]) for w, m in zip(windows, moves, strict=True)]
    lattices = [one.lattice([part], lengths) for one, part in zip(singles, parts, strict=True)]
    joint = JointModel(windows, moves, draw(st.sampled_from([0.0, 1.0])))
    return joint, joint.lattice(parts, lengths), singles, lattices


def is_bio(tags):
    return all(bio_can_follow(a, b) for a, b in pairwise((OUTSIDE, *tags)))


def by_tags(model, lattice, row):
    """Score of every tag sequence, best first; a bias is in the emissions of a joint lattice."""
    found = []
    after = (OUTSIDE,) * model.delay
    length = int(lattice.lengths[row]) - model.delay
    for tags in filter(is_bio, product(range(len(BIO)), repeat=length)):
        labels = model.windows.encode(np.array(tags + after)).tolist()
        score = sum(lattice.emissions[row, t, label] for t, label in enumerate(labels))
        score += sum(lattice.transitions[a, b] for a, b in pairwise(labels))
        found.append((tags, score))
    return sorted(found, key=lambda item: -item[1])


def spans_of(tags):
    return [(s, e) for _, s, e in triples(spans_from_tags(np.array([tags]), np.array([len(tags)])))]


PAIR, MANY = ((1, 0), (0, 1)), ((0, 0), (2, 0), (0, 3), (0, 1))


@given(st.sampled_from([PAIR, MANY]), st.integers(1, 12), st.data())
def test_n_best_takes_the_best_common_solution_of_all_models_lists(orders, n, data):
    _, _, singles, lattices = data.draw(ensembles(orders))
    found = triples(decode_n_best(singles, lattices, n, keep_others=False).chosen)
    lengths = lattices[0].lengths - singles[0].delay
    for row in range(len(lengths)):
        lists = [
            dict(by_tags(m, lattice, row)[:n]) for m, lattice in zip(singles, lattices, strict=True)
        ]
        common = set.intersection(*map(set, lists))
        if common:
            best = max(common, key=lambda tags: sum(own[tags] for own in lists))
        else:
            best = next(iter(lists[-1]))
        assert [span[1:] for span in found if span[0] == row] == spans_of(best)


@given(ensembles(((1, 0), (0, 1), (0, 0))))
def test_sum_takes_the_best_of_all_tag_sequences(ensemble):
    joint, lattice, _, _ = ensemble
    found = triples(decode_sum(joint, lattice).chosen)
    for row in range(len(lattice.lengths)):
        best = by_tags(joint, lattice, row)[0][0]
        assert [span[1:] for span in found if span[0] == row] == spans_of(best)


@given(ensembles())
def test_union_and_intersection_are_those_of_the_models_own_mentions(ensemble):
    _, _, singles, lattices = ensemble
    own = [decode_sum(m, lattice).chosen for m, lattice in zip(singles, lattices, strict=True)]
    first, second = map(set, map(triples, own))
    assert triples(decode_sets(own, union=True).chosen) == sorted(first | second)
    assert triples(decode_sets(own, union=False).chosen) == sorted(first & second)


def exactly(tags, start, end):
    """Whether tags have the mention start..end and it goes no further."""
    inside = tags[start] == BEGIN and all(tag == INSIDE for tag in tags[start + 1 : end])
    return inside and (end == len(tags) or tags[end] != INSIDE)


@given(st.sampled_from([((1, 0), (0, 1)), ((0, 0),), ((1, 0),), ((0, 1), (0, 0))]), st.data())
def test_confidence_is_the_probability_of_exactly_this_mention(orders, data):
    joint, lattice, _, _ = data.draw(ensembles(orders))
    every = [
        (row, start, end)
        for row, length in enumerate((lattice.lengths - joint.delay).tolist())
        for start in range(length)
        for end in range(start + 1, length + 1)
    ]
    found = confidence(joint, lattice, spans_from_triples(every))
    for (row, start, end), value in zip(every, found, strict=True):
        scores = by_tags(joint, lattice, row)
        total = log_sum([score for _, score in scores])
        share = sum(np.exp(s - total) for tags, s in scores if exactly(tags, start, end))
        assert value == pytest.approx(share, abs=1e-9)


@given(ensembles(tokens=3))
def test_label_paths_and_tag_sequences_are_the_same_solutions(ensemble):
    _, _, singles, lattices = ensemble
    for model, lattice in zip(singles, lattices, strict=True):
        for row in range(len(lattice.lengths)):
            possible = [p for p, score in all_paths(lattice, row) if np.isfinite(score)]
            spelt = [tuple(model.tags(np.array(path)).tolist()) for path in possible]
            assert sorted(spelt) == sorted(tags for tags, _ in by_tags(model, lattice, row))


@given(ensembles())
def test_confidence_of_rows_in_any_order_and_of_some_alone_is_the_same(ensemble):
    joint, lattice, _, _ = ensemble
    chosen = triples(decode_sum(joint, lattice).chosen)
    together = confidence(joint, lattice, spans_from_triples(chosen))
    backwards = confidence(joint, lattice, spans_from_triples(chosen[::-1]))
    assert backwards == pytest.approx(together[::-1], abs=1e-12)
    for triple, value in zip(chosen, together, strict=True):
        single = confidence(joint, lattice, spans_from_triples([triple]))
        assert single[0] == pytest.approx(value, abs=1e-12)


def test_confidence_of_no_spans_is_none():
    model, lattice = plain(np.zeros((2, 3)))
    assert confidence(model, lattice, spans_from_triples([])).shape == (0,)
