"""The page in a real browser: what is shown, the list and the address, hostile text, notebooks."""

import pytest
from report_rows import HEAT, HOSTILE, heat_row, labels, work

from spacy_citalign.app.report.alignment_page import group_html
from spacy_citalign.app.report.colors import DARK, LIGHT
from spacy_citalign.app.report.safe_html import harmless
from tests.app.report.report_pages import LIT, SHOWN, SLIDE, TALLY, TITLES, WORDS, click, rgb

pytestmark = pytest.mark.browser


# --- what is shown ---------------------------------------------------------------------------


def test_rare_classes_and_others_than_genes_are_left_out_on_demand(page):
    page.evaluate(
        "((e) => { e.closest('details').open = true; e.value = 3;"
        "e.dispatchEvent(new Event('input')); })(document.querySelector('.open [name=least]'))"
    )
    shares = page.evaluate(
        "[...document.querySelectorAll('.open td.citances')].map((c) => parseInt(c.textContent))"
    )
    assert shares
    assert min(shares) == 3
    assert "not shown" in page.evaluate(TALLY)
    page.click(".open [name=genes]")
    assert {text for own in page.evaluate(WORDS) for text, _ in own} == {"Zork2"}


def test_sentences_are_ordered_by_what_is_aligned_in_them(page):
    order = "[...document.querySelectorAll('.open .text')].map((t) => t.textContent)"
    choose = """((value) => { const e = document.querySelector('.open [name=order]');
      e.value = value; e.dispatchEvent(new Event('change')); })('%s')"""
    counts = dict(zip(HEAT, [sum(map(bool, own)) for own in labels(heat_row())], strict=True))
    page.evaluate(choose % "words")
    assert page.evaluate(order) == sorted(HEAT, key=lambda text: -counts[text])
    page.evaluate(choose % "pinned")
    assert page.evaluate(order) == list(HEAT)
    click(page, "yeast", 1)
    assert page.evaluate(order)[:2] == [HEAT[0], HEAT[3]]
    page.evaluate(choose % "given")
    assert page.evaluate(order) == list(HEAT)


def test_dark_mode_follows_the_system_and_the_button(page):
    paper = "getComputedStyle(document.body).backgroundColor"
    theme = "document.querySelector('.theme').textContent"
    assert page.evaluate(paper) == rgb(LIGHT.paper)
    page.media(prefers_color_scheme="dark")
    try:
        assert page.evaluate(paper) == rgb(DARK.paper)
        color = page.evaluate("getComputedStyle(document.querySelector('.open .w')).color")
        assert color in set(map(rgb, DARK.classes))
        page.click(".theme")
        assert (page.evaluate(theme), page.evaluate(paper)) == ("Theme: light", rgb(LIGHT.paper))
    finally:
        page.media()
    page.click(".theme")
    assert (page.evaluate(theme), page.evaluate(paper)) == ("Theme: dark", rgb(DARK.paper))


def test_narrow_page_has_no_sideways_scrolling_and_the_list_opens(page):
    page.size(400, 800)
    try:
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        assert page.evaluate("document.querySelector('#works').offsetHeight") == 0
        page.click(".toggle")
        assert page.evaluate("document.querySelector('#works').offsetHeight") > 0
        page.click(".works li:nth-child(2) a")
        page.wait_for(SHOWN, "Alpine goats")
        assert page.evaluate("document.querySelector('#works').offsetHeight") == 0
    finally:
        page.size(1280, 900)


# --- the list and the address ----------------------------------------------------------------


def test_address_names_the_work_and_back_goes_back(page, works):
    assert page.evaluate(SHOWN) == "Zork2 and the heat"
    page.click(".works li:nth-child(2) a")
    page.wait_for(SHOWN, "Alpine goats")
    seen = "[...document.querySelectorAll('.work')].filter((w) => w.offsetHeight).map((w) => w.id)"
    assert page.evaluate(seen) == ["work-other"]
    assert page.evaluate("location.hash") == "#work-other"
    assert page.evaluate("document.activeElement.textContent") == "Alpine goats"
    assert page.evaluate("document.querySelector('[aria-current]').textContent") == "Alpine goats"
    page.evaluate("history.back()")
    page.wait_for(SHOWN, "Zork2 and the heat")
    page.open(works, "#work-hostile")
    assert page.evaluate(SHOWN) == harmless(HOSTILE[0])
    page.open(works, "#work-of-nobody")
    assert page.evaluate(SHOWN) == "Zork2 and the heat"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("goats", ["Alpine goats"]),
        ("YAK", ["Alpine goats"]),
        ("heat thermal ibex", ["Zork2 and the heat"]),
        ("mup4", ["Zork2 and the heat", "Alpine goats"]),
        ("nothing aligned", ["plain"]),
        ("signalling", ["Zork2 and the heat"]),
        ("nobody", []),
    ],
)
def test_search_finds_titles_authors_genes_and_texts(page, query, found):
    page.click("[name=search]")
    page.write(query)
    assert page.evaluate(TITLES) == found
    counts = page.evaluate("document.querySelector('#works .counts').textContent")
    assert counts == f"{len(found)} of 4 works"


