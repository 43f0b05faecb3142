"""Texts and articles in files and folders, standard input, and what cannot be read."""

import gzip
import io
import os
import zipfile
from types import SimpleNamespace

import pytest
from input_files import (
    pubmed_article,
    pubmed_file,
    reading,
    records_of,
    splits_of,
    told,
    write,
)
from jats_files import cite, jats, section
from tei_files import div, ref, tei

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.file_types.by_name import file_format
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.records import ARTICLES, STDIN, Format, Reading
from spacy_citalign.inputs.sources import find
from spacy_citalign.inputs.sources.files import read_records

ARTICLE = jats(section("Results", f"Frogs hop [{cite('r1', '1')}]. They croak."))
TEXT = "Frogs hop [1].\r\nα\u2028β\r"


# --- one file ------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
@pytest.mark.parametrize("name", ["a.txt", "a.TEXT.gz"])
def test_text_is_one_record_as_it_stands_in_the_file(tmp_path, name, pack, bom):
    path = write(tmp_path / name, pack(bom + TEXT.encode()))
    (found,) = records_of(path)
    assert (found.source, found.id, found.text) == (str(path), str(path), TEXT)
    assert (found.article, found.meta) == (None, {})


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", ["a.xml", "a.nxml.gz"])
def test_article_has_text_id_citations_and_what_is_known(tmp_path, name, pack):
    path = write(tmp_path / name, pack(ARTICLE))
    (found,) = records_of(path)
    article = read_jats(ARTICLE)
    assert (found.source, found.id, found.text) == (str(path), "900", article.text)
    assert found.meta == {"title": "Pond life", "pmid": "900"}
    assert found.article.text == found.text
    read = from_article(found.article)
    (mark,) = read.marks
    assert found.text[mark.start : mark.end] == "1"
    assert read.cited[mark.key]["title"] == "Frogs awake"


def test_tei_is_an_article_too(tmp_path):
    path = write(tmp_path / "a.tei.xml", tei(div("Aim", f"Frogs hop {ref(1, '[1]')}.")))
    (found,) = records_of(path)
    assert (found.id, found.meta["doi"]) == ("10.5555/own", "10.5555/own")
    read = from_article(found.article)
    (mark,) = read.marks
    assert found.text[mark.start : mark.end] == "[1]"
    assert read.cited[mark.key]["title"] == "Frogs awake"


def test_article_without_identifiers_is_called_by_its_path(tmp_path):
    path = write(tmp_path / "a.xml", b"<article><body><p>Frogs.</p></body></article>")
    assert told(records_of(path), tmp_path) == [("a.xml", "a.xml", "Frogs.")]


def test_captions_and_tables_are_read_on_request(tmp_path):
    figure = "<fig><caption><p>A frog.</p></caption></fig>"
    table = "<table-wrap><table><tbody><tr><td>9</td></tr></tbody></table></table-wrap>"
    path = write(tmp_path / "a.xml", jats(section("Results", "Frogs.") + figure + table))
    texts = {
        (captions, tables): records_of(path, how=Reading(captions=captions, tables=tables))[0].text
        for captions in (False, True)
        for tables in (False, True)
    }
    assert ["A frog." in texts[key] for key in texts] == [False, False, True, True]
    assert ["9" in texts[key].split("\n") for key in texts] == [False, True, False, True]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"caf\xe9", "is not UTF-8: byte 0xe9 at position 3; convert it"),
        ("a.txt", "Frogs".encode("utf-16"), "is in UTF-16; convert it to UTF-8"),
        ("a.txt", b"\x1f\x8b", "cannot be unpacked"),
        ("a.txt.gz", gzip.compress(b"Frogs.", mtime=0)[:-9], "cannot be unpacked"),
        ("a.xml", b"<article><body>", "line 1"),
        ("a.xml", b"", "it is empty or was cut off"),
        ("a.xml", b"<html/>", "is HTML, but not arXiv's (LaTeXML)"),
        ("a.xml", b"<frog/>", "has no <article>, its root is <frog>"),
        ("a.xml.gz", b"\x1f\x8b\x08", "cannot be unpacked"),
        ("a.xml", b"\x1f\x8b\x08", "cannot be unpacked"),
        ("a.pdf", b"%PDF", "this PDF cannot be read: it is damaged"),
        ("a.dat", b"Frogs.", "is of no kind that is known"),
        ("b/", None, "has no file to read: no text and no article"),
        ("none.txt", None, "cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_read_is_one_record_with_an_error(tmp_path, name, content, message):
    good = write(tmp_path / "good.txt", "Frogs.")
    path = tmp_path / name
    if content is not None:
        write(path, content)
    elif name.endswith("/"):
        path.mkdir()
    found = records_of(path, good)
    assert [(one.source, one.text) for one in found] == [(str(path), None), (str(good), "Frogs.")]
    assert found[0].id == str(path)
    assert message in found[0].error
    assert str(path) not in found[0].error


def test_too_large_a_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 1000)
    plain = write(tmp_path / "a.txt", b"x" * 1001)
    packed = write(tmp_path / "b.txt.gz", gzip.compress(b"x" * 1001))
    article = write(tmp_path / "c.xml", ARTICLE + b" " * 1001)
    just = write(tmp_path / "d.txt", b"x" * 1000)
    *bad, good = records_of(plain, packed, article, just)
    assert [one.source for one in bad] == [str(plain), str(packed), str(article)]
    assert all("more than 1,000" in one.error for one in bad)
    assert good.text == "x" * 1000


