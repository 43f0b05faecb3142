"""Rules of one annotated Doc: any text is taken, offsets are inside, declarations are true."""

from collections.abc import Iterator
from typing import Any

from spacy.tokens import Doc, Span, Token

from ..errors import described
from .findings import BrokenError, NotApplicableError, errors_as, rule
from .plain import plain_doc
from .seeds import canonical
from .texts import LONG, ODD, long_text
from .under_test import ComponentUnderTest, is_clear

# The declarations that cover another: a parser also sets sentences.
_IMPLIED = {
    "doc.sents": {"token.dep", "token.head"},
    "token.head": {"token.dep"},
    "token.dep": {"token.head"},
    "doc.ents": {"token.ent_kb_id", "token.ent_id", "token.ent_kb_id_"},
}
_TOKEN_ATTRIBUTES = {
    "token.tag": "TAG",
    "token.pos": "POS",
    "token.morph": "MORPH",
    "token.lemma": "LEMMA",
    "token.dep": "DEP",
    "token.head": "HEAD",
    "doc.sents": "SENT_START",
    "doc.ents": "ENT_IOB",
}
_EXTENSIONS: dict[str, Any] = {"doc": Doc, "span": Span, "token": Token}


@rule(
    "texts",
    "any text is annotated: empty, blank, odd characters, CRLF, very long",
    "Return the Doc early where there is nothing to do, and never index a token, a sentence "
    "or a match that may not be there. Where texts must have a limit, set nlp.max_length.",
)
def takes_any_text(tested: ComponentUnderTest) -> None:
    """Check rule ``texts``."""
    for text in tested.texts:
        _annotate(tested, text, f"the text {text[:40]!r}")
    for name, text in ODD.items():
        _annotate(tested, text, f"the text {name!r}")
    if not tested.fast and len(long_text()) <= tested.nlp.max_length:
        _annotate(tested, long_text(), f"a text of {LONG}")


def _annotate(tested: ComponentUnderTest, text: str, description: str) -> None:
    (doc,) = tested.prepared([text])
    tested.announce(f"on {description}")
    try:
        doc = tested.nlp(doc)
    except Exception as error:  # the component may raise anything
        if tested.from_factory and is_clear(error) and text == tested.texts[0]:
            raise NotApplicableError(f"it needs something first: {described(error)}") from error
        raise BrokenError(f"on {description} it raises {described(error)}") from error
    if doc.text != text:
        raise BrokenError(f"after {description} the text of the Doc is another: {doc.text[:40]!r}")


@rule(
    "offsets",
    "spans, entities and records lie inside the Doc, and entities do not overlap",
    "Count characters in doc.text, never in joined tokens; test what char_span returns for "
    "None; put overlapping entities through spacy.util.filter_spans.",
)
def offsets_are_inside(tested: ComponentUnderTest) -> None:
    """Check rule ``offsets``."""
    for doc in tested.annotated():
        for group, spans in [*doc.spans.items(), ("doc.ents", doc.ents)]:
            for span in spans:
                _check_span(doc, span, group)
        _check_entities(doc)
        for name, record in _records(plain_doc(doc)):
            _check_record(doc, record, name)


def _check_span(doc: Doc, span: Span, group: str) -> None:
    if not 0 <= span.start <= span.end <= len(doc):
        raise BrokenError(
            f"a span of {group!r} has the tokens {span.start} to {span.end} of {len(doc)}"
        )
    if span.doc is not doc:
        raise BrokenError(f"a span of {group!r} belongs to another Doc")


def _check_entities(doc: Doc) -> None:
    ends = 0
    for entity in doc.ents:
        if entity.start < ends:
            raise BrokenError(f"the entity {entity.text!r} overlaps the one before")
        if not entity.label:
            raise BrokenError(f"the entity {entity.text!r} has no label")
        ends = entity.end


def _records(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all dictionaries with character offsets below a plain value, and where they are."""
    if isinstance(value, dict):
        if isinstance(value.get("start_char"), int) and isinstance(value.get("end_char"), int):
            yield name, value
        for key, element in value.items():
            yield from _records(element, name or str(key))
    elif isinstance(value, list):
        for element in value:
            if isinstance(element, dict | list):
                yield from _records(element, name)


def _check_record(doc: Doc, record: dict[str, Any], name: str) -> None:
    start, end = record["start_char"], record["end_char"]
    if not 0 <= start <= end <= len(doc.text):
        raise BrokenError(
            f"a record in {name} has the characters {start} to {end} of {len(doc.text)}"
        )
    if isinstance(record.get("text"), str) and record["text"] != doc.text[start:end]:
        raise BrokenError(
            f"a record in {name} has the text {record['text']!r}, and the Doc has "
            f"{doc.text[start:end]!r} there"
        )


@rule(
    "declared",
    "assigns, requires and retokenizes say what is set, read and merged",
    "Name it in @Language.factory(..., assigns=[...], requires=[...], retokenizes=...), so "
    "that nlp.analyze_pipes() can warn users of a wrong order.",
)
def declares_the_truth(tested: ComponentUnderTest) -> None:
    """Check rule ``declared``."""
    _check_undeclared_needs(tested)
    changed: set[str] = set()
    docs = tested.annotated()
    for before, after in zip(map(plain_doc, tested.docs()), map(plain_doc, docs), strict=True):
        changed |= {key for key in before | after if before.get(key) != after.get(key)}
    if "doc.text" in changed:
        raise BrokenError("it changes the text of the Doc", "Write to spans; leave the text alone.")
    if "tokens" in changed:
        if tested.meta.retokenizes:
            return
        raise BrokenError("it merges or splits tokens, and retokenizes is not declared")
    declared = canonical(tested.meta.assigns)
    _check_undeclared_changes(canonical(changed), declared)
    for name in sorted(declared):
        if name not in canonical(changed) and not _is_set(name, docs):
            raise BrokenError(f"assigns names {name}, which no Doc of the texts has afterwards")


def _check_undeclared_needs(tested: ComponentUnderTest) -> None:
    tested.expected  # noqa: B018 - as above
    if tested.meta.requires:
        return
    for doc in map(tested.nlp.make_doc, tested.texts):
        without = "on Docs without tags, sentences and entities it raises"
        with errors_as(BrokenError, f"requires names nothing, but {without}"):
            tested.nlp(doc)


def _check_undeclared_changes(changed: set[str], declared: set[str]) -> None:
    extended = any("._." in name for name in declared)
    for name in sorted(changed - declared):
        user_data = name == "doc.user_data" or "._." in name
        # Getters read what stands under any other key: it is enough that they are declared.
        if (user_data and extended) or declared & _IMPLIED.get(name, set()):
            continue
        raise BrokenError(f"it sets {name}, and assigns does not name it")


def _is_set(name: str, docs: list[Doc]) -> bool:
    kind, _, rest = name.partition(".")
    if rest.startswith("_."):
        return kind in _EXTENSIONS and _EXTENSIONS[kind].has_extension(rest[2:])
    if name in _TOKEN_ATTRIBUTES:
        return any(doc.has_annotation(_TOKEN_ATTRIBUTES[name]) for doc in docs)
    if name in {"doc.spans", "doc.cats", "doc.tensor"}:
        return any(len(getattr(doc, rest)) for doc in docs)
    return True  # nothing here can tell
