"""`citalign check`: the rules that a component should keep, on any spaCy pipeline."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_citalign import __version__
from spacy_citalign.checks.findings import BREAKS, HOLDS, Checked
from spacy_citalign.checks.run import LIMIT, check_pipeline
from spacy_citalign.checks.table import as_json, breaks, left_out, table
from spacy_citalign.checks.texts import SENTENCES, read_texts
from spacy_citalign.checks.worker import Request
from spacy_citalign.cli.console import SOME_FAILED, clear_errors
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.report.phrases import counted
from spacy_citalign.runs.messages import say
from spacy_citalign.runs.outputs.files import check_output, replacing
from spacy_citalign.runs.pipelines import SHIPPED


@clear_errors
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
    if pipeline is not None and factory is not None:
        raise SettingError("give a pipeline or --factory, not both")
    if code is not None and not code.is_file():
        raise InputError(f"{code} is no file; --code takes a Python file")
    if json_file is not None:
        check_output(json_file, [path for path in (texts, code) if path is not None])
    request = Request(
        pipeline=None if factory is not None else pipeline or SHIPPED,
        factory=factory,
        texts=SENTENCES if texts is None else read_texts(texts),
        code=None if code is None else str(code),
        components=component or (),
        rules=rule or (),
        fast=fast,
    )
    checked = check_pipeline(request, limit=limit, note=_silent if quiet else _said)
    _show(checked, request, quiet=quiet)
    if json_file is not None:
        _write_json(json_file, checked, request)
    if any(one.count(BREAKS) for one in checked):
        raise typer.Exit(SOME_FAILED)


def _said(one: Checked) -> None:
    seconds = sum(finding.seconds for finding in one.findings)
    say(
        f"{one.name}: {one.count(HOLDS)} of {len(one.findings)} rules hold, "
        f"{one.count(BREAKS)} broken ({seconds:.1f} s)"
    )


def _silent(one: Checked) -> None:
    pass


def _show(checked: list[Checked], request: Request, *, quiet: bool) -> None:
    from spacy_citalign.checks.rules import chosen_rules

    rules = chosen_rules(request.rules)
    if not quiet:
        typer.echo(table(checked, rules))
        for line in left_out(checked):
            typer.echo(f"not applicable: {line}")
    for line in breaks(checked):
        typer.echo(line)
    if not quiet:
        broken = sum(one.count(BREAKS) for one in checked)
        counts = f"{counted(len(checked), 'component')}, {counted(len(rules), 'rule')}"
        typer.echo(f"{counts}: {broken} broken")


def _write_json(path: Path, checked: list[Checked], request: Request) -> None:
    from spacy_citalign.checks.rules import chosen_rules

    report: dict[str, Any] = {
        "spacy_citalign": __version__,
        "pipeline": request.pipeline,
        "factory": request.factory,
        "fast": request.fast,
        "texts": len(request.texts),
        **as_json(checked, chosen_rules(request.rules)),
    }
    with replacing(path) as part:
        part.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
