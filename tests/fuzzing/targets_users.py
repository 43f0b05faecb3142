"""Tables of users' own, and the templates of pages with any texts."""

import io
import json
from functools import cache
from pathlib import Path

import gene_tables
import numpy as np

from spacy_citalign.app.report.column_page import column_page
from spacy_citalign.app.report.column_rows import ColumnRow
from spacy_citalign.app.report.sentence_page import sentence_page, sentences_html
from spacy_citalign.app.report.sentence_pairs import NamedText, SentenceLink, TextPair
from spacy_citalign.chain import storage
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus, read_thesaurus
from spacy_citalign.components.gene_ids.training import read_tables
from spacy_citalign.errors import InputError, ModelFileError
from spacy_citalign.gene_ids.compiling import NamedGene, compile_table
from spacy_citalign.gene_ids.species import species_words
from spacy_citalign.gene_ids.table import GeneTable, name_hashes
from tests.fuzzing.changes import Arrays, changed
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
from tests.fuzzing.targets_models import npz, whole

_TEXT = "In HeLa cells and in 2 frogs, pond newts slept; Mice did not."
_ROW_WORDS = (b"\t", b"|", b"0.5", b"1", b"nan", b"1e-999", b"9606", b"-1", b"#", b"\r\n", b"newt")
_TEXT_WORDS = (
    *(b"</script>", b"<!--", b"{{ title }}", b"{% raw %}", b"&#0;", b"\xe2\x80\xae", b"\x1b[2J"),
    *(b"\t", b"\n", b"<img src=x onerror=alert(1)>", b"javascript:", b"']]>", b"\xed\xa0\x80"),
)


def _species(path: Path) -> None:
    """Words for species are found at their places, and stand for a taxon that a Doc can hold."""
    species_words.cache_clear()
    words = species_words(path)
    species_words.cache_clear()
    for text in (_TEXT, path.read_text("utf-8", errors="replace")):
        found = words.find(text)
        require_spans(text, [(one.start, one.end) for one in found])
        require(all(0 < one.weight <= 1 for one in found), "a weight is none")
        np.array([one.taxon for one in found], dtype=np.int64)


def _own_thesaurus(path: Path) -> None:
    """A user's entries stand beside those of the package, and are found by their members."""
    thesaurus = _thesaurus() + read_thesaurus(path)
    own = thesaurus.entries[len(_thesaurus()) :]
    if not own:
        raise InputError("there is no entry in it")
    require(thesaurus.opposites.shape == (len(thesaurus), len(thesaurus)), "a shape is wrong")
    for stems in thesaurus.phrases:
        require(len(thesaurus.numbers_of(stems)) > 0, "a phrase is of no entry")


@cache
def _thesaurus() -> Thesaurus:
    """The first entries of the package's, without opposites, of which some come later."""
    return Thesaurus(one._replace(opposites=()) for one in read_thesaurus().entries[:50])


@cache
def _table() -> tuple[int, Arrays]:
    """Format version and arrays of a table of a few genes, as a file has them."""
    genes = [
        NamedGene(taxon, number, symbol, tuple(synonyms.split("|")), name, kind, other)
        for taxon, number, symbol, synonyms, name, kind, other in _genes()
    ]
    data = compile_table(genes).to_bytes()
    _, version, _ = storage.HEAD.unpack_from(data)
    with np.load(io.BytesIO(data[storage.HEAD.size :]), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files if name != storage.META}
    return version, arrays


def _genes() -> list[tuple]:
    return [row for row in gene_tables.ROWS if row[5] != "pseudo"]


def _gene_table(data: bytes) -> None:
    """A table whose checksum fits is refused, or answers whatever it is asked."""
    version, arrays = _table()
    parts = changed({}, arrays, data)
    text = json.dumps({"kind": "gene_table", "meta": parts.meta[0] if parts.meta else None})
    content = whole(version, npz(text.encode(), parts.arrays))
    (table,) = read_tables([scratch_file("own.table", content)])
    _ask(table)


def _ask(table: GeneTable) -> None:
    for start, end in table.pairs_of(name_hashes(["zork 2", "frop", "leap", ""])):
        require(0 <= start <= end <= len(table.genes), "a name has genes that are not there")
    require(len(table.symbols) == len(table.ids), "a gene has no place for its symbol")
    require(bool(table.species) == bool(len(table.ids)), "genes have no species, or others have")
    require(len(table.idf) == len(table.vocabulary), "a word has no rareness")
    require(bool((table.idf >= 0).all()), "a word is in more genes than there are")


def _columns(data: bytes) -> None:
    """Whatever words, tags and titles are, the page ends once and has no markup of theirs."""
    title, *lines = data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace").split(
        "\n"
    )
    rows = [
        ColumnRow(words, list(range(len(words))), words[::-1], title)
        for words in (line.split("\t") for line in lines)
    ]
    _one_page(column_page(rows, anchors={0: title}))


def _sentences(data: bytes) -> None:
    """The same of texts side by side, and of their fragment."""
    first, second = (part.decode("utf-8", "replace") for part in several(data, 2))
    texts = [NamedText(text[:9], text.split("\n")) for text in (first, second)]
    count = min(len(text.sentences) for text in texts)
    links = [SentenceLink(at, at, at / count) for at in range(count)]
    pairs = [TextPair(*texts, links, language=first[:2])]
    _one_page(sentence_page(pairs))
    sentences_html(pairs, minify=True).encode()


def _one_page(page: str) -> None:
    page.encode()
    require(page.count("</html>") == 1, "the page has no end, or two")
    require("onerror=alert(1)>" not in page, "an element of a text is one of the page")


def _decoded(check: object) -> object:
    """A check that refuses what is no text at all."""

    def checked(data: bytes) -> None:
        try:
            check(data)
        except UnicodeDecodeError as error:
            raise InputError("it is no text") from error

    return checked


TARGETS = [
    reader(
        "species_words",
        _species,
        lambda: [b"# mine\n5\tpond newt\t0.5\tnewt|pond newts\n0\tnone\t1\tmice\n"],
        ("species.tsv",),
        words=_ROW_WORDS,
        mutate=fields_mutator(_ROW_WORDS),
    ),
    reader(
        "own_thesaurus",
        _own_thesaurus,
        lambda: [b"hop\tsame\thop; leap; jump up\trest\nrest\tnear\trest; sleep\n"],
        ("computing.tsv",),
        words=(b"same", b"near", b"reporting", b"abbreviation", b";", b"\t", b"not ", b"\n"),
        mutate=fields_mutator(_ROW_WORDS),
    ),
    Target("gene_table", _gene_table, lambda: [b""], most_bytes=96, refusals=(ModelFileError,)),
    Target(
        "column_page",
        _decoded(_columns),
        lambda: [b"Frogs\nFrogs\thop\nToads\tsleep\t."],
        _TEXT_WORDS,
        fields_mutator(_TEXT_WORDS),
    ),
    Target(
        "sentence_page",
        _sentences,
        lambda: [NEXT_FILE.join([b"Frogs hop.\nToads sleep.", b"All hop.\nAll sleep."])],
        (NEXT_FILE, *_TEXT_WORDS),
        fields_mutator(_TEXT_WORDS),
    ),
]
