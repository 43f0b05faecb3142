"""Training columns: settings, what each way of anchoring holds, equal input and equal bytes."""

from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.columns.column_search import SentenceRanges, count
from spacy_citalign.columns.model import ColumnModel
from spacy_citalign.columns.msa import multiple_alignment, neighbourhood
from spacy_citalign.columns.profile_hmm import columns_of, find_slots
from spacy_citalign.columns.roles import Roles, held_columns, roles_of
from spacy_citalign.columns.training import ParsedSentence, TrainingSettings, train
from spacy_citalign.columns.tree_alignment import align_flat, align_trees
from spacy_citalign.columns.trees import Constituent, tree_of
from spacy_citalign.errors import InputError, SettingError
from tests.columns.column_models import QUICK, column_model, parsed_sentences, sentence, treebank

PLAIN = replace(QUICK, anchoring="none")
ROLES = [roles_of(tree_of(*one), one.tags) for one in treebank()]


def layout_of(sentences):
    return SentenceRanges.of(np.array([len(one.tags) for one in sentences]))


def columns_by(model, sentences, held=None):
    """The columns that a model's profile finds, words held or not."""
    tags = np.array([model.tags.index(tag) for one in sentences for tag in one.tags])
    return columns_of(find_slots(model.finder(), tags, layout_of(sentences), held))


# --- settings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("alignment", "trees", "alignment is 'trees'; choose from tree, flat"),
        ("anchoring", "some", "anchoring is 'some'; choose from none, trees, roles"),
        ("profile", "matrix", "profile is 'matrix'; choose from pssm, hmm"),
        ("seeds", 0, "seeds is 0; give a whole number from 1 on"),
        ("neighbours", -1, "neighbours is -1"),
        ("iterations", 2.5, r"iterations is 2\.5"),
        ("matches", "all", "matches is 'all'"),
        ("cutoff", None, "cutoff is None"),
        ("least", 1.0, r"least is 1\.0; give a share"),
        ("prune", 1.0, r"prune is 1\.0"),
        ("crf", 0, "crf is 0; give names with values"),
        ("cutoff", 1000, "cutoff is 1000, but no feature is that frequent; lower it"),
    ],
)
def test_settings_out_of_range_are_refused(name, value, message):
    with pytest.raises(SettingError, match=message):
        train(treebank(), replace(QUICK, **{name: value}))


def test_default_settings_are_in_range():
    TrainingSettings()


@pytest.mark.parametrize("sentences", [[], [ParsedSentence([], [])]])
def test_no_sentence_cannot_be_trained_on(sentences):
    with pytest.raises(InputError, match="no parsed sentence"):
        train(sentences, PLAIN)


def test_tree_that_contradicts_itself_is_refused():
    crossing = ParsedSentence(["NN", "VBZ"], [Constituent("NP", 0, 3)])
    with pytest.raises(InputError, match="NP over words 0 to 3"):
        train([*treebank(), crossing], PLAIN)


# --- equal input, equal bytes ------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"anchoring": "trees"},
        {"alignment": "flat"},
        {"profile": "hmm"},
        {"anchoring": "trees", "profile": "hmm", "matches": 5},
    ],
    ids=str,
)
def test_two_trainings_give_equal_bytes(changed):
    chosen = replace(PLAIN, **changed)
    first = train(treebank(), chosen)
    assert train(tuple(treebank()), chosen).to_bytes() == first.to_bytes()
    assert dict(first.settings) == asdict(chosen)


@pytest.mark.slow
def test_two_trainings_with_roles_give_equal_bytes():
    assert train(treebank(), QUICK).to_bytes() == column_model().to_bytes()


def test_sentences_without_words_change_nothing():
    padded = [one for sentence in treebank() for one in (ParsedSentence([], []), sentence)]
    assert train(padded, PLAIN).to_bytes() == train(treebank(), PLAIN).to_bytes()


@settings(max_examples=20)
@given(st.lists(parsed_sentences(), min_size=1, max_size=8), st.sampled_from(["none", "trees"]))
def test_any_sentences_can_be_trained_on(sentences, anchoring):
    chosen = replace(QUICK, anchoring=anchoring, seeds=3)
    model = train(sentences, chosen)
    assert list(model.history) == sorted(model.history, reverse=True)
    assert ColumnModel.from_bytes(model.to_bytes()).history == model.history


# --- what is trained ---------------------------------------------------------------------------


@pytest.mark.parametrize(("alignment", "align"), [("tree", align_trees), ("flat", align_flat)])
def test_history_begins_with_the_columns_of_the_multiple_alignment(alignment, align):
    sentences = treebank()
    chosen = replace(PLAIN, alignment=alignment, seeds=len(sentences))
    known = neighbourhood([tree_of(*one) for one in sentences], align, 60)
    _, size = multiple_alignment([one.tags for one in sentences], known)
    assert train(sentences, chosen).history[0] == size


def test_trees_and_tags_alone_give_different_columns():
    assert (
        train(treebank(), PLAIN).history
        != train(treebank(), replace(PLAIN, alignment="flat")).history
    )


def test_seeds_are_spread_evenly():
    words = [sentence(f"(X {'(NN hay) ' * size})") for size in (1, 9, 9, 2, 9, 9)]
    assert train(words, replace(PLAIN, seeds=2, least=0.0)).history[0] == 2  # the 1st and the 4th


