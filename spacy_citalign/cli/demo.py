"""`citalign demo`: the pipeline on bundled sentences, in the terminal and as a page."""

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from spacy_citalign.cli.align_records import Lines, aligned_groups
from spacy_citalign.cli.console import clear_errors
from spacy_citalign.cli.files import replacing
from spacy_citalign.cli.pipelines import SHIPPED, load_pipeline, raise_failure
from spacy_citalign.cli.results import span_records
from spacy_citalign.errors import SettingError
from spacy_citalign.report.class_table import class_table
from spacy_citalign.report.demo_sentences import CITANCES, CITED, SENTENCES
from spacy_citalign.report.marked import marked_text, without_overlaps
from spacy_citalign.report.page import MARK_TEMPLATE, count_wordings, html_page, mark_settings

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.citance_aligner import CitanceAligner

RESULT = "gene_mentions"
_ALIGNER = "citance_aligner"
PAGE_NAME = "genes.html"


@clear_errors
def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for the page; made if it is missing.")
    ] = Path("citalign-demo"),
    pipeline: Annotated[str, typer.Option(help="Pipeline to run: a name or a folder.")] = SHIPPED,
) -> None:
    """Mark the genes in a few sentences, here and on an HTML page, and align five citances.

    The number after a gene is the pipeline's confidence, a probability.
    """
    start = time.perf_counter()
    nlp = load_pipeline(pipeline)
    loaded = time.perf_counter()
    found = _find_genes(nlp, pipeline)
    done = time.perf_counter()

    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for number, (text, mentions) in enumerate(zip(SENTENCES, found, strict=True), 1):
        typer.echo(f"{number:2}  {marked_text(text, mentions, colour=colour)}")
    timing = (
        f"{len(SENTENCES)} sentences, {sum(map(len, found))} gene mentions in "
        f"{1000 * (done - loaded):.0f} ms (pipeline loaded in {loaded - start:.1f} s)"
    )
    typer.echo(f"\n{timing}")
    if _ALIGNER in nlp.pipe_names:
        typer.echo(f"\n{_aligned(nlp)}")
    output.mkdir(parents=True, exist_ok=True)
    page = output / PAGE_NAME
    with replacing(page) as part:
        part.write_text(_page(found, f"Pipeline {pipeline}: {timing}."), encoding="utf-8")
    typer.echo(f"page written: {page}")


def _find_genes(nlp: "Language", name: str) -> list[list[dict[str, Any]]]:
    """The gene mentions of each sentence. Raises SettingError where the pipeline sets none."""
    nlp.set_error_handler(raise_failure)
    found = []
    for doc in nlp.pipe(SENTENCES):
        mentions = span_records(doc, RESULT)
        if mentions is None:
            raise SettingError(
                f"the pipeline {name!r} marks no genes (no {RESULT} on its docs); "
                "choose one that has a gene_mention_tagger"
            )
        found.append(mentions)
    return found


def _aligned(nlp: "Language") -> str:
    """What the sentences that cite one work share, as a table."""
    members = [{"id": str(number), "text": text} for number, text in enumerate(CITANCES, 1)]
    group = json.dumps({"cited": {"key": CITED}, "citances": members})
    aligner = cast("CitanceAligner", nlp.get_pipe(_ALIGNER))
    (outcome,) = aligned_groups(nlp, aligner, Lines([group.encode()]), "demo")
    return class_table(outcome.row, width=100)


def _page(found: list[list[dict[str, Any]]], note: str) -> str:
    """The page of the sentences with their genes."""
    return html_page(
        "Genes in citing sentences",
        "Each green stretch is a gene or protein that the pipeline found; the number is its "
        "confidence. The sentences were written for this demonstration.",
        [
            mark_html(text, mentions, label="GENE")
            for text, mentions in zip(SENTENCES, found, strict=True)
        ],
        counts=count_wordings(SENTENCES, found),
        note=note,
    )


def mark_html(text: str, mentions: list[dict[str, Any]], *, label: str) -> str:
    """``text`` as displaCy renders it, with its mentions marked and its markup escaped."""
    from spacy import displacy

    entities = [
        {
            "start": mention["start_char"],
            "end": mention["end_char"],
            "label": label,
            "params": mark_settings(mention),
        }
        for mention in without_overlaps(mentions)[0]
    ]
    return str(
        displacy.render(
            {"text": text, "ents": entities},
            style="ent",
            manual=True,
            jupyter=False,
            options={"template": MARK_TEMPLATE},
        )
    )
