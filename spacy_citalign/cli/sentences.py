"""`citalign sentences`: texts in, the sentences that say the same out, side by side."""

import json
import shutil
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spacy_citalign.cli.console import SOME_FAILED, clear_errors
from spacy_citalign.cli.text_inputs import check_texts, joined, read_texts, short_names
from spacy_citalign.errors import SettingError
from spacy_citalign.report.phrases import counted
from spacy_citalign.report.sentence_page import sentence_page
from spacy_citalign.report.sentence_pairs import all_links
from spacy_citalign.report.sentence_table import sentence_table
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import check_output, replacing
from spacy_citalign.runs.pipelines import SHIPPED, load_pipeline, raise_failure
from spacy_citalign.runs.records import STDIN

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from spacy_citalign.components.sentence_aligner import SentenceAlignerPipe

FACTORY = "sentence_aligner"
HTML = ".html"
JSONL = ".jsonl"
_UNUSED = {
    "base_phrase_chunker",
    "citance_aligner",
    "citance_finder",
    "column_tagger",
    "propositional_term_extractor",
}
_FOR_GENES = {"gene_mention_tagger", "perceptron_tagger"}
_SENTENCE_STARTS = "token.is_sent_start"


class Method(Enum):
    """How sentences are aligned."""

    context = "context"
    versions = "versions"
    alignment = "alignment"
    tfidf = "tfidf"


@clear_errors
def sentences(
    texts: Annotated[
        list[Path],
        typer.Argument(
            metavar="TEXTS...",
            help="Two files or more, a text each, in UTF-8; - is standard input.",
        ),
    ],
    html: Annotated[Path | None, typer.Option(help="Page to write, too, .html.")] = None,
    jsonl: Annotated[
        Path | None, typer.Option(help="File to write, too, .jsonl, a line a link.")
    ] = None,
    method: Annotated[
        Method | None,
        typer.Option(
            help="context looks at neighbours and competitors, versions too, for drafts or "
            "translations of one text; alignment and tfidf are the "
            "methods of Nelken & Shieber. Default: the pipeline's."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Least probability of a link; tfidf links the first sentences all the same. "
            "Default: the pipeline's.",
        ),
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Each line is a sentence, blank lines are none.")
    ] = False,
    genes: Annotated[
        bool, typer.Option("--genes", help="Find genes, so that their spellings are one word.")
    ] = False,
    unaligned: Annotated[
        bool, typer.Option("--all", help="Print the sentences without a partner, too.")
    ] = False,
    width: Annotated[
        int | None,
        typer.Option(min=20, help="Width of the printed table. Default: the terminal's."),
    ] = None,
    pipeline: Annotated[
        str, typer.Option(help=f"Pipeline to run, with a {FACTORY}: a name or a folder.")
    ] = SHIPPED,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No summary, errors only.")] = False,
) -> None:
    """Show which sentences of two texts or more say the same.

    Each text is aligned with each other one. The table has a row for each link: how probable it is,
    and both sentences with their numbers in their texts, from 1. The page has the texts side by
    side with ribbons between the sentences, and shows all sentences.

    A line of the file is {"files", "texts", "sentences", "first", "second", "probability"}: the
    names of both files, their numbers and those of the sentences, from 0, and both sentences as
    {"start_char", "end_char", "text"}, half-open characters of their own file.

    The exit status is 0 if all went well, 1 if texts were too large to be aligned with each other,
    2 if nothing could be done.
    """
    from spacy_citalign.components.sentence_rendering import text_pairs

    check_texts(texts)
    for path, suffix in ((html, HTML), (jsonl, JSONL)):
        if path is not None and path.suffix != suffix:
            raise SettingError(f"the output {path} must end in {suffix}")
        if path is not None:
            check_output(path, [text for text in texts if text != STDIN])
    records = read_texts(texts)
    nlp = load_pipeline(pipeline, exclude=_UNUSED if genes else _UNUSED | _FOR_GENES)
    aligners = _prepare(nlp, pipeline, genes=genes, lines=lines)
    for aligner in aligners:
        aligner.method = aligner.method if method is None else method.value
        aligner.threshold = aligner.threshold if threshold is None else threshold
    names = short_names(texts)
    key = aligners[-1].texts
    doc = nlp(joined(nlp, records, key=key, names=names, lines=lines))
    pairs = text_pairs(doc, names=names)
    room = width or max(shutil.get_terminal_size().columns, 20)
    typer.echo(sentence_table(pairs, width=room, unaligned=unaligned))
    if html is not None:
        with replacing(html) as part:
            part.write_text(sentence_page(pairs), encoding="utf-8", newline="\n")
    if jsonl is not None:
        with replacing(jsonl) as part, part.open("w", encoding="utf-8", newline="\n") as handle:
            handle.writelines(_json_lines(doc, names, [span.start_char for span in doc.spans[key]]))
    if not quiet:
        where = ", ".join(str(path) for path in (html, jsonl) if path is not None)
        read, found = counted(len(names), "text"), counted(all_links(pairs), "link")
        say(f"{read}, {found}{where and f' -> {where}'}")
    failed = sum(aligner.unaligned for aligner in aligners)
    if failed:
        say(f"{counted(failed, 'pair')} of texts could not be aligned")
        raise typer.Exit(SOME_FAILED)


def _prepare(
    nlp: "Language", pipeline: str, *, genes: bool, lines: bool
) -> "list[SentenceAlignerPipe]":
    """Disable what is not needed; return the aligners.

    Raises SettingError where there is no aligner, NotFittedError where one is untrained.
    """
    from spacy_citalign.components.sentence_aligner import SentenceAlignerPipe

    found = [pipe for _, pipe in nlp.pipeline if isinstance(pipe, SentenceAlignerPipe)]
    if not found:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}; name one that has it with --pipeline, or "
            f'add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    for aligner in found:
        aligner.require_fitted()
    unused = _UNUSED if genes else _UNUSED | _FOR_GENES
    metas = {name: nlp.get_pipe_meta(name) for name in nlp.pipe_names}
    disabled = [
        name
        for name, meta in metas.items()
        if meta.factory in unused or (lines and _SENTENCE_STARTS in meta.assigns)
    ]
    nlp.select_pipes(disable=disabled)
    nlp.set_error_handler(raise_failure)
    return found


def _json_lines(doc: "Doc", names: Sequence[str], starts: Sequence[int]) -> Iterator[str]:
    """A line for each link; ``starts`` are the first characters of the texts."""
    for link in doc._.sentence_alignment:
        row: dict[str, Any] = {"files": [names[number] for number in link["texts"]], **link}
        for side, number in zip(("first", "second"), link["texts"], strict=True):
            sentence = link[side]
            row[side] = sentence | {
                name: sentence[name] - starts[number] for name in ("start_char", "end_char")
            }
        yield json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
