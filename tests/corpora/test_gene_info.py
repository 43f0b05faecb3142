"""Tables of NCBI Gene: both forms, packed and plain, and what is wrong with bad ones."""

import gzip
import lzma

import gene_tables
import pytest

from spacy_citalign.corpora.gene_tables import GeneEntry, read_gene_info
from spacy_citalign.errors import InputError

DERIVED = "tax_id\tgene_id\tsymbol\tsynonyms\tdatabase_ids\tdescription\ttype\tother_designations\n"
ROW = "9606\t101\tZORK2\tZK2|FROP\tX:1\tzork homolog 2\tprotein-coding\tfrog protein 41\n"
GENE = GeneEntry(
    9606, 101, "ZORK2", ("ZK2", "FROP"), "zork homolog 2", ("frog protein 41",), "protein-coding"
)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_both_forms_are_read(tmp_path, pack):
    for text in (DERIVED + ROW, gene_tables.table()):
        file = tmp_path / "genes"
        file.write_bytes(pack(text.encode()))
        genes = list(read_gene_info(file))
        assert genes[0]._replace(synonyms=GENE.synonyms) == GENE
    assert len(genes) == len(gene_tables.ROWS)
    assert genes[3].designations == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (DERIVED.encode(), "no rows"),
        (
            b"symbol\tname\nZORK2\tzork\n",
            r"columns are missing, .* taxon \(#tax_id, tax_id\); gene_id",
        ),
        ((DERIVED + ROW[:30]).encode(), "line 2: .* fields"),
        ((DERIVED + ROW.replace("101", "-5")).encode(), "'-5'"),
        ((DERIVED + ROW.replace("9606", "human")).encode(), "'human'"),
        (DERIVED.encode() + b"\xff\n", "UTF-8"),
        (lzma.compress((DERIVED + ROW).encode())[:-20], "unpacked"),
        (gzip.compress((DERIVED + ROW).encode())[:-9], "unpacked"),
    ],
)
def test_bad_files_are_named(tmp_path, content, message):
    file = tmp_path / "genes"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message) as error:
        list(read_gene_info(file))
    assert str(file) in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        list(read_gene_info(tmp_path / "nowhere"))
