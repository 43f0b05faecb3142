"""Outputs that go on where an interrupted run left off: nothing twice, nothing mixed or lost."""

import json
import os
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.batch.outputs.resume import resumable_rows
from spacy_citalign.errors import CitalignError, InputError, SettingError

FINGERPRINT = {"command": "test", "settings": {"threshold": 0.4, "sure": True}, "input": "a" * 64}


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def line(number):
    return json.dumps({"row": number, "text": "α\u2028"}, ensure_ascii=False) + "\n"


def whole(count):
    """The bytes of an output of so many rows."""
    return "".join(map(line, range(count))).encode()


def grow(out, count, fingerprint=FINGERPRINT, *, stop=False, **settings):
    """Write the rows that are missing of ``count``, and ``stop`` before the end or not.

    Gives what was said, and the rows that were kept.
    """
    said, kept = [], []
    settings = {"tell": said.append, "on_kept": kept.append} | settings
    with (
        suppress(KeyboardInterrupt),
        resumable_rows(out, fingerprint, unit="groups", **settings) as rows,
    ):
        for number in range(rows.done, count):
            rows.write(line(number))
        if stop:
            raise KeyboardInterrupt
    return said, [row["row"] for row in kept]


def interrupt(out, count, fingerprint=FINGERPRINT):
    said, _ = grow(out, count, fingerprint, stop=True)
    assert said == [f"{count} groups are kept; the same command goes on from there"]


# --- going on --------------------------------------------------------------------------------


def test_output_is_there_at_the_end_and_nothing_else(out):
    out.write_text("old")
    with resumable_rows(out, FINGERPRINT) as rows:
        rows.write(line(0))
        rows.write(line(1))
        assert (rows.done, rows.count) == (0, 2)
        assert out.read_text() == "old"
        part = out.with_name(".out.jsonl.part")
        assert part.read_bytes() == whole(2)  # at once, so that it outlives the process
    assert out.read_bytes() == whole(2)
    assert names(out.parent) == ["out.jsonl"]


def test_rows_of_an_interrupted_run_are_kept(out):
    interrupt(out, 3)
    assert names(out.parent) == [".out.jsonl.part", ".out.jsonl.part.json"]
    assert grow(out, 5) == ([], [0, 1, 2])
    assert out.read_bytes() == whole(5)
    assert names(out.parent) == ["out.jsonl"]


def test_run_that_had_all_rows_writes_none(out):
    interrupt(out, 4)
    assert grow(out, 4) == ([], [0, 1, 2, 3])
    assert out.read_bytes() == whole(4)


def test_run_without_a_row_leaves_nothing(out):
    assert grow(out, 0, stop=True) == ([], [])
    assert names(out.parent) == []
    grow(out, 0)
    assert out.read_bytes() == b""


def test_complete_output_is_made_again(out):
    grow(out, 3)
    assert grow(out, 2) == ([], [])
    assert out.read_bytes() == whole(2)


def test_output_may_be_a_link(out, tmp_path):
    target = tmp_path / "target.jsonl"
    out.symlink_to(target)
    interrupt(out, 1)
    grow(out, 2)
    assert out.is_symlink()
    assert target.read_bytes() == whole(2)


@pytest.mark.parametrize(
    "tail",
    [
        b'{"row": 2, "te',
        b'{"row": 2}',  # whole, but nobody knows
        bytes(100),  # of a machine that was switched off
    ],
)
def test_row_that_is_not_whole_is_cut_off(out, tail):
    interrupt(out, 2)
    with out.with_name(".out.jsonl.part").open("ab") as part:
        part.write(tail)
    assert grow(out, 4) == ([], [0, 1])
    assert out.read_bytes() == whole(4)


# --- rows that are not as they were written --------------------------------------------------


def remade(out, number):
    return (
        f"{out}: the groups of an earlier run are not as they were written from number {number} "
        "on; these are made anew"
    )


def changed(out, change):
    """Change the list of rows that is kept beside an output."""
    part = out.with_name(".out.jsonl.part")
    rows = change(part.read_bytes().splitlines(keepends=True))
    part.write_bytes(b"".join(rows))


