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
    "| what comes |": "promises::each_fault_of_the_readme_has_tests",
    "| setting of ": "readme::settings_table_has_the_defaults_of_the_factory",
}
# What tests the blocks, by their language; "text" is what the block before it prints.
BLOCKS = {
    "bash": "readme::options_of_the_readme_exist",
    "ini": "tokenizer::before_init_gives_the_tokenizer_when_a_pipeline_is_assembled",
    "python": "readme::python_prints_what_the_readme_says",
    "text": "readme::every_python_block_has_its_output",
}


# The rows of the table of faults, by their beginnings.
FAULTS = {
    "a model file": [
        "faults_models::damaged_models_are_refused",
        "faults_models::a_model_of_another_component_is_refused",
        "faults_models::a_model_of_another_version_says_both",
        "faults_models::bits_of_the_models_that_ship_count",
        "faults_models::each_file_of_the_pipeline_is_checked",
        "faults_models::however_it_is_loaded_a_damaged_file_is_named",
    ],
    "articles in XML": [
        "faults_xml::an_article_is_refused_by_name_with_what_to_do",
        "faults_xml::what_an_article_asks_for_is_not_fetched",
        "faults_xml::an_article_cut_at_any_tag_is_refused",
        "faults_xml::annotate_has_a_row_for_every_file",
        "faults_xml::commands_for_articles_list_every_bad_file",
        "faults_xml::two_hundred_megabytes_are_refused_or_streamed",
    ],
    "lines that are no JSON": [
        "faults_records::broken_lines_of_texts_cost_themselves",
        "faults_records::lines_of_json_give_their_texts_back",
        "faults_records::half_a_character_costs_its_record",
        "faults_encodings::files_in_another_encoding_are_no_texts",
        "faults_encodings::a_text_over_max_length_costs_itself",
    ],
    "a full disk": [
        "faults_processes::a_full_disk_is_said_and_leaves_no_half_file",
        "faults_processes::a_signal_ends_a_command_and_it_goes_on",
        "runs_annotate::killed_runs_have_each_record_once",
        "cli_align_resume::killed_runs_align_each_group_once",
        "cli_report_resume::killed_reports_align_each_group_once",
        "runs_pool::process_that_is_killed_is_replaced",
    ],
    "script and markup": [
        "faults_pages::a_hostile_text_adds_no_element_and_no_attribute",
        "faults_pages::pages_of_hostile_files_have_the_elements_of_plain_ones",
        "faults_pages::no_script_of_a_file_runs",
    ],
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


def test_each_fault_of_the_readme_has_tests():
    table = sections()["What it withstands"]
    rows = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)[1:]
    assert [row for row in rows if not row.startswith((*FAULTS,))] == []
    assert len(rows) == len(FAULTS)
    refuse(sorted({name for tests in FAULTS.values() for name in tests} - known_tests()))


def test_tables_and_blocks_have_tests():
    text = README.read_text(encoding="utf-8")
    headers = re.findall(r"(?<=\n\n)\|.*(?=\n\|:?-)", text)
    figures = sections()[FIGURES]
    assert headers
    refuse([one for one in headers if not one.startswith((*TABLES,)) and one not in figures])
    assert set(re.findall(r"^```(\w+)$", text, re.MULTILINE)) <= BLOCKS.keys()
