"""What docstrings have to say, read from the source: errors, shapes, units, sources.

A message lists every place that falls short, as module:line name.
"""

import ast
import builtins
import re
from collections.abc import Iterable

import pytest
import typer
from docstrings import (
    ARRAYS,
    KIND,
    OURS,
    RANGE,
    SHAPE,
    SOURCE,
    Function,
    Place,
    public_places,
    raised_by,
    sources,
)

from spacy_citalign.cli import app

IDEAS = "boundaries chain citances citations columns genes sentences tagging terms words"


def refuse(wrong: Iterable[object]) -> None:
    """Fail with all of them, a line each; pytest would shorten an assertion's list."""
    if lines := "\n".join(map(str, wrong)):
        pytest.fail(lines, pytrace=False)


def functions() -> list[Place]:
    """All but commands: their docstrings are what `--help` shows."""
    found = [place for place in public_places() if isinstance(place.node, Function)]
    return [place for place in found if "clear_errors" not in place.decorators]


def classes() -> list[Place]:
    return [place for place in public_places() if isinstance(place.node, ast.ClassDef)]


def spelled(place: Place, annotation: ast.expr) -> tuple[str, str]:
    """An annotation with what its names stand for, and what is said where they are defined."""
    text, said = ast.unparse(annotation), ""
    for name in re.findall(r"[A-Z]\w+", text):
        value, below = place.source.alias(name)
        text, said = f"{text} {value}", f"{said} {below}"
    return text, said


def has_arrays(text: str) -> bool:
    """Arrays by name, as models are saved from, are of any shape."""
    return bool(ARRAYS.search(re.sub(r"(dict|Mapping)\[str, NDArray\]", "", text)))


def test_everything_public_has_a_docstring():
    refuse(place for place in public_places() if not place.doc)


def test_errors_that_are_raised_are_named():
    """In "Raises:", or in a sentence of it; those of private functions are their callers'."""
    wrong = [
        f"{place}: {', '.join(sorted(missing))}"
        for place in functions()
        if (missing := raised_by(place) - named_as_raised(place.doc))
    ]
    refuse(wrong)


def test_errors_that_making_an_object_raises_are_named():
    """In the docstring of the class or of ``__init__``."""
    wrong = []
    for place in classes():
        made = [
            one
            for one in place.source.places
            if one.outer is place.node and one.name.endswith(("__init__", "__post_init__"))
        ]
        said = named_as_raised("\n".join([place.doc, *(one.doc for one in made)]))
        missing = set().union(*map(raised_by, made)) - said
        wrong += [f"{place}: {', '.join(sorted(missing))}"] * bool(missing)
    refuse(wrong)


def named_as_raised(doc: str) -> set[str]:
    """The words from the first "Raises" on.

    >>> named_as_raised("Read it; raises InputError.") & {"InputError"}
    {'InputError'}
    """
    return set(re.findall(r"\w+", "".join(re.split(r"\b([Rr]aises?)\b", doc, maxsplit=1)[1:])))


def test_errors_that_are_named_exist():
    wrong = [
        f"{place}: {name}"
        for source in sources().values()
        for place in source.places
        for name in errors_listed(place.doc)
        if name not in OURS and not hasattr(builtins, name) and name not in source.imported
    ]
    refuse(wrong)


def errors_listed(doc: str) -> list[str]:
    r"""The names that open the entries of "Raises:".

    >>> errors_listed("Do.\n\nRaises:\n    KeyError, ValueError: it is bad: or\n        worse.")
    ['KeyError', 'ValueError']
    """
    section = re.search(r"^Raises:\n((?:    .*\n?|\n)+)", doc, re.MULTILINE)
    lines = section[1].splitlines() if section else []
    opened = [line.partition(":")[0].strip() for line in lines if re.match(r"    \S", line)]
    return [name for one in opened for name in one.split(", ")]


def test_arrays_have_their_shapes_said():
    """By the function; or for all that it holds by the class, the module, or the type's name."""
    wrong = []
    for place in [*functions(), *classes()]:
        for annotation in place.annotations:
            text, said = spelled(place, annotation)
            if has_arrays(text) and not SHAPE.search(f"{place.around}\n{said}"):
                wrong.append(place)
                break
    refuse(wrong)


def test_arrays_have_their_types_said():
    """By the annotation, else in words."""
    wrong = []
    for place in [*functions(), *classes()]:
        for annotation in place.annotations:
            text, said = spelled(place, annotation)
            if has_arrays(text) and not KIND.search(f"{text}\n{place.around}\n{said}"):
                wrong.append(place)
                break
    refuse(wrong)


def test_real_numbers_have_their_range_or_unit_said():
    """By the function or its class; "those of ``X``" hands the question on to X."""
    wrong = []
    for place in [*functions(), *classes()]:
        names = " ".join(map(ast.unparse, place.annotations))
        about = place.doc + (ast.get_docstring(place.outer) or "" if place.outer else "")
        for other in re.findall(r"those of\s+``(\w+)``", about):
            about += " ".join(one.doc for one in classes() if one.name == other)
        if re.search(r"\bfloat\b", names) and not RANGE.search(about):
            wrong.append(place)
    refuse(wrong)


def test_modules_of_ideas_say_where_the_idea_is_from():
    """By themselves; or their folder's ``__init__`` does, which then names them.

    A source is a paper with its year, that of the folder by its authors, a standard, or "ours".
    """
    modules = [one for one in sources().values() if one.name.split(".")[1] in IDEAS.split()]
    said = {one.folder: one.places[0].doc for one in modules if one.name.endswith(".__init__")}
    silent = [doc for doc in said.values() if not SOURCE.search(doc)]
    wrong = [
        one.places[0]
        for one in modules
        if not SOURCE.search(one.places[0].doc)
        and f"``{one.name.split('.')[-1]}``" not in said[one.folder]
    ]
    refuse([*silent, *wrong])


def test_modules_that_a_folder_names_are_there():
    wrong = [
        f"{one.name}: {name}"
        for one in sources().values()
        if one.name.endswith(".__init__") and one.name.split(".")[1] in IDEAS.split()
        for name in re.findall(r"``(\w+)``", one.places[0].doc)
        if f"{one.folder}.{name}" not in sources()
    ]
    refuse(wrong)


COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_commands_explain_themselves_and_their_options(name):
    command = COMMANDS[name]
    assert command.help
    # Older versions of typer keep the help of arguments elsewhere.
    options = [one for one in command.params if one.param_type_name == "option"]
    assert [one.name for one in options if not one.help] == []
