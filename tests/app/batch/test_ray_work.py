"""What runs on Ray refuse before a cluster is there, and what a node of one says."""

import errno
import importlib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from ray_runs import Corpus

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.ray import work as ray_work
from spacy_citalign.app.batch.ray.cluster import cluster, load_ray
from spacy_citalign.app.batch.ray.work import (
    RESULT,
    SOURCE,
    TASK,
    Disk,
    SplitAnnotator,
    packed,
    planned,
    unpacked,
)
from spacy_citalign.errors import CitalignError, SettingError
from spacy_citalign.inputs.records import Reading

pa = pytest.importorskip("pyarrow", exc_type=ImportError)


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # planning and annotating enter a folder
    return Corpus(tmp_path / "corpus").add("One goat.", "Two goats.")


@pytest.fixture
def disk(corpus):
    return Disk(str(corpus.folder), (str(corpus.files[0]),))


def tasks(corpus, disk, done=frozenset()):
    rows = [packed(SOURCE, item) for item in enumerate(corpus.sources)]
    return [
        task
        for row in rows
        for made in planned(pa.table(row), disk, 1, done)
        for task in unpacked(pa.table(made), TASK)
    ]


def annotated(corpus, disk, task, run="1"):
    """What an actor says to a task."""
    actor = SplitAnnotator(corpus.work(corpus.folder / "out.parquet", run), disk)
    (result,) = unpacked(pa.table(actor(pa.table(packed(TASK, task)))), RESULT)
    return result


# --- planning --------------------------------------------------------------------------------


def test_planned_gives_each_split_the_name_of_its_part(corpus, disk):
    names = [task.name for task in tasks(corpus, disk)]
    assert names == ["part-00000-000000", "part-00000-000001"]


def test_planned_leaves_out_what_is_done_and_not_what_came_to_be_meanwhile(corpus, disk):
    (task,) = tasks(corpus, disk, frozenset({"part-00000-000000"}))
    assert task.name == "part-00000-000001"
    assert [record.text for record in task.split.records()] == ["Two goats."]
    assert tasks(corpus, disk, frozenset({"part-00000-000000"})) == [task]


def test_planned_finds_files_by_the_names_that_they_were_given_by(corpus, disk, monkeypatch):
    monkeypatch.chdir(corpus.folder)
    sources = find_sources([Path(corpus.files[0].name)], Reading(lines=True))
    monkeypatch.chdir("/")
    (made, _) = planned(pa.table(packed(SOURCE, (0, sources[0]))), disk, 1, frozenset())
    (task,) = unpacked(pa.table(made), TASK)
    assert [record.text for record in task.split.records()] == ["One goat."]


@pytest.mark.parametrize(
    ("disk", "message"),
    [
        (Disk("/no/such", ()), "the working folder /no/such is not to be seen there"),
        (Disk("/", ("/no/texts",)), "the input /no/texts is not to be seen there"),
    ],
)
def test_planned_ends_the_run_where_a_node_does_not_see_the_disk(corpus, disk, message):
    (error,) = tasks(corpus, disk)
    assert isinstance(error, SettingError)
    assert message in str(error)


def test_planned_ends_the_run_at_an_error_of_any_kind(disk):
    def splits(most_bytes):
        raise RuntimeError("of two\nlines")

    source = SimpleNamespace(splits=splits)
    rows = {SOURCE: [b""]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_work, "unpacked", lambda *_: [(0, source)])
        (made,) = planned(rows, disk, 1, frozenset())
    (error,) = unpacked(pa.table(made), TASK)
    assert type(error) is CitalignError
    assert str(error).endswith(": RuntimeError: of two lines")


# --- annotating ------------------------------------------------------------------------------


def test_split_annotator_writes_the_part_and_gives_its_counts(corpus, disk):
    output = corpus.folder / "out.parquet"
    with open_folder(output, {}) as folder:
        for task in tasks(corpus, disk):
            name, counts = annotated(corpus, disk, task, folder.run)
            assert (name, counts.read, counts.failed) == (task.name, 1, 0)
        folder.finish({task.name for task in tasks(corpus, disk)})


def test_split_annotator_hands_on_an_error_of_planning(corpus, disk):
    result = annotated(corpus, disk, SettingError("odd"))
    assert (type(result), str(result)) == (SettingError, "odd")


def test_split_annotator_says_that_its_node_does_not_see_the_output(corpus, disk):
    (task, _) = tasks(corpus, disk)
    result = annotated(corpus, disk, task)
    assert isinstance(result, SettingError)
    assert "out.parquet is not to be seen there; give one on a disk that all" in str(result)
    with open_folder(corpus.folder / "out.parquet", {}):  # that of another run
        assert str(annotated(corpus, disk, task, "other")) == str(result)


def test_split_annotator_names_the_pipeline_that_its_node_lacks(corpus, disk):
    corpus.pipeline = "no_such_pipeline"
    (task, _) = tasks(corpus, disk)
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        result = annotated(corpus, disk, task, folder.run)
    assert isinstance(result, SettingError)
    assert "the pipeline 'no_such_pipeline' does not load" in str(result)


def test_split_annotator_hands_on_why_nothing_can_be_written(corpus, disk, monkeypatch):
    def full(annotator, task):
        raise OSError(errno.ENOSPC, "No space left on device", "/out")

    monkeypatch.setattr(ray_work.Annotator, "do", full)
    with open_folder(corpus.folder / "out.parquet", {}) as folder:
        result = annotated(corpus, disk, tasks(corpus, disk)[0], folder.run)
    assert (result.errno, result.filename) == (errno.ENOSPC, "/out")
    assert result.strerror.startswith("No space left on device (on the node ")


# --- before a cluster is there ---------------------------------------------------------------


def importing(monkeypatch, **modules):
    """Let imports by name find these modules; an exception is raised."""

    def found(name):
        module = modules[name.replace(".", "_")]
        if isinstance(module, Exception):
            raise module
        return module

    monkeypatch.setattr(importlib, "import_module", found)


@pytest.mark.parametrize(
    "modules",
    [
        {"ray": ModuleNotFoundError("No module named 'ray'")},
        {"ray": SimpleNamespace(), "ray_data": ImportError("pandas is missing")},
        {"ray": SimpleNamespace(__version__="2.9.3"), "ray_data": ModuleType("ray.data")},
    ],
)
def test_load_ray_says_what_to_install(monkeypatch, modules):
    importing(monkeypatch, **modules)
    with pytest.raises(SettingError, match=r'pip install "spacy-citalign\[ray\]"$'):
        load_ray()


def test_load_ray_takes_a_new_one(monkeypatch):
    ray = SimpleNamespace(__version__="3.0.0rc1")
    importing(monkeypatch, ray=ray, ray_data=ModuleType("ray.data"))
    assert load_ray() is ray


def test_load_ray_sends_nothing_to_anybody(monkeypatch):
    ray = SimpleNamespace(__version__="3.0")
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
    importing(monkeypatch, ray=ray, ray_data=ModuleType("ray.data"))
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
