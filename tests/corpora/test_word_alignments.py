"""Links between words, in MultiMWA and Pharaoh format; the sentences are invented."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from spacy_citalign.corpora.word_alignments import (
    AlignedPair,
    parse_pharaoh,
    read_multimwa,
    read_pharaoh,
)
from spacy_citalign.errors import InputError

FIRST = ("frogs", "are", "woken", "by", "zork2")
SECOND = ("zork2", "wakes", "green", "frogs")
SURE = frozenset({(0, 3), (2, 1), (4, 0)})
POSSIBLE = frozenset({(1, 1), (0, 2)})
MULTIMWA = (
    f"0:0\t{' '.join(FIRST)}\tN/A\t{' '.join(SECOND)}\tN/A\t1\t1\t0-3 4-0 2-1\t1-1 0-2\t \n"
    "1:1\tzork2\tN/A\tzork2\tN/A\t1\t1\t0-0\t\t\t \n"
)
TEXTS = f"{' '.join(FIRST)} ||| {' '.join(SECOND)}\nzork2 ||| frogs\nhop  \t!|||hop\u00a0!\n"
LINKS = "0-3 4-0 2-1 1p1 0p2\n\n0-0\n"


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_pair(folder: Path, texts: str | bytes, links: str | bytes, **options) -> list[AlignedPair]:
    paths = write(folder, "toy.txt", texts), write(folder, "toy.links", links)
    return list(read_pharaoh(*paths, **options))


# --- links -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sure", "possible"),
    [
        ("0-0 1p2 2-1", {(0, 0), (2, 1)}, {(1, 2)}),
        ("", set(), set()),
        ("  3-4\t3-4\r\n", {(3, 4)}, set()),
        ("1p2 1-2", {(1, 2)}, set()),  # both: sure
    ],
)
def test_parse_tells_sure_from_possible_links(line, sure, possible):
    assert parse_pharaoh(line) == (sure, possible)


def test_parse_counts_from_one_where_told():
    assert parse_pharaoh("1-1 2p3", one_based=True) == ({(0, 0)}, {(1, 2)})


@pytest.mark.parametrize(
    "link", ["1", "1_2", "-1-2", "1-2-3", "1-2/3", "a-b", "1s2", "²-1", "1 - 2"]
)
def test_parse_refuses_what_is_no_link(link):
    with pytest.raises(InputError, match="is not a link; write 0-1 for a sure one"):
        parse_pharaoh(f"0-0 {link}")


def test_parse_refuses_zero_where_links_count_from_one():
    with pytest.raises(InputError, match="the link '2-0' has a 0, but tokens are counted from 1"):
        parse_pharaoh("1-1 2-0", one_based=True)


# --- MultiMWA --------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [MULTIMWA, BOM_UTF8 + MULTIMWA.replace("\n", "\r\n").encode()])
def test_multimwa_gives_sentences_and_links(tmp_path, content):
    assert list(read_multimwa(str(write(tmp_path, "toy.tsv", content)))) == [
        AlignedPair("0:0", FIRST, SECOND, SURE, POSSIBLE),
        AlignedPair("1:1", ("zork2",), ("zork2",), frozenset({(0, 0)}), frozenset()),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", " is empty"),
        ("\n\n", " is empty"),
        (MULTIMWA + "2:2\ta\tN/A\tb\n", ", line 3: 4 columns where MultiMWA has 9 or more"),
        (MULTIMWA.replace("4-0", "4-4"), ", line 1: the link 4-4 .* have 5 and 4 tokens"),
        (MULTIMWA.replace("1-1 ", "5-1 "), ", line 1: the link 5-1 .* have 5 and 4 tokens"),
        (MULTIMWA.replace("\t0-0", "\t0:0"), ", line 2: '0:0' is not a link"),
        (MULTIMWA.encode("utf-16"), " is in UTF-16; convert it to UTF-8"),
    ],
)
def test_multimwa_refuses_broken_files(tmp_path, content, message):
    with pytest.raises(InputError, match=rf"toy\.tsv{message}"):
        list(read_multimwa(write(tmp_path, "toy.tsv", content)))


# --- Pharaoh ---------------------------------------------------------------------------------

PAIRS = [
    AlignedPair("1", FIRST, SECOND, SURE, POSSIBLE),
    AlignedPair("2", ("zork2",), ("frogs",), frozenset(), frozenset()),
    AlignedPair("3", ("hop", "!"), ("hop\u00a0!",), frozenset({(0, 0)}), frozenset()),
]


def test_pharaoh_gives_sentences_and_links(tmp_path):
    assert read_pair(tmp_path, TEXTS, LINKS) == PAIRS
    assert read_pair(tmp_path, TEXTS.replace("\n", "\r\n"), LINKS.replace("\n", "\r\n")) == PAIRS


def test_pharaoh_counts_from_one_where_told(tmp_path):
    links = "1-4 5-1 3-2 2p2 1p3\n\n1-1\n"
    assert read_pair(tmp_path, TEXTS, links, one_based=True) == PAIRS


@pytest.mark.parametrize("links", ["0-0\n\n\n", "0-0\n\n", "0-0\r\n\r\n", "0-0\n\n\n\n\n"])
def test_pharaoh_pairs_at_the_end_may_have_no_links(tmp_path, links):
    pairs = read_pair(tmp_path, "a ||| b\na ||| b\n\n", links)
    assert [len(pair.sure) for pair in pairs] == [1, 0]


def test_pharaoh_sentences_may_be_empty(tmp_path):
    (pair,) = read_pair(tmp_path, " ||| frogs", "\n")
    assert pair[1:3] == ((), ("frogs",))


@pytest.mark.parametrize(
    ("texts", "links", "message"),
    [
        ("", "", r"toy\.txt is empty"),
        ("", "0-0\n", r"toy\.txt is empty"),
        (TEXTS, "0-0\n", r"toy\.txt has 3 lines and .*toy\.links has 1; give files whose lines"),
        (TEXTS, LINKS + "0-0\n", r"toy\.txt has 3 lines and .*toy\.links has 4"),
        ("a b\n", "0-0\n", r"toy\.txt, line 1: 'a b' has 0 times '\|\|\|'"),
        ("a ||| b\na ||| b ||| c", "\n\n", r"toy\.txt, line 2: .* has 2 times"),
        ("a ||| b\na ||| b", "\n0-1\n", r"toy\.links, line 2: the link 0-1 .* have 1 and 1 tokens"),
        ("a ||| b", "0p1\n", r"toy\.links, line 1: the link 0-1"),
        ("a ||| b", "0=0", r"toy\.links, line 1: '0=0' is not a link"),
        ("a ||| b", b"0-0 \xff", r"toy\.links, line 1: byte 4 .* not UTF-8"),
    ],
)
def test_pharaoh_refuses_broken_files(tmp_path, texts, links, message):
    with pytest.raises(InputError, match=message):
        read_pair(tmp_path, texts, links)


def test_readers_say_that_a_file_is_missing(tmp_path):
    texts = write(tmp_path, "toy.txt", "a ||| b")
    for reading in (read_multimwa(tmp_path / "none"), read_pharaoh(texts, tmp_path / "none")):
        with pytest.raises(InputError, match=r"none cannot be read \(No such file"):
            list(reading)
