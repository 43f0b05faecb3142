"""What the package says of its own recall is what the record says."""

import json
from pathlib import Path

from spacy_citalign.statements import FOUND

RECORD = Path(__file__).parents[2] / "benchmarks" / "results" / "statements.json"


def test_the_share_of_disputes_that_is_found_is_that_of_the_record():
    sections = json.loads(RECORD.read_text(encoding="utf-8"))["sections"]
    (table,) = (
        record
        for section in sections
        for record in section["records"]
        if record["title"] == "Who differs, with a probability"
    )
    (row,) = (row for row in table["rows"] if row[0] == "all")
    recall = row[table["columns"].index("R (95 %)")].split()[0]
    assert float(recall) == FOUND
