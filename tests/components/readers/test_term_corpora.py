"""Readers of documents with terms: Examples, settings, errors. All invented."""

import json
from pathlib import Path

import pytest
from blank_english import NLP
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.base.names import TERM_DOMAIN, TERM_LABEL, TERMS, TITLE
from spacy_citalign.components.base.spans import get_character_spans
from spacy_citalign.components.readers import term_corpora as term_readers
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_craft_concepts import mention, write_article

FIRST, SECOND = "We wake tree frogs e.g. Zork2-like", "the method gains."
TEXT = f"{FIRST} {SECOND}"
SENTENCES = [
    {"text": FIRST, "terms": [[8, 18, "other"], [24, 29, "tool"]]},
    {"text": SECOND, "terms": [[0, 10, "Generic"]]},
]
ABSTRACT = {"title": "Zork2 wakes.", "abstract": "Frogs hop."}
ARTICLE = "Zork2\n\n  Mutants lack Zork2tm1.\n"
TAGGED = (
    "-DOCSTART- (1)\n\nFrog\tB-A\nhop\tI-A\n.\tO\n\nHops\tO\n.\tO\n\n-DOCSTART- (2)\n\nNo\tI-B\n"
)


@pytest.fixture
def folder(tmp_path) -> Path:
    """Every kind of corpus, two documents each."""
    rows = {
        "documents.jsonl": [
            {"id": "1", "title": "Waking", "sentences": SENTENCES},
            {"id": "2", "sentences": SENTENCES},
        ],
        "concepts.jsonl": [
            {"id": "1", **ABSTRACT, "split": "train", "mentions": [[0, 5, "Gene", None]]},
            {"id": "2", **ABSTRACT, "split": "test", "mentions": [[13, 18, "Species", None]]},
        ],
        "more.jsonl": [{"id": "1", **ABSTRACT, "mentions": [[13, 18, "Species", None]]}],
    }
    for name, listed in rows.items():
        content = "\n".join(map(json.dumps, listed))
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "tagged.txt").write_text(TAGGED)
    craft = tmp_path / "craft"
    craft.mkdir()
    genes = [mention("Zork2", "PR_EXT:1", text=ARTICLE, last=last) for last in (False, True)]
    write_article(craft, "1", ARTICLE, [], genes)
    start = ARTICLE.index("Mutants")
    table = f"sent\tstart\tend\n0\t0\t5\n1\t{start}\t{len(ARTICLE) - 1}\n"
    (craft / "sentences" / "1.tsv").write_text(table)
    write_article(craft, "2", "Frogs hop.", [], [])
    (craft / "splits.json").write_text('{"train": ["2"], "dev": ["1", "2"], "test": ["1"]}')
    return tmp_path


CORPORA = {
    "TermDocuments": "documents.jsonl",
    "TermConcepts": "concepts.jsonl",
    "TermCRAFT": "craft",
    "TermCoNLL": "tagged.txt",
}
BOTH_OF_CRAFT = {"TermCRAFT": {"splits": "dev"}}


def read(name: str, path, **settings) -> list[Example]:
    return list(registry.readers.get(f"citalign.{name}.v1")(path, **settings)(NLP))


def both(folder: Path, name: str, **settings) -> list[Example]:
    """The Examples of a whole corpus."""
    return read(name, folder / CORPORA[name], **BOTH_OF_CRAFT.get(name, {}), **settings)


def gold(doc: Doc) -> list[str]:
    return [doc.text[start:end] for start, end in get_character_spans(doc, TERMS) or []]


def sentences(doc: Doc) -> list[str]:
    return [sentence.text for sentence in doc.sents]


# --- what Examples have ----------------------------------------------------------------------


def test_names_are_those_of_the_contract():
    assert (TERMS, TERM_LABEL) == ("propositional_terms", "TERM")
    assert (TITLE, TERM_DOMAIN) == ("title", "term_domain")


def test_documents_have_exact_terms_sentences_title_and_domain(folder):
    first, second = both(folder, "TermDocuments", domain="rdtec")
    assert gold(first.reference) == ["tree frogs", "Zork2"]
    assert {span.label_ for span in first.reference.spans[TERMS]} == {"TERM"}
    assert not first.predicted.spans
    for doc in (first.predicted, first.reference):
        assert doc.text == TEXT
        assert sentences(doc) == [FIRST, SECOND]
        assert doc.user_data == {"title": "Waking", "term_domain": "rdtec"}
    assert second.reference.user_data == {"term_domain": "rdtec"}
    assert both(folder, "TermDocuments")[1].predicted.user_data == {}


