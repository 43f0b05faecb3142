"""Records of aligned citance groups, read from rows of JSON for the page.

A row is a line that `citalign align` writes. Its ``cited.key`` and the citances' texts are needed,
everything else may be missing, and further keys are not read. What is missing is empty, and a
record says what is wrong.
"""

from collections.abc import Iterable, Mapping
from reprlib import repr as short
from typing import Any, NamedTuple

from .row_answer import (
    AlignedClass,
    Difference,
    Statement,
    count_of,
    read_classes,
    read_differing,
    read_statements,
)
from .row_evidence import Evidence, read_evidence
from .row_merges import Merges, read_merges
from .row_values import is_int, is_list, listed, number_of, objects_of, text_of

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
_EQUIVALENCE = "this alignment has no merges: it was made without a threshold"


class Failure(NamedTuple):
    """A row that cannot be shown, with its line number in the file."""

    line: int
    error: str


class Mark(NamedTuple):
    """A mark of citation, characters of the text, and whether it cites the group's work."""

    start: int
    end: int
    cites_work: bool


class Citance(NamedTuple):
    """A citing sentence.

    ``article`` is what is known of the citing article, ``self_citation`` whether the cited work has
    one of its authors. ``classes`` has a name, or None, for each of ``words``. ``evidence`` are the
    sentences of the cited article that it likely speaks of, None where nobody looked; ``before`` is
    the sentence before that belongs to the citation, "" where none does.
    """

    text: str
    source: str
    section: str
    article: Mapping[str, Any]
    self_citation: bool
    marks: tuple[Mark, ...]
    words: tuple[tuple[int, int], ...]
    classes: tuple[str | None, ...]
    evidence: tuple[Evidence, ...] | None = None
    before: str = ""

    @property
    def article_name(self) -> str:
        """What tells the citing article from others, empty where that is not known."""
        ids = (f"{kind}:{text_of(self.article.get(kind)).lower()}" for kind in IDENTIFIERS)
        return self.source or next((name for name in ids if not name.endswith(":")), "")


class Work(NamedTuple):
    """A cited work and its citances.

    ``articles`` is of how many articles they are, None where that is not known; ``answered`` says
    whether statements were looked for; ``threshold`` is a probability. ``fixed`` says why the
    threshold cannot be moved where there are no merges; ``problem`` why citances are shown without
    the alignment that the row has.
    """

    key: str
    cited: Mapping[str, Any]
    articles: int | None
    citances: tuple[Citance, ...]
    classes: tuple[AlignedClass, ...]
    answered: bool
    statements: tuple[Statement, ...]
    differing: tuple[Difference, ...]
    merges: Merges | None
    threshold: float | None
    fixed: str
    problem: str

    @property
    def aligned(self) -> bool:
        """Whether there are words to align."""
        return any(citance.words for citance in self.citances)


def read_row(row: Any, line: int) -> Work | Failure:
    """Return the work of a row, or why it cannot be shown.

    Args:
        row: any value of JSON.
        line: its number in the file, for a failed row that does not know it.
    """
    if not isinstance(row, Mapping):
        return Failure(line, f"the row is no object but {type(row).__name__}")
    if "error" in row:
        number = row["line"] if isinstance(row.get("line"), int) else line
        return Failure(number, text_of(row["error"]) or "failed")
    cited = row.get("cited")
    key = text_of(cited.get("key")) if isinstance(cited, Mapping) else ""
    if not isinstance(cited, Mapping) or not key:
        return Failure(line, 'the group has no "cited" with a "key"')
    values: Any = row.get("citances")
    if not is_list(values) or not all(map(_has_text, values)):
        return Failure(line, f"the citances of {key!r} are not a list of objects with a text")
    problem = ""
    try:
        citances = tuple(_citance(value, number) for number, value in enumerate(values, start=1))
    except ValueError as error:
        problem = str(error)
        citances = tuple(_citance(_without_words(value), 0) for value in values)
    sizes = [len(citance.text) for citance in citances]
    threshold = number_of(row.get("threshold"))
    merges, fixed = _merges(row.get("merges"), citances, threshold)
    return Work(
        key,
        cited,
        count_of(row) if "articles" in row else _count_articles(citances),
        citances,
        read_classes(row.get("classes"), sizes),
        is_list(row.get("statements")),
        read_statements(row.get("statements"), len(citances)),
        read_differing(row.get("differing"), sizes),
        merges,
        threshold,
        fixed,
        problem,
    )


def _count_articles(citances: Iterable[Citance]) -> int | None:
    """Return of how many articles citances are, None unless all say it."""
    names = {citance.article_name for citance in citances}
    return None if "" in names else len(names) or None


def _merges(
    value: Any, citances: Iterable[Citance], threshold: float | None
) -> tuple[Merges | None, str]:
    """Return the merges of a row, or None and why there are none."""
    if value is None:
        return None, _EQUIVALENCE
    try:
        merges = read_merges(value, [len(citance.words) for citance in citances])
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        return None, f"the merges of this group cannot be used: {error}"
    return (None, "this group has merges but no threshold") if threshold is None else (merges, "")


def _citance(value: Mapping[str, Any], number: int) -> Citance:
    """Return the citance of this number, from 1, which errors say.

    Raises:
        ValueError: words are not spans of the text with a class each.
    """
    text = value["text"]
    words = [_span(word) for word in listed(value.get("words"), f"words of citance {number}")]
    names = listed(value.get("classes", [None] * len(words)), f"classes of citance {number}")
    classes = [None if name is None else text_of(name) for name in names]
    if "" in classes:
        raise ValueError(f"citance {number} has a class without a name")
    if len(classes) != len(words):
        raise ValueError(f"citance {number} has {len(words)} words but {len(classes)} classes")
    end = 0
    for start, stop in words:
        if not end <= start < stop <= len(text):
            raise ValueError(
                f"citance {number} has a word [{start}, {stop}], which overlaps another or is not "
                f"inside the text of {len(text)} characters"
            )
        end = stop
    article = value.get("article")
    return Citance(
        text,
        text_of(value.get("source")),
        text_of(value.get("section")),
        article if isinstance(article, Mapping) else {},
        value.get("self_citation") is True,
        tuple(_marks(value.get("citations"), len(text))),
        tuple(words),
        tuple(classes),
        read_evidence(value.get("evidence"), len(text)),
        _text_before(value.get("before")),
    )


def _text_before(value: object) -> str:
    return text_of(value.get("text")) if isinstance(value, Mapping) else ""


def _without_words(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "words": (), "classes": ()}


def _marks(citations: object, size: int) -> Iterable[Mark]:
    """Yield the marks that lie in the text, in order; of two that overlap the first."""
    end = 0
    placed = [mark for mark in objects_of(citations) if {"start", "end"} <= mark.keys()]
    spans = [(mark["start"], mark["end"], bool(mark.get("cites"))) for mark in placed]
    for start, stop, cites_work in sorted(s for s in spans if is_int(s[0]) and is_int(s[1])):
        if end <= start < stop <= size:
            yield Mark(start, stop, cites_work)
            end = stop


def _span(word: Any) -> tuple[int, int]:
    if is_list(word) and len(word) == 2 and is_int(word[0]) and is_int(word[1]):
        return word[0], word[1]
    raise ValueError(f"a word is {short(word)}, not [start, end]")


def _has_text(value: object) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("text"), str)
