"""Models that are frozen or sourced stay when a pipeline is initialized, as in `spacy train`."""

from contextlib import suppress
from pathlib import Path

import pytest
import spacy
from contract_cases import CASES, trained
from spacy.cli.debug_data import debug_data
from spacy.cli.train import train
from spacy.language import Language
from spacy.tokens import DocBin, Span
from spacy.training import Example

from spacy_citalign.errors import InputError, SettingError

FACTORIES = sorted(name for name, case in CASES.items() if case.settings)


def without_gold() -> list[Example]:
    doc = spacy.blank("en").make_doc("Frogs sleep.")
    return [Example(doc.copy(), doc)] * 3


def copy_of(factory: str) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe(factory).from_bytes(trained(factory).get_pipe(factory).to_bytes())
    return nlp


@pytest.mark.parametrize("factory", FACTORIES)
def test_frozen_model_stays(factory):
    nlp = copy_of(factory)
    before = nlp.get_pipe(factory).to_bytes()
    nlp.config["training"]["frozen_components"] = [factory]
    nlp.config["training"]["max_epochs"] = -1  # examples are not read
    nlp.initialize(without_gold)
    assert nlp.get_pipe(factory).to_bytes() == before


@pytest.mark.parametrize("factory", FACTORIES)
def test_sourced_model_stays(factory):
    nlp = spacy.blank("en")
    nlp.add_pipe(factory, source=trained(factory))
    before = nlp.get_pipe(factory).to_bytes()
    nlp.initialize(without_gold)
    assert nlp.get_pipe(factory).to_bytes() == before


@pytest.mark.parametrize("factory", FACTORIES)
def test_others_learn_anew_or_say_what_is_missing(factory):
    with pytest.raises((InputError, SettingError)):
        copy_of(factory).initialize(without_gold)
    nlp = spacy.blank("en")
    nlp.add_pipe(factory)
    nlp.config["training"]["frozen_components"] = [factory]  # and nothing to keep
    with pytest.raises((InputError, SettingError)):
        nlp.initialize(without_gold)


def written(folder) -> Path:
    """A config with an entity recognizer to train behind components that ship."""
    nlp = spacy.blank("en")
    nlp.add_pipe("ner")
    config = nlp.config.copy()
    sourced = ["perceptron_tagger", "gene_mention_tagger"]
    config["nlp"]["pipeline"] = [*sourced, "ner"]
    config["components"] |= {name: {"source": "spacy_citalign"} for name in sourced}
    config["training"] |= {"max_steps": 2, "eval_frequency": 1}
    config.to_disk(folder / "config.cfg")
    return folder / "config.cfg"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of spaCy, that there is little to learn from
@pytest.mark.parametrize("frozen", [["perceptron_tagger", "gene_mention_tagger"], []])
def test_debug_data_goes_through_what_trains(tmp_path, capsys, frozen):
    nlp = spacy.blank("en")
    docs = [nlp.make_doc(f"STAT{number} binds SOCS3 in mice.") for number in range(24)]
    for doc in docs:
        doc.ents = [Span(doc, 0, 1, label="GENE")]
    DocBin(docs=docs).to_disk(tmp_path / "train.spacy")
    config = written(tmp_path)
    data = str(tmp_path / "train.spacy")
    overrides = {
        "paths.train": data,
        "paths.dev": data,
        "training.frozen_components": frozen,
        "training.annotating_components": [],
    }
    train(config, overrides=overrides)
    with suppress(SystemExit):  # there is little to learn from, it says
        debug_data(config, config_overrides=overrides, silent=False, no_format=True)
    assert "Pipeline can be initialized with data" in capsys.readouterr().out
