"""A sheet to read by eye: groups of citances of targets in no split, and the classes found in them.

Groups are in the order of the MD5 of their keys; those that share a sentence with an annotated
group are left out. Below the sentences stand the classes, each with its confidence, its wordings
and the sentences that these stand in. A reader marks each class: right, trivial (right, and one
stem only), partly (a wording or a place does not belong), wrong.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import md5

from spacy.language import Language

import spacy_citalign
from spacy_citalign.row_files import read_groups

from ..common import data_folder

CORPORA = ("scisumm", "citation_integrity")
LEAST, MOST = 6, 40  # citances of a group
GROUPS = 6
_BEGIN = 60  # characters that tell a sentence


def sheet(nlp: Language, limit: int | None) -> Iterator[str]:
    """Yield the lines of the sheet, of ``limit`` groups, or of ``GROUPS``."""
    for number, texts in enumerate(_drawn()[: limit or GROUPS], start=1):
        doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels="work"))
        yield f"# group {number}"
        yield from (f"[{place}] {' '.join(text.split())}" for place, text in enumerate(texts))
        for found in doc._.citance_alignment.classes:
            places: dict[str, list[str]] = defaultdict(list)
            for member in found["members"]:
                wording = " ".join(member["text"].lower().split())
                places[wording].append(str(member["citance"]))
            wordings = "; ".join(f"{text} ({', '.join(own)})" for text, own in places.items())
            yield f"{number}.{found['number']} {found['confidence']:.2f} {wordings}"


def _drawn() -> list[list[str]]:
    annotated = set()
    for file in (data_folder() / "citance_groups").glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            annotated.update(one["text"][:_BEGIN] for one in json.loads(line)["citances"])
    groups = [
        (md5(group.key.encode(), usedforsecurity=False).hexdigest(), texts)
        for corpus in CORPORA
        for group in read_groups(data_folder() / corpus / "citances.jsonl")
        if LEAST <= len(texts := [one.text for one in group.citances]) <= MOST
        and annotated.isdisjoint(text[:_BEGIN] for text in texts)
    ]
    return [texts for _, texts in sorted(groups)]
