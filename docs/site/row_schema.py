"""The schemas of rows as JSON Schema and as tables of docs/rows.md and verify.md, from the models.

python docs/site/row_schema.py            writes docs/*.schema.json and the tables
python docs/site/row_schema.py --check    fails where they are not what the models say
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from spacy_citalign.claim_rows import CitedClaim
from spacy_citalign.schema import Record, WorkAnswer

DOCS = Path(__file__).parents[1]
PAGES: dict[str, type[Record]] = {"rows": WorkAnswer, "verify": CitedClaim}
_TABLES = re.compile(r"(?<=<!-- tables -->\n).*?(?=<!-- end of tables -->)", re.DOTALL)
_LIMITS = {"minimum": "from {}", "exclusiveMinimum": "above {}", "maximum": "to {}"}


def tables(schema: Mapping[str, Any]) -> str:
    """Return a table of the fields of each kind of record, the row first."""
    records = {schema["title"]: schema, **schema["$defs"]}
    return "\n".join(line for name, record in records.items() for line in _table(name, record))


def _table(name: str, record: Mapping[str, Any]) -> Iterator[str]:
    description = record.get("description", "").split("\n\n")[0]
    yield from (f"\n## {name}\n", description.replace("\n", " "), "")
    yield from ("| field | value | what it is |", "|---|---|---|")
    for field, value in record["properties"].items():
        needed = "" if field in record.get("required", ()) else ", may be missing"
        yield f"| `{field}` | {_kind(value)}{needed} | {value.get('description', '')} |"


def _kind(value: Mapping[str, Any]) -> str:
    """Return what a value is, with its range."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in value:
        return " or ".join(map(_kind, value["anyOf"]))
    if "enum" in value:
        return ", ".join(map(str, value["enum"]))
    if value.get("type") == "array":
        inner = value.get("items") or value["prefixItems"][0]
        return f"[{_kind(inner)}, ...]" if "items" in value else "[start, end]"
    limits = [text.format(value[name]) for name, text in _LIMITS.items() if name in value]
    return " ".join([value.get("type", "any"), *limits])


def main() -> None:
    """Write the files, or check them."""
    made = {}
    for name, row in PAGES.items():
        schema, page = row.model_json_schema(), DOCS / f"{name}.md"
        table = f"{tables(schema)}\n"
        made[DOCS / f"{name}.schema.json"] = json.dumps(schema, indent=1) + "\n"
        made[page] = _TABLES.sub(lambda _, table=table: table, page.read_text(encoding="utf-8"))
    for path, text in made.items():
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is not what the models say; run python docs/site/row_schema.py")


if __name__ == "__main__":
    main()
