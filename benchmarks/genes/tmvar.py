"""Genes with ids in abstracts that no part saw: tmVar v3, beside the figures of named systems.

    python -m benchmarks.genes tmvar [PIPELINE] [--record]

Scored as ``hu-ner/hunflair2-experiments`` scores: a mention is found where one is at its
characters, each end within one; with ids, where the sets of ids meet. Gold mentions without an id
(NIL) are passed over: they count neither as found nor as wrong. The figures of the other systems
are those of the README of the data, computed from what they predicted for the same abstracts.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from spacy_citalign.corpora.concepts import ConceptDocument
from spacy_citalign.corpora.pubtator import read_pubtator

from ..common import data_folder
from ..recording import Table, add_record_option, publish

if TYPE_CHECKING:
    from spacy.language import Language

PEERS = [
    ["PubTator Central", "90.5", "81.6", "85.8", "92.7", "83.6", "87.9"],
    ["HunFlair2 (transformers)", "72.7", "77.4", "75.0", "82.9", "88.2", "85.4"],
    ["BERN2", "40.7", "49.5", "44.7", "44.5", "54.1", "48.8"],
    ["BENT", "-", "-", "-", "76.6", "84.4", "80.3"],
]


class Found(NamedTuple):
    """A mention that a system marked: half-open characters, and ids."""

    start: int
    end: int
    ids: frozenset[str]


def matches(gold: Found, found: Found, *, with_ids: bool) -> bool:
    """Whether a mention is found by the rule."""
    near = abs(gold.start - found.start) <= 1 and abs(gold.end - found.end) <= 1
    return near and (not with_ids or bool(gold.ids & found.ids))


def counts(
    gold: Iterable[Sequence[Found]], found: Iterable[Sequence[Found]], *, with_ids: bool
) -> tuple[int, int, int]:
    """Count right, wrong and missing mentions of documents; each finds one of gold at most."""
    right = wrong = missing = 0
    for wanted, given in zip(gold, found, strict=True):
        left = list(given)
        for one in wanted:
            hits = (x for x in left if matches(one, x, with_ids=with_ids and bool(one.ids)))
            hit = next(hits, None)
            if hit is not None:
                left.remove(hit)
            if one.ids:
                right, missing = right + (hit is not None), missing + (hit is None)
        wrong += len(left)
    return right, wrong, missing


def marked(nlp: "Language", documents: Sequence[ConceptDocument]) -> list[list[Found]]:
    """What a pipeline marks in each text."""
    docs = nlp.pipe((document.text for document in documents), batch_size=16)
    return [
        [
            Found(span.start_char, span.end_char, frozenset(filter(None, span.kb_id_.split(";"))))
            for span in doc.spans["gene_mentions"]
        ]
        for doc in docs
    ]


def percent(right: int, wrong: int, missing: int) -> list[str]:
    """Precision, recall and F, in percent."""
    ratios = [
        right / max(1, right + wrong),
        right / max(1, right + missing),
        2 * right / max(1, 2 * right + wrong + missing),
    ]
    return [f"{100 * ratio:.1f}" for ratio in ratios]


def main() -> None:
    """Mark, score, print, and record if that is wanted."""
    import spacy

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign", help="a name or a folder")
    add_record_option(parser)
    options = parser.parse_args()
    documents = list(read_pubtator(data_folder() / "tmvar" / "dev.pubtator"))
    gold = [[Found(m.start, m.end, frozenset(m.ids)) for m in one.mentions] for one in documents]
    nlp = spacy.load(options.pipeline)
    tagger = nlp.get_pipe("gene_mention_tagger")
    default = tagger.settings.guideline or tagger.guidelines[0]
    rows, seconds = [], 0.0
    for guideline in tagger.guidelines:
        tagger.override_settings(guideline=guideline)
        start = time.process_time()
        found = marked(nlp, documents)
        seconds = time.process_time() - start if guideline == default else seconds
        name = f"`{guideline}`{', as loaded' if guideline == default else ''}"
        with_ids, alone = (percent(*counts(gold, found, with_ids=ids)) for ids in (True, False))
        rows.append([name, *with_ids, *alone])
        known = [[one for one in marks if one.ids] for marks in found]
        rows.append([f"{name}, those with an id", *percent(*counts(gold, known, with_ids=True))])
        rows[-1] += [""] * 3
    columns = ["system", *(f"{what} {letter}" for what in ("id", "mention") for letter in "PRF")]
    notes = [
        f"{len(documents)} abstracts, {sum(map(len, gold)):,} mentions; the pipeline as it is "
        f"loaded takes {seconds:.0f} s of CPU for them.",
    ]
    table = Table("Genes of tmVar v3", columns, [*PEERS, *rows], notes)
    publish("genes", "tmvar", [table], keep=options.record)


if __name__ == "__main__":
    main()
