"""`citalign sentences`: texts in, the sentences that say the same out, side by side."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..app.output_files import HTML, JSONL, write_lines, write_text
from ..app.pipelines import SHIPPED, load_pipeline, raise_failure
from ..app.report.phrases import counted
from ..app.report.sentence_page import sentence_page
from ..app.report.sentence_pairs import all_links
from ..app.report.sentence_table import sentence_table
from ..errors import SettingError
from ..inputs.records import Format
from ..memory import FREE
from .console import exit_if, hold, say, terminal_width
from .options import (
    ArticleFormat,
    Html,
    MaxMemory,
    QuietSummary,
    TableWidth,
    pipeline_option,
    probability_option,
)
from .text_inputs import NOT_OF_TEXTS, check_texts, joined, read_texts, short_names

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ..components.sentences.component import SentenceAlignerPipe

FACTORY = "sentence_aligner"
_UNUSED = NOT_OF_TEXTS | {"column_tagger"}
_FOR_GENES = {"gene_mention_tagger", "perceptron_tagger"}


def sentences(
    texts: Annotated[
        list[Path],
        typer.Argument(
            metavar="TEXTS...",
            help="Two files or more, a text each: plain text in .txt, or articles as `citalign "
            "citances` reads them; - is standard input.",
        ),
    ],
    html: Html = None,
    jsonl: Annotated[
        Path | None, typer.Option(help="File to write, too, .jsonl, a line a link.")
    ] = None,
    method: Annotated[
        Literal["context", "versions", "alignment", "tfidf"] | None,
        typer.Option(
            help="context looks at neighbours and competitors, versions too, for drafts or "
            "translations of one text; alignment and tfidf are the "
            "methods of Nelken & Shieber. Default: the pipeline's."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        probability_option(
            "Least probability of a link; tfidf links the first sentences all the same. "
            "Default: the pipeline's."
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
    width: TableWidth = None,
    input_format: ArticleFormat = "auto",
    pipeline: Annotated[str, pipeline_option(f"to run, with a {FACTORY}")] = SHIPPED,
    max_memory: MaxMemory = FREE,
    quiet: QuietSummary = False,
) -> None:
    """Show which sentences of two texts or more say the same.

    Each text is aligned with each other one. The table has a row for each link: how probable it is,
    and both sentences with their numbers in their texts, from 1. The page has the texts side by
    side with ribbons between the sentences, and shows all sentences.

    A line of the file is {"files", "texts", "sentences", "first", "second", "probability"}: the
    names of both files, their numbers and those of the sentences, from 0, and both sentences as
    {"start_char", "end_char", "text"}, half-open characters of their own text, which of an article
    is that of its paragraphs.

    The exit status is 0 if all went well, 1 if texts were too large to be aligned with each other,
    2 if nothing could be done.
    """
    from ..app.report.doc_rows import text_pairs

    check_texts(texts)
    hold(html, texts, HTML)
    hold(jsonl, texts, JSONL)
    records = read_texts(texts, Format(input_format))
    unused = _UNUSED if genes else _UNUSED | _FOR_GENES
    nlp = load_pipeline(pipeline, exclude=unused)
    aligners = _find_aligners(nlp, pipeline, {"method": method, "threshold": threshold})
    for name, meta in ((name, nlp.get_pipe_meta(name)) for name in nlp.pipe_names):
        if meta.factory in unused or (lines and "token.is_sent_start" in meta.assigns):
            nlp.disable_pipe(name)
    nlp.set_error_handler(raise_failure)
    names = short_names(texts)
    key = aligners[-1].settings.texts
    doc = nlp(joined(nlp, records, key=key, names=names, lines=lines))
    pairs = text_pairs(doc, names=names)
    typer.echo(sentence_table(pairs, width=terminal_width(width), unaligned=unaligned))
    if html is not None:
        write_text(html, sentence_page(pairs))
    if jsonl is not None:
        write_lines(jsonl, _json_lines(doc, names, key))
    if not quiet:
        where = ", ".join(str(path) for path in (html, jsonl) if path is not None)
        counts = f"{counted(len(names), 'text')}, {counted(all_links(pairs), 'link')}"
        say(f"{counts}{where and f' -> {where}'}")
    failed = sum(aligner.unaligned for aligner in aligners)
    if failed:
        say(f"{counted(failed, 'pair')} of texts could not be aligned")
    exit_if(failed)


def _find_aligners(
    nlp: "Language", pipeline: str, changes: dict[str, Any]
) -> "list[SentenceAlignerPipe]":
    """Return the aligners of sentences in a pipeline, with other settings where these are given.

    Raises:
        NotFittedError: one is not trained.
        SettingError: there is none.
    """
    from ..components.sentences.component import SentenceAlignerPipe

    aligners = [pipe for _, pipe in nlp.pipeline if isinstance(pipe, SentenceAlignerPipe)]
    if not aligners:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}; name one that has it with --pipeline, or "
            f'add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    for aligner in aligners:
        aligner.require_fitted()
        aligner.override_settings(
            **{name: value for name, value in changes.items() if value is not None}
        )
    return aligners


def _json_lines(doc: "Doc", names: Sequence[str], key: str) -> Iterator[str]:
    """Yield a line for each link; the texts are in ``doc.spans[key]``."""
    starts = [span.start_char for span in doc.spans[key]]
    for link in doc._.sentence_alignment:
        row: dict[str, Any] = {"files": [names[number] for number in link["texts"]], **link}
        for side, number in zip(("first", "second"), link["texts"], strict=True):
            sentence = link[side]
            row[side] = sentence | {
                name: sentence[name] - starts[number] for name in ("start_char", "end_char")
            }
        yield json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
