"""What OpenAlex says of a work, in the JSON file that it puts beside the full text."""

import re
from pathlib import Path
from typing import Any

from ....corpora.io import decode_text, read_bytes
from ....corpora.json_lines import json_object
from ....errors import InputError
from ...identifiers import identifier

_WORK = re.compile(r"(W[0-9]{1,12})(?:\.grobid)?(?:\.tei)?\.xml(?:\.gz)?")
_MOST_BYTES = 5_000_000


def openalex_record(full_text: Path) -> dict[str, str]:
    """Return title, year and identifiers from ``W123.json`` beside ``W123.tei.xml``.

    The file is a help and no more: {} where it is not there or cannot be used.
    """
    match = _WORK.fullmatch(full_text.name)
    if match is None:
        return {}
    path = full_text.with_name(f"{match[1]}.json")
    try:
        content = read_bytes(path, name=str(path), most_bytes=_MOST_BYTES)
        work = json_object(decode_text(content))
    except InputError:
        return {}
    known = {"title": work.get("title"), "year": work.get("publication_year")}
    ids = work.get("ids")
    for kind, value in {**(ids if isinstance(ids, dict) else {}), "doi": work.get("doi")}.items():
        found, usual = identifier(kind, _last_part(kind, value))
        if found:
            known[found] = usual
    return {name: str(value) for name, value in known.items() if isinstance(value, str | int)}


def _last_part(kind: str, value: Any) -> str:
    """Return an identifier without the address that it stands in."""
    if not isinstance(value, str):
        return ""
    return value if kind == "doi" else value.rstrip("/").rpartition("/")[2]
