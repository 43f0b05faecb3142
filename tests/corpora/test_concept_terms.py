"""Names of concepts as terms, of abstracts and of CRAFT in miniature: all invented."""

import json
from pathlib import Path

import pytest

from spacy_citalign.corpora.concepts import read_concept_terms, read_craft_terms
from spacy_citalign.corpora.term_documents import TermDocument
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_craft_concepts import mention, write_article

TITLE, ABSTRACT = "Zork2 wakes frogs.", "The frog kinase hops."
TEXT = f"{TITLE} {ABSTRACT}"


def spot(covered: str, kind: str) -> list:
    start = TEXT.index(covered)
    return [start, start + len(covered), kind, None]


def row(name: str, *mentions: list, split: str | None = None, abstract: str = ABSTRACT) -> dict:
    text = {"title": TITLE, "abstract": abstract}
    return {"id": name, **text, "split": split, "mentions": mentions}


def write(folder: Path, name: str, *rows: dict) -> Path:
    path = folder / name
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def marked(document: TermDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.terms]


GENES = spot("Zork2", "Gene"), spot("kinase", "Gene")
WIDE = spot("frogs", "Species"), spot("frog kinase", "Family")


# --- abstracts -------------------------------------------------------------------------------


def test_abstracts_have_the_outermost_mentions_and_neither_sentences_nor_title(tmp_path):
    (document,) = read_concept_terms(str(write(tmp_path, "toy.jsonl", row("1", *GENES, *WIDE))))
    assert document == TermDocument("1", TEXT, None, ((0, 5), (12, 17), (23, 34)), None, 1)
    assert marked(document) == ["Zork2", "frogs", "frog kinase"]


def test_types_and_ids_can_be_chosen(tmp_path):
    path = write(tmp_path, "toy.jsonl", row("1", *GENES, *WIDE), row("2"))
    found = list(read_concept_terms(path, types=["Gene", "Species"], without={"2"}))
    assert [marked(document) for document in found] == [["Zork2", "frogs", "kinase"]]


def test_mentions_of_several_files_are_united_where_the_text_is_the_same(tmp_path):
    genes = write(tmp_path, "genes.jsonl", row("1", *GENES), row("2", *GENES))
    wide = write(
        tmp_path, "wide.jsonl", row("3"), row("1", *WIDE), row("2", *WIDE, abstract=ABSTRACT + " ")
    )
    united = list(read_concept_terms([genes, wide]))
    assert [document.id for document in united] == ["1", "2", "3"]
    assert [marked(document) for document in united] == [
        ["Zork2", "frogs", "frog kinase"],
        ["Zork2", "kinase"],  # another text: offsets may not be those of this one
        [],
    ]
    assert [document.overlapping for document in united] == [1, 0, 0]
    first = read_concept_terms([genes, wide], unite=False)
    assert [marked(document) for document in first] == [["Zork2", "kinase"]] * 2 + [[]]


@pytest.mark.parametrize(
    ("splits", "ids"),
    [
        (None, "12345"),
        (["train"], "1"),
        (["test"], "3"),
        (["train", "test"], "123"),
        ([""], "45"),
        (["", "train"], "145"),
    ],
)
def test_an_abstract_that_is_in_two_parts_comes_only_with_both(tmp_path, splits, ids):
    one = write(
        tmp_path,
        "one.jsonl",
        row("1", split="train"),
        row("2", split="train"),
        row("3", split="test"),
        row("4"),
    )
    # Where only one of two files says a part, that is the one.
    two = write(tmp_path, "two.jsonl", row("2", split="test"), row("1"), row("4"), row("5"))
    for files in ([one, two], [two, one]):
        found = {document.id for document in read_concept_terms(files, splits=splits)}
        assert found == set(ids)


def test_files_and_settings_that_cannot_be_used_are_refused(tmp_path):
    path = write(tmp_path, "toy.jsonl", row("1", *GENES, split="dev"))
    bad = write(tmp_path, "bad.jsonl", row("1"), row("2", [0, 999, "Gene", None]))
    with pytest.raises(InputError, match=r"bad\.jsonl, line 2: the span of mentions\[0\]"):
        read_concept_terms([path, bad])  # before the first document comes
    with pytest.raises(InputError, match="no file of abstracts with concepts was given"):
        read_concept_terms([])
    with pytest.raises(SettingError, match=r"splits is \['train'\]; the files have 'dev'"):
        read_concept_terms(path, splits=["train"])
    for types in (["Gen"], [], ["Gene", "Species"]):
        with pytest.raises(SettingError, match=r"types is .*; give a list of one or more of Gene"):
            read_concept_terms(path, types=types)
    for setting in ("splits", "types", "without"):
        with pytest.raises(SettingError, match=f"{setting} is 'dev'; give a list"):
            read_concept_terms(path, **{setting: "dev"})


# --- articles --------------------------------------------------------------------------------

ARTICLE = "Zork2 hops\n\nThe Zork2 receptor of tree frogs wakes.\n"


@pytest.fixture
def craft(tmp_path) -> Path:
    """Two articles, the second without mentions."""
    base = [mention("frogs", "NCBITaxon:1", text=ARTICLE), mention("wakes", "GO:2", text=ARTICLE)]
    proteins = [
        mention("Zork2", "PR_EXT:1", text=ARTICLE),
        mention("Zork2", "PR_EXT:1", text=ARTICLE, last=True),
        mention("Zork2 receptor", "PR_EXT:2", text=ARTICLE),
    ]
    write_article(tmp_path, "101", ARTICLE, base, proteins)
    write_article(tmp_path, "102", "Frogs hop.", [], [])
    (tmp_path / "splits.json").write_text('{"train": ["102", "101"], "dev": []}')
    return tmp_path


def test_articles_have_sentences_and_concepts_of_all_kinds(craft):
    first, second = read_craft_terms(str(craft), "train")
    assert first == TermDocument("102", "Frogs hop.", ((0, 10),), (), None, 0)
    assert marked(second) == ["Zork2", "Zork2 receptor", "frogs", "wakes"]
    assert (second.text, second.overlapping) == (ARTICLE, 1)
    assert [ARTICLE[a:b] for a, b in second.sentences or ()] == ARTICLE.split("\n")[::2]


def test_articles_can_be_left_out_and_must_be_there(craft):
    assert [article.id for article in read_craft_terms(craft, "train", without=["101"])] == ["102"]
    assert list(read_craft_terms(craft, "dev")) == []
    with pytest.raises(SettingError, match="split is 'test'"):
        list(read_craft_terms(craft, "test"))
    with pytest.raises(SettingError, match="without is '101'; give a list"):
        list(read_craft_terms(craft, "train", without="101"))
    (craft / "concepts" / "101.tsv").unlink()
    with pytest.raises(InputError, match=r"101\.tsv cannot be read"):
        list(read_craft_terms(craft, "train"))
