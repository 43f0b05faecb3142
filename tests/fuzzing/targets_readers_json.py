"""Readers of JSON Lines."""

import json
import tempfile
from pathlib import Path

from group_rows import ANNOTATED, COLLECTED, OWN
from libraries import citances, group_lines

from spacy_citalign.app.answers.group_lines import group_line
from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.corpora.cited_articles import read_cited_articles
from spacy_citalign.corpora.concepts import read_concept_terms, read_concepts
from spacy_citalign.corpora.conll import read_document_ids
from spacy_citalign.corpora.gene_gold import read_gene_concepts, read_gene_ids
from spacy_citalign.corpora.json_lines import json_object
from spacy_citalign.corpora.term_documents import read_term_documents
from spacy_citalign.corpora.text_pairs import read_text_pairs
from spacy_citalign.errors import InputError
from spacy_citalign.row_files import iter_groups, read_groups
from spacy_citalign.schema import CitanceGroup
from tests.components.readers.test_evidence_corpora import ARTICLE, CITING
from tests.corpora.test_concepts import ROWS as CONCEPTS
from tests.corpora.test_gene_gold import MENTIONS, TEXT, TITLE
from tests.corpora.test_term_documents import ROWS as TERMS
from tests.corpora.test_text_pairs import BARE, LINKED, TOLD
from tests.fuzzing.mutation import json_mutator
from tests.fuzzing.target import (
    NEXT_FILE,
    Target,
    reader,
    require,
    require_spans,
    scratch_file,
    several,
)
from tests.fuzzing.vocabulary import JSON_WORDS

ANNOTATED_TEXT = {
    "id": "7",
    "source": "frogs.xml",
    "text": "Frogs hop [1]. Toads rest.",
    "citations": [
        {"start_char": 11, "end_char": 12, "key": "k", "style": "stated", "implied": False}
    ],
    "citances": [{"start_char": 0, "end_char": 14, "key": "k", "section": "Results"}],
    "cited_works": [{"key": "k", "title": "Frogs"}],
    "meta": {"pmid": "7"},
}


def lines(*rows: object) -> list[bytes]:
    """One input with a row a line."""
    return ["\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()]


def together_and_alone(*rows: object) -> list[bytes]:
    """An input of all rows, and one of each."""
    return lines(*rows) + [line for row in rows for line in lines(row)]


def _json_line(data: bytes) -> None:
    row = json_object(data.decode(errors="replace"))
    require(json_object(json.dumps(row)) == row, "it comes back as another")


def _citance_groups(data: bytes) -> None:
    """All lines are groups or errors; the strict reader agrees on whether there are errors."""
    rows = [*data.split(b"\n")]
    found = [*iter_groups(rows, "a.jsonl")]
    require(len(found) == sum(_is_told(row, not i) for i, row in enumerate(rows)), "a line is lost")
    for group in found:
        if not isinstance(group, InputError):
            for citance in group.citances:
                require_spans(citance.text, citance.words or ())
                require(citance.id != "", "a citance has no id")
            group_line(group)
    good = [*read_groups(scratch_file("a.jsonl", data))]
    bad = [one for one in found if isinstance(one, InputError)]
    require(
        not bad and len(good) <= len(found), f"read_groups takes what iter_groups refuses: {bad}"
    )


def _library_rows(data: bytes) -> None:
    """Rows go in or are refused, in a library that is written indeed, and again change nothing."""
    path = scratch_file("a.jsonl", data)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "a.calg")
        add(library, [path])
        before = citances(library)
        for line in group_lines(library):
            CitanceGroup.model_validate_json(line)
        again = path.with_name("again.jsonl")
        again.write_bytes(data + b"\n")
        summary = add(library, [again])
        require(not summary.citances and citances(library) == before, "rows are in twice")


def _is_told(row: bytes, first: bool) -> bool:
    """Whether a line is more than white space."""
    text = row.decode(errors="replace")
    return bool((text.removeprefix("\ufeff") if first else text).strip())


