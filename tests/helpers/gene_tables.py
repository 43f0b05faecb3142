"""Invented genes of two species in the form of NCBI Gene, and texts that name them."""

import re
import tempfile
from functools import cache
from pathlib import Path

HEADER = "#tax_id\tGeneID\tSymbol\tSynonyms\tdescription\ttype_of_gene\tOther_designations"
ROWS = [
    (9606, 101, "ZORK2", "ZK2|FROP|p41zork", "zork homolog 2", "protein-coding", "frog protein 41"),
    (10090, 201, "Zork2", "Zk2|Frop", "zork homolog 2", "protein-coding", "frog protein 41"),
    (9606, 102, "MIPL1", "LEAPA", "marsh leap ligand 1", "protein-coding", "leap ligand alpha"),
    (10090, 202, "Mipl1", "Leapa", "marsh leap ligand 1", "protein-coding", "-"),
    (9606, 103, "NEWT5", "FROP", "newt pond channel 5", "protein-coding", "-"),
    (10090, 203, "Newt5", "-", "newt pond channel 5", "protein-coding", "-"),
    (9606, 104, "MIRQ7", "-", "microRNA q7", "ncRNA", "-"),
    (9606, 105, "ZORK2P1", "-", "zork homolog 2 pseudogene", "pseudo", "-"),
]
# A text, and its mentions with their ids.
TEXTS = [
    ("Patients with low ZORK2 had high MIPL1.", [("ZORK2", "101"), ("MIPL1", "102")]),
    ("In mice without Zork2, Mipl1 was lost.", [("Zork2", "201"), ("Mipl1", "202")]),
    (
        "The human NEWT5 gene binds leap ligand alpha.",
        [("NEWT5", "103"), ("leap ligand alpha", "102")],
    ),
    ("Murine Newt5 and mouse Zork2 meet.", [("Newt5", "203"), ("Zork2", "201")]),
    ("Rat Zork2 was cloned from rats.", [("Zork2", "")]),
    ("ZORK2 and NEWT5 are expressed in women.", [("ZORK2", "101"), ("NEWT5", "103")]),
    ("Mice lack Frop and Mipl1 in the pond.", [("Frop", "201"), ("Mipl1", "202")]),
    ("Kinases and ZORK2 act in patients.", [("Kinases", ""), ("ZORK2", "101")]),
    ("MIRQ7 of children silences ZK2.", [("MIRQ7", "104"), ("ZK2", "101")]),
    ("The channels of men were closed by LEAPA.", [("channels", ""), ("LEAPA", "102")]),
]
# What is marked as a mention in texts of tests.
NAMED = re.compile(
    r"\b(?:(?:human|mouse|Rat) )?(?:[Zz][Oo][Rr][Kk]2|MIPL1|Mipl1|NEWT5|Newt5|FROP|Frop|p53|IL-2Rα|"
    r"Sox9/Sox10|Kinases?|word|leap ligand alpha)\b"
)
TEXT = (
    "Patients have human ZORK2 and MIPL1. Mice have Zork2 and Newt5; rats sleep. The Zork1 of a "
    "woman is FROP (frog protein 41)."
)


def table(rows=ROWS, header: str = HEADER) -> str:
    """Return the table of some genes."""
    return "\n".join([header, *("\t".join(map(str, row)) for row in rows), ""])


@cache
def gene_file() -> str:
    """Return the path of a file with all genes."""
    file = Path(tempfile.mkdtemp(prefix="citalign-genes-")) / "gene_info"
    file.write_text(table(), encoding="utf-8")
    return str(file)
