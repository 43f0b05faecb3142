"""Texts with trees: CRAFT's, paired by number, and trees that are texts of their own. Invented."""

import gzip
import json
import logging
from pathlib import Path

import pytest

from spacy_citalign.corpora.conllu import TreebankText, Word
from spacy_citalign.corpora.penn_trees import PennSentence
from spacy_citalign.corpora.tree_documents import (
    read_craft_trees,
    read_tree_files,
    tagged_text,
)
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_conllu import conllu

TEXT = 'Growth\n\nMice   ("Zork2\u2009-null") heal .\n\n\n'
TABLE = """\
1 Growth growth NOUN NN _

1 Mice mouse NOUN NNS _
2 ( ( PUNCT -LRB- SpaceAfter=No
3 " " PUNCT `` SpaceAfter=No
4 Zork2 zork2 PROPN NN _
5 -null null ADJ JJ SpaceAfter=No
6 " " PUNCT '' SpaceAfter=No
7 ) ) PUNCT -RRB- _
8 heal heal VERB VBP _
9 . . PUNCT . _

"""
TREES = """\
( (HEADING (NP (NN Growth))) )
( (S (NP-SBJ (NP (NNS Mice)) (PRN (-LRB- -LRB-) (`` ``) (ADJP (NN Zork2\u2009) (JJ -null)) ('' '') \
(-RRB- -RRB-))) (VP (VBP heal) (NP (-NONE- *))) (. .)) )
"""
SPLITS = {"train": ["2", "1"], "dev": ["1"]}


def write_craft(folder: Path, trees: str = TREES) -> Path:
    """Write a folder of two articles, alike but for the trees of the second."""
    for name in ("txt", "conllu", "trees"):
        (folder / name).mkdir(parents=True)
    for pmid, brackets in (("1", TREES), ("2", trees)):
        (folder / "txt" / f"{pmid}.txt").write_text(TEXT, encoding="utf-8")
        table = gzip.compress(conllu(TABLE).encode())
        (folder / "conllu" / f"{pmid}.conllu.gz").write_bytes(table)
        (folder / "trees" / f"{pmid}.tree").write_text(brackets, encoding="utf-8")
    (folder / "splits.json").write_text(json.dumps(SPLITS))
    return folder


# --- CRAFT -----------------------------------------------------------------------------------


def test_craft_has_a_tree_for_each_sentence(tmp_path):
    (article,) = read_craft_trees(write_craft(tmp_path), "dev")
    assert (article.document.id, article.document.text) == ("1", TEXT)
    assert article.document.sentences == [(0, 1), (1, 10)]
    heading, sentence = article.trees
    assert heading == (["Growth"], ["NN"], [("NP", 0, 1)])
    assert sentence.words == ["Mice", "(", '"', "Zork2", "-null", '"', ")", "heal", "."]
    assert sentence.tags == ["NNS", "-LRB-", "``", "NN", "JJ", "''", "-RRB-", "VBP", "."]
    assert sentence.constituents == [
        ("S", 0, 9),
        ("NP-SBJ", 0, 7),
        ("NP", 0, 1),
        ("PRN", 1, 7),
        ("ADJP", 3, 5),
        ("VP", 7, 8),
    ]


def test_craft_is_read_by_split_without_some_articles(tmp_path):
    write_craft(tmp_path)

    def ids(*given, **settings):
        return [found.document.id for found in read_craft_trees(tmp_path, *given, **settings)]

    assert ids("train") == ["2", "1"]
    assert ids("train", without={"2"}) == ["1"]
    assert ids("train", without=["1", "2"]) == []
    with pytest.raises(SettingError, match=r"'test'.*train, dev"):
        ids("test")


@pytest.mark.parametrize(
    "heading",
    [
        "( (NP (NN Growths)) )",
        "( (NP (NN Growth) (NN heals)) )",
        "( (NP (-NONE- *)) )",
        "( (NP (-LRB- -LRB-)) )",
    ],
)
def test_tree_of_other_words_is_none_and_counted(tmp_path, caplog, heading):
    write_craft(tmp_path, "\n".join([heading, TREES.split("\n")[1]]))
    with caplog.at_level(logging.INFO, logger="spacy_citalign.corpora"):
        other, same = read_craft_trees(tmp_path, "train")
    assert other.trees == [None, same.trees[1]]
    assert other.document.words == same.document.words
    assert caplog.messages == [
        "1 of 4 sentences of the split train have a tree of other words, which is left out"
    ]


