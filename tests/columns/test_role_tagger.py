"""Subject and main verb by tags alone: the CRF, its features, and what it may not say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.weights import SparseWeights
from spacy_citalign.columns.role_tagger import (
    AFTER,
    BEFORE,
    BETWEEN,
    LABELS,
    ROOT,
    SUBJECT,
    VERBLESS,
    RoleTagger,
    TagFeaturizer,
)
from spacy_citalign.columns.roles import NONE, roles_of
from spacy_citalign.columns.trees import tree_of
from tests.columns.column_models import TAGS, column_model, sentence, treebank

SENTENCES = st.lists(st.lists(st.sampled_from(TAGS), min_size=1, max_size=9), min_size=1)


@pytest.fixture(scope="module")
def tagger():
    return column_model().role_tagger()


def numbers(*sentences):
    """Tag numbers and lengths; tags that the model does not know have the number after the last."""
    kinds = column_model().tags
    found = [kinds.index(t) if t in kinds else len(kinds) for tags in sentences for t in tags]
    return np.array(found, dtype=np.int64), np.array([len(tags) for tags in sentences])


def tagged(tagger, *sentences):
    return [tuple(row) for row in tagger(*numbers(*sentences)).tolist()]


# --- what it learns ----------------------------------------------------------------------------


def test_training_sentences_get_the_roles_of_their_trees(tagger):
    sentences = treebank()
    expected = [tuple(roles_of(tree_of(*one), one.tags)) for one in sentences]
    assert tagged(tagger, *(one.tags for one in sentences)) == expected


@pytest.mark.parametrize(
    "text",
    [
        # none of these sequences of tags is in the treebank
        "(S (NP (DT The) (NN yak)) (VP (VBZ grazes)) (. .))",
        "(S (NP (DT The) (JJ old) (JJ old) (NN yak)) (VP (VBZ grazes)) (. .))",
        "(S (NP (NP (DT The) (JJ old) (NN yak)) (SBAR (WHNP (WDT that)) (S (VP (VBZ sleeps)))))"
        " (VP (VBD was) (VP (VBN fed) (PP (IN with) (NP (NN hay))))) (. .))",
        "(S (NP (NP (DT A) (NN herd)) (PP (IN of) (NP (JJ old) (NNS goats))))"
        " (VP (MD may) (VP (VB climb) (NP (DT the) (NN hill)))) (. .))",
    ],
)
def test_pattern_is_learned_not_the_sentences(tagger, text):
    tags, constituents = sentence(text)
    assert tags not in [one.tags for one in treebank()]
    assert tagged(tagger, tags) == [tuple(roles_of(tree_of(tags, constituents), tags))]


# --- what it may say ---------------------------------------------------------------------------


@given(SENTENCES)
def test_roles_ascend_and_no_subject_is_without_a_verb(sentences):
    for tags, (subject, root, final) in zip(
        sentences, tagged(column_model().role_tagger(), *sentences), strict=True
    ):
        assert NONE <= subject < len(tags)
        assert subject < root or subject == NONE
        assert final == (len(tags) - 1 if tags[-1] == "." else NONE)


def tagger_without_features(transitions):
    """A tagger of one tag that goes by the moves between labels alone."""
    nothing = [
        SparseWeights(
            part.features._replace(keys=part.features.keys[:0]),
            part.rows[:0],
            part.columns[:0],
            part.values[:0],
        )
        for part in column_model().roles.weights
    ]
    return RoleTagger(("NN",), nothing, np.array(transitions, dtype=np.float32))


@pytest.mark.parametrize(
    ("liked", "expected"),
    [
        ((BEFORE, BEFORE), (NONE, 3)),  # nothing ends before the main verb
        ((AFTER, AFTER), (NONE, 0)),  # or begins after it
        ((BETWEEN, BETWEEN), (0, 3)),  # or between subject and main verb
        # successions that make no sense, so that the next best is found
        ((ROOT, ROOT), (NONE, 3)),
        ((SUBJECT, SUBJECT), (NONE, 3)),
        ((SUBJECT, AFTER), (NONE, 3)),
        ((AFTER, ROOT), (NONE, 3)),
        ((VERBLESS, ROOT), (NONE, 3)),
        ((BEFORE, VERBLESS), (NONE, 3)),
    ],
)
def test_only_successions_that_make_sense_are_found(liked, expected):
    moves = np.zeros((LABELS, LABELS))
    moves[BEFORE, BEFORE] = 1
    moves[liked] = 100
    found = tagger_without_features(moves)(np.zeros(4, dtype=np.int64), np.array([4]))
    assert found.tolist() == [[*expected, NONE]]


@pytest.mark.parametrize(("bonus", "verbless"), [(1, True), (-1, False)])
def test_sentence_is_verbless_as_a_whole_or_not_at_all(bonus, verbless):
    moves = np.zeros((LABELS, LABELS))
    moves[VERBLESS, VERBLESS] = bonus
    found = tagger_without_features(moves)(np.zeros(5, dtype=np.int64), np.array([5]))
    assert (found[0, 1] == NONE) == verbless


# --- batches and unknown tags ------------------------------------------------------------------


@given(SENTENCES)
def test_one_by_one_as_all_at_once(sentences):
    tagger = column_model().role_tagger()
    alone = [tagged(tagger, tags)[0] for tags in sentences]
    assert tagged(tagger, *sentences) == alone


def test_no_sentence_has_no_roles(tagger):
    nothing = np.zeros(0, dtype=np.int64)
    assert tagger(nothing, nothing).shape == (0, 3)


def test_unknown_tags_are_no_final_punctuation(tagger):
    (roles,) = tagged(tagger, ["ODD", "ODD"])
    assert roles[2] == NONE


# --- features ----------------------------------------------------------------------------------


def column(name, *sentences):
    """One column of features of words, one sentence after the other."""
    kinds = ("NN", "VBZ", "VBG", "WDT", "IN", ",", "NNS")
    tags = np.array(
        [kinds.index(tag) if tag in kinds else 7 for s in sentences for tag in s.split()]
    )
    lengths = np.array([len(s.split()) for s in sentences])
    padded, columns = TagFeaturizer(kinds)(tags, lengths)
    return columns[name][padded.tokens].tolist()


def kinds_of(values):
    """Values as numbers in order of appearance: which are the same."""
    return [list(dict.fromkeys(values)).index(value) for value in values]


def test_verbs_before_and_after_are_counted_in_the_sentence():
    found = column("verbs", "NN VBZ NN VBZ", "NN NN")
    # (before, after): 0 2, 0 1, 1 1, 1 0; 0 0 0 0
    assert kinds_of(found) == [0, 1, 2, 3, 4, 4]


def test_only_finite_verbs_are_counted():
    assert kinds_of(column("verbs", "NN VBG NN")) == [0, 0, 0]


def test_clauses_and_commas_before_are_counted():
    # (verbs, clauses, commas) before: 0 0 0, 0 0 0, 0 1 0, 0 1 0, 0 1 1, 0 1 1
    assert kinds_of(column("clauses", "NN IN NN , NN NN")) == [0, 0, 1, 1, 2, 2]


def test_relatives_are_told_from_other_clauses():
    assert kinds_of(column("relatives", "NN IN NN")) == [0, 0, 0]
    assert kinds_of(column("relatives", "NN WDT NN")) == [0, 0, 1]


def test_counts_are_cut_off():
    assert len(set(column("verbs", " ".join(["VBZ"] * 40)))) <= 5 * 5


def test_tags_of_one_class_are_told_apart_by_tag_only():
    assert kinds_of(column("class", "NN NNS VBZ")) == [0, 0, 1]
    assert kinds_of(column("tag", "NN NNS VBZ")) == [0, 1, 2]
    assert kinds_of(column("tag", "ODD EVEN")) == [0, 0]
