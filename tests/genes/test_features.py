"""What a gene model knows beside its weights: which feature sets use it, how it is kept."""

from dataclasses import replace

import numpy as np
import pytest
from quick_training import QUICK, any_weights

from spacy_citalign.chain import masked_crf
from spacy_citalign.chain.label_statistics import LabelStatistics
from spacy_citalign.errors import SettingError
from spacy_citalign.genes.corpus import AnnotatedSentence, related_lists
from spacy_citalign.genes.features import Knowledge, feature_groups, uses
from spacy_citalign.genes.model import GeneModel
from spacy_citalign.genes.tagger import GeneTagger
from spacy_citalign.genes.training import train
from spacy_citalign.words.clusters import WordClusters
from spacy_citalign.words.hashing import hash_strings

KINDS = ("evidence", "related", "clusters")
RELATED = [
    AnnotatedSentence("Frobin wakes the quux kinase.", [(0, 6), (17, 28)]),
    AnnotatedSentence("No blip here.", []),
]
UNLABELLED = ["the frog has a blip and the toad has a blip"] * 6


def hashes(*numbers):
    return np.array(numbers, dtype=np.uint64)


def lists(*words):
    return LabelStatistics(hashes(*words), np.zeros(len(words), np.uint8), hashes(7))


CLUSTERS = WordClusters(hashes(2, 5), np.array([[0, 1, 2], [3, 4, 5]], dtype=np.uint16))
ALL = Knowledge(lists(1, 2), lists(3), CLUSTERS)


# --- feature sets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("features", "used", "tags"),
    [
        ("hsu2008", [], False),
        ("hsu2008+pos", [], True),
        ("hsu2008+pos+clusters", ["clusters"], True),
        ("extended", ["evidence"], False),
        ("extended+clusters", ["evidence", "clusters"], False),
        ("extended+related", ["evidence", "related"], False),
        ("extended+clusters+related+pos", ["evidence", "related", "clusters"], True),
    ],
)
def test_each_feature_set_uses_its_own(features, used, tags):
    assert [kind for kind in KINDS if uses(features, kind)] == used
    assert uses(features, "pos") == tags
    read = Knowledge.read(ALL.arrays(), features)
    assert [kind for kind in KINDS if getattr(read, kind) is not None] == used


def grams(features):
    return {
        (start, gram.features)
        for group in feature_groups(features)
        for gram in group.grams
        for start in group.starts
    }


def test_the_order_of_additions_does_not_matter():
    assert feature_groups("extended+clusters+pos") == feature_groups("extended+pos+clusters")


@pytest.mark.parametrize("base", ["hsu2008", "extended"])
@pytest.mark.parametrize("addition", ["pos", "clusters", "related"])
def test_additions_add_grams_of_their_own_columns(base, addition):
    if (base, addition) == ("hsu2008", "related"):
        return
    plain, more = grams(base), grams(f"{base}+{addition}")
    assert plain < more
    word = {"pos": "pos", "clusters": "cluster", "related": "related"}[addition]
    assert all(any(word in column for column in columns) for _, columns in more - plain)


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ("", "''; choose hsu2008 or extended"),
        ("pos", "'pos'; choose"),
        ("extended+", "'extended.'; choose"),
        ("extended+what", "'extended.what'; choose .* .pos, .clusters, .related"),
        ("extended+pos+pos", "each once"),
        ("extended+extended", "'extended.extended'; choose"),
        ("hsu2008+related", "'hsu2008.related'; only 'extended' can have .related"),
    ],
)
def test_unknown_feature_sets_are_refused(features, words):
    with pytest.raises(SettingError, match=words):
        feature_groups(features)


# --- the arrays --------------------------------------------------------------------------------


def same(one, other):
    first, second = one.arrays(), other.arrays()
    assert first.keys() == second.keys()
    return all(np.array_equal(first[name], second[name]) for name in first)


