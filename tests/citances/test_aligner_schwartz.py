"""The paper's method on a group by hand; the accuracy that an alignment expects of itself."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.aligner import align, set_links
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.paper.crf import directional_posteriors
from spacy_citalign.citances.paper.crf_features import GroupFeatures
from spacy_citalign.citances.paper.decoding import expected_accuracy
from spacy_citalign.citances.settings import AlignmentSettings
from tests.citances.test_aligner import FOUR, GROUP, PAPER, classes, schwartz_model

# The same word weighs 6, others 1, none 1.
SIX = AlignmentModel(schwartz=schwartz_model({"same string": math.log(6)}))
THERE, AWRY = 6 / 8, 1 / 8  # Mup4 ~> Mup4, Mup4 ~> leaf
BACK, LOST = 6 / 7, 1 / 2  # Mup4 ~> Mup4, leaf ~> Mup4


def test_posteriors_and_similarity_of_the_paper_by_hand():
    found = align(GROUP, SIX, PAPER)
    expected = [[0, THERE, AWRY], [BACK, 0, 0], [LOST, 0, 0]]
    assert found.posteriors.toarray() == pytest.approx(np.array(expected))
    right, wrong = (THERE * BACK) ** 0.5, (AWRY * LOST) ** 0.5  # .80 and .25
    expected = [[0, right, wrong], [right, 0, 0], [wrong, 0, 0]]
    assert found.similarity.toarray() == pytest.approx(np.array(expected))
    assert found.merges is found.kinds is found.confidence is None
    assert found.reasons == ()


@pytest.mark.parametrize(
    ("factors", "links", "expected"),
    [
        # Which words of the second citance are aligned to Mup4? With p = 6/7 and 1/2 both are
        # worth 6/7 * 1/2 + (6/7 * 1/2 + 1/7 * 1/2) / 2 = .679, the first alone 6/7 * 3/4 = .643.
        ({}, {(1, 0), (2, 0), (0, 1)}, [1, 1, 1]),
        # .9^2 * .679 = .550 and .9 * .643 = .579
        ({"match_factor": 0.9}, {(1, 0), (0, 1)}, [1, 1, 0]),
        # Nothing is worth 1/7 * 1/2 = .071, for the other Mup4 1/4, for leaf 7/8.
        ({"gap_factor": 4}, {(1, 0), (2, 0)}, [1, 1, 1]),
        ({"gap_factor": 10}, set(), [0, 0, 0]),
        ({"gap_factor": 0.1}, {(1, 0), (2, 0), (0, 1), (0, 2)}, [1, 1, 1]),
        ({"min_prob": 0.6}, {(1, 0), (0, 1)}, [1, 1, 0]),
        ({"max_sources": 1}, {(1, 0), (0, 1)}, [1, 1, 0]),
        ({"threshold": 1.0}, {(1, 0), (2, 0), (0, 1)}, [1, 1, 1]),  # not read
    ],
)
def test_equivalence_closure_by_hand(factors, links, expected):
    settings = AlignmentSettings(method="schwartz", **factors)
    found = align(GROUP, SIX, settings)
    assert set(map(tuple, set_links(found.posteriors, GROUP, settings).tolist())) == links
    assert found.classes.tolist() == expected


def test_a_bad_link_merges_classes_of_the_closure():
    # leaf in the first citance and rots in the second have one concept, and a link: "a single link
    # between two equivalence classes causes them to merge" (section 6).
    concepts = np.array([[5], [0], [0], [5], [0], [0]], dtype=np.uint64)
    model = AlignmentModel(
        schwartz=schwartz_model({"same string": 8.0, "same concept": 9.0}, null=4.0)
    )
    assert classes(["leaf rots"] * 3, model, PAPER) == [1, 2] * 3
    assert classes(["leaf rots"] * 3, model, PAPER, concepts=concepts) == [1, 1] * 3


@pytest.mark.parametrize(
    ("threshold", "agreements"),
    [
        # The agreement of Mup4 with {Mup4}, or with {Mup4, leaf}, of the other citance; then those
        # of Mup4 and of leaf with {Mup4}, or of leaf with nothing.
        (0.5, [0.8 * 0.8 + 0.8 * 0.2 / 2, 0.8, 0.8]),
        (0.1, [0.8 * 0.2 + (0.8 * 0.8 + 0.2 * 0.2) / 2, 0.8, 0.2]),
        (0.9, [0.2 * 0.8, 0.2, 0.8]),
    ],
)
def test_expected_accuracy_of_units_by_hand(threshold, agreements):
    found = align(GROUP, FOUR, AlignmentSettings(threshold=threshold))
    assert found.expected_ama == pytest.approx(sum(agreements) / 3)


def test_expected_accuracy_of_the_paper_by_hand():
    agreements = [BACK * LOST + (BACK * (1 - LOST) + (1 - BACK) * LOST) / 2, THERE, AWRY]
    assert align(GROUP, SIX, PAPER).expected_ama == pytest.approx(sum(agreements) / 3)


# --- expected accuracy, against all true alignments ------------------------------------------


def naive_accuracy(posteriors, classes, owners):
    """The expectation of eq. 5 and 6, where words are aligned independently (eq. 10)."""
    citances = sorted(set(owners))
    total = 0.0
    for word in range(len(owners)):
        for citance in citances:
            if citance == owners[word]:
                continue
            others = [k for k in range(len(owners)) if owners[k] == citance]
            predicted = {k for k in others if classes[k] == classes[word] > 0}
            for flags in product([False, True], repeat=len(others)):
                true = {k for k, flag in zip(others, flags, strict=True) if flag}
                chance = math.prod(
                    posteriors[k, word] if k in true else 1 - posteriors[k, word] for k in others
                )
                largest = max(len(true), len(predicted))
                total += chance * (len(true & predicted) / largest if largest else 1)
    return total / (len(owners) * (len(citances) - 1))


@hypothesis_settings(max_examples=25)
@given(
    st.lists(st.lists(st.sampled_from(["Mup4", "leaf", "leaves", "IL"]), max_size=4), max_size=4),
    st.integers(0, 2**32 - 1),
)
def test_expected_accuracy_is_that_of_all_true_alignments(citances, seed):
    rng = np.random.default_rng(seed)
    pair = {"same string": rng.normal(2, 2), "same prefix": rng.normal(0, 2)}
    model, group = schwartz_model(pair, rng.normal()), make_group(citances)
    if np.count_nonzero(group.lengths) < 2:
        return
    found = directional_posteriors(model.weights, GroupFeatures(group, model.families))
    belief = np.minimum(found.toarray().astype(float), 1)
    chosen = rng.integers(0, 3, len(group.words))
    expected = naive_accuracy(belief, chosen.tolist(), group.owners.tolist())
    accuracy = expected_accuracy(sparse.csr_matrix(belief), chosen, group)
    assert accuracy == pytest.approx(expected, abs=1e-5)
