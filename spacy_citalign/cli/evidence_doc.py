"""Citing sentences and the article that they cite as one Doc, and what was found there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..app.batch.pipelines import raise_failure
from ..errors import InputError, SettingError
from ..evidence.stop_words import is_english
from ..inputs.articles import Article
from ..inputs.records import Record
from ..memory import check_memory, count_words

if TYPE_CHECKING:
    from spacy.language import DisabledPipes, Language
    from spacy.tokens import Doc

FACTORY = "evidence_ranker"
_NEEDED = {FACTORY, "sentence_boundary_detector"}
_KINDS = {"abstract", "text"}
_ABSTRACT = "Abstract"


# Bytes, about twice of what was measured: of a word, and of a citance and a word of the article.
_A_WORD = 1_000
_A_PAIR = 30


class ArticlePart(NamedTuple):
    """A paragraph of an article: its first character in the article's text, title, text."""

    start: int
    section: str
    text: str


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
    from ..components.evidence.component import EvidenceRankerPipe

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
    ours = {
        name: nlp.get_pipe_meta(name).factory
        for name, pipe in nlp.pipeline
        if type(pipe).__module__.startswith("spacy_citalign.")
    }
    unused = [name for name, factory in ours.items() if factory not in _NEEDED]
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
            parts.append(ArticlePart(one.start, title or "Text", article.text[one.start : one.end]))
    return _with_text(parts, name)


def _with_text(parts: Sequence[ArticlePart], name: str) -> list[ArticlePart]:
    kept = [part for part in parts if part.text.strip()]
    if not kept:
        raise InputError(f"{name} has no text but titles; give the whole article")
    return kept


def caveats(parts: Sequence[ArticlePart]) -> list[str]:
    """Return what a reader must know of an article whose sentences are ranked, after its name."""
    told = []
    if all(part.section == _ABSTRACT for part in parts):
        told.append("has an abstract alone; what its text says besides is not found")
    if not is_english(part.text for part in parts):
        told.append("has few English words; what is found by names and numbers alone may be wrong")
    return told


def evidence_doc(
    nlp: "Language", citances: Sequence[Mapping[str, Any]], parts: Sequence[ArticlePart]
) -> "Doc":
    """Return a Doc of citances, with their marks of citation, and of the article, not annotated.

    Raises:
        InputError: to rank its sentences would need more memory than there is.
    """
    from ..components.citations.citing import RECORDS
    from ..components.joining.join import join
    from ..components.names import CITANCES, CITATIONS, CITED_TEXT
    from ..components.spans import set_character_spans

    words = sum(count_words(part.text) for part in parts)
    check_memory(
        words * (_A_WORD + _A_PAIR * len(citances)),
        f"an article of {words:,} words, cited by {len(citances):,} sentences,",
        "give fewer citing articles",
    )
    citing = join([one["text"] for one in citances], nlp=nlp, key=CITANCES)
    citing.spans[CITANCES].attrs[RECORDS] = [dict(one) for one in citances]
    marks = [
        (span.start_char + mark["start"], span.start_char + mark["end"])
        for span, one in zip(citing.spans[CITANCES], citances, strict=True)
        for mark in one.get("citations", ())
        if mark["start"] < mark["end"]
    ]
    set_character_spans(citing, CITATIONS, marks, "")
    article = join(
        [part.text for part in parts],
        nlp=nlp,
        key=CITED_TEXT,
        labels=[part.section for part in parts],
    )
    return join([citing, article], nlp=nlp, key="members")


def evidence_records(doc: "Doc", parts: Sequence[ArticlePart]) -> Iterator[list[dict[str, Any]]]:
    """Yield for each citance its evidence, in characters of the article's own text.

    A record has ``probability``, ``section``, ``start``, ``end``, ``text`` and ``matches``, the
    words that both have: {"citance": [start, end], "sentence": [start, end]}, characters of either.

    Args:
        doc: that of ``evidence_doc``, annotated.
        parts: of the article.
    """
    moves = [
        (span.start_char, part.start - span.start_char)
        for span, part in zip(doc.spans["cited_text"], parts, strict=True)
    ]
    found = {(one["start_char"], one["end_char"]): one["evidence"] for one in doc._.evidence}
    for span in doc.spans["citances"]:
        records = []
        for one in found[span.start_char, span.end_char]:
            move = next(by for start, by in reversed(moves) if start <= one["start_char"])
            matches = [
                {
                    "citance": [x - span.start_char for x in match["citance"]],
                    "sentence": [x - one["start_char"] for x in match["sentence"]],
                }
                for match in one["matches"]
            ]
            records.append(
                {
                    "probability": one["probability"],
                    "section": one["section"],
                    "start": one["start_char"] + move,
                    "end": one["end_char"] + move,
                    "text": one["text"],
                    "matches": matches,
                }
            )
        yield records
