"""Archives: the articles in them; what is hostile or damaged is a record with an error."""

import bz2
import copy
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib

import pytest
from input_files import pubmed_article, pubmed_file, reading, records_of, splits_of, told, write
from jats_files import jats, section

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import article_files, read_file
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.records import Reading
from tests.fuzzing.packing import zipped

ARTICLE = jats(section("Results", "Frogs hop."))
TEXT = "Pond life\nResults\nFrogs hop."
MEMBERS = {
    "./PMC1/a.nxml": ARTICLE,
    "PMC1/figure.jpg": b"\xff\xd8" * 500,
    "PMC1/._a.nxml": b"x",
    "__MACOSX/a.nxml": b"x",
    "b.txt": b"Toads.",
    "c/b.txt.gz": gzip.compress(b"Newts.", mtime=0),
    "c/list.csv": b"1,2",
    "c/rows.jsonl": b'{"text": "Efts."}\n',
}
EXPECTED = [
    ("PMC1/a.nxml", "900", TEXT),
    ("b.txt", "b.txt", "Toads."),
    ("c/b.txt.gz", "c/b.txt.gz", "Newts."),
]


def tar(members, **kinds) -> bytes:
    """An archive; ``kinds`` are types of members that are no files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for name, kind in kinds.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    return out.getvalue()


def deflated(members) -> bytes:
    return zipped(members, zipfile.ZIP_DEFLATED)


PACKED = {
    "a.zip": deflated,
    "stored.ZIP": zipped,
    "bz2.zip": lambda members: zipped(members, zipfile.ZIP_BZIP2),
    "a.tar": tar,
    "a.tar.gz": lambda members: gzip.compress(tar(members)),
    "a.tgz": lambda members: gzip.compress(tar(members)),
    "a.tar.bz2": lambda members: bz2.compress(tar(members)),
    "a.tar.xz": lambda members: lzma.compress(tar(members)),
    "odd.tar": lambda members: gzip.compress(tar(members)),
}
PLACED = ["a.zip", "stored.ZIP", "bz2.zip", "a.tar"]  # members are read by their places


def inner(path, expected):
    """Expected sources and ids as those of members of ``path``."""
    return [
        (f"{path}/{source}", own if own == "900" else f"{path}/{own}", text)
        for source, own, text in expected
    ]


@pytest.mark.parametrize("most", [1, 200, 10**9])
@pytest.mark.parametrize("name", PACKED)
def test_articles_and_texts_of_an_archive_are_read(tmp_path, name, most):
    path = write(tmp_path / name, PACKED[name](MEMBERS))
    found = records_of(path, most=most)
    assert told(found) == inner(path, EXPECTED)
    assert found[0].article.text == TEXT
    assert [item.name for item in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", PACKED)
def test_members_are_grouped_by_size(tmp_path, name):
    members = {f"{n}.txt": b"x" * size for n, size in enumerate([100, 100, 100, 500, 100])}
    path = write(tmp_path / name, PACKED[name](members))
    assert [split.size for split in splits_of(path, most=250)] == [200, 100, 500, 100]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("jsonl", [("c/rows.jsonl:1", "Efts.")]),
        ("lines", [("b.txt:1", "Toads."), ("c/b.txt.gz:1", "Newts.")]),
        ("text", [("b.txt", "Toads."), ("c/b.txt.gz", "Newts.")]),
        ("jats", [("PMC1/a.nxml", TEXT)]),
    ],
)
@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tgz"])
def test_format_chooses_the_members(tmp_path, name, kind, expected):
    path = write(tmp_path / name, PACKED[name](MEMBERS))
    found = records_of(path, how=reading(kind))
    assert [(one.source, one.text) for one in found] == [
        (f"{path}/{source}", text) for source, text in expected
    ]


def test_pubmed_in_an_archive_is_told_by_its_content(tmp_path):
    content = pubmed_file(pubmed_article("5"), pubmed_article("6"))
    path = write(tmp_path / "a.zip", deflated({"p.xml": content}))
    assert [one.id for one in records_of(path)] == ["5", "6"]


def test_archives_of_a_folder_are_read(tmp_path):
    for name in ("b.zip", "a.tar.gz", "c.tar"):
        write(tmp_path / name, PACKED[name.replace("b.", "a.").replace("c.", "a.")](MEMBERS))
    found = records_of(tmp_path)
    expected = [one for name in ("a.tar.gz", "b.zip", "c.tar") for one in inner(name, EXPECTED)]
    assert told(found, tmp_path) == expected


@pytest.mark.parametrize("name", PACKED)
def test_archive_without_articles_is_one_error(tmp_path, name):
    path = write(tmp_path / name, PACKED[name]({"a.jpg": b"x"}))
    assert told(records_of(path)) == [
        (str(path), str(path), "has no file to read: no text and no article")
    ]


@pytest.mark.parametrize("content", [b"", b"no archive" * 100, b"PK\x03\x04" + bytes(600)])
@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"])
def test_what_is_no_archive_is_one_error(tmp_path, name, content):
    path = write(tmp_path / name, content)
    (found,) = records_of(path)
    assert (found.source, found.text) == (str(path), None)
    assert "damaged" in found.error


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"])
def test_truncated_archive_gives_the_members_before_the_damage(tmp_path, name):
    members = {f"{n}.txt": zlib.compress(b"%d" % n) * 90 for n in range(60)}
    members = {name: content.hex().encode() for name, content in members.items()}
    whole = PACKED[name](members)
    if name == "a.tar":
        whole = whole.rstrip(b"\0")  # without the zeros at the end, which are no loss
    counts = set()
    for size in range(0, len(whole), len(whole) // 23):
        path = write(tmp_path / name, whole[:size])
        found = records_of(path, most=3000)
        texts = [content.decode() for content in members.values()]
        good = sum(one.error is None for one in found)
        assert [one.text for one in found[:good]] == texts[:good]
        assert 1 <= len(found) - good <= 2  # the archive, and in a plain one the member
        counts.add(good)
    assert len(counts) > 1 or name == "a.tar.bz2"  # whose first block has it all


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_damaged_header_does_not_end_the_archive_without_a_word(tmp_path, pack):
    content = bytearray(tar({"a.txt": b"Frogs.", "b.txt": b"Toads."}))
    content[1024 + 150] ^= 1  # the checksum of the second header
    path = write(tmp_path / "a.tar", pack(bytes(content)))
    first, second = records_of(path)
    assert first.text == "Frogs."
    assert "a header is damaged" in second.error


@pytest.mark.parametrize("size", [-1, 1 << 40])
def test_header_that_uses_up_memory_or_time_is_an_error(tmp_path, size):
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, size
    header = info.tobuf(tarfile.GNU_FORMAT)
    path = write(tmp_path / "a.tar", tar({"a.txt": b"Frogs."})[:1024] + header + bytes(1024))
    first, second = records_of(path)
    assert first.text == "Frogs."
    assert "an impossible size" in second.error


def test_member_beyond_all_places_is_an_error(tmp_path):
    info = tarfile.TarInfo("b.txt")
    info.size = 1 << 64
    header = info.tobuf(tarfile.GNU_FORMAT)
    path = write(tmp_path / "a.tar", tar({"a.txt": b"Frogs."})[:1024] + header + bytes(1024))
    found = records_of(path)
    assert found[0].text == "Frogs."
    assert all("damaged" in one.error or "has 18,446" in one.error for one in found[1:])
    assert len(found) > 1


@pytest.mark.parametrize("place", [-1, 1 << 31, (1 << 64) - 1])
@pytest.mark.parametrize("most", [1, 10**9])
def test_member_of_a_zip_whose_place_is_wrong_costs_no_other(tmp_path, place, most):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in (("a.txt", "Frogs."), ("b.txt", "Toads."), ("c.txt", "Newts.")):
            archive.writestr(name, text)
        archive.infolist()[1].header_offset = place % (1 << 64)
    found = records_of(write(tmp_path / "a.zip", out.getvalue()), most=most)
    assert [one.text for one in found] == ["Frogs.", None, "Newts."]
    assert "is damaged: it has no header" in found[1].error


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_links_and_devices_are_left_out(tmp_path, pack):
    kinds = {
        "a.txt": tarfile.SYMTYPE,
        "b.txt": tarfile.LNKTYPE,
        "c.txt": tarfile.CHRTYPE,
        "d.txt": tarfile.DIRTYPE,
    }
    path = write(tmp_path / "a.tar", pack(tar({"e.txt": b"Frogs."}, **kinds)))
    assert told(records_of(path)) == inner(path, [("e.txt", "e.txt", "Frogs.")])


@pytest.mark.parametrize("name", PACKED)
def test_path_that_leads_out_of_the_archive_is_a_name_only(tmp_path, name):
    members = {"../../out.txt": b"Frogs.", "/root.txt": b"Toads."}
    path = write(tmp_path / "in" / "deep" / name, PACKED[name](members))
    assert [one.text for one in records_of(path)] == ["Frogs.", "Toads."]
    assert [item for item in tmp_path.rglob("*") if item.is_file()] == [path]


# --- members that cannot be read -----------------------------------------------------------------


@pytest.mark.parametrize("name", PACKED)
def test_bad_member_costs_no_other(tmp_path, name):
    members = {"a.txt": b"Frogs.", "b.txt": b"caf\xe9", "c.xml": b"<article>", "d.txt": b"Toads."}
    path = write(tmp_path / name, PACKED[name](members))
    found = records_of(path)
    assert [one.text for one in found] == ["Frogs.", None, None, "Toads."]
    assert found[1].error == "is not UTF-8: byte 0xe9 at position 3; convert it"
    assert str(path) not in found[2].error


@pytest.mark.parametrize("name", PACKED)
def test_large_member_is_an_error(tmp_path, monkeypatch, name):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 1000)
    members = {"a.txt": b"Frogs.", "b.txt": b"x" * 1001, "d.txt": b"Toads."}
    path = write(tmp_path / name, PACKED[name](members))
    first, bad, last = records_of(path)
    assert (first.text, last.text) == ("Frogs.", "Toads.")
    assert "more than 1,000" in bad.error


def test_zip_bomb_is_an_error(tmp_path, monkeypatch):
    """Its directory says that it is small."""
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 100_000)
    content = deflated({"a.txt": b"x" * 10_000_000, "b.txt": b"Frogs."})
    lie = content.replace((10_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lie != content
    bad, good = records_of(write(tmp_path / "a.zip", lie))
    assert "size or checksum differ" in bad.error
    assert good.text == "Frogs."


def overlapping_zip(count) -> bytes:
    """Its directory names one member so many times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0.txt", b"Frogs hop. " * 100_000)
        (first,) = archive.filelist
        for number in range(1, count):
            other = copy.copy(first)
            other.filename = f"{number}.txt"
            archive.filelist.append(other)
    return out.getvalue()


