"""What runs on Ray refuse before a cluster is there, and what a node of one says."""

import errno
import importlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.ray import run as ray_run
from spacy_citalign.app.batch.ray.run import (
    annotate_on_ray,
    annotated_split,
    cluster,
    load_ray,
)
from spacy_citalign.errors import SettingError
from tests.app.batch.ray_runs import Corpus

pytest.importorskip("pyarrow", exc_type=ImportError)


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # annotating enters a folder
    return Corpus(tmp_path / "corpus").add("One goat.", "Two goats.")


@pytest.fixture
def disk(corpus):
    """A folder, and files of the input."""
    return str(corpus.folder), (str(corpus.files[0]),)


def annotated(corpus, disk, run="1"):
    """What a process says to the first line."""
    work = corpus.work(corpus.folder / "out.parquet", run)
    return annotated_split(next(corpus.tasks()), work, *disk)


# --- a process of a node ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("disk", "message"),
    [
        (("/no/such", ()), "the working folder /no/such is not to be seen there"),
        (("/", ("/no/texts",)), "the input /no/texts is not to be seen there"),
    ],
)
def test_node_that_does_not_see_the_disk_says_so(corpus, disk, message):
    error = annotated(corpus, disk)
    assert isinstance(error, SettingError)
    assert message in str(error)


def test_annotated_split_writes_the_part_and_gives_its_counts(corpus, disk):
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        name, counts = annotated(corpus, disk, folder.run)
        assert (name, counts.read, counts.failed) == ("part-00000-000000", 1, 0)
        folder.finish({name})


def test_annotated_split_finds_files_by_the_names_they_were_given_by(corpus, disk, monkeypatch):
    monkeypatch.chdir(corpus.folder)
    corpus.files = [Path(corpus.files[0].name)]
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        (task, _) = corpus.tasks()
        monkeypatch.chdir("/")
        work = corpus.work(corpus.folder / "out.parquet", folder.run)
        assert annotated_split(task, work, *disk)[1].failed == 0


def test_node_that_does_not_see_the_output_says_so(corpus, disk):
    result = annotated(corpus, disk)
    assert isinstance(result, SettingError)
    assert "out.parquet is not to be seen there; give one on a disk that all" in str(result)
    with open_folder(corpus.folder / "out.parquet", {}):  # that of another run
        assert str(annotated(corpus, disk, "other")) == str(result)


def test_node_names_the_pipeline_that_it_lacks(corpus, disk):
    corpus.pipeline = "no_such_pipeline"
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        result = annotated(corpus, disk, folder.run)
    assert isinstance(result, SettingError)
    assert "the pipeline 'no_such_pipeline' does not load" in str(result)


def test_annotated_split_hands_on_why_nothing_can_be_written(corpus, disk, monkeypatch):
    def full(annotator, task):
        raise OSError(errno.ENOSPC, "No space left on device", "/out")

    monkeypatch.setattr(ray_run.Annotator, "do", full)
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        result = annotated(corpus, disk, folder.run)
    assert (result.errno, result.filename) == (errno.ENOSPC, "/out")
    assert result.strerror.startswith("No space left on device (on the node ")


def test_what_only_this_process_can_read_is_refused(corpus):
    corpus_work = corpus.work(corpus.folder / "out.parquet", "1")
    stream = SimpleNamespace(name="-", size=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_run, "load_ray", lambda: None)
        with pytest.raises(SettingError, match="cannot read -; give files"):
            next(annotate_on_ray([stream], iter(()), corpus_work))


# --- before a cluster is there ---------------------------------------------------------------


def importing(monkeypatch, **modules):
    """Let imports by name find these modules; an exception is raised."""

    def found(name):
        module = modules[name]
        if isinstance(module, Exception):
            raise module
        return module

    monkeypatch.setattr(importlib, "import_module", found)


@pytest.mark.parametrize(
    "modules",
    [
        {"ray": ModuleNotFoundError("No module named 'ray'")},
        {"ray": SimpleNamespace(__version__="2.9.3")},
    ],
)
def test_load_ray_says_what_to_install(monkeypatch, modules):
    importing(monkeypatch, **modules)
    with pytest.raises(SettingError, match=r'pip install "spacy-citalign\[ray\]"$'):
        load_ray()


def test_load_ray_takes_a_new_one(monkeypatch):
    ray = SimpleNamespace(__version__="3.0.0rc1")
    importing(monkeypatch, ray=ray)
    assert load_ray() is ray


def test_load_ray_sends_nothing_to_anybody(monkeypatch):
    ray = SimpleNamespace(__version__="3.0")
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
    importing(monkeypatch, ray=ray)
    load_ray()
    import os

    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


def fake_ray(**options):
    """As much of Ray as a connection needs."""

    def init(**settings):
        raise ConnectionError("Could not find any running Ray instance.")

    exceptions = SimpleNamespace(RayError=RuntimeError)
    given = {"is_initialized": lambda: False, "shutdown": lambda: None, "init": init}
    return SimpleNamespace(**(given | {"exceptions": exceptions} | options))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("ray://127.0.0.1:10001", "is that of a Ray client server; give host:port"),
        ("nonsense", "at nonsense: "),
        ("127.0.0.1:99999", "at 127.0.0.1:99999: nobody answers at "),
        ("127.0.0.1:1", "at 127.0.0.1:1: nobody answers at "),
        ("auto", "at auto: "),
    ],
)
def test_cluster_says_at_once_why_there_is_none(address, message, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(SettingError) as raised, cluster(fake_ray(), address, 1):
        pass
    assert message in str(raised.value)


def test_cluster_is_started_on_this_machine_where_no_address_is_given():
    started, ended = [], []
    ray = fake_ray(
        init=lambda **settings: started.append(settings), shutdown=lambda: ended.append(1)
    )
    with cluster(ray, None, 3):
        assert ended == []
    ((settings, ends),) = zip(started, ended, strict=True)
    assert (settings["address"], settings["num_cpus"], ends) == ("local", 3, 1)
    assert settings["_node_ip_address"] == "127.0.0.1"  # nobody else reaches it


def test_cluster_that_this_process_is_connected_to_stays():
    ray = fake_ray(is_initialized=lambda: True, shutdown=None)
    with cluster(ray, None, 1):
        pass
