"""Copies in other layouts, training on them, and the file of the model."""

import re
from random import Random

import numpy as np
import pytest
from corpus import divided_texts
from damaged import ModelFile
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries import training
from spacy_citalign.boundaries.features import abbreviation_kinds
from spacy_citalign.boundaries.model import BoundaryDetector, BoundaryModel
from spacy_citalign.boundaries.training import SegmentedText, TrainingSettings, restyled, train
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.words.hashing import hash_strings

TEXTS = [SegmentedText(text, starts) for text, starts in divided_texts()]
QUICK = TrainingSettings(cutoff=1, prune=0.0)
SENTENCES = st.lists(
    st.lists(st.sampled_from("Cells grew was (see Abc. 2) x.Y [3, 4] [12] !".split()), min_size=1),
    min_size=1,
    max_size=5,
)
_FINAL_MARK = re.compile(r"\s?\[7\]\.|\.\s?[\[(]?7[\])]?(?=\s|$)")


@pytest.fixture(scope="module")
def model():
    return train(TEXTS, QUICK)


def sentences(item):
    """The sentences of a text without white space and final marks of citation, all of them 7."""
    ends = [*item.starts[1:], len(item.text)]
    texts = [item.text[start:end] for start, end in zip(item.starts, ends, strict=True)]
    return ["".join(_FINAL_MARK.sub(".", text).split()) for text in texts]


# --- copies ----------------------------------------------------------------------------------


@given(SENTENCES, st.sampled_from([" ", "\n\n", "  "]), st.integers(0, 99))
def test_copies_have_the_sentences_of_their_text(words, between, seed):
    parts = [f"{' '.join(part)} end [7]." for part in words]
    starts = [len(between.join([*parts[:number], ""])) for number in range(len(parts))]
    item = SegmentedText(between.join(parts) + "\n", starts)
    copy = restyled(item, Random(seed))
    assert sentences(copy) == sentences(item)
    assert all(copy.text[start : start + 1].strip() for start in copy.starts)


def test_copies_have_lines_of_fixed_width_breaks_anywhere_and_no_empty_lines():
    text = " ".join(["Cells were grown in the dark."] * 30)
    item = SegmentedText(f"{text}\n\n{text}", [])
    copies = [restyled(item, Random(seed)).text for seed in range(40)]
    assert all(copy.split() == item.text.split() for copy in copies)
    assert 10 < sum("\n\n" in copy for copy in copies) < 30
    longest = [max(map(len, copy.split("\n"))) for copy in copies]
    assert 10 < sum(size <= 110 for size in longest) < 30


def test_copies_cite_in_other_styles():
    item = SegmentedText("Cells grew [12]. Then they died [3,4]. It was so.", [0, 17, 39])
    copies = [restyled(item, Random(seed)).text.replace("\n", " ") for seed in range(60)]
    for style in (".12 Then", ".[12] Then", ". [12] Then", ".(12) Then", " [12]. Then"):
        assert any(f"grew{style}" in copy for copy in copies)
    assert any("died.3,4 It" in copy for copy in copies)


def test_mark_that_ends_no_sentence_is_left_alone():
    item = SegmentedText("As in work [12]. and later.", [0])
    assert all("work [12]." in restyled(item, Random(n)).text.replace("\n", " ") for n in range(30))


def test_copies_have_other_abbreviations_of_equal_kind():
    text = "See Fig. 2 (cf. that of Marsh et al. and J. Xyz. Hale). All."
    item = SegmentedText(text, [0, text.index("All")])
    copies = [restyled(item, Random(seed)) for seed in range(60)]
    figures = {copy.text.replace("\n", " ").split()[1] for copy in copies}
    assert {"Fig.", "Eq.", "Ref."} <= figures
    assert all(abbreviation_kinds(hash_strings([name[:-1].lower()])) == 2 for name in figures)
    for copy in copies:
        rest = "that of Marsh et al. and J. Xyz. Hale). All."
        assert copy.text.split()[4:] == rest.split()
        assert copy.text[copy.starts[1] :].strip() == "All."


def test_copies_of_white_space_are_made():
    assert restyled(SegmentedText(" \n", []), Random(0)).text == " \n"


# --- training --------------------------------------------------------------------------------


def test_training_learns_its_corpus(model):
    detect = BoundaryDetector(model)
    found = detect([item.text for item in TEXTS])
    assert [starts.tolist() for starts in found] == [list(item.starts) for item in TEXTS]