@pytest.mark.parametrize("count", [2, 2_000])
def test_zip_whose_members_lie_in_the_same_bytes_is_one_error(tmp_path, count):
    path = write(tmp_path / "a.zip", overlapping_zip(count))
    (found,) = records_of(path)
    assert "members of it lie in the same bytes" in found.error
    assert found.source == str(path)
    (article,) = read_file(article_files([path])[0], Reading())
    assert "members of it lie in the same bytes" in str(article.content)


@pytest.mark.parametrize("name", [name for name in PACKED if name not in ("stored.ZIP", "a.tar")])
def test_archive_that_unpacks_to_too_much_in_all_is_an_error(tmp_path, monkeypatch, name):
    monkeypatch.setattr(byte_ranges, "MIN_UNPACKED", 200_000)
    monkeypatch.setattr(byte_ranges, "MAX_RATIO", 3)
    sound = {f"{number}.txt": b"Frogs hop. " * 1_000 for number in range(15)}
    assert len(records_of(write(tmp_path / name, PACKED[name](sound)))) == 15
    bomb = sound | {f"{number}.txt": b"Frogs hop. " * 1_000 for number in range(15, 30)}
    *good, bad = records_of(write(tmp_path / name, PACKED[name](bomb)))
    assert "unpacks to more than 200,000 bytes" in bad.error
    assert len(good) == (0 if name.endswith("zip") else 17)
    assert all(one.text for one in good)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tgz"])
