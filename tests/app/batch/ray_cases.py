"""Runs on Ray: the rows of a run without it, all of them once, on clusters of one or two CPUs."""

import pytest

from spacy_citalign.app.batch.ray.run import load_ray
from spacy_citalign.errors import SettingError
from tests.app.batch.ray_runs import Corpus, installed

__all__ = ["installed"]  # a fixture

pytestmark = pytest.mark.filterwarnings("ignore")

SLEEPS = [f"sleep 0.4 {number}" for number in range(10)]


@pytest.fixture(scope="module")
def cluster(installed):
    """A cluster of two CPUs that all tests here use."""
    ray = load_ray()
    try:
        ray.init(
            address="local",
            num_cpus=2,
            object_store_memory=200_000_000,
            include_dashboard=False,
            log_to_driver=False,
            _node_ip_address="127.0.0.1",
        )
        yield ray
    finally:
        ray.shutdown()


@pytest.fixture
def corpus(cluster, tmp_path):
    return Corpus(tmp_path / "corpus")


def test_ray_run_equals_a_local_run_row_for_row(corpus):
    corpus.add("One goat.", "", "fail here", "Two goats. 𝒳").add("Another file.")
    rows = corpus.on_ray(actors=5)  # there are CPUs for two
    assert rows == corpus.locally()
    assert [row.get("error") is None for row in rows] == [True, False, True, True]


def test_ray_run_goes_on_where_it_was_left_and_shares_a_small_input(corpus):
    corpus.add(*SLEEPS)
    kept = corpus.on_ray(stop=2)
    begun = len(corpus.logged)
    assert 2 <= len(kept) <= begun < len(SLEEPS)
    rows = corpus.on_ray()
    assert [row["text"] for row in rows] == SLEEPS
    processes = [line.split()[0] for line in corpus.logged[begun:]]
    assert len(processes) == len(SLEEPS) - len(kept)
    assert len(set(processes)) == 2


def test_ray_run_goes_past_a_record_that_kills_its_process(corpus):
    corpus.add("One goat.", "die now", "Two goats.")
    rows = corpus.on_ray(actors=1)
    assert [row.get("error") is None for row in rows] == [True, False, True]
    assert "died twice" in rows[1]["error"]


def test_ray_run_tells_in_one_line_what_stopped_a_worker(corpus):
    corpus.add("One goat.")
    corpus.pipeline = "no_such_pipeline"
    with pytest.raises(SettingError, match=r"^on the node .*: the pipeline 'no_such_pipeline' do"):
        corpus.on_ray()
