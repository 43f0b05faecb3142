"""What became of what was added to a library, or removed from it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ....inputs.file_types.refusals import counts_of
from ...answers.collecting import CollectedArticle, unread_lines, unresolved_line
from ...report.phrases import counted
from .articles import Stored
from .row_adding import RowCounts


@dataclass
class AddSummary:
    """What was added to a library.

    Attributes:
        library: its file.
        new: articles that were not in.
        better: articles that took the place of a version that was in.
        grown: articles of rows that got more citances.
        doubles: articles that were left out, for they are in already.
        known: files that were in already, and not read.
        failed: how many problems there were.
        problems: what they are, in lines for a person.
        left_out: files and members of kinds that are not read, by kind.
        citations: of the articles that were added, each mark once for each work it cites.
        citances: likewise, each sentence once for each work.
        articles, works: that the library has now.
        seconds: that it took.
        last_before: number of the last article that was in before.
        unresolved, unread, listed, unfound: of articles that were added, as of ``unread_lines``.
    """

    library: Path
    new: int = 0
    better: int = 0
    grown: int = 0
    doubles: int = 0
    known: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    citations: int = 0
    citances: int = 0
    articles: int = 0
    works: int = 0
    seconds: float = 0.0
    last_before: int = 0
    unresolved: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    listed: int = 0
    unfound: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def count(self, written: Iterable[tuple[CollectedArticle, Stored]]) -> None:
        """Count articles by what became of them; those of this run that gave way are doubles."""
        for article, stored in written:
            own = [one for one in stored.gone if one.article > self.last_before]
            self.new -= len(own)
            self.doubles += len(own) + (stored.state == "double")
            self.citations -= sum(one.citations for one in own)
            self.citances -= sum(one.citances for one in own)
            if stored.state == "double":
                continue
            if len(own) < len(stored.gone):
                self.better += 1
            else:
                self.new += 1
            self.citations += article.citations
            self.citances += len(article.citances)
            self.unresolved += article.unresolved
            self.unread.update(dict(article.left_out))
            self.listed += article.listed
            if article.unfound:
                self.unfound[article.unfound].append(article.shown)

    def notes(self) -> list[str]:
        """Return what was not read of the articles that were added, in lines for a person."""
        lines = [unresolved_line(self.unresolved)] if self.unresolved else []
        return lines + unread_lines(self.unread, self.listed, self.unfound)

    def count_rows(self, counts: RowCounts) -> None:
        """Count what became of rows."""
        self.new += len(counts.new)
        self.grown += len(counts.grown)
        self.doubles += len(counts.whole)
        self.citations += counts.citances
        self.citances += counts.citances

    def __str__(self) -> str:
        """Say what was done, in a line for a person."""
        said = (
            (True, f"{counted(self.new, 'article')} added"),
            (self.better, f"{self.better:,} replaced by better versions"),
            (self.grown, f"{self.grown:,} got more citances"),
            (self.doubles, f"{self.doubles:,} in already"),
            (self.known, f"{counted(self.known, 'file')} known"),
            (True, f"{self.failed:,} failed"),
            (self.left_out, f"{counts_of(self.left_out)} left out"),
        )
        parts = ", ".join(text for is_said, text in said if is_said)
        cited = f"{counted(self.citations, 'citation')} in {counted(self.citances, 'citance')}"
        has = f"{counted(self.articles, 'article')} and {counted(self.works, 'work')}"
        return f"{parts}; {cited}; {self.library} has {has}"


@dataclass
class RemoveSummary:
    """What was removed from a library.

    Attributes:
        library: its file.
        removed: names of the articles.
        missing: what was asked for and is not in.
        articles, works: that the library has now.
    """

    library: Path
    removed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    articles: int = 0
    works: int = 0

    def __str__(self) -> str:
        """Say what was done, in a line for a person."""
        has = f"{counted(self.articles, 'article')} and {counted(self.works, 'work')}"
        return f"{counted(len(self.removed), 'article')} removed; {self.library} has {has}"
