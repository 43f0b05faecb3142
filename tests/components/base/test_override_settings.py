"""Settings that are overridden on a live component stay, and the pipeline's config has them."""

import pickle

import pytest
import spacy
from contract_cases import CASES, trained
from spacy.language import Language

from spacy_citalign.components.base.trained import ModelPipe
from spacy_citalign.errors import ModelFileError, SettingError

GENES, TERMS = "gene_mention_tagger", "propositional_term_extractor"
# A setting of each component with any beside its weights.
CHANGES = {
    "base_phrase_chunker": {"spans_key": "mine"},
    "citance_aligner": {"threshold": 0.75},
    "column_tagger": {"anchors": None},
    "evidence_ranker": {"limit": 2},
    GENES: {"leave_out_non_genes": False, "models": ["hmm"]},
    "gene_normalizer": {"threshold": 0.25},
    TERMS: {"min_probability": 0.75},
    "sentence_aligner": {"normalize": []},
    "sentence_boundary_detector": {"threshold": 0.25},
}


@pytest.fixture(params=sorted(CHANGES))
def factory(request) -> str:
    return request.param


@pytest.fixture
def nlp(factory) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe(factory).from_bytes(trained(factory).get_pipe(factory).to_bytes())
    return nlp


def seen(nlp: Language, factory: str) -> tuple[dict, dict]:
    """The settings by the component and by the config, of those that change."""
    config = nlp.config["components"][factory]
    pipe = nlp.get_pipe(factory)
    as_lists = {
        name: list(value) if isinstance(value := getattr(pipe, name), tuple) else value
        for name in CHANGES[factory]
    }
    return as_lists, {name: config[name] for name in CHANGES[factory]}


def test_every_component_with_settings_is_tried():
    names = {name for name, case in CASES.items() if case.settings}
    assert {*CHANGES} == names - {"perceptron_tagger", "suffix_lemmatizer"}


def test_overridden_settings_are_kept_wherever_the_pipeline_goes(nlp, factory, tmp_path):
    changes = CHANGES[factory]
    nlp.get_pipe(factory).override_settings(**changes)
    assert seen(nlp, factory) == (changes, changes)
    nlp.to_disk(tmp_path)
    blank, source = spacy.blank("en"), spacy.blank("en")
    blank.add_pipe(factory)
    source.add_pipe(factory, source=nlp)
    again = spacy.blank("en")
    again.add_pipe(factory)
    for other in (
        spacy.load(tmp_path),
        blank.from_bytes(nlp.to_bytes()),
        again.from_bytes(blank.to_bytes()),
        pickle.loads(pickle.dumps(nlp)),
        source,
    ):
        assert seen(other, factory) == (changes, changes)
        assert other.get_pipe(factory).fitted


def test_a_setting_that_is_given_on_loading_counts(tmp_path):
    nlp = trained(GENES)
    tagger = nlp.get_pipe(GENES)
    tagger.override_settings(leave_out_non_genes=False, begin_bias=1.0)
    try:
        nlp.to_disk(tmp_path)
    finally:
        tagger.override_settings(leave_out_non_genes=True, begin_bias=0.4)
    given = {"components": {GENES: {"begin_bias": 2.0}}}
    loaded = spacy.load(tmp_path, config=given).get_pipe(GENES)
    assert (loaded.leave_out_non_genes, loaded.begin_bias) == (False, 2.0)


def test_override_after_sourcing_is_in_the_config_of_both_pipelines(tmp_path):
    first, second = spacy.blank("en"), spacy.blank("en")
    first.add_pipe(GENES, config={"weights": "shipped"})
    second.add_pipe(GENES, source=first, name="mine")
    second.get_pipe("mine").override_settings(repeat_above=None)
    assert first.config["components"][GENES]["repeat_above"] is None
    assert second.config["components"]["mine"]["repeat_above"] is None
    second.to_disk(tmp_path)
    assert spacy.load(tmp_path).get_pipe("mine").repeat_above is None


def test_bytes_without_overridden_settings_are_those_of_the_model():
    tagger = trained(GENES).get_pipe(GENES)
    other = spacy.blank("en").add_pipe(GENES).from_bytes(tagger.to_bytes())
    other.override_settings(begin_bias=1.5)
    assert other.to_bytes() != other.model_bytes() == tagger.model_bytes()
    assert other.model_digest() == tagger.model_digest()


def test_unfitted_component_keeps_its_settings():
    one, other = (spacy.blank("en").add_pipe(GENES) for _ in range(2))
    one.override_settings(begin_bias=1.5)
    assert other.from_bytes(one.to_bytes()).begin_bias == 1.5
    assert not other.fitted


@pytest.mark.parametrize("factory", sorted(CHANGES), indirect=True)
def test_unknown_settings_are_an_error_of_ours(nlp, factory):
    with pytest.raises(SettingError, match=f"{factory} has no setting colour, foo; it has weights"):
        nlp.get_pipe(factory).override_settings(foo=1, colour="red")


def test_weights_are_not_overridden():
    tagger = spacy.blank("en").add_pipe(GENES)
    with pytest.raises(SettingError, match="weights of 'gene_mention_tagger' are read when it is"):
        tagger.override_settings(weights="shipped")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"begin_bias": 1.0, "guideline": "frogs"}, "frogs"),  # what the model does not have
        ({"begin_bias": 1.0, "min_probability": 2.0}, "min_probability is 2.0"),
        ({"spans_key": ""}, "give the name of a span group"),
    ],
)
def test_after_a_refusal_all_is_as_before(changes, message):
    nlp = trained(GENES)
    tagger, text = nlp.get_pipe(GENES), CASES[GENES].text
    before, config = tagger.settings, nlp.config["components"][GENES]
    found = nlp(text)._.gene_mentions
    with pytest.raises(SettingError, match=message):
        tagger.override_settings(**changes)
    assert tagger.settings == before
    assert nlp.config["components"][GENES] == config
    assert nlp(text)._.gene_mentions == found
    assert tagger.to_bytes() == tagger.model_bytes()


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (b"{", "cannot be read"),
        (b"[1]", "is no settings"),
        (b'{"foo": 1}', "do not fit: gene_mention_tagger has no setting foo"),
        (b'{"begin_bias": "much"}', "do not fit: begin_bias is 'much'"),
        (b"\xff", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
    ],
)
def test_damaged_settings_are_told(head, message):
    tagger = spacy.blank("en").add_pipe(GENES)
    assert isinstance(tagger, ModelPipe)
    with pytest.raises(ModelFileError, match=message):
        tagger.from_bytes(b"CITALIGN settings\n%b\n%b" % (head, tagger.model_bytes()))
