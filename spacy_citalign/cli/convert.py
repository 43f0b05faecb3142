"""`citalign convert`: published formats in, `.spacy` files out."""

from pathlib import Path
from typing import Annotated

import typer

from ..app.batch.messages import say
from ..app.batch.pipelines import SHIPPED, load_pipeline, read_examples
from ..app.output_files import check_new_file
from ..atomic import atomic_output
from .console import hold


def convert(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="File or folder of the corpus.")],
    output: Annotated[Path, typer.Argument(metavar="OUTPUT", help="File to write, X.spacy.")],
    reader: Annotated[
        str, typer.Option(help="Registered spaCy reader of the format, as citalign.BC2GM.v1.")
    ],
    pipeline: Annotated[
        str,
        typer.Option(help="Pipeline whose tokenizer cuts the text; blank:en is spaCy's own."),
    ] = SHIPPED,
) -> None:
    """Make a .spacy file of a published corpus.

    It has the gold annotations in it, and can be given to `spacy train`, `spacy evaluate` and
    `citalign evaluate`.
    """
    check_new_file(output, ".spacy", [source])
    hold(output)
    nlp = load_pipeline(pipeline)
    from spacy.tokens import DocBin

    docs = DocBin(store_user_data=True)
    with atomic_output(output) as part:
        for example in read_examples(nlp, source, reader):
            docs.add(example.reference)
        docs.to_disk(part)
    say(f"{len(docs)} documents -> {output}")
