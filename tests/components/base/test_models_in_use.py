"""Models that ship are unpacked when they are used: by threads and forked processes as well."""

import multiprocessing
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import spacy

from spacy_citalign.components.base.trained import ModelPipe
from spacy_citalign.errors import ModelFileError, SettingError

TEXT = "Chk1 is needed for repair."
WITH_SETTINGS = "sentence_boundary_detector"  # the one whose settings are not the defaults


def unpacked(nlp: spacy.Language) -> list[str]:
    """The components whose models are unpacked."""
    return [name for name, pipe in nlp.components if getattr(pipe, "_model", None) is not None]


@pytest.fixture
def shipped():
    return spacy.load("spacy_citalign")


@pytest.fixture
def readings(monkeypatch):
    """The names of components, one for each time that a model is read."""
    seen: list[str] = []
    read = ModelPipe.from_bytes

    def counted(pipe, data, *, exclude=()):
        seen.append(pipe.name)
        return read(pipe, data, exclude=exclude)

    monkeypatch.setattr(ModelPipe, "from_bytes", counted)
    return seen


def test_loading_unpacks_no_model(shipped):
    assert unpacked(shipped) == [WITH_SETTINGS]
    assert shipped.get_pipe("gene_mention_tagger").fitted
    # spaCy asks each component for such an attribute, in any order, and would have it unpacked.
    assert not any(hasattr(pipe, "model") for _, pipe in shipped.components)


def test_a_component_unpacks_its_own(shipped):
    doc = shipped.get_pipe("gene_mention_tagger")(shipped.make_doc(TEXT))
    assert [mention["text"] for mention in doc._.gene_mentions] == ["Chk1"]
    assert unpacked(shipped) == [WITH_SETTINGS, "gene_mention_tagger"]


def test_shipped_weights_in_ones_own_pipeline_are_unpacked_when_used():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    assert unpacked(nlp) == []
    assert nlp(TEXT)._.gene_mentions
    assert unpacked(nlp) == ["gene_mention_tagger"]


def test_what_a_component_knows_is_that_of_its_model(shipped):
    assert {"NP", "VP"} <= {*shipped.get_pipe("base_phrase_chunker").labels}
    assert shipped.get_pipe("perceptron_tagger").labels
    assert "craft" in shipped.get_pipe("gene_mention_tagger").guidelines


def test_bytes_are_the_same_before_and_after(shipped):
    pipe = shipped.get_pipe("suffix_lemmatizer")
    packed, digest = pipe.to_bytes(), pipe.model_digest()
    assert unpacked(shipped) == [WITH_SETTINGS]
    assert pipe.fitted_model().to_bytes() == packed
    assert (pipe.to_bytes(), pipe.model_digest()) == (packed, digest)


def test_a_copy_by_pickle_knows_the_same(shipped):
    pipe = pickle.loads(pickle.dumps(shipped.get_pipe("gene_mention_tagger")))
    assert pipe(shipped.make_doc(TEXT))._.gene_mentions


def test_settings_changed_before_the_first_use_hold(shipped):
    tagger = shipped.get_pipe("gene_mention_tagger")
    tagger.override_settings(guideline="craft")
    of_guideline = tagger.fitted_model().of("craft")
    assert tagger.fitted_runner().model.to_bytes() == of_guideline.to_bytes()


def test_another_model_takes_the_place_of_one_that_was_not_unpacked(shipped):
    lemmatizer = shipped.get_pipe("suffix_lemmatizer")
    lemmatizer.from_bytes(spacy.blank("en").add_pipe("suffix_lemmatizer").to_bytes())
    assert not lemmatizer.fitted


def test_settings_that_do_not_fit_are_told_at_once():
    with pytest.raises(SettingError, match="no_such"):
        spacy.blank("en").add_pipe(
            "gene_mention_tagger", config={"weights": "shipped", "guideline": "no_such"}
        )
    settings = {"components": {"gene_mention_tagger": {"guideline": "no_such"}}}
    with pytest.raises(SettingError, match="no_such"):
        spacy.load("spacy_citalign", config=settings)


def test_threads_unpack_a_model_once(shipped, readings):
    barrier = Barrier(8)

    def read(_):
        barrier.wait()
        return shipped.get_pipe("suffix_lemmatizer").fitted_model()

    with ThreadPoolExecutor(8) as threads:
        models = {id(model) for model in threads.map(read, range(8))}
    assert len(models) == 1
    assert readings == ["suffix_lemmatizer"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_models_are_unpacked_before_processes_are_forked(shipped):
    """Forked processes share the memory of what is unpacked, else each would have its own."""
    process = multiprocessing.get_context("fork").Process(target=int)
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert unpacked(shipped) == [
        name for name, pipe in shipped.components if isinstance(pipe, ModelPipe)
    ]


def test_a_users_model_is_read_when_it_is_loaded(shipped, tmp_path):
    shipped.select_pipes(enable="sentence_boundary_detector")
    shipped.to_disk(tmp_path / "own")
    own = spacy.load(tmp_path / "own")
    assert "sentence_boundary_detector" in unpacked(own)
    file = tmp_path / "own" / "sentence_boundary_detector" / "model"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(ModelFileError, match="truncated"):
        spacy.load(tmp_path / "own")
