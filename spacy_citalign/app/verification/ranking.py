"""Claims against the text of a source: support, places, and words that say the opposite."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...evidence.sentence_features import ArticleSentence
from ...inputs.articles import Pages, page_at
from ...memory import check_memory, count_words
from ...schema import EvidencePlace, OppositeWords, Support, WordMatch
from ..answers.evidence_docs import ArticlePart, only_evidence
from ..batch.pipelines import SHIPPED, load_pipeline

if TYPE_CHECKING:
    from ...evidence.ranker import ClaimEvidence

# Bytes, as of `evidence`: of a word of the source, and of a claim and a word.
_A_WORD = 1_000
_A_PAIR = 30

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


class FoundEvidence(NamedTuple):
    """What a source has for a claim; support is None where the model does not tell it."""

    support: Support | None
    places: list[EvidencePlace]


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
        from ...components.evidence.component import EvidenceRankerPipe

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
        from ...components.joining.join import join
        from ...components.names import CITED_TEXT
        from ...components.sentences.words import text_sentences

        if not parts:
            return SourceText([], [])
        doc = join(
            [part.text for part in parts],
            nlp=self.nlp,
            key=CITED_TEXT,
            labels=[part.section for part in parts],
        )
        text = doc.text
        sentences, starts = [], []
        for part, found in zip(parts, text_sentences(self.nlp(doc), CITED_TEXT), strict=True):
            for start, end in found.spans:
                sentences.append(ArticleSentence(text[start:end], part.section))
                starts.append(part.start + start - found.start)
        return SourceText(sentences, starts, parts[0].pages)

    def __call__(self, claims: Sequence[str], source: SourceText) -> list[FoundEvidence]:
        """Return what a source has for each claim.

        Args:
            claims: what is said; blanks stand for what does not count.
            source: of ``source``.

        Raises:
            InputError: it would need more memory than there is.
        """
        words = sum(count_words(sentence.text) for sentence in source.sentences)
        check_memory(
            words * (_A_WORD + _A_PAIR * len(claims)),
            f"a source of {words:,} words, for {len(claims):,} claims,",
            "give fewer claims at once",
        )
        found = self._rank.evidence(claims, source.sentences, **self._limits)
        return [
            FoundEvidence(_support(one, claim), _places(one, claim, source))
            for claim, one in zip(claims, found, strict=True)
        ]


@cache
def shipped_ranker() -> ClaimRanker:
    """Return the ranker of the pipeline that ships, which is loaded once."""
    return ClaimRanker()


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
        known: dict[str, Any] = {}
        if page := page_at(source.pages, start):
            known["page"] = page
        opposite = [
            OppositeWords(claim=words.claim, place=words.place, kind=words.kind)
            for words in one.opposite
            if not (words.kind == "number" and _has_number(claim, words.claim, source))
        ]
        if opposite:
            known["opposite"] = opposite
        place = EvidencePlace(
            probability=one.probability,
            section=sentence.section,
            start=start,
            end=start + len(sentence.text),
            text=sentence.text,
            matches=[WordMatch(citance=first, sentence=last) for first, last in one.matches],
            **known,
        )
        places.append(place)
    return places
