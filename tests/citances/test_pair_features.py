"""Features of pairs of units: each feature by hand, and what it must not depend on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.units.pair_features import PairFeatures, UnitPairs, all_pairs
from spacy_citalign.citances.units.unit_table import UnitTable
from spacy_citalign.citances.units.word_table import WordTable
from tests.citances.unit_groups import THESAURUS, group_of, statistics, thesaurus_of

ALL = Resources(*statistics(), THESAURUS)


def pair_features(*citances, resources=NOTHING, **columns):
    """Units are divided by blanks, the words of a unit by underscores."""
    split = [citance.split() for citance in citances]
    sizes = [unit.count("_") + 1 for own in split for unit in own]
    group = group_of(*(" ".join(own).replace("_", " ") for own in split), **columns)
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    return PairFeatures(UnitTable(WordTable(group, resources), numbers))


def pair(one, other, *more, resources=NOTHING, **columns):
    """The features, by name, of two units that stand in two citances."""
    found = pair_features(one, other, *more, resources=resources, **columns)
    numbers = np.array([[0], [int(found.units.occurrence[1])]])
    row = found.features(UnitPairs(*numbers))[0]
    return dict(zip(PairFeatures.names(), row.tolist(), strict=True))


# --- features by hand ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("leaf", "leaf", {"same": 1, "same words": 1, "shared words": 1, "edit similarity": 1}),
        ("wet_leaf", "leaf", {"same": 0, "shared words": 1 / 2, "contained": 1, "same head": 1}),
        ("wet_leaf", "wet_moss", {"shared words": 1 / 3, "contained": 1 / 2, "same beginning": 1}),
        ("wet_leaf", "leaf_wet", {"same words": 1, "same head": 0, "head begins": 1, "same": 0}),
        ("leaf", "moss", {"shared words": 0, "prefix": 0, "both of one word": 1, "letters": 4}),
        ("wet_leaf", "red_moss", {"both of several": 1, "shorter": 2, "longer": 2}),
        ("inhibit", "inhibition", {"same": 1}),  # by stem
        ("leafy", "leafless", {"prefix": 4, "prefix share": 4 / 5, "letters": 5}),
        ("abcd", "abce", {"edit similarity": 3 / 4}),
        # Numbers.
        ("Zork2", "Zork3", {"other number": 1, "same number": 0, "other member": 1}),
        ("Zork2", "Mup2", {"other number": 0, "same number": 1, "other member": 0}),
        ("Zork2", "Mup3", {"other number": 1, "other member": 0}),
        ("Zork", "Zork2", {"other number": 1, "other member": 1}),
        ("Zork", "Mup", {"other number": 0, "same number": 0, "other member": 0}),
        # The thesaurus.
        ("rises", "elevated", {"thesaurus same": np.log(2), "opposite": 0}),
        ("rises", "declines", {"thesaurus same": 0, "opposite": 1, "opposite words": 1}),
        ("rise_slow", "decline_fast", {"opposite": 0, "opposite words": 1}),
        ("stem_cell", "progenitor_cells", {"thesaurus near": np.log(2)}),
        ("shows", "suggests", {"thesaurus reporting": np.log(2)}),
        ("rises", "rises", {"thesaurus same": 0}),  # the same unit says nothing new
        # Vectors.
        ("cat", "zork", {"cosine": 0, "unknown word": 1}),
        ("cat", "cat", {"cosine": 1, "best word cosine": 1, "unknown word": 0}),
        ("zork", "zork", {"cosine": 1, "unknown word": 1}),
    ],
)
def test_features_of_two_units(one, other, expected):
    found = pair(one, other, resources=ALL)
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_what_is_alike_in_two_entries_counts_twice_and_is_no_opposite():
    both = "up|same|rise; high|low\nmore|same|rise; high\nlow|same|fall; high\n"
    found = pair("rise", "high", resources=Resources(thesaurus=thesaurus_of(both)))
    assert found["thesaurus same"] == pytest.approx(np.log(3))
    assert found["opposite"] == 0


def test_vectors_tell_near_from_far():
    near, far = (pair("cat", other, resources=ALL) for other in ("dog", "oak"))
    for name in ("cosine", "best word cosine", "least word cosine"):
        assert near[name] > far[name]


@pytest.mark.parametrize(
    ("definitions", "same", "one"),
    [([], 0, 0), ([(["ZLF"], ["zonal", "leaf"])], 1, 0), ([(["ZLF"], ["moss"])], 0, 1)],
)
def test_abbreviations_by_definition(definitions, same, one):
    found = pair("ZLF", "zonal_leaf", definitions=definitions)
    assert (found["same abbreviation"], found["one abbreviation"]) == (same, one)
    assert found["other abbreviation"] == 0
    assert found["same words"] == same  # spelled out


def test_other_abbreviations():
    definitions = [(["ZLF"], ["zonal", "leaf"]), (["MG"], ["moss", "green"])]
    assert pair("ZLF", "MG", definitions=definitions)["other abbreviation"] == 1


def test_tags_genes_and_capitals():
    found = pair("cleaves", "cutting", tags=["VBZ", "NN"], genes=[0, 1])
    assert (found["verb and noun"], found["both verbs"], found["same tag"]) == (1, 0, 0)
    assert (found["both genes"], found["one gene"]) == (0, 1)
    found = pair("Zork2", "mUp", tags=["NN", "NN"], genes=[1, 2], terms=[0, 1])
    assert (found["both N"], found["both nouns"], found["same tag"]) == (1, 1, 1)
    assert (found["both genes"], found["one gene"], found["both terms"]) == (1, 0, 0)
    assert (found["both with capitals"], found["one with capitals"]) == (0, 1)


def test_company():
    found = pair("leaf", "moss", "leaf", "wet moss dry")
    assert (found["least citances"], found["most citances"]) == (2, 2)
    assert found["group size"] == 4
    assert found["least share"] == pytest.approx(2 / 4)
    assert (found["citances of both"], found["share of either"]) == (0, 4 / 4)
    found = pair("leaf", "moss leaf", "leaf", "wet")
    assert (found["citances of both"], found["both of least"]) == (1, 1 / 1)
    assert found["share of either"] == pytest.approx(3 / 4)
    around = pair_features("wet leaf dry", "wet moss warm")
    row = around.features(UnitPairs(np.array([1]), np.array([3])))[0]
    named = dict(zip(PairFeatures.names(), row.tolist(), strict=True))
    assert named["same words before"] == 1
    assert named["same words after"] == 0


# --- which pairs -----------------------------------------------------------------------------


def test_pairs_stand_in_two_citances():
    found = pair_features("leaf moss leaf", "moss wasp", "")
    names = [" ".join(stems) for stems in found.units.stems]
    pairs = {(names[a], names[b]) for a, b in zip(*all_pairs(found.units), strict=True)}
    # leaf twice in one citance is no pair; moss is one with itself, and with both neighbours.
    assert pairs == {("leaf", "moss"), ("leaf", "wasp"), ("moss", "moss"), ("moss", "wasp")}


# --- names, order, places --------------------------------------------------------------------

UNITS = ["leaf", "wet_leaf", "Zork2", "zork_3", "cat", "dog", "rise", "decline", "stem_cell", "ZLF"]
CITANCES = st.lists(
    st.lists(st.sampled_from(UNITS), max_size=4).map(" ".join), min_size=2, max_size=4
)
DEFINED = [(["ZLF"], ["wet", "leaf"])]


def test_features_come_in_the_order_of_their_names():
    found = pair_features("leaf ZLF", "wet_leaf", resources=ALL)
    pairs = all_pairs(found.units)
    named = dict(zip(PairFeatures.names(), found.features(pairs).T, strict=True))
    told = found.explain(pairs)
    assert {"same words", "cosine", "edit similarity", "context", "same abbreviation"} <= {*told}
    for name, values in told.items():
        assert named[name] == pytest.approx(
            np.where(pairs.first == pairs.second, named[name], values)
        )


@given(CITANCES, st.sampled_from([NOTHING, ALL]))
def test_features_do_not_depend_on_the_place_in_a_batch(citances, resources):
    found = pair_features(*citances, resources=resources, definitions=DEFINED)
    pairs = all_pairs(found.units)
    together = found.features(pairs)
    assert together.shape == (len(pairs.first), len(PairFeatures.names()))
    assert np.isfinite(together).all()
    for number in range(len(pairs.first)):
        alone = UnitPairs(*(side[number : number + 1] for side in pairs))
        assert found.features(alone)[0] == pytest.approx(together[number], abs=1e-6)


@given(CITANCES, st.sampled_from([NOTHING, ALL]))
def test_features_are_the_same_in_both_directions(citances, resources):
    found = pair_features(*citances, resources=resources, definitions=DEFINED)
    pairs = all_pairs(found.units)
    back = found.features(UnitPairs(pairs.second, pairs.first))
    forth = found.features(pairs)
    for name, one, other in zip(PairFeatures.names(), forth.T, back.T, strict=True):
        if name != "unknown word":
            assert one == pytest.approx(other, abs=1e-6), name


@given(CITANCES, st.randoms())
def test_features_do_not_depend_on_the_order_of_citances(citances, random):
    def by_stems(order):
        found = pair_features(*order, resources=ALL, definitions=DEFINED)
        stems = found.units.stems
        pairs = all_pairs(found.units)
        rows = found.features(pairs)
        numbers = zip(*(side.tolist() for side in pairs), strict=True)
        keys = [tuple(sorted((stems[one], stems[other]))) for one, other in numbers]
        return dict(zip(keys, rows, strict=True))

    shuffled = random.sample(citances, len(citances))
    one, other = by_stems(citances), by_stems(shuffled)
    assert one.keys() == other.keys()
    for key, row in one.items():
        assert row == pytest.approx(other[key], abs=1e-5), key
