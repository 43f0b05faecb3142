"""Files that appear under their name only when they are whole."""

import errno

import pytest

from spacy_citalign.runs.outputs.files import replacing


def test_the_file_is_there_at_the_end_only(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("of before")
    with replacing(path) as part:
        part.write_text("whole")
        assert path.read_text() == "of before"
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def write_half(path, error):
    with replacing(path) as part:
        part.write_text("half")
        if isinstance(error, OSError) and error.filename == "the part":
            error.filename = str(part)
        raise error


@pytest.mark.parametrize("name", [[], ["the part"]])
def test_a_failed_write_is_told_by_the_name_of_the_output(tmp_path, name):
    path = tmp_path / "page.html"
    with pytest.raises(OSError, match="full") as raised:
        write_half(path, OSError(errno.ENOSPC, "full", *name))
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "error",
    [
        KeyboardInterrupt(),
        FileNotFoundError(errno.ENOENT, "is not there", "input.txt"),
        OSError("without a number"),
    ],
)
def test_an_error_of_something_else_stays_as_it_is(tmp_path, error):
    with pytest.raises(type(error)) as raised:
        write_half(tmp_path / "page.html", error)
    assert raised.value is error
    assert not list(tmp_path.iterdir())


def test_a_reader_that_left_is_one(tmp_path):
    with pytest.raises(BrokenPipeError):
        write_half(tmp_path / "page.html", BrokenPipeError(errno.EPIPE, "gone"))
    assert not list(tmp_path.iterdir())
