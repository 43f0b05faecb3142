"""`citalign evidence`: where a cited article says what the sentences that cite it say."""

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.evidence_docs import (
    FACTORY,
    caveats,
    evidence_doc,
    only_evidence,
    record_parts,
    set_places,
)
from ..app.answers.group_lines import GroupLine
from ..app.answers.harvesting import harvest, refuse_groups
from ..app.answers.named_sources import find_named
from ..app.answers.ranked_evidence import group_of_article
from ..app.answers.work_filter import WorkFilter
from ..app.batch.messages import say
from ..app.batch.pipelines import SHIPPED, load_pipeline
from ..app.output_files import JSONL, check_new_file, write_lines
from ..app.report.phrases import counted, work_name
from ..errors import InputError, SettingError
from ..inputs.article_files import article_files
from ..inputs.records import STDIN, Reading, Record
from ..inputs.selection import check_has_end
from ..memory import FREE, limit_memory
from ..row_files import json_line, record_values
from ..schema import SCHEMA, Citance, CitanceGroup, CitedWork
from .console import exit_if, hold, shown_events
from .options import (
    ArticleFormat,
    ArticleFormatOption,
    Captions,
    MaxMemory,
    Quiet,
    SentenceBefore,
    TableWidth,
    article_reading,
)
from .text_inputs import read_texts

_NOT_FOUND = "not found in the text given"
_MARGIN = "      "


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
        str,
        typer.Option(
            metavar="ARTICLE",
            help="The cited article: a file of any such format; or its DOI, PMID, PMCID or arXiv "
            "id, where it is among those given.",
        ),
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
    file = Path(cited)
    is_file = file == STDIN or _is_there(file)
    given = [*citing, file] if is_file else citing
    if output is not None:
        check_new_file(output, JSONL, given)
        hold(output)
    refuse_groups(given)
    reading = article_reading(input_format, captions=captions, sentence_before=sentence_before)
    if is_file:
        article = read_texts([file], reading.format)[0]
        article_files(citing)  # they are there, before the pipeline is loaded
    else:
        article = _named_article(cited, citing, reading)
    nlp = load_pipeline(pipeline)
    only_evidence(nlp, pipeline, {"limit": limit, "threshold": threshold})
    with shown_events(quiet=quiet) as events:
        groups = harvest(citing, nlp, reading=reading, pipeline=pipeline, events=events)
    group = _group(groups.groups, article, work)
    parts = record_parts(article, captions=captions)
    for caveat in caveats(parts):
        say(f"{article.source} {caveat}")
    doc = nlp(evidence_doc(nlp, group.citances, parts))
    set_places(doc, group.citances, parts)
    for line in _lines(group.citances, width or max(shutil.get_terminal_size().columns, 20)):
        typer.echo(line)
    if output is not None:
        write_lines(output, map(_row, repeat(group.cited), group.citances))
    if not quiet:
        count = sum(bool(citance.evidence) for citance in group.citances)
        where = "" if output is None else f" -> {output}"
        say(
            f"{groups.account}; {counted(len(group.citances), 'citance')} of "
            f"{work_name(group.cited)}, {count} with evidence{where}"
        )
        for line in groups.problems:
            say(line)
    exit_if(groups.failed)


def _is_there(path: Path) -> bool:
    try:
        check_has_end(path)
        return path.exists()
    except (OSError, ValueError) as error:  # a name that no file can have
        if isinstance(error, InputError):
            raise
        return False


def _named_article(name: str, citing: Sequence[Path], reading: Reading) -> Record:
    """Return the article with an identifier among those given.

    Raises:
        InputError: it is not among them, or cannot be read.
        SettingError: it is no identifier.
    """
    found = find_named([name], citing, reading)
    if name not in found:
        raise SettingError(
            f"--cited {name!r} is no file and no identifier; give the file of the cited article, "
            "or its DOI, PMID, PMCID or arXiv id"
        )
    source = found[name]
    if source.article is None:
        reason = source.reason or "is not among the articles given"
        raise InputError(f"the article {name} {reason}; give its file with --cited")
    return Record(source.file, source.file, text=source.article.text, article=source.article)


def _group(groups: list[GroupLine], article: Record, work: str | None) -> CitanceGroup:
    """Return the citances of the article.

    Raises:
        InputError: none of the works is the article.
        SettingError: words of a name fit several works.
    """
    if work is not None:
        chosen, missing = WorkFilter.of(1, [work]).choose(groups)
        if missing:
            raise InputError(f"no work {work!r} is cited; `citalign citances` lists the works")
        return chosen[0].group()
    group = None if article.article is None else group_of_article(groups, article.article)
    if group is None:
        raise InputError(
            f"{article.source} is none of the {counted(len(groups), 'work')} that are cited, by "
            "its ids or by first author, year and title; name the work with --work, as `citalign "
            "citances` lists it"
        )
    return group


def _row(cited: CitedWork, citance: Citance) -> str:
    """Return the line of a citance in the file."""
    values = record_values(citance)
    evidence = values.pop("evidence")
    row = {"schema": SCHEMA, "cited": record_values(cited), "citance": values}
    return json_line(row | {"evidence": evidence})


def _lines(citances: Sequence[Citance], width: int) -> Iterator[str]:
    """Yield what is printed."""
    for number, citance in enumerate(citances):
        if number:
            yield ""
        before = citance.before.text if citance.before else None
        text = " ".join(filter(None, [before, citance.text]))
        yield from textwrap.wrap(f"{citance.source}: {' '.join(text.split())}", width)
        for place in citance.evidence or ():
            page = f"page {place.page}" if place.page else ""
            where = ", ".join(filter(None, [place.section, page]))
            section = f"{where}: " if where else ""
            yield from textwrap.wrap(
                f"{place.probability:.2f}  {section}{' '.join(place.text.split())}",
                max(width, len(_MARGIN) + 20),
                initial_indent="  ",
                subsequent_indent=f"{_MARGIN}  ",
            )
        if not citance.evidence:
            yield f"  {_NOT_FOUND}"
