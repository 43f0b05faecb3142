"""XML that is damaged or made to do harm, at every door: refused by name, its neighbours untouched.

The doors are `read_jats`, `read_articles`, `citalign annotate`, `citances` and `report`; PubMed's
files, of which a broken article costs no other, come at the end.
"""

import json
import os
import re
import socket
import subprocess
import sys
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import input_files
import pytest
import spacy
from cli_files import rows
from faults import SOME_FAILED, annotated, run
from input_files import pubmed_article, pubmed_file
from jats_files import citing, jats, section
from lxml import etree
from report_runs import make_articles

from spacy_citalign.components.articles.docs import read_articles
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.pubmed import read_pubmed

WHOLE = jats(section("Results", citing("r1", "Fr\u00f6sche hop."), "Toads sleep."), pmid="77")
LETTERS = "abcdefghijkl"
LAUGHS = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(LETTERS))
CHARGED = "it is made to use up memory, or no article; leave it out"
ILL = "give a whole, well-formed XML file"
ENCODING = "correct the encoding that its first line names"
CUT = "fetch it again"


def declared(subset: str, text: str) -> bytes:
    """An article of one paragraph, with declarations."""
    return f"<!DOCTYPE article [{subset}]><article><body><p>{text}</p></body></article>".encode()


def put(text: bytes) -> bytes:
    """The whole article with something in a paragraph."""
    return WHOLE.replace(b"Toads", text)


def called(encoding: str) -> bytes:
    return f'<?xml version="1.0" encoding="{encoding}"?>'.encode()


