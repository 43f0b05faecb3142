"""Claims against the text of a source: support, places, and words that say the opposite."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...claim_rows import SourcedClaim
from ...errors import CitalignError, described
from ...evidence.features import ArticleSentence
from ...inputs.articles import Pages
from ...schema import EvidencePlace, OppositeWords, Support, WordMatch
from ..answers.cited_sources import CitedSource
from ..answers.evidence_docs import (
    ArticlePart,
    article_doc,
    article_parts,
    check_size,
    evidence_place,
    only_evidence,
)
from ..pipelines import SHIPPED, load_pipeline

if TYPE_CHECKING:
    from ...evidence.ranker import ClaimEvidence

_UNIT = re.compile(r"\s{0,3}-?(%|\w{1,40})")


class SourceText(NamedTuple):
    """The S sentences of a source.

    Attributes:
        sentences: (S) with their sections.
        starts: (S) their first characters in the source's own text.
        pages: those of a PDF.
    """

    sentences: list[ArticleSentence]
    starts: list[int]
    pages: Pages = ()


class ClaimRanker:
    """Finds sentences of sources, and ranks them by claims.

    Args:
        pipeline: one with an ``evidence_ranker``: a name or a folder.
        limit: places of a claim at most; None: the pipeline's.
        threshold: least probability of a place; None: the pipeline's.

    Attributes:
        nlp: the pipeline, with nothing but what finds sentences and ranks them.

    Raises:
        SettingError: it does not load, or has no ranker; a setting is out of range.
        NotFittedError: the ranker is not trained.
    """

    def __init__(
        self, pipeline: str = SHIPPED, *, limit: int | None = None, threshold: float | None = None
    ) -> None:
        from ...components.evidence import EvidenceRankerPipe

        self.nlp = load_pipeline(pipeline)
        only_evidence(self.nlp, pipeline, {"limit": limit, "threshold": threshold})
        pipes = [pipe for _, pipe in self.nlp.pipeline if isinstance(pipe, EvidenceRankerPipe)]
        self._rank, settings = pipes[0].fitted_runner(), pipes[0].settings
        self._limits: dict[str, Any] = {"limit": settings.limit, "threshold": settings.threshold}

    def source(self, parts: Sequence[ArticlePart]) -> SourceText:
        """Return the sentences of a source.

        Args:
            parts: its paragraphs; none: it has no sentence.

        Raises:
            InputError: it is too long.
        """
        from ...components.base.names import CITED_TEXT
        from ...components.sentences.words import text_sentences

        if not parts:
            return SourceText([], [])
        doc = self.nlp(article_doc(self.nlp, parts))
        text = doc.text
        sentences, starts = [], []
        for part, found in zip(parts, text_sentences(doc, CITED_TEXT), strict=True):
            for start, end in found.spans:
                sentences.append(ArticleSentence(text[start:end], part.section))
                starts.append(part.start + start - found.start)
        return SourceText(sentences, starts, parts[0].pages)

    def __call__(
        self, claims: Sequence[str], source: SourceText
    ) -> list[tuple[Support | None, list[EvidencePlace]]]:
        """Return what a source has for each claim; support where the model tells it, and places.

        Args:
            claims: what is said; blanks stand for what does not count.
            source: of ``source``.

        Raises:
            InputError: it would need more memory than there is.
        """
        texts = (sentence.text for sentence in source.sentences)
        what = "a source of {:,} words, for {:,} claims,"
        check_size(texts, len(claims), what, "give fewer claims at once")
        found = self._rank.evidence(claims, source.sentences, **self._limits)
        return [
            (_support(one, claim), _places(one, claim, source))
            for claim, one in zip(claims, found, strict=True)
        ]


@cache
def shipped_ranker() -> ClaimRanker:
    """Return the ranker of the pipeline that ships, which is loaded once."""
    return ClaimRanker()


def verified(
    rows: Sequence[SourcedClaim],
    claims: Sequence[str],
    source: CitedSource,
    ranker: ClaimRanker,
    *,
    captions: bool = False,
) -> tuple[CitedSource, SourceText]:
    """Give rows what their source has for them, and return how that was read, and its sentences.

    Args:
        rows: of claims of one source.
        claims: of each what counts of it.
        source: of all of them.
        ranker: ranks its sentences.
        captions: read those of figures, too.
    """
    text = SourceText([], [])
    if source.article is not None:
        try:
            if source.article.text.strip():
                name = source.file or "the text"
                text = ranker.source(article_parts(source.article, name, captions=captions))
            found = ranker(claims, text)
        except CitalignError as error:
            source = source._replace(state="unread", article=None, reason=described(error))
        else:
            for row, (support, places) in zip(rows, found, strict=True):
                row.evidence = places
                if support is not None:
                    row.support = support
    for row in rows:
        row.state = source.state
        if source.file:
            row.source = source.file
        if source.reason:
            row.reason = source.reason
    return source, text


def _support(found: "ClaimEvidence", claim: str) -> Support | None:
    support = found.support
    if support.support is None:
        return None
    return Support(
        probability=support.support,
        coverage=support.coverage,
        telling=support.telling,
        missing=[*support.missing],
        sentences=support.sentences,
        reasons=support.reasons(claim),
    )


def _has_number(claim: str, span: tuple[int, int], source: SourceText) -> bool:
    """Return whether a source has a number of a claim with its unit anywhere: none is contrary."""
    start, end = span
    unit = _UNIT.match(claim, end)
    behind = re.escape(unit[1]) if unit else ""
    wanted = re.compile(rf"(?<![\d.,]){re.escape(claim[start:end])}[\s-]?{behind}(?!\w|[.,]\d)")
    return any(wanted.search(sentence.text) for sentence in source.sentences)


def _places(found: "ClaimEvidence", claim: str, source: SourceText) -> list[EvidencePlace]:
    places = []
    for one in found.places:
        sentence, start = source.sentences[one.sentence], source.starts[one.sentence]
        opposite = [
            OppositeWords(claim=words.claim, place=words.place, kind=words.kind)
            for words in one.opposite
            if not (words.kind == "number" and _has_number(claim, words.claim, source))
        ]
        place = evidence_place(
            source.pages,
            opposite,
            probability=one.probability,
            section=sentence.section,
            start=start,
            end=start + len(sentence.text),
            text=sentence.text,
            matches=[WordMatch(citance=first, sentence=last) for first, last in one.matches],
        )
        places.append(place)
    return places
