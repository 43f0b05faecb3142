"""A group of citances as a Doc, and the row that is written of it once it is aligned."""

import json
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from ..corpora.citance_groups import Citance, CitanceGroup, iter_groups
from ..corpora.io import bounded_lines
from ..corpora.json_lines import json_kind, json_span
from ..errors import CitalignError, InputError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ..components.citances.component import CitanceAligner

INPUT = "input"  # stands for the file in errors; who reads them knows it


class GroupResult(NamedTuple):
    """The row of a group.

    Attributes:
        line: the number of its line, from 1.
        row: what is written; of a group that failed ``{"line", "error"}``.
        messages: what a person has to know.
        size: bytes of the line, and of blank ones before it.
    """

    line: int
    row: dict[str, Any]
    messages: list[str]
    size: int = 0


class CountedLines:
    """Lines of an open file that are counted as they are read, however long they are.

    Args:
        file: is read from where it stands.
        first: the number of its first line.

    Attributes:
        number: that of the last line that was read.
        size: how many bytes.
        last: the last line.
    """

    def __init__(self, file: BinaryIO, *, first: int = 1) -> None:
        self._lines = bounded_lines(file)
        self.number = first - 1
        self.size = 0
        self.last = b""

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.number += 1
            self.size += len(line)
            self.last = line
            yield line


def json_line(row: dict[str, Any]) -> str:
    """Return ``row`` as a line of JSON.

    Raises:
        InputError: it is nested too deep.
    """
    try:
        return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
    except RecursionError as error:
        raise InputError("is nested too deep to be written; make it flatter") from error


def skip_groups(lines: CountedLines, count: int) -> None:
    """Read so many groups, and what is blank before them."""
    for _ in islice(iter_groups(lines, INPUT, first=lines.number + 1), count):
        pass


def failed_group(line: int, error: str, size: int = 0) -> GroupResult:
    """Return the result of a group that has no alignment."""
    return GroupResult(line, {"line": line, "error": error}, [error], size)


def group_doc(nlp: "Language", aligner: "CitanceAligner", group: CitanceGroup) -> "Doc":
    """Return the Doc of a group, to be annotated; empty citances are not on it.

    Raises:
        InputError: all citances are empty, one is too long, or they have far too many words.
    """
    from ..citations.marks import Mark
    from ..components.citations.citing import STATED, set_citations
    from ..components.joining.join import join
    from ..components.spans import get_character_spans

    filled = [citance for citance in group.citances if citance.text]
    if not filled:
        raise InputError("all citances are empty; give them texts")
    for citance in filled:
        if len(citance.text) > nlp.max_length:
            raise InputError(
                f"the citance {citance.id!r} has {len(citance.text)} characters, more than the "
                f"pipeline's max_length of {nlp.max_length}; split the text"
            )
    texts = [citance.text for citance in filled]
    _check_words(filled, aligner.settings.max_words)
    doc = join(texts, nlp=nlp, key=aligner.settings.spans_key, labels=group.key)
    offsets = get_character_spans(doc, aligner.settings.spans_key) or []
    marks = [
        Mark(start + offset, end + offset, group.key if cites else "", STATED)
        for citance, (offset, _) in zip(filled, offsets, strict=True)
        for start, end, cites in _marks(citance)
    ]
    set_citations(doc, marks)
    return doc


def _check_words(citances: list[Citance], most: int) -> None:
    """See that citances have about as few words as the aligner takes, before they are annotated.

    What is beyond the bound by a tenth is refused here; the aligner counts exactly.

    Raises:
        InputError: they have more.
    """
    from ..components.citances.words import content_words, without_marks

    def too_many(texts: Iterable[str]) -> bool:
        sizes = accumulate(len(content_words(text, 0, len(text))) for text in texts)
        return any(size > 1.1 * most for size in sizes)

    said = (without_marks(one.text, [mark[:2] for mark in _marks(one)]) for one in citances)
    if too_many(one.text for one in citances) and too_many(said):  # to find marks takes longer
        raise InputError(
            f"{len(citances):,} citances have more than {most:,} words, the most that are aligned "
            "together; give a sample of the citances, or parts of them as groups of their own. "
            "To have them all, save a pipeline whose citance_aligner has a larger max_words "
            "and name it with --pipeline; time and memory grow with it"
        )


def group_row(doc: "Doc", aligner: "CitanceAligner", group: CitanceGroup) -> dict[str, Any]:
    """Return the row of a group whose Doc is annotated; empty citances have no words.

    Raises:
        CitalignError: a component after the aligner took the alignment away.
    """
    from ..components.citances.rows import alignment_row

    filled = [number for number, citance in enumerate(group.citances) if citance.text]
    alignment = doc._.citance_alignment
    if alignment is None or len(alignment.citances) != len(filled):
        raise CitalignError(
            f"no alignment of the {len(filled)} citances is on the Doc at the end of the pipeline; "
            f"leave out the components after {aligner.name!r}"
        )
    return alignment_row(
        doc,
        group.key,
        group.cited,
        [
            {"id": citance.id, "text": citance.text, "source": citance.source} | citance.fields
            for citance in group.citances
        ],
        filled,
    )


def _marks(citance: Citance) -> list[tuple[int, int, bool]]:
    """Return the marks of citation in a citance, and whether they cite the work of its group.

    They are looked for where the file does not say where they are.

    Raises:
        InputError: it says so wrongly.
    """
    from ..citations.finder import find_citations

    stated = citance.fields.get("citations")
    if stated is None:
        return [(mark.start, mark.end, False) for mark in find_citations(citance.text)]
    what = f"citations of the citance {citance.id!r}"
    if not isinstance(stated, list):
        raise InputError(f"the {what} are {json_kind(stated)}; write an array")
    marks = []
    for number, mark in enumerate(stated):
        if not isinstance(mark, dict):
            raise InputError(f"{what}: number {number} is {json_kind(mark)}; write an object")
        cites = mark.get("cites")
        if not isinstance(cites, bool | None):
            kind = json_kind(cites)
            raise InputError(f"{what}: cites of number {number} is {kind}; write true or false")
        span = [mark.get("start"), mark.get("end")]
        start, end = json_span(span, citance.text, f"{what}: [start, end] of number {number}")
        marks.append((start, end, cites is True))
    return marks
