"""What a new interpreter sees: is a factory found, and what does the import of a module do.

A program as well: it reads a JSON object from standard input and writes one to standard output.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

SECONDS = 120


class ImportEffects(NamedTuple):
    """What importing a module did: ``error`` where it failed."""

    printed: str
    reached: list[str]
    error: str


def factories_found(lang: str, factories: list[str]) -> dict[str, bool]:
    """Whether spaCy finds each factory in a process that imported nothing else.

    Raises RuntimeError where that process ended early.
    """
    return _asked({"lang": lang, "factories": factories})


def import_effects(modules: list[str], path: list[str]) -> dict[str, ImportEffects]:
    """What the import of each module does in a process where spaCy is imported already.

    Raises RuntimeError where that process ended early.
    """
    answer = _asked({"modules": modules, "path": path})
    return {module: ImportEffects(**effects) for module, effects in answer.items()}


def _asked(question: dict[str, Any]) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if run.returncode != 0 or not run.stdout:
        said = run.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise RuntimeError(f"the new process ended with status {run.returncode}: {said[0]}")
    answer: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return answer


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    if "factories" in question:
        import spacy

        nlp = spacy.blank(question["lang"])
        return {factory: nlp.has_factory(factory) for factory in question["factories"]}
    sys.path[:0] = [folder for folder in question["path"] if folder not in sys.path]
    import spacy.pipeline

    return {module: _import(module)._asdict() for module in question["modules"]}


def _import(module: str) -> ImportEffects:
    from spacy_citalign.checks.network import watched

    error = ""
    with watched() as reached, _output_kept() as printed:
        warnings.simplefilter("ignore")  # a deprecation in a dependency is no message
        try:
            importlib.import_module(module)
        except Exception as raised:  # any code may stand at the top of a module
            error = f"{type(raised).__name__}: {raised}"
    return ImportEffects("".join(printed), reached, error)


@contextmanager
def _output_kept() -> Iterator[list[str]]:
    """What the block writes to standard output and error, compiled code included; filled after."""
    printed: list[str] = []
    kept = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
        try:
            yield printed
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, number)
                os.close(copy)
            file.seek(0)
            printed.append(file.read().decode("utf-8", errors="replace"))


if __name__ == "__main__":
    answered = _answer(json.load(sys.stdin))
    sys.stdout.write("\n" + json.dumps(answered) + "\n")
