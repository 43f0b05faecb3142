"""Settings as dataclasses: parameters, defaults and checks of factories and of ``initialize``."""

import inspect
import re
from dataclasses import dataclass, fields
from typing import Literal, get_args

import pytest
import spacy
from confection import ConfigValidationError
from contract_cases import CASES
from spacy.language import Language
from thinc.api import Config

from spacy_citalign.boundaries import training as boundaries
from spacy_citalign.chunks import training as chunks
from spacy_citalign.citances.learning import LearningSettings
from spacy_citalign.citances.paper import crf_training as citances
from spacy_citalign.columns import training as columns
from spacy_citalign.components.base.settings import build, default_config, parameters, with_tuples
from spacy_citalign.components.citances.resources import ResourceFiles
from spacy_citalign.components.gene_training import GeneResources
from spacy_citalign.components.lemmas import SuffixLemmatizer
from spacy_citalign.errors import SettingError
from spacy_citalign.evidence import training as evidence
from spacy_citalign.gene_ids import training as gene_ids
from spacy_citalign.genes import training as genes
from spacy_citalign.lemmas import training as lemmas
from spacy_citalign.sentences import training as sentences
from spacy_citalign.tags import training as tags
from spacy_citalign.terms import training as terms


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


def test_lists_become_tuples_where_a_field_has_these():
    assert with_tuples(Brew, {"herbs": ["sage", "mint"]}) == {"herbs": ("sage", "mint")}
    assert build(Brew, {"herbs": ["sage"], "sugar": True}) == Brew(herbs=("sage",))


def test_none_stands_for_the_default_but_where_it_is_a_value():
    assert build(Brew, {"heat": None, "steep": None}) == Brew(steep=None)
    assert build(Brew, {"heat": 3.0, "lid": None}, steep=1) == Brew(heat=3.0, steep=1)
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


# --- subclasses, arguments of initialize ------------------------------------------------------


class Own(SuffixLemmatizer):
    """A component that a user makes of one of ours, with a setting more."""

    def __init__(self, nlp: Language, name: str, colour: str = "red"):
        super().__init__(nlp, name)
        self.colour = colour


class Same(SuffixLemmatizer):
    """One with the settings of ours."""


def test_subclasses_take_what_their_init_says():
    Language.factory("test_own_lemmatizer", func=Own)
    Language.factory("test_same_lemmatizer", func=Same, default_config={"weights": None})
    nlp = spacy.blank("en")
    assert nlp.add_pipe("test_own_lemmatizer", config={"colour": "green"}).colour == "green"
    assert nlp.add_pipe("test_same_lemmatizer", config={"weights": None}).weights is None
    for name in ("test_own_lemmatizer", "test_same_lemmatizer"):
        with pytest.raises(ConfigValidationError, match="moss"):
            nlp.add_pipe(name, name="other", config={"moss": 1})
    assert [*inspect.signature(Own).parameters] == ["nlp", "name", "colour"]
    assert inspect.signature(Same) == inspect.signature(SuffixLemmatizer)


# The dataclasses whose fields ``initialize`` takes, and the names of those that it does not.
TRAINING: dict[str, tuple[tuple[type, ...], set[str]]] = {
    "base_phrase_chunker": ((chunks.TrainingSettings,), set()),
    "citance_aligner": ((LearningSettings, citances.TrainingSettings, ResourceFiles), {"crf"}),
    "column_tagger": ((columns.TrainingSettings,), set()),
    "evidence_ranker": ((evidence.TrainingSettings,), set()),
    "gene_mention_tagger": ((genes.TrainingSettings, GeneResources), set()),
    "gene_normalizer": ((gene_ids.TrainingSettings,), set()),
    "perceptron_tagger": ((tags.TrainingSettings,), set()),
    "propositional_term_extractor": ((terms.TrainingSettings,), set()),
    "sentence_aligner": ((sentences.TrainingSettings,), {"language", "perturbation"}),
    "sentence_boundary_detector": ((boundaries.TrainingSettings,), set()),
    "suffix_lemmatizer": ((lemmas.TrainingSettings,), set()),
}
# What ``initialize`` takes beside these, with its default.
OTHERS: dict[str, dict[str, object]] = {
    "base_phrase_chunker": {"tags": "gold"},
    "evidence_ranker": {"texts": []},
    "gene_normalizer": {"genes": [], "hgnc": None},
    "propositional_term_extractor": {"lexicons": None, "unlabelled": None},
    "sentence_aligner": {"language": None},
    "suffix_lemmatizer": {"lemmas": None},
}


@pytest.mark.parametrize("factory", sorted(name for name, case in CASES.items() if case.settings))
def test_arguments_of_initialize_are_the_training_settings(factory):
    """They are written out, since spaCy reads the signature, and shall not drift apart."""
    kinds, left_out = TRAINING[factory]
    given = inspect.signature(spacy.blank("en").add_pipe(factory).initialize).parameters
    wanted = {one.name: one for kind in kinds for one in parameters(kind)}
    others = OTHERS.get(factory, {})
    assert {*given} == {"get_examples", "nlp"} | {*wanted} - left_out | {*others}
    for name, parameter in wanted.items():
        if name not in left_out:
            assert given[name].default == parameter.default
            assert given[name].annotation == parameter.annotation | None
    for name, default in others.items():
        assert given[name].default == default
        assert type(None) in get_args(given[name].annotation)
    assert {one.kind for name, one in given.items() if name != "get_examples"} == {
        inspect.Parameter.KEYWORD_ONLY
    }
