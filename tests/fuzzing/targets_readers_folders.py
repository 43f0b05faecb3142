"""Readers of folders: the CRAFT corpus."""

import json
from pathlib import Path

from spacy_citalign.corpora.concepts import read_craft_terms
from spacy_citalign.corpora.craft import read_craft, read_craft_concepts
from spacy_citalign.corpora.gene_gold import read_gene_craft
from spacy_citalign.corpora.tree_documents import read_craft_trees
from spacy_citalign.errors import CitalignError
from tests.corpora.test_conllu import conllu
from tests.corpora.test_tree_documents import TABLE, TREES
from tests.corpora.test_tree_documents import TEXT as TREE_TEXT
from tests.fuzzing.mutation import fields_mutator
from tests.fuzzing.packing import gzipped
from tests.fuzzing.target import NEXT_FILE, Target, require, require_spans, scratch, several

_TEXT = "Zork2 wakes tree frogs.\r\n"
_SENTENCES = "sent\tstart\tend\n0\t0\t23\n"
_HEAD = "start\tend\tspans\tontology\tconcept_id\tconcept_label\ttext\n"
_CONCEPTS = f"{_HEAD}12\t22\t12-22\tNCBITaxon\tNCBITaxon:1\tfrog\ttree frogs\n"
_PROTEINS = f"{_HEAD}0\t5\t0-5\tPR+ext\tPR_EXT:000000001\tzork\tZork2\n"
_SPLITS = '{"train": ["1"], "dev": []}'
_WORDS = (NEXT_FILE, b"\t", b"\r\n", b'["1"]', b"0-5;7-9", b"PR_EXT:Q92830", b"-1", b"99", b"'..'")
_CRAFT = ("splits.json", "txt/1.txt", "sentences/1.tsv", "concepts/1.tsv", "concepts_pr_ext/1.tsv")
_TREES = ("splits.json", "txt/1.txt", "conllu/1.conllu.gz", "trees/1.tree")


def _folder(name: str, names: tuple[str, ...], data: bytes) -> Path:
    """A folder with the parts of an input as its files."""
    folder = scratch() / name
    for inner, content in zip(names, several(data, len(names)), strict=True):
        path = folder / inner
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzipped(content) if path.suffix == ".gz" else content)
    return folder


def _concepts(data: bytes) -> None:
    folder = _folder("craft", _CRAFT, data)
    for article in read_craft_concepts(folder, "train"):
        require_spans(article.text, article.sentences)
        require_spans(article.text, [(one.start, one.end) for one in article.mentions])
    for document in read_craft_terms(folder, "train"):
        require_spans(document.text, document.terms)
    for document in read_gene_craft(folder, "train"):
        require_spans(document.text, document.mentions)


def _trees(data: bytes) -> None:
    folder = _folder("trees", _TREES, data)
    for document in read_craft(folder, "train"):
        require_spans(document.text, [(word.start, word.end) for word in document.words])
    for found in read_craft_trees(folder, "train"):
        require(len(found.trees) == len(found.document.sentences), "a tree is missing")


def _joined(*contents: str) -> list[bytes]:
    return [NEXT_FILE.join(content.encode() for content in contents)]


_MUTATE = fields_mutator(_WORDS)
_REFUSALS = (CitalignError,)  # the split may be missing, which is a wrong setting
TARGETS = [
    Target(
        "craft_concepts",
        _concepts,
        lambda: _joined(_SPLITS, _TEXT, _SENTENCES, _CONCEPTS, _PROTEINS),
        _WORDS,
        _MUTATE,
        refusals=_REFUSALS,
    ),
    Target(
        "craft_trees",
        _trees,
        lambda: _joined(json.dumps({"train": [1]}), TREE_TEXT, conllu(TABLE), TREES),
        _WORDS,
        _MUTATE,
        refusals=_REFUSALS,
    ),
]
