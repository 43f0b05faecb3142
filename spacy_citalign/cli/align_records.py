"""Aligns the groups that `citalign align` is given, each into the row that is written of it."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy_citalign.cli.console import described, one_line
from spacy_citalign.cli.pipelines import raise_failure
from spacy_citalign.cli.results import span_records
from spacy_citalign.corpora.citance_groups import Citance, CitanceGroup, iter_groups
from spacy_citalign.errors import CitalignError, InputError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from spacy_citalign.components.alignments import CitanceAlignment
    from spacy_citalign.components.citance_aligner import CitanceAligner

GENES = "gene_mentions"
_DIGITS = 4  # of confidences and accuracies


class Outcome(NamedTuple):
    """What became of a line.

    ``row``: what is written, of a group that failed ``{"line", "error"}``. ``messages``: what a
    person has to know. ``citances``: how many were aligned, ``empty``: how many were left out.
    """

    line: int
    row: dict[str, Any]
    messages: list[str]
    citances: int = 0
    empty: int = 0

    @property
    def failed(self) -> bool:
        """Whether there is no alignment."""
        return "error" in self.row


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
    nlp: "Language", aligner: "CitanceAligner", lines: Lines, name: str
) -> Iterator[Outcome]:
    """The outcome of each line that is not blank, in order; ``name`` is that of the file."""
    nlp.set_error_handler(raise_failure)
    for group in iter_groups(lines, name):
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
            len(group.citances) - len(empty),
            len(empty),
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
    from spacy_citalign.components.joining import join

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
    doc = nlp(join(texts, nlp=nlp, key=aligner.spans_key, labels=group.key))
    alignment = doc._.citance_alignment
    if alignment is None or len(alignment.citances) != len(filled):
        raise CitalignError(
            f"no alignment of the {len(filled)} citances is on the Doc at the end of the pipeline; "
            f"leave out the components after {aligner.name!r}"
        )
    return _row(group, doc, alignment)


def _row(group: CitanceGroup, doc: "Doc", alignment: "CitanceAlignment") -> dict[str, Any]:
    """The row of a group; offsets of the Doc become those of the citances' own texts."""
    from spacy_citalign.components.attributes import CITANCE_ALIGNMENTS

    places = [place for place, citance in enumerate(group.citances) if citance.text]
    starts = [citance["start_char"] for citance in alignment.citances]
    citances = [_citance_row(citance) for citance in group.citances]
    for number, (place, start) in enumerate(zip(places, starts, strict=True)):
        for word in alignment.words(number):
            span = [word["start_char"] - start, word["end_char"] - start]
            citances[place]["words"].append(span)
            citances[place]["classes"].append(_class_name(word["class"]))
    found = alignment.classes
    genes = _genes(doc, found)
    classes = []
    for one in found:
        members = []
        for member in one["members"]:
            place, start = places[member["citance"]], starts[member["citance"]]
            members.append(
                {
                    "citance": group.citances[place].id,
                    "place": place,
                    "start": member["start_char"] - start,
                    "end": member["end_char"] - start,
                    "text": member["text"],
                    "confidence": round(member["confidence"], _DIGITS),
                }
            )
        classes.append(
            {
                "class": _class_name(one["number"]),
                "confidence": round(one["confidence"], _DIGITS),
                "wordings": _by_frequency(Counter(member["text"] for member in members)),
                "members": members,
                "genes": _by_frequency(genes[one["number"]]),
            }
        )
    stored = doc.user_data[CITANCE_ALIGNMENTS]["alignments"][0]["alignment"]
    row: dict[str, Any] = {
        "cited": {"key": group.key} | {k: v for k, v in group.cited.items() if k != "key"},
        "citances": citances,
        "classes": classes,
        "merges": _merges(alignment, stored, places, len(group.citances)),
        "threshold": None if alignment.merges is None else alignment.threshold,
        "expected_ama": round(alignment.expected_ama, _DIGITS),
    }
    if "posteriors" in stored:
        row["posteriors"] = [list(column) for column in stored["posteriors"]]
    return row


def _citance_row(citance: Citance) -> dict[str, Any]:
    """A citance without its words; what else was said of it stays."""
    own = {"id": citance.id, "text": citance.text, "source": citance.source}
    return own | citance.fields | {"words": [], "classes": []}


def _class_name(number: int) -> str | None:
    """A class as files have it: a string, and None for a word that is aligned to nothing."""
    return str(number) if number else None


def _genes(doc: "Doc", classes: list[dict[str, Any]]) -> defaultdict[int, Counter[str]]:
    """The gene mentions that touch the members of each class, by its number."""
    from spacy_citalign.components.attributes import characters

    genes: defaultdict[int, Counter[str]] = defaultdict(Counter)
    class_at = [0] * characters(doc)
    for one in classes:
        for member in one["members"]:
            size = member["end_char"] - member["start_char"]
            class_at[member["start_char"] : member["end_char"]] = [one["number"]] * size
    for mention in span_records(doc, GENES) or ():
        for number in set(class_at[mention["start_char"] : mention["end_char"]]) - {0}:
            genes[number][mention["text"]] += 1
    return genes


def _by_frequency(texts: Counter[str]) -> list[str]:
    """Distinct texts, the most frequent first, equally frequent ones as they came."""
    return [text for text, _ in texts.most_common()]


def _merges(
    alignment: "CitanceAlignment", stored: dict[str, Any], places: list[int], citances: int
) -> dict[str, Any] | None:
    """The merges of average link with the units that they began with; None of the other closure."""
    merges = alignment.merges
    if merges is None:
        return None
    units: list[list[int]] = [[] for _ in range(citances)]
    for owner, unit in zip(stored["owners"], stored["nodes"], strict=True):
        units[places[owner]].append(unit)
    columns = {name: [merge[name] for merge in merges] for name in ("first", "second", "height")}
    return {"units": units, **columns}
