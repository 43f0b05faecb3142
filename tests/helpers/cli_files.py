"""What the tests of the command line write and read."""

import json
from pathlib import Path


def rows(path: Path) -> list[dict]:
    """Read a JSON Lines file."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def write(path: Path, *records) -> Path:
    """Write records as JSON Lines, bytes as they are."""
    lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in records]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path
