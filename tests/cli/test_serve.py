"""`citalign serve`: what it says, what it refuses, and how it ends."""

import http.client
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing

import pytest
from report_runs import forget
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.cli import serve as command

pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")
from tests.app.web.served import make_library


@pytest.fixture(scope="module")
def library(tmp_path_factory, report_pipeline):
    forget()
    return make_library(tmp_path_factory.mktemp("serve"), report_pipeline)


def serve(*args):
    return CliRunner().invoke(app, ["serve", *map(str, args)])


@pytest.fixture
def started(library):
    """A server that has said where it is: its process and its port."""
    arguments = [sys.executable, "-m", "spacy_citalign", "serve", str(library), "--port", "0"]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            said = re.fullmatch(
                r"ponds\.calg at http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", line
            )
            assert said, line + process.stderr.read()
            yield process, int(said[1])
        finally:
            process.kill()


def first_page(port):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_ended_quietly(started, ending):
    process, port = started
    status, page = first_page(port)
    assert (status, "ponds.calg" in page) == (200, True)
    process.send_signal(ending)
    assert process.wait(20) == 0
    assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_an_answer_that_is_being_made_is_not_waited_for(started):
    process, port = started
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/works/doi:10.5555/f")  # loads the pipeline that ships
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert process.wait(20) == 0
        assert time.monotonic() - begun < 8
    assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_a_port_that_is_in_use_is_told(library):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run = serve(library, "--port", port)
    assert run.exit_code == 2
    assert f"nothing can be served at 127.0.0.1, port {port}: " in run.output
    assert "give another --port, or --port 0" in run.output


@pytest.mark.parametrize("host", ["frog.invalid", "203.0.113.7", "a\0b", "x" * 300])
def test_an_address_of_no_machine_or_another_is_told(library, host):
    run = serve(library, "--host", host)
    assert run.exit_code == 2
    assert "nothing can be served at" in run.output


def test_a_library_that_is_none_is_told(tmp_path):
    run = serve(tmp_path / "none.calg")
    assert (run.exit_code, "there is no library" in run.output) == (2, True)
    (tmp_path / "text.calg").write_text("no library, but text")
    run = serve(tmp_path / "text.calg")
    assert (run.exit_code, "is no library" in run.output) == (2, True)


def test_it_says_what_to_install(library, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    run = serve(library)
    assert run.exit_code == 2
    assert (
        "serving needs fastapi and uvicorn; install them: "
        '`pip install "spacy-citalign[serve]"`' in run.output
    )


def test_an_address_for_others_is_warned_of(library, monkeypatch):
    from spacy_citalign.app.web import serving

    class Server:
        def run_until_ended(self, socket):
            pass

    given = []
    monkeypatch.setattr(serving, "library_server", lambda *args: given.append(args) or Server())
    run = serve(library, "--host", "0.0.0.0", "--port", 0, "--name", "pond.example")
    assert run.exit_code == 0
    assert "reads all of ponds.calg: there is no password" in run.output
    assert given[0][1] == ["pond.example", "0.0.0.0"]
