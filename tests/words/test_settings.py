"""Checks of settings: what passes, and the whole sentence that refuses."""

import math

import numpy as np
import pytest

from spacy_citalign.errors import SettingError
from spacy_citalign.words import settings

RANGES = [
    ({"low": 0, "high": 1}, [0, 0.5, 1, np.float32(1)], [-0.1, 1.1], "give 0 to 1"),
    ({"low": 0, "high": 1, "below": True}, [0, 0.99], [1, 1.0], "give 0 to below 1"),
    ({"low": 0, "above": True}, [1e-9, 10**300], [0, -1], "give a number above 0"),
    ({"low": 0}, [0, 2], [-1], "give a number from 0 on"),
    ({"high": 2.5}, [2.5, -9], [3], "give a number up to 2.5"),
    ({"high": 2, "below": True}, [1.9], [2], "give a number below 2"),
    (
        {"low": 0, "high": 1, "above": True, "below": True},
        [0.5],
        [0, 1],
        "give a number above 0 and below 1",
    ),
    ({}, [-1e300, 0], [], "give a finite number"),
    ({"low": 1, "advice": "give more"}, [1], [0], "give more"),
]
NO_NUMBERS = [None, True, "1", math.nan, math.inf, -math.inf, 10**400, [1]]


@pytest.mark.parametrize(("bounds", "right", "wrong", "advice"), RANGES)
def test_check_range_takes_finite_numbers_of_the_range(bounds, right, wrong, advice):
    for value in right:
        settings.check_range("cue", value, **bounds)
    for value in [*wrong, *NO_NUMBERS]:
        with pytest.raises(SettingError) as raised:
            settings.check_range("cue", value, **bounds)
        assert str(raised.value) == f"cue is {value!r}; {advice}"


@pytest.mark.parametrize("value", [0, -3, 1.0, True, "1", None])
def test_check_whole_takes_whole_numbers_from_the_least_on(value):
    settings.check_whole("folds", 1, 1)
    settings.check_whole("folds", np.int64(7), 1)
    with pytest.raises(SettingError) as raised:
        settings.check_whole("folds", value, 1)
    assert str(raised.value) == f"folds is {value!r}; give a whole number from 1 on"
    with pytest.raises(SettingError, match=r"; give more$"):
        settings.check_whole("folds", value, 1, advice="give more")


@pytest.mark.parametrize("value", ["blue", None, 1, ["red"]])
def test_check_choice_names_the_choices(value):
    settings.check_choice("color", "red", ("red", "green"))
    with pytest.raises(SettingError) as raised:
        settings.check_choice("color", value, ("red", "green"))
    assert str(raised.value) == f"color is {value!r}; choose from red, green"


REFUSED = [
    (settings.check_flag, ("gold", 1), "gold is 1; give true or false"),
    (settings.check_mapping, ("crf", ["c2"]), "crf is ['c2']; give settings by name"),
    (settings.check_share, (1.0,), "the share of weights to prune is 1.0; give 0 up to below 1"),
    (settings.check_share, ("1",), "the share of weights to prune is '1'; give 0 up to below 1"),
]


@pytest.mark.parametrize(("check", "given", "message"), REFUSED)
def test_checks_say_what_to_give(check, given, message):
    with pytest.raises(SettingError) as raised:
        check(*given)
    assert str(raised.value) == message


def test_checks_let_pass_what_is_right():
    settings.check_flag("gold", False)
    settings.check_mapping("crf", {"c2": 1.0})
    settings.check_share(0)
