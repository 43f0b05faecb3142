"""Every config that comes with the package is complete, and trains or assembles a pipeline."""

import inspect
import json
from importlib import resources
from types import SimpleNamespace

import pytest
import spacy
from contract_cases import CASES, loaded
from spacy import util
from spacy.tokens import DocBin
from thinc.api import Config

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

CONFIGS = {
    file.name.removesuffix(".cfg"): file
    for file in resources.files("spacy_citalign.configs").iterdir()
    if file.name.endswith(".cfg")
}


def test_configs_are_installed():
    assert set(CONFIGS) >= {"gene_mention_tagger", "pipeline"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name, case in CASES.items() if case.settings))
def test_training_config_trains_with_spacy_train(name, tmp_path):
    """The whole way of ``spacy train``, on invented sentences in place of the corpus."""
    from spacy.cli.train import train as spacy_train

    case = CASES[name]
    docs = [example.reference for example in case.examples(spacy.blank("en"))]
    gold = DocBin(store_user_data=True, docs=docs)
    gold.to_disk(tmp_path / "gold.spacy")
    config = Config().from_str(CONFIGS[name].read_text(encoding="utf-8"), interpolate=False)
    for part in ("train", "dev"):
        path = f"${{paths.{part}}}"
        config["corpora"][part] = {"@readers": case.reader, "path": path}
    config["initialize"]["components"][name].update(case.settings)
    config.to_disk(tmp_path / "train.cfg")
    given = {f"paths.{part}": str(tmp_path / "gold.spacy") for part in ("train", "dev")}
    if name == "gene_mention_tagger":
        given |= what_genes_need(tmp_path)
    spacy_train(tmp_path / "train.cfg", tmp_path / "out", overrides=given)
    nlp = spacy.load(tmp_path / "out" / "model-last")
    assert case.read(nlp(case.doc(nlp, case.text)))
    assert nlp.meta["performance"][case.score] > 0.5


def what_genes_need(folder):
    """Another corpus and unlabelled texts, and no confidences: too few mentions to learn them."""
    text = "Drelin binds Zork2 in frogs. Blip kinase does not."
    mentions = [[0, 6, "Gene", None], [13, 18, "Gene", None], [29, 40, "FamilyName", None]]
    document = {"id": "1", "title": text[:28], "abstract": text[29:], "mentions": mentions}
    (folder / "related.jsonl").write_text(json.dumps(document) + "\n", encoding="utf-8")
    (folder / "texts.txt").write_text(f"{text}\n" * 5, encoding="utf-8")
    return {
        "paths.related": [str(folder / "related.jsonl")],
        "paths.unlabelled": [str(folder / "texts.txt")],
        "initialize.components.gene_mention_tagger.calibrate": 0.0,
    }


@pytest.mark.slow
def test_finder_config_assembles_what_ships(tmp_path):
    from spacy.cli.assemble import assemble_cli

    with resources.as_file(CONFIGS["citance_finder"]) as file:
        assemble_cli(SimpleNamespace(args=[]), file, tmp_path, code_path=None, verbose=False)
    doc = spacy.load(tmp_path)("Zork2 wakes frogs [3]. Frogs are woken by Zork2 [3].")
    assert [one["key"] for one in doc._.citations] == ["3", "3"]
    members = [one["members"] for one in doc._.citance_alignment.classes]
    assert ["Zork2", "Zork2"] in [[member["text"] for member in one] for one in members]


@pytest.mark.slow
def test_pipeline_config_assembles_trained_components(tmp_path):
    from spacy.cli.assemble import assemble_cli

    with resources.as_file(CONFIGS["pipeline"]) as file:
        parts = util.load_config(file)["paths"]
        order = util.load_config(file)["nlp"]["pipeline"]
        for part, factory in zip(parts, order, strict=True):
            loaded(factory).to_disk(tmp_path / part)
        arguments = [x for part in parts for x in (f"--paths.{part}", str(tmp_path / part))]
        context = SimpleNamespace(args=arguments)
        assemble_cli(context, file, tmp_path / "whole", code_path=None, verbose=False)
    nlp = spacy.load(tmp_path / "whole")
    assert nlp.pipe_names == order
    assert [token.text for token in nlp.make_doc("non-obese p53-null")] == [
        *("non-obese", "p53", "-", "null")
    ]
    for factory in order:
        case = CASES[factory]
        assert case.read(nlp(case.doc(nlp, case.text)))


# What the configs set for what they train on.
OF_THE_DATA = {
    "citance_aligner": {"concept_splits", "concepts", "lexicon", "statistics", "thesaurus"},
    "gene_mention_tagger": {"by_model", "calibrate", "features", "guideline", "jobs", "related"},
    "propositional_term_extractor": {"unlabelled"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name, case in CASES.items() if case.settings))
def test_training_settings_of_the_config_are_the_defaults(name):
    config = Config().from_str(CONFIGS[name].read_text(encoding="utf-8"))
    given = config["initialize"]["components"][name]
    parameters = inspect.signature(spacy.blank("en").add_pipe(name).initialize).parameters
    assert set(given) == set(parameters) - {"get_examples", "nlp"}
    for key in set(given) - OF_THE_DATA.get(name, set()):
        default = parameters[key].default
        # Older versions of spaCy's parser of configs miss decimal numbers by a hair.
        wanted = pytest.approx(default, rel=1e-12) if isinstance(default, float) else default
        assert given[key] is None or given[key] == wanted, key
