"""Tables of scores for a terminal, from plain records."""

from spacy_citalign.app.report.table import plain_table, score_tables


def test_plain_table_aligns_columns():
    assert plain_table(["a", "F"], [["long name", "1.00"]]).splitlines() == [
        "a             F",
        "---------  ----",
        "long name  1.00",
    ]


def test_score_tables_puts_precision_recall_and_f_in_one_row():
    scores = {
        "genes_p": 0.5,
        "genes_r": 0.25,
        "genes_f": 2 * 0.5 * 0.25 / (0.5 + 0.25),
        "per_type": {"GENE": {"p": 1.0, "r": 0.0, "f": 0.0}},
        "none_f": None,
        "true_positives": 12,
        "token_acc": 0.98765,
        "speed": 12345.67,
        "notes": "not a number",
        "flag": True,
    }
    rows = [line.split() for line in score_tables(scores).splitlines()]
    assert ["genes", "50.00", "25.00", "33.33"] in rows
    assert ["per_type", "GENE", "100.00", "0.00", "0.00"] in rows
    assert ["none", "-", "-", "-"] in rows
    assert ["true_positives", "12"] in rows
    assert ["token_acc", "0.9877"] in rows
    assert ["speed", "12345.7"] in rows
    assert not any("notes" in row or "flag" in row for row in rows)


def test_score_tables_of_no_numbers_is_empty():
    assert score_tables({}) == ""
