"""Span groups and ``doc.ents``: write the first to the second, and read gold where it is."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from spacy.attrs import ENT_IOB
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import filter_spans

from ...errors import SettingError
from ...words.settings import check_group
from .span_records import set_span_records
from .spans import set_character_spans
from .trained import Model, ModelPipe, Runner

EntsPolicy = Literal["keep", "replace"]
"""What becomes of an entity that is there already and overlaps: it stays, or gives way."""


def check_mentions(settings: Any) -> None:
    """Raise SettingError for settings of a ``MentionPipe`` that are out of range."""
    check_group("spans_key", settings.spans_key)
    if settings.ents not in (None, "keep", "replace"):
        raise SettingError(f"ents is {settings.ents!r}; choose from 'keep', 'replace' and None")
    labels = settings.gold_labels
    names = labels if isinstance(labels, list | tuple) else [None]
    if not all(isinstance(name, str) and name for name in names):
        raise SettingError(
            f"gold_labels is {labels!r}; give a list of labels of entities, empty for none"
        )


class MentionPipe(ModelPipe[Model, Runner]):
    """A trained component that marks spans of one label, which may be entities, too.

    Its settings have ``spans_key``, ``ents`` and ``gold_labels``.
    """

    label: ClassVar[str]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (self.label,)

    def write_mentions(
        self, doc: Doc, spans: Sequence[tuple[int, int]], values: Mapping[str, Sequence[Any]]
    ) -> None:
        """Write a span group with what is known of each span, and ``doc.ents`` if asked to."""
        set_span_records(doc, self.settings.spans_key, spans, self.label, values)
        if self.settings.ents is not None:
            write_entities(doc, self.settings.spans_key, self.settings.ents)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer; see ``gold_labels`` for what is gold."""
        key, labels = self.settings.spans_key, self.settings.gold_labels
        return super().score(with_entities_as_gold(examples, key, self.label, labels), **kwargs)


def with_entities_as_gold(
    examples: Iterable[Example], key: str, label: str, gold_labels: Collection[str]
) -> list[Example]:
    """Return examples whose references have their entities of some labels as a span group.

    Examples stay as they are where one of them has the group, or none has such an entity; so does
    a reference with tokens of which it does not say whether they are in an entity.

    Args:
        examples: these, and their references, are left alone.
        key: the group.
        label: of its spans.
        gold_labels: of the entities.
    """
    examples = list(examples)
    references = [example.reference for example in examples]
    if any(key in doc.spans for doc in references):
        return examples
    if not any(ent.label_ in gold_labels for doc in references for ent in doc.ents):
        return examples
    return [
        Example(example.predicted, _with_group(example.reference, key, label, gold_labels))
        for example in examples
    ]


def _with_group(doc: Doc, key: str, label: str, gold_labels: Collection[str]) -> Doc:
    if not doc.has_annotation("ENT_IOB", require_complete=True):
        return doc
    doc = doc.copy()
    ents = [ent for ent in doc.ents if ent.label_ in gold_labels]
    spans = [(ent.start_char, ent.end_char) for ent in ents]
    set_character_spans(doc, key, spans, label, kb_ids=[ent.kb_id_ for ent in ents])
    return doc


def write_entities(doc: Doc, key: str, policy: EntsPolicy) -> None:
    """Write the spans of ``doc.spans[key]``; of those in one token, the longest is written.

    Tokens of which nothing was known are outside of entities then, as ``entity_ruler`` has it: an
    entity recognizer that learns from the Doc would take missing ones for anything.
    """
    spans = filter_spans(list(doc.spans[key]))
    covered = {token for span in spans for token in range(span.start, span.end)}
    if policy == "keep":
        # IOB 2 is O, 0 is unset; an empty type under B is a token that an earlier one blocked.
        free = {token.i for token in doc if token.ent_iob in (0, 2)}
        spans = [span for span in spans if free.issuperset(range(span.start, span.end))]
        doc.set_ents(spans, outside=_unknown(doc, spans), default="unmodified")
        return
    old = [ent for ent in doc.ents if not covered.isdisjoint(range(ent.start, ent.end))]
    uncovered = {token for ent in old for token in range(ent.start, ent.end)} - covered
    outside = [Span(doc, token, token + 1) for token in sorted(uncovered)]
    doc.set_ents(spans, outside=outside + _unknown(doc, spans), default="unmodified")


def _unknown(doc: Doc, spans: list[Span]) -> list[Span]:
    """Return the tokens that nobody has looked at, without those of some spans."""
    known = doc.to_array(ENT_IOB) != 0
    for span in spans:
        known[span.start : span.end] = True
    return [Span(doc, token, token + 1) for token in np.flatnonzero(~known).tolist()]
