"""Answers that a library keeps: of what pipeline and settings they are, and whether they hold.

That is told without loading a pipeline: a kept answer costs no more than reading it.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from ....errors import CitalignError, InputError, SettingError
from ...answers.aligner import AlignerSetup, LoadedAligner
from ...pipelines import SHIPPED, versions
from ..database import transaction, writing
from ..names import name_hash, read_blocks
from ..settings import changes, kept_subjects
from .entries import Entries

_KEPT = """
SELECT a.line, a.row FROM answers a JOIN works w ON w.id = a.work
WHERE a.work = ? AND a.setup = ? AND a.changed >= w.changed
"""
_KEEP = """
INSERT OR REPLACE INTO answers (work, setup, changed, line, row)
SELECT id, ?, changed, ?, ? FROM works WHERE id = ? AND changed <= ?
"""


class NewAnswer(NamedTuple):
    """An answer to keep.

    Attributes:
        work: its number.
        change: the last one of the library that was seen.
        setup: the digest of the setup.
        line: the hash of the group that was aligned.
        row: the answer.
    """

    work: int
    change: int
    setup: str
    line: int
    row: bytes


class AnswerSetup:
    """What answers depend on beside their citances, and what tells those of others from them.

    Args:
        setup: the pipeline and its settings.
        subjects: of the collection.

    Raises:
        SettingError: there is no such pipeline.
    """

    def __init__(self, setup: AlignerSetup, subjects: Sequence[str]) -> None:
        parts = [versions(), asdict(setup), _pipeline_digest(setup.pipeline), [*subjects]]
        self._parts = json.dumps(parts)

    def digest(self, evidence: str | None = None) -> str:
        """Return what tells answers of this setup from others.

        Args:
            evidence: tells the text of the cited article that was looked into, "" where there is
                none; None where nobody looked.
        """
        text = self._parts if evidence is None else f"{self._parts} {evidence}"
        return blake2b(text.encode(), digest_size=12).hexdigest()


def kept_answer(connection: sqlite3.Connection, work: int, setup: str) -> tuple[int, bytes] | None:
    """Return the hash of the group of a work and its answer, None where none that is kept holds."""
    found = connection.execute(_KEPT, (work, setup)).fetchone()
    return (found["line"], zlib.decompress(found["row"])) if found else None


def keep_answers(path: Path, answers: Iterable[NewAnswer]) -> None:
    """Keep answers in a library, as far as that goes.

    Another process may write it, it may be read-only, or the disk full: who asks has the answer all
    the same. Answers of works that were changed meanwhile are left out.
    """
    with suppress(CitalignError, OSError), writing(path) as connection, transaction(connection):
        for one in answers:
            row = zlib.compress(one.row)
            connection.execute(_KEEP, (one.setup, one.line, row, one.work, one.change))


def asked_row(
    path: Path,
    connection: sqlite3.Connection,
    setup: AlignerSetup,
    work: int,
    aligner: Callable[[], LoadedAligner],
    *,
    evidence: bool,
    keep: bool,
) -> bytes:
    """Return the answer of a work: the kept one where it holds, else a new one.

    Args:
        path: of the library.
        connection: reads it, in a transaction.
        setup: the pipeline and its settings.
        work: its number.
        aligner: gives the pipeline, where it is needed.
        evidence: look where the work says it, if its article is in the library.
        keep: keep a new answer, as far as the library can be written.

    Raises:
        CitalignError: the pipeline does not load, or it cannot be aligned.
    """
    article = text = None
    if evidence:
        from .evidence import own_article, text_digest

        article = own_article(connection, Entries(connection).work(work).cited)
        text = text_digest(connection, article)
    digest = AnswerSetup(setup, kept_subjects(connection)).digest(text)
    if kept := kept_answer(connection, work, digest):
        return kept[1]
    from ...answers.batches import CountedLines, align_lines
    from .groups import CompleteGroups

    loaded = aligner()
    line = CompleteGroups(connection).line(work)
    if article is not None:
        from ...answers.evidence_docs import only_evidence
        from .evidence import add_evidence

        with only_evidence(loaded.nlp, setup.pipeline):
            line, _ = add_evidence(connection, loaded.nlp, line, article, folder=None)
    (result,) = align_lines(loaded, CountedLines(BytesIO(line.line)))
    if result.error:
        raise CitalignError(result.error)
    if keep:
        hashed = name_hash(line.line.decode())
        keep_answers(path, [NewAnswer(work, changes(connection), digest, hashed, result.row)])
    return result.row


def _pipeline_digest(pipeline: str) -> str:
    """Return the digest of the files of a pipeline, an installed one before a folder as in spaCy.

    Raises:
        InputError: a file cannot be read.
        SettingError: there is none.
    """
    folder = _installed(pipeline) or Path(pipeline)
    if not folder.is_dir():
        raise SettingError(
            f"there is no pipeline {pipeline!r}; give an installed pipeline, or the folder of one"
        )
    # Of the pipeline that ships: the SHA-256 of each of its files.
    checksums = folder / "pipeline" / "checksums.json"
    if pipeline == SHIPPED and checksums.is_file():
        paths = [checksums]
    else:
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = blake2b(digest_size=16)
    for path in paths:
        if "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(folder)}\0".encode("utf-8", "surrogatepass"))
            try:
                read_blocks(path, digest.update)
            except OSError as error:
                raise InputError(f"{path} cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def _installed(pipeline: str) -> Path | None:
    """Return the folder of a package, None where there is none."""
    with suppress(PackageNotFoundError, ImportError, ValueError):  # of names that are none
        distribution(pipeline)
        spec = find_spec(pipeline)
        if spec is not None and spec.submodule_search_locations:
            return Path(spec.submodule_search_locations[0])
    return None
