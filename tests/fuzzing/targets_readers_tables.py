"""Readers of tables and of lists."""

import json
from pathlib import Path

import gene_tables

from spacy_citalign.app.library.retractions.retraction_lists import (
    RetractionLists,
    date_of,
    name_of,
    standing,
)
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus, read_thesaurus
from spacy_citalign.corpora.bc2gm import read_bc2gm
from spacy_citalign.corpora.concepts import read_lexicon
from spacy_citalign.corpora.gene_tables import read_gene_info, read_hgnc
from spacy_citalign.corpora.word_alignments import (
    read_multimwa,
    read_pharaoh,
)
from spacy_citalign.corpora.word_lists import read_lemma_list, read_term_list
from spacy_citalign.errors import InputError
from spacy_citalign.gene_ids.compiling import NamedGene, compile_table
from spacy_citalign.gene_ids.table import GeneTable
from tests.corpora.test_bc2gm import ALTERNATIVES, MENTIONS, SENTENCES
from tests.corpora.test_gene_info import DERIVED as GENES
from tests.corpora.test_gene_info import ROW as GENE
from tests.corpora.test_hgnc import COMPLETE, CUSTOM, DERIVED
from tests.corpora.test_word_alignments import LINKS, MULTIMWA, TEXTS
from tests.corpora.test_word_lists import INDEX, UNITS
from tests.fuzzing.mutation import fields_mutator
from tests.fuzzing.target import (
    NEXT_FILE,
    Target,
    reader,
    require,
    require_spans,
    scratch_file,
    several,
)

WATCH = (
    "OriginalPaperDOI,OriginalPaperPubMedID,RetractionDate,RetractionDOI,RetractionNature,Reason\n"
)
LISTS = ("final_words", "units", "academic", "vocabulary", "communication", "transitions")
_WORDS = (b"\t", b"\r\n", b"|", b'"', b"0-0", b"1p2", b" ||| ", b"#", b"\xc2\xa0", b"\xe2\x80\xa8")
_FIELDS = fields_mutator(_WORDS)


def _joined(*contents: str) -> list[bytes]:
    return [NEXT_FILE.join(content.encode() for content in contents)]


def _bc2gm(data: bytes) -> None:
    names = ("a.in", "a.GENE.eval", "a.ALTGENE.eval")
    for sentence in read_bc2gm(*map(scratch_file, names, several(data, 3))):
        require_spans(sentence.text, [*sentence.mentions, *sentence.alternatives])


def _term_list(data: bytes) -> None:
    path = scratch_file("list.txt", data)
    refused = 0
    for name in LISTS:
        try:
            entries = read_term_list(path, name)
        except InputError:
            refused += 1
        else:
            require(bool(entries) and all(entries), "an entry is empty")
    if refused == len(LISTS):
        raise InputError("no list can be read from it")


def _pharaoh(data: bytes) -> None:
    paths = [*map(scratch_file, ("a.txt", "a.links"), several(data, 2))]
    for pair in read_pharaoh(*paths):
        require(not pair.sure & pair.possible, "a link is both sure and possible")


def _thesaurus(path: Path) -> None:
    thesaurus = read_thesaurus(path)
    again = Thesaurus.from_text(thesaurus.to_text())
    require(again.entries == thesaurus.entries, "entries change when they are stored")


def _gene_info(path: Path) -> None:
    """What is read can be compiled, and comes back."""
    table = compile_table(NamedGene(*gene) for gene in read_gene_info(path))
    again = GeneTable.from_bytes(table.to_bytes())
    require(len(again.ids) == len(table.ids), "a gene is lost")


def _retractions(path: Path) -> None:
    """Identifiers and dates are in normal form, and every line is counted."""
    lists = RetractionLists([path])
    for name, notices in lists.notices.items():
        notice = standing(notices)
        kind, _, value = name.partition(":")
        require(name_of(kind, value) == name, "an identifier is in no normal form")
        require(date_of(notice.date) == notice.date, "a date is in no normal form")
        require(isinstance(json.loads(notice.reasons), list), "reasons are no list")
    told = sum(count for count, _ in lists.problems.values())
    require(told <= 2 * lists.lines, "a line is told more than twice")


TARGETS = [
    Target(
        "bc2gm", _bc2gm, lambda: _joined(SENTENCES, MENTIONS, ALTERNATIVES), (NEXT_FILE,), _FIELDS
    ),
    reader(
        "hgnc",
        read_hgnc,
        lambda: [table.encode() for table in (DERIVED, COMPLETE, CUSTOM)],
        mutate=_FIELDS,
    ),
    Target(
        "term_list",
        _term_list,
        lambda: [UNITS.encode(), INDEX.encode(), b"# ponds\nfrog (green)\ntree frog\n"],
        _WORDS,
        _FIELDS,
    ),
    reader(
        "gene_info",
        _gene_info,
        lambda: [(GENES + GENE).encode(), gene_tables.table().encode()],
        words=(*_WORDS, b"protein-coding", b"-", b"9606"),
        mutate=_FIELDS,
    ),
    reader(
        "lemma_list",
        read_lemma_list,
        lambda: [b"number\tpos\tlemma\n1\tn\tfrog\n2\tv\twater ski\n"],
        mutate=_FIELDS,
    ),
    reader(
        "retractions",
        _retractions,
        lambda: [
            f"{WATCH}10.5555/a,7,3/9/2015 0:00,unavailable,Retraction,+Error;\n".encode(),
            b"10.5555/a, 2015-03\nPMID: 7\n# newts\nPMC77 2015\n",
        ],
        words=(*_WORDS, b"doi", b"PMID: ", b"arXiv:", b"10.5555/", b"2015", b"/", b","),
        mutate=_FIELDS,
    ),
    reader("multimwa", read_multimwa, lambda: [MULTIMWA.encode()], words=_WORDS, mutate=_FIELDS),
    Target("pharaoh", _pharaoh, lambda: _joined(TEXTS, LINKS), (NEXT_FILE, *_WORDS), _FIELDS),
    reader(
        "concept_lexicon", read_lexicon, lambda: [b"frog\tT1\ntree frog\tT2|T3\n"], mutate=_FIELDS
    ),
    reader(
        "thesaurus",
        _thesaurus,
        lambda: [b"# frogs\nup\tsame\tup; rise\tdown\ndown\tnear\tdown; fall; drop\tup\n"],
        words=(b"same", b"near", b"reporting", b"abbreviation", b";", b"\t"),
        mutate=_FIELDS,
    ),
]
