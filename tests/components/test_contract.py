"""The contract that every component of the package keeps, whatever it does."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import contract_cases
import pytest
import spacy
from contract_cases import CASES, Case, train, trained
from crf_training import training_in_processes
from spacy import util
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_citalign.errors import ModelFileError, NotFittedError, SettingError

FACTORIES = sorted(
    point.name
    for point in entry_points(group="spacy_factories")
    if point.value.startswith("spacy_citalign.")
)
ODD_TEXTS = [
    "",
    " ",
    "\n\n\t ",
    "p53",
    ".",
    "()[]{})(",
    "Kinase\r\nline ends\r\nof another system.",
    "emoji 🧬🧪 and e\u0301 combining, zero\u200bwidth, \ufeffmark",
    "control \x00\x01\x07 characters \x7f here",
    "Ω" * 300,
    "x" * 5000,
    "word " * 400,
    "no space.Then Sox9/Sox10-binding(s) and IL-2Rα (p75)...",
]


def seen(doc: Doc, case: Case) -> list[tuple]:
    """Return what the component says of a Doc, confidences apart."""
    return [finding[:-1] for finding in case.read(doc)]


def sure(doc: Doc, case: Case) -> list[float]:
    return [finding.confidence for finding in case.read(doc)]


@pytest.fixture(scope="module", params=FACTORIES)
def case(request) -> Case:
    return CASES[request.param]


@pytest.fixture(scope="module")
def nlp(case) -> Language:
    return trained(case.factory)


@pytest.fixture(scope="module", params=[name for name, one in CASES.items() if one.settings])
def model_case(request) -> Case:
    return CASES[request.param]


@pytest.fixture(scope="module")
def model_nlp(model_case) -> Language:
    return trained(model_case.factory)


@pytest.fixture(scope="module", params=[name for name, one in CASES.items() if one.spans_key])
def span_case(request) -> Case:
    return CASES[request.param]


@pytest.fixture(scope="module")
def span_nlp(span_case) -> Language:
    return trained(span_case.factory)


def same(a: Doc, b: Doc, case: Case) -> bool:
    return seen(a, case) == seen(b, case) and sure(a, case) == pytest.approx(
        sure(b, case), abs=1e-6
    )


def test_every_factory_has_a_case():
    assert FACTORIES
    assert set(FACTORIES) == set(CASES)


def test_factories_are_found_without_an_import():
    # Old versions of spaCy's command line warn of themselves; what comes after is ours.
    code = f"""
import warnings, spacy
warnings.simplefilter("error")
nlp = spacy.blank("xx")
for factory in {FACTORIES!r}:
    nlp.add_pipe(factory)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# What pickles of components have named since version 0.2, beside the class of the component.
NAMED_IN_PICKLES = {
    "boundaries.component": ["BoundarySettings"],
    "chunks.component": ["ChunkSettings"],
    "chunks.scorer": ["score_base_phrases"],
    "citances.component": ["CitanceAlignerSettings"],
    "citances.scorer": ["score_citances"],
    "citations.component": ["FinderSettings"],
    "citations.scorer": ["score_citations"],
    "columns.component": ["ColumnSettings"],
    "columns.scorer": ["score_columns"],
    "evidence.component": ["EvidenceRankerSettings"],
    "evidence.scorer": ["score_evidence"],
    "gene_ids.component": ["GeneNormalizerSettings"],
    "gene_ids.scorer": ["score_gene_ids"],
    "genes.component": ["GeneMentionSettings"],
    "genes.scorer": ["score_gene_mentions"],
    "lemmas.scorer": ["score_lemmas"],
    "sentences.component": ["SentenceAlignerSettings"],
    "sentences.scorer": ["score_sentences"],
    "settings": ["ModelSettings"],
    "tags.scorer": ["score_tags"],
    "terms.component": ["TermSettings"],
    "terms.scorer": ["score_terms"],
    "trained": ["_unpickled"],
}


@pytest.mark.parametrize("module", sorted(NAMED_IN_PICKLES))
def test_what_pickles_name_stays_where_it_is(module):
    home = import_module(f"spacy_citalign.components.{module}")
    assert [hasattr(home, name) for name in NAMED_IN_PICKLES[module]] == [True]


def test_unfitted_component_says_what_to_do(model_case):
    nlp = spacy.blank("en")
    nlp.add_pipe(model_case.factory)
    for use in (lambda: nlp("A text."), lambda: list(nlp.pipe(["A text."]))):
        with pytest.raises(NotFittedError, match=r"shipped.*initialize"):
            use()


