"""The features of pairs and of unaligned words, each worked by hand on a small group."""

import numpy as np

from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.knowledge.lexicon import Lexicon
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.paper.crf_features import GroupFeatures, make_pairs
from spacy_citalign.citances.settings import FAMILIES


def pairs_of(group, source, target):
    return make_pairs(group, np.array([source]), np.array([target]))


def of_pairs(family, citances, resources=NOTHING, **columns):
    """The features of a family for all words of two citances: {name: rows of numbers}."""
    group = make_group([words.split() for words in citances], **columns)
    features = GroupFeatures(group, (family,), resources)
    return {
        name: np.asarray(values[0], dtype=float).tolist()
        for name, values in features.of_pairs(pairs_of(group, 0, 1))
    }


def of_unaligned(family, citances):
    """The features of leaving the words of a citance unaligned: {name: numbers}."""
    group = make_group([words.split() for words in citances])
    found = GroupFeatures(group, (family,)).of_unaligned(pairs_of(group, 0, 1))
    return {name: values[0].tolist() for name, values in found}


# --- directed pairs of citances --------------------------------------------------------------


def test_pairs_are_padded():
    group = make_group([["a", "b"], ["c"], [], ["d", "e", "f"]])
    pairs = make_pairs(group, np.array([0, 1]), np.array([3, 0]))
    assert pairs.source_lengths.tolist() == [2, 1]
    assert pairs.target_lengths.tolist() == [3, 2]
    assert pairs.target_inside.tolist() == [[True] * 3, [True, True, False]]
    assert [row[:n].tolist() for row, n in zip(pairs.sources, [2, 1], strict=True)] == [[0, 1], [2]]
    assert pairs.targets[pairs.target_inside].tolist() == [3, 4, 5, 0, 1]
    assert pairs.targets.max() < 6  # whatever lies beyond an end is a word too


# --- families --------------------------------------------------------------------------------


def test_a_family_that_is_not_wanted_says_nothing():
    group = make_group([["Mup4"], ["Mup4"]])
    features = GroupFeatures(group, ("null",))
    pairs = pairs_of(group, 0, 1)
    assert features.of_types() == {}
    assert list(features.of_pairs(pairs)) == []
    assert [name for name, _ in features.of_unaligned(pairs)] == ["null"]


def test_null_is_a_family_like_the_others():
    assert of_unaligned("orthographic", ["Mup4", "Mup4"]) == {}


def test_spelling_is_that_of_the_types():
    group = make_group([["Zork2", "cleaves"], ["cleavage", "Zork2"]])
    features = GroupFeatures(group, ("orthographic",))
    expected = features.types.orthographic()
    found = features.of_types()
    assert found.keys() == expected.keys()
    assert all(np.array_equal(found[name], expected[name]) for name in expected)


def test_prefix_pairs_have_one_key_in_either_order():
    features = GroupFeatures(
        make_group([["Zork2", "Mup4"], ["zorro", "mupple"]]), ("prefix pairs",)
    )
    keys = features.prefix_pair_keys()
    zork, mup, zorro, mupple = features.types.rows
    assert keys[zork, mup] == keys[mup, zork] == keys[zorro, mup] == keys[mupple, zork]
    assert keys[zork, zorro] != keys[zork, mup] != keys[mup, mup]


# --- of pairs --------------------------------------------------------------------------------


def test_position_is_relative_to_the_length():
    found = of_pairs("position", ["a b", "c d e f"])
    assert found == {
        "position": [
            [0, 1 / 4, 2 / 4, 3 / 4],
            [abs(l / 4 - 1 / 2) for l in range(4)],  # noqa: E741
        ]
    }


def test_genes_by_hand():
    found = of_pairs("ontology", ["Mup4 binds", "Zork2 cells"], genes=[1, 0, 2, 0])
    assert found["both genes"] == [[1, 0], [0, 0]]
    assert found["one gene"] == [[0, 1], [1, 0]]


def test_concepts_are_compared_across_sources():
    concepts = np.array([[7, 0], [8, 9], [0, 0], [0, 7], [9, 0], [0, 0]], dtype=np.uint64)
    found = of_pairs("ontology", ["a b c", "d e f"], concepts=concepts)
    assert found["same concept"] == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]  # 7 and 7, 9 and 9
    assert found["other concept"] == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


def test_concepts_of_a_lexicon():
    lexicon = Lexicon.compile([("leaf margin", "M1"), ("border", "M1"), ("moth", "A1")])
    found = of_pairs(
        "ontology", ["border moth", "leaf margin"], resources=Resources(lexicon=lexicon)
    )
    assert found["same concept"] == [[1, 1], [0, 0]]
    assert found["other concept"] == [[0, 0], [1, 1]]


# --- of unaligned words ----------------------------------------------------------------------


def test_null_is_one_everywhere():
    assert of_unaligned("null", ["a b", "c"]) == {"null": [1, 1]}


# --- all of it -------------------------------------------------------------------------------


def test_all_features_are_from_0_to_1():
    group = make_group(
        ["LMT of Zork2 inhibits leaf rot".split(), [], ["enhances", "leaves", "x" * 40]],
        genes=[0, 0, 1, 0, 0, 0, 0, 0, 0],
    )
    features = GroupFeatures(group, FAMILIES)
    pairs = make_pairs(group, np.array([0, 2]), np.array([2, 0]))
    words = np.arange(pairs.sources.shape[1]) < pairs.source_lengths[:, None]
    others = pairs.target_inside
    cells = words[:, :, None] & others[:, None, :]
    found = [(name, values[words]) for name, values in features.of_unaligned(pairs)]
    found += [(name, values[cells]) for name, values in features.of_pairs(pairs)]
    found += [(name, values.ravel()) for name, values in features.of_types().items()]
    names = [name for name, _ in found]
    assert len(set(names)) == len(names) == 7 + 5 + 1
    for name, values in found:
        assert np.all((values >= 0) & (values <= 1)), name
