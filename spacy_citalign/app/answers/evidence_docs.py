"""Citing sentences and the article that they cite as one Doc, and what was found there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import InputError, SettingError
from ...inputs.articles import Article, Pages, page_at
from ...inputs.records import Record
from ...memory import check_memory, count_words
from ...row_files import record_values
from ...schema import Citance, EvidencePlace, OppositeWords, Support, WordMatch
from ...words.english import is_english
from ..pipelines import raise_failure

if TYPE_CHECKING:
    from spacy.language import DisabledPipes, Language
    from spacy.tokens import Doc

FACTORY = "evidence_ranker"
_NEEDED = {FACTORY, "sentence_boundary_detector"}
_KINDS = {"abstract", "text"}
_ABSTRACT = "Abstract"
# Bytes, about twice of what was measured: of a word, and of a citance and a word of the article.
_A_WORD, _A_PAIR = 1_000, 30


class ArticlePart(NamedTuple):
    """A paragraph of an article: its first character in the article's text, title, text.

    ``pages`` are those of the article.
    """

    start: int
    section: str
    text: str
    pages: Pages = ()


def only_evidence(
    nlp: "Language", pipeline: str, changes: Mapping[str, Any] | None = None
) -> "DisabledPipes":
    """Disable what evidence does not need, and return what puts it back.

    Args:
        nlp: the pipeline.
        pipeline: its name, for messages.
        changes: settings of the ranker; those that are None stay as they are.

    Raises:
        SettingError: there is no ranker.
        NotFittedError: it is not trained.
    """
    from ...components.evidence import EvidenceRankerPipe

    rankers = [pipe for _, pipe in nlp.pipeline if isinstance(pipe, EvidenceRankerPipe)]
    if not rankers:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}; name one that has it with --pipeline, or "
            f'add it: nlp.add_pipe("{FACTORY}", config={{"weights": "shipped"}}), and save it'
        )
    for ranker in rankers:
        ranker.require_fitted()
        given = {name: x for name, x in (changes or {}).items() if x is not None}
        ranker.override_settings(**given)
    unused = [
        name
        for name, pipe in nlp.pipeline
        if type(pipe).__module__.startswith("spacy_citalign.")
        and nlp.get_pipe_meta(name).factory not in _NEEDED
    ]
    nlp.set_error_handler(raise_failure)
    return nlp.select_pipes(disable=unused)


def record_parts(record: Record, *, captions: bool = False) -> list[ArticlePart]:
    """Return the paragraphs of an article, without titles; of plain text the lines.

    Raises:
        InputError: there are none.
    """
    if record.article is not None:
        return article_parts(record.article, record.source, captions=captions)
    parts, start = [], 0
    for line in str(record.text).split("\n"):
        parts.append(ArticlePart(start, "", line))
        start += len(line) + 1
    return _with_text(parts, record.source)


def article_parts(article: Article, name: str, *, captions: bool = False) -> list[ArticlePart]:
    """Return the paragraphs of an article, without titles.

    Raises:
        InputError: there are none; ``name`` is what the message calls it.
    """
    kinds = _KINDS | {"caption"} if captions else _KINDS
    parts = []
    for one in article.paragraphs:
        if one.kind in kinds:
            title = _ABSTRACT if one.kind == "abstract" else ": ".join(one.section)
            text = article.text[one.start : one.end]
            parts.append(ArticlePart(one.start, title or "Text", text, article.pages))
    return _with_text(parts, name)


def _with_text(parts: Sequence[ArticlePart], name: str) -> list[ArticlePart]:
    kept = [part for part in parts if part.text.strip()]
    if not kept:
        raise InputError(f"{name} has no text but titles; give the whole article")
    return kept


def caveats(parts: Sequence[ArticlePart]) -> list[str]:
    """Return what a reader must know of an article whose sentences are ranked, after its name."""
    messages = []
    if all(part.section == _ABSTRACT for part in parts):
        messages.append("has an abstract alone; what its text says besides is not found")
    if not is_english(part.text for part in parts):
        messages.append(
            "has few English words; what is found by names and numbers alone may be wrong"
        )
    return messages


def evidence_doc(
    nlp: "Language", citances: Sequence[Citance], parts: Sequence[ArticlePart]
) -> "Doc":
    """Return a Doc of citances, with their marks of citation, and of the article, not annotated.

    Raises:
        InputError: to rank its sentences would need more memory than there is.
    """
    from ...components.base.names import CITANCES, CITATIONS
    from ...components.base.spans import set_character_spans
    from ...components.citations import RECORDS
    from ...components.joining import join

    what = "an article of {:,} words, cited by {:,} sentences,"
    check_size((part.text for part in parts), len(citances), what, "give fewer citing articles")
    citing = join([citance.text for citance in citances], nlp=nlp, key=CITANCES)
    citing.spans[CITANCES].attrs[RECORDS] = [record_values(citance) for citance in citances]
    marks = [
        (span.start_char + mark.start, span.start_char + mark.end)
        for span, citance in zip(citing.spans[CITANCES], citances, strict=True)
        for mark in citance.citations or ()
    ]
    set_character_spans(citing, CITATIONS, marks, "")
    return join([citing, article_doc(nlp, parts)], nlp=nlp, key="members")


def article_doc(nlp: "Language", parts: Sequence[ArticlePart]) -> "Doc":
    """Return the Doc of an article, not annotated, with its paragraphs as spans."""
    from ...components.base.names import CITED_TEXT
    from ...components.joining import join

    labels = [part.section for part in parts]
    return join([part.text for part in parts], nlp=nlp, key=CITED_TEXT, labels=labels)


def check_size(texts: Iterable[str], citances: int, what: str, cure: str) -> None:
    """See that there is memory to rank sentences.

    Args:
        texts: of the article.
        citances: how many sentences it is ranked by.
        what, cure: of the error, ``what`` with places for the numbers of words and citances.

    Raises:
        InputError: there is not.
    """
    words = sum(map(count_words, texts))
    check_memory(words * (_A_WORD + _A_PAIR * citances), what.format(words, citances), cure)


def set_places(doc: "Doc", citances: Sequence[Citance], parts: Sequence[ArticlePart]) -> None:
    """Give citances their evidence, in characters of the article's own text, and their support.

    Args:
        doc: that of ``evidence_doc``, annotated.
        citances: those of the Doc, in its order.
        parts: of the article.
    """
    moves = [
        (span.start_char, part.start - span.start_char)
        for span, part in zip(doc.spans["cited_text"], parts, strict=True)
    ]
    by_span = {(one["start_char"], one["end_char"]): one for one in doc._.evidence}
    for citance, span in zip(citances, doc.spans["citances"], strict=True):
        found = by_span[span.start_char, span.end_char]
        citance.evidence = [
            _place(record, span.start_char, moves, parts[0].pages) for record in found["evidence"]
        ]
        if found["support"] is not None:
            missing = [_moved(one, -span.start_char) for one in found["support"]["missing"]]
            citance.support = Support(**found["support"] | {"missing": missing})


def _place(
    record: Mapping[str, Any], citance: int, moves: Sequence[tuple[int, int]], pages: Pages
) -> EvidencePlace:
    start = record["start_char"]
    move = next(by for begin, by in reversed(moves) if begin <= start)
    opposite = []
    for one in record["opposite"] or ():
        claim, place = _moved(one["claim"], -citance), _moved(one["place"], -start)
        opposite.append(OppositeWords(claim=claim, place=place, kind=one["kind"]))
    matches = []
    for one in record["matches"]:
        ours, theirs = _moved(one["citance"], -citance), _moved(one["sentence"], -start)
        matches.append(WordMatch(citance=ours, sentence=theirs))
    return evidence_place(
        pages,
        opposite,
        probability=record["probability"],
        section=record["section"],
        start=start + move,
        end=record["end_char"] + move,
        text=record["text"],
        matches=matches,
    )


def evidence_place(pages: Pages, opposite: Sequence[OppositeWords], **known: Any) -> EvidencePlace:
    """Return a place of an article, with its page and words that say the opposite, if there are."""
    place = EvidencePlace(**known)
    if page := page_at(pages, place.start or 0):
        place.page = page
    if opposite:
        place.opposite = [*opposite]
    return place


def _moved(span: Sequence[int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by
