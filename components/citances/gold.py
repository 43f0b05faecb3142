"""Gold alignments as they stand on a Doc, and the citances that go with them.

- ``doc.spans["homologs"]``: aligned units, the label is the class;
- ``doc.user_data["word_links"]``: ``{"sure": [[i, j], ...], "possible": [[i, j], ...]}``, tokens;
- ``doc.user_data["gold_words"]``: for each citance a list of [start character, end character], the
  words that are scored;
- ``doc.user_data["citance_gold"]``: ``{"partial": False, "weight": 1.0}``, see ``Gold`` in
  ``spacy_citalign.citances.learning``.
"""

from spacy.tokens import Doc

from ...errors import InputError
from ..names import HOMOLOGS, WORD_LINKS
from ..spans import get_character_spans, set_character_spans, text_of


def has_gold(doc: Doc, spans_key: str) -> bool:
    """Whether a Doc has citances and their gold alignment."""
    return spans_key in doc.spans and (HOMOLOGS in doc.spans or WORD_LINKS in doc.user_data)


def copy_citances(source: Doc, target: Doc, spans_key: str) -> None:
    """Put the citances of a Doc on another of the same text, whatever its tokens.

    Raises:
        InputError: the texts differ.
    """
    if text_of(source) != text_of(target):
        raise InputError(
            f"the citances of {source[:6].text!r}... cannot be put on a Doc of another text; give "
            "both Docs of the Example the same text"
        )
    spans = get_character_spans(source, spans_key) or []
    labels = [span.label_ for span in source.spans[spans_key]]
    set_character_spans(target, spans_key, spans, labels)


def word_links(doc: Doc) -> dict[str, set[tuple[int, int]]]:
    """Return the gold links of tokens, ``sure`` and ``possible``, the smaller number first.

    Raises:
        InputError: there are no links, or they are malformed.
    """
    stored = doc.user_data.get(WORD_LINKS)
    links: dict[str, set[tuple[int, int]]] = {}
    try:
        for kind in ("sure", "possible"):
            pairs = [(int(first), int(second)) for first, second in stored.get(kind, ())]  # type: ignore[union-attr]
            links[kind] = {(min(pair), max(pair)) for pair in pairs}
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(
            f"doc.user_data[{WORD_LINKS!r}] is {str(stored)[:60]}; give "
            '{"sure": [[i, j], ...], "possible": [[i, j], ...]} with numbers of tokens'
        ) from error
    wrong = [pair for pairs in links.values() for pair in pairs if pair[0] < 0]
    wrong += [pair for pairs in links.values() for pair in pairs if pair[1] >= len(doc)]
    if wrong:
        raise InputError(
            f"the link {list(wrong[0])} names a token that is not there: the Doc has {len(doc)}, "
            "counted from 0"
        )
    return links
