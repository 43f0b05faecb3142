"""What the commands do with what they have read: rows of groups, columns, aligned sentences."""

import json
from functools import cache
from io import BytesIO

import spacy
from contract_cases import trained
from group_rows import OWN
from spacy.language import Language

from spacy_citalign.answer_rows import read_answer_line
from spacy_citalign.app.answers.aligner import AlignerSetup, LoadedAligner
from spacy_citalign.app.answers.batches import CountedLines, align_lines
from spacy_citalign.app.batch.stream import annotated
from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.class_table import class_table
from spacy_citalign.app.report.column_page import column_page
from spacy_citalign.app.report.column_table import column_table
from spacy_citalign.app.report.doc_rows import column_anchors, column_rows, text_pairs
from spacy_citalign.app.report.sentence_page import sentence_page
from spacy_citalign.app.report.sentence_table import sentence_table
from spacy_citalign.cli.text_inputs import joined
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.records import Record
from spacy_citalign.schema import WorkAnswer
from tests.fuzzing.mutation import fields_mutator, json_mutator
from tests.fuzzing.target import Target, require, several
from tests.fuzzing.targets_components import text_of
from tests.fuzzing.targets_readers_json import lines
from tests.fuzzing.vocabulary import JSON_WORDS, WORDS

_KEYS = ("cited", "citances", "id", "text", "source", "citations", "start", "end", "cites", "words")
_CITING = {
    "cited": {"key": "zork", "doi": "10.1/z", "pmid": 12},
    "citances": [
        {"text": "Zork2 wakes frogs [3].", "citations": [{"start": 19, "end": 20, "cites": True}]},
        {"text": "Frogs are woken by Zork2 (Lee, 1999)."},
        "",
    ],
}


@cache
def _columns() -> Language:
    """A tagger of columns behind components that a text needs."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("perceptron_tagger", config={"weights": "shipped"})
    nlp.add_pipe("column_tagger", config={"weights": "shipped"})
    return nlp


@cache
def _sentences() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("sentence_aligner", config={"weights": "shipped"})
    return nlp


def _align(data: bytes) -> None:
    """A row for each line that is not blank, which the page and the table can show."""
    nlp = trained("citance_aligner")
    given = [f"{line}\n".encode() for line in data.decode(errors="replace").split("\n")]
    loaded = LoadedAligner(nlp, nlp.get_pipe("citance_aligner"), AlignerSetup("trained"))
    found = [*align_lines(loaded, CountedLines(BytesIO(b"".join(given))))]
    said = [line for n, line in enumerate(given) if _is_said(line, n)]
    require(len(found) == len(said), f"{len(found)} rows of {len(said)} lines")
    works = [read_answer_line(one.row, one.line) for one in found]
    alignment_page(works).encode()
    good = [work for work in works if isinstance(work, WorkAnswer)]
    for work in good:
        class_table(work)
    for one in found:
        require("Error: " not in one.error, f"a component failed: {one.error}")
        require(bool(json.loads(one.row)), "it is no row")
    require(len(good) == sum(not one.error for one in found), "a row cannot be read again")
    if not good:
        raise InputError("no group is aligned")


def _is_said(line: bytes, number: int) -> bool:
    text = line.decode()
    return bool((text if number else text.removeprefix("\ufeff")).strip())


def _show_columns(data: bytes) -> None:
    text = text_of(data)
    ((_, doc, error),) = annotated(_columns(), [Record("a", "a", text)])
    require(doc is not None, f"the text cannot be annotated: {error}")
    for regions in (False, True):
        rows, anchors = column_rows(doc, regions=regions), column_anchors(doc, regions=regions)
        column_page(rows, anchors=anchors, unit="region" if regions else "column").encode()
        column_table(rows, anchors=anchors, width=40, tags=regions).encode()


def _align_sentences(data: bytes) -> None:
    texts = [text_of(part) for part in several(data, 2)]
    if not all(text.strip() for text in texts):
        raise InputError("a text is blank")
    records = [Record(name, name, text) for name, text in zip("ab", texts, strict=True)]
    nlp, names = _sentences(), ["a", "b"]
    for by_line in (False, True):
        doc = nlp(joined(nlp, records, key="texts", names=names, lines=by_line))
        pairs = text_pairs(doc, names=names)
        sentence_page(pairs).encode()
        sentence_table(pairs, width=60, unaligned=True).encode()
        for link in doc._.sentence_alignment:
            require(0.0 <= link["probability"] <= 1.0, f"a probability of {link['probability']}")


TARGETS = [
    Target(
        "align_rows", _align, lambda: lines(OWN, _CITING), JSON_WORDS, json_mutator(_KEYS), 2048
    ),
    Target(
        "columns",
        _show_columns,
        lambda: [b"Cells divide. Yeast was not dividing in May, which we saw."],
        WORDS,
        fields_mutator(WORDS),
        1024,
    ),
    Target(
        "sentences",
        _align_sentences,
        lambda: [b"Frogs hop. They sleep in May.\n%%%%\nIn May frogs sleep.\nToads do not."],
        (*WORDS, b"\n%%%%\n"),
        fields_mutator(WORDS),
        1024,
    ),
]
