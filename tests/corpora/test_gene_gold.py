"""Gene mentions of abstracts with concept ids and of CRAFT, in miniature: all invented."""

import json
from hashlib import md5
from pathlib import Path

import pytest

from spacy_citalign.corpora.gene_gold import (
    GeneDocument,
    in_test_part,
    read_gene_concepts,
    read_gene_craft,
)
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_craft_concepts import mention, write_article

TITLE = "Zork2 wakes frogs."
ABSTRACT = "The frog kinase Zork2-like has a hop domain."
TEXT = f"{TITLE} {ABSTRACT}"
TRAIN_ID, TEST_ID = "1", "4"  # by the MD5 of the id


def spot(covered: str, kind: str, *, text: str = TEXT, last: bool = False) -> list:
    """A mention where the text has these characters for the first or last time."""
    start = text.rindex(covered) if last else text.index(covered)
    return [start, start + len(covered), kind, None]


MENTIONS = [
    spot("Zork2", "Gene"),
    spot("frogs", "Species"),
    spot("Zork2-like", "GeneOrGeneProduct"),
    spot("Zork2", "Gene", last=True),
    spot("frog kinase", "FamilyName"),
    spot("hop domain", "DomainMotif"),
]


def write(folder: Path, name: str, *rows: dict) -> Path:
    path = folder / name
    whole = [{"title": TITLE, "abstract": ABSTRACT, "mentions": MENTIONS, **row} for row in rows]
    path.write_text("".join(json.dumps(row) + "\n" for row in whole), encoding="utf-8")
    return path


def marked(document: GeneDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.mentions]


# --- abstracts -------------------------------------------------------------------------------


def test_abstracts_come_with_gene_mentions_and_without_others(tmp_path):
    (document,) = read_gene_concepts(str(write(tmp_path, "toy.jsonl", {"id": TRAIN_ID})))
    assert marked(document) == ["Zork2", "frog kinase", "Zork2-like"]
    assert document == GeneDocument(TRAIN_ID, TEXT, document.mentions, None, 1)


@pytest.mark.parametrize(
    ("types", "found", "overlapping"),
    [
        (["Gene"], ["Zork2", "Zork2"], 0),
        ({"DomainMotif", "Gene", "GeneOrGeneProduct"}, ["Zork2", "Zork2-like", "hop domain"], 1),
        (("Species",), ["frogs"], 0),
    ],
)
def test_types_say_what_a_gene_is(tmp_path, types, found, overlapping):
    path = write(tmp_path, "toy.jsonl", {"id": TRAIN_ID})
    (document,) = read_gene_concepts(path, types=types)
    assert marked(document) == found
    assert document.overlapping == overlapping


def test_gene_types_need_not_occur(tmp_path):
    path = write(tmp_path, "toy.jsonl", {"id": TRAIN_ID, "mentions": []})
    (document,) = read_gene_concepts(path, types=["Gene", "DomainMotif"])
    assert document == GeneDocument(TRAIN_ID, TEXT, (), None, 0)


@pytest.mark.parametrize("types", [["Gene", "Genes"], [], "Gene", ["gene"]])
def test_types_that_are_unknown_are_refused_with_the_choices(tmp_path, types):
    path = write(tmp_path, "toy.jsonl", {"id": TRAIN_ID})
    with pytest.raises(SettingError) as caught:
        read_gene_concepts(path, types=types)
    assert f"types is {types!r}; give a list of one or more of DomainMotif, " in str(caught.value)
    assert str(caught.value).endswith("FamilyName, Gene, GeneOrGeneProduct, Species")


def test_an_abstract_of_several_files_is_that_of_the_first(tmp_path):
    first = write(tmp_path, "a.jsonl", {"id": "1"}, {"id": "2", "mentions": []})
    second = write(tmp_path, "b.jsonl", {"id": "2"}, {"id": "3"}, {"id": "3", "mentions": []})
    both = list(read_gene_concepts([first, str(second)]))
    assert [(document.id, len(document.mentions)) for document in both] == [
        ("1", 3),
        ("2", 0),
        ("3", 3),
    ]
    turned = list(read_gene_concepts(iter([second, first])))
    assert [(document.id, len(document.mentions)) for document in turned] == [
        ("2", 3),
        ("3", 3),
        ("1", 3),
    ]


