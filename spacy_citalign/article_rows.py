"""Records of articles and of passages in them, and types of fields: what rows of all kinds have.

Of these ``schema`` makes the rows of works, ``claim_rows`` those of claims. What is not known is
left out, and a field that is not listed is kept as it stands.
"""

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
OppositeKind = Literal["direction", "negation", "number"]
_RETRACTED = ("retract", "partial retract", "withdraw", "remov")  # natures that begin so
ReferenceOrder = Literal["next", "previous", "author and year", "author", "other"]

Offset = Annotated[int, Field(strict=True, ge=0)]
Span = tuple[Offset, Offset]
Flag = Annotated[bool, Field(strict=True)]
Probability = Annotated[float, Field(strict=True, ge=0, le=1)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Count = Annotated[int, Field(strict=True, gt=0)]
SchemaVersion = Annotated[
    int | None,
    Field(
        validation_alias=AliasChoices("schema", "schema_version"),
        serialization_alias="schema",
        description="Of rows.",
    ),
]


def optional(description: str) -> Any:
    """Return a field that is left out where its value is not known."""
    return Field(default=None, description=description)


def listed(description: str | None = None) -> Any:
    """Return a field that is an empty list where nothing is said."""
    return Field(default=[], description=description)


class Record(BaseModel):
    """What all records have in common: numbers may stand for texts, and other fields are kept."""

    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)


class Retraction(Record):
    """A notice about an article: that it was retracted, or what else its nature says."""

    nature: str = Field(
        default="Retraction",
        description="Retraction, Expression of concern, Correction, Reinstatement or another.",
    )
    date: str | None = optional("Of the notice: YYYY-MM-DD, YYYY-MM or YYYY.")
    notice: str | None = optional("DOI of the notice.")
    reasons: list[str] = listed("Why, as the list of notices has them.")

    @property
    def is_retraction(self) -> bool:
        """Return whether the article is not to be relied on any more, by the nature of the notice.

        An expression of concern, a correction, and a reinstatement are no retraction.
        """
        return self.nature.strip().lower().startswith(_RETRACTED)

    @property
    def year(self) -> int | None:
        """Return the year of the notice, None where it is not known."""
        year = (self.date or "")[:4]
        return int(year) if year.isascii() and year.isdigit() else None


class Article(Record):
    """An article or another work, as far as it is known."""

    title: str | None = None
    first_author: str | None = optional("Surname.")
    authors: list[str] | None = optional("Surnames.")
    initials: list[str] | None = optional("Of each of the authors.")
    given_names: list[str] | None = optional(
        "In full, of each of the authors; empty where not known."
    )
    year: str | None = None
    journal: str | None = None
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv: str | None = None
    source: str | None = optional(
        "Of a cited work where it appeared, of an article at hand its name."
    )
    file: str | None = optional(
        "Of an article at hand that is a PDF where it is, from the folder of the page."
    )
    retracted: Retraction | None = optional(
        "The notice about it that stands, missing where none is known; what is no "
        "retraction tells so by its nature."
    )

    def text_of(self, field: str) -> str:
        """Return what stands in a field, "" where nothing does."""
        return (getattr(self, field) or "").strip()

    def identifiers(self) -> list[tuple[str, str]]:
        """Return the kinds and values of the identifiers that are known."""
        values = ((kind, self.text_of(kind)) for kind in IDENTIFIERS)
        return [(kind, value) for kind, value in values if value]


class CitedWork(Article):
    """A cited work; of its fields those that are known."""

    key: str = Field(min_length=1, description="Names the work in its file.")
    article: Article | None = optional("Of a work whose article was at hand.")


class CitationMark(Record):
    """A mark of citation in the text of a citance."""

    start: Offset
    end: Offset
    cites: Flag | None = optional("Whether it cites the work of the group.")


class SentenceBefore(Record):
    """The sentence before a citance, which belongs to the citation."""

    text: str
    start: Offset | None = optional("Characters of the article's text.")
    end: Offset | None = None
    probability: Probability | None = None


class WordMatch(Record):
    """Words that a citance and a sentence of the cited article have in common."""

    citance: Span = Field(description="Characters of the citance.")
    sentence: Span = Field(description="Characters of the sentence of the cited article.")


class OppositeWords(Record):
    """A word of a citance and one of a sentence of the cited article that say the opposite."""

    claim: Span = Field(description="Characters of the citance.")
    place: Span = Field(description="Characters of the sentence of the cited article.")
    kind: OppositeKind = Field(description="More for less, a denial, or another number.")


class Support(Record):
    """How far an article that was looked into is the one that says what a citance says."""

    probability: Probability = Field(
        description="That it is, where it is the cited one or another of its field equally often."
    )
    coverage: Probability = Field(
        description="Share of the citance's information whose words stand in the article."
    )
    telling: Offset = Field(description="How many telling words the citance has.")
    missing: list[Span] = listed("Characters of those that the article has not.")
    sentences: Offset = Field(description="How many sentences of the article were given.")
    reasons: list[str] = listed("Why, in plain words.")


class EvidencePlace(Record):
    """A sentence of the cited article that a citance likely speaks of."""

    probability: Probability = Field(description="That an annotator would choose it.")
    section: str | None = None
    start: Offset | None = optional("Characters of the cited article's text.")
    end: Offset | None = None
    page: Count | None = optional("Of a PDF, from 1.")
    text: str = Field(min_length=1)
    matches: list[WordMatch] = listed()
    opposite: list[OppositeWords] = listed("Words by which it says the opposite of the citance.")


class OtherReference(Article):
    """Another reference of the citing article, which a citance fits better than the work."""

    label: str | None = optional("In the list of references.")
    why: ReferenceOrder = Field(default="other", description="What it has to do with the work's.")
    better: Number = Field(description="By how much it fits better, in log odds.")