# What is refused: content, and what to do by the message.
REFUSED = {
    "billion laughs": (declared(f'<!ENTITY a "{"frog" * 10}">{LAUGHS}', "&l;"), CHARGED),
    "quadratic": (declared(f'<!ENTITY a "{"frog" * 50_000}">', "&a;" * 5_000), CHARGED),
    "loop": (declared('<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"), CHARGED),
    "deep": (b"<article><body>" + b"<p>" * 100_000, CHARGED),
    "deep and closed": (b"<article>" + b"<a>" * 9000 + b"</a>" * 9000 + b"</article>", CHARGED),
    "long text": (put(b"frog " * 2_100_000), CHARGED),
    "parameter of a file": (declared('<!ENTITY % a SYSTEM "{secret}">%a;', "x"), "give|leave"),
    "parameter of a server": (
        declared('<!ENTITY % a SYSTEM "{server}">%a;', "Frogs hop."),
        "give|leave",
    ),
    "Latin-1 called UTF-8": (called("UTF-8") + WHOLE.decode().encode("latin-1"), ENCODING),
    "Latin-1 without a name": (WHOLE.decode().encode("latin-1"), ENCODING),
    "UTF-8 called ASCII": (called("US-ASCII") + WHOLE, ENCODING),
    "unknown encoding": (called("frog-8") + WHOLE, ENCODING),
    "half of UTF-16": (WHOLE.decode().encode("utf-16")[:-1], "convert it to UTF-8"),
    "NUL": (put(b"To\x00ads"), ILL),
    "NUL by number": (put(b"To&#0;ads"), ILL),
    "NULs behind": (WHOLE + bytes(100), ILL),
    "NULs alone": (bytes(1000), f"{ILL}|{CUT}"),
    "control character": (put(b"\x1b[2J"), ILL),
    "half a character": (put(b"&#xD800;"), ILL),
    "bare ampersand": (put(b"frogs & toads"), ILL),
    "wrong end": (put(b"<i>Toads</b>"), ILL),
    "same attribute twice": (put(b"<i a='1' a='2'>T</i>"), ILL),
    "two roots": (WHOLE + WHOLE, ILL),
    "half an end": (WHOLE[:-3], f"{ILL}|{CUT}"),
    "empty": (b"", CUT),
    "another format": (
        b"<html><body><p>Frogs</p></body></html>",
        "give (an|the) article (in|as) JATS",
    ),
    "a list": (b'{"text": "frogs"}', ILL),
}
# What is read without what it asks for.
UNHEEDED = {
    "entity of a file": declared('<!ENTITY a SYSTEM "{secret}">', "Frogs &a; hop."),
    "entity of a server": declared('<!ENTITY a PUBLIC "-//X" "{server}">', "Frogs &a; hop."),
    "DTD of a file": b'<!DOCTYPE article SYSTEM "{secret}">' + WHOLE,
    "DTD of a server": b'<!DOCTYPE article PUBLIC "-//X" "{server}">' + WHOLE,
    "attribute of a DTD": declared('<!ATTLIST p a CDATA "tadpoles">', "Frogs hop."),
    "UTF-8 called UTF-16": called("UTF-16") + WHOLE,
    "inclusion": put(
        b"<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{secret}' parse='text'/>"
    ),
    "style sheet": b'<?xml-stylesheet type="text/xsl" href="{server}"?>' + WHOLE,
    "schema": WHOLE.replace(
        b"<article>",
        b'<article xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        b'xsi:noNamespaceSchemaLocation="{server}">',
        1,
    ),
}
if etree.LIBXML_VERSION < (2, 14):  # those read on, and ask no server either
    UNHEEDED["parameter of a server"] = REFUSED.pop("parameter of a server")[0]


@pytest.fixture(scope="module")
def server():
    """A server that nobody may ask; its address."""
    with socket.create_server(("127.0.0.1", 0)) as waiting:
        waiting.setblocking(False)
        yield f"http://127.0.0.1:{waiting.getsockname()[1]}/frogs"
        with pytest.raises(BlockingIOError):
            waiting.accept()


@pytest.fixture(scope="module")
def filled(server, tmp_path_factory):
    """A function that writes the addresses of a file and the server into a content."""
    secret = tmp_path_factory.mktemp("secret") / "secret.txt"
    secret.write_text("tadpoles")

    def fill(content: bytes) -> bytes:
        named = content.replace(b"{secret}", secret.as_uri().encode())
        return named.replace(b"{server}", server.encode())

    return fill


@pytest.fixture(scope="module")
def mixed(filled, tmp_path_factory):
    """Two good articles alone, and the same among all the bad ones."""
    folder = tmp_path_factory.mktemp("articles")
    for name in ("good", "mixed"):
        make_articles(folder / name)
    for name, (content, _) in REFUSED.items():
        (folder / "mixed" / f"{name}.xml").write_bytes(filled(content))
    return folder / "good", folder / "mixed"


@lru_cache
def sentences():
    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    return nlp


# --- one file --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_an_article_is_refused_by_name_with_what_to_do(filled, name):
    content, advice = REFUSED[name]
    with pytest.raises(InputError, match=rf"^frogs\.xml\b.*({advice})"):
        read_jats(filled(content), name="frogs.xml")


def test_an_article_of_more_than_fifty_megabytes_is_refused_but_where_more_is_asked_for():
    remark = b"<!--" + b"x" * 999_993 + b"-->"  # a million bytes
    fits = WHOLE + b" " * (1_000_000 - len(WHOLE)) + remark * 49
    assert "hop" in read_jats(fits).text
    for read in (read_jats, read_pubmed):
        with pytest.raises(InputError, match=r"^frogs\.xml has more than 50,000,000 bytes; leave"):
            read(fits + b"\n", name="frogs.xml")
    assert "hop" in read_jats(fits + b"\n", most_bytes=60_000_000).text


@pytest.mark.parametrize("name", UNHEEDED)
def test_what_an_article_asks_for_is_not_fetched(filled, name):
    found = read_jats(filled(UNHEEDED[name]))
    assert "tadpoles" not in repr(found)
    assert "hop" in found.text


def test_an_article_cut_at_any_tag_is_refused():
    for place in {edge for tag in re.finditer(b"<[^>]*>", WHOLE) for edge in tag.span()}:
        if place < len(WHOLE):
            with pytest.raises(InputError, match=r"^frogs\.xml, line 1: .*(give|fetch)"):
                read_jats(WHOLE[:place], name="frogs.xml")


# --- folders: nothing is lost ----------------------------------------------------------------


def test_read_articles_gives_every_file_to_somebody(mixed):
    good, both = mixed
    problems: dict[str, str] = {}
    docs = read_articles(both, nlp=sentences(), on_error=lambda p, e: problems.update({p: str(e)}))
    read = {doc.text for doc in docs}
    alone = {doc.text for doc in read_articles(good, nlp=sentences())}
    assert read == alone
    assert {path.stem for path in problems} == {*REFUSED}
    for path, message in problems.items():
        assert message.startswith(str(path))
        assert re.search(REFUSED[path.stem][1], message), message


def test_annotate_has_a_row_for_every_file(mixed, tmp_path):
    good, both = mixed
    args = ("--pipeline", "blank:xx")
    _, alone = annotated(tmp_path / "good.jsonl", good, *args)
    result, found = annotated(tmp_path / "out.jsonl", both, *args)
    errors = {Path(row["source"]).stem: row["error"] for row in found if "error" in row}
    assert {*errors} == {*REFUSED}
    for name, error in errors.items():
        assert re.search(REFUSED[name][1], error), error
        assert f"{both / name}.xml: {error}" in result.stderr or len(errors) > 20

    def texts(some):
        return [(row["id"], row["text"], row["citations"]) for row in some if "text" in row]

    assert texts(found) == texts(alone)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["citances", "report"])
def test_commands_for_articles_list_every_bad_file(mixed, report_pipeline, tmp_path, command):
    good, both = mixed
    name = "out.html" if command == "report" else "out.jsonl"
    for folder in (good, both):
        (tmp_path / folder.name).mkdir()
        args = [command, folder, "-o", tmp_path / folder.name / name]
        result = run(*args, "--pipeline", report_pipeline)
    assert result.exit_code == SOME_FAILED
    bad = len(REFUSED)
    assert f"{bad} problems in {bad} of {bad + 2} files:" in result.stderr
    for stem, (_, advice) in REFUSED.items():
        (line,) = {
            one for one in result.stderr.splitlines() if one.startswith(f"{both / stem}.xml")
        }
        assert re.search(advice, line), line
    alone, among = (rows(tmp_path / folder.name / "out.jsonl") for folder in (good, both))
    assert among == alone
    if command == "report":
        page = (tmp_path / "mixed/out.html").read_text()
        assert f"{bad} problems in {bad} of {bad + 2} files:" in page
        assert "tadpoles" not in page


def test_what_is_not_fetched_is_no_failure(filled, report_pipeline, tmp_path):
    folder = tmp_path / "articles"
    folder.mkdir()
    for name, content in UNHEEDED.items():
        (folder / f"{name}.xml").write_bytes(filled(content))
    _, found = annotated(tmp_path / "out.jsonl", folder, "--pipeline", "blank:xx")
    assert len(found) == len(UNHEEDED)
    assert not any("error" in row for row in found)
    out = tmp_path / "works.jsonl"
    result = run("citances", folder, "-o", out, "--pipeline", report_pipeline)
    assert f"{len(UNHEEDED)} articles, 0 failed" in result.stderr
    for path in (tmp_path / "out.jsonl", out):
        assert "tadpoles" not in path.read_text()


# --- PubMed ----------------------------------------------------------------------------------

BROKEN = {
    "entity": pubmed_article("2", title="&a;"),
    "unended": pubmed_article("2", title="<i>Newts"),
    "NUL": pubmed_article("2", title="\x00"),
    "control": pubmed_article("2", title="\x1b"),
    "ampersand": pubmed_article("2", title="A & B"),
    "no id": pubmed_article(""),
    "deep": pubmed_article("2", title="<b>" * 50_000),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_article_of_pubmed_costs_no_other(tmp_path, name):
    good = [pubmed_article(number, title=f"Newts {number}.") for number in ("1", "3")]
    source = tmp_path / "pubmed.xml"
    subset = f'<!DOCTYPE PubmedArticleSet [<!ENTITY a "{"x" * 10}">{LAUGHS}]>'.encode()
    content = pubmed_file(good[0], BROKEN[name], good[1])
    source.write_bytes(re.sub(b"<!DOCTYPE[^>]*>", subset, content))
    _, found = annotated(tmp_path / "out.jsonl", source, "--pipeline", "blank:xx")
    assert [row["source"] for row in found] == [f"{source}:{number}" for number in (1, 2, 3)]
    assert [found[place]["text"][:8] for place in (0, 2)] == ["Newts 1.", "Newts 3."]
    if name == "entity":  # what declares it is not looked at
        assert found[1]["text"].startswith("\ufffd")
    else:
        assert re.search("give|fetch|leave", found[1]["error"])


@pytest.mark.parametrize("name", [n for n in REFUSED if n not in ("empty", "long text")])
def test_what_is_no_article_of_pubmed_is_refused(filled, name):
    with pytest.raises(InputError, match=r"^frogs\.xml\b"):
        read_pubmed(filled(REFUSED[name][0]), name="frogs.xml")


# --- 200 MB ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_two_hundred_megabytes_are_refused_or_streamed(report_pipeline, tmp_path):
    script = Path(input_files.__file__).with_name("large_files.py")
    command = [sys.executable, script, tmp_path, report_pipeline]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for door in ("read_jats", "read_articles", "annotate", "report"):
        for kind in ("xml", "xml.gz"):
            assert re.search(r"has (more than )?[\d,]+ bytes.*leave it out", said[door][kind])
    assert said["records"] == said["given"]
    assert said["peak"] < 400e6  # bytes, spaCy included