def test_name_that_is_no_utf_8_can_be_written(tmp_path):
    name = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    try:
        with open(name, "wb") as file:
            file.write(b"Frogs.")
    except OSError:
        pytest.skip("this disk takes UTF-8 names only")
    (found,) = records_of(tmp_path)
    assert (found.source, found.text) == (f"{tmp_path}/caf\\xe9.txt", "Frogs.")


# --- what is read --------------------------------------------------------------------------------


def test_format_can_be_named(tmp_path):
    path = write(tmp_path / "a.dat", '{"text": "Frogs."}\n\nToads\n')
    text = '{"text": "Frogs."}\n\nToads\n'
    assert [one.text for one in records_of(path, how=reading("text"))] == [text]
    lines = ['{"text": "Frogs."}', "Toads"]
    assert [one.text for one in records_of(path, how=reading("lines"))] == lines
    assert [one.text for one in records_of(path, how=reading("jsonl"))] == ["Frogs.", None]
    article = write(tmp_path / "b.dat", ARTICLE)
    assert records_of(article, how=reading("jats"))[0].id == "900"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", Format.text),
        ("a.NDJSON.gz", Format.jsonl),
        ("a.nxml", Format.jats),
        ("a.parquet", Format.parquet),
        ("-", Format.text),
    ],
)
def test_format_by_name(tmp_path, name, expected):
    assert file_format(tmp_path / name if name != "-" else STDIN, Format.auto, lines=False) is (
        expected
    )


def test_nothing_to_read_is_an_error_that_says_why(tmp_path):
    told = []
    write(tmp_path / "a.png", b"\x89PNG")
    with pytest.raises(InputError, match="no input file can be read"):
        find_sources([tmp_path / "none.txt", tmp_path / "a.png"], Reading(), tell=told.append)
    err = "\n".join(told)
    assert f"{tmp_path}/none.txt: cannot be read: No such file or directory" in err
    assert "a.png: is an image, which has no text" in err
    with pytest.raises(InputError, match="no input file can be read"):
        find_sources([], Reading())
    with pytest.raises(SettingError, match="can be read once only"):
        find_sources([STDIN, STDIN], Reading())


# --- standard input and pipes --------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 10**9])
@pytest.mark.parametrize(
    ("kind", "content", "expected"),
    [
        ("auto", b"Frogs.\nToads.\n", [("stdin", "stdin", "Frogs.\nToads.\n")]),
        (
            "lines",
            b"Frogs.\n\nToads.",
            [("stdin:1", "stdin:1", "Frogs."), ("stdin:3", "stdin:3", "Toads.")],
        ),
        ("jsonl", b'{"id": "x", "text": "Frogs."}', [("stdin:1", "x", "Frogs.")]),
        ("jats", ARTICLE, [("stdin", "900", read_jats(ARTICLE).text)]),
        (
            "pubmed",
            pubmed_file(pubmed_article("5")),
            [("stdin:1", "5", "Newts at night.\nThey sleep.")],
        ),
        (
            "text",
            b"\xff",
            [("stdin", "stdin", "is not UTF-8: byte 0xff at position 0; convert it")],
        ),
        (
            "parquet",
            b"",
            [("stdin", "stdin", "is no file; save the Parquet file, then give it")],
        ),
    ],
)
def test_standard_input(monkeypatch, kind, content, expected, most):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    assert told(records_of(STDIN, how=reading(kind), most=most)) == expected


