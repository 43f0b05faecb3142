"""Small faults put into the package at random, one at a time: does a test notice?

    python tests/mutants.py --seed 1 --count 60 --output mutants.json

The quick tests run once with coverage (``pip install pytest-cov``), which says what tests reach a
line. Each fault is put into a copy of the checkout and meets these tests, those of its own folder
first; one that none of them notices meets all quick tests. Faults are within functions: another
comparison, operator, number or truth value, ``and`` for ``or``, a result that is left out. They are
drawn by the name of their function and by what is replaced, so that the same seed gives the same
faults where code only moved to another file.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent
PACKAGE = ("spacy_citalign", "components")
QUICK = ["-q", "-m", "not slow", "--timeout", "300", "-p", "no:cacheprovider"]
_MOST_ALONE = 400  # tests that one process runs
_SECONDS = 1_200  # of a run of tests; one that takes longer hangs
_SECONDS_MEASURED = 3_600  # of the run with coverage
_FAILED = re.compile(r"^FAILED (.+?)(?: - .*)?$", re.MULTILINE)
_COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_REPLACED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant(NamedTuple):
    """A fault: bytes of a file that are replaced.

    Attributes:
        name: the function, what is replaced, and how often it was in this function before.
    """

    name: str
    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"


def mutants_of(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield the faults that can be put into a file, in the order of its syntax tree."""
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            seen: Counter[str] = Counter()
            for node, after in _faults(function.body):
                start = begins[node.lineno - 1] + node.col_offset
                end = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
                before = " ".join(source[start:end].decode().split())
                seen[before] += 1
                name = f"{function.name}: {before} -> {after}, {seen[before]}"
                yield Mutant(name, file, node.lineno, start, end, before, after)


def drawn(top: Path, seed: int, count: int) -> tuple[list[Mutant], int]:
    """Return faults drawn from all of a checkout's package, and how many there are."""
    files = sorted(path for part in PACKAGE for path in (top / part).rglob("*.py"))
    possible = [
        mutant
        for path in files
        for mutant in mutants_of(path.relative_to(top).as_posix(), path.read_bytes())
    ]
    possible.sort(key=lambda mutant: sha256(f"{seed} {mutant.name}".encode()).digest())
    return possible[:count], len(possible)


