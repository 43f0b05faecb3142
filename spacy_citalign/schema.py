"""The row, said once: a cited work, its citing sentences, their alignment and the answer.

A file of groups has a `CitanceGroup` a line, one of aligned groups a `WorkAnswer` (JSON Lines,
UTF-8). Offsets are half-open characters of the text that they belong to, probabilities go from 0 to
1, places are numbers of citances from 0. What is not known is left out; a field that is not listed
here is kept as it stands. ``row_files`` reads and writes the lines.
"""

from typing import Any, Literal

from pydantic import AliasChoices, Field, PrivateAttr, model_validator

from .article_rows import IDENTIFIERS as IDENTIFIERS
from .article_rows import Article as Article
from .article_rows import CitationMark as CitationMark
from .article_rows import CitedWork as CitedWork
from .article_rows import Count, Flag, Number, Offset, Probability, SchemaVersion, SentenceBefore
from .article_rows import EvidencePlace as EvidencePlace
from .article_rows import OppositeWords as OppositeWords
from .article_rows import OtherReference as OtherReference
from .article_rows import Record as Record
from .article_rows import ReferenceOrder as ReferenceOrder
from .article_rows import Retraction as Retraction
from .article_rows import Span as Span
from .article_rows import Support as Support
from .article_rows import WordMatch as WordMatch
from .article_rows import listed as listed
from .article_rows import optional as optional
from .schema_checks import check_offsets, leave_out_misplaced
from .schema_checks import member_position as member_position

SCHEMA = 1  # of rows, counted up when a field changes its meaning or goes
KINDS = ("content", "reporting", "number", "name")
WorkKind = Literal["finding", "review", "method"]


class Citance(Record):
    """A citing sentence, and where it stands."""

    id: str = ""
    text: str
    source: str | None = optional("Names the citing article.")
    section: str | None = None
    paragraph_kind: str | None = optional(
        "Title, abstract, caption, table or note; missing in running text."
    )
    start: Offset | None = optional("Characters of the citing article's text.")
    end: Offset | None = None
    article: Article | None = optional("What is known of the citing article.")
    prefix: str | None = optional("Characters before it in the article.")
    suffix: str | None = optional("Characters behind it in the article.")
    before: SentenceBefore | None = None
    words: list[Span] | None = optional("Ascending, none overlaps another.")
    classes: list[str | None] | None = optional(
        "Of each of the words; null where it is aligned to nothing."
    )
    citations: list[CitationMark] | None = None
    scope: list[Span] | None = optional(
        "Characters that belong to its marks of the work; missing where nobody looked."
    )
    self_citation: Flag | None = optional("True where it cites its own authors.")
    evidence: list[EvidencePlace] | None = optional("Likeliest first; missing where nobody looked.")
    support: Support | None = optional("Of the cited article; missing where nobody looked.")

    fits: list[OtherReference] | None = optional(
        "Other references of its article that it fits better, the likeliest first; "
        "missing where nobody looked."
    )

    @model_validator(mode="after")
    def _offsets_fit(self) -> "Citance":
        check_offsets(self)
        return self

    @property
    def article_name(self) -> str:
        """Return what tells the citing article from others, "" where that is not known."""
        source = self.source and self.source.strip()
        if source:
            return source
        known = self.article.identifiers() if self.article is not None else []
        return next((f"{kind}:{value.lower()}" for kind, value in known), "")

    @property
    def claim(self) -> str:
        """Return what it says of the work: its text, without what other marks cover."""
        parts = [self.text[slice(*span)].strip() for span in self.scope or [(0, len(self.text))]]
        return " ... ".join(filter(None, parts)) or self.text

    @property
    def marks(self) -> list[CitationMark]:
        """Return the marks of citation in order; of two that overlap the first."""
        marks: list[CitationMark] = []
        for mark in sorted(self.citations or (), key=lambda mark: (mark.start, mark.end)):
            if not marks or marks[-1].end <= mark.start:
                marks.append(mark)
        return marks

    @property
    def word_classes(self) -> list[tuple[Span, str | None]]:
        """Return the words with their classes."""
        words = self.words or []
        return list(zip(words, self.classes or [None] * len(words), strict=True))


class ClassMember(Record):
    """Words of a citance that belong to a class."""

    citance: str | None = optional("The id of the citance.")
    place: Offset = Field(description="The number of the citance, from 0.")
    start: Offset = Field(description="Characters of the citance.")
    end: Offset
    text: str | None = None
    confidence: Number | None = optional("0 to 1.")


class AlignedClass(Record):
    """Words of several citances that mean the same."""

    name: str = Field(
        default="", validation_alias=AliasChoices("class", "name"), serialization_alias="class"
    )
    kind: Literal["content", "reporting", "number", "name"] = "content"
    rarity: Probability = Field(default=1.0, description="Of its words in scientific text.")
    confidence: Number | None = optional("0 to 1, that its words mean the same.")
    wordings: list[str] = listed("Distinct texts, the most frequent first.")
    members: list[ClassMember] = listed()
    genes: list[str] = listed("Gene mentions that its words touch; none in works of other fields.")
    terms: list[str] = listed("Terms that its words touch.")
    gene_ids: dict[str, str] = Field(
        default={}, description="Ids of NCBI Gene by mention; of several genes with semicolons."
    )
    articles: int | None = optional("Of how many articles it has words.")


class Contrary(Record):
    """A citance that says the reverse of a statement, or gives another number."""

    kind: Literal["direction", "number"]
    place: Offset
    start: Offset = Field(description="Characters of the citance.")
    end: Offset
    against: ClassMember | None = optional("Where a citance of the statement says otherwise.")


