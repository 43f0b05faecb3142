"""Every promise of the README has a test: promises.txt names them, and is complete."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent
README = TESTS.parent / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="the tests run without the checkout")

REMARKS = {"(figures)", "(times of training)", "(advice)"}
FIGURES = "How good, how fast"
# What tests the tables, by the beginning of their headers; all others are in test_figures.py.
TABLES = {
    "| component | sets |": "readme::components_set_what_their_table_says",
    "| setting of ": "readme::settings_table_has_the_defaults_of_the_factory",
}
# What tests the blocks, by their language; "text" is what the block before it prints.
BLOCKS = {
    "bash": "readme::options_of_the_readme_exist",
    "ini": "tokenizer::before_init_gives_the_tokenizer_when_a_pipeline_is_assembled",
    "python": "readme::python_prints_what_the_readme_says",
    "text": "readme::every_python_block_has_its_output",
}


class Promise(NamedTuple):
    section: str
    quote: str
    tests: list[str]


def plain(text: str) -> str:
    return " ".join(text.split())


@cache
def promises() -> list[Promise]:
    found: list[Promise] = []
    section = ""
    for line in (TESTS / "promises.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("    "):
            found[-1].tests.append(line.strip())
        elif line and section:
            found.append(Promise(section, plain(line), []))
    return found


@cache
def sections() -> dict[str, str]:
    """The text of each section of the README by its heading, without blocks of code."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", README.read_text(encoding="utf-8"), flags=re.S)
    found = re.split(r"^#+ (.*)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], found[1::2], strict=True))


def sentences(text: str) -> Iterator[str]:
    r"""The sentences of a section; tables and pictures are none.

    >>> list(sentences("It runs\nwell (see. above). See [3]:\n\n- one;\n- two."))
    ['It runs well (see. above).', 'See [3]:', '- one;', '- two.']
    """
    prose = re.sub(r"^(\||!\[).*\n?", "", text, flags=re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", prose):
        end = r"(?<=[.!?])(?<!et al\.)(?<!et al\.\))\s+(?=[A-Z`\"(\[])"
        yield from filter(None, re.split(end, plain(paragraph)))


@cache
def known_tests() -> set[str]:
    """All tests as promises.txt names them."""
    return {
        f"{path.stem}::{node.name}".replace("test_", "")
        for path in TESTS.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def refuse(wrong: list[str]) -> None:
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_sections_are_those_of_the_readme():
    """Where a section is left out, none of its sentences promises anything."""
    listed = list(dict.fromkeys(one.section for one in promises()))
    silent = {name for name, text in sections().items() if not list(sentences(text))}
    assert listed == [name for name in sections() if name not in silent]


def test_quotes_stand_in_their_sections():
    text = {name: plain(text) for name, text in sections().items()}
    refuse([one.quote for one in promises() if one.quote not in text[one.section]])


def test_every_sentence_has_a_promise_or_says_nothing():
    """A new sentence needs a line in promises.txt, with the test that holds it to its word."""
    quotes = {one.section: [] for one in promises()}
    for one in promises():
        quotes[one.section].append(one.quote)
    refuse(
        [
            f"{name}: {sentence}"
            for name, text in sections().items()
            for sentence in sentences(text)
            if not any(quote in sentence for quote in quotes.get(name, []))
        ]
    )


def test_tests_of_promises_exist():
    names = [test for one in promises() for test in one.tests if test not in REMARKS]
    names += [*TABLES.values(), *BLOCKS.values()]
    refuse(sorted(set(names) - known_tests()))
    refuse([one.quote for one in promises() if not one.tests])


def test_tables_and_blocks_have_tests():
    text = README.read_text(encoding="utf-8")
    headers = re.findall(r"(?<=\n\n)\|.*(?=\n\|:?-)", text)
    figures = sections()[FIGURES]
    assert headers
    refuse([one for one in headers if not one.startswith((*TABLES,)) and one not in figures])
    assert set(re.findall(r"^```(\w+)$", text, re.MULTILINE)) <= BLOCKS.keys()
