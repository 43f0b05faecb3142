"""Rows of anybody's as tables, bibliographies and annotations; sentences before citing ones."""

import csv
import json
from io import StringIO

from bibtex_reading import read_bibtex
from export_rows import frog_row, text_row

from spacy_citalign.answer_rows import FailedRow, read_answer
from spacy_citalign.app.report.exports import tables
from spacy_citalign.app.report.exports.annotated import annotated_text
from spacy_citalign.app.report.exports.bibtex import bibtex_text
from spacy_citalign.app.report.exports.bioc import bioc_text
from spacy_citalign.app.report.exports.csl import csl_text
from spacy_citalign.app.report.exports.prodigy import prodigy_line
from spacy_citalign.app.report.exports.references import Bibliography
from spacy_citalign.app.report.exports.web_annotations import annotations_text
from spacy_citalign.citations.scope.extent import belongs
from spacy_citalign.corpora.json_lines import json_object
from spacy_citalign.errors import InputError
from tests.fuzzing.mutation import fields_mutator, json_mutator
from tests.fuzzing.target import Target, require
from tests.fuzzing.targets_readers_json import lines
from tests.fuzzing.vocabulary import JSON_WORDS, WORDS

_KEYS = (
    *("cited", "citances", "classes", "statements", "differing", "evidence", "before", "article"),
    *("key", "title", "year", "doi", "text", "start", "end", "place", "members", "wordings"),
    *("probability", "section", "matches", "citance", "sentence", "authors", "initials", "cue"),
)
_OF_TEXTS = ("id", "text", "genes", "terms", "tokens", "start", "end", "label", "confidence")
_TABLES = (
    (tables.CITANCE_COLUMNS, tables.citance_rows),
    (tables.STATEMENT_COLUMNS, tables.statement_rows),
    (tables.EVIDENCE_COLUMNS, tables.evidence_rows),
)
_FORMULA = ("=", "+", "-", "@")


def _groups(data: bytes) -> None:
    """Any row that is an object has tables without formulas, and a bibliography."""
    row = json_object(data.decode("utf-8", "replace"))
    group = read_answer(row, 1)
    if isinstance(group, FailedRow):
        raise InputError(group.error)
    for columns, rows_of in _TABLES:
        file = StringIO(newline="")
        rows = list(rows_of(group))
        tables.write_table(file, columns, rows)
        read = [*csv.reader(StringIO(file.getvalue(), newline=""), strict=True)]
        require(len(read) == len(rows) + 1, f"{len(read)} lines of {len(rows)} rows")
        require(all(len(cells) == len(columns) for cells in read), "cells are lost")
        cells = [cell for line in read for cell in line]
        require(not any(cell.startswith(_FORMULA) for cell in cells), "a cell is a formula")
        file.getvalue().encode()
    bibliography = Bibliography()
    bibliography.add(group)
    references = bibliography.references()
    require(len(read_bibtex(bibtex_text(references))) == len(references), "an entry is lost")
    require(len(json.loads(csl_text(references))) == len(references), "an item is lost")
    json.loads("".join(annotations_text([group], label="frogs")))


def _texts(data: bytes) -> None:
    """Any row that is an object and has a text is a document and a task."""
    text = annotated_text(json_object(data.decode("utf-8", "replace")))
    if text is None:
        raise InputError("there is no text in it")
    document = json.loads("".join(bioc_text([text], source="frogs")))
    require(len(document["documents"]) == 1, "a document is lost")
    json.loads(prodigy_line(text))


def _extent(data: bytes) -> None:
    """Whatever two sentences say, there is a probability."""
    before, _, citing = data.decode("utf-8", "replace").partition("|")
    if not citing:
        raise InputError("there is one sentence in it")
    spans = [(at, at + 1) for at, letter in enumerate(citing) if letter.isdigit()]
    require(0 < belongs(before, citing, spans) < 1, "it is no probability")


def _rows() -> list[bytes]:
    row = frog_row()
    place = {"probability": 0.5, "section": "Results", "text": "=Frogs woke.", "matches": []}
    row["citances"][0] |= {"evidence": [place], "before": {"text": "Frogs rest.", "start": 0}}
    return lines(row) + lines(frog_row())


def _sentences() -> list[bytes]:
    return [
        b"Recent studies have shown that newts sing.|They are heard at night [3].",
        b"We bred toads (Figure 2).|In this work, Lee (1999) found none.",
    ]


TARGETS = [
    Target("export_groups", _groups, _rows, JSON_WORDS, json_mutator(_KEYS), 8192),
    Target("export_texts", _texts, lambda: lines(text_row()), JSON_WORDS, json_mutator(_OF_TEXTS)),
    Target("citation_extent", _extent, _sentences, WORDS, fields_mutator(WORDS)),
]
