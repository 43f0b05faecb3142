"""Scores of the shipped gene tagger with intervals, and the calibration of its confidences.

    python -m benchmarks.genes confidence [PIPELINE]

Marks the 5,000 sentences of BioCreative II test from raw text with a pipeline, by default ours with
the guideline `bc2gm`, and
prints official and strict scores with intervals that hold 95 of 100 bootstrap draws, then, for
mentions of like confidence, how many are right by the official score: a gold mention or an
alternative. The expected calibration error is that of ten bins of equal width.
"""

import argparse

import numpy as np

from ..calibration import expected_calibration_error
from ..common import load_as_bc2gm, markdown_table, official_spans, read_genes
from .analysis import between, percent
from .significance import ratios, score_intervals, sentence_counts

BINS = 10


def main() -> None:
    """Mark and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign")
    nlp = load_as_bc2gm(parser.parse_args().pipeline)
    sentences = read_genes("test")
    docs = nlp.pipe(sentence.text for sentence in sentences)
    found = [doc._.gene_mentions for doc in docs]
    spans = {
        sentence.id: [(one["start_char"], one["end_char"]) for one in mentions]
        for sentence, mentions in zip(sentences, found, strict=True)
    }
    gold, others, given = (
        official_spans(sentences, listed)
        for listed in (
            {one.id: one.mentions for one in sentences},
            {one.id: one.alternatives for one in sentences},
            spans,
        )
    )
    rows = []
    for name, accepted in (("official", others), ("strict", {})):
        counts = sentence_counts(gold, accepted, given, [one.id for one in sentences])
        interval = score_intervals(counts).f
        rows.append([name, *map(percent, ratios(counts.sum(axis=0))), between(interval)])
    print(markdown_table(["score", "P", "R", "F", "95 % interval of F"], rows), end="\n\n")
    right = np.array(
        [
            span in {*sentence.mentions, *sentence.alternatives}
            for sentence in sentences
            for span in spans[sentence.id]
        ]
    )
    confidence = np.array([one["confidence"] for mentions in found for one in mentions])
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    rows = []
    for number in np.unique(bins):
        own = bins == number
        share = f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}"
        ratings = (confidence[own].mean(), right[own].mean())
        rows.append([share, str(own.sum()), *(f"{one:.3f}" for one in ratings)])
    print(markdown_table(["confidence", "mentions", "mean", "right"], rows))
    error = expected_calibration_error(confidence, right, BINS)
    print(f"\nExpected calibration error: {error:.4f}")
