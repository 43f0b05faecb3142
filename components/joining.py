"""One Doc of several texts or Docs, with a span each: the citances of a group, two texts to align.

``Doc.from_docs`` joins tokens, but drops what span groups have in ``attrs``, raises warnings over
user data, and refuses Docs of several vocabularies; so all is carried over here.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from ..errors import InputError, SettingError
from .base.names import SPACE_POS, SPACE_TAG
from .base.span_groups import OFFSETS, CharacterSpans, held_spans
from .base.spans import get_character_spans, moved_span, text_of

# What a Doc of another vocabulary need not bring: user data is read from the Doc itself.
_LEFT_OUT = ("user_data", "tensor", "cats", "sentiment", "user_hooks")
_SEPARATOR = "\n"
_WORDS = "TAG POS MORPH LEMMA NORM ENT_IOB ENT_TYPE ENT_KB_ID ENT_ID".split()
_ATTRIBUTES: list[int | str] = [*_WORDS, "HEAD", "DEP"]
_STARTS = 1  # SENT_START of a token that begins a sentence
_CONTINUES = _HEAD_BEFORE = 2**64 - 1  # -1, as arrays of token attributes have it
_OUTSIDE = 2  # ENT_IOB of a token outside of entities


class MemberDoc(NamedTuple):
    """A member and its place in the joined Doc: its first character, its half-open tokens."""

    doc: Doc
    char: int
    start: int
    end: int


def join(
    members: Iterable[str | Doc],
    *,
    nlp: Language,
    key: str = "citances",
    labels: Sequence[str] | str | None = None,
) -> Doc:
    r"""Join texts and Docs to one Doc: a newline between them, a span each in ``doc.spans[key]``.

    The text of each span is that of its member to the character. Each member begins a sentence, and
    the newline after it belongs to its last one. Texts are tokenised only: ``nlp(doc)`` annotates
    the whole; components that keep the sentence starts that are set find those inside of members.

    From Docs these are carried over:

    - of tokens: tags, morphology, lemmas, norms, entities, sentence starts. The parse too if all
      members are parsed: in a Doc that is parsed in part, spaCy loses the other sentence starts.
    - span groups, merged where several members have the key, with labels and ids. Of a group's
      ``attrs``, lists with an entry a span are joined, ``start_char`` and ``end_char`` shifted;
      of others the value that all members with the group have, if they have the same.
    - extension attributes of tokens and spans; those of the Doc and other user data where every
      member has the same value, since else it is said of one member and not of the whole. Values
      that hold Spans or Tokens are left out: they belong to the member.

    A group ``key`` of a member gives way; tensors, categories and hooks are left out. White space
    that is put in (newlines, and the blank that ends a member, which becomes a token) is annotated
    as white space as far as the member before it is annotated.

    Args:
        members: one text or Doc or more, none of them empty; white space is not empty.
        nlp: tokenises texts; the joined Doc has its vocabulary.
        key: the span group of the members.
        labels: the spans' labels, one for all or one a member; None is no label.

    >>> import spacy
    >>> doc = join(["Zork2 wakes frogs.", "Frogs hop."], nlp=spacy.blank("en"), labels="zork")
    >>> doc.text
    'Zork2 wakes frogs.\nFrogs hop.'
    >>> [(span.text, span.label_) for span in doc.spans["citances"]]
    [('Zork2 wakes frogs.', 'zork'), ('Frogs hop.', 'zork')]

    Raises:
        InputError: there are no members; one is empty, neither text nor Doc, has half a character
            or more of them than ``nlp.max_length``; the number of labels is not that of members, or
            one is no string.
        SettingError: the tokenizer of ``nlp`` changes the text.
    """
    if isinstance(members, str):
        raise InputError("members is one text; put it in a list")
    docs = [_doc(member, f"members[{number}]", nlp) for number, member in enumerate(members)]
    if not docs:
        raise InputError("there are no members; give one text or Doc or more")
    return join_docs(docs, nlp.vocab, key=key, labels=labels)


def join_docs(
    docs: list[Doc], vocab: Vocab, *, key: str, labels: Sequence[str] | str | None
) -> Doc:
    """Join Docs of the same vocabulary, none of them empty, one or more; see ``join``.

    Raises:
        InputError: the number of labels is not that of Docs, or one is no string.
    """
    names = _names(labels, len(docs))
    joined, placed = join_tokens(docs, vocab)
    _carry_groups(joined, placed, key)
    _carry_user_data(joined, placed)
    members = [
        Span(joined, member.start, member.end, label=name)
        for member, name in zip(placed, names, strict=True)
    ]
    joined.spans[key] = CharacterSpans(joined, name=key, spans=members)
    return joined


def _doc(member: str | Doc, what: str, nlp: Language) -> Doc:
    """Return a member as a Doc of the pipeline's vocabulary; ``what`` names it in errors."""
    if isinstance(member, str):
        doc = _tokenised(member, what, nlp)
    elif not isinstance(member, Doc):
        raise InputError(f"{what} is of type {type(member).__name__}; give texts and Docs")
    else:
        doc = with_vocab(member, nlp.vocab)
    if not len(doc):
        raise InputError(f"{what} is empty, and no span can hold it; leave it out")
    return doc


