"""Subject, main verb and final punctuation of a sentence, by its tree."""

import numpy as np
import pytest
from hypothesis import given

from spacy_citalign.columns.roles import NONE, VERB, Roles, class_of, held_columns, roles_of
from spacy_citalign.columns.trees import tree_of
from spacy_citalign.corpora.penn_trees import parse_tree
from tests.columns.column_models import FIGURE_2, TREEBANK, parsed_sentences, sentence, tree

# Tree, subject, main verb, final punctuation.
GOLDEN = [
    (FIGURE_2[0], "Jr.", "chosen", "."),
    (FIGURE_2[1], "goat", "joined", "."),
    # auxiliaries are no main verbs, in passives and elsewhere
    ("(S (NP (NN Hay)) (VP (MD may) (VP (VB be) (VP (VBN eaten)))) (. .))", "Hay", "eaten", "."),
    ("(S (NP (PRP They)) (VP (VBP want) (S (VP (TO to) (VP (VB eat))))))", "They", "want", ""),
    # what comes before the subject
    (
        "(S (PP (IN In) (NP (NN winter))) (, ,) (NP (NNS yaks)) (VP (VBP sleep)) (. .))",
        "yaks",
        "sleep",
        ".",
    ),
    (
        "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,)"
        " (NP (NN hay)) (VP (VBZ rots)) (. .))",
        "hay",
        "rots",
        ".",
    ),
    ("(S (NP (NN today)) (, ,) (NP (NNS goats)) (VP (VBP rest)) (. .))", "goats", "rest", "."),
    # a subject that is long
    (
        "(S (NP (NP (DT A) (NN herd)) (SBAR (WHNP (WDT that)) (S (VP (VBZ grazes)))))"
        " (VP (VBZ grows)) (. .))",
        "herd",
        "grows",
        ".",
    ),
    ("(S (NP (NN Herds) (CC and) (NN hay)) (VP (VBP grow)) (. .))", "hay", "grow", "."),
    # a clause that is no noun phrase is no subject, and there may be none
    (
        "(S (S (VP (VBG Grazing))) (VP (VBZ is) (ADJP (JJ good))) (. .))",
        "",
        "is",
        ".",
    ),
    ("(S (VP (VB Feed) (NP (DT the) (NN yak))) (. !))", "", "Feed", "!"),
    # of coordinated clauses the first counts, of coordinated verbs the first
    (
        "(S (S (NP (NNS Yaks)) (VP (VBP eat))) (CC and) (S (NP (NNS goats)) (VP (VBP eat))) (. .))",
        "Yaks",
        "eat",
        ".",
    ),
    (
        "(S (NP (NNS Yaks)) (VP (VP (VBP eat)) (CC and) (VP (VBP rest))) (. .))",
        "Yaks",
        "eat",
        ".",
    ),
    # a clause that is not the head of another is another matter
    ("(S (NP (NN Fact)) (SBAR (S (NP (NNS yaks)) (VP (VBP eat)))))", "Fact", "eat", ""),
    # questions
    (
        "(SBARQ (WHNP (WP What)) (SQ (VBD did) (NP (DT the) (NN yak)) (VP (VB eat))) (. ?))",
        "yak",
        "eat",
        "?",
    ),
    ("(SQ (VBZ Is) (NP (DT the) (NN yak)) (ADJP (JJ old)) (. ?))", "", "Is", "?"),
    ("(SBARQ (WHNP (WP Who)) (SQ (VP (VBZ grazes))) (. ?))", "", "grazes", "?"),
    # after the verb stands what is inverted
    ("(SINV (ADVP (RB Here)) (VP (VBZ comes)) (NP (DT the) (NN yak)) (. .))", "", "comes", "."),
    # no main clause, or none with a verb
    ("(NP (NP (DT The) (NN diet)) (PP (IN of) (NP (NNS yaks))))", "", "", ""),
    ("(NP (NP (DT A) (NN yak)) (SBAR (WHNP (WDT that)) (S (VP (VBZ eats)))) (. .))", "", "", "."),
    ("(FRAG (NP (DT No) (NN goat)) (. .))", "", "", "."),
    ("(S (NP (NN Hay)) (ADJP (JJ dry)) (. .))", "", "", "."),
    # a root over several brackets
    ("(X (S (NP (NNS Yaks)) (VP (VBP eat))) (. .))", "Yaks", "eat", "."),
    # only the last word is final punctuation
    ("(S (NP (NNS Yaks)) (VP (VBP eat)) (. .) ('' ''))", "Yaks", "eat", ""),
]


def words_of(text):
    """The words of the roles of a tree in brackets, "" for none."""
    words = parse_tree(text).words
    places = roles_of(tree(text), sentence(text).tags)
    return tuple("" if place == NONE else words[place] for place in places)


@pytest.mark.parametrize(("text", "subject", "root", "final"), GOLDEN)
def test_roles_are(text, subject, root, final):
    assert words_of(text) == (subject, root, final)


@given(parsed_sentences())
def test_roles_ascend_and_the_main_verb_is_a_verb(parsed):
    tags, constituents = parsed
    subject, root, final = roles = roles_of(tree_of(tags, constituents), tags)
    known = [place for place in roles if place != NONE]
    assert known == sorted(set(known))
    assert subject == NONE or root != NONE
    assert root == NONE or class_of(tags[root]) == VERB
    assert final == (len(tags) - 1 if tags[-1] == "." else NONE)


def test_every_clause_of_the_treebank_has_a_main_verb():
    for text in TREEBANK:
        assert bool(words_of(text)[1]) == text.startswith("(S")


# --- held columns ------------------------------------------------------------------------------


def test_words_are_held_by_their_roles():
    roles = [Roles(0, 2, 3), Roles(NONE, 0, NONE)]
    held = held_columns(roles, np.array([0, 4]), 6, np.array([3, 5, 9]))
    assert held.tolist() == [3, -1, 5, 9, 5, -1]
    assert np.array_equal(
        held_columns(np.array(roles), np.array([0, 4]), 6, np.array([3, 5, 9])), held
    )


def test_roles_without_a_column_hold_nothing():
    held = held_columns([Roles(0, 1, 2)], np.array([0]), 3, np.array([-1, 5, -1]))
    assert held.tolist() == [-1, 5, -1]


def test_no_sentence_holds_nothing():
    nothing = np.zeros(0, dtype=np.int64)
    assert held_columns([], nothing, 0, np.array([1, 2, 3])).tolist() == []
