"""Answers that are not kept are made one at a time, while others are served; nothing is written."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from jats_files import REFERENCES, citing, jats, section

from spacy_citalign.app.library.library import Library
from spacy_citalign.app.web import service
from tests.app.web.served import make_library, served

FROGS = "/works/doi:10.5555/f"
DOI_OF_FROGS = '<pub-id pub-id-type="doi">10.5555/f</pub-id>'


class Pipelines:
    """Loads of the pipeline, each of which waits until it is let go."""

    def __init__(self, monkeypatch):
        self.go, self.begun, self.loads = Event(), Event(), 0
        load = service.AlignerSetup.load

        def waiting(setup):
            self.loads += 1
            self.begun.set()
            assert self.go.wait(20)
            return load(setup)

        monkeypatch.setattr(service.AlignerSetup, "load", waiting)


@pytest.fixture
def library(tmp_path, report_pipeline):
    return make_library(tmp_path, report_pipeline)


@pytest.fixture
def server(library, report_pipeline):
    with served(library, report_pipeline) as server:
        yield server


def test_others_are_served_while_an_answer_is_made(server, monkeypatch):
    pipelines = Pipelines(monkeypatch)
    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(server.get, path) for path in [FROGS, f"/api{FROGS}"] * 3]
        assert pipelines.begun.wait(20)
        assert server.get("/works").status == 200
        assert server.get("/articles/900").status == 200
        assert not any(one.done() for one in asked)
        pipelines.go.set()
        assert {one.result().status for one in asked} == {200}
    assert pipelines.loads == 1


def test_who_would_wait_too_long_is_told(server, monkeypatch):
    monkeypatch.setattr(service, "MAX_WAITING", 2)
    pipelines = Pipelines(monkeypatch)
    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(server.get, f"/api{FROGS}") for _ in range(6)]
        assert pipelines.begun.wait(20)
        while sum(one.done() for one in asked) < 4:
            pass
        pipelines.go.set()
        answers = [one.result() for one in asked]
    assert sorted(answer.status for answer in answers) == [200] * 2 + [503] * 4
    refused = next(answer for answer in answers if answer.status == 503)
    assert refused.headers["retry-after"] == "60"
    assert "ask again" in refused.json()["error"]


def test_an_answer_that_is_held_has_the_notice_of_a_list_that_came_since(library, server, tmp_path):
    assert "retracted" not in server.get(f"/api{FROGS}").json()["cited"]
    notices = tmp_path / "notices.txt"
    notices.write_text("10.5555/f, 2016\n")
    with Library(library) as own:
        assert own.retracted(notices).works == 1
    assert server.get(f"/api{FROGS}").json()["cited"]["retracted"]["date"] == "2016"
    assert "Retracted 2016" in server.get(FROGS).text


def test_a_kept_answer_loads_nothing(library, server, report_pipeline, monkeypatch):
    with Library(library, setup=report_pipeline) as own:
        kept = own.ask("doi:10.5555/f")

    def refuse(setup):
        raise AssertionError("the pipeline is loaded")

    monkeypatch.setattr(service.AlignerSetup, "load", refuse)
    row = server.get(f"/api{FROGS}").json()
    assert [one["text"] for one in row["citances"]] == [one.text for one in kept.citances]


def test_nothing_is_written(library, server):
    files = {path: path.read_bytes() for path in library.parent.iterdir() if path.is_file()}
    for path in ("/", FROGS, f"/api{FROGS}", "/search?q=odd", "/articles/902"):
        assert server.get(path).status == 200
    kept = sqlite3.connect(library).execute("SELECT count(*) FROM answers").fetchone()
    assert kept == (0,)
    assert library.read_bytes() == files[library]


def test_what_is_added_meanwhile_is_served(library, server, report_pipeline, tmp_path):
    assert len(server.get(f"/api{FROGS}").json()["citances"]) == 5
    more = jats(section("More", citing("r1", "Frogs were awake again.")), pmid="903")
    (tmp_path / "more.xml").write_bytes(more)
    with Library(library, setup=report_pipeline) as own:
        own.add(tmp_path / "more.xml", n_process=1)
    assert len(server.get(f"/api{FROGS}").json()["citances"]) == 6
    assert server.get("/articles/903").status == 200


def test_another_library_in_its_place_is_served(library, server, report_pipeline, tmp_path):
    assert server.get("/api/library").json()["articles"] == 3
    assert len(server.get(f"/api{FROGS}").json()["citances"]) == 5
    library.unlink()
    named = REFERENCES | {"r1": ("Yan", "2004", "Frogs awake", DOI_OF_FROGS)}
    other = jats(section("Other", citing("r1", "Frogs were awake.")), pmid="950", references=named)
    (tmp_path / "other.xml").write_bytes(other)
    with Library(library, setup=report_pipeline) as own:
        own.add(tmp_path / "other.xml", n_process=1)
    assert server.get("/api/library").json()["articles"] == 1
    assert len(server.get(f"/api{FROGS}").json()["citances"]) == 1


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"no library")])
def test_a_library_that_is_gone_is_told(library, server, harm):
    harm(library)
    answer = server.get("/api/works")
    assert answer.status == 503
    assert "library" in answer.json()["error"]
    assert server.get("/").status == 503


def test_a_pipeline_that_does_not_load_is_told(library):
    with served(library, "no_such_pipeline") as server:
        answer = server.get(f"/api{FROGS}")
        assert answer.status == 503
        assert "no_such_pipeline" in answer.json()["error"]
        assert server.get("/works").status == 200


def test_a_key_of_before_leads_to_the_work(library, server, report_pipeline, tmp_path):
    """The work without identifiers gets one, and is called by that from then on."""
    assert server.get("/api/works/ott%202001%20newts").status == 200
    named = '<pub-id pub-id-type="doi">10.5555/n</pub-id>'
    references = REFERENCES | {"r3": ("Ott", "2001", "Newts", named)}
    more = jats(section("More", citing("r3", "Newts swim.")), pmid="904", references=references)
    (tmp_path / "more.xml").write_bytes(more)
    with Library(library, setup=report_pipeline) as own:
        own.add(tmp_path / "more.xml", n_process=1)
    for path in ("/api/works/", "/works/"):
        answer = server.get(f"{path}ott%202001%20newts")
        assert (answer.status, answer.headers["location"]) == (307, f"{path}doi:10.5555/n")
    assert len(server.get("/api/works/doi:10.5555/n").json()["citances"]) == 4


@pytest.mark.slow
def test_where_a_work_says_so_is_shown_if_its_article_is_in(library):
    with served(library, "spacy_citalign") as server:
        plain = server.get("/works/pmid:900")
        assert 'href="/works/pmid:900?evidence=true">Where it says so</a>' in plain.text
        looked = server.get("/works/pmid:900?evidence=true")
        assert looked.status == 200
        assert "Where it says so" not in looked.text
        (citance,) = server.get("/api/works/pmid:900?evidence=true").json()["citances"]
        assert "evidence" in citance
        (citance,) = server.get("/api/works/pmid:900").json()["citances"]
        assert "evidence" not in citance


def test_a_fault_is_told_and_others_are_served(server, monkeypatch):
    def fail(self, asked, limit=20):
        raise RuntimeError("of <ours>")

    monkeypatch.setattr(Library, "find", fail)
    answer = server.get("/search?q=frogs")
    assert answer.status == 500
    assert "RuntimeError: of &lt;ours&gt;" in answer.text
    assert server.get("/api/search?q=frogs").json()["error"].startswith("RuntimeError: of <ours>")
    assert server.get("/").status == 200
