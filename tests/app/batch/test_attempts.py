"""Notes that find the record which kills its process."""

import os

import pytest

from spacy_citalign.app.batch.attempts import Attempts, clear_attempts
from spacy_citalign.errors import SettingError

NAME = "part-00000-000003"


def die_at(folder, *records, start="monday"):
    """A process that begins the split and is killed at the last of these records."""
    attempts = Attempts(folder, NAME, start)
    for record in records:
        attempts.at(record)
    return attempts


def test_third_beginning_is_careful(tmp_path):
    assert [die_at(tmp_path).one_by_one for _ in range(4)] == [False, False, True, True]


def test_record_of_two_deaths_is_fatal(tmp_path):
    for _ in range(2):
        die_at(tmp_path)
    assert die_at(tmp_path, 0, 1, 2).fatal == set()
    assert die_at(tmp_path, 0, 1, 2).fatal == set()
    assert die_at(tmp_path, 0, 1, 3, 4).fatal == {2}
    assert die_at(tmp_path, 0, 1, 3, 4).fatal == {2}
    assert die_at(tmp_path, 0, 1).fatal == {2, 4}


def test_deaths_at_different_records_make_none_fatal(tmp_path):
    for _ in range(2):
        die_at(tmp_path)
    for record in range(5):
        assert die_at(tmp_path, *range(record + 1)).fatal == set()


def test_deaths_of_other_starts_do_not_count(tmp_path):
    for number in range(8):  # the whole run is killed again and again, at the same record
        attempts = die_at(tmp_path, 5, start=str(number))
        assert (attempts.one_by_one, attempts.fatal) == (False, set())
    for start in ("monday", "tuesday", "tuesday", "monday"):
        assert not die_at(tmp_path, start=start).one_by_one
    assert die_at(tmp_path).one_by_one
    assert die_at(tmp_path, start="tuesday").one_by_one


def test_split_that_is_done_leaves_nothing(tmp_path):
    die_at(tmp_path).close()
    assert list(tmp_path.iterdir()) == []
    assert not Attempts(tmp_path, NAME, "monday").one_by_one


def test_line_that_was_not_finished_is_none(tmp_path):
    for _ in range(2):
        die_at(tmp_path)
    die_at(tmp_path, 11)
    (note,) = tmp_path.iterdir()
    note.write_bytes(note.read_bytes()[:-2])  # "1" of "11", without its line feed
    assert Attempts(tmp_path, NAME, "monday").fatal == set()


def test_bytes_that_are_no_notes_are_no_error(tmp_path):
    die_at(tmp_path)
    (note,) = tmp_path.iterdir()
    digits = b"9" * 5000  # which Python refuses to make a number of
    note.write_bytes(
        b"\xff\x00\n-1\nbegun monday\n1e9\nbegun monday\n" + digits + b"\nbegun \nbegun monday"
    )
    assert Attempts(tmp_path, NAME, "monday").fatal == set()


def test_folder_goes_with_the_last_notes(tmp_path):
    folder = tmp_path / "_tries"
    clear_attempts(folder)
    assert not any(folder.glob("*.tries"))
    die_at(folder)
    assert any(folder.glob("*.tries"))
    clear_attempts(folder)
    assert not folder.exists()
    die_at(folder)
    (folder / "mine.txt").touch()
    clear_attempts(folder)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("other", ["part-00000-000004", "part-00001-000003"])
def test_splits_have_notes_of_their_own(tmp_path, other):
    for _ in range(3):
        die_at(tmp_path)
    assert not Attempts(tmp_path, other, "monday").one_by_one


@pytest.mark.parametrize("plant", [os.symlink, os.link])
def test_notes_are_not_written_to_what_a_link_leads_to(tmp_path, plant):
    diary = tmp_path / "diary.txt"
    diary.write_text("mine")
    notes = tmp_path / "notes"
    notes.mkdir()
    plant(diary, notes / "a.tries")
    with pytest.raises(SettingError, match=r"a\.tries, .* is a link"):
        Attempts(notes, "a", "start")
    assert diary.read_text() == "mine"


def test_notes_of_a_folder_that_a_link_leads_to_are_not_removed(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.tries").write_text("mine")
    (tmp_path / "notes").symlink_to(other)
    with pytest.raises(SettingError, match="notes, where a run keeps notes, is a link; delete it"):
        clear_attempts(tmp_path / "notes")
    assert (other / "mine.tries").exists()
