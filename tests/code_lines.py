"""Lines of code of the package, without docstrings, comments, blank lines and imports.

python tests/code_lines.py [CHECKOUT]
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

FOLDERS = ("spacy_citalign", "components")
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(source: str) -> int:
    r"""Return how many lines of a module hold code.

    >>> code_lines('"Frogs."\nimport re  # not counted\n\nx = (1,\n     2)\n')
    2
    """
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        passed: list[ast.stmt] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            passed = [node]
        elif isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            passed = node.body[:1]
        for statement in passed:
            left_out.update(range(statement.lineno, (statement.end_lineno or 0) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - left_out)


def main() -> None:
    """Print files and lines of each part, the largest first, and of all."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for folder in FOLDERS:
        for path in (root / folder).rglob("*.py"):
            part = "/".join(path.relative_to(root).parts[:2])
            lines[part] += code_lines(path.read_text(encoding="utf-8"))
            files[part] += 1
    for part, count in lines.most_common():
        sys.stdout.write(f"{files[part]:5} {count:7,}  {part}\n")
    sys.stdout.write(f"{files.total():5} {lines.total():7,}  in all\n")


if __name__ == "__main__":
    main()