def test_abstracts_have_terms_of_all_files_and_no_sentences(folder):
    paths = [folder / "concepts.jsonl", folder / "more.jsonl"]
    first, second = read("TermConcepts", paths, domain="bio")
    assert gold(first.reference) == ["Zork2", "Frogs"]
    assert gold(second.reference) == ["Frogs"]
    for doc in (first.predicted, first.reference):
        assert doc.text == "Zork2 wakes. Frogs hop."
        assert not doc.has_annotation("SENT_START")
        assert doc.user_data == {"term_domain": "bio"}
    assert gold(read("TermConcepts", paths, unite=False)[0].reference) == ["Zork2"]
    assert gold(read("TermConcepts", paths, types=["Species"])[0].reference) == ["Frogs"]
    assert gold(read("TermConcepts", paths, splits=["test"])[0].reference) == ["Frogs"]


def test_articles_have_terms_inside_words_and_gold_sentences(folder):
    (example,) = read("TermCRAFT", folder / "craft")  # its test part
    assert gold(example.reference) == ["Zork2", "Zork2"]
    for doc in (example.predicted, example.reference):
        assert doc.text == ARTICLE
        assert sentences(doc) == ["Zork2\n\n  ", "Mutants lack Zork2tm1.\n"]
    texts = [item.reference.text for item in read("TermCRAFT", folder / "craft", splits=["train"])]
    assert texts == ["Frogs hop."]


def test_tagged_tokens_have_terms_and_sentences(folder):
    first, second = both(folder, "TermCoNLL")
    assert (gold(first.reference), gold(second.reference)) == (["Frog hop"], ["No"])
    assert sentences(first.predicted) == ["Frog hop.", "Hops."]
    assert gold(both(folder, "TermCoNLL", types=["A"])[1].reference) == []


def test_classes_of_terms_are_a_setting(folder):
    first = both(folder, "TermDocuments", without_types=["tool"])[0]
    assert gold(first.reference) == ["tree frogs", "the method"]


def test_some_documents_suffice(folder):
    for name in ("TermDocuments", "TermCoNLL"):
        assert [len(both(folder, name, limit=limit)) for limit in (0, 1, 5)] == [2, 1, 2]


# --- documents that are left out -------------------------------------------------------------


@pytest.mark.parametrize("name", CORPORA)
def test_documents_are_left_out_by_id_and_by_file(folder, name):
    every = both(folder, name)
    assert len(every) == 2
    for settings in (
        {"without": ["1"]},
        {"without_files": [folder / "more.jsonl"]},
        {"without": ["1", "9"], "without_files": [folder / "more.jsonl"]},
    ):
        (left,) = both(folder, name, **settings)
        assert left.reference.text == every[1].reference.text
    for file in ("documents.jsonl", "tagged.txt"):
        assert both(folder, name, without_files=[folder / file]) == []


# --- configs and errors ----------------------------------------------------------------------


@pytest.mark.parametrize("name", CORPORA)
def test_readers_stand_in_configs(folder, name):
    path = str(folder / CORPORA[name])
    for given in [path] if name == "TermCRAFT" else [path, [path]]:
        reader = {
            "@readers": f"citalign.{name}.v1",
            "path": given,
            "without_files": [str(folder / "more.jsonl")],
            "domain": "toy",
            **BOTH_OF_CRAFT.get(name, {}),
        }
        assert len(list(registry.resolve({"corpus": reader})["corpus"](NLP))) == 1


@pytest.mark.parametrize("name", CORPORA)
def test_paths_are_looked_at_when_reading(folder, name):
    make = registry.readers.get(f"citalign.{name}.v1")
    with pytest.raises(InputError, match=r"no path to .* was given; set path"):
        list(make(None)(NLP))
    # A corpus that a config leaves out.
    nothing = make(None, splits=[]) if name == "TermCRAFT" else make([])
    assert list(nothing(NLP)) == []
    with pytest.raises(InputError, match="cannot be read"):
        read(name, folder / "none")
    with pytest.raises(InputError, match=r"craft cannot be read"):
        both(folder, name, without_files=[folder / "craft"])


def test_settings_that_name_nothing_are_refused(folder):
    with pytest.raises(SettingError, match=r"types is \['Gen'\]"):
        both(folder, "TermConcepts", types=["Gen"])
    with pytest.raises(SettingError, match=r"splits is \['dev'\]"):
        both(folder, "TermConcepts", splits=["dev"])
    with pytest.raises(SettingError, match="split is 'tset'"):
        read("TermCRAFT", folder / "craft", splits=["tset"])


def test_readers_are_found_by_name():
    assert registry.readers.get("citalign.TermDocuments.v1") is (
        term_readers.make_term_document_reader
    )
