"""Texts side by side in a real browser: where ribbons stand, and what lights up."""

import json
from importlib.resources import files
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentence_texts import DRAFT, FINAL, LINKS, pair_of

from tests.app.report.sentence_pages import EDGES, ENDS, ON, PLACES, sentence

pytestmark = pytest.mark.browser

LAYOUT = (
    files("spacy_citalign.app.report").joinpath("sentence_layout.js").read_text(encoding="utf-8")
)


# --- where things stand ----------------------------------------------------------------------


def heaviest(links):
    """The weight of the heaviest chain that rises in both texts, by trying all."""
    best = 0.0
    for size in range(1, len(links) + 1):
        for chain in combinations(links, size):
            rises = all(a[0] < b[0] and a[1] < b[1] for a, b in combinations(chain, 2))
            best = max(best, sum(link[2] for link in chain) if rises else 0.0)
    return best


@settings(max_examples=25)
@given(
    links=st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.25, 0.5, 1.0])),
        max_size=7,
        unique_by=lambda link: link[:2],
    )
)
def test_chain_that_lies_level_is_the_heaviest(chromium, links):
    named = [
        dict(zip(("first", "second", "probability"), one, strict=True)) for one in sorted(links)
    ]
    chain = chromium.evaluate(f"(() => {{ {LAYOUT} return risingChain({json.dumps(named)}); }})()")
    found = [(one["first"], one["second"], one["probability"]) for one in chain]
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in combinations(found, 2))
    assert sum(one[2] for one in found) == heaviest(sorted(links))


@pytest.mark.parametrize("width", [1280, 700, 400])
def test_ribbons_join_the_sentences_of_their_links(opened, width):
    page = opened(pair_of())
    page.size(width, 900)
    page.wait_for("document.documentElement.scrollWidth", width)
    page.wait_for(ENDS, PLACES)
    assert page.evaluate(EDGES) == [0, 0]


def test_partners_begin_on_one_level_as_far_as_their_order_allows(opened):
    tops = "[...document.querySelectorAll('.text')].map((e) => e.getBoundingClientRect().top)"
    found = opened(pair_of()).evaluate(tops)
    first, second = found[: len(DRAFT)], found[len(DRAFT) :]
    level = [pair for pair in PLACES if abs(first[pair[0]] - second[pair[1]]) < 1]
    assert level == [[0, 0], [1, 1], [3, 4]]
    assert first == sorted(first)
    assert second == sorted(second)


def test_surer_links_have_stronger_ribbons(opened):
    opacity = (
        "[...document.querySelectorAll('path')].map((p) => Number(p.getAttribute('fill-opacity')))"
    )
    found = opened(pair_of()).evaluate(opacity)
    ranked = sorted(range(len(LINKS)), key=lambda place: LINKS[place].probability)
    assert [found[place] for place in ranked] == sorted(found)
    assert len(set(found)) == len(found)


# --- what lights up --------------------------------------------------------------------------


def test_pointing_at_a_sentence_lights_its_partners(opened):
    page = opened(pair_of())
    page.hover(sentence(1, 2))
    assert page.evaluate(ON) == [[1], [1, 2]]
    page.hover(sentence(2, 5))
    assert page.evaluate(ON) == [[2, 3], [4]]
    page.hover(sentence(1, 6))
    assert page.evaluate(ON) == [[], []]
    assert page.evaluate("document.querySelectorAll('.lit').length") == 0


def test_pointing_at_a_ribbon_lights_its_two_sentences(opened):
    page = opened(pair_of())
    page.hover(".ribbons path:nth-of-type(3)")
    assert page.evaluate(ON) == [[1], [2]]
    assert page.evaluate("document.querySelectorAll('path.on').length") == 1


def test_click_keeps_what_is_lit_until_escape(opened):
    page = opened(pair_of())
    page.click(sentence(1, 1))
    page.hover(sentence(2, 5))
    assert page.evaluate(ON) == [[0], [0]]
    page.press("Escape")
    page.hover(sentence(2, 5))
    assert page.evaluate(ON) == [[2, 3], [4]]
    page.click(sentence(2, 5))
    page.click(sentence(2, 5))
    page.away()
    assert page.evaluate(ON) == [[], []]


def test_partner_out_of_sight_is_named_at_the_foot(opened):
    page = opened(pair_of(DRAFT * 9, FINAL * 9, [(0, 50, 0.9), (40, 1, 0.95)]))
    page.click(sentence(1, 1))
    status = "(({offsetHeight, textContent}) => [offsetHeight > 9, textContent])"
    seen, text = page.evaluate(f"{status}(document.querySelector('.status.away'))")
    assert seen
    assert text == f"1 “{DRAFT[0]}” – 51 “{FINAL[2]}” (0.90)"


def test_keys_go_from_sentence_to_sentence_and_across(opened):
    page = opened(pair_of())
    page.evaluate("document.querySelector('[name=partners]').focus()")
    page.press("Tab")
    label = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(label) == "Partner 1, probability 0.97"
    assert page.evaluate(ON) == [[0], [0]]
    page.press("ArrowDown")
    page.press("ArrowDown")
    assert page.evaluate(ON) == [[1], [2]]
    page.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('li').id") == "texts-1-b3"
    page.press("ArrowUp")
    page.press("Enter")
    assert page.evaluate("document.activeElement.closest('li').id") == "texts-1-a2"
    assert page.evaluate("document.querySelectorAll('.partner[tabindex=\"0\"]').length") == 1
