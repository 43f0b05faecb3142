"""Settings as dataclasses: parameters, defaults and checks of factories and of ``initialize``."""

import inspect
import re
from dataclasses import dataclass, fields
from typing import Literal

import pytest
import spacy
from contract_cases import CASES
from thinc.api import Config

from spacy_citalign.components.settings import as_fields, build, default_config, parameters
from spacy_citalign.errors import SettingError


@dataclass(frozen=True)
class Brew:
    """Settings of this test.

    Attributes:
        herbs: names.
        heat: degrees, from 0 on.
        lid: which.
        steep: minutes, None for as long as it takes.
    """

    herbs: tuple[str, ...] = ("mint",)
    heat: float = 90.0
    lid: Literal["on", "off"] = "on"
    steep: int | None = 5

    def __post_init__(self) -> None:
        if self.heat < 0:
            raise SettingError(f"heat is {self.heat}; give a number from 0 on")


@dataclass(frozen=True)
class Cup:
    """More settings."""

    heat: float = 60.0
    sugar: bool = False


def test_defaults_are_those_of_a_config():
    assert default_config(Brew) == {"herbs": ["mint"], "heat": 90.0, "lid": "on", "steep": 5}


def test_parameters_have_the_types_of_a_config():
    found = {parameter.name: parameter for parameter in parameters(Brew)}
    assert {name: parameter.annotation for name, parameter in found.items()} == {
        "herbs": list[str],
        "heat": float,
        "lid": str,
        "steep": int | None,
    }
    assert found["herbs"].default == ["mint"]
    assert {parameter.kind for parameter in found.values()} == {inspect.Parameter.KEYWORD_ONLY}


def test_of_two_fields_of_one_name_the_later_counts():
    found = {one.name: one.default for one in parameters(Brew, Cup, leave_out=["lid"])}
    assert found == {"herbs": ["mint"], "heat": 60.0, "steep": 5, "sugar": False}


def test_optional_parameters_take_none():
    found = {one.name: one.annotation for one in parameters(Brew, optional=True)}
    assert found["heat"] == float | None
    assert found["herbs"] == list[str] | None


def test_fields_are_those_of_the_dataclass_with_tuples():
    given = {"herbs": ["sage", "mint"], "sugar": True}
    assert as_fields(Brew, given) == {"herbs": ("sage", "mint")}


def test_none_stands_for_the_default_but_where_it_is_a_value():
    assert build(Brew, {"heat": None, "steep": None, "sugar": True}) == Brew(steep=None)
    assert build(Brew, {"heat": 3.0}, heat=4.0).heat == 4.0
    with pytest.raises(SettingError, match="heat is -1"):
        build(Brew, {"heat": -1.0})


@pytest.mark.slow
@pytest.mark.parametrize("factory", sorted(CASES))
def test_factory_has_the_settings_of_its_dataclass(factory):
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(factory)
    defaults = default_config(type(pipe.settings))
    config = nlp.get_factory_meta(factory).default_config
    assert {name: value for name, value in config.items() if name != "scorer"} == defaults
    assert type(pipe.settings)() == pipe.settings
    assert repr(pipe.settings) in repr(pipe)


@pytest.mark.slow
@pytest.mark.parametrize("factory", sorted(CASES))
def test_settings_of_a_live_component_are_read_and_not_changed(factory):
    """A change did nothing, or was lost when the pipeline was saved."""
    pipe = spacy.blank("en").add_pipe(factory, name="mine")
    for setting in fields(pipe.settings):
        value = getattr(pipe, setting.name)
        assert value == getattr(pipe.settings, setting.name)
        with pytest.raises(SettingError, match=r"'mine'.*reload with config="):
            setattr(pipe, setting.name, value)
    with pytest.raises(AttributeError):
        pipe.settings = pipe.settings


@pytest.mark.parametrize("factory", sorted(CASES))
def test_unknown_setting_is_named_with_those_there_are(factory):
    nlp = spacy.blank("en")
    kind = type(nlp.add_pipe(factory))
    with pytest.raises(SettingError, match=f"{factory} has no setting colour; it has"):
        kind(nlp, colour="red")


@pytest.mark.parametrize("factory", sorted(name for name, case in CASES.items() if case.settings))
def test_unknown_argument_of_initialize_is_refused(factory):
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(factory)
    assert {"get_examples", "nlp"} < set(inspect.signature(pipe.initialize).parameters)
    with pytest.raises(TypeError, match="colour"):
        pipe.initialize(list, nlp=nlp, colour="red")


# --- settings that are gone ------------------------------------------------------------------

SAVED = """
[nlp]
lang = "en"
pipeline = ["citance_aligner", "sentence_aligner"]

[components]

[components.citance_aligner]
factory = "citance_aligner"
closure = null
rows_from = null
rows_weight = 1.0

[components.sentence_aligner]
factory = "sentence_aligner"
rows_from = null
rows_weight = 1.0
"""


def test_a_config_of_an_earlier_version_is_read_with_a_warning():
    """Settings that are gone and ask for nothing are ignored, and are no settings any more."""
    with pytest.warns(UserWarning, match="gone since version") as raised:
        nlp = spacy.util.load_model_from_config(Config().from_str(SAVED), auto_fill=True)
    assert [str(one.message) for one in raised] == [
        f"{name} has rows_weight = 1.0, gone since version 0.3: it is ignored; take it out of the "
        "config"
        for name in nlp.pipe_names
    ]
    assert not any(hasattr(pipe.settings, "rows_weight") for _, pipe in nlp.pipeline)


@pytest.mark.parametrize("factory", ["citance_aligner", "sentence_aligner"])
def test_settings_that_are_gone_are_not_asked_for_and_not_in_defaults(factory):
    nlp = spacy.blank("en")
    nlp.add_pipe(factory)  # without a warning, which would be an error
    again = spacy.util.load_model_from_config(Config().from_str(nlp.config.to_str()))
    assert again.pipe_names == [factory]
    assert "rows_from" not in nlp.get_factory_meta(factory).default_config


@pytest.mark.parametrize(
    ("factory", "name", "value", "message"),
    [
        ("citance_aligner", "rows_from", "tensor", "gone since version 0.3; rows of other models"),
        ("citance_aligner", "rows_weight", 2.0, "gone since version 0.3; rows of other models"),
        ("sentence_aligner", "rows_from", "vectors", "gone since version 0.3; rows of other"),
        ("citance_aligner", "closure", "average", 'gone since version 0.2; choose method = "schw'),
        ("citance_aligner", "unit_threshold", 0.4, "gone since version 0.2; thresholds of units"),
    ],
)
def test_a_setting_that_is_gone_and_asked_for_something_is_refused(factory, name, value, message):
    expected = re.escape(f"mine has {name} = {value!r}, {message}")
    with pytest.raises(SettingError, match=expected):
        spacy.blank("en").add_pipe(factory, name="mine", config={name: value})
