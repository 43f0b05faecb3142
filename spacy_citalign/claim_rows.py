"""The rows of `verify`: a claim, or a citation of a manuscript, and what its source has for it.

They are JSON Lines, as those of ``schema``: offsets are half-open characters of the text that they
belong to, probabilities go from 0 to 1, what is not known is left out. No field is a verdict:
``support`` and ``evidence`` say what to read.
"""

from typing import Literal

from pydantic import Field

from .article_rows import (
    CitationMark,
    CitedWork,
    EvidencePlace,
    Offset,
    OppositeWords,
    Record,
    SchemaVersion,
    Span,
    Support,
    listed,
    optional,
)

SourceState = Literal["full text", "abstract", "other language", "unread", "missing"]
FoundBy = Literal["identifier", "title", "file name", ""]


class SourcedClaim(Record):
    """A claim, and what the text of its source has for it."""

    schema_version: SchemaVersion = None
    claim: str = Field(description="What is said; of a citation the sentence.")
    state: SourceState = Field(
        default="full text",
        description="What is at hand of the source: full text; an abstract alone; a text of "
        "another language; a file that cannot be read; nothing among the files.",
    )
    source: str | None = optional("The file of the source.")
    reason: str | None = optional("Why its file cannot be read.")
    support: Support | None = optional("Missing where there is no text of the source.")
    evidence: list[EvidencePlace] | None = optional(
        "Places to read, likeliest first; missing where there is no text of the "
        "source, [] where nothing was found in the text given."
    )

    @property
    def missing_words(self) -> list[str]:
        """Return the telling words of the claim that the source does not have."""
        missing = self.support.missing if self.support else []
        return [self.claim[start:end] for start, end in missing]

    @property
    def opposite(self) -> list[tuple[EvidencePlace, OppositeWords]]:
        """Return the words by which places say the opposite of the claim, each with its place."""
        return [(place, words) for place in self.evidence or () for words in place.opposite]


class Passage(Record):
    """A passage of a source."""

    text: str
    start: Offset = Field(description="Characters of the source's text.")
    end: Offset


class QuotedWords(Record):
    """A quotation of six words or more at a citation."""

    text: str
    verbatim: bool = Field(
        description="Whether the source has it, but for white space, small and capital letters, "
        "kinds of quotation marks and dashes, and what brackets and dots leave out."
    )
    nearest: Passage | None = optional(
        "The likest sentence of the source, where it is not verbatim."
    )
    differs: list[Span] = listed("Characters of the quotation that this sentence does not have.")


class OtherSource(Record):
    """Another source of the manuscript, which has words of a citation that the cited one lacks."""

    key: str = Field(description="Of the work in the manuscript.")
    cited: CitedWork
    words: list[Span] = Field(description="Characters of these words in the claim.")


class CitedClaim(SourcedClaim):
    """A citation of a manuscript, and what the text of the cited work has for it."""

    key: str = Field(description="Of the work in the manuscript.")
    cited: CitedWork
    file: str | None = optional("Of the manuscript.")
    line: Offset | None = optional("Where the key stands, from 1.")
    column: Offset | None = optional("In characters, from 1.")
    section: str | None = None
    start: Offset | None = optional("Characters of the manuscript's text.")
    end: Offset | None = None
    citations: list[CitationMark] = listed("All marks of the sentence.")
    scope: list[Span] = listed("Characters that the marks of the work cover.")
    found_by: FoundBy | None = optional("What the source was found by.")
    quotations: list[QuotedWords] = listed("At the citation.")

    fits: OtherSource | None = optional("Missing where none has more of its words.")

    @property
    def covered(self) -> str:
        """Return the words that the marks of the work cover."""
        parts = [self.claim[start:end].strip() for start, end in self.scope]
        return " ... ".join(filter(None, parts)) or self.claim

    @property
    def place(self) -> str:
        """Return where its key stands as editors take it, ``paper.md:12:5``."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file or "", *numbers])