def test_unfitted_component_survives_saving(model_case, tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe(model_case.factory)
    nlp.to_disk(tmp_path)
    with pytest.raises(NotFittedError):
        spacy.load(tmp_path)("A text.")


@pytest.mark.slow
def test_shipped_weights_work_in_any_pipeline(model_case):
    nlp = spacy.blank("en")
    nlp.add_pipe(model_case.factory, config={"weights": "shipped"})
    assert seen(nlp(model_case.doc(nlp, model_case.text)), model_case)


def test_unknown_weights_are_refused(model_case):
    with pytest.raises(SettingError, match=r"'elsewhere'.*shipped"):
        spacy.blank("en").add_pipe(model_case.factory, config={"weights": "elsewhere"})


@pytest.mark.slow
def test_initialize_keeps_shipped_weights(model_case):
    nlp = spacy.blank("en")
    component = nlp.add_pipe(model_case.factory, config={"weights": "shipped"})
    before = component.to_bytes()
    nlp.initialize(lambda: model_case.examples(nlp)[:2])
    assert component.to_bytes() == before


def test_trained_component_finds_something_and_offsets_are_exact(case, nlp):
    doc = nlp(case.doc(nlp, case.text))
    assert seen(doc, case)
    for start, end, label in seen(doc, case):
        assert 0 <= start < end <= len(doc.text)
        assert label
    assert all(0 <= confidence <= 1 for confidence in sure(doc, case))


def test_spans_cover_the_records(span_case, span_nlp):
    doc = span_nlp(span_case.doc(span_nlp, span_case.text))
    records = getattr(doc._, span_case.spans_key)
    for span, record in zip(doc.spans[span_case.spans_key], records, strict=True):
        start, end = record["start_char"], record["end_char"]
        assert doc.text[start:end] == record["text"]
        assert span.start_char <= start < end <= span.end_char


@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_odd_texts_are_annotated(case, nlp, text):
    doc = nlp(case.doc(nlp, text))
    assert doc.text == text
    assert all(0 <= start <= end <= len(text) for start, end, _ in seen(doc, case))


@pytest.mark.slow
def test_very_long_doc_is_annotated_and_batched_alike(case, nlp):
    text = (case.text + " ") * (20_000 // len(nlp.make_doc(case.text)) + 1)
    long = case.doc(nlp, text)
    assert len(long) > 20_000
    alone = nlp(long)
    batched = list(nlp.pipe(case.doc(nlp, one) for one in (case.text, text, "Short.")))[1]
    assert len(seen(alone, case)) > 400
    assert same(alone, batched, case)


def test_predict_leaves_docs_as_they_are(case, nlp):
    doc = case.doc(nlp, case.text)
    before = doc.to_bytes()
    component = nlp.get_pipe(case.factory)
    component.predict([doc])
    assert doc.to_bytes() == before
    assert list(component.pipe([])) == []


def test_alone_is_as_in_batches_of_any_size_and_order(case, nlp):
    examples = case.examples(nlp)[:8]
    texts = [*ODD_TEXTS, case.text, *[example.reference.text for example in examples]]

    def made() -> list[Doc]:
        return [case.doc(nlp, text) for text in texts]

    alone = [nlp(doc) for doc in made()]
    for size in (1, 3, 1000):
        for doc, other in zip(nlp.pipe(made(), batch_size=size), alone, strict=True):
            assert same(doc, other, case)
    backwards = list(nlp.pipe(made()[::-1]))[::-1]
    assert all(same(a, b, case) for a, b in zip(alone, backwards, strict=True))


@pytest.fixture(scope="module")
def other_processes(tmp_path_factory) -> Callable[[str], dict[str, list]]:
    """A function: what each factory finds in two processes that start by a method."""
    folder = tmp_path_factory.mktemp("processes")
    for factory in FACTORIES:
        trained(factory).to_disk(folder / factory)
    (folder / "texts.json").write_text(
        json.dumps({f: [*ODD_TEXTS, CASES[f].text] for f in FACTORIES})
    )

    @cache
    def run(method: str) -> dict[str, list]:
        command = [
            sys.executable,
            Path(contract_cases.__file__).with_name("run_processes.py"),
            str(folder),
            method,
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_alone_is_as_in_other_processes(case, nlp, other_processes, method):
    found = other_processes(method)[case.factory]
    for text, findings in zip([*ODD_TEXTS, case.text], found, strict=True):
        doc = nlp(case.doc(nlp, text))
        assert [tuple(finding[:-1]) for finding in findings] == seen(doc, case)
        assert [finding[-1] for finding in findings] == pytest.approx(sure(doc, case), abs=1e-6)


@pytest.mark.slow
def test_alone_is_as_in_threads(case, nlp):
    texts = [f"{case.text} Word{number} here." for number in range(40)]
    alone = [seen(nlp(case.doc(nlp, text)), case) for text in texts]
    # One that has seen nothing yet, so that the threads fill its caches together.
    fresh = spacy.blank("en").add_pipe(case.factory)
    if case.settings:
        fresh.from_bytes(nlp.get_pipe(case.factory).to_bytes())
    with ThreadPoolExecutor(4) as pool:
        docs = list(pool.map(lambda text: fresh(case.doc(nlp, text)), texts))
    assert [seen(doc, case) for doc in docs] == alone


def test_doc_round_trips(case, nlp):
    doc = nlp(case.doc(nlp, case.text))
    docs = DocBin(docs=[doc])
    for other in (
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        doc.copy(),
        pickle.loads(pickle.dumps(doc)),
        next(iter(DocBin().from_bytes(docs.to_bytes()).get_docs(nlp.vocab))),
    ):
        assert case.read(other) == case.read(doc)


def test_pipeline_round_trips(case, nlp, tmp_path):
    doc = nlp(case.doc(nlp, case.text))
    nlp.to_disk(tmp_path)
    blank = spacy.blank("en")
    blank.add_pipe(case.factory)
    source = spacy.blank("en")
    source.add_pipe(case.factory, source=nlp)
    for other in (
        spacy.load(tmp_path),
        blank.from_bytes(nlp.to_bytes()),
        pickle.loads(pickle.dumps(nlp)),
        source,
    ):
        assert same(other(case.doc(other, case.text)), doc, case)


def rounded(settings: dict) -> dict:
    """Settings as they are meant: the lowest version of spaCy reads 0.7 as 0.7000000000000001."""
    return json.loads(json.dumps(settings), parse_float=lambda text: round(float(text), 12))


def test_config_round_trips(case, nlp):
    config = nlp.config.from_str(nlp.config.to_str())
    other = util.load_model_from_config(config, auto_fill=True)
    assert rounded(other.config["components"]) == rounded(nlp.config["components"])
    assert other.get_pipe_meta(case.factory) == nlp.get_pipe_meta(case.factory)


@pytest.mark.slow
def test_two_fits_give_identical_bytes(model_case, model_nlp):
    with training_in_processes():
        again = train(model_case)
    assert (
        again.get_pipe(model_case.factory).to_bytes()
        == model_nlp.get_pipe(model_case.factory).to_bytes()
    )


def test_analysis_is_truthful(case, nlp):
    summary = nlp.analyze_pipes()
    # A pipeline of this component alone lacks what others or the user put on the Doc before.
    assert tuple(summary["problems"][case.factory]) == case.requires
    doc = nlp(case.doc(nlp, case.text))
    for name in summary["summary"][case.factory]["assigns"]:
        if name.startswith("doc._."):
            assert doc.has_extension(name.removeprefix("doc._."))
            assert getattr(doc._, name.removeprefix("doc._."))
        elif name.startswith("token._."):
            assert any(token._.get(name.removeprefix("token._.")) for token in doc)
        elif name.startswith("span._."):
            spans = [doc[:], *(span for group in doc.spans.values() for span in group)]
            assert any(span._.get(name.removeprefix("span._.")) for span in spans)
        elif name.startswith("token."):
            assert doc.has_annotation(name.removeprefix("token.").upper(), require_complete=True)
        else:
            assert name == "doc.spans"
            assert doc.spans


def test_records_are_none_before_tagging_and_follow_the_group_when_it_is_changed(
    span_case, span_nlp
):
    key = span_case.spans_key
    doc = span_case.doc(span_nlp, span_case.text)
    assert getattr(doc._, key) is None
    doc = span_nlp(doc)
    records = getattr(doc._, key)
    doc.spans[key] = list(doc.spans[key])[:-1]
    assert getattr(doc._, key) == records[:-1]


def test_one_bad_doc_costs_one_doc(case, nlp, monkeypatch):
    component = nlp.get_pipe(case.factory)
    predict = component.predict

    def fragile(docs):
        if any("poison" in doc.text for doc in docs):
            raise ValueError("a Doc that breaks the component")
        return predict(docs)

    monkeypatch.setattr(component, "predict", fragile)
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.extend(d.text for d in docs))
    try:
        texts = (case.text, "poison", case.text)
        docs = list(nlp.pipe((case.doc(nlp, text) for text in texts), batch_size=10))
        assert failed == ["poison"]
        assert [doc.text for doc in docs] == [case.text, case.text]
        assert all(seen(doc, case) for doc in docs)
    finally:
        nlp.set_error_handler(util.raise_error)
    with pytest.raises(ValueError, match="breaks the component"):
        list(nlp.pipe(case.doc(nlp, text) for text in (case.text, "poison")))


def test_broken_model_file_is_named(model_case, model_nlp, tmp_path):
    model_nlp.to_disk(tmp_path)
    file = tmp_path / model_case.factory / "model"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ModelFileError, match=str(file)):
        spacy.load(tmp_path)


def test_model_file_holds_no_pickle(model_case, model_nlp):
    assert b"numpy.core.multiarray" not in model_nlp.get_pipe(model_case.factory).to_bytes()


@pytest.mark.slow
def test_training_on_a_part_of_the_corpus_is_refused(model_case):
    nlp = spacy.blank("en")
    nlp.add_pipe(model_case.factory)
    nlp.config["training"] = {"max_epochs": -1}
    with pytest.raises(SettingError, match="100 examples"):
        nlp.get_pipe(model_case.factory).initialize(lambda: model_case.examples(nlp), nlp=nlp)