class Statement(Record):
    """What several citances say of the work."""

    classes: list[str] = listed("Names, as the central citance has them.")
    places: list[Offset] = Field(description="The citance that says it best first.")
    articles: Count | None = None
    contrary: list[Contrary] | None = optional(
        "Citances that it cannot be right with; they do not support it."
    )


class Difference(Record):
    """A citance that differs from the work, or may, by its wording."""

    place: Offset
    start: Offset = Field(description="Characters of the citance: the cue.")
    end: Offset
    cue: str | None = None
    probability: Probability | None = optional("That it differs.")
    who: Literal["author", "third"] | None = optional(
        "Whose disagreement it is: of the author, or of a third work that it names."
    )
    by: str | None = optional("The mark or name of the third work.")


class DirectionSide(Record):
    """Citances that give one of the directions."""

    says: Literal["raises", "lowers", "does not raise", "does not lower"]
    places: list[Offset]
    articles: Count | None = optional("Of how many articles they are; null where it is not known.")


class Direction(Record):
    """A thing of which some citances say that it raises a target, and others that it lowers it."""

    agent: str = Field(description="What does it, in the words of a citance.")
    target: str = Field(description="What gets more or less, likewise.")
    sides: list[DirectionSide] = Field(description="That of most articles first.")


class OddCitance(Record):
    """A citance that may not belong to the work, to be looked at."""

    place: Offset
    probability: Probability = Field(description="That it does not belong.")
    fits: OtherReference | None = optional("What it would fit; missing where that is not known.")


class Merges(Record):
    """The merges of average-link clustering, by which a threshold can be moved.

    Merge m joins the clusters ``first[m]`` and ``second[m]`` of similarity ``height[m]`` to the
    cluster (number of units + m).
    """

    units: list[list[Offset]] = Field(description="Of each word of each citance.")
    first: list[Offset]
    second: list[Offset]
    height: list[Number]


class CitanceGroup(Record):
    """The citing sentences of a cited work: a line of a file of groups."""

    cited: CitedWork
    citances: list[Citance] = Field(min_length=1)
    subjects: list[str] | None = optional(
        "Stems of words that most works of its collection are cited with."
    )
    _unread: dict[str, str] = PrivateAttr(default_factory=dict)

    @property
    def unread(self) -> dict[str, str]:
        """Return why a field of the row that was read could not be used, by its name."""
        return self._unread

    @property
    def key(self) -> str:
        """Return what names the work."""
        return self.cited.key

    def count_articles(self) -> int:
        """Return of how many articles the citances are; those of unknown ones count one each."""
        names = [citance.article_name for citance in self.citances]
        return len({*names} - {""}) + names.count("")


class WorkAnswer(CitanceGroup):
    """A cited work and what its citances say of it: a line of a file of aligned groups."""

    schema_version: SchemaVersion = None
    classes: list[AlignedClass] = listed()
    merges: Merges | None = optional("Null where the method has none.")
    threshold: Number | None = optional("0 to 1, the least similarity of a merge.")
    expected_ama: Number | None = optional("0 to 1, the accuracy that the model expects of itself.")
    posteriors: list[list[float]] | None = optional(
        "Source words, target words and probabilities of all links."
    )
    articles: Count | None = optional(
        "Of how many articles the citances are; null where it is not known."
    )
    kind: WorkKind | None = optional(
        "What those who cite it take it for; a method is a tool, a material or a data set as well."
    )
    kind_probability: Probability | None = optional("Of the kind.")
    statements: list[Statement] | None = optional(
        "The best one first; missing where nobody looked."
    )
    copies: list[list[Offset]] | None = optional(
        "Places of citances of different articles in nearly the same words."
    )
    differing: list[Difference] = listed()
    min_differs: Probability | None = optional("The least probability of those that differ.")
    differing_found: Probability | None = optional(
        "The share of the disagreements that a reader finds that are found with "
        "`min_differs`, as measured; missing where that is not known."
    )
    directions: list[Direction] | None = optional("What citances say the reverse of each other of.")
    odd: list[OddCitance] | None = optional("Citances that may not belong, the likeliest first.")
    comparing: list[Difference] | None = optional(
        "Citances that are less likely to differ; missing where nobody looked."
    )

    @model_validator(mode="after")
    def _places_fit(self) -> "WorkAnswer":
        leave_out_misplaced(self)
        return self

    @property
    def is_aligned(self) -> bool:
        """Return whether the words of the group were aligned."""
        return self.expected_ama is not None or "expected_ama" in self.model_fields_set

    @property
    def article_count(self) -> int | None:
        """Return of how many articles the citances are, None unless that is known of all."""
        if "articles" in self.model_fields_set:
            return self.articles
        names = {citance.article_name for citance in self.citances}
        return None if "" in names else len(names)

    def copied_articles(self, statement: Statement) -> int:
        """Return how many articles say a statement in nearly the same words as another one."""
        names = [
            {self.citances[p].article_name for p in same if p in statement.places}
            for same in self.copies or ()
        ]
        return len({name for same in names if len(same) > 1 for name in same})

    @property
    def answer(self) -> str:
        """Return what the work is cited for, by the sentence that says it best, "" for nothing.

        Parts of that sentence that other works are cited for are left out: "...".
        """
        return self.citances[self.statements[0].places[0]].claim if self.statements else ""


def known_fields(record: Record) -> dict[str, Any]:
    """Return the fields of a record by name that are known."""
    return {name: value for name, value in record if value is not None}
