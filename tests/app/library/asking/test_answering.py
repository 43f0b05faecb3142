"""Kept answers: what tells them from those of other pipelines, settings and states."""

import shutil
from pathlib import Path

import pytest
import spacy
from jats_files import citing, jats, section

from spacy_citalign.app.answers.aligner import AlignerSetup
from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.app.library.asking import answering
from spacy_citalign.app.library.asking.answering import (
    AnswerSetup,
    NewAnswer,
    keep_answers,
    kept_answer,
)
from spacy_citalign.app.library.database import reading
from spacy_citalign.app.pipelines import SHIPPED
from spacy_citalign.errors import SettingError


@pytest.fixture
def library(tmp_path):
    """A library of one article with one work; its number is 1, as is that of the change."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    path = tmp_path / "article.xml"
    path.write_bytes(jats(section("Results", citing("r1", "Frogs hop."))))
    add(tmp_path / "library", [path], nlp=nlp, n_process=1)
    return tmp_path / "library"


@pytest.fixture
def pipeline(tmp_path):
    """The folder of a pipeline."""
    folder = tmp_path / "pipeline"
    spacy.blank("en").to_disk(folder)
    return folder


def digest(pipeline, subjects=(), evidence=None, **settings):
    return AnswerSetup(AlignerSetup(str(pipeline), **settings), subjects).digest(evidence)


def kept(library, work=1, setup="s"):
    with reading(library) as connection:
        return kept_answer(connection, work, setup)


def test_answer_is_kept_as_it_is(library):
    keep_answers(library, [NewAnswer(1, 1, "s", 7, b'{"a": 1}\n')])
    assert kept(library) == (7, b'{"a": 1}\n')
    assert kept(library, setup="t") is None
    assert kept(library, work=2) is None


def test_newer_answer_takes_the_place_of_the_older(library):
    for row in (b"1", b"2"):
        keep_answers(library, [NewAnswer(1, 1, "s", 7, row)])
    assert kept(library) == (7, b"2")


def test_answer_of_an_older_state_is_not_kept(library):
    keep_answers(library, [NewAnswer(1, 0, "s", 7, b"1"), NewAnswer(9, 1, "s", 7, b"1")])
    assert kept(library) is None
    assert kept(library, work=9) is None


@pytest.mark.parametrize("error", [SettingError("it is locked"), PermissionError(13, "no")])
def test_where_nothing_can_be_kept_that_is_no_error(library, monkeypatch, error):
    def refuse(path):
        raise error

    monkeypatch.setattr(answering, "writing", refuse)
    keep_answers(library, [NewAnswer(1, 1, "s", 7, b"1")])
    assert kept(library) is None


def test_digest_is_of_files_settings_subjects_and_text(pipeline):
    before = digest(pipeline)
    assert digest(pipeline) == before
    others = [
        digest(pipeline, threshold=0.5),
        digest(pipeline, min_differs=0.5),
        digest(pipeline, abbreviations=True),
        digest(pipeline, subjects=["frog"]),
        digest(pipeline, evidence=""),
        digest(pipeline, evidence="0f"),
    ]
    assert len({before, *others}) == 7
    file = next(path for path in sorted(pipeline.rglob("*")) if path.is_file())
    file.write_bytes(file.read_bytes() + b" ")
    assert digest(pipeline) != before


def test_what_python_caches_counts_for_nothing(pipeline):
    before = digest(pipeline)
    cache = pipeline / "__pycache__"
    cache.mkdir()
    (cache / "a.pyc").write_bytes(b"1")
    assert digest(pipeline) == before


def test_renamed_file_is_another_pipeline(pipeline):
    before = digest(pipeline)
    (pipeline / "meta.json").rename(pipeline / "mete.json")
    assert digest(pipeline) != before


def test_shipped_pipeline_is_that_of_the_package_wherever_one_is(tmp_path, monkeypatch):
    before = digest(SHIPPED)
    shutil.copytree(Path(__file__).parent, tmp_path / SHIPPED)
    monkeypatch.chdir(tmp_path)
    assert digest(SHIPPED) == before


@pytest.mark.parametrize("name", ["none_of_these", "no/folder", ".", "spacy.cli", "a b"])
def test_pipeline_that_is_not_there_is_told(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    if name == ".":
        assert digest(name) == digest(name)  # an empty folder: that it is no pipeline, spaCy says
        return
    with pytest.raises(SettingError, match="there is no pipeline"):
        digest(name)
