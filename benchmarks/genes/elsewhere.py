"""Gene mentions in corpora that the tagger was not made for: articles of CRAFT, NLM-Gene abstracts.

    python -m benchmarks.genes elsewhere [PIPELINE] [--spacy-ner DIR] [--dev]

Marks whole texts with the guideline `bc2gm` of the shipped pipeline or the one that is named, whose
default is another (see ``guidelines``), and with a
pipeline whose entities are the mentions, as ``peers/train_spacy_ner.py`` trains one. The texts are
CRAFT's test articles and the fifth of the NLM-Gene abstracts that ``in_test_part`` holds out; with
``--dev``, to choose by, CRAFT's dev articles and the other NLM-Gene abstracts.

"Strict" counts exact characters. "Lenient" counts a prediction that shares a character with a gold
mention that no other prediction has taken (see ``lenient``). The corpora mark
other things than BC2GM does, and draw other bounds: a second table says, for each type of mention
that NLM-Gene has, how many of its mentions were found, whether they are gold of the first or not.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy_citalign.components.base.names import GENE_MENTIONS
from spacy_citalign.components.base.spans import get_character_spans
from spacy_citalign.corpora.concepts import read_concepts
from spacy_citalign.corpora.gene_gold import (
    GENE_TYPES,
    GeneDocument,
    Part,
    read_gene_concepts,
    read_gene_craft,
)
from spacy_citalign.errors import CitalignError, InputError
from spacy_citalign.genes.scoring import Score, strict_score

from ..common import data_folder, load_as_bc2gm, markdown_table
from .lenient import lenient_score

if TYPE_CHECKING:
    from spacy.language import Language

Spans = dict[str, list[tuple[int, int]]]

NLM_GENE = "concepts/nlm_gene.jsonl"


class Figures(NamedTuple):
    """The scores of a system on a corpus."""

    strict: Score
    lenient: Score


def gold_corpora(*, dev: bool = False) -> dict[str, list[GeneDocument]]:
    """The corpora by name: their test parts, or with ``dev`` those to choose by."""
    split: str = "dev" if dev else "test"
    part: Part = "train" if dev else "test"
    return {
        f"CRAFT {split}": list(read_gene_craft(data_folder() / "craft", split)),
        f"NLM-Gene {part}": list(read_gene_concepts(data_folder() / NLM_GENE, part=part)),
    }


def our_mentions(doc: Any) -> list[tuple[int, int]]:
    """The mentions that ``gene_mention_tagger`` sets."""
    spans = get_character_spans(doc, GENE_MENTIONS)
    if spans is None:
        raise InputError(
            f"the pipeline does not set doc.spans[{GENE_MENTIONS!r}]; give one that has a "
            "gene_mention_tagger"
        )
    return spans


def entities(doc: Any) -> list[tuple[int, int]]:
    """The entities of a Doc."""
    return [(ent.start_char, ent.end_char) for ent in doc.ents]


def mark(
    nlp: "Language",
    documents: Sequence[GeneDocument],
    read: Callable[[Any], list[tuple[int, int]]] = our_mentions,
) -> Spans:
    """Half-open character spans by document id, as the pipeline marks them in the bare texts."""
    docs = nlp.pipe((document.text for document in documents), batch_size=16)
    return {one.id: read(doc) for one, doc in zip(documents, docs, strict=True)}


def score(documents: Sequence[GeneDocument], predictions: Mapping[str, Iterable[Any]]) -> Figures:
    """Score half-open character spans by document id."""
    gold = _closed({document.id: document.mentions for document in documents})
    given = _closed(predictions)
    return Figures(strict_score(gold, given), lenient_score(gold, given))


def found_by_type(predictions: Spans) -> list[tuple[str, int, int, int]]:
    """For each type of NLM-Gene: its mentions, those marked exactly, those touched by a prediction.

    Predictions are half-open character spans by document id. Mentions that overlap count each.
    """
    counts: dict[str, Counter[str]] = {}
    documents = {document.id: document for document in read_concepts(data_folder() / NLM_GENE)}
    for key, spans in predictions.items():
        for mention in documents[key].mentions:
            count = counts.setdefault(mention.type, Counter())
            count["all"] += 1
            count["exact"] += (mention.start, mention.end) in spans
            count["touched"] += any(a < mention.end and mention.start < b for a, b in spans)
    return [(name, one["all"], one["exact"], one["touched"]) for name, one in counts.items()]


def _closed(spans: Mapping[str, Iterable[Any]]) -> Spans:
    """Both ends included, as the scorers take them."""
    return {key: [(start, end - 1) for start, end in listed] for key, listed in spans.items()}


def score_rows(
    system: str, corpora: Mapping[str, Sequence[GeneDocument]], found: Mapping[str, Spans]
) -> list[list[str]]:
    """A row for each corpus: its size, and the scores of what the system found in it."""
    rows = []
    for name, documents in corpora.items():
        figures = score(documents, found[name])
        ratios = [ratio for one in figures for ratio in (one.precision, one.recall, one.f)]
        mentions = sum(len(document.mentions) for document in documents)
        sizes = [f"{len(documents)}", f"{mentions:,}"]
        rows.append([f"{name}, {system}", *sizes, *(f"{100 * ratio:.2f}" for ratio in ratios)])
    return rows


def type_rows(system: str, predictions: Spans) -> list[list[str]]:
    """A row for each type of NLM-Gene: mentions, and the share marked exactly and touched."""
    return [
        [
            f"{name}, {system}",
            str(count),
            f"{100 * exact / count:.1f}",
            f"{100 * touched / count:.1f}",
        ]
        for name, count, exact, touched in found_by_type(predictions)
    ]


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign", help="a name or a folder")
    parser.add_argument("--spacy-ner", metavar="DIR", help="what peers/train_spacy_ner.py wrote")
    parser.add_argument("--dev", action="store_true", help="the texts to choose by, not to report")
    return parser.parse_args()


def main() -> None:
    """Mark, score and print."""
    import spacy

    args = arguments()
    systems: dict[str, tuple[str, Callable[[Any], list[tuple[int, int]]]]] = {
        "spacy-citalign": (args.pipeline, our_mentions)
    }
    if args.spacy_ner is not None:
        systems["spaCy CNN ner"] = (args.spacy_ner, entities)
    scores: list[list[str]] = []
    types: list[list[str]] = []
    try:
        corpora = gold_corpora(dev=args.dev)
        for system, (model, read) in systems.items():
            nlp = load_as_bc2gm(model) if read is our_mentions else spacy.load(model)
            found = {name: mark(nlp, documents, read) for name, documents in corpora.items()}
            scores += score_rows(system, corpora, found)
            types += type_rows(system, found[list(corpora)[-1]])
    except (OSError, ValueError, CitalignError) as error:
        sys.exit(f"{error}\nCITALIGN_DATA names the folder of the corpora: {data_folder()}")
    kinds = [f"{kind} {letter}" for kind in ("strict", "lenient") for letter in "PRF"]
    print(markdown_table(["corpus, system", "texts", "mentions", *kinds], scores))
    print(f"\nMentions of NLM-Gene by type; the gold above is {', '.join(GENE_TYPES)}\n")
    print(markdown_table(["type, system", "mentions", "exact %", "touched %"], types))
