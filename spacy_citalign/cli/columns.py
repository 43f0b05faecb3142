"""`citalign columns`: texts in, their sentences in the columns of an alignment out."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ..batch.messages import say
from ..batch.pipelines import SHIPPED, load_pipeline
from ..batch.stream import annotated
from ..errors import InputError, SettingError, one_line
from ..inputs.records import STDIN, Format, Record
from ..inputs.selection import file_format, why_not_readable
from ..inputs.sources import read_records
from ..report.column_page import column_page
from ..report.column_rows import ColumnRow
from ..report.column_table import column_table
from ..report.phrases import counted
from .console import SOME_FAILED, clear_errors
from .options import Html, LinesAsTexts, QuietSummary, TableWidth
from .outputs import HTML, check_new_file, write_text

if TYPE_CHECKING:
    from spacy.language import Language

FACTORY = "column_tagger"
LIMIT = 20
_UNUSED = {
    "base_phrase_chunker",
    "citance_aligner",
    "citance_finder",
    "gene_mention_tagger",
    "propositional_term_extractor",
}
_UNKNOWN_FORMAT = (
    "is neither a file that ends in .txt or .jsonl nor a text, which has a blank in it; rename the "
    "file, or give the text by standard input (-)"
)
_BATCH_SIZE = 32  # few texts are shown, and the first of them soon


class _Sentences(NamedTuple):
    """The sentences that are shown.

    Attributes:
        rows: a sentence each.
        anchors: names of the anchors by column.
        more: whether sentences were left out.
        failed: how many texts failed.
    """

    rows: list[ColumnRow]
    anchors: dict[int, str]
    more: bool
    failed: int


@clear_errors
def columns(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES_OR_TEXTS...",
            help=".txt or .jsonl files, in UTF-8; - is standard input. What has a blank in it and "
            "no such ending is a text itself.",
        ),
    ],
    html: Html = None,
    regions: Annotated[
        bool,
        typer.Option("--regions", help="Show the anchors and the regions between, not columns."),
    ] = False,
    tags: Annotated[bool, typer.Option("--tags", help="Print words as word/TAG.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Most sentences to show.")] = LIMIT,
    width: TableWidth = None,
    lines: LinesAsTexts = False,
    pipeline: Annotated[
        str, typer.Option(help=f"Pipeline to run, with a {FACTORY}: a name or a folder.")
    ] = SHIPPED,
    quiet: QuietSummary = False,
) -> None:
    """Show sentences in columns: words that play the same part in a sentence stand together.

    The table has a row for each sentence and a column for each column of the alignment that is in
    use; - is a gap, + heads words without a column, * marks the anchors, which few sentences leave
    empty. It is broken into blocks where it is wider than the terminal; the page is not.

    A text that fails is reported and does not stop the others. The exit status is 0 if all went
    well, 1 if texts failed, 2 if nothing could be done.
    """
    files = [Path(name) for name in inputs if not _is_text(name)]
    if html is not None:
        check_new_file(html, HTML, files, name="page")
    _check_inputs(files, texts=len(inputs) - len(files), lines=lines)
    nlp = load_pipeline(pipeline)
    _disable_unused(nlp, pipeline)
    records = _records(inputs, lines=lines)
    shown = _first_sentences(nlp, records, regions=regions, limit=limit)
    if not shown.rows:
        raise InputError("there is no sentence to show; give texts that can be read")
    width = width or max(shutil.get_terminal_size().columns, 20)
    typer.echo(column_table(shown.rows, anchors=shown.anchors, width=width, tags=tags))
    if html is not None:
        unit = "region" if regions else "column"
        write_text(html, column_page(shown.rows, anchors=shown.anchors, unit=unit))
    if not quiet:
        where = "" if html is None else f" -> {html}"
        more = " (there are more: --limit)" if shown.more else ""
        read, failed = counted(len(shown.rows), "sentence"), counted(shown.failed, "text")
        say(f"{read} shown{more}, {failed} failed{where}")
    if shown.failed:
        raise typer.Exit(SOME_FAILED)


def _is_text(name: str) -> bool:
    """Return whether an argument is a text and not the name of a file."""
    return any(map(str.isspace, name)) and not _has_format(Path(name))


def _has_format(path: Path) -> bool:
    """Return whether the name of a file says how to read it."""
    try:
        file_format(path, Format.auto, lines=False)
    except InputError:
        return False
    return True


def _check_inputs(files: Sequence[Path], *, texts: int, lines: bool) -> None:
    """See that there is something to read.

    Raises:
        InputError: nothing can be read.
        SettingError: standard input is read twice.
    """
    if list(files).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    problems = {
        path: why_not_readable(path, Format.auto, lines=lines)
        if _has_format(path)
        else _UNKNOWN_FORMAT
        for path in files
    }
    if not texts and all(problems.values()):
        for path, problem in problems.items():
            say(f"{path}: {problem}")
        raise InputError("no input file can be read")


def _disable_unused(nlp: "Language", pipeline: str) -> None:
    """Disable what finds genes, terms and citations.

    Raises:
        NotFittedError: the tagger of columns is not trained.
        SettingError: there is none.
    """
    from ..components.base import BatchPipe

    factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    taggers = [name for name, factory in factories.items() if FACTORY in (name, factory)]
    if not taggers:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}, it has: "
            f"{', '.join(factories) or 'no components'}; name one that has it with --pipeline, or "
            f'add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    for tagger in map(nlp.get_pipe, taggers):
        if isinstance(tagger, BatchPipe):
            tagger.require_fitted()
    nlp.select_pipes(disable=[name for name in factories if factories[name] in _UNUSED])


def _records(inputs: Sequence[str], *, lines: bool) -> Iterator[Record]:
    """Yield the texts of all arguments, in order."""
    for number, name in enumerate(inputs, start=1):
        if _is_text(name):
            yield Record(f"text {number}", f"text {number}", name)
        elif not _has_format(Path(name)):
            yield Record(str(Path(name)), name, error=_UNKNOWN_FORMAT)
        else:
            yield from read_records([Path(name)], Format.auto, lines=lines)


def _first_sentences(
    nlp: "Language", records: Iterator[Record], *, regions: bool, limit: int
) -> _Sentences:
    """Return the first ``limit`` sentences; they are titled where they are of several texts."""
    from ..components.columns.rendering import column_anchors, column_rows

    rows: list[ColumnRow] = []
    anchors: dict[int, str] = {}
    sources: set[str] = set()
    failed = 0
    for record, doc, error in annotated(nlp, records, batch_size=_BATCH_SIZE):
        doc_rows = []
        if doc is not None:
            try:
                doc_rows = column_rows(doc, regions=regions)
                anchors |= column_anchors(doc, regions=regions)
            except InputError as problem:
                error = one_line(problem)
        if error is not None:
            say(f"{record.source}: {error}")
            failed += 1
            continue
        sources.add(record.source)
        title = Path(record.source).name
        rows += [replace(row, title=title) for row in doc_rows]
        if len(rows) > limit:
            break
    if len(sources) == 1:
        rows = [replace(row, title="") for row in rows]
    return _Sentences(rows[:limit], anchors, len(rows) > limit, failed)