@pytest.mark.parametrize(
    "added",
    [
        b'{"row": 2\n',
        b"[2]\n",
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        line(2).encode(),
        b"{\n" + line(3).encode(),
    ],
)
def test_row_that_others_added_is_dropped(out, added):
    interrupt(out, 2)
    changed(out, lambda rows: [*rows, added])
    assert grow(out, 4) == ([remade(out, 3)], [0, 1])
    assert out.read_bytes() == whole(4)


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (lambda rows: [*rows[:2], rows[2].replace(b"2", b"7"), *rows[3:]], 2),
        (lambda rows: [*rows[:2], rows[2].replace(b"text", b"test"), *rows[3:]], 2),
        (lambda rows: [*rows[:2], rows[3], rows[2], *rows[4:]], 2),  # swapped
        (lambda rows: [rows[0], rows[0], *rows[1:]], 1),  # doubled
        (lambda rows: [rows[0], *rows[2:]], 1),  # dropped
        (lambda rows: rows[1:], 0),
        (lambda rows: [line(9).encode(), *rows[1:]], 0),
    ],
)
def test_rows_that_were_changed_are_made_anew_and_it_is_said(out, change, first):
    interrupt(out, 5)
    changed(out, change)
    assert grow(out, 7) == ([remade(out, first + 1)], list(range(first)))
    assert out.read_bytes() == whole(7)


def test_last_rows_that_are_missing_are_made_anew(out):
    interrupt(out, 5)
    changed(out, lambda rows: rows[:3])
    assert grow(out, 6) == ([], [0, 1, 2])
    assert out.read_bytes() == whole(6)


def test_rows_of_another_run_do_not_fit(out, tmp_path):
    other = tmp_path / "other" / "out.jsonl"
    other.parent.mkdir()
    interrupt(out, 4)
    interrupt(other, 4, FINGERPRINT | {"input": "b" * 64})
    for name in (".out.jsonl.part", ".out.jsonl.part.json"):
        lines = (other.parent / name).read_bytes().splitlines(keepends=True)
        ours = (out.parent / name).read_bytes().splitlines(keepends=True)
        (out.parent / name).write_bytes(b"".join([ours[0], *lines[1:]]))
    said, kept = grow(out, 4)
    assert (said, kept) == ([remade(out, 1)], [])
    assert out.read_bytes() == whole(4)


@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), notes=st.booleans())
def test_flipped_bit_changes_no_output(tmp_path_factory, place, bit, notes):
    out = tmp_path_factory.mktemp("flip") / "out.jsonl"
    interrupt(out, 4)
    path = out.with_name(".out.jsonl.part.json" if notes else ".out.jsonl.part")
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 1 << bit
    path.write_bytes(content)
    grow(out, 6)
    assert out.read_bytes() == whole(6)
    assert names(out.parent) == ["out.jsonl"]


def grow_while(out, change):
    """Write three rows, between which another program does something."""
    with resumable_rows(out, FINGERPRINT, tell=lambda said: None) as rows:
        rows.write(line(0))
        rows.write(line(1))
        change(out.with_name(".out.jsonl.part"))
        rows.write(line(2))


@pytest.mark.parametrize(
    "change",
    [
        lambda part: part.write_bytes(b""),
        lambda part: os.truncate(part, 5),
        lambda part: part.write_bytes(part.read_bytes().replace(b"1", b"2")),
        lambda part: part.write_bytes(part.read_bytes() + line(8).encode()),
        lambda part: (part.rename(part.with_name("old")), part.write_bytes(whole(2))),
    ],
)
def test_rows_that_are_changed_meanwhile_are_no_output(out, change):
    with pytest.raises(CitalignError, match="was changed by another program before it was whole"):
        grow_while(out, change)
    assert not out.exists()
    grow(out, 3)
    assert out.read_bytes() == whole(3)


# --- what stands in their place --------------------------------------------------------------


@pytest.mark.parametrize("name", [".out.jsonl.part", ".out.jsonl.part.json"])
@pytest.mark.parametrize("plant", [os.symlink, os.link, lambda old, new: os.mkfifo(new)])
def test_links_in_place_of_hidden_files_are_not_followed(out, tmp_path, name, plant):
    other = tmp_path / "diary.txt"
    other.write_text("mine")
    plant(other, out.with_name(name))
    with pytest.raises(SettingError, match=rf"{name}, .* is a link") as raised:
        grow(out, 2)
    assert "delete it, or choose another output" in str(raised.value)
    assert other.read_text() == "mine"
    assert names(out.parent) == sorted([name, "diary.txt"])
    out.with_name(name).unlink()
    grow(out, 2)
    assert out.read_bytes() == whole(2)


