"""BC2GM files: reading, offsets there and back, and what is said about broken files."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.bc2gm import (
    Sentence,
    bc2gm_files,
    read_bc2gm,
    to_official,
)
from spacy_citalign.errors import InputError

SENTENCES = "A1 Loss of Zrk2 kinase slows growth.\nA2 No change was seen.\n"
MENTIONS = "A1|6 15|Zrk2 kinase\n"
ALTERNATIVES = "A1|6 9|Zrk2\nA1|6 20|Zrk2 kinase slows\n"
READ = [
    Sentence("A1", "Loss of Zrk2 kinase slows growth.", [(8, 19)], [(8, 12), (8, 25)]),
    Sentence("A2", "No change was seen.", [], []),
]


def write(folder: Path, sentences: str = SENTENCES, mentions: str = MENTIONS) -> tuple[Path, Path]:
    """Write two files exactly as given and return their paths."""
    paths = folder / "toy.in", folder / "toy.GENE.eval"
    paths[0].write_bytes(sentences.encode())
    paths[1].write_bytes(mentions.encode())
    return paths


# --- offsets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "characters", "official"),
    [
        ("Zrk2 binds", (0, 4), (0, 3)),
        ("the Zrk2 gene", (4, 13), (3, 10)),  # the blank inside is not counted
        ("the  Zrk2\tgene", (5, 14), (3, 10)),  # nor are two, nor a tab
        ("a b", (2, 3), (1, 1)),  # one character: first and last are the same
        ("IL-1β and Zrk2", (10, 14), (8, 11)),  # one letter is one, however many bytes it takes
        ("Zrk2", (0, 4), (0, 3)),
    ],
)
def test_to_official_counts_no_white_space(text, characters, official):
    assert to_official(text, *characters) == official


def test_to_official_drops_white_space_at_the_edges():
    assert to_official("the Zrk2 gene", 3, 9) == to_official("the Zrk2 gene", 4, 8) == (3, 6)


@given(st.text(alphabet="ab. \t\u00a0β𝛼", max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_to_official_keeps_its_definition(text, start, end):
    mention = text[start:end]
    if not mention.strip():
        with pytest.raises(InputError):
            to_official(text, start, end)
        return
    end = min(end, len(text))
    first, last = to_official(text, start, end)
    # The definition, word for word: delete all white space, then cut from START to END inclusive.
    assert "".join(text.split())[first : last + 1] == "".join(mention.split())


@pytest.mark.parametrize("span", [(-1, 2), (2, 2), (3, 2), (0, 5), (4, 5)])
def test_to_official_refuses_spans_outside_the_text(span):
    with pytest.raises(InputError, match=rf"\[{span[0]}, {span[1]}\], which is not in its text"):
        to_official("Zrk2", *span)


def test_to_official_refuses_white_space_alone():
    with pytest.raises(InputError, match="1:3 holds only white space"):
        to_official("a  b", 1, 3)


# --- reading ---------------------------------------------------------------------------------


def test_read_gives_sentences_with_character_spans(tmp_path):
    paths = write(tmp_path)
    others = tmp_path / "others"
    others.write_text(ALTERNATIVES)
    assert list(read_bc2gm(*paths, others)) == READ
    first = READ[0]
    assert [first.text[slice(*span)] for span in first.mentions] == ["Zrk2 kinase"]


def test_read_looks_for_no_file_that_was_not_given(tmp_path):
    sentences, _ = write(tmp_path)
    assert [one.mentions for one in read_bc2gm(sentences)] == [[], []]


def test_read_keeps_order_and_repetitions(tmp_path):
    paths = write(tmp_path, mentions="A1|6 9|Zrk2\nA1|0 3|Loss\nA1|6 9|Zrk2\n")
    assert next(read_bc2gm(*paths)).mentions == [(8, 12), (0, 4), (8, 12)]


def test_read_believes_the_offsets_not_the_text(tmp_path):
    paths = write(tmp_path, mentions="A1|6 9|/Zrk|2\n")
    assert next(read_bc2gm(*paths)).mentions == [(8, 12)]


def test_read_tolerates_bom_windows_line_ends_and_empty_lines_at_the_end(tmp_path):
    paths = write(tmp_path)
    for path in paths:
        path.write_bytes(BOM_UTF8 + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\n\r\n")
    assert list(read_bc2gm(*paths)) == [one._replace(alternatives=[]) for one in READ]


def test_read_accepts_files_without_mentions_or_last_line_end(tmp_path):
    assert list(read_bc2gm(*write(tmp_path, "A1 One.\nA2 ", ""))) == [
        Sentence("A1", "One.", [], []),
        Sentence("A2", "", [], []),
    ]


def test_read_keeps_the_sentence_as_it_is(tmp_path):
    # Only a newline ends a line, and only the first blank is not part of the sentence.
    text = " two  blanks,\u2028a separator,\x0ba tab "
    assert next(read_bc2gm(write(tmp_path, f"A1 {text}\n")[0])).text == text


# --- finding the three files -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["toy.v2", "toy.v2.in", "toy.v2.GENE.eval", "toy.v2.ALTGENE.eval"])
def test_files_are_found_from_a_prefix_or_any_of_them(tmp_path, name):
    paths = tuple(tmp_path / f"toy.v2.{kind}" for kind in ("in", "GENE.eval", "ALTGENE.eval"))
    for path in paths:
        path.touch()
    assert bc2gm_files(tmp_path / name) == paths
    paths[2].unlink()
    assert bc2gm_files(str(tmp_path / name)) == (*paths[:2], None)
    paths[1].unlink()
    assert bc2gm_files(tmp_path / name) == (paths[0], None, None)


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ("", "is empty"),
        ("A1 One.\n\nA2 Two.\n", "line 2: '' has no sentence id"),
        ("A1 One.\n Two.\n", "line 2: ' Two.' has no sentence id"),
        ("A1\n", "line 1: 'A1' has no sentence id"),
        ("A1\tOne word.\n", "line 1: .* has no sentence id"),
        ("A|1 One.\n", "line 1: .* has no sentence id"),
        ("A1 One.\nA1 Two.\n", "line 2: an earlier sentence has the id 'A1'"),
    ],
)
def test_read_refuses_bad_sentences(tmp_path, sentences, message):
    with pytest.raises(InputError, match=rf"toy\.in\b.*{message}"):
        read_bc2gm(*write(tmp_path, sentences, ""))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A1", "'A1' is not a mention; write ID|START END|TEXT"),
        ("A1|0 3", "is not a mention"),  # cut off
        ("A1|0  3|Loss", "is not a mention"),  # two blanks
        ("A1|0\t3|Loss", "is not a mention"),
        ("A1|00 3|Loss", "is not a mention"),
        ("A1|-1 3|Loss", "is not a mention"),
        ("A1|0 ٣|Loss", "is not a mention"),  # a digit, but not one of the format
        ("A1|" + "9" * 5000 + " 3|Loss", "is not a mention"),
        ("\nA1|0 3|Loss", "'' is not a mention"),
        ("A3|0 3|Loss", "no sentence of .*toy.in has the id 'A3'"),
        ("A1|3 0|Loss", "in sentence 'A1', the offsets 3 0 are not inside"),
        ("A1|20 28|growth.", "the offsets 20 28 .* has 28 characters without white space"),
    ],
)
def test_read_refuses_bad_mentions(tmp_path, line, message):
    with pytest.raises(
        InputError, match=rf"toy\.GENE\.eval, line 2: .*{message}".replace("|", r"\|")
    ):
        read_bc2gm(*write(tmp_path, mentions=f"{MENTIONS}{line}\n" + MENTIONS))


@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
def test_read_says_where_a_file_is_not_utf8(tmp_path, mark):
    path = tmp_path / "latin.in"
    before = mark + "A1 Für Zrk2.\r\nA2 F".encode()
    path.write_bytes(before + "ür Zrk3.\n".encode("latin-1"))
    with pytest.raises(InputError, match=rf"latin\.in, line 2: byte {len(before)} .* 0xfc"):
        read_bc2gm(path)


def test_read_says_which_file_is_missing(tmp_path):
    sentences, _ = write(tmp_path)
    with pytest.raises(InputError, match=r"none\.eval cannot be read \(No such file"):
        read_bc2gm(sentences, tmp_path / "none.eval")
    with pytest.raises(InputError, match="cannot be read"):
        read_bc2gm(tmp_path)
