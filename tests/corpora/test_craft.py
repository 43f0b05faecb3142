"""The folder of the CRAFT corpus, in miniature: three invented articles."""

import gzip
import json
from pathlib import Path

import pytest

from spacy_citalign.corpora.craft import read_craft
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_conllu import conllu

# The text of an article has line breaks and blanks that its treebank does not know.
ARTICLES = {
    "101": (
        "Frogs hop\n\n  Frogs do not fly.\n",
        "1 Frogs frog NOUN NNS _\n2 hop hop VERB VBP _\n\n"
        "1 Frogs frog NOUN NNS _\n2 do do VERB VBP _\n3 not not PART RB _\n"
        "4 fly fly VERB VB SpaceAfter=No\n5 . . PUNCT . _\n\n",
    ),
    "102": (
        "Zork2 is β-like",
        "1 Zork2 zork2 PROPN NNP _\n2 is be VERB VBZ _\n3 β-like _ ADJ JJ _\n",
    ),
    "103": ("Mice", "1 Mice mouse NOUN NNS _\n"),
}
SPLITS = {"train": [102, "101"], "dev": ["103"], "test": []}


@pytest.fixture
def folder(tmp_path) -> Path:
    """Write the articles as the corpus lays them out."""
    for name in ("txt", "conllu"):
        (tmp_path / name).mkdir()
    for pmid, (text, table) in ARTICLES.items():
        (tmp_path / "txt" / f"{pmid}.txt").write_text(text, encoding="utf-8")
        packed = gzip.compress(conllu(table).encode())
        (tmp_path / "conllu" / f"{pmid}.conllu.gz").write_bytes(packed)
    (tmp_path / "splits.json").write_text(json.dumps(SPLITS))
    return tmp_path


def forms(document):
    return [document.text[word.start : word.end] for word in document.words]


def test_articles_of_a_split_come_in_its_order_with_their_own_text(folder):
    second, first = read_craft(folder, "train")
    assert (second.id, first.id) == ("102", "101")
    assert (second.text, first.text) == (ARTICLES["102"][0], ARTICLES["101"][0])
    assert forms(second) == ["Zork2", "is", "β-like"]
    assert forms(first) == "Frogs hop Frogs do not fly .".split()
    assert first.sentences == [(0, 2), (2, 7)]
    assert [word.tag for word in first.words] == ["NNS", "VBP", "NNS", "VBP", "RB", "VB", "."]
    assert [word.lemma for word in first.words] == "frog hop frog do not fly .".split()


def test_universal_tags_are_left_out(folder):
    # They are of another version: "is" is VERB there, not AUX.
    words = [word for article in read_craft(str(folder), "train") for word in article.words]
    assert len(words) == 10
    assert {word.pos for word in words} == {""}


@pytest.mark.parametrize(
    ("split", "without", "expected"),
    [
        ("train", (), ["102", "101"]),
        ("train", ("102",), ["101"]),
        ("train", {"101", "102", "999"}, []),
        ("dev", ["101"], ["103"]),
        ("test", (), []),
    ],
)
def test_split_and_articles_to_leave_out(folder, split, without, expected):
    assert [article.id for article in read_craft(folder, split, without=without)] == expected


def test_articles_left_out_are_not_read(folder):
    (folder / "txt" / "102.txt").unlink()
    (folder / "conllu" / "102.conllu.gz").write_bytes(b"")
    assert [article.id for article in read_craft(folder, "train", without=["102"])] == ["101"]


def test_unknown_split_names_the_choices(folder):
    with pytest.raises(SettingError, match=r"'trial'; .*splits\.json has train, dev, test"):
        list(read_craft(folder, "trial"))


@pytest.mark.parametrize("name", ["splits.json", "txt/102.txt", "conllu/102.conllu.gz"])
def test_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(InputError, match=rf"{name} cannot be read"):
        list(read_craft(folder, "train"))


def test_folder_of_something_else_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"splits\.json cannot .* give the folder of the CRAFT"):
        list(read_craft(tmp_path, "train"))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"3", b'{"train": 7}', b'{"train": null}', b'"train"', b"\xff{}"],
)
def test_splits_of_another_form_are_refused(folder, content):
    (folder / "splits.json").write_bytes(content)
    with pytest.raises(InputError, match=r"splits\.json cannot be read"):
        list(read_craft(folder, "train"))


@pytest.mark.parametrize("pmid", ["../102", "", "1\0", "/etc/hosts", "a\\b", [], "1\n"])
def test_article_that_is_no_name_of_a_file_is_refused(folder, pmid):
    (folder / "splits.json").write_text(json.dumps({"train": ["101"], "dev": [pmid]}))
    with pytest.raises(InputError, match=r"splits\.json names an article .* give the PMIDs"):
        list(read_craft(folder, "train"))


def test_text_that_is_not_utf8_is_refused(folder):
    (folder / "txt" / "102.txt").write_bytes("Zork2 is β-like".encode("iso-8859-7"))
    with pytest.raises(InputError, match=r"102\.txt cannot be read .*0xe2.*CRAFT"):
        list(read_craft(folder, "train"))


def test_text_of_another_article_is_refused(folder):
    (folder / "txt" / "102.txt").write_text("Mice")
    with pytest.raises(InputError, match=r"102\.conllu\.gz: the word 'Zork2' does not follow"):
        list(read_craft(folder, "train"))
