"""Aligns the groups that `citalign align` is given, each into the row that is written of it."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy_citalign.corpora.citance_groups import Citance, CitanceGroup, iter_groups
from spacy_citalign.corpora.json_lines import json_kind, json_span
from spacy_citalign.errors import CitalignError, InputError
from spacy_citalign.runs.messages import described, one_line
from spacy_citalign.runs.pipelines import raise_failure

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.citance_aligner import CitanceAligner


class Outcome(NamedTuple):
    """What became of a line.

    ``row``: what is written, of a group that failed ``{"line", "error"}``. ``messages``: what a
    person has to know.
    """

    line: int
    row: dict[str, Any]
    messages: list[str]


class Lines:
    """Lines that know how far they were read: ``number`` of them, ``size`` bytes."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.number = 0
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.number += 1
            self.size += len(line)
            yield line


def aligned_groups(
    nlp: "Language", aligner: "CitanceAligner", lines: Lines, name: str, *, skip: int = 0
) -> Iterator[Outcome]:
    """The outcome of each line that is not blank, in order; ``name`` is that of the file.

    The first ``skip`` of these lines are read and left out.
    """
    nlp.set_error_handler(raise_failure)
    for group in islice(iter_groups(lines, name), skip, None):
        # One line is read for each group, so this is the group's own.
        number = lines.number
        if isinstance(group, InputError):
            problem = one_line(group).removeprefix(f"{name}, line {number}: ")
            yield _failure(number, problem)
            continue
        # A component may raise anything; here that costs its group only.
        try:
            row = _aligned(nlp, aligner, group)
            json_line(row)
        except Exception as error:
            yield _failure(number, described(error))
            continue
        empty = [citance.id for citance in group.citances if not citance.text]
        yield Outcome(
            number,
            row,
            [f"citance {own_id!r} is empty and was left out" for own_id in empty],
        )


def json_line(row: dict[str, Any]) -> str:
    """``row`` as a line of JSON. Raises InputError where it is nested too deep."""
    try:
        return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
    except RecursionError as error:
        raise InputError("is nested too deep to be written; make it flatter") from error


def _failure(line: int, error: str) -> Outcome:
    return Outcome(line, {"line": line, "error": error}, [error])


def _aligned(nlp: "Language", aligner: "CitanceAligner", group: CitanceGroup) -> dict[str, Any]:
    """The row of a group, whose empty citances have no words.

    Raises InputError where all citances are empty, or one is too long.
    """
    from spacy_citalign.citations.marks import Mark
    from spacy_citalign.components.alignment_rows import alignment_row
    from spacy_citalign.components.citing import STATED, set_citations
    from spacy_citalign.components.joining import join
    from spacy_citalign.components.spans import get_character_spans

    filled = [citance for citance in group.citances if citance.text]
    if not filled:
        raise InputError("all citances are empty; give them texts")
    for citance in filled:
        if len(citance.text) > nlp.max_length:
            raise InputError(
                f"the citance {citance.id!r} has {len(citance.text)} characters, more than the "
                f"pipeline's max_length of {nlp.max_length}; split the text"
            )
    doc = join([one.text for one in filled], nlp=nlp, key=aligner.spans_key, labels=group.key)
    offsets = get_character_spans(doc, aligner.spans_key) or []
    marks = [
        Mark(start + offset, end + offset, group.key if cites else "", STATED)
        for citance, (offset, _) in zip(filled, offsets, strict=True)
        for start, end, cites in _marks(citance)
    ]
    set_citations(doc, marks)
    doc = nlp(doc)
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
            {"id": one.id, "text": one.text, "source": one.source} | one.fields
            for one in group.citances
        ],
        [place for place, one in enumerate(group.citances) if one.text],
    )


def _marks(citance: Citance) -> list[tuple[int, int, bool]]:
    """The marks of citation in a citance, and whether they cite the work of its group.

    They are looked for where the file does not say where they are.

    Raises InputError where it says so wrongly.
    """
    from spacy_citalign.citations.finder import find_citations

    stated = citance.fields.get("citations")
    if stated is None:
        return [(mark.start, mark.end, False) for mark in find_citations(citance.text)]
    what = f"citations of the citance {citance.id!r}"
    if not isinstance(stated, list):
        raise InputError(f"the {what} are {json_kind(stated)}; write an array")
    found = []
    for place, mark in enumerate(stated):
        if not isinstance(mark, dict):
            raise InputError(f"{what}: number {place} is {json_kind(mark)}; write an object")
        cites = mark.get("cites")
        if not isinstance(cites, bool | None):
            kind = json_kind(cites)
            raise InputError(f"{what}: cites of number {place} is {kind}; write true or false")
        span = [mark.get("start"), mark.get("end")]
        start, end = json_span(span, citance.text, f"{what}: [start, end] of number {place}")
        found.append((start, end, cites is True))
    return found