def _concepts(data: bytes) -> None:
    path = scratch_file("a.jsonl", data)
    for document in read_concepts(path):
        require_spans(document.text, [(one.start, one.end) for one in document.mentions])
    for terms in read_concept_terms(path):
        require_spans(terms.text, terms.terms)


def _gene_concepts(data: bytes) -> None:
    for document in read_gene_concepts(scratch_file("a.jsonl", data), types=("Gene",)):
        require_spans(document.text, document.mentions)


def _term_documents(data: bytes) -> None:
    for document in read_term_documents(scratch_file("a.jsonl", data)):
        require_spans(document.text, document.terms)
        require_spans(document.text, document.sentences or ())


def _text_pairs(data: bytes) -> None:
    for pair in read_text_pairs(scratch_file("a.jsonl", data)):
        sizes = len(pair.first), len(pair.second)
        inside = all(i < sizes[0] and j < sizes[1] for i, j in pair.links or ())
        require(inside, "a link leads to no sentence")


def _cited_articles(data: bytes) -> None:
    citing, articles = map(scratch_file, ("citing.jsonl", "cited.jsonl"), several(data, 2))
    for record in read_cited_articles(citing, articles):
        chosen = [number for one in record.citances for number in one.chosen]
        require(all(number < len(record.sentences) for number in chosen), "no such sentence")


def _gene_ids(data: bytes) -> None:
    for document in read_gene_ids(scratch_file("a.jsonl", data)):
        document.text.encode()


def _genes() -> list[bytes]:
    row = {"id": "1", "title": TITLE, "abstract": TEXT[len(TITLE) + 1 :], "mentions": MENTIONS}
    return lines(row)


_KEYS = ("id", "text", "title", "abstract", "mentions", "split", "words", "classes", "cited", "key")
_MORE = (
    "citances",
    "group",
    "target",
    "sentences",
    "terms",
    "tokens",
    "a",
    "b",
    "links",
    "passages",
)
_MUTATE = json_mutator((*_KEYS, *_MORE))
TARGETS = [
    Target("json_line", _json_line, lambda: lines({"a": [1, None, "\u03b6"]}), JSON_WORDS, _MUTATE),
    Target(
        "citance_groups",
        _citance_groups,
        lambda: together_and_alone(OWN, ANNOTATED, COLLECTED, {"citances": ["Frogs."]}),
        JSON_WORDS,
        _MUTATE,
    ),
    Target(
        "library_rows",
        _library_rows,
        lambda: together_and_alone(OWN, ANNOTATED, COLLECTED, ANNOTATED_TEXT),
        JSON_WORDS,
        _MUTATE,
    ),
    Target("concepts", _concepts, lambda: together_and_alone(*CONCEPTS), JSON_WORDS, _MUTATE),
    Target(
        "cited_articles",
        _cited_articles,
        lambda: [lines(CITING)[0] + NEXT_FILE + lines(ARTICLE)[0]],
        (*JSON_WORDS, NEXT_FILE),
        json_mutator(("target", "citances", "reference", "sids", "sid", "section")),
    ),
    Target("gene_ids", _gene_ids, _genes, JSON_WORDS, _MUTATE),
    Target("gene_concepts", _gene_concepts, _genes, JSON_WORDS, _MUTATE),
    Target(
        "term_documents", _term_documents, lambda: together_and_alone(*TERMS), JSON_WORDS, _MUTATE
    ),
    Target(
        "text_pairs",
        _text_pairs,
        lambda: together_and_alone(LINKED, TOLD, BARE),
        JSON_WORDS,
        _MUTATE,
    ),
    reader(
        "document_ids",
        lambda path: read_document_ids([path]),
        lambda: [*lines({"id": "a"}, {"id": "b"}), b"-DOCSTART- (1)\n\nfrog\tO\n"],
        words=(*JSON_WORDS, b"-DOCSTART- ("),
        mutate=_MUTATE,
    ),
]
