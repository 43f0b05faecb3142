"""`citalign evidence`: where a cited article says what the sentences that cite it say."""

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..app.batch.messages import say
from ..app.batch.pipelines import SHIPPED, load_pipeline
from ..app.report.phrases import counted, work_name
from ..errors import InputError
from ..inputs.article_files import article_files
from ..inputs.records import Format, Reading, Record
from ..memory import FREE, limit_memory
from .align_records import json_line
from .console import SOME_FAILED, Problems, Progress, clear_errors
from .evidence_doc import (
    FACTORY,
    caveats,
    evidence_doc,
    evidence_records,
    only_evidence,
    record_parts,
)
from .groups import GroupFilter, collect_citances, refuse_groups, total_size
from .options import (
    ArticleFormat,
    ArticleFormatOption,
    Captions,
    MaxMemory,
    Quiet,
    SentenceBefore,
    TableWidth,
    least_before,
)
from .outputs import JSONL, check_new_file, write_lines
from .text_inputs import read_texts

SCHEMA = 1
_NOT_FOUND = "not found in the text given"
_MARGIN = "      "


@clear_errors
def evidence(
    citing: Annotated[
        list[Path],
        typer.Argument(
            metavar="CITING...",
            help="Files, folders and archives of articles that cite it, as `citalign citances` "
            "reads them.",
        ),
    ],
    cited: Annotated[
        Path, typer.Option(metavar="ARTICLE", help="The cited article, a file of any such format.")
    ],
    work: Annotated[
        str | None,
        typer.Option(
            help="Which of the cited works it is, where the file does not say it: a DOI, PMID, "
            "PMCID or key, or words of author, year and title."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="File to write, too, .jsonl, a line a citing sentence."
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Sentences shown of each. Default: the pipeline's.")
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Least probability of a sentence. Default: the pipeline's."
        ),
    ] = None,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    input_format: ArticleFormatOption = ArticleFormat.auto,
    width: TableWidth = None,
    pipeline: Annotated[
        str, typer.Option(help=f"Pipeline to run, with an {FACTORY}: a name or a folder.")
    ] = SHIPPED,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Show which sentences of a cited article its citing sentences likely speak of.

    The article is found among the works that the others cite by its DOI, PMID, PMCID or arXiv id,
    else by first author, year and title. Probabilities are that an annotator would choose the
    sentence; whether it says what the citing sentence says is for you to judge.

    A line of the file is {"schema": 1, "cited", "citance", "evidence"}: the work and the citing
    sentence as in the rows of `citalign citances`, and a list, likeliest first, [] where nothing
    was found, of {"probability", "section", "start", "end", "text", "matches"}: characters of the
    article's text, and the words that both have, as {"citance": [start, end], "sentence": [start,
    end]}, characters of either text.

    The exit status is 0 if all went well, 1 if citing articles failed, 2 if nothing could be done.
    """
    limit_memory(max_memory)
    if output is not None:
        check_new_file(output, JSONL, [*citing, cited])
    refuse_groups([*citing, cited])
    form = Format(input_format.value)
    article = read_texts([cited], form)[0]
    files = article_files(citing)
    nlp = load_pipeline(pipeline)
    only_evidence(nlp, pipeline, {"limit": limit, "threshold": threshold})
    with Progress(
        total_size(files), quiet=quiet, unit="articles", doing="reading articles"
    ) as progress:
        problems = Problems(progress)
        reading = Reading(form, captions=captions, sentence_before=least_before(sentence_before))
        collected = collect_citances(
            files, nlp, problems, progress, reading=reading, pipeline=pipeline
        )
    row = _row(collected.citances.rows(), article, work)
    parts = record_parts(article, captions=captions)
    for caveat in caveats(parts):
        say(f"{article.source} {caveat}")
    doc = nlp(evidence_doc(nlp, row["citances"], parts))
    rows = [
        {"schema": SCHEMA, "cited": row["cited"], "citance": citance, "evidence": records}
        for citance, records in zip(row["citances"], evidence_records(doc, parts), strict=True)
    ]
    for line in _lines(rows, width or max(shutil.get_terminal_size().columns, 20)):
        typer.echo(line)
    if output is not None:
        write_lines(output, map(json_line, rows))
    if not quiet:
        found = sum(bool(one["evidence"]) for one in rows)
        where = "" if output is None else f" -> {output}"
        say(
            f"{collected.source(problems.count)}; {counted(len(rows), 'citance')} of "
            f"{work_name(row['cited'])}, {found} with evidence{where}"
        )
        for line in problems.summary(len(files)):
            say(line)
    if problems.count:
        raise typer.Exit(SOME_FAILED)


def _row(rows: list[dict[str, Any]], article: Record, work: str | None) -> dict[str, Any]:
    """Return the citances of the article.

    Raises:
        InputError: none of the works is the article.
        SettingError: words of a name fit several works.
    """
    from ..components.articles.matching import citances_of

    if work is not None:
        chosen, missing = GroupFilter.of_options(1, [work]).choose(rows)
        if missing:
            raise InputError(f"no work {work!r} is cited; `citalign citances` lists the works")
        return chosen[0]
    found = None if article.article is None else citances_of(rows, article.article)
    if found is None:
        raise InputError(
            f"{article.source} is none of the {counted(len(rows), 'work')} that are cited, by its "
            "ids or by first author, year and title; name the work with --work, as `citalign "
            "citances` lists it"
        )
    return found


def _lines(rows: Sequence[dict[str, Any]], width: int) -> Iterator[str]:
    """Yield what is printed."""
    for number, row in enumerate(rows):
        if number:
            yield ""
        citance = row["citance"]
        text = " ".join(filter(None, [citance.get("before", {}).get("text"), citance["text"]]))
        yield from textwrap.wrap(f"{citance['source']}: {' '.join(text.split())}", width)
        for one in row["evidence"]:
            section = f"{one['section']}: " if one["section"] else ""
            yield from textwrap.wrap(
                f"{one['probability']:.2f}  {section}{' '.join(one['text'].split())}",
                max(width, len(_MARGIN) + 20),
                initial_indent="  ",
                subsequent_indent=f"{_MARGIN}  ",
            )
        if not row["evidence"]:
            yield f"  {_NOT_FOUND}"
