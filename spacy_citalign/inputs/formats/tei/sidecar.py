"""Records of OpenAlex: the JSON files that it puts beside full texts."""

import re
from pathlib import Path
from typing import Any

from ....corpora.io import decode_text, read_bytes
from ....corpora.json_lines import json_object, json_string
from ....corpora.xml_files import collapse_spaces
from ....errors import InputError
from ...identifiers import identifier

_WORK = re.compile(r"(W[0-9]{1,12})(?:\.grobid)?(?:\.tei)?\.xml(?:\.(?:gz|bz2|xz|zst))?")
_MAX_BYTES = 5_000_000


def openalex_record(full_text: Path) -> dict[str, str]:
    """Return title, year and identifiers from ``W123.json`` beside ``W123.tei.xml``.

    The file is a help and no more: {} where it is not there or cannot be read, and without what is
    in it that cannot be used.
    """
    match = _WORK.fullmatch(full_text.name)
    if match is None:
        return {}
    path = full_text.with_name(f"{match[1]}.json")
    if not path.is_file():
        return {}
    try:
        content = read_bytes(path, name=str(path), most_bytes=_MAX_BYTES)
        work = json_object(decode_text(content))
    except InputError:
        return {}
    ids = work.get("ids")
    values = {**(ids if isinstance(ids, dict) else {}), "doi": work.get("doi")}
    known = {"title": collapse_spaces(_text(work.get("title"))).strip(" ")}
    year = work.get("publication_year")
    known["year"] = str(year) if type(year) is int and 0 < year < 10_000 else ""
    for name, value in values.items():
        text = _text(value)
        if name != "doi":  # the end of an address
            text = text.rstrip("/").rpartition("/")[2]
        kind, usual = identifier(name, text)
        if kind:
            known[kind] = usual
    return {name: value for name, value in known.items() if value}


def _text(value: Any) -> str:
    """Return a string that can be written again, "" of anything else."""
    try:
        return json_string(value, "it")
    except InputError:
        return ""
