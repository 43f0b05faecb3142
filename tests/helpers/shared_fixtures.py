"""What several test files share: a small trained model, the browser, patience on busy machines."""

import os
import signal
import sys
import types
from functools import partial

import contract_cases
import crf_training
import pytest
from align_runs import FACTORY, save
from browser import Browser, browser_or_skip
from corpus import gene_sentences
from harvest_runs import citances, save_pipeline
from quick_loading import reading_once
from quick_training import QUICK
from report_rows import HEAT, HOSTILE, aligned_row, heat_row
from report_rows import works as read_works
from report_runs import COMPONENTS, forget, report
from spacy.lang.en import English
from spacy.lang.tokenizer_exceptions import BASE_EXCEPTIONS

from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.sentence_page import sentence_page
from spacy_citalign.genes.model import GeneModel
from spacy_citalign.genes.training import AnnotatedSentence, train


@pytest.fixture(scope="session", autouse=True)
def shared_models(tmp_path_factory):
    """What one process of the tests trained, the others load."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "trained"
    folder.mkdir(exist_ok=True)
    contract_cases.SHARED.append(folder)


@pytest.fixture(scope="module", autouse=True)
def few_special_cases(request):
    """English without its contractions and times of day, unless a module says otherwise.

    spaCy makes its 1,300 special cases anew for each pipeline, twice for one that it loads, which
    takes nine tenths of the time. Examples in docstrings, and pipelines that have cases of their
    own, such as the one that ships, have all of them.
    """
    with pytest.MonkeyPatch.context() as patch:
        if type(request.node) is pytest.Module and not hasattr(request.module, "SPECIAL_CASES"):
            patch.setattr(English.Defaults, "tokenizer_exceptions", BASE_EXCEPTIONS)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_loading():
    """Models are read once a process, not once a pipeline."""
    with reading_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_crf_training():
    """CRFsuite trains in this process; what concerns its own process asks for that."""
    with crf_training.training_in_this_process():
        yield


@pytest.fixture(scope="session")
def annotated_texts() -> list[AnnotatedSentence]:
    """The invented corpus."""
    return [AnnotatedSentence(text, spans) for text, spans in gene_sentences()]


@pytest.fixture(scope="session")
def gene_model(annotated_texts: list[AnnotatedSentence]) -> GeneModel:
    """Forward, backward and plain CRF with all features, trained on the invented corpus."""
    return train(annotated_texts, QUICK)


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Where the tests of the page write theirs."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def chromium(pages):
    """The browser that all tests of the page share."""
    executable = browser_or_skip()
    with Browser(executable, pages / "profile") as browser:
        browser.size(1280, 900)
        yield browser


@pytest.fixture(scope="session")
def works(pages):
    """A page of four works and a failure."""
    other = aligned_row("other", HEAT[:3], title="Alpine goats", first_author="Yak B")
    other["expected_ama"] = 0.95
    hostile = aligned_row("hostile", HOSTILE, title=HOSTILE[0], genes=["p53"])
    plain = {"cited": {"key": "plain"}, "citances": [{"text": "Nothing is aligned here."}]}
    rows = [heat_row(), other, hostile, plain, {"line": 5, "error": "is lost"}]
    path = pages / "works.html"
    path.write_text(alignment_page(read_works(rows)), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium, works):
    """The page, open at its first work; afterwards no script failed and nothing was asked for."""
    chromium.away()
    chromium.open(works)
    yield chromium
    assert chromium.problems == []
    assert chromium.requests == []


@pytest.fixture
def opened(chromium, pages):
    """A function that opens the page of some pairs; no script failed and nothing was asked for."""

    def open_page(*pairs, fragment=""):
        path = pages / "sentences.html"
        path.write_text(sentence_page(pairs), encoding="utf-8")
        chromium.away()
        chromium.open(path, fragment)
        return chromium

    yield open_page
    chromium.size(1280, 900)
    chromium.media()
    assert chromium.problems == []
    assert chromium.requests == []


@pytest.fixture
def notebook(monkeypatch):
    """A pretended IPython; what is displayed."""
    shown: list = []
    module = types.ModuleType("IPython.display")
    module.HTML = lambda html: html
    module.display = shown.append
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    return shown


@pytest.fixture
def interruptible():
    """Ctrl-C works as in a terminal; what a shell starts in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def run_citances(tmp_path_factory):
    """`citalign citances` with a pipeline that finds sentences."""
    return partial(citances, save_pipeline(tmp_path_factory.mktemp("citances") / "pipeline"))


@pytest.fixture(scope="session")
def report_pipeline(tmp_path_factory):
    """A pipeline that finds sentences and aligns, and can be stopped."""
    model = contract_cases.trained_bytes(FACTORY)
    return save(tmp_path_factory.mktemp("report") / "pipeline", model, before=COMPONENTS)


@pytest.fixture
def make_report(report_pipeline):
    """`citalign report` with that pipeline, which has seen nothing yet."""
    forget()
    return partial(report, report_pipeline)
