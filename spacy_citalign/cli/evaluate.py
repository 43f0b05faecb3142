"""`citalign evaluate`: all scores of a pipeline on gold data, ours included."""

import time
from pathlib import Path
from typing import Annotated

import typer

from ..app.output_files import write_json
from ..app.pipelines import load_pipeline, raise_failure
from ..app.report.table import score_tables
from .console import hold, say
from .convert import read_examples


def evaluate(
    pipeline: Annotated[str, typer.Argument(help="Pipeline to score: a name or a folder.")],
    data: Annotated[Path, typer.Argument(help=".spacy file, or a corpus that --reader reads.")],
    reader: Annotated[
        str | None,
        typer.Option(help="Registered spaCy reader of the data, as citalign.BC2GM.v1."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the scores to this JSON file.")
    ] = None,
) -> None:
    """Score a pipeline on gold data.

    `spacy evaluate` prints spaCy's own measures only and reads .spacy files only; this prints
    every number that the scorers of the components return. P, R and F are in per cent.
    """
    hold(json_file, [data])
    nlp = load_pipeline(pipeline)
    nlp.set_error_handler(raise_failure)
    examples = list(read_examples(nlp, data, reader))
    start = time.perf_counter()
    scores = nlp.evaluate(examples)
    seconds = time.perf_counter() - start
    typer.echo(score_tables(scores))
    say(f"{len(examples)} documents scored in {seconds:.1f} s")
    if json_file is not None:
        evaluation = {
            "pipeline": pipeline,
            "data": str(data),
            "reader": reader,
            "documents": len(examples),
            "scores": scores,
        }
        write_json(json_file, evaluation)
