"""PubTator's format: blocks of an abstract and its mentions with ids."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.concepts import ConceptMention
from spacy_citalign.corpora.pubtator import read_pubtator
from spacy_citalign.errors import InputError

BLOCKS = """\
8|t|Zork1 in frogs.
8|a|We saw that Zork1 and Zork2/3 croak | at night.
8\t0\t5\tZork1\tGene\tNCBI Gene:11
8\t28\t33\tZork1\tGene\t11\tZork1
8\t38\t45\tZork2/3\tGene\t12;13
8\t9\t14\tfrogs\tSpecies\t-
8\tCID\t11\t12

9|t|Toads
9|a|
"""


@pytest.fixture
def file(tmp_path):
    def written(content: str):
        path = tmp_path / "a.pubtator"
        path.write_text(content, encoding="utf-8")
        return path

    return written


def test_blocks_become_documents(file):
    first, second = read_pubtator(file(BLOCKS))
    assert (first.id, first.text) == (
        "8",
        "Zork1 in frogs. We saw that Zork1 and Zork2/3 croak | at night.",
    )
    assert first.mentions == (
        ConceptMention(0, 5, "Gene", ("11",)),
        ConceptMention(28, 33, "Gene", ("11",)),
        ConceptMention(38, 45, "Gene", ("12", "13")),
        ConceptMention(9, 14, "Species", ()),
    )
    assert (second.id, second.text, second.mentions) == ("9", "Toads", ())


def test_blank_lines_and_packed_files(file, tmp_path):
    packed = tmp_path / "a.gz"
    packed.write_bytes(gzip.compress(f"\n\n{BLOCKS}\n\n".encode()))
    assert list(read_pubtator(packed)) == list(read_pubtator(file(BLOCKS)))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("8|a|Frogs.\n", "line 1: '8|a|Frogs.' is not read: the block has no title"),
        ("8|t|Frogs.\nToads.\n", "line 2: 'Toads.' is not read: write NUMBER"),
        ("8|t|Frogs.\n9|a|Toads.\n", "line 2: .* it is of '9', in the block of '8'"),
        ("8|t|Frogs.\n8\t0\t5\tToads\tGene\t1\n", "line 2: .* there stands 'Frogs'"),
        ("8|t|Frogs.\n8\t0\t99\tFrogs\tGene\t1\n", "line 2: .* its text has 6 characters"),
        ("8|t|Frogs.\n8\t3\t3\t\tGene\t1\n", "line 2: .* its text has 6 characters"),
        ("8|t|Frogs.\n8\t0\tx\tFrogs\tGene\t1\n", "line 2: .* its text has 6 characters"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(file, content, message):
    with pytest.raises(InputError, match=message.replace("|", r"\|")):
        list(read_pubtator(file(content)))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("any") / "a.pubtator"
    path.write_text(content, encoding="utf-8", errors="surrogatepass")
    try:
        documents = list(read_pubtator(path))
    except InputError as error:
        assert str(path) in str(error)  # noqa: PT017 - either of two ends is right
    else:
        assert all(m.end <= len(one.text) for one in documents for m in one.mentions)