@pytest.mark.parametrize("pack", [bz2.compress, lzma.compress])
def test_packed_members_have_a_bound_by_their_sizes(tmp_path, name, pack):
    members = {"a.txt": pack(b"Frogs hop. " * 1_000_000), "b.txt": pack(b"Toads. " * 9_000)}
    bad, good = records_of(write(tmp_path / name, PACKED[name](members)))
    assert "unpacks to more than" in bad.error
    assert good.text.startswith("Toads.")


def test_what_is_left_out_of_a_packed_tar_counts_and_what_follows_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(byte_ranges, "MIN_UNPACKED", 100_000)
    large = {"a.txt": b"Frogs.", ".hidden": bytes(10_000_000), "b.txt": b"Toads."}
    for content in (tar(large), tar({"a.txt": b"Frogs."}) + bytes(10_000_000)):
        good, bad = records_of(write(tmp_path / "a.tar.gz", gzip.compress(content)))
        assert good.text == "Frogs."
        assert "unpacks to more than" in bad.error


def test_packed_member_that_is_a_bomb_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 100_000)
    bomb = gzip.compress(b"x" * 1_000_000)
    (found,) = records_of(write(tmp_path / "a.tar", tar({"a.txt.gz": bomb})))
    assert "unpacks to more than 100," in found.error


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [
        (6, b"\x01", "is encrypted"),
        (8, b"\x63", "is packed by method 99"),
        (14, b"\0\0\0\0", "size or checksum differ"),
        (18, b"\x05\0\0\0", "is damaged"),
        (-1, b"", "it has no header"),
    ],
)
def test_odd_zip_members_are_errors(tmp_path, at, value, message):
    content = bytearray(deflated({"a.txt": b"Frogs hop. " * 9, "b.txt": b"Toads."}))
    directory = content.index(b"PK\x01\x02")
    if at < 0:
        content[0:4] = b"XXXX"
    else:
        for place in (at, directory + at + 2):
            content[place : place + len(value)] = value
    bad, good = records_of(write(tmp_path / "a.zip", bytes(content)))
    assert message in bad.error
    assert good.text == "Toads."


def test_damaged_data_of_a_zip_member_is_an_error(tmp_path):
    content = bytearray(deflated({"a.txt": b"Frogs hop. " * 9, "b.txt": b"Toads."}))
    content[40:46] = b"\xff" * 6
    bad, good = records_of(write(tmp_path / "a.zip", bytes(content)))
    assert "is damaged" in bad.error
    assert good.text == "Toads."


@pytest.mark.parametrize("name", PLACED)
def test_archive_that_changes_or_vanishes_is_an_error_for_each_split(tmp_path, name):
    path = write(tmp_path / name, PACKED[name](MEMBERS))
    splits = splits_of(path, most=1)
    assert len(splits) == len(EXPECTED)
    with path.open("ab") as file:
        file.write(b"x")
    found = [record.error for split in splits for record in split.records()]
    assert found == ["was changed after the run began; start again with --fresh"] * len(splits)
    path.unlink()
    found = [record.error for split in splits for record in split.records()]
    assert found == ["cannot be read: No such file or directory"] * len(splits)


def test_missing_archive_is_no_input(tmp_path):
    with pytest.raises(InputError, match="no input file can be read"):
        find_sources([tmp_path / "a.zip"], Reading())
