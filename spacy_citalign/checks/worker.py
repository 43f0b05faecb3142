"""The process that loads a pipeline and checks its components, rule after rule.

A program: it reads a request as JSON from standard input and writes what it does, a JSON object a
line, to standard output; what components print goes to standard error.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy_citalign.errors import CitalignError, SettingError
from spacy_citalign.runs.messages import described, one_line
from spacy_citalign.runs.pipelines import load_pipeline

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.checks.findings import Finding, Rule
    from spacy_citalign.checks.subject import Subject

_MOST_SAID = 240  # characters of what happened; some errors go on for a page
Send = Callable[[dict[str, Any]], None]


class Request(NamedTuple):
    """What to check.

    ``pipeline`` is what `load_pipeline` takes, None where ``factory`` is one to make on blank
    English; ``code`` a Python file to import before. ``components`` and ``rules`` name those to
    check, () all of them; ``done`` are the (component, rule) pairs that are checked already.
    """

    pipeline: str | None
    factory: str | None
    texts: Sequence[str]
    code: str | None = None
    components: Sequence[str] = ()
    rules: Sequence[str] = ()
    fast: bool = False
    done: Sequence[tuple[str, str]] = ()


def serve(request: Request, send: Send) -> None:
    """Load the pipeline and send each finding, and before it what is about to be checked."""
    from spacy_citalign.checks.rules import chosen_rules
    from spacy_citalign.checks.subject import Subject

    nlp = made_pipeline(request)
    names = chosen(nlp, request.components)
    subjects = {
        name: Subject(
            nlp,
            name,
            list(request.texts),
            made=request.factory is not None,
            fast=request.fast,
            at=lambda what, own: send({"at": what, "own": own}),
        )
        for name in names
    }
    send(
        {
            "components": [
                {"name": name, "factory": one.meta.factory, "module": one.module}
                for name, one in subjects.items()
            ],
        }
    )
    done = {tuple(pair) for pair in request.done}
    for name, subject in subjects.items():
        with subject.alone():
            for rule in chosen_rules(request.rules):
                if (name, rule.name) not in done:
                    send({"begin": [name, rule.name]})
                    send({"finding": finding_of(rule, subject)})


def finding_of(rule: "Rule", subject: "Subject") -> "Finding":
    """What comes of a rule."""
    from spacy_citalign.checks.findings import (
        BREAKS,
        HOLDS,
        NOT_APPLICABLE,
        BrokenError,
        Finding,
        NotApplicableError,
    )

    start = time.perf_counter()
    status, what, mend = HOLDS, "", ""
    subject.remember()
    try:
        rule.check(subject)
    except NotApplicableError as error:
        status, what = NOT_APPLICABLE, one_line(error)
    except BrokenError as error:
        status, what, mend = BREAKS, one_line(error), error.mend or rule.mend
    except Exception as error:  # the component may raise anything
        status, what, mend = BREAKS, f"it raises {described(error)}", rule.mend
    seconds = round(time.perf_counter() - start, 3)
    if len(what) > _MOST_SAID:
        what = f"{what[:_MOST_SAID]}..."
    return Finding(subject.name, rule.name, status, what, mend, seconds)


def made_pipeline(request: Request) -> "Language":
    """The pipeline of a request.

    Raises SettingError where it cannot be loaded or made.
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


def chosen(nlp: "Language", wanted: Sequence[str]) -> list[str]:
    """The components to check, in the order of the pipeline.

    Raises SettingError where one is unknown, or there is none.
    """
    have = nlp.pipe_names
    unknown = [name for name in wanted if name not in have]
    if unknown or not have:
        asked = f"no component {unknown[0]!r}" if unknown else "no component to check"
        raise SettingError(f"the pipeline has {asked}, it has: {', '.join(have) or 'none'}")
    return [name for name in have if not wanted or name in wanted]


def main() -> None:
    """Answer the request on standard input."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: dict[str, Any]) -> None:
        output.write(json.dumps(message) + "\n")
        output.flush()

    request = Request(**json.loads(sys.stdin.readline()))
    try:
        serve(request, send)
    except CitalignError as error:
        send({"error": one_line(error)})
    send({"end": True})


if __name__ == "__main__":
    main()