def with_vocab(doc: Doc, vocab: Vocab) -> Doc:
    """Return a Doc as it is, or a copy of it where it has another vocabulary."""
    if doc.vocab is vocab:
        return doc
    copy = Doc(vocab).from_bytes(doc.to_bytes(exclude=_LEFT_OUT))
    copy.user_data = doc.user_data
    return copy


def _tokenised(text: str, what: str, nlp: Language) -> Doc:
    if len(text) > nlp.max_length:
        raise InputError(
            f"{what} has {len(text)} characters, more than the pipeline's max_length of "
            f"{nlp.max_length}; split it, or raise nlp.max_length"
        )
    try:
        doc = nlp.make_doc(text)
    except UnicodeEncodeError as error:
        raise InputError(
            f"{what} has half a character, {text[error.start]!a}; write the whole character or "
            "leave it out"
        ) from error
    if text_of(doc) != text:
        raise SettingError(
            f"the tokenizer of nlp changes the text of {what}, so that characters are not where "
            "they were; take one that keeps all white space, or give Docs"
        )
    return doc


def _names(labels: Sequence[str] | str | None, count: int) -> list[str]:
    if labels is None or isinstance(labels, str):
        return [labels or ""] * count
    names = list(labels)
    for number, name in enumerate(names):
        if not isinstance(name, str):
            raise InputError(f"labels[{number}] is of type {type(name).__name__}; give strings")
    if len(names) != count:
        raise InputError(
            f"there are {len(names)} labels for {count} members; give one a member, or one string "
            "for all"
        )
    return names


def _carry_groups(joined: Doc, placed: list[MemberDoc], without: str) -> None:
    """Write the span groups of the members, all but the one named."""
    for key in dict.fromkeys(key for member in placed for key in member.doc.spans):
        if key == without:
            continue
        having = [member for member in placed if key in member.doc.spans]
        spans = [
            moved_span(span, joined, member.start)
            for member in having
            for span in held_spans(member.doc, key)
        ]
        attrs = _joined_attrs(key, having)
        joined.spans[key] = CharacterSpans(joined, name=key, spans=spans, attrs=attrs)


def _joined_attrs(key: str, members: list[MemberDoc]) -> dict[str, Any]:
    groups = [member.doc.spans[key] for member in members]
    attrs: dict[str, Any] = {}
    for name in dict.fromkeys(name for group in groups for name in group.attrs):
        # A group without spans may be without lists as well.
        holders = [group for group in groups if len(group) or name in group.attrs]
        values = [group.attrs.get(name) for group in holders]
        if all(
            isinstance(value, list | tuple) and len(value) == len(group)
            for value, group in zip(values, holders, strict=True)
        ):
            attrs[name] = [deepcopy(entry) for value in values for entry in value]
        elif _all_same(values):
            attrs[name] = deepcopy(values[0])
    if any(name in group.attrs for group in groups for name in OFFSETS):
        # Those of groups without fitting lists are the tokens' own.
        offsets = [
            (start + member.char, end + member.char)
            for member in members
            for start, end in get_character_spans(member.doc, key) or ()
        ]
        for column, name in enumerate(OFFSETS):
            attrs[name] = [span[column] for span in offsets]
    return attrs


