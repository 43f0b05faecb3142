"""Gene mentions by guideline: the guidelines of what ships, each on texts held out of four corpora.

    python -m benchmarks.genes guidelines [PIPELINE] [--dev] [--record]

The texts are the fifth of the abstracts of NLM-Gene, GNormPlus and BioRED that ``in_test_part``
holds out, the same PMIDs in all three, and CRAFT's test articles. Exact is exact characters,
lenient any overlap, one to one; ECE is the error of the confidences as probabilities that exactly
the mention is gold, by corpus and of the abstracts together. The last table has the gold that
begins or ends within a run of letters, as "Zork2" in "Zork2tm1".
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.language import Language

from spacy_citalign.corpora.gene_gold import GeneDocument, read_gene_concepts, read_gene_craft

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table, add_record_option, publish
from .elsewhere import score

ABSTRACTS = {"NLM-Gene": "nlm_gene", "GNormPlus": "gnormplus", "BioRED": "biored"}
NEEDED = ["sentence_boundary_detector", "gene_mention_tagger"]
COLUMNS = ("corpus, guideline", "texts", "mentions", "P", "R", "exact F", "lenient F", "ECE")
TOGETHER = ("guideline", "found", "mean confidence", "right", "ECE")
INSIDE = ("corpus, guideline", "gold inside words", "found", "marked inside words")


def corpora(*, dev: bool = False) -> dict[str, list[GeneDocument]]:
    """The texts held out, by corpus."""
    folder = data_folder()
    if dev:
        return {"CRAFT dev": list(read_gene_craft(folder / "craft", "dev"))}
    found = {
        name: list(read_gene_concepts(folder / "concepts" / f"{file}.jsonl", part="test"))
        for name, file in ABSTRACTS.items()
    }
    return found | {"CRAFT": list(read_gene_craft(folder / "craft", "test"))}


class Marked(NamedTuple):
    """What was found in a text, half-open characters, and how surely."""

    spans: list[tuple[int, int]]
    confidences: list[float]


def read(nlp: Language, documents: Sequence[GeneDocument]) -> list[Marked]:
    """Return what the tagger finds in each text."""
    docs = nlp.pipe((document.text for document in documents), batch_size=16)
    records = [doc._.gene_mentions for doc in docs]
    return [
        Marked(
            [(one["start_char"], one["end_char"]) for one in found],
            [one["confidence"] for one in found],
        )
        for found in records
    ]


def figures_of(documents: Sequence[GeneDocument], marked: Sequence[Marked]) -> list[str]:
    """Return the scores of a corpus as cells."""
    spans = {document.id: one.spans for document, one in zip(documents, marked, strict=True)}
    exact, lenient = score(documents, spans)
    error = expected_calibration_error(*confidences_of(documents, marked))
    ratios = (exact.precision, exact.recall, exact.f, lenient.f)
    return [*(f"{100 * ratio:.2f}" for ratio in ratios), f"{error:.3f}"]


def confidences_of(
    documents: Sequence[GeneDocument], marked: Sequence[Marked]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the confidence of each mention that was found, and whether exactly it is gold."""
    right = [
        span in document.mentions
        for document, one in zip(documents, marked, strict=True)
        for span in one.spans
    ]
    return np.array([value for one in marked for value in one.confidences]), np.array(right)


def together(
    name: str, parts: Sequence[tuple[NDArray[np.float64], NDArray[np.bool_]]]
) -> list[str]:
    """Return how sure a guideline is of what it finds in several corpora, and how often right."""
    confidences, right = map(np.concatenate, zip(*parts, strict=True))
    error = expected_calibration_error(confidences, right)
    shares = [f"{confidences.mean():.3f}", f"{right.mean():.3f}", f"{error:.3f}"]
    return [f"`{name}`", f"{len(right):,}", *shares]


def inside(text: str, span: tuple[int, int]) -> bool:
    """Return whether a span begins or ends within a run of letters and digits."""
    return any(0 < at < len(text) and text[at - 1 : at + 1].isalnum() for at in span)


def inside_of(documents: Sequence[GeneDocument], marked: Sequence[Marked]) -> list[str]:
    """Return gold that is inside words, how much of it was found, what was marked there."""
    gold: set[tuple[str, tuple[int, int]]] = set()
    found: set[tuple[str, tuple[int, int]]] = set()
    for document, one in zip(documents, marked, strict=True):
        gold |= {(document.id, x) for x in document.mentions if inside(document.text, x)}
        found |= {(document.id, x) for x in one.spans if inside(document.text, x)}
    return [str(len(one)) for one in (gold, gold & found, found)]


def tables(pipeline: str, *, dev: bool) -> Iterator[Table]:
    """Yield the scores by corpus and guideline, and those of names inside words."""
    nlp = spacy.load(pipeline, enable=NEEDED)
    tagger = nlp.get_pipe("gene_mention_tagger")
    scores, insides = [], []
    of_abstracts = {name: [] for name in tagger.guidelines}
    for name, documents in corpora(dev=dev).items():
        for guideline in tagger.guidelines:
            tagger.override_settings(guideline=guideline)
            marked = read(nlp, documents)
            row = f"{name}, `{guideline}`"
            mentions = sum(len(document.mentions) for document in documents)
            sizes = [str(len(documents)), f"{mentions:,}"]
            scores.append([row, *sizes, *figures_of(documents, marked)])
            insides.append([row, *inside_of(documents, marked)])
            if name in ABSTRACTS:
                of_abstracts[guideline].append(confidences_of(documents, marked))
    kind = " (dev)" if dev else ""
    yield Table(kind.strip(), COLUMNS, scores)
    if not dev:
        pooled = [together(name, parts) for name, parts in of_abstracts.items()]
        yield Table("Confidences, the three corpora of abstracts together", TOGETHER, pooled)
    yield Table(f"Names inside words{kind}", INSIDE, insides)


def main() -> None:
    """Mark, score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign", help="a name or a folder")
    parser.add_argument("--dev", action="store_true", help="CRAFT's dev articles, to choose by")
    add_record_option(parser)
    arguments = parser.parse_args()
    found = list(tables(arguments.pipeline, dev=arguments.dev))
    publish("genes", "Gene mentions by guideline", found, keep=arguments.record)
