"""What thresholds leave: mentions by ``min_probability``, ids by ``threshold`` of the normaliser.

    python -m benchmarks.genes thresholds [--record]

The texts are the abstracts that ``guidelines`` holds out, of NLM-Gene, GNormPlus and BioRED
together. Mentions are those of the guideline `mention`, right where exactly they are gold. Ids are
counted once an abstract, of abstracts that have ids of human and mouse genes alone, as in
``benchmarks.gene_ids``; their mentions are found with no threshold. By default `min_probability` is
null, which leaves nothing out, and `threshold` is .5.
"""

import argparse
from collections.abc import Sequence

import spacy
from spacy.language import Language

from ..gene_ids.__main__ import BEFORE, OURS, TAGGER, Answered, f_of, ours, tagged
from ..gene_ids.corpora import CORPORA, abstracts, subsets, taxa_of_genes
from ..recording import Table, add_record_option, publish
from .guidelines import ABSTRACTS, corpora, read

LEAST = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
SPECIES = "human and mouse"
COLUMNS = ("least", *(f"{what} {letter}" for what in ("mentions", "ids") for letter in "PRF"))


def percent(precision: float, recall: float) -> list[str]:
    """Return precision, recall and F as cells."""
    f = 2 * precision * recall / max(precision + recall, 1e-9)
    return [f"{100 * ratio:.1f}" for ratio in (precision, recall, f)]


def of_mentions(nlp: Language) -> list[list[str]]:
    """Return precision, recall and F of mentions for each threshold."""
    gold, found = 0, []
    for name, documents in corpora().items():
        if name in ABSTRACTS:
            gold += sum(len(document.mentions) for document in documents)
            for document, marked in zip(documents, read(nlp, documents), strict=True):
                pairs = zip(marked.spans, marked.confidences, strict=True)
                found += [(confidence, span in document.mentions) for span, confidence in pairs]
    rows = []
    for least in LEAST:
        right = [is_right for confidence, is_right in found if confidence > least]
        rows.append(percent(sum(right) / max(len(right), 1), sum(right) / gold))
    return rows


def of_ids(nlp: Language) -> list[list[str]]:
    """Return precision, recall and F of ids for each threshold."""
    listed = [one for corpus in CORPORA for one in abstracts(corpus, "test")]
    wanted = subsets(taxa_of_genes())[SPECIES]
    listed = [one for one in listed if wanted(one)]
    docs = tagged(nlp, listed, "mention")
    rows = []
    for least in LEAST:
        nlp.get_pipe(OURS).override_settings(threshold=least)
        answered: Sequence[Answered] = ours(nlp, listed, [doc.copy() for doc in docs])
        _, precision, recall, _ = f_of(answered, wanted)
        rows.append(percent(precision, recall))
    return rows


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_record_option(parser)
    keep = parser.parse_args().record
    nlp = spacy.load("spacy_citalign", enable=[*BEFORE, TAGGER, OURS])
    nlp.get_pipe(TAGGER).override_settings(guideline="mention")
    with nlp.select_pipes(disable=[OURS]):
        mentions = of_mentions(nlp)
    rows = zip(LEAST, mentions, of_ids(nlp), strict=True)
    cells = [[f"{least:.2f}", *of_mention, *of_id] for least, of_mention, of_id in rows]
    publish("genes", "Thresholds", [Table("What thresholds leave", COLUMNS, cells)], keep=keep)
