"""HGNC tables: the three kinds, withdrawn symbols, and what is said about broken files."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from spacy_citalign.corpora.gene_tables import Gene, read_hgnc
from spacy_citalign.errors import InputError

GENES = [
    Gene("ZRK2", "zorkin kinase 2", ("ZK-2", "p1,4Z"), ("ZORK", "C99orf1")),
    Gene("ZRKP1", "zorkin pseudogene 1", (), ()),
]
DERIVED = (
    "symbol\tname\talias_symbols\tprev_symbols\tstatus\n"
    "ZRK2\tzorkin kinase 2\tZK-2|p1,4Z\tZORK|C99orf1\tApproved\n"
    "ZRKP1\tzorkin pseudogene 1\t\t\tApproved\n"
)
COMPLETE = (
    "hgnc_id\tsymbol\tname\tlocus_group\tstatus\talias_symbol\talias_name\tprev_symbol\tprev_name\n"
    'HGNC:1\tZRK2\tzorkin kinase 2\tother\tApproved\t"ZK-2|p1,4Z"\t"a|b"\t"ZORK|C99orf1"\t\n'
    "HGNC:2\tZRKP1\tzorkin pseudogene 1\tpseudogene\tApproved\t\t\t\t\n"
)
CUSTOM = (
    "HGNC ID\tApproved symbol\tApproved name\tStatus\tPrevious symbols\tAlias symbols\n"
    "HGNC:1\tZRK2\tzorkin kinase 2\tApproved\tZORK, C99orf1\tZK-2, p1,4Z\n"
    "HGNC:2\tZRKP1\tzorkin pseudogene 1\tApproved\t\t\n"
)
OLD_CUSTOM = CUSTOM.replace("Alias symbols", "Synonyms").replace("ed symbol", "ed Symbol")


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "genes.tsv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("table", [DERIVED, COMPLETE, CUSTOM, OLD_CUSTOM])
def test_read_gives_the_same_genes_from_every_kind_of_table(tmp_path, table):
    assert list(read_hgnc(write(tmp_path, table))) == GENES


@pytest.mark.parametrize("table", [DERIVED, COMPLETE, CUSTOM])
def test_read_does_not_mind_case_bom_line_ends_and_empty_lines_at_the_end(tmp_path, table):
    header, _, rest = table.partition("\n")
    content = BOM_UTF8 + f"{header.upper()}\n{rest}\n\n".replace("\n", "\r\n").encode()
    assert list(read_hgnc(str(write(tmp_path, content)))) == GENES


@pytest.mark.parametrize("status", ["Entry Withdrawn", "Symbol Withdrawn", "withdrawn"])
def test_read_leaves_withdrawn_rows_out(tmp_path, status):
    row = f"OLD1\tsymbol withdrawn, see ZRK2\t\t\t{status}\n"
    assert list(read_hgnc(write(tmp_path, DERIVED + row))) == GENES


def test_read_leaves_withdrawn_symbols_out_without_a_status(tmp_path):
    table = (
        "Approved symbol\tApproved name\tAlias symbols\tPrevious symbols\n"
        "OLD1~withdrawn\tsymbol withdrawn, see ZRK2\t\t\n"
        "ZRKP1\tzorkin pseudogene 1\t\t\n"
    )
    assert list(read_hgnc(write(tmp_path, table))) == GENES[1:]


def test_read_unquotes_whole_fields_only(tmp_path):
    table = (
        "symbol\tname\talias_symbol\tprev_symbol\n"
        'Q1\t"the ""big"" one"\tA"\t"B\n'  # an open quote swallows nothing
        'Q2\t5" long\t"A|B"\t"\n'
    )
    assert list(read_hgnc(write(tmp_path, table))) == [
        Gene("Q1", 'the "big" one', ('A"',), ('"B',)),
        Gene("Q2", '5" long', ("A", "B"), ('"',)),
    ]


def test_read_drops_empty_values_of_a_list(tmp_path):
    table = DERIVED.replace("ZORK|C99orf1", "|ZORK| |C99orf1|")
    assert list(read_hgnc(write(tmp_path, table))) == GENES


def test_read_lists_missing_found_and_accepted_columns(tmp_path):
    table = "Gene ID\tApproved symbol\tApproved name\tPrevious symbols\n"
    with pytest.raises(InputError) as caught:
        read_hgnc(write(tmp_path, table))
    message = str(caught.value)
    assert "genes.tsv, line 1" in message
    assert "alias_symbols (alias_symbols, alias_symbol, alias symbols, synonyms)" in message
    assert "prev_symbols (" not in message
    assert "Found: 'Gene ID', 'Approved symbol', 'Approved name', 'Previous symbols'" in message


def test_read_refuses_a_page_that_is_no_table(tmp_path):
    with pytest.raises(InputError, match="Found: '<html><body>Service not availa'"):
        read_hgnc(write(tmp_path, "<html><body>Service not available</body></html>\n"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        (DERIVED.partition("\n")[0], "has a header but no rows"),
        (DERIVED + "ZRK3\tzorkin", "line 4: 2 fields where the header has 5 .* row of 'ZRK3'"),
        (DERIVED + "ZRK3\t\t\t\tApproved\tx\n", "line 4: 6 fields where the header has 5"),
        (DERIVED + "\n" + DERIVED, "line 4: 1 fields where"),
        (DERIVED + " \tzorkin\t\t\tApproved\n", "line 4: the gene named 'zorkin' has no symbol"),
        (DERIVED.encode() + b"Z\xfc\t\t\t\t\n", rf"line 4: byte {len(DERIVED) + 1} .* 0xfc"),
    ],
)
def test_read_refuses_broken_tables(tmp_path, content, message):
    with pytest.raises(InputError, match=rf"genes\.tsv\b.*{message}"):
        read_hgnc(write(tmp_path, content))


def test_read_says_that_a_file_is_missing(tmp_path):
    with pytest.raises(InputError, match=r"none\.tsv cannot be read \(No such file"):
        read_hgnc(tmp_path / "none.tsv")
