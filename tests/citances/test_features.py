"""The features of pairs and of unaligned words, each worked by hand on a small group."""

import math

import numpy as np
import pytest

from spacy_citalign.citances.background import Background
from spacy_citalign.citances.features import BEYOND, FAMILIES, PAPER, GroupFeatures, make_pairs
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.lexicon import Lexicon
from spacy_citalign.citances.resources import Resources

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency


def pairs_of(group, source, target):
    return make_pairs(group, np.array([source]), np.array([target]))


def of_pairs(family, citances, *, pair=(0, 1), resources=None, **columns):
    """The features of a family for all words of two citances: {name: rows of numbers}."""
    group = make_group([words.split() for words in citances], **columns)
    features = GroupFeatures(group, (family,), resources or Resources())
    return {
        name: np.asarray(values[0], dtype=float).tolist()
        for name, values in features.of_pairs(pairs_of(group, *pair))
    }


def of_unaligned(citances, *, pair=(0, 1), families=("unaligned",), resources=None, **columns):
    """The features of leaving the words of a citance unaligned: {name: numbers}."""
    group = make_group([words.split() for words in citances], **columns)
    features = GroupFeatures(group, families, resources or Resources())
    return {
        name: np.asarray(values[0], dtype=float).tolist()
        for name, values in features.of_unaligned(pairs_of(group, *pair))
    }


def of_types(family, *words):
    """The features of a family for the first word and each of the others."""
    group = make_group([list(words)])
    found = GroupFeatures(group, (family,)).of_types()
    return {name: matrix[0, 1:].tolist() for name, matrix in found.items()}


# --- directed pairs of citances --------------------------------------------------------------


def test_pairs_are_padded():
    group = make_group([["a", "b"], ["c"], [], ["d", "e", "f"]])
    pairs = make_pairs(group, np.array([0, 1]), np.array([3, 0]))
    assert pairs.source_lengths.tolist() == [2, 1]
    assert pairs.target_lengths.tolist() == [3, 2]
    assert pairs.source_inside.tolist() == [[True, True], [True, False]]
    assert pairs.target_inside.tolist() == [[True] * 3, [True, True, False]]
    assert pairs.sources[pairs.source_inside].tolist() == [0, 1, 2]
    assert pairs.targets[pairs.target_inside].tolist() == [3, 4, 5, 0, 1]
    assert pairs.targets.max() < 6  # whatever lies beyond an end is a word too


# --- families --------------------------------------------------------------------------------


def test_families_are_those_of_the_paper_and_some_more():
    assert FAMILIES == PAPER + BEYOND
    assert len(set(FAMILIES)) == len(FAMILIES)


def test_a_family_that_is_not_wanted_says_nothing():
    group = make_group([["Mup4"], ["Mup4"]])
    features = GroupFeatures(group, ("null",))
    pairs = pairs_of(group, 0, 1)
    assert features.of_types() == {}
    assert list(features.of_pairs(pairs)) == []
    assert [name for name, _ in features.of_unaligned(pairs)] == ["null"]


def test_null_is_a_family_like_the_others():
    assert of_unaligned(["Mup4", "Mup4"], families=("orthographic",)) == {}


def test_spelling_and_morphology_are_those_of_the_types():
    group = make_group([["Zork2", "cleaves"], ["cleavage", "Zork2"]])
    features = GroupFeatures(group, ("orthographic", "morphology"))
    expected = features.types.orthographic() | features.types.morphological()
    found = features.of_types()
    assert found.keys() == expected.keys()
    assert all(np.array_equal(found[name], expected[name]) for name in expected)


def test_senses_and_their_opposites():
    found = of_types("senses", "inhibits", "suppression", "enhances", "nucleus", "wombat")
    assert found == {"same sense": [1, 0, 0, 0], "opposite sense": [0, 1, 0, 0]}
    # What has no sense is not of one sense, not even with itself.
    assert of_types("senses", "wombat", "wasp") == {"same sense": [0], "opposite sense": [0]}


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


def test_a_group_explains_its_own_abbreviations():
    found = of_pairs("ontology", ["LMT heals", "leaf margin transition"])
    assert found["same concept"] == [[1, 1, 1], [0, 0, 0]]
    assert not np.any(found["other concept"])


def test_concepts_of_a_lexicon():
    lexicon = Lexicon.compile([("leaf margin", "M1"), ("border", "M1"), ("moth", "A1")])
    found = of_pairs(
        "ontology", ["border moth", "leaf margin"], resources=Resources(lexicon=lexicon)
    )
    assert found["same concept"] == [[1, 1], [0, 0]]
    assert found["other concept"] == [[0, 0], [1, 1]]


def test_context_by_hand():
    tags = ["NN", "VBZ", "NNS", "NN", "VBD", "JJ"]
    found = of_pairs("context", ["Mup4 binds leaves", "Mup4 bound leaf"], tags=tags)
    assert found["same previous"] == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]  # after Mup4
    assert found["same next"] == [[0, 0, 0], [0, 0, 0], [0, 0, 0]]  # leav and leaf
    assert found["same word class"] == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]


def test_context_ends_with_the_citance():
    found = of_pairs("context", ["a b", "a b", "b a"], pair=(0, 2))
    assert found["same previous"] == [[0, 0], [0, 0]]
    assert found["same next"] == [[0, 0], [0, 0]]
    assert of_pairs("context", ["a b", "a b"])["same next"] == [[1, 0], [0, 0]]


def test_unknown_word_classes_are_not_alike():
    assert not np.any(of_pairs("context", ["a", "a"])["same word class"])
    assert not np.any(of_pairs("context", ["a", "a"], tags=["UH", "UH"])["same word class"])