def test_works_are_sorted(page):
    choose = """((value) => { const e = document.querySelector('[name=sort]');
      e.value = value; e.dispatchEvent(new Event('change')); })('%s')"""
    hostile = harmless(HOSTILE[0])
    given = ["Zork2 and the heat", "Alpine goats", hostile, "plain"]
    assert page.evaluate(TITLES) == given
    page.evaluate(choose % "title")
    assert page.evaluate(TITLES) == [hostile, "Alpine goats", "plain", "Zork2 and the heat"]
    page.evaluate(choose % "year")
    assert page.evaluate(TITLES)[0] == "Zork2 and the heat"
    page.evaluate(choose % "citances")
    assert page.evaluate(TITLES) == given
    page.evaluate(choose % "given")
    assert page.evaluate(TITLES) == given


def test_failures_are_seen_with_every_work(page):
    page.click(".works li:nth-child(4) a")
    page.wait_for(SHOWN, "plain")
    summary = "document.querySelector('.failed summary')"
    assert page.evaluate(f"{summary}.innerText") == "Not shown: Line 5: is lost"
    assert page.evaluate(f"{summary}.getBoundingClientRect().bottom < 150")
    page.click(".failed summary")
    assert page.evaluate("document.querySelector('.failed li').innerText") == "Line 5: is lost"


# --- nothing is obeyed, and nothing is needed ------------------------------------------------


def test_hostile_text_is_shown_as_it_is(page, works):
    page.open(works, "#work-hostile")
    texts = "[...document.querySelectorAll('.open .text')].map((t) => t.textContent)"
    assert page.evaluate(texts) == [harmless(text) for text in HOSTILE]
    page.evaluate(SLIDE % 0.3)
    click(page, "p53")
    assert page.evaluate(LIT) == ["p53"] * 3
    assert page.evaluate(texts) == [harmless(text) for text in HOSTILE]
    assert page.evaluate("window.hacked") is None
    assert (
        page.evaluate("document.querySelectorAll('main img, main script:not(.data)').length") == 0
    )


def test_policy_stops_what_a_script_would_load(page):
    loaded = page.evaluate(
        "fetch('https://example.invalid/').then(() => 'loaded', (error) => error.name)"
    )
    assert loaded == "TypeError"
    assert "Content Security Policy" in " ".join(page.problems)
    page.problems.clear()
    page.requests.clear()


def test_page_is_read_without_scripts(chromium, works):
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.open(works)
        seen = chromium.evaluate(
            "[...document.querySelectorAll('.work .text')].filter((t) => t.offsetHeight > 0)"
            ".map((t) => t.textContent)"
        )
        assert seen[: len(HEAT)] == list(HEAT)
        assert len(seen) == len(HEAT) + 3 + len(HOSTILE) + 1
        assert chromium.evaluate("document.querySelectorAll('.works a').length") == 4
        assert chromium.problems == []
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)


def test_page_prints_without_controls(page):
    page.call("Emulation.setEmulatedMedia", media="print")
    try:
        hidden = "[...document.querySelectorAll('.open .controls, #works, .theme, .copy')]"
        assert set(page.evaluate(f"{hidden}.map((e) => e.offsetHeight)")) == {0}
        assert page.evaluate("document.querySelector('.open .text').offsetHeight") > 0
        assert page.evaluate("document.querySelector('.open table').offsetHeight") > 0
    finally:
        page.call("Emulation.setEmulatedMedia", media="")


def test_two_fragments_on_a_page_leave_each_other_and_the_page_alone(chromium, pages):
    path = pages / "notebook.html"
    fragments = group_html(work(heat_row())), group_html(work(heat_row()), minify=True)
    before = (
        "<!DOCTYPE html><meta charset=utf-8><p class=text>Note</p><table class=classes></table>"
    )
    path.write_text(before, encoding="utf-8")
    chromium.open(path)
    style = (
        "[...document.querySelectorAll('body > p, body > table, body')].map((e) => "
        "['color', 'fontFamily', 'fontSize', 'marginTop', 'backgroundColor']"
        ".map((name) => getComputedStyle(e)[name]))"
    )
    plain, names = chromium.evaluate(style), chromium.evaluate("Object.keys(window).length")
    path.write_text(before + "".join(fragments), encoding="utf-8")
    chromium.open(path)
    assert chromium.evaluate(style) == plain
    # An element's id is a name of the window, but no key of it; the scripts added none.
    assert chromium.evaluate("Object.keys(window).length") == names
    lit = "[...document.querySelectorAll('.fragment')].map((f) => f.querySelectorAll('.on').length)"
    chromium.click(".fragment:nth-of-type(2) .w")
    assert chromium.evaluate(lit) == [0, 5]
    chromium.click(".fragment:nth-of-type(1) .w:nth-of-type(2)")
    assert chromium.evaluate(lit) == [4, 5]
    assert chromium.evaluate("document.querySelectorAll('.filters').length") == 2
    assert chromium.problems == []
    assert chromium.requests == []
