"""Mentions that look like genes and are none: words, months, other abbreviations, other fields.

The tagger learned from sentences that were chosen because they are about genes, and finds some in
any text. Here its mentions are held against a plain list (``non_genes.txt``), their neighbours, the
long forms that the text gives, and the text as a whole. Each rule looks at one document only.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache

from .definitions import SHORT_FORM, WORD, begin_of_long_form, listed, parts_listed
from .records import GeneMention

SURE = 0.98  # confidence of what is a gene in a text that is not about molecules
_WHOLE_TEXT = 400  # characters of a text that would have a word of the field if it were about genes
_LONG_TEXT = 1200  # characters of one in which words that other fields have as well do not count
_WORDS_A_FIELD_WORD = 400  # a text about molecules has one in so many, and one at least
_LONGEST = 8  # words of a long form
_MONTHS = r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
_NUMBER = r"(?:[0-3]?\d|[12]\d{3})"
_MONTH = re.compile(_MONTHS)
_MONTH_NUMBER = re.compile(rf"{_MONTHS}[\s.,]+{_NUMBER}")
_BEFORE_MONTH = re.compile(
    rf"(?<![\w.-]){_NUMBER}\s*$|"
    r"\b(?:[Dd]uring|[Uu]ntil|[Ss]ince|[Ee]arly|[Ll]ate|[Mm]id|[Ee]nd of)[\s-]+$"
)
_AFTER_MONTH = re.compile(rf"\.?,?\s+{_NUMBER}\b(?!\s*(?:mutant|gene|protein|kDa|[x%]))")
_NEAR = 45  # characters within which another month shows what is meant
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Lady|Judge|Captain)\.?\s+$")
_LONGEST_TITLE = 14  # characters, with white space
_ADDRESS = re.compile(r"(?:https?://|www\.|\S@)\S*$|\S\.(?:com|org|net|edu|gov)/\S*$")
_GENE_AFTER = re.compile(
    r"[\s)\]-]*(?:[a-z]+\s)?(?:genes?|proteins?|antibod(?:y|ies)|mRNAs?|alleles?|mutations?|mutants?|"
    r"knockouts?|transcripts?|expression|promoter|-/-)\b"
)
# What such names are where the text has such words: axes and factors.
_TOPICS = (
    (re.compile(r"PC ?[1-9]"), re.compile(r"\bPCA\b|principal component|[Vv]arianc|\bR2\b")),
    (re.compile(r"Factor [1-9]"), re.compile(r"[Vv]arianc|loading|factor analy|court|ruling")),
)
_MAY_BE_BEFORE = 40  # characters that are looked at before a mention


def genes_among(
    text: str, mentions: Sequence[GeneMention], beside: Sequence[GeneMention] | None = None
) -> list[GeneMention]:
    """Return the mentions that nothing speaks against.

    >>> text = "Nets were hung in Jun 2004. Phosphorylation of Jun by JNK rose."
    >>> marked = [GeneMention(18, 21, 0.9), GeneMention(47, 50, 0.9)]
    >>> [mention.start_char for mention in genes_among(text, marked)]
    [47]

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
        beside: all that are marked in the text, if these are some of them.
    """
    if not mentions:
        return []
    others: frozenset[str] | None = None
    kept = []
    for mention in mentions:
        name = text[mention.start_char : mention.end_char]
        if _is_listed(name, "never") or _is_by_context(text, mention, name):
            continue
        if mention.confidence < SURE:
            if others is None:
                others = _other_abbreviations(text, mentions if beside is None else beside)
            if name in others:
                continue
            field = _field(text)
            if field is _Field.OTHER or (field is _Field.OPEN and _is_listed(name, "plain")):
                continue
        kept.append(mention)
    return kept


class _Field(Enum):
    """What a text is about."""

    MOLECULES = auto()
    OTHER = auto()
    OPEN = auto()


@lru_cache(maxsize=1)
def _field(text: str) -> _Field:
    """Return what a text is about.

    A single sentence may be about a gene without any word that says so, one that speaks of persons
    seldom is.
    """
    if is_molecular(text):
        return _Field.MOLECULES
    of_persons = any(_is_listed(match.group(), "personal") for match in WORD.finditer(text))
    return _Field.OTHER if len(text) >= _WHOLE_TEXT or of_persons else _Field.OPEN


def _is_listed(name: str, in_list: str) -> bool:
    words = listed(in_list)
    return name in words or name[:1].lower() + name[1:] in words


@lru_cache(maxsize=1)  # asked of what was marked, and of what was added
def is_molecular(text: str) -> bool:
    """Return whether a text is about genes or molecules at all, by the words of the lists."""
    lists = ("molecular", "shared") if len(text) < _LONG_TEXT else ("molecular",)
    words = {word for name in lists for word in listed(name)}
    stems = tuple(stem for name in lists for stem in parts_listed(name))
    wanted = 1 + len(text) // (6 * _WORDS_A_FIELD_WORD)
    count = 0
    for match in WORD.finditer(text):
        word = match.group().lower()
        if word in words or word.startswith(stems):
            count += 1
            if count >= wanted:
                return True
    return False


def _is_by_context(text: str, mention: GeneMention, name: str) -> bool:
    start, end = mention.start_char, mention.end_char
    before = text[max(0, start - _MAY_BE_BEFORE) : start]
    if _MONTH_NUMBER.fullmatch(name):
        return True
    if _MONTH.fullmatch(name):
        near = text[max(0, start - _NEAR) : end + _NEAR]
        others = {month[0] for month in re.finditer(rf"\b{_MONTHS}\b", near)} - {name}
        if others or _BEFORE_MONTH.search(before) or _AFTER_MONTH.match(text, end):
            return True
    if name[-1:].isdigit() and any(
        kind.fullmatch(name) and topic.search(text) for kind, topic in _TOPICS
    ):
        return True
    if _TITLE.search(before, max(0, len(before) - _LONGEST_TITLE)):
        return True
    may_be_address = "/" in before or "@" in before or "www." in before
    return may_be_address and _ADDRESS.search(before) is not None


def _other_abbreviations(text: str, mentions: Sequence[GeneMention]) -> frozenset[str]:
    """Return the short forms, also in the plural, whose long form in the text is no gene.

    No mention is in the long form. Genes are called after diseases: a short form that stands before
    "gene", "protein" and the like anywhere stays.
    """
    others = set()
    for short, begin, end in _headed(text):
        if any(m.start_char < end and begin < m.end_char for m in mentions):
            continue
        if any(_GENE_AFTER.match(text, at.end()) for at in re.finditer(re.escape(short), text)):
            continue
        single = short[:-1] if short.endswith("s") and short[:-1].isupper() else short
        others |= {short, single, f"{single}s"}
    return frozenset(others)


@lru_cache(maxsize=1)
def _headed(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return short forms in parentheses, with the characters of their long forms.

    The words before the parenthesis begin with or have its letters, the last one is one of
    ``heads``.
    """
    heads = listed("heads")
    found = []
    for match in SHORT_FORM.finditer(text):
        words = list(WORD.finditer(text, max(0, match.start() - 120), match.start()))
        words = words[-_LONGEST:]
        if not words or words[-1].group().lower().rpartition("-")[2] not in heads:
            continue
        begin = begin_of_long_form(match[1], words)
        if begin is not None:
            found.append((match[1], begin, match.start()))
    return tuple(found)
