"""Runs on Ray that lose something: the person at the keyboard, a node of the cluster."""

import os
import signal
from threading import Timer

import pytest

from spacy_citalign.app.batch.ray.run import load_ray
from tests.app.batch.ray_runs import Corpus, installed

__all__ = ["installed"]  # a fixture

pytestmark = pytest.mark.filterwarnings("ignore")

SLEEPS = [f"sleep 0.3 {number}" for number in range(12)]


@pytest.fixture
def corpus(installed, tmp_path):
    return Corpus(tmp_path / "corpus").add(*SLEEPS)


@pytest.fixture
def nodes(installed, monkeypatch):
    """Two nodes of a CPU each; the second one can be removed, which is noticed soon."""
    monkeypatch.setenv("RAY_health_check_initial_delay_ms", "1000")
    monkeypatch.setenv("RAY_health_check_period_ms", "500")
    monkeypatch.setenv("RAY_health_check_failure_threshold", "3")
    load_ray()
    from ray.cluster_utils import Cluster

    options = {"num_cpus": 1, "object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**options, "include_dashboard": False})
    try:
        cluster.second = cluster.add_node(**options)
        yield cluster
    finally:
        cluster.shutdown()


def test_ray_run_that_is_interrupted_ends_its_cluster_and_goes_on_without_it(corpus, interruptible):
    def interrupt(number):
        if number == 2:  # while the run waits for the next part
            Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        corpus.on_ray(tell=interrupt)
    assert not load_ray().is_initialized()
    begun = len(corpus.logged)
    assert begun < len(SLEEPS)
    assert [row["text"] for row in corpus.locally("ray.parquet")] == SLEEPS
    assert len(corpus.logged) < begun + len(SLEEPS)


def test_ray_run_loses_a_node_and_no_row(corpus, nodes):
    def lose(number):
        if number == 4:
            nodes.remove_node(nodes.second, allow_graceful=False)

    rows = corpus.on_ray(address=nodes.address, tell=lose)
    assert [row["text"] for row in rows] == SLEEPS
    assert [row.get("error") for row in rows] == [None] * len(SLEEPS)
    assert len({line.split()[0] for line in corpus.logged}) > 1