@pytest.mark.parametrize("anchoring", ["none", "trees"])
@pytest.mark.parametrize("least", [0.0, 0.1, 0.2])
def test_columns_only_get_fewer(anchoring, least):
    model = train(treebank(), replace(PLAIN, anchoring=anchoring, least=least, iterations=5))
    assert len(model.history) == 1 + 5
    assert list(model.history) == sorted(model.history, reverse=True)
    assert model.history[-1] == model.profile.counts.shape[1]
    assert model.profile.occupancy.min() >= max(1, least * len(treebank()))


def test_columns_that_few_sentences_use_are_dropped():
    sizes = [train(treebank(), replace(PLAIN, least=least)).history[-1] for least in (0, 0.1, 0.2)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_profile_is_that_of_all_sentences_aligned():
    model = train(treebank(), replace(PLAIN, least=0.0, iterations=8))
    # Nothing changes any more: the profile finds the columns that it was counted from.
    assert model.history[-1] == model.history[-2]
    tags = np.array([model.tags.index(tag) for one in treebank() for tag in one.tags])
    again = count(
        tags,
        columns_by(model, treebank()),
        len(model.tags),
        model.history[-1],
        len(treebank()),
    )
    assert np.array_equal(again.counts, model.profile.counts)
    assert again.sentences == model.profile.sentences


def test_tags_are_those_of_the_treebank():
    tags = {tag for one in treebank() for tag in one.tags}
    assert train(treebank(), PLAIN).tags == tuple(sorted(tags))


# --- anchoring ---------------------------------------------------------------------------------


def test_without_anchoring_nothing_is_held():
    model = train(treebank(), PLAIN)
    assert model.held.tolist() == [-1, -1, -1]
    assert model.roles is None


def test_trees_hold_columns_but_no_roles_of_new_sentences():
    model = train(treebank(), replace(QUICK, anchoring="trees"))
    assert np.all(np.diff(model.held) > 0)
    assert model.held[0] >= 0
    assert model.role_tagger() is None


def test_roles_hold_the_same_columns_in_new_sentences():
    anchored = train(treebank(), replace(QUICK, anchoring="trees"))
    assert np.array_equal(column_model().held, anchored.held)
    assert np.array_equal(column_model().profile.counts, anchored.profile.counts)
    assert column_model().role_tagger() is not None


@pytest.mark.parametrize("least", [0.0, 0.1])
def test_held_columns_have_the_words_of_their_roles_and_no_others(least):
    model = train(treebank(), replace(QUICK, anchoring="trees", least=least))
    layout = layout_of(treebank())
    held = held_columns(ROLES, layout.firsts, int(layout.lengths.sum()), model.held)
    columns = columns_by(model, treebank(), held)
    for number, column in enumerate(model.held.tolist()):
        own = [
            first + roles[number]
            for first, roles in zip(layout.firsts.tolist(), ROLES, strict=True)
            if roles[number] >= 0
        ]
        assert np.flatnonzero(columns == column).tolist() == own
        assert model.profile.occupancy[column] == len(own)


def test_held_column_that_is_dropped_holds_no_more():
    """One sentence of eleven has a verb, too few for its columns to be kept."""
    nouns = [sentence("(NP (DT No) (NN hay) (. .))")] * 10
    verb = sentence("(S (NP (NNS Goats)) (VP (VBP eat)) (. .))")
    model = train([verb, *nouns], replace(QUICK, anchoring="trees", least=0.5, seeds=11))
    named = dict(zip(Roles._fields, model.held.tolist(), strict=True))
    assert named["root"] == -1
    assert named["final"] == model.history[-1] - 1
    assert model.profile.occupancy[named["final"]] == 11


def test_columns_of_roles_are_those_that_most_of_their_words_have():
    rows = [sentence("(S (NP (NN Hay)) (VP (VBZ rots)) (. .))")] * 3
    model = train(rows, replace(QUICK, anchoring="trees"))
    assert model.held.tolist() == [0, 1, 2]


# --- profile HMM -------------------------------------------------------------------------------


def test_profile_hmm_has_the_columns_used_most_as_match_states():
    chosen = replace(PLAIN, profile="hmm", matches=5, least=0.0)
    model, whole = train(treebank(), chosen), train(treebank(), replace(chosen, profile="pssm"))
    assert model.history == whole.history
    best = np.sort(np.argsort(-whole.profile.occupancy, kind="stable")[:5])
    assert np.array_equal(model.profile.counts, whole.profile.counts[:, best])
    assert model.transition_counts.transitions.shape == (6, 3, 3)
    words = sum(len(one.tags) for one in treebank())
    assert model.profile.counts.sum() + model.transition_counts.insertions.sum() == words


@pytest.mark.parametrize(
    "least",
    [
        0.0,
        0.2,
    ],
)
def test_every_sentence_that_has_a_place_leaves_the_begin_of_the_hmm_once(least):
    usual = sentence("(S (NP (NN Hay)) (VP (VBZ rots)) (. .))")
    rare = sentence("(S (CC But) (NP (NN hay)) (VP (VBZ rots)) (. .))")
    chosen = replace(PLAIN, profile="hmm", least=least, seeds=11, iterations=1)
    model = train([rare, *[usual] * 10], chosen)
    begin, match = 0, 0
    assert model.profile.sentences == 11
    assert model.transition_counts.transitions[begin, match].sum() == 11


def test_least_that_leaves_no_column_is_named():
    with pytest.raises((InputError, SettingError), match="least"):
        train(treebank(), replace(PLAIN, least=0.99))
