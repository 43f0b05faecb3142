"""Notices in a real browser: the filter of sentences, and that of works."""

import pytest
from report_rows import heat_row, pond_row, works

from spacy_citalign.app.report.alignment_page import alignment_page
from tests.app.report.report_pages import TITLES

pytestmark = pytest.mark.browser

LEFT = (
    "[...document.querySelectorAll('.open .citance')].filter((c) => c.offsetHeight)"
    ".map((c) => c.value)"
)
CHOICES = "[...document.querySelector('.open [name=time]').options].map((o) => o.textContent)"
CHOOSE = """((name, value) => {
  const select = document.querySelector(`[name=${name}]`);
  select.value = value;
  select.dispatchEvent(new Event('change', {bubbles: true}));
})('%s', '%s')"""


@pytest.fixture
def page(chromium, tmp_path):
    """A page of a work with a notice of 2003, and one without."""
    path = tmp_path / "notices.html"
    rows = [pond_row(retracted={"date": "2003-05-01"}), heat_row()]
    path.write_text(alignment_page(works(rows)), encoding="utf-8")
    chromium.away()
    chromium.open(path)
    yield chromium
    assert chromium.problems == []


def test_sentences_are_filtered_by_the_time_of_the_notice(page):
    assert page.evaluate(CHOICES) == [
        "at any time",
        "after the notice",
        "in the year of the notice",
        "before the notice",
    ]
    for time, numbers in {"after": [6], "same": [3, 4, 5], "before": [1, 2]}.items():
        page.evaluate(CHOOSE % ("time", time))
        assert page.evaluate(LEFT) == numbers
    page.evaluate("document.querySelector('.open .filtered .all').click()")
    assert page.evaluate(LEFT) == [1, 2, 3, 4, 5, 6]


def test_retracted_works_are_chosen_in_the_list(page):
    page.evaluate(CHOOSE % ("told", "retracted"))
    assert page.evaluate(TITLES) == ["Croak1 wakes frogs"]
    page.evaluate(CHOOSE % ("told", ""))
    assert len(page.evaluate(TITLES)) == 2
    page.evaluate("document.querySelectorAll('.works a')[1].click()")
    page.wait_for("document.querySelector('.open h2').textContent", "Zork2 and the heat")
    assert page.evaluate("document.querySelector('.open [name=time]')") is None
