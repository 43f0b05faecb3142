"""`citalign gene-ids`: tables of further species, and what is wrong with bad files."""

import gene_tables
import pytest
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.gene_ids.table import GeneTable


def run(*arguments) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["gene-ids", *map(str, arguments)], env={"NO_COLOR": "1"})
    return result.exit_code, result.output


def test_a_table_is_written(tmp_path):
    genes, target = tmp_path / "rat.gene_info", tmp_path / "rat.table"
    genes.write_text(gene_tables.table(), encoding="utf-8")
    status, output = run(genes, "--output", target)
    assert (status, "7 genes of taxon 9606, 10090" in output) == (0, True)
    assert GeneTable.from_bytes(target.read_bytes()).species == (9606, 10090)


@pytest.mark.parametrize(
    "content", [b"", b"\x1f\x8bbroken", b"a\tb\n1\t2\n", "ZORK2".encode("utf-16")]
)
def test_bad_tables_leave_nothing(tmp_path, content):
    genes, target = tmp_path / "rat.gene_info", tmp_path / "rat.table"
    genes.write_bytes(content)
    status, output = run(genes, "-o", target)
    assert status == 2
    assert "rat.gene_info" in output.replace("\n", "")
    assert "Traceback" not in output
    assert not target.exists()


def test_names_of_files_are_checked(tmp_path):
    genes = tmp_path / "rat.gene_info"
    genes.write_text(gene_tables.table(), encoding="utf-8")
    assert run(genes, "-o", tmp_path / "rat.txt")[0] == 2
    assert run(tmp_path / "nowhere", "-o", tmp_path / "rat.table")[0] == 2
