"""Gene mentions by guideline: the guidelines of what ships, each on texts held out of four corpora.

    python -m benchmarks.genes guidelines [PIPELINE] [--record]

The texts are the fifth of the abstracts of NLM-Gene, GNormPlus and BioRED that ``in_test_part``
holds out, the same PMIDs in all three, and CRAFT's test articles. Exact is exact characters,
lenient any overlap, one to one; ECE is the error of the confidences as probabilities that exactly
the mention is gold.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import spacy
from spacy.language import Language

from spacy_citalign.corpora.gene_gold import GeneDocument, read_gene_concepts, read_gene_craft

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table, add_record_option, publish
from .elsewhere import mark, score

ABSTRACTS = {"NLM-Gene": "nlm_gene", "GNormPlus": "gnormplus", "BioRED": "biored"}
NEEDED = ["sentence_boundary_detector", "gene_mention_tagger"]
COLUMNS = ("corpus, guideline", "texts", "mentions", "P", "R", "exact F", "lenient F", "ECE")


def corpora() -> dict[str, list[GeneDocument]]:
    """The texts held out, by corpus."""
    folder = data_folder()
    found = {
        name: list(read_gene_concepts(folder / "concepts" / f"{file}.jsonl", part="test"))
        for name, file in ABSTRACTS.items()
    }
    return found | {"CRAFT": list(read_gene_craft(folder / "craft", "test"))}


def calibration_of(nlp: Language, documents: list[GeneDocument]) -> float:
    """Return the error of the confidences."""
    confidences, right = [], []
    for document in documents:
        for one in nlp(document.text)._.gene_mentions:
            confidences.append(one["confidence"])
            right.append((one["start_char"], one["end_char"]) in document.mentions)
    return expected_calibration_error(np.array(confidences), np.array(right))


def lines(pipeline: str) -> Iterator[list[str]]:
    """Yield a row a corpus and guideline."""
    nlp = spacy.load(pipeline, enable=NEEDED)
    tagger = nlp.get_pipe("gene_mention_tagger")
    for name, documents in corpora().items():
        for guideline in tagger.guidelines:
            tagger.override_settings(guideline=guideline)
            exact, lenient = score(documents, mark(nlp, documents))
            figures = [
                f"{100 * x:.2f}" for x in (exact.precision, exact.recall, exact.f, lenient.f)
            ]
            mentions = sum(len(document.mentions) for document in documents)
            sizes = [str(len(documents)), f"{mentions:,}"]
            error = f"{calibration_of(nlp, documents):.3f}"
            yield [f"{name}, `{guideline}`", *sizes, *figures, error]


def main() -> None:
    """Mark, score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign", help="a name or a folder")
    add_record_option(parser)
    arguments = parser.parse_args()
    table = Table("", COLUMNS, list(lines(arguments.pipeline)))
    publish("genes", "Gene mentions by guideline", [table], keep=arguments.record)
