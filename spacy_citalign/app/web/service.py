"""A library as the application asks it, opened for each request, and the results that it gives."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn

from anyio import Lock
from anyio.to_thread import run_sync
from pydantic import BaseModel, Field

from ...library_rows import ArticleEntry, FoundCitance, LibraryFacts, WorkEntry
from ...schema import WorkAnswer, listed, optional
from ..answers.aligner import AlignerSetup, LoadedAligner
from ..library.library import Library
from ..library.works.recent import Recent
from .addresses import work_address

_CANDIDATES = 10
MAX_WAITING = 16  # for answers that are not kept
_HELD = 32  # answers that were made
_State = tuple[int, int, int]


class UnknownWorkError(Exception):
    """No work, or not one work alone, is what was asked for.

    Args:
        error: why.
        status: of HTTP.
        candidates: works that fit, or are near.
    """

    def __init__(self, error: str, status: int, candidates: list[WorkEntry]) -> None:
        super().__init__(error)
        self.status, self.candidates = status, candidates


class MovedError(Exception):
    """What was asked for by one of its names has its page at another address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class BusyError(Exception):
    """Too many answers that are not kept are waited for."""


class _NotKeptError(Exception):
    """An answer is not kept."""


class LibraryService:
    """What the application knows: the file of the library, and the pipeline once it was needed.

    Args:
        path: the library.
        setup: the pipeline that makes answers that are not kept.

    Attributes:
        name: of the library.
    """

    def __init__(self, path: Path, setup: AlignerSetup) -> None:
        self._path, self._setup = path, setup
        self.name = path.name
        self._aligner = cache(lambda: setup.load())
        self._facts: tuple[_State, LibraryFacts] | None = None
        self._made: Recent[tuple[str, bool, _State], WorkAnswer] = Recent(_HELD)
        self._making = Lock()
        self._waiting = 0

    def opened(self) -> Library:
        """Return the library, opened to be read; whoever asks closes it."""
        return Library(self._path, setup=self._setup, read_only=True)

    def library(self) -> Iterator[Library]:
        """Give a request the library, and close it behind the answer."""
        with self.opened() as library:
            yield library

    def facts(self, library: Library) -> LibraryFacts:
        """Return how much is in the library, which is counted once after each change."""
        held, state = self._facts, self._state(library)
        if held is None or held[0] != state:
            self._facts = held = state, library.facts()
        return held[1]

    async def answer(self, name: str, *, evidence: bool = False) -> WorkAnswer:
        """Return a work with its answer; one that is not kept is made, while others are served.

        Args:
            name: the key of the work.
            evidence: look where its article says it, if that is in the library.

        Raises:
            UnknownWorkError: there is no such work.
            MovedError: its key is another one.
            BusyError: too many wait.
        """
        key, answer = await run_sync(self._kept, name, evidence)
        if answer is not None:
            return answer
        if self._waiting >= MAX_WAITING:
            raise BusyError
        self._waiting += 1
        try:
            async with self._making:
                return await run_sync(self._make, key, evidence, abandon_on_cancel=True)
        finally:
            self._waiting -= 1

    def _state(self, library: Library) -> _State:
        """Return what tells a library from what it was, and from another one in its place."""
        changes, file = library.changes(), self._path.stat()
        return changes, file.st_ino, file.st_mtime_ns

    def _kept(self, name: str, evidence: bool) -> tuple[str, WorkAnswer | None]:
        with self.opened() as library:
            key = find_work(library, name).cited.key
            state = key, evidence, self._state(library)
            if (made := self._made.get(state)) is not None:
                return key, made
            try:
                return key, _asked(library, key, evidence, _not_kept)
            except _NotKeptError:
                return key, None

    def _make(self, key: str, evidence: bool) -> WorkAnswer:
        with self.opened() as library:
            state = key, evidence, self._state(library)
            if state not in self._made:  # by who waited before
                self._made[state] = _asked(library, key, evidence, self._aligner)
            return self._made[state]


def find_work(library: Library, name: str) -> WorkEntry:
    """Return the work whose key is asked for.

    Raises:
        MovedError: it has this name, but another key.
        UnknownWorkError: no work has the name, or several have.
    """
    entry = library.work(name)
    if entry is not None and entry.cited.key == name:
        return entry
    found = [entry] if entry is not None else library.find(name, limit=_CANDIDATES)
    if len(found) == 1:
        raise MovedError(work_address(found[0].cited.key))
    if found:
        raise UnknownWorkError(f"{name!r} fits several works; give the key of one", 409, found)
    near = library.near(name)
    raise UnknownWorkError(f"no work {name!r} is cited in this library", 404, near)


def _asked(
    library: Library, key: str, evidence: bool, aligner: Callable[[], LoadedAligner]
) -> WorkAnswer:
    answer = library.ask(key, evidence=evidence, keep=False, aligner=aligner)
    if answer.cited.article is not None:
        answer.cited.article.file = None  # it is on this machine, and not served
    return answer


def _not_kept() -> NoReturn:
    raise _NotKeptError


class WorkList(BaseModel):
    """A part of the list of works."""

    total: int = Field(description="How many works there are.")
    start: int = Field(description="The number of the first one here, from 0.")
    works: list[WorkEntry] = Field(description="Those that most articles cite first.")


class ArticleList(BaseModel):
    """A part of the list of articles."""

    total: int = Field(description="How many articles there are.")
    start: int = Field(description="The number of the first one here, from 0.")
    articles: list[ArticleEntry]


class OftenCited(BaseModel):
    """A work that sentences with the words cite."""

    work: WorkEntry
    sentences: int = Field(description="How many of the sentences that fit best cite it.")


class Found(BaseModel):
    """What a search finds."""

    work: WorkEntry | None = optional("The work whose identifier or key was asked for.")
    works: list[WorkEntry] = listed("Works whose author, year and title fit, the best first.")
    often_cited: list[OftenCited] = listed(
        "Works that most of the sentences with the words cite, at the begin of these."
    )
    citances: list[FoundCitance] = listed("Citing sentences that have the words, the best first.")


class Refusal(BaseModel):
    """Why there is no answer."""

    error: str
    candidates: list[WorkEntry] = listed("Works that fit what was asked for, or are near it.")
