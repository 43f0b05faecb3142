"""What was found, kept once a kind: the input, the traceback, and the command that repeats it."""

import hashlib
import traceback
from pathlib import Path
from types import TracebackType

_OURS = ("spacy_citalign", "components", "fuzzing")
_CHECKS = "target.py"  # whose errors are those of the target that asks
_INPUT = ".input"


def where(frames: TracebackType | None) -> str:
    """The innermost place of an error in this project: "file:line"."""
    places = traceback.extract_tb(frames)
    ours = [
        place
        for place in places
        if set(_OURS) & set(Path(place.filename).parts) and Path(place.filename).name != _CHECKS
    ]
    found = (ours or places)[-1]
    return f"{Path(found.filename).stem}:{found.lineno}"


def keep(folder: Path, target: str, data: bytes, error: BaseException) -> bool:
    """Keep an input and the error that it raised; whether no other has raised it at that place."""
    kind = f"{type(error).__name__}-{where(error.__traceback__)}".replace(":", "-")
    path = folder / f"{kind}{_INPUT}"
    if path.exists():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    lines = traceback.format_exception(error)
    path.with_suffix(".txt").write_text(
        f"{repeat_command(target, path)}\n\n{''.join(lines)}", encoding="utf-8", errors="replace"
    )
    return True


def adopt(folder: Path, artifact: Path) -> None:
    """Keep an input that ended its process; libFuzzer names the file by the reason."""
    reason = artifact.name.partition("-")[0]
    data = artifact.read_bytes()
    digest = hashlib.sha1(data, usedforsecurity=False).hexdigest()[:8]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{reason}-{digest}{_INPUT}").write_bytes(data)


def found(folder: Path) -> list[Path]:
    """The inputs that are kept in a folder."""
    return sorted(folder.glob(f"*{_INPUT}"))


def repeat_command(target: str, path: Path) -> str:
    """The command that gives a target one input."""
    return f"python tests/fuzzing {target} --input {path}"
