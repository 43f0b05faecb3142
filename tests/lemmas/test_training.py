"""Learning of rules, exceptions and capitals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemma_words import lemmatized_words

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.lemmas.edits import NOTHING, Edit
from spacy_citalign.lemmas.inflections import Inflected
from spacy_citalign.lemmas.model import Lemmatizer
from spacy_citalign.lemmas.training import LemmatizedWord, TrainingSettings, learn_rules, train

SETTINGS = TrainingSettings(letters=3, cutoff=1)
S, IES = Edit("s", ""), Edit("ies", "y")


def lemma_of(model, word, tag):
    return Lemmatizer(model)([word], [tag])[0]


def learned(*words, forms=(), settings=SETTINGS):
    return train([LemmatizedWord(*word.split("/")) for word in words], forms, settings)


# --- rules -----------------------------------------------------------------------------------


def test_rules_go_from_the_shortest_end_to_the_longest():
    """Worked by hand: three words in "s" and two in "ies", which need a rule of their own."""
    edits = {("frogs", "NNS"): S, ("newts", "NNS"): S, ("toads", "NNS"): S}
    edits |= {("flies", "NNS"): IES, ("berries", "NNS"): IES}
    settings = TrainingSettings(letters=4, cutoff=2)
    assert learn_rules(edits, settings) == {("", "NNS"): S, ("es", "NNS"): IES}
    # One word more than the rule before is not enough, two are.
    del edits["berries", "NNS"]
    assert learn_rules(edits, settings) == {("", "NNS"): S}


def test_a_rule_may_be_undone_for_longer_ends():
    edits = {(f"{letter}rogs", "NNS"): S for letter in "abcd"}
    edits |= {(f"{letter}series", "NNS"): NOTHING for letter in "ab"}
    rules = learn_rules(edits, TrainingSettings(letters=4, cutoff=2))
    assert rules == {("", "NNS"): S, ("es", "NNS"): NOTHING}


def test_tags_have_rules_of_their_own():
    model = learned("frogs/NNS/frog", "newts/NNS/newt", "always/RB/always", "ponds/NNS/pond")
    assert lemma_of(model, "toads", "NNS") == "toad"
    assert lemma_of(model, "toads", "RB") == "toads"
    assert lemma_of(model, "toads", "never seen") == "toads"


def test_an_end_that_does_not_fit_leaves_the_rule_to_the_next_shorter_one():
    model = learned("frogs/NNS/frog", "newts/NNS/newt")
    assert lemma_of(model, "fish", "NNS") == "fish"  # no "s" to take
    assert lemma_of(model, "s", "NNS") == "s"


@given(st.sampled_from(lemmatized_words()))
def test_words_of_training_get_their_lemmas(word):
    model = train(lemmatized_words(), (), SETTINGS)
    assert lemma_of(model, word.word, word.tag) == word.lemma


def test_the_most_frequent_lemma_counts():
    few = ["leaves/NNS/leave", "leaves/NNS/leaf", "leaves/NNS/leaf"]
    assert lemma_of(learned(*few), "leaves", "NNS") == "leaf"
    # Of equals the first edit in order, whatever the order of the words.
    pair = ["saw/VBD/see", "saw/VBD/saw"]
    assert lemma_of(learned(*pair), "saw", "VBD") == lemma_of(learned(*pair[::-1]), "saw", "VBD")


def test_texts_are_believed_before_lists():
    forms = [Inflected("axes", "NNS", "axe"), Inflected("mice", "NNS", "mouse")]
    model = learned("axes/NNS/axis", forms=forms)
    assert lemma_of(model, "axes", "NNS") == "axis"
    assert lemma_of(model, "Mice", "NNS") == "mouse"


def test_what_is_too_long_for_an_edit_is_left_to_the_rules():
    model = learned("frogs/NNS/frog", "newts/NNS/newt", "tadpoles/NNS/amphibian")
    assert lemma_of(model, "tadpoles", "NNS") == "tadpole"


# --- capitals --------------------------------------------------------------------------------


def test_tags_say_whose_capitals_stay():
    model = learned("Zork/NNP/Zork", "Mup/NNP/Mup", "Frogs/NNS/frog", "Newts/NNS/newt")
    assert model.cased == ("NNP",)
    assert lemma_of(model, "Drelin", "NNP") == "Drelin"
    assert lemma_of(model, "Toads", "NNS") == "toad"
    assert lemma_of(model, "TOADS", "NNS") == "toad"


def test_words_may_differ_from_others_with_their_tag():
    model = learned("American/JJ/American", "Small/JJ/small", "Green/JJ/green", "A/DT/a")
    assert model.cased == ()
    assert lemma_of(model, "American", "JJ") == "American"
    assert lemma_of(model, "SMALL", "JJ") == "small"
    assert lemma_of(model, "Wet", "JJ") == "wet"


def test_small_letters_may_get_capitals():
    model = learned("me/PRP/I", "i/PRP/I", "I/PRP/I", "him/PRP/he", "It/PRP/it", "He/PRP/he")
    found = [lemma_of(model, word, "PRP") for word in ("me", "Me", "i", "I", "Him", "it")]
    assert found == ["I", "I", "I", "I", "he", "it"]


def test_apostrophes_of_both_kinds_are_one():
    model = learned("n't/RB/not", "\u2019re/VBP/be")
    assert lemma_of(model, "n\u2019t", "RB") == "not"
    assert lemma_of(model, "'re", "VBP") == "be"


# --- odd words -------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["5", "--", "\u201c", "%", "\U0001f9ec", "1,100"])
def test_what_has_no_letters_is_its_own_lemma(word):
    model = learned("frogs/NNS/frog", f"{word}/NNS/something")
    assert lemma_of(model, word, "NNS") == word


@pytest.mark.parametrize(
    "word", ["\u0130stanbul", "STRASSE", "\ufb01sh", "\0s", "\ud800s", "x" * 3000]
)
@pytest.mark.parametrize("tag", ["NNP", "NNS", "", "?"])
def test_odd_words_have_lemmas(word, tag):
    model = learned("Zork/NNP/Zork", "frogs/NNS/frog", "newts/NNS/newt")
    lemma = lemma_of(model, word, tag)
    assert lemma
    assert lemma.lower() in {word.lower(), word.lower()[:-1]}


def test_words_without_tag_or_lemma_are_not_learned_from():
    model = learned("frogs//frog", "newts/NNS/", "toads/NNS/toad", "ponds/NNS/two words")
    assert lemma_of(model, "newts", "NNS") == "newt"
    assert lemma_of(model, "frogs", "") == "frogs"


@pytest.mark.parametrize("words", [[], ["frogs//frog"], ["frogs/NNS/"], ["5/CD/5"]])
def test_training_without_lemmas_says_where_they_belong(words):
    with pytest.raises(InputError, match=r"none of the training words .* in token.lemma_"):
        learned(*words)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"letters": -1}, "letters is -1; give a whole number from 0 on"),
        ({"letters": 13}, "letters is 13; give 0 to 12"),
        ({"letters": 2.0}, "letters is 2.0"),
        ({"cutoff": 0}, "cutoff is 0; give a whole number from 1 on"),
        ({"cutoff": True}, "cutoff is True"),
    ],
)
def test_wrong_settings_are_named(settings, message):
    with pytest.raises(SettingError, match=message):
        TrainingSettings(**settings)


def test_rules_may_look_at_no_letters():
    model = learned("frogs/NNS/frog", "newts/NNS/newt", settings=TrainingSettings(letters=0))
    assert lemma_of(model, "toads", "NNS") == "toad"