# --- rows that are refused -------------------------------------------------------------------


def test_row_that_is_refused_is_dropped_with_all_that_follow(out):
    interrupt(out, 4)
    kept = []

    def refuse(row):
        if row["row"] == 2:
            raise InputError("it is no row of ours")
        kept.append(row["row"])

    grow(out, 5, on_kept=refuse)
    assert kept == [0, 1]
    assert out.read_bytes() == whole(5)


def test_interrupt_while_kept_rows_are_read_loses_none(out):
    interrupt(out, 3)

    def refuse(row):
        raise KeyboardInterrupt

    assert grow(out, 9, on_kept=refuse) == ([], [])
    assert grow(out, 4) == ([], [0, 1, 2])


# --- starting anew ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"settings": {"threshold": 0.5, "sure": True}},
            "settings.threshold was 0.4, is 0.5",
        ),
        ({"settings": {"threshold": 0.4}}, "settings.sure was true, is nothing"),
        ({"input": "b" * 64}, 'input was "aaaaaaaaaaaaaaa..., is "bbbbbbbbbbbbbbb...'),
        (
            {"a": 1, "b": 2, "c": 3, "d": 4},
            "a was nothing, is 1; b was nothing, is 2; c was nothing, is 3; and 1 more",
        ),
    ],
)
def test_rows_of_another_run_are_dropped_and_it_is_said(out, change, reason):
    interrupt(out, 3, FINGERPRINT | {"command": "test"})
    said, kept = grow(out, 2, FINGERPRINT | change)
    assert said == [f"{out}: the groups of an earlier run are dropped: {reason}"]
    assert kept == []
    assert out.read_bytes() == whole(2)


@pytest.mark.parametrize("content", [None, b"", b"{", b"[1]", b"\xff"])
def test_rows_of_an_unknown_run_are_dropped(out, content):
    interrupt(out, 3)
    sidecar = out.with_name(".out.jsonl.part.json")
    sidecar.unlink() if content is None else sidecar.write_bytes(content)
    said, kept = grow(out, 2)
    reason = "it is not known how they were made"
    assert said == [f"{out}: the groups of an earlier run are dropped: {reason}"]
    assert kept == []
    assert out.read_bytes() == whole(2)


def test_fresh_run_keeps_nothing(out):
    interrupt(out, 3)
    assert grow(out, 2, fresh=True) == ([], [])
    assert out.read_bytes() == whole(2)


def test_rows_after_a_start_anew_belong_to_the_new_run(out):
    interrupt(out, 3)
    other = FINGERPRINT | {"command": "other"}
    grow(out, 1, other, stop=True)
    assert grow(out, 2, other) == ([], [0])


def test_fingerprint_may_have_tuples_and_paths_in_any_order(out):
    interrupt(out, 1, {"a": (1, 2), "b": None})
    assert grow(out, 2, {"b": None, "a": [1, 2]}) == ([], [0])


# --- what goes wrong -------------------------------------------------------------------------


def test_full_disk_keeps_the_whole_rows(out):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    row = json.dumps({"text": "x" * 100_000}) + "\n"
    said = []

    def write_three():
        with resumable_rows(out, FINGERPRINT, tell=said.append) as rows:
            resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, limits[1]))
            for _ in range(3):
                rows.write(row)  # the third is written in part

    try:
        with pytest.raises(OSError, match=r"out\.jsonl") as raised:
            write_three()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert raised.value.filename == str(out)
    assert said == ["2 rows are kept; the same command goes on from there"]
    assert out.with_name(".out.jsonl.part").read_text() == row * 2
    with resumable_rows(out, FINGERPRINT) as rows:
        assert rows.done == 2


def test_full_disk_at_the_start_leaves_nothing(out, monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with (
        pytest.raises(OSError, match=r"No space left .*out\.jsonl"),
        resumable_rows(out, FINGERPRINT),
    ):
        pytest.fail("went on")
    assert names(out.parent) == []


def test_folder_that_is_not_there_is_an_error(tmp_path):
    with (
        pytest.raises(FileNotFoundError),
        resumable_rows(tmp_path / "no" / "out.jsonl", FINGERPRINT),
    ):
        pytest.fail("went on")
