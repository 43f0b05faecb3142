"""Readers of gene gold in whole abstracts and articles: Examples, settings, errors. Invented."""

import json
from pathlib import Path

import pytest
import spacy
from blank_english import NLP
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.components.base.spans import get_character_spans
from spacy_citalign.components.gene_training import annotated_texts
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_craft_concepts import mention, write_article

TITLE, ABSTRACT = "Zork2 wakes frogs.", "Mutants lack Zork2tm1. The frog kinase hops."
TEXT = f"{TITLE} {ABSTRACT}"
ROW = {
    "title": TITLE,
    "abstract": ABSTRACT,
    "mentions": [
        [0, 5, "Gene", "77"],
        [12, 17, "Species", "8400"],
        [32, 37, "Gene", "77"],
        [46, 57, "FamilyName", None],
        [51, 57, "Gene", None],
    ],
}
ARTICLE = "Zork2\n\n  Mutants lack\u2009Zork2tm1. They hop (Bim3).Why (x)\n"
SENTENCES = ["Zork2", "Mutants lack\u2009Zork2tm1.", "They hop (Bim3).", "Why (x)"]


@pytest.fixture
def abstracts(tmp_path) -> Path:
    """Five abstracts, alike: 4 is in the part that is held out."""
    path = tmp_path / "abstracts.jsonl"
    lines = [json.dumps({"id": str(number), **ROW}) for number in range(1, 6)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def craft(tmp_path) -> Path:
    """Two articles, the second without mentions."""
    genes = [
        mention("Zork2", "PR_EXT:1", text=ARTICLE),
        mention("Zork2", "PR_EXT:1", text=ARTICLE, last=True),
        mention("Bim3", "PR_EXT:2", text=ARTICLE),
    ]
    folder = tmp_path / "craft"
    folder.mkdir()
    write_article(folder, "101", ARTICLE, [], genes)
    starts = [ARTICLE.index(sentence) for sentence in SENTENCES]
    rows = [f"{i}\t{a}\t{a + len(SENTENCES[i])}\n" for i, a in enumerate(starts)]
    (folder / "sentences" / "101.tsv").write_text("sent\tstart\tend\n" + "".join(rows))
    write_article(folder, "102", "Frogs hop.", [], [])
    splits = {"train": ["102"], "dev": ["102"], "test": ["101"]}
    (folder / "splits.json").write_text(json.dumps(splits))
    return folder


def read(name: str, path, **settings) -> list[Example]:
    return list(registry.readers.get(f"citalign.{name}.v1")(path, **settings)(NLP))


def gold(doc: Doc) -> list[str]:
    return [doc.text[start:end] for start, end in get_character_spans(doc, "gene_mentions") or []]


# --- abstracts -------------------------------------------------------------------------------


def test_abstracts_have_exact_gene_mentions_and_no_boundaries(abstracts):
    example = read("GeneConcepts", abstracts)[0]
    assert gold(example.reference) == ["Zork2", "Zork2", "frog kinase"]
    assert [span.text for span in example.reference.spans["gene_mentions"]][1] == "Zork2tm1"
    assert {span.label_ for span in example.reference.spans["gene_mentions"]} == {"GENE"}
    assert example.reference.text == example.predicted.text == TEXT
    assert not example.reference.has_annotation("SENT_START")
    assert not example.predicted.spans


@pytest.mark.parametrize(("part", "count"), [(None, 5), ("train", 4), ("test", 1)])
def test_abstracts_of_a_part(abstracts, part, count):
    assert len(read("GeneConcepts", abstracts, part=part)) == count


def test_abstracts_of_several_files_come_once_and_types_are_a_setting(abstracts, tmp_path):
    more = tmp_path / "more.jsonl"
    rows = [{**ROW, "id": "5", "mentions": []}, {**ROW, "id": "6"}]
    more.write_text("\n".join(map(json.dumps, rows)))
    examples = read("GeneConcepts", [more, abstracts], types=["Gene"])
    assert [gold(example.reference) for example in examples] == [
        [],
        *[["Zork2", "Zork2", "kinase"]] * 5,
    ]


def sentences(examples: list[Example]) -> list[tuple[str, list[str]]]:
    """The sentences that the gene mention tagger trains on, with the mentions in them."""
    return [
        (item.text, [item.text[start:end] for start, end in item.mentions])
        for item in annotated_texts(examples)
    ]


def test_training_cuts_abstracts_at_plain_ends_of_sentences(abstracts):
    assert sentences(read("GeneConcepts", abstracts, part="test")) == [
        ("Zork2 wakes frogs.", ["Zork2"]),
        ("Mutants lack Zork2tm1.", ["Zork2"]),
        ("The frog kinase hops.", ["frog kinase"]),
    ]


def test_abstracts_that_cannot_be_read_are_refused(abstracts, tmp_path):
    for nothing in (None, []):
        with pytest.raises(InputError, match="no path to abstracts with gene mentions was given"):
            read("GeneConcepts", nothing)
        registry.readers.get("citalign.GeneConcepts.v1")(nothing)  # as long as nothing is read
    with pytest.raises(InputError, match=r"none\.jsonl cannot be read"):
        read("GeneConcepts", tmp_path / "none.jsonl")
    with pytest.raises(SettingError, match=r"types is \['Gen'\]; give a list"):
        read("GeneConcepts", abstracts, types=["Gen"])
    with pytest.raises(SettingError, match="part is 'dev'"):
        read("GeneConcepts", abstracts, part="dev")


# --- articles --------------------------------------------------------------------------------


def test_articles_have_exact_gene_mentions_and_gold_sentences(craft):
    (example,) = read("GeneCRAFT", craft)
    assert gold(example.reference) == ["Zork2", "Zork2", "Bim3"]
    assert example.reference.text == example.predicted.text == ARTICLE
    assert not example.predicted.has_annotation("SENT_START")
    assert not example.predicted.spans
    # White space is with the sentence before, a token that holds a start with the one after.
    assert [sentence.text for sentence in example.reference.sents] == [
        "Zork2\n\n  ",
        "Mutants lack\u2009Zork2tm1.",
        "They hop (",
        "Bim3).Why (x)\n",
    ]


def test_training_cuts_articles_at_their_sentences(craft):
    assert sentences(read("GeneCRAFT", craft)) == [
        ("Zork2\n\n  ", ["Zork2"]),
        ("Mutants lack\u2009Zork2tm1.", ["Zork2"]),
        ("They hop (", []),
        ("Bim3).Why (x)\n", ["Bim3"]),
    ]


def test_articles_of_splits_in_order_but_for_some(craft):
    def texts(**settings):
        return [example.reference.text for example in read("GeneCRAFT", craft, **settings)]

    hop = "Frogs hop."
    assert texts(splits="train") == [hop]
    assert texts(splits=["train", "test", "dev"]) == [hop, ARTICLE, hop]
    assert texts(splits=["train", "test"], without=["102"]) == [ARTICLE]


def test_articles_that_cannot_be_read_are_refused(craft, tmp_path):
    with pytest.raises(InputError, match="no path to the folder of the CRAFT corpus was given"):
        read("GeneCRAFT", None)
    with pytest.raises(InputError, match=r"splits\.json cannot be read"):
        read("GeneCRAFT", tmp_path)
    with pytest.raises(SettingError, match=r"split is 'tset'; .* has train, dev, test"):
        read("GeneCRAFT", craft, splits=["tset"])


# --- both ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "corpus", "settings", "count"),
    [
        ("GeneConcepts", "abstracts.jsonl", {"part": "train", "types": ["Gene"]}, 4),
        ("GeneCRAFT", "craft", {"splits": ["dev", "test"], "without": ["102"]}, 1),
    ],
)
def test_readers_stand_in_configs(abstracts, craft, name, corpus, settings, count):
    path = str(abstracts.parent / corpus)
    for given in [path, [path]] if name == "GeneConcepts" else [path]:
        reader = {"@readers": f"citalign.{name}.v1", "path": given, **settings}
        assert len(list(registry.resolve({"corpus": reader})["corpus"](NLP))) == count


def test_evaluate_scores_with_either_reader(abstracts, craft):
    nlp = spacy.blank("en")
    scorer = {"@scorers": "citalign.GeneMentionScorer.v1"}
    config = {"spans_key": "gene_mentions", "scorer": scorer}
    ruler = nlp.add_pipe("span_ruler", config=config)
    ruler.add_patterns([{"label": "GENE", "pattern": word} for word in ("Zork2", "frogs")])
    pipeline = abstracts.parent / "pipeline"
    nlp.to_disk(pipeline)
    # Of three mentions each, one is marked as it is; "frogs" of the abstracts is none.
    for name, path, precision in (("GeneConcepts", abstracts, 1 / 2), ("GeneCRAFT", craft, 1)):
        report = abstracts.parent / f"{name}.json"
        command = ["evaluate", pipeline, path, "--reader", f"citalign.{name}.v1", "--json", report]
        result = CliRunner().invoke(app, list(map(str, command)))
        assert result.exit_code == 0, result.output
        scores = json.loads(report.read_text(encoding="utf-8"))["scores"]
        assert scores["gene_mentions_strict_p"] == precision
        assert scores["gene_mentions_strict_r"] == 1 / 3