def _carry_user_data(joined: Doc, placed: list[MemberDoc]) -> None:
    for member in placed:
        data: dict[Any, Any] = member.doc.user_data
        for entry, value in data.items():
            if _has_place(entry):
                kind, name, start, end = entry
                end = None if end is None else end + member.char
                _store(joined, (kind, name, start + member.char, end), value)
    user_data = [member.doc.user_data for member in placed]
    for entry, value in user_data[0].items():
        shared = not _has_place(entry) and all(entry in data for data in user_data)
        if shared and _all_same([data[entry] for data in user_data]):
            _store(joined, entry, value)


def _has_place(entry: Any) -> bool:
    """Whether an entry of user data is an extension attribute of a token or a span.

    Such entries are ("._.", name, first character, end; None of a token), of a Doc with two None.
    """
    return (
        isinstance(entry, tuple) and len(entry) == 4 and entry[0] == "._." and entry[2] is not None
    )


def _store(doc: Doc, entry: Any, value: Any) -> None:
    with suppress(NotImplementedError):  # what Spans and Tokens raise when they are copied
        doc.user_data[entry] = deepcopy(value)


def _all_same(values: list[Any]) -> bool:
    try:
        return all(value is values[0] or bool(value == values[0]) for value in values)
    except ValueError:  # arrays, whose comparison is no truth value
        return False


def join_tokens(docs: list[Doc], vocab: Vocab) -> tuple[Doc, list[MemberDoc]]:
    """Return a Doc of the tokens of Docs and what they are annotated with, and where each lies."""
    words: list[str] = []
    spaces: list[bool] = []
    rows: list[NDArray[np.uint64]] = []
    starts: list[NDArray[np.uint64]] = []
    placed: list[MemberDoc] = []
    char = 0
    for doc in docs:
        # No span can end in a blank that is part of its last token.
        blank = [" "] if doc[-1].whitespace_ else []
        first, size = len(words), len(doc) + len(blank)
        placed.append(MemberDoc(doc, char, first, first + size))
        char += len(text_of(doc)) + len(_SEPARATOR)
        added = [*blank, _SEPARATOR] if len(placed) < len(docs) else blank
        words += [token.text for token in doc] + added
        spaces += [bool(token.whitespace_) for token in doc[:-1]] + [False] * (1 + len(added))
        doc_rows = doc.to_array(_ATTRIBUTES).astype(np.uint64)
        rows += [doc_rows, *(_white_row(doc, word) for word in added)]
        doc_starts = doc.to_array("SENT_START").astype(np.uint64)
        doc_starts[0] = _STARTS
        starts += [doc_starts, np.full(len(added), _CONTINUES, dtype=np.uint64)]
    table = np.vstack(rows)
    if not all(doc.has_annotation("DEP") for doc in docs):
        table[:, len(_WORDS) :] = 0
    joined = Doc(vocab, words=words, spaces=spaces)
    joined.from_array(_ATTRIBUTES, table)  # type: ignore[arg-type]
    # After the parse, which sets them too.
    joined.from_array(["SENT_START"], np.concatenate(starts))  # type: ignore[arg-type]
    return joined, placed


def _white_row(doc: Doc, word: str) -> NDArray[np.uint64]:
    """Return the attributes of white space after a Doc: (number of attributes,) uint64."""
    add = doc.vocab.strings.add
    values: dict[int | str, int] = {
        "TAG": add(SPACE_TAG),
        "POS": IDS[SPACE_POS],
        "MORPH": doc.vocab.morphology.add(""),
        "LEMMA": add(word),
        "ENT_IOB": _OUTSIDE,
        "DEP": add("dep"),  # as spaCy's parser labels white space
    }
    row = {attribute: value for attribute, value in values.items() if doc.has_annotation(attribute)}
    if "DEP" in row:
        row["HEAD"] = _HEAD_BEFORE
    return np.array([row.get(attribute, 0) for attribute in _ATTRIBUTES], dtype=np.uint64)
