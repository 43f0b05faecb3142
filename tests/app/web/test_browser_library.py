"""The library in Chromium: search, the live page of a work, links, and what axe-core finds."""

import pytest
from accessibility import axe_or_skip, serious

pytestmark = pytest.mark.browser

SAID = "document.body.textContent"
PLACE = "location.pathname + location.search + location.hash"
FROGS = "/works/doi:10.5555/f"


@pytest.fixture
def visit(chromium, site):
    """A function that goes to an address of the site; no script failed, nothing else was loaded."""

    def go(path):
        chromium.away()
        chromium.visit(site.address + path)
        return chromium

    yield go
    chromium.size(1280, 900)
    chromium.media()
    assert chromium.problems == []
    assert [url for url in chromium.requests if not url.startswith(site.address)] == []


def search(page, text):
    page.click("[name=q]")
    page.evaluate("document.activeElement.value = ''")
    page.write(text)
    page.press("Enter")


def test_an_identifier_leads_to_the_work_and_its_words_are_live(visit):
    page = visit("/")
    search(page, "PMID 11")
    page.wait_for(PLACE, FROGS)
    page.wait_for("document.querySelectorAll('.work.open').length", 1)
    words = page.evaluate("document.querySelectorAll('.open .citance .w').length")
    assert words > 0
    page.click(".open .classes .n")
    assert page.evaluate("document.querySelectorAll('.open .w.on').length") > 0
    assert page.evaluate("document.querySelector('#works').getClientRects().length") == 0


def test_words_lead_to_a_sentence_in_its_article(visit):
    page = visit("/")
    search(page, "odd titles")
    page.wait_for(PLACE, "/search?q=odd+titles")
    page.click(".hits .support a")
    page.wait_for("location.pathname", "/articles/902")
    page.wait_for("document.querySelectorAll('.citance:target').length", 1)
    assert page.evaluate("document.querySelector('.citance:target').textContent").startswith(
        "Nobody knows odd titles"
    )


def test_a_work_leads_to_its_articles_and_back(visit):
    page = visit("/works/pmid:900")
    page.click(".links a")
    page.wait_for("location.pathname", "/articles/900")
    page.click("article p a[href^='/works/pmid']")
    page.wait_for("location.pathname", "/works/pmid:900")
    page.wait_for("document.querySelectorAll('.work.open .source a.tag').length", 1)
    page.click(".work.open .source a.tag")
    page.wait_for("location.pathname", "/articles/902")


def test_sentences_of_a_work_have_addresses(visit):
    page = visit(f"{FROGS}#work:3")
    page.wait_for("document.querySelector('.citance.target .number').textContent", "3")


@pytest.mark.parametrize("path", ["/", "/articles/902", "/search?q=frogs", FROGS])
def test_nothing_of_others_runs(visit, path):
    page = visit(path)
    assert page.evaluate("'hacked' in window") is False


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize(
    "path", ["/", FROGS, "/works?start=2", "/articles", "/articles/902", "/search?q=frogs", "/api"]
)
def test_axe_finds_nothing_serious(visit, chromium, path, width, scheme):
    axe = axe_or_skip()
    chromium.size(width, 900)
    chromium.media(prefers_color_scheme=scheme)
    page = visit(path)
    assert serious(page, axe) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