def test_standard_input_that_is_closed_is_said(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    (found,) = records_of(STDIN, how=Reading(Format.jsonl))
    assert found.error == "is closed; give it something to read"


def test_standard_input_has_no_size_and_is_never_the_same(monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    one, two = (find_sources([STDIN], Reading())[0] for _ in range(2))
    assert one.size is None
    assert one.identity() == one.identity() != two.identity()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipe_is_read_once(tmp_path):
    from threading import Thread

    path = tmp_path / "p.jsonl"
    os.mkfifo(path)
    writer = Thread(target=path.write_bytes, args=(b'{"text": "Frogs."}\n' * 3,))
    writer.start()
    assert [one.text for one in records_of(path, most=20)] == ["Frogs."] * 3
    writer.join()


# --- folders -------------------------------------------------------------------------------------


def names(records, root):
    return [source for source, _, _ in told(records, root)]


@pytest.mark.parametrize("most", [1, 20, 10**9])
def test_folder_is_all_inputs_below_it_in_order(tmp_path, most):
    for name in (
        "b.txt",
        "a/z.txt.gz",
        "a.txt",
        "c.pdf",
        ".d.txt",
        "_e.txt",
        ".f/a.txt",
        "_/a.txt",
    ):
        write(tmp_path / name, "Frogs.")
    write(tmp_path / "a/x.jsonl", b'{"text": "Toads."}\n' * 2)
    write(tmp_path / "a/y.xml.gz", gzip.compress(ARTICLE))
    write(tmp_path / "a/z.xml", pubmed_file(pubmed_article("5"), pubmed_article("6")))
    found = records_of(tmp_path, most=most)
    assert names(found, tmp_path) == [
        "a/x.jsonl:1",
        "a/x.jsonl:2",
        "a/y.xml.gz",
        "a/z.txt.gz",
        "a/z.xml:1",
        "a/z.xml:2",
        "a.txt",
        "b.txt",
    ]
    assert not any(one.error for one in found)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("text", ["a.txt"]),
        ("lines", ["a.txt:1"]),
        ("jsonl", ["b.jsonl:1"]),
        ("jats", ["c.xml"]),
    ],
)
def test_named_format_chooses_the_files_of_a_folder(tmp_path, kind, expected):
    write(tmp_path / "a.txt", "Frogs.")
    write(tmp_path / "b.jsonl", '{"text": "Toads."}\n')
    write(tmp_path / "c.xml", ARTICLE)
    assert names(records_of(tmp_path, how=reading(kind)), tmp_path) == expected


def test_small_files_are_grouped_by_size(tmp_path):
    for number in range(10):
        write(tmp_path / f"{number}.txt", b"x" * 100)
    write(tmp_path / "5.txt", b"x" * 1000)
    (source,) = find_sources([tmp_path], Reading())
    assert source.name == f"{tmp_path}/0.txt and 9 more files"
    splits = list(source.splits(350))
    assert [split.size for split in splits] == [300, 200, 1000, 300, 100]
    assert source.size == sum(split.size for split in splits) == 1900
    assert splits == list(source.splits(350))
    (alone,) = find_sources([tmp_path / "5.txt"], Reading())
    assert alone.name == f"{tmp_path}/5.txt"


def test_large_files_are_sources_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr(find, "MAX_GATHERED_LINES", 100)
    for name, times in [("a", 1), ("b", 50), ("c", 1), ("d", 1)]:
        write(tmp_path / f"{name}.jsonl", b'{"text": "Frogs."}\n' * times)
    sources = find_sources([tmp_path], Reading())
    assert [source.name.removeprefix(f"{tmp_path}/") for source in sources] == [
        "a.jsonl",
        "b.jsonl",
        "c.jsonl and 1 more file",
    ]


def test_file_is_read_once(tmp_path):
    write(tmp_path / "f/a.txt", "A.")
    write(tmp_path / "f/g/b.txt", "B.")
    (tmp_path / "f/g/again").symlink_to(tmp_path / "f")
    (tmp_path / "f/c.txt").symlink_to(tmp_path / "f/a.txt")
    (tmp_path / "link.txt").symlink_to(tmp_path / "f/g/b.txt")
    folder, given = tmp_path / "f", tmp_path / "f/g/../a.txt"
    texts = ["A.", "B."]
    assert [one.text for one in records_of(folder, given, folder / "g", folder)] == texts
    assert [one.text for one in records_of(given, folder, given)] == texts
    assert [one.text for one in records_of(tmp_path / "link.txt", folder)] == texts[::-1]
    assert [one.text for one in records_of(given, folder / "c.txt")] == ["A."]
    (tmp_path / "only").mkdir()
    (tmp_path / "only/x.txt").symlink_to(folder / "a.txt")
    assert [one.text for one in records_of(folder, tmp_path / "only")] == texts


def test_what_a_run_writes_below_a_folder_is_left_out(tmp_path):
    write(tmp_path / "f/a.jsonl", b'{"text": "A."}')
    write(tmp_path / "f/old.parquet/b.jsonl", b'{"text": "B."}')
    write(tmp_path / "f/out.parquet/c.jsonl", b'{"text": "C."}')
    write(tmp_path / "f/out.jsonl", b'{"text": "D."}')
    (tmp_path / "f/link").symlink_to(tmp_path / "f/out.parquet")
    (tmp_path / "f/link.jsonl").symlink_to(tmp_path / "f/out.jsonl")
    own = [tmp_path / "f/../f/out.parquet", tmp_path / "f/out.jsonl", tmp_path / "none.jsonl"]
    sources = find_sources([tmp_path / "f"], Reading(), leave_out=own)
    assert [
        one.text for source in sources for split in source.splits(99) for one in split.records()
    ] == ["A.", "B."]