def test_other_number_of_trees_is_refused(tmp_path):
    for number, trees in enumerate((TREES.split("\n")[0], TREES * 2)):
        folder = write_craft(tmp_path / str(number), trees)
        with pytest.raises(InputError, match=r"2\.tree has (1|4) trees for 2 sentences; give text"):
            list(read_craft_trees(folder, "train"))


def test_missing_and_damaged_trees_are_named(tmp_path):
    write_craft(tmp_path, TREES + "(NP")
    with pytest.raises(InputError, match=r"2\.tree, line 3: "):
        list(read_craft_trees(tmp_path, "train"))
    (tmp_path / "trees" / "2.tree").unlink()
    with pytest.raises(InputError, match=r"2\.tree cannot be read"):
        list(read_craft_trees(str(tmp_path), "train"))


# --- other treebanks -------------------------------------------------------------------------


def test_trees_of_files_are_texts_of_their_own(tmp_path):
    first, second = tmp_path / "a.mrg", tmp_path / "b.mrg"
    first.write_text(
        "( (S (NP (PRP It)) (VP (VBZ heals)) (. .)) )\n(NP (-NONE- *))\n(NP (NNS Mice))\n"
    )
    second.write_text("(NP (NP (NN 1\\/2)) (PRN (-LRB- -LCB-) (NN x) (-RRB- -RCB-)))")
    found = list(read_tree_files([first, str(second)]))
    # The second tree has no words; the third keeps its number.
    names = [f"{first}:1", f"{first}:3", f"{second}:1"]
    assert [one.document.id for one in found] == names
    assert [one.document.text for one in found] == ["It heals.", "Mice", "1/2 {x}"]
    assert found[0].document == TreebankText(
        names[0],
        "It heals.",
        [Word(0, 2, "PRP", "", ""), Word(3, 8, "VBZ", "", ""), Word(8, 9, ".", "", "")],
        [(0, 3)],
    )
    assert found[2].trees == [
        PennSentence(
            ["1/2", "{", "x", "}"],
            ["NN", "-LRB-", "NN", "-RRB-"],
            [("NP", 0, 4), ("NP", 0, 1), ("PRN", 1, 4)],
        )
    ]
    assert list(read_tree_files(first)) == found[:2]
    assert list(read_tree_files([])) == []


def test_bad_file_is_named_after_what_stands_before_it(tmp_path):
    (tmp_path / "a.mrg").write_text("(NP (NNS Mice))")
    documents = read_tree_files([tmp_path / "a.mrg", tmp_path / "none.mrg"])
    assert next(documents).document.text == "Mice"
    with pytest.raises(InputError, match=r"none\.mrg cannot be read"):
        next(documents)


@pytest.mark.parametrize(
    ("tagged", "text"),
    [
        ("\"/`` Heal/VB \"/'' it/PRP said/VBD", '"Heal" it said'),
        # Quotes of several sentences: one opens here, one closes there.
        ('"/`` Heal/VB ,/, ', '"Heal,'),
        ("It/PRP heals/VBZ ./. \"/''", 'It heals."'),
        ('No/DT "/`` a/DT "/`` cut/NN', 'No "a "cut'),
        ("'/`` Heal/VB '/'' leaves/NNS '/POS", "'Heal' leaves'"),
        ("Zork2/NN (/-LRB- x/NN )/-RRB- is/VBZ n't/RB 5/CD %/NN", "Zork2 (x) isn't 5%"),
        # Inches are no quotes of either kind.
        ('5/CD "/NN', '5 "'),
    ],
)
def test_text_has_natural_spacing(tagged, text):
    pairs = [pair.rsplit("/", 1) for pair in tagged.split()]
    document = tagged_text("x", *zip(*pairs, strict=True))
    assert (document.id, document.text) == ("x", text)
    assert document.sentences == [(0, len(pairs))]
    assert [[text[w.start : w.end], w.tag] for w in document.words] == pairs
