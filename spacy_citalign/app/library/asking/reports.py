"""The groups of a library that a report asks for, as its articles would have them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ....errors import CitalignError, SettingError, described
from ....row_files import json_line
from ....schema import WorkAnswer
from ...answers.aligner import LoadedAligner
from ...answers.answer_options import AnswerOptions
from ...answers.events import Events, Problems, Stage
from ...answers.evidence_docs import only_evidence
from ...answers.harvesting import Groups
from ...answers.ranked_evidence import EvidenceSummary, missing_articles
from ...answers.work_filter import WorkFilter, bare_name
from ...interrupts import noticed_interrupts
from ...report.phrases import counted, work_name
from ..database import reading
from ..names import name_hash
from ..retractions.retractions import Retractions
from ..settings import changes
from .answering import AnswerSetup, NewAnswer, keep_answers, kept_answer
from .evidence import add_evidence, own_article, text_digest
from .groups import CompleteGroups, LibraryGroups
from .lookup import named_works, works_with_words

_MOST_FITTING = 10_000  # works that words of a name fit
_BEGINS = "SELECT id FROM works WHERE key >= ? AND key < ? LIMIT ?"
_LAST = "\U0010ffff"
_SIZES = "SELECT count(*), coalesce(sum(citations), 0) FROM articles"
_SEVERAL = "SELECT 1 FROM works WHERE citances >= ? AND articles > 1 LIMIT 1"
_HELD = 16_000_000  # bytes of answers that wait to be kept


@dataclass
class LibraryGroupsFound(Groups):
    """The groups of a library.

    Attributes:
        library: its file.
        works: their numbers, in the order of the groups.
        setups: what their answers depend on, as ``AnswerSetup.digest`` has it, likewise.
        change: the last one of the library that they show.
    """

    library: Path = field(default_factory=Path)
    works: list[int] = field(default_factory=list)
    setups: list[str] = field(default_factory=list)
    change: int = 0

    @contextmanager
    def kept_rows(self) -> "Iterator[LibraryRows]":
        """Yield the answers that the library keeps; new ones are kept at the end."""
        with reading(self.library) as connection:
            rows = LibraryRows(connection, self)
            try:
                yield rows
            finally:
                rows.flush()


def library_groups(
    path: Path,
    loaded: LoadedAligner,
    options: AnswerOptions,
    events: Events,
    folder: Path | None,
) -> LibraryGroupsFound:
    """Return the groups of a library that are asked for.

    Args:
        path: the library.
        loaded: the pipeline.
        options: what is asked for.
        events: are told what happens.
        folder: that of the page, if there will be one.

    Raises:
        InputError: it is no library.
        SettingError: words of a name fit several works, or an option is for articles.
    """
    given = options.reading
    if given.captions or given.tables or given.sentence_before:
        raise SettingError(
            "--captions, --tables and --sentence-before are for articles; leave them out: those of "
            "a library were read as it says when it was made"
        )
    with reading(path) as connection:
        connection.execute("BEGIN")  # one state of it is seen
        with Stage(events, "reading groups", "works", None) as stage:
            complete = CompleteGroups(connection, options.work_filter)
            chosen, missing = _chosen(connection, complete.groups, options.work_filter)
            groups = []
            for work in chosen:
                groups.append(complete.line(work))
                stage.advance(0, len(groups))
        articles, citations = connection.execute(_SIZES).fetchone()
        setup = AnswerSetup(options.setup, complete.subjects)
        found = LibraryGroupsFound(
            groups,
            f"{counted(articles, 'article')} with {counted(citations, 'citation')}",
            [],
            0,
            missing,
            times={"reading": stage.seconds},
            library=path,
            works=chosen,
            setups=[setup.digest()] * len(chosen),
            change=changes(connection),
        )
        if options.evidence:
            _add_evidence(connection, found, setup, loaded, options, events, folder)
    return found


def _chosen(
    connection: sqlite3.Connection, groups: LibraryGroups, work_filter: WorkFilter
) -> tuple[list[int], list[str]]:
    """Return the works that are asked for, the most cited first, and the names of none.

    Raises:
        SettingError: words of a name fit several works.
    """
    if work_filter.min_articles is None:
        least = connection.execute(_SEVERAL, (work_filter.min_citances,)).fetchone()
        several = not work_filter.cited and least is not None
        work_filter = work_filter._replace(min_articles=2 if several else 1)
    works = groups.ids(work_filter)
    if not work_filter.cited and not work_filter.kinds:
        return works, []
    if work_filter.cited:
        fitting = {work for name in work_filter.cited for work in _fitting(connection, name)}
        works = [work for work in works if work in fitting]
    lines = [groups.group(work) for work in works]
    by_key = {line.cited.key: work for line, work in zip(lines, works, strict=True)}
    chosen, missing = work_filter.choose(lines)
    return [by_key[line.cited.key] for line in chosen], missing


def _fitting(connection: sqlite3.Connection, name: str) -> set[int]:
    """Return all works that a name may mean to a filter, and some that it does not."""
    found = {*named_works(connection, name, _MOST_FITTING)}
    found.update(works_with_words(connection, name, _MOST_FITTING, begins=True))
    begin = f"doi:{bare_name(name).lower()}"
    rows = connection.execute(_BEGINS, (begin, begin + _LAST, _MOST_FITTING))
    return found.union(row[0] for row in rows)


def _add_evidence(
    connection: sqlite3.Connection,
    found: LibraryGroupsFound,
    setup: AnswerSetup,
    loaded: LoadedAligner,
    options: AnswerOptions,
    events: Events,
    folder: Path | None,
) -> None:
    """Rank the sentences of cited articles that are in the library, as ``add_evidence`` does."""
    summary, problems, at_hand = EvidenceSummary(), Problems(events.on_problem), set[int]()
    with (
        only_evidence(loaded.nlp, options.setup.pipeline),
        Stage(events, "ranking evidence", "works", None) as stage,
        noticed_interrupts() as check_interrupt,
    ):
        for number, group in enumerate(found.groups):
            check_interrupt()
            article = own_article(connection, group.cited)
            found.setups[number] = setup.digest(text_digest(connection, article))
            if article is None:
                continue
            at_hand.add(number)
            try:
                line, told = add_evidence(connection, loaded.nlp, group, article, folder=folder)
                found.groups[number] = line
                summary.works += 1
                summary.caveats += told
            except CitalignError as error:
                problems.add(found.library, f"{work_name(group.cited)}: {described(error)}")
            stage.advance(0, summary.works)
    for note in missing_articles(found.groups, at_hand):
        events.on_note(note)
    found.problems += problems.summary(1)
    found.failed += problems.count
    found.times["evidence"] = stage.seconds
    found.evidence = str(summary)


class LibraryRows:
    """Answers of a library as the rows that a run knows, and learns.

    Args:
        connection: reads the library.
        found: the groups of the run.
    """

    def __init__(self, connection: sqlite3.Connection, found: LibraryGroupsFound) -> None:
        self._connection, self._found = connection, found
        self._hashes: dict[int, int] = {}
        self._new: list[NewAnswer] = []
        self._held = 0
        self._retractions = Retractions(connection)
        self._has_notices = connection.execute("SELECT 1 FROM retractions LIMIT 1").fetchone()

    def has(self, number: int, line: bytes) -> bool:
        """Return whether the answer of a group is kept, and was made of the same line."""
        hashed = self._hashes[number] = name_hash(line.decode())
        kept = kept_answer(self._connection, *self._key(number))
        return kept is not None and kept[0] == hashed

    def row(self, number: int) -> bytes:
        """Return the answer of a group that is kept."""
        kept = kept_answer(self._connection, *self._key(number))
        if kept is None:
            raise CitalignError("an answer that was kept is gone; give the same command again")
        return kept[1]

    def learn(self, number: int, row: bytes) -> None:
        """Keep the answer of a group, sooner or later."""
        work, setup = self._key(number)
        self._new.append(NewAnswer(work, self._found.change, setup, self._hashes.pop(number), row))
        self._held += len(row)
        if self._held > _HELD:
            self.flush()

    def told(self, row: bytes) -> bytes:
        """Return an answer with the notices about its work and those that cite it."""
        if not self._has_notices:
            return row
        answer = WorkAnswer.model_validate_json(row)
        self._retractions.mark(answer)
        return json_line(answer).encode()

    def flush(self) -> None:
        """Keep the answers that wait, as far as the library can be written."""
        if self._new:
            keep_answers(self._found.library, self._new)
        self._new, self._held = [], 0

    def _key(self, number: int) -> tuple[int, str]:
        return self._found.works[number - 1], self._found.setups[number - 1]
