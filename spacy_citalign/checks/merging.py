"""Rules of merged tokens and of noun chunks, which spaCy leaves to who set them."""

import warnings
from collections.abc import Callable
from typing import Any

import spacy
from spacy.tokens import Doc, SpanGroup
from spacy.vocab import Vocab

from ..errors import described
from .findings import BrokenError, NotApplicableError, rule
from .operations import attributes, compare_attributes
from .seeds import PARSE, seed
from .under_test import ComponentUnderTest

_MERGED = "tokens were merged"
_OPERATIONS: dict[str, Callable[[Doc], object]] = {
    "doc.to_bytes": lambda doc: doc.to_bytes(),
    "doc.copy": lambda doc: doc.copy(),
    "Doc.from_docs": lambda doc: Doc.from_docs([doc]),
    "doc.to_json": lambda doc: doc.to_json(),
}
_SETTING = "noun_chunks"
Chunks = list[tuple[int, str]]
"""Where each noun chunk or span begins, a character, and its text."""


@rule(
    "merged",
    "results, noun chunks and span groups are right when tokens were merged",
    "Keep characters, not numbers of tokens, and let no getter raise; spaCy leaves span groups as "
    "they were: keep none in doc.spans that no setting names, or one that mends itself.",
)
def results_are_right_when_tokens_are_merged(tested: ComponentUnderTest) -> None:
    """Check rule ``merged``.

    A group that a setting names was asked for: as spaCy has it, it is the user's to mend.
    """
    for before, doc in zip(tested.docs(), tested.annotated(), strict=True):
        if len(doc) < 2:
            continue
        known, chunks = attributes(tested, doc), _noun_chunks(doc)
        own_chunks = [] if chunks is None or chunks == _noun_chunks(before) else chunks
        asked = {*before.spans, *map(str, tested.settings.values())}
        groups = {key: _places(group) for key, group in doc.spans.items() if key not in asked}
        possible = [name for name in _OPERATIONS if not isinstance(_tried(name, doc), Exception)]
        end = doc[1].idx + len(doc[1])
        with doc.retokenize() as retokenizer:
            retokenizer.merge(doc[0:2])
        compare_attributes(known, attributes(tested, doc), _MERGED)
        if own_chunks:
            _check_chunks(doc, own_chunks, end)
        for key in [key for key in doc.spans if key in asked]:
            del doc.spans[key]
        for key, places in groups.items():
            _check_group(doc.spans[key], places, end)
        for name in possible:
            error = _tried(name, doc)
            if isinstance(error, Exception):
                raise BrokenError(f"after {_MERGED}, {name} raises {described(error)}")


def _check_chunks(doc: Doc, chunks: Chunks, end: int) -> None:
    """See that noun chunks behind the merged tokens are none but those that there were."""
    try:
        merged = [(chunk.start_char, chunk.text) for chunk in doc.noun_chunks]
    except Exception as error:  # whatever finds them may raise anything
        raise BrokenError(f"after {_MERGED}, doc.noun_chunks raises {described(error)}") from error
    for chunk in merged:
        if chunk[0] >= end and chunk not in chunks:
            raise BrokenError(f"after {_MERGED}, doc.noun_chunks has {chunk[1]!r}, new")


def _check_group(group: SpanGroup, places: Chunks, end: int) -> None:
    """See that the spans of a group that lie behind the merged tokens are as they were."""
    try:
        merged = _places(group)
    except Exception as error:  # spaCy's, where a span ends behind the last token
        raise BrokenError(
            f"after {_MERGED}, doc.spans[{group.name!r}] raises {described(error)}"
        ) from error
    for (start, text), now in zip(places, merged, strict=True):
        if start >= end and (start, text) != now:
            raise BrokenError(
                f"after {_MERGED}, a span of {group.name!r} is {now[1]!r}, and was {text!r}"
            )


def _places(group: SpanGroup) -> Chunks:
    return [(span.start_char, span.text) for span in group]


def _tried(name: str, doc: Doc) -> Any:
    """Return what an operation gives, or what it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it leaves out
        try:
            return _OPERATIONS[name](doc)
        except Exception as error:  # objects of others may raise anything
            return error


def _noun_chunks(doc: Doc) -> Chunks | None:
    """Return the noun chunks of a Doc, None where there is nothing to find them by."""
    try:
        return [(chunk.start_char, chunk.text) for chunk in doc.noun_chunks]
    except Exception:  # whatever finds them may raise anything
        return None


@rule(
    "chunks",
    "the noun chunks of a parsed Doc are the same under any vocabulary",
    "Leave vocab.get_noun_chunks alone, or use yours for Docs without a parse only; where a user "
    f"is to choose, let a setting {_SETTING} ask for yours.",
)
def noun_chunks_are_the_same_under_any_vocabulary(tested: ComponentUnderTest) -> None:
    """Check rule ``chunks``."""
    if tested.settings.get(_SETTING):
        raise NotApplicableError(f"its setting {_SETTING} asks for its own")
    tested.expected  # noqa: B018 - says that it is not applicable where it is not
    vocab = spacy.blank(tested.lang).vocab
    if vocab.get_noun_chunks is None:  # so there is nothing to differ from
        return
    for doc in tested.docs():
        seed(doc, {PARSE, "token.pos"}, {})
        before = _noun_chunks(doc), _noun_chunks(_read(doc, vocab))
        doc = tested.nlp(doc)
        after = _noun_chunks(doc), _noun_chunks(_read(doc, vocab))
        if before[0] == before[1] and None not in after and after[0] != after[1]:
            own, other = ([text for _, text in chunks or ()] for chunks in after)
            raise BrokenError(
                f"the noun chunks of the pipeline are {own}, and those of the same Doc under "
                f"another vocabulary {other}"
            )


def _read(doc: Doc, vocab: Vocab) -> Doc:
    """Return a Doc as another program reads it, without what others may have left on it."""
    return Doc(vocab).from_bytes(doc.to_bytes(exclude=["user_data"]))
