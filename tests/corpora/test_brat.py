"""Texts that were annotated in brat: standoff files."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.exports.annotated import AnnotatedText, Annotation
from spacy_citalign.app.report.exports.brat import plain_text, standoff
from spacy_citalign.corpora.brat import BratDocument, BratMention, read_brat
from spacy_citalign.errors import InputError

TEXT = "Limb1 wakes newt\ncells and tmz-4.\n"
ANN = """T1\tGENE 0 5\tLimb1
T2\tCELL 12 16;17 22\tnewt cells
T3\tGENE 27 32\ttmz-4
R1\tBinds Arg1:T1 Arg2:T3
A1\tSpeculation T1
N1\tReference T1 GeneID:7157\tLimb1
N2\tReference T1 HGNC:11998\tLimb1
#1\tAnnotatorNotes T3\twhich?
"""


def write(folder, text=TEXT, ann=ANN, name="one"):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_bytes(text.encode())
    (folder / f"{name}.ann").write_bytes(ann.encode())
    return folder


def mentions(path):
    (document,) = read_brat(path)
    return [(document.text[m.start : m.end], m.type, m.ids) for m in document.mentions]


def test_mentions_are_read_and_nothing_else(tmp_path):
    (document,) = read_brat(write(tmp_path))
    first = BratMention(0, 5, "GENE", "7157;11998")
    others = BratMention(12, 22, "CELL", ""), BratMention(27, 32, "GENE", "")
    assert document == BratDocument("one", TEXT, (first, *others), 0)


def test_folders_are_read_by_name_and_a_file_alone(tmp_path):
    write(tmp_path, name="b/two")
    write(tmp_path, name="a")
    (tmp_path / "unopened.txt").write_text("A text without annotations.")
    assert [document.id for document in read_brat(tmp_path)] == ["a", "b/two"]
    for suffix in ("txt", "ann"):
        assert [document.id for document in read_brat(tmp_path / f"b/two.{suffix}")] == ["two"]


def test_fragments_with_other_words_between_them_are_counted(tmp_path):
    ann = "T1\tGENE 0 5;27 32\tLimb1 tmz-4\nT2\tGENE 27 32\ttmz-4\n"
    (document,) = read_brat(write(tmp_path, ann=ann))
    assert [mention.start for mention in document.mentions] == [27]
    assert document.left_out == 1


@pytest.mark.parametrize(
    ("text", "ann"),
    [
        (TEXT.replace("\n", "\r\n"), ANN),  # brat read it by lines
        (TEXT.replace("\n", "\r\n"), ANN.replace("17 22", "18 23").replace("27 32", "28 33")),
        ("\ufeff" + TEXT, "\ufeff" + ANN),
        ("\ufeffx" + TEXT, "T1\tGENE 2 7\tLimb1\nT2\tCELL 14 18;19 24\tnewt cells\nT3\tGENE 29 34"),
        (TEXT, ANN.replace("\n", "\r\n").replace("\tnewt cells", "\tnewt   cells")),
        (TEXT, re.sub(r"(\d)\t(Limb1|newt cells|tmz-4)", r"\1", ANN)),
    ],
    ids=["lines", "both", "mark", "counted mark", "blanks", "no words"],
)
def test_texts_as_others_write_them(tmp_path, text, ann):
    found = mentions(write(tmp_path, text, ann))
    assert [" ".join(words.split()) for words, _, _ in found] == ["Limb1", "newt cells", "tmz-4"]


@pytest.mark.parametrize(
    ("ann", "message"),
    [
        ("T1\tGENE 1 6\tLimb1\n", r"one\.ann, line 1: T1 says 'Limb1', and one.txt has 'imb1 ' at"),
        ("\nT1\tGENE 30 99\ttmz-4\n", r"line 2: T1 says 'tmz-4', and one.txt has '-4.\\n' at 30"),
        ("T1 GENE 0 5 Limb1\n", r"line 1: 'T1 GENE 0 5 Limb1' is no mention; write T1, a tab"),
        ("T1\tGENE 5 5\t\n", "line 1: T1 has the characters 5 5; END is behind START"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, ann, message):
    with pytest.raises(InputError, match=message):
        list(read_brat(write(tmp_path, ann=ann)))


def test_missing_files_are_said(tmp_path):
    with pytest.raises(InputError, match=r"has no \.ann files; give a folder"):
        list(read_brat(tmp_path))
    write(tmp_path)
    (tmp_path / "one.txt").unlink()
    with pytest.raises(InputError, match=r"one\.txt"):
        list(read_brat(tmp_path))
    (tmp_path / "one.txt").write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"one\.txt.* is not UTF-8"):
        list(read_brat(tmp_path))


lines = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=9)


@given(st.lists(lines, min_size=1, max_size=5), st.data())
def test_what_is_exported_is_read_again(tmp_path_factory, words, data):
    text = "\n".join(words)
    places = st.integers(0, len(text) - 1)
    starts = data.draw(st.lists(places, max_size=4))
    spans = [(start, data.draw(st.integers(start + 1, len(text)))) for start in starts]
    spans = [(start, end) for start, end in spans if text[start:end].strip() == text[start:end]]
    annotations = tuple(Annotation(start, end, "Gene", {}) for start, end in spans)
    exported = AnnotatedText("a", text, annotations, {})
    folder = tmp_path_factory.mktemp("brat")
    write(folder, plain_text(exported), standoff(exported))
    (document,) = read_brat(folder)
    assert [(mention.start, mention.end) for mention in document.mentions] == spans
