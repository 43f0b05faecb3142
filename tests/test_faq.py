"""Messages that docs/faq.md quotes are those that the code writes."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

ROOT = Path(__file__).parents[1]
FAQ = ROOT / "docs" / "faq.md"
LEAST = 20  # characters of a message that vary with nothing
COVERED = 0.6  # of a quoted message by one string of the code; the rest is around it
INVENTED = "the frog 'Zork' has no legs; give it four, or leave it in the pond"
pytestmark = pytest.mark.skipif(not FAQ.exists(), reason="the tests run without the checkout")


def quoted() -> list[str]:
    text = FAQ.read_text(encoding="utf-8") if FAQ.exists() else ""
    return re.findall(r"^> (.*)$", text, re.MULTILINE)


@cache
def patterns() -> list[re.Pattern[str]]:
    """The strings of the code, with anything in the place of what is filled in."""
    found = []
    messages = "\n".join([*quoted(), INVENTED])
    for folder in ("spacy_citalign", "components"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr | ast.Constant):
                    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                    fixed = [
                        part.value
                        for part in parts
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    ]
                    if sum(map(len, fixed)) >= LEAST and max(fixed, key=len) in messages:
                        found.append(re.compile(pattern_of(parts), re.DOTALL))
    return found


def pattern_of(parts: list[ast.AST]) -> str:
    pieces = [
        re.escape(part.value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
        else ".+"
        for part in parts
    ]
    return "".join(pieces)


@pytest.mark.parametrize("message", quoted())
def test_quoted_messages_are_in_the_code(message):
    longest = max(
        (
            match.end() - match.start()
            for pattern in patterns()
            if (match := pattern.search(message))
        ),
        default=0,
    )
    assert longest >= COVERED * len(message)


def test_messages_that_nobody_writes_are_told():
    assert not any(pattern.search(INVENTED) for pattern in patterns())


def test_the_page_has_messages():
    assert len(quoted()) > 15
