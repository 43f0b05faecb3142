"""Rules of results where others work on: Docs put together, groups changed, tokens merged."""

import warnings
from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc

from ..errors import described
from .findings import BrokenError, rule
from .seeds import canonical
from .under_test import ComponentUnderTest

_ATTRIBUTE = "doc._."


@rule(
    "together",
    "Doc.from_docs has what it found",
    "Keep what is known of a span as an attribute of the span, which spaCy moves, and read "
    "results from the spans; attributes of Docs are left out.",
)
def results_are_there_when_docs_are_put_together(tested: ComponentUnderTest) -> None:
    """Check rule ``together``."""
    for doc in tested.annotated():
        known = attributes(tested, doc)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            joined = Doc.from_docs([doc])
        messages = [str(warning.message) for warning in caught]
        lost = [message for message in messages if message.startswith("[W10")]
        compare_attributes(known, attributes(tested, joined), "Doc.from_docs")
        if lost:
            raise BrokenError(f"Doc.from_docs warns that it leaves something out: {lost[0]}")


@rule(
    "regrouped",
    "a span group that is filtered or reassigned has what it found",
    "Lists in the attrs of a group are lost with it: keep what is known by span as well.",
)
def results_are_there_when_groups_are_changed(tested: ComponentUnderTest) -> None:
    """Check rule ``regrouped``."""
    for doc in tested.annotated():
        known = attributes(tested, doc)
        for key in list(doc.spans):
            doc.spans[key] = list(doc.spans[key])
        compare_attributes(known, attributes(tested, doc), "doc.spans[key] = list(doc.spans[key])")


def attributes(tested: ComponentUnderTest, doc: Doc) -> dict[str, Any]:
    """Return the attributes of a Doc that the component declares; an error is a value, too."""
    found: dict[str, Any] = {}
    for name in sorted(canonical(tested.meta.assigns)):
        attribute = name.removeprefix(_ATTRIBUTE)
        if name.startswith(_ATTRIBUTE) and Doc.has_extension(attribute):
            try:
                found[name] = doc._.get(attribute)
            except Exception as error:  # a getter of others may raise anything
                found[name] = error
    return found


def compare_attributes(before: dict[str, Any], after: dict[str, Any], what: str) -> None:
    """See that attributes that had a value have one after an operation, in words ``what``.

    Raises:
        BrokenError: one is None, or raises.
    """
    for name, value in before.items():
        if isinstance(value, Exception) or value is None:
            continue
        if isinstance(after[name], Exception):
            raise BrokenError(f"after {what}, {name} raises {described(after[name])}")
        if after[name] is None:
            raise BrokenError(f"after {what}, {name} is None, as if nobody had looked")


_MERGED = "tokens were merged"
_OPERATIONS: dict[str, Callable[[Doc], object]] = {
    "doc.to_bytes": lambda doc: doc.to_bytes(),
    "doc.copy": lambda doc: doc.copy(),
    "Doc.from_docs": lambda doc: Doc.from_docs([doc]),
    "doc.to_json": lambda doc: doc.to_json(),
}


@rule(
    "merged",
    "results are there, and Docs can be written, when tokens were merged",
    "Keep characters, not numbers of tokens, and let no getter raise; spaCy leaves span groups as "
    "they were: keep none in doc.spans that no setting names, or one that mends itself.",
)
def results_are_there_when_tokens_are_merged(tested: ComponentUnderTest) -> None:
    """Check rule ``merged``.

    A group that a setting names was asked for: as spaCy has it, it is the user's to mend.
    """
    for before, doc in zip(tested.docs(), tested.annotated(), strict=True):
        if len(doc) < 2:
            continue
        known = attributes(tested, doc)
        possible = [name for name in _OPERATIONS if _error_of(name, doc) is None]
        with doc.retokenize() as retokenizer:
            retokenizer.merge(doc[0:2])
        compare_attributes(known, attributes(tested, doc), _MERGED)
        for key in {*before.spans, *map(str, tested.settings.values())} & {*doc.spans}:
            del doc.spans[key]
        for name in possible:
            error = _error_of(name, doc)
            if error is not None:
                raise BrokenError(f"after {_MERGED}, {name} raises {described(error)}")


def _error_of(name: str, doc: Doc) -> Exception | None:
    """Return what an operation raises, None if it raises nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it leaves out
        try:
            _OPERATIONS[name](doc)
        except Exception as error:  # objects of others may raise anything
            return error
    return None
