"""Guidelines in files of their own, and in one string of bytes."""

import json

import pytest

from spacy_citalign.errors import ModelFileError, SettingError
from spacy_citalign.genes.guidelines import INDEX, check_name, files_of, join, read_files, split

NAMES = ["own", "second", "third"]
PARTS = [b"CITALIGN one", b"CITALIGN two, longer", b"{}"]


def test_what_is_joined_is_split_again():
    data = join(NAMES, PARTS)
    assert split(data) == (NAMES, PARTS)
    files = files_of(data)
    assert list(files) == ["model", "guidelines/second", "guidelines/third", INDEX]
    assert files["model"] == PARTS[0]
    assert read_files(files.__getitem__, has_index=True) == data


def test_a_model_alone_without_a_name_is_its_own_bytes():
    assert join([""], [b"CITALIGN"]) == b"CITALIGN"
    assert split(b"CITALIGN") == ([""], [b"CITALIGN"])
    assert files_of(b"CITALIGN") == {"model": b"CITALIGN"}
    assert read_files({"model": b"CITALIGN"}.__getitem__, has_index=False) == b"CITALIGN"


def test_every_shortened_or_changed_string_is_refused():
    data = join(NAMES, PARTS)
    for size in range(len(b"CITALIGN guidelines\n"), len(data)):
        with pytest.raises(ModelFileError):
            split(data[:size])
    with pytest.raises(ModelFileError):
        split(data + b"!")
    changed = data[:-1] + b"!"
    with pytest.raises(ModelFileError, match="'third' is damaged"):
        split(changed)


@pytest.mark.parametrize("name", ["model", "guidelines/second", "guidelines/third"])
def test_a_file_of_another_model_is_refused(name):
    files = files_of(join(NAMES, PARTS))
    files[name] = b"CITALIGN of another model"
    with pytest.raises(ModelFileError, match="damaged or of another model"):
        read_files(files.__getitem__, has_index=True)


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"[]",
        b"{}",
        b'["own"]',
        b"[" * 100_000,
        json.dumps([{"name": "own", "size": -1, "sha256": ""}]).encode(),
        json.dumps([{"name": n, "size": 1, "sha256": ""} for n in ("own", "../up")]).encode(),
        json.dumps([{"name": n, "size": 1, "sha256": ""} for n in ("own", "own")]).encode(),
    ],
)
def test_an_index_that_is_none_is_refused(index):
    files = {"model": b"CITALIGN", INDEX: index}
    with pytest.raises(ModelFileError, match="list of the model's guidelines is damaged"):
        read_files(files.__getitem__, has_index=True)


@pytest.mark.parametrize("name", ["", " ", "a b", "../up", ".hidden", "\u00e4", "a/b", "\\"])
def test_a_name_that_is_no_name_of_a_file_is_refused(name):
    with pytest.raises(SettingError, match="saved in a file of that name"):
        check_name(name, {})


def test_names_that_differ_in_capitals_alone_are_refused():
    check_name("Mine", {"Mine": b""})  # in its place
    with pytest.raises(SettingError, match="beside 'Mine'"):
        check_name("mine", {"Mine": b""})
