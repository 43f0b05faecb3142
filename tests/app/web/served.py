"""A library of invented articles, and the application that serves it on a free port of its own."""

import http.client
import json
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from jats_files import REFERENCES, citing, jats, section
from report_runs import make_articles

from spacy_citalign.app.answers.aligner import AlignerSetup
from spacy_citalign.app.library.library import Library
from spacy_citalign.app.web.serving import library_server, listening

XSS = "<script>window.hacked = 1</script>\"'><img src=x onerror=window.hacked=2>"
# It cites an article that is in as well, and one work by another identifier than the others do.
ODD_REFERENCES = REFERENCES | {
    "r1": (
        "Yan",
        "2004",
        "Frogs awake",
        '<pub-id pub-id-type="doi">10.5555/f</pub-id><pub-id pub-id-type="pmid">11</pub-id>',
    ),
    "r4": ("Gnu", "2010", "Pond life", '<pub-id pub-id-type="pmid">900</pub-id>'),
    "r5": (
        "Odd &lt;b>",
        "2011",
        XSS.replace("<", "&lt;"),
        '<pub-id pub-id-type="doi">10.5555/a//b &lt;c>/../d</pub-id>',
    ),
}


def make_library(folder, pipeline):
    """Write a library of three articles, and return its path."""
    articles = make_articles(folder / "articles")
    odd = section(
        "Odd",
        citing("r1", f"Frogs {XSS.replace('<', '&lt;')} are awake."),
        citing("r4", "Pond life was told before."),
        citing("r5", "Nobody knows odd titles."),
    )
    content = jats(odd, pmid="902", title=XSS.replace("<", "&lt;"), references=ODD_REFERENCES)
    (articles / "odd.xml").write_bytes(content)
    path = folder / "ponds.calg"
    with Library(path, setup=pipeline) as library:
        library.add(articles, n_process=1)
    return path


class Answer(NamedTuple):
    """What the server answers."""

    status: int
    headers: dict[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Served(NamedTuple):
    """A server on this machine."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path, method="GET", **headers) -> Answer:
        """The answer to a request for a path as it stands; ``host_`` gives the header Host."""
        given = {name.rstrip("_").replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, headers=given)
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, names, answer.read().decode())
        finally:
            connection.close()


@contextmanager
def served(path, pipeline):
    """Serve a library."""
    server = library_server(path, [], AlignerSetup(str(pipeline)))
    with listening("127.0.0.1", 0) as socket:
        thread = Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        try:
            yield Served(socket.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(timeout=20)
