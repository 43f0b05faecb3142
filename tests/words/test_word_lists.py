"""Lists in text files: headings, comments, empty lines, and that all of the package can be read."""

import pytest

from spacy_citalign.words.data_files import read_phrases, read_words

TEXT = """# Frogs
croak  # loud
[of ponds]
small newt
    toad

[of woods]
# nothing yet
[of ponds]
frog
"""
SHIPPED = [
    ("boundaries", "abbreviations.txt"),
    ("boundaries", "continuing.txt"),
    ("columns", "head_rules.txt"),
    ("gene_ids", "border_words.txt"),
    ("gene_ids", "features.txt"),
    ("genes", "non_genes.txt"),
    ("terms", "generic_words.txt"),
]


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "frogs").mkdir()
    (tmp_path / "frogs" / "__init__.py").touch()
    (tmp_path / "frogs" / "words.txt").write_text(TEXT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "frogs"


def test_lists_stand_under_their_headings(package):
    phrases = {"": ["croak"], "of ponds": ["small newt", "toad", "frog"]}
    assert read_phrases(package, "words.txt") == phrases
    words = {"": ["croak"], "of ponds": ["small", "newt", "toad", "frog"]}
    assert read_words(package, "words.txt") == words


@pytest.mark.parametrize(("idea", "name"), SHIPPED)
def test_shipped_lists_are_read(idea, name):
    lists = read_words(f"spacy_citalign.{idea}", name)
    assert lists
    assert all(lists.values())
