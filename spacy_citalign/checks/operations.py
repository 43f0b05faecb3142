"""Rules of results where others work on: Docs put together, groups changed, names taken."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from spacy.tokens import Doc
from spacy.tokens.underscore import Underscore

from ..errors import described
from .findings import BrokenError, NotApplicableError, rule
from .seeds import canonical
from .under_test import ComponentUnderTest

_ATTRIBUTE = "doc._."
_MISSING = 0  # of ent_iob
_TABLES = ("doc_extensions", "span_extensions", "token_extensions")


@rule(
    "missing",
    "where entities are set, no token is left without a word about them",
    'Give doc.set_ents default="outside", or list the tokens outside of entities.',
)
def entities_leave_nothing_missing(tested: ComponentUnderTest) -> None:
    """Check rule ``missing``."""
    docs = tested.annotated()
    before = [doc.has_annotation("ENT_IOB") for doc in tested.docs()]
    looked = [doc for doc, known in zip(docs, before, strict=True) if not known]
    if not any(doc.has_annotation("ENT_IOB") for doc in looked):
        return
    for doc in looked:
        count = sum(token.ent_iob == _MISSING for token in doc)
        if count:
            raise BrokenError(
                f"of {len(doc)} tokens {count} say nothing of entities, on {doc.text[:40]!r}; who "
                "learns from such Docs takes them for anything"
            )


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


@rule(
    "names",
    "an attribute of the same name that somebody else has installed is noticed",
    "Warn, and install yours under a second name; never set it by force.",
)
def attributes_of_others_are_noticed(tested: ComponentUnderTest) -> None:
    """Check rule ``names``."""
    names = [name for name in canonical(tested.meta.assigns) if "._." in name]
    if not names:
        return
    for name in sorted(names):
        kind, _, attribute = name.partition("._.")
        with _no_extensions() as tables:
            _rebuilt(tested)
            if attribute not in tables[kind]:  # the import of its module installs it
                continue
        with _no_extensions() as tables:
            tables[kind][attribute] = ("of somebody else", None, None, None)
            if not _says_so(tested, attribute):
                raise BrokenError(
                    f"somebody else has installed {name}, and it says nothing: one of them reads "
                    "what is not its own"
                )


def _says_so(tested: ComponentUnderTest, attribute: str) -> bool:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            tested.rebuilt()
        except Exception as error:  # spaCy's, or one of its own
            return attribute in str(error)
    return any(attribute in str(warning.message) for warning in caught)


def _rebuilt(tested: ComponentUnderTest) -> None:
    try:
        tested.rebuilt()
    except Exception as error:  # rule ``built`` says what is wrong with that
        raise NotApplicableError(f"it cannot be made: {described(error)}") from error


@contextmanager
def _no_extensions() -> Iterator[dict[str, dict[str, Any]]]:
    """Let nobody have installed attributes in the block; yield the tables, by kind of owner."""
    tables = {name.partition("_")[0]: getattr(Underscore, name) for name in _TABLES}
    kept = {kind: dict(table) for kind, table in tables.items()}
    try:
        for table in tables.values():
            table.clear()
        yield tables
    finally:
        for kind, table in tables.items():
            table.clear()
            table.update(kept[kind])


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