def test_parts_are_by_the_hash_of_the_id_and_not_by_what_the_file_says(tmp_path):
    ids = [str(number) for number in range(1, 101)]
    path = write(tmp_path, "toy.jsonl", *({"id": name, "split": "test"} for name in ids))
    train, test, both = (
        [document.id for document in read_gene_concepts(path, part=part)]
        for part in ("train", "test", None)
    )
    assert test == [name for name in ids if int(md5(name.encode()).hexdigest(), 16) % 5 == 0]
    assert train == [name for name in ids if name not in test]
    assert both == ids
    assert 10 < len(test) < 30


def test_an_id_is_in_the_same_part_everywhere():
    assert (in_test_part(TRAIN_ID), in_test_part(TEST_ID)) == (False, True)


def test_an_unknown_or_empty_part_is_refused(tmp_path):
    path = write(tmp_path, "toy.jsonl", {"id": TRAIN_ID})
    with pytest.raises(SettingError, match=r"part is 'dev'; choose 'train', 'test' or None"):
        read_gene_concepts(path, part="dev")  # type: ignore[arg-type]
    with pytest.raises(SettingError, match=r"part is 'test', but none of the 1 documents is in it"):
        read_gene_concepts(path, part="test")


def test_files_are_checked_before_the_first_document_comes(tmp_path):
    good = write(tmp_path, "good.jsonl", {"id": "1"})
    bad = write(tmp_path, "bad.jsonl", {"id": "2", "mentions": [[0, 999, "Gene", None]]})
    with pytest.raises(InputError, match=r"bad\.jsonl, line 1: the span of mentions\[0\]"):
        read_gene_concepts([good, bad])
    with pytest.raises(InputError, match=r"none\.jsonl cannot be read"):
        read_gene_concepts([good, tmp_path / "none.jsonl"])
    with pytest.raises(InputError, match="no file of abstracts with gene mentions was given"):
        read_gene_concepts([])


# --- articles --------------------------------------------------------------------------------

ARTICLE = "Zork2 hops\r\n\nCbZork2tm1 and Zork2 receptor catalase of frogs wake proteins.\n"


@pytest.fixture
def craft(tmp_path) -> Path:
    """Two articles, the second without mentions."""
    start = ARTICLE.index("Zork2tm1")
    inside = f"{start}\t{start + 5}\t{start}-{start + 5}\tPR+ext\tPR_EXT:000000001\tlabel\tZork2"
    proteins = [
        mention("Zork2", "PR_EXT:000000001", text=ARTICLE),
        inside,
        mention("Zork2 receptor", "PR_EXT:Zork_receptor", text=ARTICLE),
        mention("Zork2", "PR_EXT:000000001", text=ARTICLE, last=True),
        mention("catalase", "GO_PR_EXT:catalase", text=ARTICLE),
        mention("proteins", "CHEBI_PR_EXT:protein", text=ARTICLE),
        "0\t10\t0-5;6-10\tPR+ext\tPR_EXT:000000002\tlabel\tZork2 ... hops",
    ]
    base = [
        mention("frogs", "NCBITaxon:8342", text=ARTICLE),
        mention("hops", "PR:000000003", text=ARTICLE),
    ]
    write_article(tmp_path, "101", ARTICLE, base, proteins)
    write_article(tmp_path, "102", "Frogs hop.", [], [])
    (tmp_path / "splits.json").write_text('{"train": ["102", "101"], "dev": [], "test": ["101"]}')
    return tmp_path


def test_articles_come_with_proteins_and_sentences(craft):
    (article,) = read_gene_craft(craft, "test")
    assert marked(article) == ["Zork2", "Zork2", "Zork2 receptor", "catalase"]
    assert article.mentions[1] == (15, 20)  # inside a word
    assert article.overlapping == 1
    assert (article.id, article.text) == ("101", ARTICLE)
    assert [ARTICLE[start:end] for start, end in article.sentences or ()] == [
        "Zork2 hops",
        "CbZork2tm1 and Zork2 receptor catalase of frogs wake proteins.",
    ]


def test_articles_of_a_split_but_for_some(craft):
    assert [article.id for article in read_gene_craft(str(craft), "train")] == ["102", "101"]
    assert list(read_gene_craft(craft, "train", without=["101"])) == [
        GeneDocument("102", "Frogs hop.", (), ((0, 10),), 0)
    ]
    assert list(read_gene_craft(craft, "dev")) == []


def test_articles_that_are_not_there_are_refused(craft):
    with pytest.raises(SettingError, match=r"split is 'tset'; .* has train, dev, test"):
        list(read_gene_craft(craft, "tset"))
    (craft / "concepts_pr_ext" / "101.tsv").unlink()
    with pytest.raises(InputError, match=r"concepts_pr_ext.101\.tsv cannot be read"):
        list(read_gene_craft(craft, "test"))
