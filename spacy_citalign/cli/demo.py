"""`citalign demo`: the pipeline on bundled sentences, in the terminal and as a page."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spacy_citalign.cli.console import clear_errors
from spacy_citalign.cli.files import replacing
from spacy_citalign.cli.pipelines import SHIPPED, load_pipeline, raise_failure
from spacy_citalign.cli.results import span_records
from spacy_citalign.errors import SettingError
from spacy_citalign.report.demo_sentences import SENTENCES
from spacy_citalign.report.marked import marked_text, without_overlaps
from spacy_citalign.report.page import MARK_TEMPLATE, count_wordings, html_page, mark_settings

if TYPE_CHECKING:
    from spacy.language import Language

RESULT = "gene_mentions"
PAGE_NAME = "genes.html"


@clear_errors
def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for the page; made if it is missing.")
    ] = Path("citalign-demo"),
    pipeline: Annotated[str, typer.Option(help="Pipeline to run: a name or a folder.")] = SHIPPED,
) -> None:
    """Mark the genes in a few sentences, here and on an HTML page.

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
