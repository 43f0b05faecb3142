"""The rows of a library: what it has, works and articles as lists show them, what words find.

A work with its answer is a ``schema.WorkAnswer``; these stand beside it, and are JSON as those are.
"""

from pydantic import Field

from .article_rows import Article, CitedWork, Offset, Record, optional
from .schema import Citance


class LibraryFacts(Record):
    """How much is in a library."""

    articles: Offset
    works: Offset = Field(description="That these articles cite in a sentence.")
    citances: Offset
    changes: Offset = Field(description="How often it was changed.")


class WorkEntry(Record):
    """A cited work, as a list shows it."""

    cited: CitedWork
    articles: Offset = Field(description="How many articles cite it in a sentence.")
    citances: Offset = Field(description="In how many sentences.")


class ArticleEntry(Record):
    """An article that is in, as a list shows it."""

    name: str = Field(description="Which its citances have as `source`.")
    article: Article = Field(description="What is known of it.")
    works: Offset = Field(description="How many works it cites in a sentence.")
    citances: Offset = Field(description="In how many sentences, each work counted by itself.")


class WorkReference(Record):
    """A work in the list of references of an article, and the sentences that cite it."""

    label: str = Field(default="", description="In the list of references.")
    work: WorkEntry
    citances: list[Citance]


class LibraryArticle(ArticleEntry):
    """An article that is in: what it cites with its sentences, and who cites it."""

    cited_as: WorkEntry | None = optional(
        "The work that it is, where other articles that are in cite it."
    )
    references: list[WorkReference] = Field(
        description="Works that its sentences cite, in the order of its list."
    )


class FoundCitance(Record):
    """A citing sentence that has the words that were asked for, and the works that it cites."""

    citance: Citance
    works: list[WorkEntry]
