"""The page as axe-core judges it: no serious or critical finding, in any of its states."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from report_pages import click
from report_rows import HEAT, aligned_row, heat_row, pond_row, works

from spacy_citalign.app.report.alignment_page import alignment_page

pytestmark = pytest.mark.browser

FINDINGS = """axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, nodes}) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]))"""


@pytest.fixture(scope="module")
def axe():
    """The script of axe-core, which the package axe-core-python brings."""
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core-python is not installed (extra [dev])")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def judged(chromium, pages, axe):
    """A function that opens the page and returns what is wrong with it."""
    single = aligned_row("single", HEAT[:3], title="Alpine goats")
    for citance in single["citances"]:
        citance["source"] = "PMC1"
    path = pages / "accessible.html"
    rows = [pond_row(), heat_row(), single]
    path.write_text(alignment_page(works(rows), problems=["2 files failed"]), encoding="utf-8")

    def findings(do=lambda page: None):
        chromium.away()
        chromium.open(path)
        do(chromium)
        chromium.evaluate(f"{axe};0")
        return chromium.evaluate(FINDINGS)

    yield findings
    chromium.size(1280, 900)
    chromium.media()


def pinned(page):
    click(page, "Croak1")


def filtered(page):
    page.click(".open .statement .filter")


def searched(page):
    page.click("[name=search]")
    page.write("frogs")
    page.press("Enter")


def unfolded(page):
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def narrow(page):
    page.size(420, 900)
    page.click(".toggle")


def dark(page):
    page.media(prefers_color_scheme="dark")


@pytest.mark.parametrize(
    "do",
    [lambda page: None, pinned, filtered, searched, unfolded, narrow, dark],
    ids=["opened", "pinned", "filtered", "searched", "unfolded", "narrow", "dark"],
)
def test_axe_finds_nothing_serious(judged, do):
    assert judged(do) == []
