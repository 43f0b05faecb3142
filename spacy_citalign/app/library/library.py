"""A library on disk, in Python: articles go in once, works are asked for one at a time."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SettingError
from ...library_rows import ArticleEntry, FoundCitance, LibraryArticle, LibraryFacts, WorkEntry
from ...schema import CitanceGroup
from ..answers.aligner import AlignerSetup, LoadedAligner
from ..answers.answer_options import AnsweredWork, Paths, events_of, paths_of
from ..answers.events import Problem, Progress
from ..pipelines import SHIPPED
from .asking.answering import asked_row
from .asking.entries import CANDIDATES, Entries, one_work
from .asking.lookup import (
    find_sentences,
    find_works,
    named_works,
    near_works,
    sentences_of_work,
    works_of_sentences,
)
from .library_file import LibraryFile
from .retractions.retractions import Retractions
from .settings import changes

if TYPE_CHECKING:
    from .adding.summaries import AddSummary, RemoveSummary
    from .retractions.retractions import RetractionSummary

_LOOKED_AT = 500  # sentences with words whose works are counted
_ALL = (1 << 63) - 1


class Library(LibraryFile):
    """Articles on disk, and what they say of the works that they cite.

    A library is one file. It may be read by any number of processes while one adds to it; what is
    read is its state when a method is called.

    Args:
        path: the file; ``add`` makes it where there is none.
        setup: the pipeline that answers, a name or a folder; or that with its settings.
        read_only: keep no answers.

    >>> with Library("reading.calg") as library:  # doctest: +SKIP
    ...     library.add("articles/")
    ...     library.ask("10.1016/0022-2836(61)90072-7")
    """

    def __init__(
        self,
        path: str | Path,
        *,
        setup: str | AlignerSetup = SHIPPED,
        read_only: bool = False,
    ) -> None:
        super().__init__(Path(path))
        self._setup = AlignerSetup(setup) if isinstance(setup, str) else setup
        self._read_only = read_only
        self._loaded: LoadedAligner | None = None

    def add(
        self,
        articles: Paths,
        *,
        captions: bool = False,
        tables: bool = False,
        sentence_before: bool = False,
        texts: bool | None = None,
        replace: bool = False,
        n_process: int | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        on_problem: Callable[[Problem], object] | None = None,
    ) -> "AddSummary":
        """Add articles, as `citalign library add` does; what is in already is left out.

        Args:
            articles: files, folders and archives; files of rows of runs.
            captions, tables, sentence_before: as of ``answers``; those of the first articles hold
                for all.
            texts: keep the texts, in which evidence is looked for; None does as before.
            replace: let articles take the place of versions that are in, whichever is better.
            n_process: how many processes; None for as many as the articles are worth.
            on_progress, on_problem: as of ``answers``.

        Raises:
            InputError: an input does not exist, or the file is no library.
            SettingError: the library cannot be written, or was read otherwise.
        """
        from ...citations.scope.extent import LIKELY
        from ...inputs.records import Reading
        from ..processes import check_n_process
        from .adding.adding import add

        check_n_process(n_process, "n_process")
        self.close()
        return add(
            self.path,
            paths_of(articles),
            reading=Reading(
                captions=captions,
                tables=tables,
                sentence_before=LIKELY if sentence_before else None,
            ),
            texts=texts,
            pipeline=self._setup.pipeline,
            nlp=None if self._loaded is None else self._loaded.nlp,
            n_process=n_process,
            replace=replace,
            events=events_of(on_progress, on_problem),
        )

    def remove(self, names: Iterable[str]) -> "RemoveSummary":
        """Remove articles with their citances.

        Args:
            names: of articles: DOIs, PMIDs, PMCIDs, arXiv ids, or names as ``articles`` has them.

        Raises:
            InputError: there is no such article.
            SettingError: the library cannot be written.
        """
        from .adding.removing import remove

        self.close()
        return remove(self.path, list(names))

    def retracted(
        self, lists: str | Path | Iterable[str | Path], *, replace: bool = False
    ) -> "RetractionSummary":
        """Say which works and articles were retracted, by lists of notices.

        Args:
            lists: files with the columns of Retraction Watch, or a DOI or PMID a line.
            replace: forget earlier lists.

        Raises:
            InputError: a list cannot be read.
            SettingError: the library cannot be written.
        """
        from .retractions.retractions import add_retractions

        self.close()
        return add_retractions(self.path, paths_of(lists), replace=replace)

    def ask(
        self,
        name: str,
        *,
        evidence: bool = False,
        keep: bool = True,
        aligner: Callable[[], LoadedAligner] | None = None,
    ) -> AnsweredWork:
        """Return what the articles say of a work; a notebook shows it.

        An answer is kept, and given again as long as no article that cites the work comes or goes.

        Args:
            name: of the work: a DOI, PMID, PMCID or arXiv id in any spelling, a key, or words of
                author, year and title.
            evidence: look where the work says it, if its article is in the library.
            keep: keep a new answer, as far as the library can be written.
            aligner: gives the pipeline where it is needed; by default it is loaded.

        Raises:
            InputError: there is no such work.
            SeveralWorksError: the name fits several.
            CitalignError: the pipeline does not load, or fails.
        """
        with self._reading() as connection:
            row = asked_row(
                self.path,
                connection,
                self._setup,
                one_work(connection, self.path, name),
                aligner or self._aligner,
                evidence=evidence,
                keep=keep and not self._read_only,
            )
            answer = AnsweredWork.model_validate_json(row)
            Retractions(connection).mark(answer)
        return answer

    def work(self, name: str) -> WorkEntry | None:
        """Return the work of a key or an identifier in any spelling, None where there is none."""
        with self._reading() as connection:
            found = named_works(connection, name, 1)
            return Entries(connection).work(found[0]) if found else None

    def find(self, text: str, limit: int = CANDIDATES) -> list[WorkEntry]:
        """Return the works that a text names, those that most articles cite first.

        Args:
            text: a name, as of ``ask``.
            limit: so many at most.
        """
        with self._reading() as connection:
            entries = Entries(connection)
            return [entries.work(work) for work in find_works(connection, text, limit)]

    def works(
        self,
        *,
        min_citances: int = 1,
        min_articles: int = 1,
        start: int = 0,
        limit: int | None = None,
    ) -> list[WorkEntry]:
        """Return works, those that most articles cite first.

        Args:
            min_citances, min_articles: leave out those that fewer sentences, or articles, cite.
            start: so many are left out.
            limit: so many at most; None for all, of which a large library has millions.
        """
        least = min_citances, min_articles
        with self._reading() as connection:
            return Entries(connection).largest(least, start, _ALL if limit is None else limit)

    def citances(
        self, words: str = "", *, work: str = "", start: int = 0, limit: int = 20
    ) -> list[FoundCitance]:
        """Return the citing sentences that have some words, or cite a work.

        Args:
            words: which they have all, in whatever form, the best fitting first; those in double
                quotes stand together.
            work: the name of a work, as of ``ask``; the sentences are in the order of the articles.
            start: so many are left out.
            limit: so many at most.

        Raises:
            InputError: there is no such work.
            SettingError: the name fits several; or neither words nor a work are given, or both.
        """
        if bool(words.strip()) == bool(work.strip()):
            raise SettingError("give words of sentences, or the work that they cite")
        with self._reading() as connection:
            if work:
                number = one_work(connection, self.path, work)
                found = sentences_of_work(connection, number, limit, start)
            else:
                found = find_sentences(connection, words, limit, start)
            entries = Entries(connection)
            return [entries.citance(sentence) for sentence in found]

    def works_of_words(self, words: str, limit: int = CANDIDATES) -> list[tuple[WorkEntry, int]]:
        """Return the works that sentences with some words cite, and how many of these do.

        Args:
            words: as of ``citances``; the best fitting sentences are looked at.
            limit: so many at most.
        """
        with self._reading() as connection:
            entries = Entries(connection)
            found = find_sentences(connection, words, _LOOKED_AT)
            works = works_of_sentences(connection, found, limit)
            return [(entries.work(work), count) for work, count in works]

    def group(self, name: str) -> CitanceGroup:
        """Return the citing sentences of a work, not aligned.

        Args:
            name: of the work, as of ``ask``.

        Raises:
            InputError: there is no such work.
            SeveralWorksError: the name fits several.
        """
        from .asking.groups import LibraryGroups

        with self._reading() as connection:
            group = LibraryGroups(connection).group(one_work(connection, self.path, name)).group()
            Retractions(connection).mark(group)
        return group

    def near(self, name: str, limit: int = 5) -> list[WorkEntry]:
        """Return works that a name which fits none may mean.

        Args:
            name: that was asked for.
            limit: so many at most.
        """
        with self._reading() as connection:
            entries = Entries(connection)
            return [entries.work(work) for work in near_works(connection, name, limit)]

    def articles(self, start: int = 0, limit: int | None = None) -> list[ArticleEntry]:
        """Return articles that are in, in the order in which they came.

        Args:
            start: so many are left out.
            limit: so many at most; None for all.
        """
        with self._reading() as connection:
            return Entries(connection).articles(start, _ALL if limit is None else limit)

    def article(self, name: str) -> LibraryArticle | None:
        """Return an article that is in, by its name or "doi:..."; None where there is none."""
        with self._reading() as connection:
            return Entries(connection).article(name)

    def article_of(self, key: str) -> str | None:
        """Return the name of the article that a work is, None where it is not in."""
        from .asking.evidence import own_article

        with self._reading() as connection:
            found = named_works(connection, key, 1)
            if not found:
                return None
            article = own_article(connection, Entries(connection).work(found[0]).cited)
            return None if article is None else article.source

    def facts(self) -> LibraryFacts:
        """Return how much is in."""
        with self._reading() as connection:
            return Entries(connection).facts()

    def changes(self) -> int:
        """Return how often it was changed."""
        with self._reading() as connection:
            return changes(connection)

    def changed(self, name: str) -> int:
        """Return the number of the change of the library that last changed what cites a work.

        Raises:
            InputError: there is no such work.
            SeveralWorksError: the name fits several.
        """
        with self._reading() as connection:
            work = one_work(connection, self.path, name)
            found = connection.execute("SELECT changed FROM works WHERE id = ?", (work,))
            return int(found.fetchone()[0])

    def _aligner(self) -> LoadedAligner:
        if self._loaded is None:
            self._loaded = self._setup.load()
        return self._loaded
