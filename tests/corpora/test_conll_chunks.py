"""Chunked sentences of CoNLL-2000, and chunk tags as conlleval reads them. All invented."""

from codecs import BOM_UTF8
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.conll import ChunkedSentence, chunks_of_tags, read_conll_chunks
from spacy_citalign.errors import InputError

FILE = """\
Growth NN B-NP
of IN B-PP
yeast NN B-NP
cells NNS I-NP
slows VBZ B-VP
. . O

Why WRB B-ADVP
? . O
"""
READ = [
    ChunkedSentence(
        ["Growth", "of", "yeast", "cells", "slows", "."],
        ["NN", "IN", "NN", "NNS", "VBZ", "."],
        [("NP", 0, 1), ("PP", 1, 2), ("NP", 2, 4), ("VP", 4, 5)],
    ),
    ChunkedSentence(["Why", "?"], ["WRB", "."], [("ADVP", 0, 1)]),
]


def read(folder, content):
    path = folder / "toy.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_conll_chunks(path))


# --- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.rstrip("\n"),
        lambda text: "\n \n" + text + "\n\t\n",
        lambda text: text.replace("\n\n", "\n\n\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace(" ", "  \t"),
        lambda text: text.replace("\n", " \n"),
        lambda text: BOM_UTF8.decode() + text,
        lambda text: text.replace("B-", "I-"),  # IOB1: no chunk has a neighbour of its type
    ],
    ids=["as is", "no line end", "empty lines around", "two between", "CRLF", "tabs", "both",
         "blanks at the end", "BOM", "IOB1"],
)  # fmt: skip
def test_sentences_are_read_in_any_layout(tmp_path, change):
    assert read(tmp_path, change(FILE)) == READ


def test_words_and_tags_are_as_in_the_file(tmp_path):
    (sentence,) = read(tmp_path, "-LRB- ( O\n1\\/2 CD B-NP\n`` `` O\nx\u2009y NN O\n")
    assert sentence.words == ["-LRB-", "1\\/2", "``", "x\u2009y"]
    assert sentence.tags == ["(", "CD", "``", "NN"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("slows", r"'slows' has 1 columns; write a word, its tag and its chunk tag"),
        ("slows VBZ", r"'slows VBZ' has 2 columns"),
        ("slows VBZ _ B-VP", r"'slows VBZ _ B-VP' has 4 columns"),
        ("x" * 5000, r"'x{60}' has 1 columns"),
        ("slows VBZ VP", r"the chunk tag is 'VP'; write O, or B, I, E or S with a type"),
        ("slows VBZ B", r"the chunk tag is 'B'"),
        ("slows VBZ B-", r"the chunk tag is 'B-'"),
        ("slows VBZ b-VP", r"the chunk tag is 'b-VP'"),
        ("slows VBZ o", r"the chunk tag is 'o'"),
    ],
)
def test_lines_in_another_format_are_refused(tmp_path, line, message):
    for content in (f"Growth NN B-NP\n{line}\n", f"Growth NN B-NP\n{line}\n\nWhy WRB O\n"):
        with pytest.raises(InputError, match=rf"toy\.txt, line 2: {message}"):
            read(tmp_path, content)


def test_sentences_before_a_bad_line_are_handed_out(tmp_path):
    path = tmp_path / "toy.txt"
    path.write_text(FILE + "\nbad\n")
    sentences = read_conll_chunks(str(path))
    assert [next(sentences), next(sentences)] == READ
    with pytest.raises(InputError, match="line 11"):
        next(sentences)


@pytest.mark.parametrize("content", ["", "\n\n", " \n\t\n"])
def test_file_without_sentences_is_refused(tmp_path, content):
    with pytest.raises(InputError, match=r"toy\.txt has no sentence"):
        read(tmp_path, content)


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.txt cannot be read .*a file of chunked sentences"):
        list(read_conll_chunks(tmp_path / "none.txt"))
    with pytest.raises(InputError, match=r"toy\.txt, line 2: byte .* is 0xfc"):
        read(tmp_path, "Growth NN O\nfür FW O\n".encode("latin-1"))