def test_what_a_folder_has_and_cannot_be_read_is_not_lost(tmp_path, monkeypatch):
    write(tmp_path / "f/a.txt", "A.")
    (tmp_path / "f/gone.txt").symlink_to(tmp_path / "nothing")
    (tmp_path / "f/locked").mkdir()
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert told(records_of(tmp_path / "f"), tmp_path / "f") == [
        ("a.txt", "a.txt", "A."),
        ("gone.txt", "gone.txt", "cannot be read: No such file or directory"),
        ("locked", "locked", "cannot be read: Permission denied"),
    ]


def test_link_to_itself_costs_no_other(tmp_path):
    write(tmp_path / "f/a.txt", "A.")
    for name in ("b.txt", "loop"):
        (tmp_path / "f" / name).symlink_to(name)
    assert told(records_of(tmp_path / "f"), tmp_path / "f") == [
        ("a.txt", "a.txt", "A."),
        ("b.txt", "b.txt", "cannot be read: Too many levels of symbolic links"),
        ("loop", "loop", "cannot be read: Too many levels of symbolic links"),
    ]


def test_names_are_no_commands_of_a_terminal(tmp_path):
    write(tmp_path / "\x1b]0;PWN\x07.txt", "A.")
    write(tmp_path / "b\n.txt", "B.")
    archive = tmp_path / "c.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("\u202etxt.txt", "C.")
    assert names(records_of(tmp_path), tmp_path) == [
        "\\x1b]0;PWN\\x07.txt",
        "b\\n.txt",
        "c.zip/\\u202etxt.txt",
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.zip"])
@pytest.mark.parametrize("at", [0, 3_000_000, -1], ids=["head", "middle", "tail"])
def test_change_of_same_size_and_time_is_noticed(tmp_path, monkeypatch, name, at):
    for size in (byte_ranges.WHOLE, 1 << 20):  # as a whole, and by samples
        monkeypatch.setattr(byte_ranges, "WHOLE", size)
        path = write(tmp_path / name, b"x" * 4_000_000)
        os.utime(path, ns=(1, 1))
        (source,) = find_sources([path], Reading())
        before = source.identity()
        assert before == find_sources([path], Reading())[0].identity()
        content = bytearray(b"x" * 4_000_000)
        for place in range(400_000):
            content[(place + at) % len(content)] = 0x79
        write(path, bytes(content))
        os.utime(path, ns=(1, 1))
        assert before != find_sources([path], Reading())[0].identity()


def test_identity_tells_folders_apart(tmp_path):
    def identity(**settings):
        return [source.identity() for source in find_sources([tmp_path], Reading(**settings))]

    first = write(tmp_path / "a.txt", "A.")
    one = identity()
    assert one == identity()
    os.utime(first, ns=(1, 1))
    assert identity() != one
    assert identity() != identity(lines=True)
    before = identity()
    write(tmp_path / "b.txt", "")
    assert identity() != before


# --- as the commands read single texts -----------------------------------------------------------


def test_records_of_files_for_commands_that_take_no_folders(tmp_path):
    write(tmp_path / "f/a.txt", "A.")
    text = write(tmp_path / "b.txt", "B.")
    found = list(read_records([tmp_path / "f", text, tmp_path / "none.txt"], Format.text))
    assert told(found, tmp_path) == [
        ("f", "f", "cannot be read: Is a directory"),
        ("b.txt", "b.txt", "B."),
        ("none.txt", "none.txt", "cannot be read: No such file or directory"),
    ]


def test_splits_are_small(tmp_path):
    import pickle

    path = write(tmp_path / "a.jsonl", b'{"text": "Frogs."}\n' * 10_000)
    assert all(len(pickle.dumps(split)) < 1000 for split in splits_of(path, most=20_000))


@pytest.mark.parametrize(
    ("name", "reading", "expected"),
    [
        ("a.xml", Reading(), True),
        ("a.txt", Reading(), False),
        ("a.txt", Reading(Format.jats), True),
        ("a.nxml.gz", Reading(), True),
        ("a.jsonl", Reading(), False),
        ("a.tar.gz", Reading(), True),
        ("a.zip", Reading(Format.jsonl), False),
    ],
)
def test_which_sources_may_hold_articles(tmp_path, name, reading, expected):
    (tmp_path / name).write_bytes(b"<article/>")
    (source,) = find_sources([tmp_path / name], reading)
    assert (not ARTICLES.isdisjoint(source.formats())) is expected
