"""The row, said once: a cited work, its citing sentences, their alignment and the answer.

A file of groups has a `CitanceGroup` a line, one of aligned groups a `WorkAnswer` (JSON Lines,
UTF-8). Offsets are half-open characters of the text that they belong to, probabilities go from 0 to
1, places are numbers of citances from 0. What is not known is left out; a field that is not listed
here is kept as it stands. ``row_files`` reads and writes the lines.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, PrivateAttr, model_validator
from pydantic_core import PydanticCustomError

SCHEMA = 1  # of rows, counted up when a field changes its meaning or goes
IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
KINDS = ("content", "reporting", "number", "name")
WorkKind = Literal["finding", "review", "method"]

Offset = Annotated[int, Field(strict=True, ge=0)]
Span = tuple[Offset, Offset]
Flag = Annotated[bool, Field(strict=True)]
Probability = Annotated[float, Field(strict=True, ge=0, le=1)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class Record(BaseModel):
    """What all records have in common: numbers may stand for texts, and other fields are kept."""

    model_config = ConfigDict(
        extra="allow",
        coerce_numbers_to_str=True,
    )


class Article(Record):
    """An article or another work, as far as it is known."""

    title: str | None = None
    first_author: str | None = Field(default=None, description="Surname.")
    authors: list[str] | None = Field(default=None, description="Surnames.")
    initials: list[str] | None = Field(default=None, description="Of each of the authors.")
    given_names: list[str] | None = Field(
        default=None, description="In full, of each of the authors; empty where not known."
    )
    year: str | None = None
    journal: str | None = None
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv: str | None = None
    source: str | None = Field(
        default=None,
        description="Of a cited work where it appeared, of an article at hand its name.",
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
    article: Article | None = Field(
        default=None, description="Of a work whose article was at hand."
    )


class CitationMark(Record):
    """A mark of citation in the text of a citance."""

    start: Offset
    end: Offset
    cites: Flag | None = Field(default=None, description="Whether it cites the work of the group.")


class SentenceBefore(Record):
    """The sentence before a citance, which belongs to the citation."""

    text: str
    start: Offset | None = Field(default=None, description="Characters of the article's text.")
    end: Offset | None = None
    probability: Probability | None = None


class WordMatch(Record):
    """Words that a citance and a sentence of the cited article have in common."""

    citance: Span = Field(description="Characters of the citance.")
    sentence: Span = Field(description="Characters of the sentence of the cited article.")


class EvidencePlace(Record):
    """A sentence of the cited article that a citance likely speaks of."""

    probability: Probability = Field(description="That an annotator would choose it.")
    section: str | None = None
    start: Offset | None = Field(
        default=None, description="Characters of the cited article's text."
    )
    end: Offset | None = None
    text: str = Field(min_length=1)
    matches: list[WordMatch] = []


class Citance(Record):
    """A citing sentence, and where it stands."""

    id: str = ""
    text: str
    source: str | None = Field(default=None, description="Names the citing article.")
    section: str | None = None
    paragraph_kind: str | None = Field(
        default=None,
        description="Title, abstract, caption, table or note; missing in running text.",
    )
    start: Offset | None = Field(
        default=None, description="Characters of the citing article's text."
    )
    end: Offset | None = None
    article: Article | None = Field(
        default=None, description="What is known of the citing article."
    )
    prefix: str | None = Field(default=None, description="Characters before it in the article.")
    suffix: str | None = Field(default=None, description="Characters behind it in the article.")
    before: SentenceBefore | None = None
    words: list[Span] | None = Field(default=None, description="Ascending, none overlaps another.")
    classes: list[str | None] | None = Field(
        default=None, description="Of each of the words; null where it is aligned to nothing."
    )
    citations: list[CitationMark] | None = None
    scope: list[Span] | None = Field(
        default=None,
        description="Characters that belong to its marks of the work; missing where nobody looked.",
    )
    self_citation: Flag | None = Field(
        default=None, description="True where it cites its own authors."
    )
    evidence: list[EvidencePlace] | None = Field(
        default=None, description="Likeliest first; missing where nobody looked."
    )

    @model_validator(mode="after")
    def _offsets_fit(self) -> "Citance":
        if self.words is not None or self.classes is not None:
            _check_words(self.words, self.classes, len(self.text))
        for number, mark in enumerate(self.citations or ()):
            if not mark.start < mark.end <= len(self.text):
                _refuse(
                    "citations",
                    f"citations[{number}] is [{mark.start}, {mark.end}], which is not in its text "
                    f"of {len(self.text)} characters; give half-open character offsets with 0 <= "
                    "start < end <= length",
                )
        for start, end in self.scope or ():
            if not start < end <= len(self.text):
                _refuse(
                    "scope",
                    f"scope has [{start}, {end}], which is not in its text of {len(self.text)} "
                    "characters; give half-open character offsets with 0 <= start < end <= length",
                )
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
        whole = (0, len(self.text))
        parts = [self.text[slice(*span)].strip() for span in self.scope or [whole]]
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

    citance: str | None = Field(default=None, description="The id of the citance.")
    place: Offset = Field(description="The number of the citance, from 0.")
    start: Offset = Field(description="Characters of the citance.")
    end: Offset
    text: str | None = None
    confidence: Number | None = Field(default=None, description="0 to 1.")


class AlignedClass(Record):
    """Words of several citances that mean the same."""

    name: str = Field(
        default="", validation_alias=AliasChoices("class", "name"), serialization_alias="class"
    )
    kind: Literal["content", "reporting", "number", "name"] = "content"
    rarity: Probability = Field(default=1.0, description="Of its words in scientific text.")
    confidence: Number | None = Field(
        default=None, description="0 to 1, that its words mean the same."
    )
    wordings: list[str] = Field(default=[], description="Distinct texts, the most frequent first.")
    members: list[ClassMember] = []
    genes: list[str] = Field(
        default=[], description="Gene mentions that its words touch; none in works of other fields."
    )
    terms: list[str] = Field(default=[], description="Terms that its words touch.")
    gene_ids: dict[str, str] = Field(
        default={}, description="Ids of NCBI Gene by mention; of several genes with semicolons."
    )
    articles: int | None = Field(default=None, description="Of how many articles it has words.")


class Contrary(Record):
    """A citance that says the reverse of a statement, or gives another number."""

    kind: Literal["direction", "number"]
    place: Offset
    start: Offset = Field(description="Characters of the citance.")
    end: Offset
    against: ClassMember | None = Field(
        default=None, description="Where a citance of the statement says otherwise."
    )


class Statement(Record):
    """What several citances say of the work."""

    classes: list[str] = Field(default=[], description="Names, as the central citance has them.")
    places: list[Offset] = Field(description="The citance that says it best first.")
    articles: Annotated[int, Field(strict=True, gt=0)] | None = None
    contrary: list[Contrary] | None = Field(
        default=None, description="Citances that it cannot be right with; they do not support it."
    )


class Difference(Record):
    """A citance that differs from the work, or may, by its wording."""

    place: Offset
    start: Offset = Field(description="Characters of the citance: the cue.")
    end: Offset
    cue: str | None = None
    probability: Probability | None = Field(default=None, description="That it differs.")
    who: Literal["author", "third"] | None = Field(
        default=None,
        description="Whose disagreement it is: of the author, or of a third work that it names.",
    )
    by: str | None = Field(default=None, description="The mark or name of the third work.")


class OddCitance(Record):
    """A citance that may not belong to the work, to be looked at."""

    place: Offset
    probability: Probability = Field(description="That it does not belong.")


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
    subjects: list[str] | None = Field(
        default=None,
        description="Stems of words that most works of its collection are cited with.",
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

    schema_version: int | None = Field(
        default=None,
        validation_alias=AliasChoices("schema", "schema_version"),
        serialization_alias="schema",
        description="Of rows.",
    )
    classes: list[AlignedClass] = []
    merges: Merges | None = Field(default=None, description="Null where the method has none.")
    threshold: Number | None = Field(
        default=None, description="0 to 1, the least similarity of a merge."
    )
    expected_ama: Number | None = Field(
        default=None, description="0 to 1, the accuracy that the model expects of itself."
    )
    posteriors: list[list[float]] | None = Field(
        default=None, description="Source words, target words and probabilities of all links."
    )
    articles: Annotated[int, Field(strict=True, gt=0)] | None = Field(
        default=None,
        description="Of how many articles the citances are; null where it is not known.",
    )
    kind: WorkKind | None = Field(
        default=None,
        description="What those who cite it take it for; a method is a tool, a material or a data "
        "set as well.",
    )
    kind_probability: Probability | None = Field(default=None, description="Of the kind.")
    statements: list[Statement] | None = Field(
        default=None, description="The best one first; missing where nobody looked."
    )
    copies: list[list[Offset]] | None = Field(
        default=None,
        description="Places of citances of different articles in nearly the same words.",
    )
    differing: list[Difference] = []
    odd: list[OddCitance] | None = Field(
        default=None, description="Citances that may not belong, the likeliest first."
    )
    comparing: list[Difference] | None = Field(
        default=None,
        description="Citances that are less likely to differ; missing where nobody looked.",
    )

    @model_validator(mode="after")
    def _places_fit(self) -> "WorkAnswer":
        """Leave out what lies outside of the citances: it cannot be shown."""
        sizes = [len(citance.text) for citance in self.citances]
        for aligned in self.classes:
            aligned.members = _inside(aligned.members, sizes)
        if self.differing:
            self.differing = sorted(_inside(self.differing, sizes), key=member_position)
        if self.odd is not None:
            self.odd = [one for one in self.odd if one.place < len(sizes)]
        if self.comparing:
            self.comparing = sorted(_inside(self.comparing, sizes), key=member_position)
        if self.copies is not None:
            copies = ([place for place in same if place < len(sizes)] for same in self.copies)
            self.copies = [same for same in copies if len(same) > 1]
        if self.statements is not None:
            for statement in self.statements:
                inside = (place for place in statement.places if place < len(sizes))
                statement.places = list(dict.fromkeys(inside))
                if statement.contrary is not None:
                    statement.contrary = _inside(statement.contrary, sizes)
            self.statements = [statement for statement in self.statements if statement.places]
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


def member_position(member: ClassMember | Difference) -> tuple[int, int, int]:
    """Return by what words of citances are ordered: the place of the citance, start and end."""
    return member.place, member.start, member.end


def _check_words(
    words: Sequence[tuple[int, int]] | None, classes: Sequence[str | None] | None, size: int
) -> None:
    begin = end = 0
    for number, (start, stop) in enumerate(words or ()):
        if not end <= start < stop <= size:
            where = f"words[{number}] is [{start}, {stop}]"
            if 0 <= start < stop <= size:
                _refuse(
                    "words",
                    f"{where} and begins before the end of the word before it, [{begin}, {end}]; "
                    "write words in ascending order that do not overlap",
                )
            _refuse(
                "words",
                f"{where}, which is not in its text of {size} characters; give half-open "
                "character offsets with 0 <= start < end <= length",
            )
        begin, end = start, stop
    if classes is not None and (words is None or len(classes) != len(words)):
        count = "no words" if words is None else f"{len(words)} words"
        _refuse(
            "classes", f"classes has {len(classes)} entries for {count}; write one entry a word"
        )
    if classes is not None and "" in classes:
        _refuse("classes", "classes has a class without a name")


def _refuse(field: str, message: str) -> None:
    # The message may hold braces, which would be filled in.
    raise PydanticCustomError("misfit", "{message}", {"field": field, "message": message})


def _inside(members: Sequence[Any], sizes: Sequence[int]) -> list[Any]:
    return [
        member
        for member in members
        if member.place < len(sizes) and member.start < member.end <= sizes[member.place]
    ]
