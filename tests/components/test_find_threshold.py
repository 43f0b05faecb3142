"""`spacy find-threshold`, which tries 0 and 1 whatever a setting is, and shows bare texts."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import spacy
from spacy.cli.find_threshold import find_threshold
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from spacy_citalign.components.base.names import CITED_TEXT, EVIDENCE_GOLD, SENTENCE_LINKS, TEXTS

TEXT = (
    "The p53 gene binds MDM2 in patients. Zork2 binds STAT3 in cells e.g. of frogs. No Zork2 "
    "there, and a zinc finger protein."
)
CITING = (
    "Chk1 phosphorylates CDC25A after stress [3]. Loss of CDC25A depends on CHK1 [3]. DNA damage "
    "and the phosphorylation of CDC25A are bound to the kinase Chk1 [3]."
)
TWO_TEXTS = (
    "Frogs of the pond eat many flies at night. Toads sleep in the mud by day. Snow falls.\n"
    "At night the pond's frogs eat flies. Frogs of ponds eat flies and sleep by day. Herons wait."
)
CITED = (
    "Toads without Zork2 wake late [1].\nToads were kept in pairs.\nLoss of Zork2 delays the "
    "waking of toads.\nPonds are wet."
)


@Language.component("test_two_texts", assigns=["doc.spans"])
def two_texts(doc: Doc) -> Doc:
    """Stand in for what knows where texts begin, which bare texts do not say."""
    middle = next((token.i for token in doc if token.text == "\n"), len(doc) - 1)
    doc.spans[TEXTS] = [doc[:middle], doc[middle + 1 :]]
    return doc


@Language.component("test_cited_text", assigns=["doc.spans"])
def cited_text(doc: Doc) -> Doc:
    lines = [-1, *(token.i for token in doc if token.text == "\n"), len(doc)]
    spans = [doc[start + 1 : end] for start, end in pairwise(lines)]
    doc.spans["citances"], doc.spans[CITED_TEXT] = spans[:1], spans[1:]
    return doc


def as_found(doc: Doc) -> None:
    """Let what is found by default be right, as far as spans say it."""


def aligned(doc: Doc) -> None:
    homologs = doc.spans["homologs"]
    doc.spans["homologs"] = [Span(doc, x.start, x.end, label=x.label_) for x in homologs]


def linked(doc: Doc) -> None:
    links = [link["sentences"] for link in doc._.sentence_alignment]
    doc.user_data[SENTENCE_LINKS] = [{"texts": [0, 1], "links": links}]


def chosen(doc: Doc) -> None:
    doc.user_data[EVIDENCE_GOLD] = [[1]]


# What is turned, by which score, on what text, with what before the component, what is right.
ROWS: list[tuple[str, str, str, str, list[str], Callable[[Doc], None]]] = [
    ("sentence_boundary_detector", "threshold", "sents_f", TEXT, [], as_found),
    ("gene_mention_tagger", "min_probability", "gene_mentions_official_f", TEXT, [], as_found),
    ("gene_mention_tagger", "repeat_above", "gene_mentions_official_f", TEXT, [], as_found),
    ("gene_normalizer", "threshold", "gene_ids_f", TEXT, [], as_found),
    ("gene_normalizer", "species_threshold", "gene_ids_f", TEXT, [], as_found),
    (
        "propositional_term_extractor",
        "min_probability",
        "propositional_terms_f",
        TEXT,
        [],
        as_found,
    ),
    ("citance_aligner", "threshold", "homologs_f", CITING, ["citance_finder"], aligned),
    ("sentence_aligner", "threshold", "sentence_links_f", TWO_TEXTS, ["test_two_texts"], linked),
    ("evidence_ranker", "threshold", "evidence_mrr", CITED, ["test_cited_text"], chosen),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("component", "setting", "score", "text", "before", "gold"),
    ROWS,
    ids=[f"{component}-{setting}" for component, setting, *_ in ROWS],
)
def test_every_threshold_can_be_found(tmp_path, component, setting, score, text, before, gold):
    nlp = spacy.load("spacy_citalign")
    for name in before:
        nlp.add_pipe(name, before=component)
    doc = nlp(text)
    gold(doc)
    DocBin(docs=[doc], store_user_data=True).to_disk(tmp_path / "dev.spacy")
    nlp.to_disk(tmp_path / "pipeline")
    arguments: dict[str, Any] = {"n_trials": 5, "silent": True}
    pipeline, data = tmp_path / "pipeline", tmp_path / "dev.spacy"
    best, value, scores = find_threshold(pipeline, data, component, setting, score, **arguments)
    assert set(scores) == {0.0, 0.25, 0.5, 0.75, 1.0}
    assert scores[1.0] < value == scores[best]
