"""The page as axe-core judges it: no serious or critical finding, in any of its states."""

import pytest
from accessibility import axe_or_skip, serious
from report_rows import HEAT, aligned_row, heat_row, pond_row, works

from spacy_citalign.app.report.alignment_page import alignment_page
from tests.app.report.report_pages import click

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def axe():
    return axe_or_skip()


@pytest.fixture(scope="module")
def judged(chromium, pages, axe):
    """A function that opens the page and returns what is wrong with it."""
    single = aligned_row("single", HEAT[:3], title="Alpine goats")
    for citance in single["citances"]:
        citance["source"] = "PMC1"
    path = pages / "accessible.html"
    notice = {"date": "2003-05-01", "notice": "10.5555/sorry", "reasons": ["Error in Text"]}
    ponds = pond_row(retracted=notice)
    ponds["citances"][2]["article"] = ponds["citances"][2]["article"] | {"retracted": notice}
    rows = [ponds, heat_row(), single]
    path.write_text(alignment_page(works(rows), problems=["2 files failed"]), encoding="utf-8")

    def findings(do=lambda page: None):
        chromium.away()
        chromium.open(path)
        do(chromium)
        return serious(chromium, axe)

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