def test_two_trainings_give_equal_bytes(model):
    assert train(TEXTS, QUICK).to_bytes() == model.to_bytes()


def test_seed_changes_the_copies_only():
    other = TrainingSettings(cutoff=1, prune=0.0, seed=1)
    assert train(TEXTS, other).to_bytes() != train(TEXTS, QUICK).to_bytes()
    without = [TrainingSettings(cutoff=1, copies=0, seed=seed) for seed in (0, 1)]
    assert train(TEXTS, without[0]).to_bytes() == train(TEXTS, without[1]).to_bytes()


def test_gold_starts_are_found_in_the_gaps():
    item = SegmentedText(" One.  Two is.Three (4). Five", [0, 5, 14])
    seen = training.see([item, SegmentedText("", []), item])
    # Two, Three, (4)., Five; the start before white space counts for what follows it, that at the
    # begin of the text is no gap.
    assert seen.begins.tolist() == [True, True, False, False] * 2


def test_start_inside_of_a_unit_is_left_out():
    seen = training.see([SegmentedText("One two. Three four", [0, 11])])
    assert not seen.begins.any()


@pytest.mark.parametrize(
    ("texts", "counts"),
    [
        ([], "of 0 gaps of the 0"),
        ([SegmentedText(" \n ", [])], "of 0 gaps of the 1"),
        ([SegmentedText("one two three", [0])], "of 0 gaps of the 1"),
        ([SegmentedText("One. Two. Three.", [0, 5, 10])], "of 2 gaps .* 2 begin one"),
        ([SegmentedText("One. Two. Three.", [0])], "of 2 gaps .* 0 begin one"),
    ],
)
def test_texts_without_both_kinds_of_gaps_are_refused(texts, counts):
    with pytest.raises(InputError, match=f"{counts}.*both kinds"):
        train(texts, TrainingSettings(copies=0))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cutoff": 0}, "cutoff is 0"),
        ({"cutoff": 10_000}, "cutoff is 10000, but no feature is that frequent"),
        ({"strength": 0}, "strength is 0"),
        ({"strength": -1.0}, "strength is -1.0"),
        ({"strength": float("nan")}, "strength is nan"),
        ({"copies": -1}, "copies is -1"),
        ({"prune": 1.0}, "share of weights to prune is 1.0"),
        ({"prune": -0.1}, "share of weights to prune is -0.1"),
    ],
)
def test_settings_out_of_range_are_named(settings, words):
    with pytest.raises(SettingError, match=words):
        train(TEXTS, TrainingSettings(**settings))


# --- file ------------------------------------------------------------------------------------


def test_model_comes_back_from_its_bytes(model):
    again = BoundaryModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    assert again.bias == model.bias
    for one, other in ((again.alone, model.alone), (again.pairs, model.pairs)):
        assert np.array_equal(one.features.keys, other.features.keys)
        assert np.array_equal(one.values, other.values)


def test_training_returns_what_it_stores(model):
    for part in (model.alone, model.pairs):
        assert np.array_equal(part.values, part.values.astype(np.float16).astype(np.float32))


def test_model_holds_no_word_of_the_training_texts(model):
    arrays = ModelFile.of(model, BoundaryModel.kind, BoundaryModel.version).arrays
    content = b"".join(array.tobytes() for array in arrays.values()) + model.to_bytes()
    words = {word for item in TEXTS for word in item.text.split() if len(word) > 6}
    assert not [word for word in words if word.encode() in content]


def test_pruning_drops_the_smallest_weights(model):
    pruned = model.pruned(0.6)
    before = np.abs(np.concatenate([model.alone.values, model.pairs.values]))
    after = np.abs(np.concatenate([pruned.alone.values, pruned.pairs.values]))
    assert len(after) < 0.5 * len(before)
    assert after.min() >= np.quantile(before, 0.6)
    assert len(pruned.to_bytes()) < len(model.to_bytes())


def test_model_with_garbled_parts_is_refused(model):
    file = ModelFile.of(model, BoundaryModel.kind, BoundaryModel.version)
    file.check_needs(["weights/0/keys", "bias"])
    few = {"weights/1/values": np.zeros(1, np.float16)}
    none = {"weights/1/keys": None, "weights/1/values": None}
    file.check_refused([few, none, {"bias": "much"}, {"bias": float("inf")}])