# --- chunk tags ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "chunks"),
    [
        ("", []),
        ("O O", []),
        ("B-NP I-NP O", [("NP", 0, 2)]),
        ("B-NP B-NP", [("NP", 0, 1), ("NP", 1, 2)]),
        ("I-NP B-NP I-NP", [("NP", 0, 1), ("NP", 1, 3)]),
        # Improper: I after O, at the start, after another type.
        ("O I-NP I-NP", [("NP", 1, 3)]),
        ("I-NP O", [("NP", 0, 1)]),
        ("B-NP I-VP", [("NP", 0, 1), ("VP", 1, 2)]),
        ("B-NP I-VP I-NP", [("NP", 0, 1), ("VP", 1, 2), ("NP", 2, 3)]),
        # E ends a chunk, S is one.
        ("B-NP I-NP E-NP", [("NP", 0, 3)]),
        ("S-NP S-NP", [("NP", 0, 1), ("NP", 1, 2)]),
        ("E-NP I-NP E-NP E-NP", [("NP", 0, 1), ("NP", 1, 3), ("NP", 3, 4)]),
        ("S-NP I-NP", [("NP", 0, 1), ("NP", 1, 2)]),
        ("B-NP S-NP", [("NP", 0, 1), ("NP", 1, 2)]),
        ("B-A-B I-A-B", [("A-B", 0, 2)]),
    ],
)
def test_chunks_of_tags(tags, chunks):
    assert chunks_of_tags(tags.split()) == chunks


def test_tag_that_is_none_is_named():
    for tag in ("NP", "", "B", "X-NP", "O-NP", " O", "O\n"):
        with pytest.raises(InputError, match=r"word 1: the chunk tag is "):
            chunks_of_tags(["O", tag])


def begins(previous, tag):
    """Tell whether a chunk begins: startOfChunk of conlleval, by its own list of cases."""
    cases = {("B", "B"), ("I", "B"), ("O", "B"), ("O", "I")}
    return (previous[0], tag[0]) in cases or (tag != "O" and previous[1:] != tag[1:])


def ends(previous, tag):
    """Tell whether a chunk ends before a tag: endOfChunk of conlleval."""
    cases = {("B", "B"), ("B", "O"), ("I", "B"), ("I", "O")}
    return (previous[0], tag[0]) in cases or (previous != "O" and previous[1:] != tag[1:])


@given(st.lists(st.sampled_from("O B-NP I-NP B-VP I-VP".split()), max_size=12))
def test_any_sequence_is_read_as_conlleval_reads_it(tags):
    chunks, start = [], None
    for place, (previous, tag) in enumerate(pairwise(["O", *tags, "O"])):
        if start is not None and ends(previous, tag):
            chunks.append((tags[start][2:], start, place))
            start = None
        if begins(previous, tag):
            start = place
    assert chunks_of_tags(tags) == chunks


def encoded(chunks, size, scheme):
    """Write chunks as tags; the schemes of one kind mark neighbours of one type only."""
    tags = ["O"] * size
    for number, (kind, start, end) in enumerate(chunks):
        tags[start:end] = [f"I-{kind}"] * (end - start)
        before, after = chunks[number - 1] if number else None, chunks[number + 1 : number + 2]
        if scheme in ("IOB2", "IOBES") or (
            scheme == "IOB1" and before and (before[0], before[2]) == (kind, start)
        ):
            tags[start] = f"B-{kind}"
        if scheme in ("IOE2", "IOBES") or (
            scheme == "IOE1" and after and after[0][:2] == (kind, end)
        ):
            tags[end - 1] = f"E-{kind}"
        if scheme == "IOBES" and end - start == 1:
            tags[start] = f"S-{kind}"
    return tags


@given(
    st.lists(st.tuples(st.sampled_from(["NP", "VP", "O"]), st.integers(1, 3)), max_size=6),
    st.sampled_from(["IOB1", "IOB2", "IOE1", "IOE2", "IOBES"]),
)
def test_chunks_written_in_any_encoding_are_read_back(parts, scheme):
    chunks, size = [], 0
    for kind, width in parts:
        if kind != "O":
            chunks.append((kind, size, size + width))
        size += width
    assert chunks_of_tags(encoded(chunks, size, scheme)) == chunks
