"""Quiet: how many of the classes that the page of a work shows first say something of the work.

Works are drawn by MD5, half of those that CRAFT's articles cite, half of ``scisumm``; of each the
ten classes that stand first in its table, as it is when the page is opened. ``gold/quiet.json`` has
what a reader called each of them, by the MD5 of work and name: content, reporting (words of
reporting and discourse), generic (what any paper has: role, effect, different), number, or name.
"""

import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from spacy.language import Language

from spacy_citalign.answer_rows import read_answer_line
from spacy_citalign.app.answers.aligner import AlignerSetup, LoadedAligner
from spacy_citalign.app.answers.batches import CountedLines, align_lines
from spacy_citalign.app.report.class_summary import CONTENT, ClassSummary, class_summaries
from spacy_citalign.row_files import json_line
from spacy_citalign.schema import WorkAnswer

from ..recording import Table
from .differing import craft_rows, group_rows
from .marks import Sentence, marked_sentences
from .works import GOLD

KINDS = ("content", "reporting", "generic", "number", "name")
ROWS = 10  # of a table that count
WORKS = 10  # drawn of each corpus
_FIRST = 70  # of each corpus for figures; those before were used for tuning
_LEAST, _MOST = 6, 40  # sentences of a work


def quiet(nlp: Language, *, dev: bool) -> list[Table]:
    """Return a table of what the rows that are shown first are called."""
    labels = json.loads((GOLD / "quiet.json").read_text(encoding="utf-8"))
    counts = {"CRAFT": Counter[str](), "scisumm": Counter[str]()}
    for corpus, work in drawn_works(nlp, dev=dev):
        for name in shown_names(work):
            counts[corpus][labels.get(row_id(work.key, name), "not judged")] += 1
    rows = []
    for corpus, count in (*counts.items(), ("both", counts["CRAFT"] + counts["scisumm"])):
        judged = sum(count[kind] for kind in KINDS)
        share = f"{count['content'] / judged:.3f}" if judged else ""
        others = [str(count[kind]) for kind in KINDS[1:]]
        rows.append([corpus, str(count.total()), share, *others, str(count["not judged"])])
    columns = ["works of", "rows", "content", *KINDS[1:], "not judged"]
    return [Table("Quiet", columns, rows, [f"Works: {2 * WORKS}, {ROWS} rows each at most."])]


def row_id(key: str, name: str) -> str:
    """Return what names a row: the MD5 of work and class."""
    return hashlib.md5(f"{key}\t{name.lower()}".encode(), usedforsecurity=False).hexdigest()


def drawn_works(nlp: Language, *, dev: bool) -> Iterator[tuple[str, WorkAnswer]]:
    """Yield the works for tuning, or those for figures, aligned."""
    used = {one["work"] for one in json.loads((GOLD / "works.json").read_text(encoding="utf-8"))}
    computing = [
        _group(row["target"], row["citances"], marked_sentences(row))
        for row in group_rows()
        if not row["target"].startswith("citint") and row["target"] not in used
    ]
    craft = [{"cited": row["cited"], "citances": row["citances"]} for row in craft_rows()]
    for corpus, groups in (("CRAFT", craft), ("scisumm", computing)):
        distinct = {group["cited"]["key"]: group for group in groups if _fits(group)}
        ranked = sorted(distinct.values(), key=lambda one: row_id(one["cited"]["key"], "quiet"))
        first = 0 if dev else _FIRST
        drawn = ranked[first : first + WORKS]
        lines = "".join(map(json_line, drawn)).encode()
        aligner = cast(Any, nlp.get_pipe("citance_aligner"))
        loaded = LoadedAligner(nlp, aligner, AlignerSetup())
        for result in align_lines(loaded, CountedLines(io.BytesIO(lines))):
            work = read_answer_line(result.row, result.line)
            if isinstance(work, WorkAnswer):
                yield corpus, work


def shown_names(work: WorkAnswer) -> list[str]:
    """Return the names of the classes that stand first in the table of a work."""
    said = {name for statement in work.statements or () for name in statement.classes}
    several = (work.article_count or 0) > 1
    rows: list[tuple[ClassSummary, bool]] = []
    for name, facts in class_summaries(work).items():
        if facts.wordings and (facts.kind == CONTENT or name in said):
            support = facts.articles if several and facts.articles else facts.citances
            rows.append((facts, name in said or support > 1))
    chosen = [facts for facts, shared in rows if shared] or [facts for facts, _ in rows]
    return [facts.name for facts in sorted(chosen, key=lambda one: -one.weight)[:ROWS]]


def _group(key: str, citances: list[dict[str, Any]], sentences: list[Sentence]) -> dict[str, Any]:
    rows = [
        {
            "id": str(number),
            "text": text,
            "source": citance.get("citing") or "",
            "citations": [mark._asdict() for mark in marks],
        }
        for number, (citance, (text, marks)) in enumerate(zip(citances, sentences, strict=True))
    ]
    return {"cited": {"key": key}, "citances": rows}


def _fits(group: dict[str, Any]) -> bool:
    return _LEAST <= len({one["text"] for one in group["citances"]}) <= _MOST
