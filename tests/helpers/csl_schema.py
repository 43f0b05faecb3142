"""The part of the JSON schema of CSL-JSON (CSL 1.0.2) that exports use, after its specification.

An item has an id and a type of a closed list, and no other fields than the variables of CSL.
"""

from typing import Any

TYPES = """
article article-journal article-magazine article-newspaper bill book broadcast chapter classic
collection dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing
interview legal_case legislation manuscript map motion_picture musical_score pamphlet
paper-conference patent performance periodical personal_communication post post-weblog regulation
report review review-book software song speech standard thesis treaty webpage
""".split()
STRINGS = """
citation-key language abstract annote archive archive_collection archive_location archive-place
authority call-number citation-label collection-title container-title container-title-short DOI
edition event-place genre ISBN ISSN jurisdiction keyword medium note number original-title PMCID
PMID publisher publisher-place references reviewed-title section source status title title-short
URL version volume-title
""".split()
NAME = {
    "type": "object",
    "properties": {
        name: {"type": "string"}
        for name in ("family", "given", "dropping-particle", "non-dropping-particle", "literal")
    },
    "additionalProperties": False,
}
DATE = {
    "type": "object",
    "properties": {
        "date-parts": {
            "type": "array",
            "items": {
                "type": "array",
                "items": {"type": ["string", "number"]},
                "minItems": 1,
                "maxItems": 3,
            },
            "minItems": 1,
            "maxItems": 2,
        },
        "literal": {"type": "string"},
        "raw": {"type": "string"},
    },
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "id": {"type": ["string", "number"]},
            "type": {"type": "string", "enum": TYPES},
            "author": {"type": "array", "items": NAME},
            "issued": DATE,
            **{name: {"type": "string"} for name in STRINGS},
        },
        "required": ["type", "id"],
        "additionalProperties": False,
    },
}
