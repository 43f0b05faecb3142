"""Files of every format packed in every way: alone, in folders and archives, by standard input."""

import bz2
import gzip
import importlib
import io
import json
import lzma
import random
import sys
from contextlib import suppress

import pytest
from jats_files import jats, section
from tei_files import div, tei

from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.records import STDIN, Reading
from spacy_citalign.inputs.sources.find import sources_of
from tests.fuzzing.packing import tarred, zipped

from .test_reading import read, write

PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
ZSTD_MODULES = ("compression.zstd", "backports.zstd")
for module in ZSTD_MODULES:
    with suppress(ImportError):
        PACK.setdefault(".zst", importlib.import_module(module).compress)
EVERY = pytest.mark.parametrize("suffix", PACK)
JATS = jats(section("Aim", "Frogs hop."))
ARTICLE = {"paper_id": "p1", "title": "Ponds", "bib_entries": {}}
ARTICLE["body_text"] = [{"section": "Aim", "text": "Frogs hop.", "cite_spans": []}]
LINE = json.dumps(ARTICLE).encode()
FORMATS = {
    "a.xml": JATS,
    "a.nxml": b"<articles>" + JATS[JATS.index(b"<article") :] + b"</articles>",
    "a.tei.xml": tei(div("Aim", "Frogs hop.")),
    "a.json": LINE,
    "a.jsonl": LINE + b"\n" + LINE,
    "a.txt": b"Frogs hop.",
}


def records(path, **settings):
    """The texts and errors of a run over a corpus."""
    for source in sources_of([path], Reading(**settings)):
        for split in source.splits(1000):
            for record in split.records():
                yield record.text if record.error is None else record.error


@EVERY
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_read_packed_in_every_way(tmp_path, name, suffix):
    content = PACK[suffix](FORMATS[name])
    write(tmp_path / "named", {f"{name}{suffix}": content, "without": content})
    texts = {text for _, text in read(tmp_path / "named" / f"{name}{suffix}")}
    assert texts == {"Frogs hop."}
    if name != "a.txt":
        assert {text for _, text in read(tmp_path / "named")} == {"Frogs hop."}


@EVERY
def test_members_of_archives_may_be_packed(tmp_path, suffix):
    files = {f"a.xml{suffix}": PACK[suffix](JATS)}
    plain_tar = tarred(files)
    tars = {f"c.tar{end}": pack(plain_tar) for end, pack in PACK.items()}
    write(tmp_path, {"a.zip": zipped(files), "b.tar": plain_tar, **tars})
    found = read(tmp_path)
    assert len(found) == 2 + len(PACK)
    assert {text for _, text in found} == {"Frogs hop."}


@EVERY
def test_standard_input_may_be_packed(tmp_path, monkeypatch, suffix):
    stream = io.TextIOWrapper(io.BytesIO(PACK[suffix](JATS)))
    monkeypatch.setattr(sys, "stdin", stream)
    assert read(STDIN) == [("stdin", "Frogs hop.")]


@EVERY
def test_first_block_may_be_larger_than_what_is_looked_at(tmp_path, suffix):
    """Words that do not shrink: their kind shows in the first block only."""
    words = random.Random(0).randbytes(1_500_000).hex()
    content = PACK[suffix](jats(section("Aim", f"Frogs hop. {words}")))
    assert len(content) > 500_000
    write(tmp_path, {f"a{suffix}": content, "b.zip": zipped({f"a{suffix}": content})})
    assert [text[:10] for _, text in read(tmp_path)] == ["Frogs hop."] * 2


@EVERY
def test_lines_of_a_corpus_are_cut_as_they_are_unpacked(tmp_path, suffix):
    lines = [json.dumps({"text": f"Frog {number} hops."}) for number in range(2000)]
    path = tmp_path / f"a.jsonl{suffix}"
    path.write_bytes(PACK[suffix]("\n".join(lines).encode()))
    assert list(records(path)) == [f"Frog {number} hops." for number in range(2000)]
    assert list(records(tmp_path)) == list(records(path))


@EVERY
def test_what_unpacks_to_too_much_is_an_error(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 1 << 20)
    path = tmp_path / f"a.txt{suffix}"
    path.write_bytes(PACK[suffix](b"Frogs hop. " * 1_000_000))
    ((_, message),) = read(path)
    assert "bytes, more than 1,048,576" in message


@EVERY
def test_what_is_cut_off_is_an_error(tmp_path, suffix):
    path = tmp_path / f"a.xml{suffix}"
    path.write_bytes(PACK[suffix](JATS)[:-3])
    ((_, message),) = read(path)
    assert f"a.xml{suffix} " in message
    assert "fetch it again" in message


def test_zstandard_without_its_module_is_told_of_each_file(tmp_path, monkeypatch):
    for module in ZSTD_MODULES:
        monkeypatch.setitem(sys.modules, module, None)
    zstd = b"\x28\xb5\x2f\xfd and more"
    write(tmp_path, {"a.xml.zst": zstd, "b.zst": zstd, "c.xml": JATS, "d.tar.zst": zstd})
    write(tmp_path, {"e.zip": zipped({"a.xml.zst": zstd})})
    found = read(tmp_path)
    assert ("c.xml", "Frogs hop.") in found
    others = [message for name, message in found if name != "c.xml"]
    assert len(others) == 4
    assert all("pip install backports.zstd" in message for message in others)
