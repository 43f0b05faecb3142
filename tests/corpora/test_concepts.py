"""Abstracts with concept ids and lexicons, invented."""

import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from spacy_citalign.corpora.concepts import (
    ConceptDocument,
    ConceptMention,
    concept_ids,
    read_concepts,
    read_lexicon,
)
from spacy_citalign.errors import InputError, SettingError

ROWS = [
    {
        "id": "1",
        "title": "Zork2 in frogs.",
        "abstract": "Frog ζork-2 wakes the frog.",
        "split": "train",
        "mentions": [
            [0, 5, "Gene", "77;78,79"],
            [9, 14, "Species", "8400"],
            [16, 27, "Gene", None],
            [16, 20, "Species", "8400|8401"],
        ],
    },
    {"id": "2", "title": "No frogs", "abstract": "", "split": "test", "mentions": []},
    {"id": "3", "title": "Hop", "abstract": "They hop.", "mentions": [[0, 3, "Act", "A1+A2"]]},
]
DOCUMENTS = [
    ConceptDocument(
        "1",
        "Zork2 in frogs. Frog ζork-2 wakes the frog.",
        (
            ConceptMention(0, 5, "Gene", ("77", "78", "79")),
            ConceptMention(9, 14, "Species", ("8400",)),
            ConceptMention(16, 27, "Gene", ()),
            ConceptMention(16, 20, "Species", ("8400", "8401")),
        ),
        "train",
    ),
    ConceptDocument("2", "No frogs ", (), "test"),
    ConceptDocument("3", "Hop They hop.", (ConceptMention(0, 3, "Act", ("A1+A2",)),), ""),
]
CONTENT = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def changed(**values) -> str:
    """The first row with other values."""
    return json.dumps({**ROWS[0], **values})


# --- abstracts -------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [CONTENT, BOM_UTF8 + CONTENT.replace("\n", "\r\n\n").encode()])
def test_read_gives_documents_with_mentions(tmp_path, content):
    read = list(read_concepts(str(write(tmp_path, "toy.jsonl", content))))
    assert read == DOCUMENTS
    found = [read[0].text[mention.start : mention.end] for mention in read[0].mentions]
    assert found == ["Zork2", "frogs", "Frog ζork-2", "Frog"]


@pytest.mark.parametrize(
    ("splits", "ids"),
    [(("train",), "1"), ({"train", "test"}, "12"), (["dev", "test"], "2"), ([""], "3")],
)
def test_read_takes_the_splits_that_are_named(tmp_path, splits, ids):
    path = write(tmp_path, "toy.jsonl", CONTENT)
    assert "".join(document.id for document in read_concepts(path, splits)) == ids


def test_read_refuses_splits_that_no_document_is_in(tmp_path):
    path = write(tmp_path, "toy.jsonl", CONTENT)
    with pytest.raises(SettingError, match=r"\['trian'\]; .*toy\.jsonl has '', 'test', 'train'"):
        read_concepts(path, ["trian"])


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("D1", ("D1",)),
        ("D1|OMIM:2", ("D1", "OMIM:2")),
        ("D1 , D2; D1", ("D1", "D2")),
        ("1,2;3|4", ("1", "2", "3", "4")),
        ("D1+D2|D3", ("D1+D2", "D3")),  # two things together are a third
        ("p|SUB|R|12|W,77", ("p|SUB|R|12|W", "77")),  # "|" inside a variant
        ("c|DEL|11_16+20|26", ("c|DEL|11_16+20|26",)),
        ("|INS|3_4|A", ("|INS|3_4|A",)),
        ("MESH:C5|mesh:D6", ("C5", "D6")),
        ("24(tax:10),25(Tax:9)", ("24", "25")),
        (" ;,", ()),
        ("", ()),
    ],
)
def test_ids_are_taken_apart(written, ids):
    assert concept_ids(written) == ids


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "this is not JSON"),
        ("[]", "the line is a JSON array, not an object"),
        (changed(id=None), "id is a JSON null; write a string"),
        (changed(title=3), "title is a JSON number"),
        (changed(abstract=None), "abstract is a JSON null"),
        (changed(abstract="\udc00"), r"abstract has half a character, '\udc00', at character 0"),
        (changed(split=1), "split is a JSON number"),
        (changed(mentions=None), "mentions is a JSON null; write an array"),
        (
            changed(mentions=[[0, 5, "Gene"]]),
            "mentions[0] is [0, 5, 'Gene']; write [start, end, type",
        ),
        (changed(mentions=["Gene"]), "mentions[0] is a JSON string; write"),
        (changed(mentions=[[0, 44, "Gene", None]]), "mentions[0] is [0, 44], which is not in its"),
        (changed(mentions=[["0", 5, "Gene", None]]), "mentions[0][0] is a JSON string"),
        (changed(mentions=[[0, 5, None, None]]), "mentions[0][2] is a JSON null"),
        (changed(mentions=[[0, 5, "Gene", 77]]), "mentions[0][3] is a JSON number"),
    ],
    ids=lambda value: value[:50],
)
def test_read_refuses_what_is_no_document(tmp_path, line, message):
    path = write(tmp_path, "toy.jsonl", f"{CONTENT}\n{line}\n")
    with pytest.raises(InputError) as caught:
        read_concepts(path)
    assert f"{path}, line 5: " in str(caught.value)
    assert message in str(caught.value)


def test_read_refuses_empty_and_missing_files(tmp_path):
    with pytest.raises(InputError, match=r"toy\.jsonl is empty"):
        read_concepts(write(tmp_path, "toy.jsonl", " \n"))
    with pytest.raises(InputError, match=r"none\.jsonl cannot be read \(No such file"):
        read_concepts(tmp_path / "none.jsonl")


# --- lexicons --------------------------------------------------------------------------------


def test_lexicon_gives_terms_with_ids(tmp_path):
    content = (
        "# term\tid\r\n"
        "\r\n"
        "ζork 2\tZ:2\tprotein\tnot read\r\n"
        "  waking factor \t Z:2 \r\n"
        "ζork 2\tZ:3\r\n"
        "  \t \r\n"
        "anti-#5\tZ:4"
    )
    assert list(read_lexicon(write(tmp_path, "terms.tsv", BOM_UTF8 + content.encode()))) == [
        ("ζork 2", "Z:2"),
        ("waking factor", "Z:2"),
        ("ζork 2", "Z:3"),
        ("anti-#5", "Z:4"),
    ]


@pytest.mark.parametrize("line", ["zork2", "zork2\t", "zork2\t \tprotein", "\tZ:2", "zork2 Z:2"])
def test_lexicon_refuses_lines_without_term_or_id(tmp_path, line):
    terms = read_lexicon(write(tmp_path, "terms.tsv", f"frog\tF:1\n\n{line}\n"))
    assert next(terms) == ("frog", "F:1")
    with pytest.raises(InputError) as caught:
        next(terms)
    assert f"terms.tsv, line 3: {line!r} lacks the term or the concept id" in str(caught.value)


def test_lexicon_says_what_is_not_utf8_or_missing(tmp_path):
    with pytest.raises(InputError, match=r"terms\.tsv, line 3: byte 11 of the file is 0xe9"):
        list(read_lexicon(write(tmp_path, "terms.tsv", b"frog\tF:1\n\nr\xe9gime\tF:2\n")))
    with pytest.raises(InputError, match=r"none\.tsv cannot be read \(No such file"):
        list(read_lexicon(tmp_path / "none.tsv"))
