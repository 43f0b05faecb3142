"""What is seen of units and of the gaps between them, worked by hand."""

import numpy as np
import pytest

from spacy_citalign.boundaries import features
from spacy_citalign.boundaries.chunks import PADDING, ChunkTable
from spacy_citalign.boundaries.features import BAG_SIZE, PAIR_COUNT, PLACES, featurize_units
from spacy_citalign.boundaries.layout import EMPTY_LINE, NOTHING, SPACE, WRAPPED, split_texts
from spacy_citalign.boundaries.model import Gaps


def shared(one, other):
    """The names of the features that two units share."""
    bags = featurize_units([one, other]).bags
    return {name for name, a, b in zip(features.BAG, *bags, strict=True) if a == b}


def column(name, *words):
    return featurize_units(words).hashes[name].tolist()


# --- units -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        ("genes", "Genes", "lower core head tail suffix suffix+tail"),
        ("genes.", "genes,", "core case head shape suffix"),
        ("(genes", "genes", "core case tail suffix suffix+tail"),
        # A number after a word's full stop marks a citation: it is no part of the word.
        ("shown.12", "shown.7", "core case head tail suffix form suffix+tail"),
        ("shown.12", "shown", "core case head suffix"),
        # All numbers are alike, runs of one mark too.
        ("known.[3]", "shown.[12]", "case head tail form suffix+tail suffix"),
        ("wait...", "wait..", "core case head tail shape suffix form suffix+tail"),
    ],
)
def test_units_share_features(one, other, names):
    expected = set(names.split())
    if one.startswith(("known", "shown.12")):
        expected |= {"shape"} if len(one) == len(other) else set()
    assert shared(one, other) - {"shape"} == expected - {"shape"}


def test_shape_puts_runs_of_one_class_together():
    assert "shape" in shared("IL-2.", "CDX-53.")
    assert "shape" not in shared("IL-2.", "IL2.")


def test_case_has_nine_classes():
    examples = ["...", "(A)", "Word", "WORD", "Word2", "word", "12", "12th", "p53"]
    assert len(set(column("case", *examples))) == len(examples)
    assert column("case", "RNAs") == column("case", "Il2") == column("case", "Word2")
    assert column("case", "Fig.") == column("case", "Table")


def test_ending_is_a_class_of_what_follows_the_core():
    assert len(set(column("ending", "a", "a.", "a..", "a,", "a)", "a).", 'a."', "a?", "a.12"))) == 9
    assert column("ending", "word.") == column("ending", "DNA.")
    assert column("ending", "a...") == column("ending", "a....")
    assert column("ending", "word") == [0]


def test_abbreviations_count_before_a_full_stop_only():
    (kind,) = column("short", "Fig.")
    assert kind > 0
    assert column("short", "(figs.", "Fig", "fig,", "Fig.)", "fig.2") == [kind, 0, 0, kind, kind]


def test_places_keep_the_features_of_a_unit_apart():
    bags = featurize_units(["word", "other"]).bags
    keys = features.place_keys(bags[:, None])
    assert keys.shape == (2, len(PLACES), BAG_SIZE)
    assert len(np.unique(keys[0])) == len(PLACES) * BAG_SIZE


# --- gaps ------------------------------------------------------------------------------------


def gaps_of(text):
    table = ChunkTable(lambda bags: bags)
    layout = split_texts([text])
    return Gaps.of(table.of_strings(layout.chunks), layout.breaks, table), table, layout


def test_sentence_may_begin_at_capitals_after_marks_and_at_line_breaks():
    gaps, _, layout = gaps_of("we saw It here, with (some) cells: no\nmore.Then 5 x")
    words = [layout.chunks[chunk] for chunk in gaps.chunks[gaps.candidates]]
    # "cells:" comes after a bracket, "no" after a colon, "more." after a line break, "x" after a
    # number: only that one is left out, as are "saw", "here,", "with" and "(some)".
    assert words == ["It", "cells:", "no", "more.Then", "more.Then", "5"]


def test_gap_columns_are_those_worked_out_by_hand():
    gaps, table, layout = gaps_of("Cut (by Eco et al.) Then it\nEnds. Yes.And so\n\nA B.")
    words = [layout.chunks[chunk] for chunk in gaps.chunks[gaps.candidates]]
    assert words == ["Eco", "Then", "Ends.", "Yes.And", "Yes.And", "B."]
    columns = {name: values.tolist() for name, values in gaps.columns.items()}
    assert columns["gap"] == [SPACE, SPACE, WRAPPED, SPACE, NOTHING, SPACE]
    assert columns["depth"] == [1, 0, 0, 0, 0, 0]
    # Units since the one before the left one was final: "al.)" is, "Ends." and "Yes." are.
    since = [2, 5, 2, 3, 1, 1]
    assert columns["since"] == np.searchsorted(features_since(), since).tolist()
    assert columns["block"] == [0, 0, 0, 0, 0, 1]
    assert gaps.pairs(table).shape == (6, PAIR_COUNT)


def features_since():
    from spacy_citalign.boundaries.model import SINCE

    return SINCE


def test_units_of_other_blocks_are_not_seen():
    gaps, table, _ = gaps_of("One two.\n\nIt is. So.\n\nThree four.")
    units = table.units
    (place,) = gaps.candidates
    first = gaps.rows[place]
    assert gaps.near.tolist() == [[first - 2, first - 1, first, PADDING, PADDING]]
    assert units["final"][gaps.near[0]].tolist() == [False, True, True, False, False]
    alone, other, _ = gaps_of("It is. So.")
    assert np.array_equal(alone.pairs(other), gaps.pairs(table))


def test_first_units_of_blocks_are_no_gaps():
    gaps, _, _ = gaps_of("One.\n\nTwo.\n\nThree.")
    assert gaps.firsts.tolist() == [0, 1, 2]
    assert not len(gaps.candidates)
    assert EMPTY_LINE not in gaps.columns["gap"]
