"""`citalign check`: the rules that a component should keep, on any spaCy pipeline."""

from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..app.answers.events import ignore
from ..app.output_files import write_json
from ..app.pipelines import SHIPPED
from ..app.report.phrases import counted
from ..checks.findings import (
    BREAKS,
    HOLDS,
    ComponentReport,
    as_json,
    broken_rules,
    not_applicable,
    table,
)
from ..checks.run import LIMIT, check_pipeline
from ..checks.texts import SENTENCES, read_texts
from ..checks.worker import Request
from ..errors import InputError, SettingError
from .console import exit_if, hold, say


def check(
    pipeline: Annotated[
        str | None,
        typer.Argument(help=f"Pipeline to check: a name or a folder. Default: {SHIPPED}."),
    ] = None,
    factory: Annotated[
        str | None,
        typer.Option(help="Check a component that this factory makes on blank English instead."),
    ] = None,
    component: Annotated[
        list[str] | None,
        typer.Option(help="Check only this component; can be given several times."),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(help="Check only this rule, by its name; can be given several times."),
    ] = None,
    code: Annotated[
        Path | None,
        typer.Option(help="Python file to import first, where components are registered in it."),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(help="Ordinary texts for it, a text a line, instead of the bundled ones."),
    ] = None,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Leave out the text of 50,000 tokens and spawned processes."),
    ] = False,
    limit: Annotated[
        float,
        typer.Option(min=0.1, help="Seconds that a rule may take before it counts as hanging."),
    ] = LIMIT,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the findings to this JSON file.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what breaks.")] = False,
) -> None:
    """Check each component of a spaCy pipeline by the rules that all components should keep.

    Prints a table, and for each rule that breaks what happened and how to mend it. Components run
    in a process of their own: one that crashes or hangs is a finding. The exit status is 0 if no
    rule breaks, 1 if one does, 2 if the pipeline could not be checked.
    """
    from ..checks.rules import chosen_rules

    if pipeline is not None and factory is not None:
        raise SettingError("give a pipeline or --factory, not both")
    if code is not None and not code.is_file():
        raise InputError(f"{code} is no file; --code takes a Python file")
    hold(json_file, [path for path in (texts, code) if path is not None])
    request = Request(
        pipeline=None if factory is not None else pipeline or SHIPPED,
        factory=factory,
        texts=SENTENCES if texts is None else read_texts(texts),
        code=None if code is None else str(code),
        components=component or (),
        rules=rule or (),
        fast=fast,
    )
    reports = check_pipeline(request, limit=limit, on_report=ignore if quiet else _say_counts)
    rules = chosen_rules(request.rules)
    if not quiet:
        typer.echo(table(reports, rules))
        for line in not_applicable(reports):
            typer.echo(f"not applicable: {line}")
    for line in broken_rules(reports):
        typer.echo(line)
    if not quiet:
        broken = sum(report.count(BREAKS) for report in reports)
        counts = f"{counted(len(reports), 'component')}, {counted(len(rules), 'rule')}"
        typer.echo(f"{counts}: {broken} broken")
    if json_file is not None:
        findings = {
            "spacy_citalign": __version__,
            "pipeline": request.pipeline,
            "factory": request.factory,
            "fast": request.fast,
            "texts": len(request.texts),
            **as_json(reports, rules),
        }
        write_json(json_file, findings)
    exit_if(any(report.count(BREAKS) for report in reports))


def _say_counts(report: ComponentReport) -> None:
    seconds = sum(finding.seconds for finding in report.findings)
    say(
        f"{report.name}: {report.count(HOLDS)} of {len(report.findings)} rules hold, "
        f"{report.count(BREAKS)} broken ({seconds:.1f} s)"
    )
