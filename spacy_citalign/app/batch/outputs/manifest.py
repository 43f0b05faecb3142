"""Manifests, by which a run says of itself beside its output: settings, counts, times.

A manifest is JSON: ``citalign`` (the command), ``state`` ("running" or "complete"), ``run`` (the
digest of the fingerprint), ``fingerprint`` (all that the rows depend on: versions, pipeline,
settings, inputs; two runs of equal fingerprint give the same rows, so that one may go on where the
other stopped), ``counts`` (records ``read``, ``annotated`` and ``failed``; ``parts``, ``rows``),
``started``, ``restarted`` and ``finished`` (UTC), ``seconds`` (of the last start and of all),
``starts``, ``engine``.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

from ....atomic import atomic_write

# Of splits, parts and the identity of inputs: a run goes on only where it is the same.
LAYOUT = 3


_NAMED = 3  # differences
_SHOWN = 16  # characters of a value


def json_object(text: bytes) -> dict[str, Any] | None:
    """Return the object that a text is in JSON, None where it is something else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the first values that differ, and how many more do.

    >>> differences({"name": "a", "in": {"size": 1}}, {"name": "a", "in": {"size": 2}})
    'in.size was 1, is 2'
    """
    before, now = dict(_entries(old)), dict(_entries(new))
    names = [name for name in {**now, **before} if before.get(name) != now.get(name)]
    changes = [f"{name} was {_shown(before, name)}, is {_shown(now, name)}" for name in names]
    more = len(changes) - _NAMED
    return "; ".join(islice(changes, _NAMED)) + (f"; and {more} more" if more > 0 else "")


def _entries(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values with their dotted names, those of inner objects too.

    >>> list(_entries({"a": {"b": 1}, "c": [2]}))
    [('a.b', 1), ('c', [2])]
    """
    opened = [(prefix, iter(values.items()))]  # no recursion: who knows who wrote it
    while opened:
        prefix, entries = opened[-1]
        for name, value in entries:
            if isinstance(value, dict):
                opened.append((f"{prefix}{name}.", iter(value.items())))
                break
            yield f"{prefix}{name}", value
        else:
            opened.pop()


def _shown(values: Mapping[str, Any], name: str) -> str:
    if name not in values:
        return "nothing"
    try:
        text = json.dumps(values[name], ensure_ascii=False)
    except RecursionError:
        return "nested too deep"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


Manifest = dict[str, Any]
MANIFEST = "_manifest.json"  # readers of folders of tables leave names with _ out
RUNNING, COMPLETE = "running", "complete"
_MAX_SECONDS = 1e10  # that a run may have taken, some centuries


def run_counts(read: int, failed: int, parts: int = 1) -> dict[str, int]:
    """Return the counts of a manifest: records that were read and that failed, files of them.

    Every record is a row.
    """
    annotated = read - failed
    return {"read": read, "annotated": annotated, "failed": failed, "parts": parts, "rows": read}


def run_id(fingerprint: Mapping[str, Any]) -> str:
    """Return the digest of a fingerprint, 32 hexadecimal digits.

    >>> run_id({"a": 1, "b": 2}) == run_id({"b": 2, "a": 1}) != run_id({"a": 1})
    True
    """
    return hashlib.sha256(json.dumps(fingerprint, sort_keys=True).encode()).hexdigest()[:32]


def manifest_path(output: Path) -> Path:
    """Return where the manifest of an output is: in a folder, or beside a file."""
    if output.is_dir():
        return output / MANIFEST
    return output.with_name(f"{output.name}.manifest.json")


def start_manifest(
    fingerprint: Mapping[str, Any], *, engine: str, earlier: Manifest | None = None
) -> Manifest:
    """Return the manifest of a run that starts, or goes on where ``earlier`` stopped."""
    now = _now()
    before = earlier or {}
    starts = before.get("starts")
    return {
        "citalign": "annotate",
        "state": RUNNING,
        "run": run_id(fingerprint),
        "fingerprint": dict(fingerprint),
        "counts": before.get("counts") or run_counts(0, 0, 0),
        "started": before.get("started") or now,
        "restarted": now,
        "finished": None,
        "seconds": {"start": 0.0, "all": _seconds(before, "all")},
        "starts": (starts if isinstance(starts, int) else 0) + 1,
        "engine": engine,
    }


def stopped(manifest: Manifest, counts: Mapping[str, int], seconds: float) -> Manifest:
    """Return the manifest of a run that stops ``seconds`` after its start, and is not complete."""
    return manifest | {"counts": dict(counts), "seconds": _with(manifest, seconds)}


def finished(manifest: Manifest, counts: Mapping[str, int], seconds: float) -> Manifest:
    """Return the manifest of a run that is complete ``seconds`` after its last start."""
    return stopped(manifest, counts, seconds) | {"state": COMPLETE, "finished": _now()}


def lasted(manifest: Manifest, until: float) -> Manifest:
    """Return the manifest of a run that was killed, with the time from its start to ``until``.

    ``until`` is in seconds since 1970. A run that stopped by itself has said how long it took.
    """
    if manifest["state"] != RUNNING or _seconds(manifest, "start"):
        return manifest
    try:
        since = datetime.fromisoformat(str(manifest.get("restarted"))).timestamp()
    except ValueError:
        return manifest
    return manifest | {"seconds": _with(manifest, max(0.0, until - since))}


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest, which is there whole or not at all."""
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    # What UTF-8 cannot hold, half a character, is written as JSON's own escape.
    atomic_write(path, text.encode(errors="backslashreplace"), durable=True)


def read_manifest(path: Path) -> Manifest | None:
    """Return the manifest of that name, None where there is none, or something else."""
    match value := json_object(path.read_bytes()) if path.is_file() else None:
        case {
            "citalign": "annotate",
            "state": "running" | "complete",
            "fingerprint": dict(),
            "run": str(),
            "started": str(),
            "counts": {**counts},
        } if all(isinstance(count, int) for count in counts.values()):
            return value
    return None


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _seconds(manifest: Manifest, name: str) -> float:
    seconds = manifest.get("seconds")
    value = seconds.get(name) if isinstance(seconds, dict) else None
    if not isinstance(value, int | float) or not 0 <= value < _MAX_SECONDS:
        return 0.0
    return float(value)


def _with(manifest: Manifest, seconds: float) -> dict[str, float]:
    """Return the seconds of a manifest, where those of its last start are told anew."""
    before = _seconds(manifest, "all") - _seconds(manifest, "start")
    return {"start": round(seconds, 3), "all": round(before + seconds, 3)}