# --- of unaligned words ----------------------------------------------------------------------


def test_null_is_one_everywhere():
    assert of_unaligned(["a b", "c"], families=("null",)) == {"null": [1, 1]}


def test_null_by_word_class():
    tags = ["NNS", "VBG", "JJ", "RB", "CD", "IN", ""]
    found = of_unaligned(["a b c d e f", "g"], tags=tags)
    for place, name in enumerate(["noun", "verb", "adjective", "adverb", "number"]):
        assert found[f"null {name}"] == [float(n == place) for n in range(6)]


def test_null_by_twins_and_spelling():
    # "binds" and "bind" are twins; a twin in a third citance does not count.
    found = of_unaligned(["binds leaf moth", "bind binding leaves", "moth"])
    assert found["null with a twin"] == [1, 0, 0]
    assert found["null with twins"] == [1, 0, 0]
    # binds - bind 1/5; leaf - leaves 3/6; moth - bind 4/4
    assert found["null by best spelling"] == pytest.approx([1 - 1 / 5, 1 - 3 / 6, 0])
    found = of_unaligned(["binds leaf", "bind leaf", "leaf leaf leaf"], pair=(0, 1))
    assert found["null with a twin"] == [1, 1]
    assert found["null with twins"] == [0, 0]


def test_padding_gives_no_twins():
    group = make_group([["leaf"], ["moth"], ["leaf", "wasp"]])  # leaf is after moth
    features = GroupFeatures(group, ("unaligned",))
    pairs = make_pairs(group, np.array([0, 0]), np.array([1, 2]))
    found = dict(features.of_unaligned(pairs))
    assert found["null with a twin"].tolist() == [[False], [True]]
    assert found["null by best spelling"][:, 0] == pytest.approx([0, 1])  # leaf - moth: 4 edits


def test_spread_is_the_share_of_the_other_citances():
    group = make_group(["leaf leaves rot".split(), "leaf moth".split(), [], "leaf rots".split()])
    spread = GroupFeatures(group, ("unaligned",)).spread
    # leaf 2 of 3 (twice in one citance is once); leav 0; rot 1
    assert spread == pytest.approx([2 / 3, 0, 1 / 3, 2 / 3, 0, 2 / 3, 1 / 3])
    found = of_unaligned(["leaf leaves rot", "leaf moth", "", "leaf rots"])
    assert found["null by spread"] == pytest.approx([2 / 3, 0, 1 / 3])
    assert found["null by spread, one"] == [0, 1, 0]


def test_spread_of_a_single_citance_is_zero():
    assert GroupFeatures(make_group([["leaf", "leaf"]]), ()).spread.tolist() == [0, 0]


def test_null_in_genes_terms_and_concepts():
    concepts = np.array([[0], [5], [0], [0]], dtype=np.uint64)
    found = of_unaligned(["a b c", "d"], genes=[1, 0, 0, 0], terms=[0, 0, 2, 0], concepts=concepts)
    assert found["null in a gene"] == [1, 0, 0]
    assert found["null of a concept"] == [0, 1, 0]
    assert found["null in a term"] == [0, 0, 1]


def test_null_glued_on_either_side():
    adjacency = [FIRST, GLUED, NEXT, SKIPPED, FIRST, GLUED]
    found = of_unaligned(["miR 200 leaf rot", "a b"], adjacency=adjacency)
    assert found["null glued"] == [1, 1, 0, 0]  # and not over the end of the citance


def test_null_by_form():
    found = of_unaligned(["IL leaf Leaf miRNA x", "d"])
    assert found["null short"] == [1, 0, 0, 0, 1]
    assert found["null with capitals"] == [1, 0, 0, 1, 0]  # the first letter does not count


def test_null_by_rarity():
    background = Background.count([["leaf"] * 8], least_word=1)
    citances = ["leaf moth", "leaf", "rot"]
    found = of_unaligned(citances, resources=Resources(background=background))
    rare = [0, 1]  # -log(9 / 9), -log(1 / 9) / log(9)
    assert math.isclose(-math.log((0 + 1) / (8 + 1)) / math.log(8 + 1), rare[1])
    assert found["null by rarity"] == pytest.approx(rare, abs=1e-6)
    assert found["null by rarity and spread"] == pytest.approx([0 * 1 / 2, 1 * 0], abs=1e-6)
    assert "null by rarity" not in of_unaligned(citances)


# --- all of it -------------------------------------------------------------------------------


def test_all_features_are_from_0_to_1():
    group = make_group(
        ["LMT of Zork2 inhibits leaf rot".split(), [], ["enhances", "leaves", "x" * 40]],
        tags=["NN", "IN", "NN", "VBZ", "NN", "NN", "VBZ", "NNS", "JJ"],
        genes=[0, 0, 1, 0, 0, 0, 0, 0, 0],
    )
    features = GroupFeatures(group, FAMILIES, Resources(Background.count([["leaf"]], least_word=1)))
    pairs = make_pairs(group, np.array([0, 2]), np.array([2, 0]))
    words, others = pairs.source_inside, pairs.target_inside
    cells = words[:, :, None] & others[:, None, :]
    found = [(name, values[words]) for name, values in features.of_unaligned(pairs)]
    found += [(name, values[cells]) for name, values in features.of_pairs(pairs)]
    found += [(name, values.ravel()) for name, values in features.of_types().items()]
    names = [name for name, _ in found]
    assert len(set(names)) == len(names) > 40
    for name, values in found:
        assert np.all((values >= 0) & (values <= 1)), name
