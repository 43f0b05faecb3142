"""The process that loads a pipeline and checks its components, rule after rule.

It sends what it does, a message each time; what components print goes to a file. Messages are:

    {"components": [{"name", "factory", "module"}, ...]}    once, when the pipeline is loaded
    {"begin": [component, rule]}                            a rule is about to be checked
    {"activity": "on ...", "by_component": true}            what is about to be done for it, and
                                                            whether by the component itself
    {"finding": [...]}                                      the fields of a Finding
    {"error": "..."}                                        nothing can be checked
    {"end": true}                                           all is checked
"""

import importlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..app.pipelines import load_pipeline
from ..errors import CitalignError, SettingError, described, one_line

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from spacy.language import Language

    from .findings import Finding, Rule
    from .under_test import ComponentUnderTest

_MAX_CHARACTERS = 240  # of a message; some errors go on for a page
Send = Callable[[dict[str, Any]], None]


class Request(NamedTuple):
    """The pipeline to check, the components and rules, and the texts for them.

    Attributes:
        pipeline: what `load_pipeline` takes; None where there is a factory.
        factory: makes the component to check, on blank English.
        texts: ordinary texts.
        code: a Python file to import before.
        components: names of those to check, () for all.
        rules: names of those to check by, () for all.
        fast: leave out what takes long.
        done: the (component, rule) pairs that are checked already.
    """

    pipeline: str | None
    factory: str | None
    texts: Sequence[str]
    code: str | None = None
    components: Sequence[str] = ()
    rules: Sequence[str] = ()
    fast: bool = False
    done: Sequence[tuple[str, str]] = ()


def check_components(request: Request, send: Send) -> None:
    """Load the pipeline and send each finding, and before it what is about to be checked.

    Args:
        request: what to check.
        send: takes the messages.

    Raises:
        SettingError: the pipeline cannot be loaded or made, or what was asked for is not there.
    """
    from .rules import chosen_rules
    from .under_test import ComponentUnderTest

    nlp = build_pipeline(request)
    components = [
        ComponentUnderTest(
            nlp,
            name,
            list(request.texts),
            from_factory=request.factory is not None,
            fast=request.fast,
            on_activity=lambda activity, by_component: send(
                {"activity": activity, "by_component": by_component}
            ),
        )
        for name in chosen_components(nlp, request.components)
    ]
    send(
        {
            "components": [
                {"name": tested.name, "factory": tested.meta.factory, "module": tested.module}
                for tested in components
            ],
        }
    )
    done = {tuple(pair) for pair in request.done}
    for tested in components:
        with tested.alone():
            for rule in chosen_rules(request.rules):
                if (tested.name, rule.name) not in done:
                    send({"begin": [tested.name, rule.name]})
                    send({"finding": check_rule(rule, tested)})


def check_rule(rule: "Rule", tested: "ComponentUnderTest") -> "Finding":
    """Return the outcome of a rule for a component."""
    from .findings import BREAKS, HOLDS, NOT_APPLICABLE, BrokenError, Finding, NotApplicableError

    start = time.perf_counter()
    status, message, remedy = HOLDS, "", ""
    tested.keep_initial_bytes()
    try:
        rule.check(tested)
    except NotApplicableError as error:
        status, message = NOT_APPLICABLE, one_line(error)
    except BrokenError as error:
        status, message, remedy = BREAKS, one_line(error), error.remedy or rule.remedy
    except Exception as error:  # the component may raise anything
        status, message, remedy = BREAKS, f"it raises {described(error)}", rule.remedy
    seconds = round(time.perf_counter() - start, 3)
    if len(message) > _MAX_CHARACTERS:
        message = f"{message[:_MAX_CHARACTERS]}..."
    return Finding(tested.name, rule.name, status, message, remedy, seconds)


def build_pipeline(request: Request) -> "Language":
    """Return the pipeline of a request.

    Raises:
        SettingError: it cannot be loaded or made.
    """
    import spacy

    if request.code is not None:
        _import_file(Path(request.code))
    if request.factory is None:
        return load_pipeline(str(request.pipeline))
    nlp = spacy.blank("en")
    try:
        nlp.add_pipe(request.factory)
    except Exception as error:  # a factory may raise anything
        raise SettingError(
            f"the factory {request.factory!r} makes no component: {described(error)}; if it is "
            "not advertised as an entry point, name a file that imports it with --code"
        ) from error
    return nlp


def _import_file(path: Path) -> None:
    """Import a Python file by its own name, so that other processes can import it too."""
    sys.path.insert(0, str(path.resolve().parent))
    try:
        importlib.import_module(path.stem)
    except Exception as error:  # any code may stand in the file
        raise SettingError(f"{path} cannot be imported: {described(error)}") from error


def chosen_components(nlp: "Language", names: Sequence[str]) -> list[str]:
    """Return the names of the components to check, in the order of the pipeline.

    Args:
        nlp: the pipeline.
        names: those asked for, () for all.

    Raises:
        SettingError: one is unknown, or there is none.
    """
    known = nlp.pipe_names
    unknown = [name for name in names if name not in known]
    if unknown or not known:
        lacking = f"no component {unknown[0]!r}" if unknown else "no component to check"
        raise SettingError(f"the pipeline has {lacking}, it has: {', '.join(known) or 'none'}")
    return [name for name in known if not names or name in names]


def serve(request: Request, messages: "Connection", errors: str) -> None:
    """Answer a request, as a process that those it starts end with.

    Args:
        request: what to check.
        messages: takes what is done.
        errors: the file for what is printed.
    """
    if hasattr(os, "setsid"):
        os.setsid()
    with open(errors, "wb", buffering=0) as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
    try:
        check_components(request, messages.send)
    except CitalignError as error:
        messages.send({"error": one_line(error)})
    messages.send({"end": True})
