"""`citalign columns`: texts in, their sentences in the columns of an alignment out."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..app.batch.stream import annotated
from ..app.output_files import HTML, write_text
from ..app.pipelines import SHIPPED, load_pipeline
from ..app.report.column_page import column_page
from ..app.report.column_rows import ColumnRow
from ..app.report.column_table import column_table
from ..app.report.phrases import counted
from ..corpora.packed import SUFFIXES as PACKED_SUFFIXES
from ..errors import InputError, SettingError, one_line
from ..inputs.records import STDIN, Format, Record, failed
from ..inputs.sources.files import read_records
from .console import exit_if, hold, say, terminal_width
from .options import (
    ArticleFormat,
    Html,
    LinesAsTexts,
    QuietSummary,
    TableWidth,
    pipeline_option,
)
from .text_inputs import NOT_OF_TEXTS

if TYPE_CHECKING:
    from spacy.language import Language

FACTORY = "column_tagger"
LIMIT = 20
_UNUSED = NOT_OF_TEXTS | {"gene_mention_tagger"}
_NO_FILE = (
    "is neither a file nor a text, which has a blank in it; give the text by standard input (-)"
)
_SUFFIXES = {".txt", ".jsonl", ".xml", ".json", ".html", *PACKED_SUFFIXES}  # of names with blanks
_BATCH_SIZE = 32  # few texts are shown, and the first of them soon


def columns(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES_OR_TEXTS...",
            help="Files of text in .txt or .jsonl, or of articles as `citalign citances` reads "
            "them; - is standard input. What has a blank in it and is no file is a text itself.",
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
    input_format: ArticleFormat = "auto",
    pipeline: Annotated[str, pipeline_option(f"to run, with a {FACTORY}")] = SHIPPED,
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
    form = Format(input_format)
    hold(html, files, HTML, name="page")
    _check_inputs(files, texts=len(inputs) - len(files), form=form, lines=lines)
    nlp = load_pipeline(pipeline)
    _disable_unused(nlp, pipeline)
    records = _records(inputs, form=form, lines=lines)
    rows, anchors, failures = _first_sentences(nlp, records, regions=regions, limit=limit)
    if not rows:
        raise InputError("there is no sentence to show; give texts that can be read")
    shown = rows[:limit]
    typer.echo(column_table(shown, anchors=anchors, width=terminal_width(width), tags=tags))
    if html is not None:
        unit = "region" if regions else "column"
        write_text(html, column_page(shown, anchors=anchors, unit=unit))
    if not quiet:
        where = "" if html is None else f" -> {html}"
        more = " (there are more: --limit)" if len(rows) > limit else ""
        count = counted(len(shown), "sentence")
        say(f"{count} shown{more}, {counted(failures, 'text')} failed{where}")
    exit_if(failures)


def _is_text(name: str) -> bool:
    """Return whether an argument is a text and not the name of a file."""
    if not any(map(str.isspace, name)) or Path(name).suffix.lower() in _SUFFIXES:
        return False
    try:
        return not Path(name).exists()
    except OSError:  # longer than any name
        return True


def _check_inputs(files: Sequence[Path], *, texts: int, form: Format, lines: bool) -> None:
    """See that there is something to read.

    Raises:
        InputError: nothing can be read.
        SettingError: standard input is read twice.
    """
    if list(files).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    if texts:
        return
    problems = []
    for path in files:
        records = _records([str(path)], form=form, lines=lines)
        first = next(records, None) if path != STDIN else None
        if first is None or first.error is None:
            return
        problems.append(f"{first.source}: {first.error}")
    say(*problems)
    raise InputError("no input file can be read")


def _disable_unused(nlp: "Language", pipeline: str) -> None:
    """Disable what finds genes, terms and citations.

    Raises:
        NotFittedError: the tagger of columns is not trained.
        SettingError: there is none.
    """
    from ..components.base.pipes import SettingsPipe

    factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    taggers = [name for name, factory in factories.items() if FACTORY in (name, factory)]
    if not taggers:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}, it has: "
            f"{', '.join(factories) or 'no components'}; name one that has it with --pipeline, or "
            f'add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    for tagger in map(nlp.get_pipe, taggers):
        if isinstance(tagger, SettingsPipe):
            tagger.require_fitted()
    nlp.select_pipes(disable=[name for name in factories if factories[name] in _UNUSED])


def _records(inputs: Sequence[str], *, form: Format, lines: bool) -> Iterator[Record]:
    """Yield the texts of all arguments, in order."""
    for number, name in enumerate(inputs, start=1):
        path = Path(name)
        if _is_text(name):
            yield Record(f"text {number}", f"text {number}", name)
        elif path == STDIN or path.suffix.lower() in _SUFFIXES or path.exists():
            yield from read_records([path], form, lines=lines)
        else:
            yield failed(str(path), _NO_FILE)


def _first_sentences(
    nlp: "Language", records: Iterator[Record], *, regions: bool, limit: int
) -> tuple[list[ColumnRow], dict[int, str], int]:
    """Return the first sentences, their anchors by column, and how many texts failed.

    Reading ends where there are more than ``limit``. Sentences of several texts are titled.
    """
    from ..app.report.doc_rows import column_anchors, column_rows

    rows: list[ColumnRow] = []
    anchors: dict[int, str] = {}
    sources: set[str] = set()
    failures = 0
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
            failures += 1
            continue
        sources.add(record.source)
        rows += [row._replace(title=Path(record.source).name) for row in doc_rows]
        if len(rows) > limit:
            break
    if len(sources) == 1:
        rows = [row._replace(title="") for row in rows]
    return rows, anchors, failures