def test_knowledge_comes_back_from_its_arrays():
    assert sorted(ALL.arrays()) == [
        "clusters/classes",
        "clusters/words",
        "evidence/bins",
        "evidence/phrases",
        "evidence/words",
        "related/bins",
        "related/phrases",
        "related/words",
    ]
    assert same(Knowledge.read(ALL.arrays(), "extended+related+clusters"), ALL)
    assert Knowledge().arrays() == {}


@pytest.mark.parametrize("name", sorted(ALL.arrays()))
def test_a_missing_array_is_an_error(name):
    arrays = ALL.arrays()
    del arrays[name]
    with pytest.raises(KeyError, match=name):
        Knowledge.read(arrays, "extended+related+clusters")


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("evidence/words", np.array([1, 2])),
        ("related/words", hashes(3).reshape(1, 1)),
        ("related/phrases", np.array(["frobin"])),
        ("evidence/bins", np.zeros(3, np.uint8)),
        ("related/bins", np.zeros(1, np.int64)),
        ("clusters/words", np.array([2.0, 5.0])),
        ("clusters/classes", np.zeros((2, 2), np.uint16)),
        ("clusters/classes", np.zeros((3, 3), np.uint16)),
        ("clusters/classes", np.zeros((2, 3), np.int32)),
    ],
)
def test_arrays_that_contradict_each_other_are_refused(name, array):
    with pytest.raises(ValueError, match=r"hashes|bins|classes"):
        Knowledge.read(ALL.arrays() | {name: array}, "extended+related+clusters")


def test_tables_are_of_what_is_known():
    assert Knowledge().tables() == (None, None, None)
    evidence, related, clusters = ALL.tables()
    assert evidence.lists is ALL.evidence
    assert related.lists is ALL.related
    assert clusters.clusters is CLUSTERS


# --- learned in training -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def model(annotated_texts):
    """A model with all kinds of knowledge, whose weights mean nothing."""
    settings = replace(
        QUICK, features="extended+related+clusters", models=("hmm",), without_evidence=()
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(masked_crf, "train_crf", any_weights)
        return train(annotated_texts, settings, related=RELATED, unlabelled=UNLABELLED)


def knows(known, *words):
    return np.isin(hash_strings(list(words)), known).tolist()


def test_related_lists_come_from_the_related_texts_alone(model):
    found = model.knowledge.related
    assert same(Knowledge(related=found), Knowledge(related=related_lists(RELATED)))
    assert knows(found.words, "frobin", "blip", "zork2", "yeast") == [True, True, False, False]
    assert knows(model.knowledge.evidence.words, "frobin", "blip", "zork2") == [False, False, True]
    assert len(found.phrases) == 2


def test_classes_come_from_unlabelled_and_annotated_texts(model):
    # Four times each: "blip" in the unlabelled texts, "zork0" in the corpus.
    known = model.knowledge.clusters.words
    assert knows(known, "blip", "zork0", "frobin", "centromere") == [True, True, False, False]


def test_a_model_with_all_knowledge_comes_back_from_its_bytes(model, annotated_texts):
    again = GeneModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    assert same(again.knowledge, model.knowledge)
    texts = [item.text for item in annotated_texts]
    assert GeneTagger(again)(texts) == GeneTagger(model)(texts)


def test_a_model_of_related_lists_follows_them():
    # Words say nothing, as each is new; what other corpora call genes says all.
    texts = [AnnotatedSentence(f"a{n} b{n} c{n} d{n}", [(0, len(f"a{n}"))]) for n in range(10)]
    texts += [AnnotatedSentence(f"e{n} f{n} g{n} h{n}", [(6, 6 + len(f"g{n}"))]) for n in range(10)]
    genes = [*(f"a{n}" for n in range(10)), *(f"g{n}" for n in range(10)), "vv"]
    related = [AnnotatedSentence(gene, [(0, len(gene))]) for gene in genes]
    settings = replace(QUICK, features="extended+related", models=("hmm",), without_evidence=())
    tagger = GeneTagger(train(texts, settings, related=related))
    assert [m[:2] for m in tagger(["uu vv ww xx"])[0]] == [(3, 5)]
    assert [m[:2] for m in tagger(["uu ww vv xx"])[0]] == [(6, 8)]
