"""Texts side by side in a real browser: what is hidden, chosen and printed, and never obeyed."""

import pytest
from sentence_texts import pair_of, three_pairs

from spacy_citalign.app.report.colors import DARK
from spacy_citalign.app.report.sentence_page import sentences_html
from tests.app.report.report_pages import rgb
from tests.app.report.sentence_pages import ALONE, ENDS, ON, PLACES, SEEN, SLIDE, TALLY, sentence

pytestmark = pytest.mark.browser


# --- what is hidden --------------------------------------------------------------------------


def test_slider_hides_what_is_less_probable(opened):
    page = opened(pair_of())
    assert page.evaluate(TALLY) == "6 links"
    assert page.evaluate(ALONE) == [[5], [5]]
    page.evaluate(SLIDE % 0.85)
    assert page.evaluate(ENDS) == [[0, 0], [1, 1], [1, 2], [3, 4]]
    assert page.evaluate(ALONE) == [[2, 4, 5], [3, 5]]
    assert page.evaluate(TALLY) == "4 of 6 links"
    counts = "[...document.querySelectorAll('.counts')].map((e) => e.textContent)"
    assert page.evaluate(counts) == ["3 of 6 sentences aligned", "4 of 6 sentences aligned"]
    page.hover(sentence(2, 5))
    assert page.evaluate(ON) == [[3], [4]]
    page.click(".reset")
    assert page.evaluate(ENDS) == PLACES


def test_slider_lets_go_of_what_it_hides(opened):
    page = opened(pair_of())
    page.click(sentence(1, 3))
    page.evaluate(SLIDE % 0.5)
    assert page.evaluate(ON) == [[], []]


def test_sentences_without_a_partner_are_hidden_on_request(opened):
    page = opened(pair_of())
    assert page.evaluate(SEEN) == [6, 6]
    page.click("[name=partners]")
    assert page.evaluate(SEEN) == [5, 5]
    page.evaluate(SLIDE % 0.89)
    assert page.evaluate(SEEN) == [3, 3]
    assert page.evaluate(ENDS) == [[0, 0], [1, 1], [3, 4]]


def test_texts_without_links_are_shown(opened):
    page = opened(pair_of(links=[]))
    assert page.evaluate(SEEN) == [6, 6]
    assert page.evaluate(TALLY) == "0 links"
    assert page.evaluate("document.querySelector('[name=threshold]').disabled")


# --- several pairs ---------------------------------------------------------------------------


def test_menu_chooses_the_pair_and_the_address_names_it(opened):
    page = opened(*three_pairs())
    heads = "[...document.querySelectorAll('.pair:not([hidden]) h2')].map((e) => e.textContent)"
    assert page.evaluate(heads) == ["draft.txt", "final.txt"]
    names = "[...document.querySelector('[name=texts]').options].map((e) => e.textContent)"
    assert page.evaluate(names) == [
        "draft.txt – final.txt (6 links)",
        "draft.txt – sum.txt (2 links)",
        "final.txt – sum.txt (2 links)",
    ]
    page.evaluate(
        "((e) => { e.value = 2; e.dispatchEvent(new Event('change')); })"
        "(document.querySelector('[name=texts]'))"
    )
    assert page.evaluate(heads) == ["final.txt", "sum.txt"]
    page.wait_for(ENDS, [[1, 0], [3, 1]])
    assert page.evaluate("location.hash") == "#texts-3"


def test_address_of_a_sentence_shows_and_lights_it(opened):
    page = opened(*three_pairs(), fragment="#texts-2-b2")
    assert page.evaluate("document.querySelector('[name=texts]').value") == "1"
    assert page.evaluate(ON) == [[4], [1]]


@pytest.mark.parametrize("fragment", ["#%", "#texts-9", "#texts-1-a0"])
def test_address_of_nothing_is_left_alone(opened, fragment):
    page = opened(*three_pairs(), fragment=fragment)
    assert page.evaluate("document.querySelector('[name=texts]').value") == "0"
    assert page.evaluate(ON) == [[], []]


def test_many_partners_stay_in_their_column(opened):
    many = ["Frogs hop."] * 60
    page = opened(pair_of(many[:1], many, [(0, number, 0.9) for number in range(60)]))
    edges = """(() => {
      const right = (name) => [...document.querySelectorAll(name)]
        .map((one) => one.getBoundingClientRect().right);
      return [Math.max(...right('.sentences:first-child .partner')), right('.sentences')[0]];
    })()"""
    last, column = page.evaluate(edges)
    assert last <= column


# --- nothing is obeyed, and nothing is needed ------------------------------------------------


def test_page_is_read_without_scripts(chromium, opened):
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page = opened(*three_pairs())
        assert page.evaluate(SEEN) == [6, 6, 6, 2, 6, 2]
        page.click(".partner[href='#texts-2-b2']")
        assert page.evaluate("location.hash") == "#texts-2-b2"
        assert page.evaluate("document.querySelectorAll('nav a').length") == 3
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)


def test_page_prints_texts_and_numbers_without_controls(opened):
    page = opened(pair_of())
    page.call("Emulation.setEmulatedMedia", media="print")
    heights = (
        "['.controls', '.hint', '.ribbons', '.text', '.sure'].map((name) => "
        "document.querySelector(name).getBoundingClientRect().height > 0)"
    )
    try:
        assert page.evaluate(heights) == [False, False, False, True, True]
        room = (
            "Math.max(...[...document.querySelectorAll('li')].map((e) => "
            "parseFloat(getComputedStyle(e).marginTop)))"
        )
        assert page.evaluate(room) == 0
    finally:
        page.call("Emulation.setEmulatedMedia", media="")


def test_theme_follows_the_button(opened):
    page = opened(pair_of())
    page.click(".theme")
    page.click(".theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == rgb(DARK.paper)
    assert page.evaluate("getComputedStyle(document.querySelector('path')).fill") == rgb(
        DARK.classes[0]
    )


def test_two_fragments_leave_each_other_and_the_page_alone(chromium, pages):
    path = pages / "sentence_notebook.html"
    before = "<!DOCTYPE html><meta charset=utf-8><p class=text>Note</p><ol><li>One</ol>"
    parts = sentences_html([pair_of()]), sentences_html(three_pairs(), minify=True)
    style = (
        "[...document.querySelectorAll('body > p, body > ol, body')].map((e) => "
        "['color', 'fontFamily', 'marginTop', 'backgroundColor', 'listStyleType']"
        ".map((name) => getComputedStyle(e)[name]))"
    )
    path.write_text(before, encoding="utf-8")
    chromium.open(path)
    plain, names = chromium.evaluate(style), chromium.evaluate("Object.keys(window).length")
    path.write_text(before + "".join(parts), encoding="utf-8")
    chromium.open(path)
    assert chromium.evaluate(style) == plain
    assert chromium.evaluate("Object.keys(window).length") == names
    lit = (
        "[...document.querySelectorAll('.fragment')].map((e) => e.querySelectorAll('li.on').length)"
    )
    chromium.click(".fragment:nth-of-type(2) .sentences li:nth-child(2) .text")
    assert chromium.evaluate(lit) == [0, 3]
    assert chromium.evaluate("document.querySelectorAll('.theme').length") == 0
    assert chromium.problems == []
    assert chromium.requests == []