def _faults(body: list[ast.stmt]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield nodes of a function, without functions in it, and what takes their place."""
    waiting: list[ast.AST] = [*reversed(body)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.JoinedStr():
                continue
            case ast.Raise() | ast.Assert():  # wording
                continue
            case ast.Compare(ops=[op]) if type(op) in _COMPARED:
                changed: ast.AST = ast.Compare(node.left, [_COMPARED[type(op)]()], node.comparators)
                yield node, f"({ast.unparse(changed)})"
            case ast.BoolOp():
                yield node, f"({ast.unparse(ast.BoolOp(_REPLACED[type(node.op)](), node.values))})"
            case ast.BinOp() if type(node.op) in _REPLACED and not _is_text(node):
                changed = ast.BinOp(node.left, _REPLACED[type(node.op)](), node.right)
                yield node, f"({ast.unparse(changed)})"
            case ast.UnaryOp(op=ast.Not()):
                yield node, f"bool({ast.unparse(node.operand)})"
            case ast.Constant(value=bool()):
                yield node, str(not node.value)
            case ast.Constant(value=int()):
                yield node, str(node.value + 1)
            case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
                yield node, "return None"
        if isinstance(node, ast.AnnAssign):
            waiting += [node.value] if node.value is not None else []
        else:
            waiting += [*reversed([*ast.iter_child_nodes(node)])]


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


class Copy:
    """A copy of the checkout with an environment of its own, in which faults are put."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "checkout"
        subprocess.run(["git", "clone", "-q", str(TOP), str(self.top)], check=True)
        environment = folder / "environment"
        venv.create(environment, with_pip=False)
        self.python = str(environment / "bin" / "python")
        asked = [self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        packages = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
        Path(packages, "zz_base.pth").write_text(sysconfig.get_path("purelib") + "\n")
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "-q", "--no-deps"]
        subprocess.run([*pip, "-e", str(self.top)], check=True)

    def tests(self, *arguments: str, seconds: float = _SECONDS) -> str:
        """Run tests, and return the end of what they said where one failed, else ``""``."""
        command = [self.python, "-m", "pytest", *QUICK, *arguments]
        try:
            done = subprocess.run(command, cwd=self.top, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"more than {seconds:g} seconds"
        return done.stdout.decode(errors="replace")[-2_000:] if done.returncode else ""

    def notices(self, mutant: Mutant, tests: list[str] | None, processes: int) -> bool:
        """Return whether tests notice a fault; ``None`` stands for all quick ones."""
        path = self.top / mutant.file
        source = path.read_bytes()
        path.write_bytes(source[: mutant.start] + mutant.after.encode() + source[mutant.end :])
        try:
            if tests is None:
                return bool(self.tests("-x", "-n", str(processes), "--dist", "loadfile"))
            chosen = self.top / ".chosen_tests"
            folder = Path(mutant.file.removeprefix("spacy_citalign/")).parent.name
            near = sorted(tests, key=lambda test: folder not in Path(test.partition("::")[0]).parts)
            chosen.write_text("\n".join(near))
            many = ["-n", str(processes), "--dist", "loadfile"] if len(tests) > _MOST_ALONE else []
            return bool(self.tests("-x", *many, f"@{chosen}"))
        finally:
            path.write_bytes(source)


def tests_of_lines(data: Path, wanted: dict[str, set[int]]) -> dict[tuple[str, int], list[str]]:
    """Return the tests that reach lines, by file and line, from coverage's data."""
    from coverage import CoverageData

    found = CoverageData(str(data))
    found.read()
    reached = {}
    for measured in found.measured_files():
        file = next((name for name in wanted if Path(measured).as_posix().endswith(name)), None)
        if file is not None:
            contexts = found.contexts_by_lineno(measured)
            for line in wanted[file]:
                tests = {one.rsplit("|", 1)[0] for one in contexts.get(line, ()) if one}
                reached[file, line] = sorted(tests)
    return reached


def main() -> None:
    """Put faults in, and write which were noticed by what."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--output", type=Path, default=Path("mutants.json"))
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copy = Copy(Path(name))
        chosen, possible = drawn(copy.top, options.seed, options.count)
        wanted: dict[str, set[int]] = {}
        for mutant in chosen:
            wanted.setdefault(mutant.file, set()).add(mutant.line)
        parts = [f"--cov={part}" for part in PACKAGE]
        many = ["-n", str(options.processes), "--dist", "loadfile"]
        measured = [*many, *parts, "--cov-context=test", "--cov-report="]
        failure = copy.tests(*measured, seconds=_SECONDS_MEASURED)
        failed = _FAILED.findall(failure)  # tests of time may, where lines are counted
        if failure and (not failed or (failure := copy.tests(*failed))):
            sys.exit(f"the tests fail without any fault:\n{failure}")
        reached = tests_of_lines(copy.top / ".coverage", wanted)
        for number, mutant in enumerate(chosen, start=1):
            if time.monotonic() > end:
                break
            start = time.monotonic()
            tests = reached.get((mutant.file, mutant.line), [])
            by = "its tests" if tests and copy.notices(mutant, tests, options.processes) else ""
            by = by or ("all" if copy.notices(mutant, None, options.processes) else "none")
            seconds = round(time.monotonic() - start, 1)
            rows.append({"mutant": str(mutant), "tests": len(tests), "by": by, "seconds": seconds})
            print(f"{number}/{len(chosen)} {by} ({len(tests)} tests, {seconds} s) {mutant}")
            options.output.write_text(json.dumps({"seed": options.seed, "mutants": rows}, indent=1))
    print(Counter(str(row["by"]) for row in rows), f"of {possible:,} possible")


if __name__ == "__main__":
    main()
