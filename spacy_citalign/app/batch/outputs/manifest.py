"""Manifests, by which a run says of itself beside its output: settings, counts, times.

A manifest is JSON: ``citalign`` (the command), ``state`` ("running" or "complete"), ``run`` (the
digest of the fingerprint), ``fingerprint`` (versions, pipeline, settings, inputs), ``counts``
(records ``read``, ``annotated`` and ``failed``; ``parts``, ``rows``), ``started``, ``restarted``
and ``finished`` (UTC), ``seconds`` (of the last start and of all), ``starts``, ``engine``.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from ....atomic import atomic_write
from .fingerprint import kept_object

Manifest = dict[str, Any]
MANIFEST = "_manifest.json"  # readers of folders of tables leave names with _ out
RUNNING, COMPLETE = "running", "complete"
_COMMAND = "annotate"
_MAX_SECONDS = 1e10  # that a run may have taken, some centuries


class RunCounts(NamedTuple):
    """Records that were read and those that failed; files that hold them."""

    read: int
    failed: int
    parts: int = 1

    def entry(self) -> dict[str, int]:
        """As a manifest has it. Every record is a row."""
        return {
            "read": self.read,
            "annotated": self.read - self.failed,
            "failed": self.failed,
            "parts": self.parts,
            "rows": self.read,
        }


def run_id(fingerprint: Mapping[str, Any]) -> str:
    """Return the digest of a fingerprint, 32 hexadecimal digits.

    >>> run_id({"a": 1, "b": 2}) == run_id({"b": 2, "a": 1}) != run_id({"a": 1})
    True
    """
    return hashlib.sha256(json.dumps(fingerprint, sort_keys=True).encode()).hexdigest()[:32]


def manifest_path(output: Path) -> Path:
    """Return where the manifest of an output is: in a folder, or beside a file."""
    return (
        output / MANIFEST if output.is_dir() else output.with_name(f"{output.name}.manifest.json")
    )


def start_manifest(
    fingerprint: Mapping[str, Any], *, engine: str, earlier: Manifest | None = None
) -> Manifest:
    """Return the manifest of a run that starts, or goes on where ``earlier`` stopped."""
    now = _now()
    before = earlier or {}
    return {
        "citalign": _COMMAND,
        "state": RUNNING,
        "run": run_id(fingerprint),
        "fingerprint": dict(fingerprint),
        "counts": before.get("counts") or RunCounts(0, 0, 0).entry(),
        "started": before.get("started") or now,
        "restarted": now,
        "finished": None,
        "seconds": {"start": 0.0, "all": _seconds(before, "all")},
        "starts": _number(before.get("starts")) + 1,
        "engine": engine,
    }


def stopped(manifest: Manifest, counts: RunCounts, seconds: float) -> Manifest:
    """Return the manifest of a run that stops ``seconds`` after its start, and is not complete."""
    before = _seconds(manifest, "all") - _seconds(manifest, "start")
    times = {"start": round(seconds, 3), "all": round(before + seconds, 3)}
    return manifest | {"counts": counts.entry(), "seconds": times}


def finished(manifest: Manifest, counts: RunCounts, seconds: float) -> Manifest:
    """Return the manifest of a run that is complete ``seconds`` after its last start."""
    return stopped(manifest, counts, seconds) | {"state": COMPLETE, "finished": _now()}


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest, which is there whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    # What UTF-8 cannot hold, half a character, is written as JSON's own escape.
    atomic_write(path, text.encode(errors="backslashreplace"), durable=True)


def read_manifest(path: Path) -> Manifest | None:
    """Return the manifest of that name, None where there is none, or something else."""
    value = kept_object(path)
    return value if value is not None and _is_ours(value) else None


def _is_ours(value: Mapping[str, Any]) -> bool:
    counts = value.get("counts")
    return (
        value.get("citalign") == _COMMAND
        and value.get("state") in (RUNNING, COMPLETE)
        and isinstance(value.get("fingerprint"), dict)
        and isinstance(value.get("run"), str)
        and isinstance(value.get("started"), str)
        and isinstance(counts, dict)
        and all(isinstance(count, int) for count in counts.values())
    )


def lasted(manifest: Manifest, until: float) -> Manifest:
    """Return the manifest of a run that was killed, with the time from its start to ``until``.

    ``until`` is in seconds since 1970. A run that stopped by itself has said how long it took.
    """
    if manifest.get("state") != RUNNING or _seconds(manifest, "start"):
        return manifest
    try:
        since = datetime.fromisoformat(str(manifest.get("restarted"))).timestamp()
    except ValueError:
        return manifest
    seconds = round(max(0.0, until - since), 3)
    return manifest | {"seconds": {"start": seconds, "all": _seconds(manifest, "all") + seconds}}


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _seconds(manifest: Manifest, name: str) -> float:
    seconds = manifest.get("seconds")
    value = seconds.get(name) if isinstance(seconds, dict) else None
    if not isinstance(value, int | float) or not 0 <= value < _MAX_SECONDS:
        return 0.0
    return float(value)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
