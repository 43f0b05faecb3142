"""The page in a real browser: words, their classes and the table, by pointer and keyboard."""

import json
from itertools import pairwise

import numpy as np
import pytest
from report_rows import HEAT, heat_row

from spacy_citalign.app.report.colors import LIGHT
from tests.app.report.report_pages import ALIGNMENT, FOCUS, LIT, ROW, WORDS, click, hover, rgb

pytestmark = pytest.mark.browser


# --- words and classes -----------------------------------------------------------------------


def test_aligned_words_are_those_of_the_row(page):
    row = heat_row()
    assert page.evaluate(WORDS) == [
        [
            [member["text"], one["class"]]
            for member, one in sorted(
                ((m, one) for one in row["classes"] for m in one["members"] if m["place"] == place),
                key=lambda pair: pair[0]["start"],
            )
        ]
        for place in range(len(HEAT))
    ]
    assert "heat shock" in [text for text, _ in page.evaluate(WORDS)[0]]
    texts = "[...document.querySelectorAll('.open .text')].map((t) => t.textContent)"
    assert page.evaluate(texts) == list(HEAT)


def test_hovering_a_word_lights_its_class_and_its_row_and_dims_the_others(page):
    hover(page, "protects")
    assert page.evaluate(LIT) == ["protects", "protects", "protection"]
    assert len(page.evaluate(ROW)) == 1
    colors = page.evaluate(
        "[...document.querySelectorAll('.open .w')].map((w) => "
        "[w.classList.contains('on'), getComputedStyle(w).color, getComputedStyle(w).boxShadow])"
    )
    dimmed = {color for on, color, _ in colors if not on}
    assert dimmed == {rgb(LIGHT.faint)}
    assert all(color != rgb(LIGHT.faint) for on, color, _ in colors if on)
    assert all((outline != "none") == on for on, _, outline in colors)  # not by colour alone
    without = "[...document.querySelectorAll('.open .citance')].map((c) => c.matches('.without'))"
    assert page.evaluate(without) == [False, False, False, True, True]
    page.away()
    assert page.evaluate(LIT) == []


def test_hovering_a_row_lights_the_words(page):
    page.hover(".open tbody tr:first-child td.citances")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    assert page.evaluate(ROW) == ["Zork2"]


def test_click_pins_until_escape_or_another_click(page):
    click(page, "Zork2")
    hover(page, "protects")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    assert page.evaluate("document.querySelector('#wanted').ariaPressed") is None
    pressed = "document.querySelectorAll('.open :is(.w, .n)[aria-pressed=true]').length"
    assert page.evaluate(pressed) == 5  # four words and the number of the row
    page.press("Escape")
    page.away()
    assert page.evaluate(LIT) == []
    page.click(".open tbody tr:first-child")
    page.away()
    assert page.evaluate(LIT) == ["Zork2"] * 4
    page.click(".open tbody tr:first-child")
    page.away()
    assert page.evaluate(LIT) == []


def test_a_row_says_its_most_telling_wording_the_others_and_in_how_many_sentences(page):
    cells = page.evaluate(
        "[...document.querySelectorAll('.open tbody tr')].map((row) => "
        "[...row.children].map((c) => c.textContent.replace(/\\s+/g, ' ').trim()))"
    )
    assert cells[0] == ["Zork2 gene", "4"]
    assert ["protects protection", "3"] in cells


def test_what_is_unsure_is_said(page):
    rows = {one["wordings"][0]: one["confidence"] for one in heat_row()["classes"]}
    marked = page.evaluate(
        "[...document.querySelectorAll('.open .unsure')].map((e) => "
        "e.closest('tr').querySelector('.n').textContent)"
    )
    assert sorted(marked) == sorted(name for name, value in rows.items() if value < 0.5)


def test_table_is_sorted_by_its_head(page):
    names = "[...document.querySelectorAll('.open .n')].map((n) => n.textContent)"
    cells = "[...document.querySelectorAll('.open td.citances')].map((c) => Number(c.textContent))"
    page.click(".open [data-sort=wordings]")
    given = page.evaluate(names)
    assert given == sorted(given, key=str.lower)
    page.click(".open [data-sort=citances]")
    found = page.evaluate(cells)
    assert found == sorted(found, reverse=True)
    page.click(".open [data-sort=citances]")
    assert page.evaluate(cells) == sorted(found)
    heads = "[...document.querySelectorAll('.open th[aria-sort]')].map((h) => h.ariaSort)"
    assert page.evaluate(heads) == ["ascending"]


def test_classes_have_a_colour_each_while_there_are_enough(page):
    looks = page.evaluate(
        "[...document.querySelectorAll('.open .citance')].map((c) => "
        "[...c.querySelectorAll('.w')].map((w) => [w.dataset.name, getComputedStyle(w).color]))"
    )
    colors = dict(pair for sentence in looks for pair in sentence)
    assert len(colors) > 3
    assert len(set(colors.values())) == len(colors)


@pytest.mark.parametrize("seed", range(3))
def test_neighbours_in_a_sentence_differ_in_colour_and_no_two_classes_look_the_same(page, seed):
    rng = np.random.default_rng(seed)
    sentences = [rng.permutation(40)[:15].tolist() for _ in range(6)]
    classes = [
        {
            "id": number,
            "citances": sum(number in own for own in sentences),
            "members": [
                {"place": place, "start": own.index(number)}
                for place, own in enumerate(sentences)
                if number in own
            ],
        }
        for number in range(40)
    ]
    looks = page.evaluate(
        f"""(() => {{
          {ALIGNMENT}
          const colors = new Map();
          const classes = {json.dumps(classes)};
          assignColors(classes.slice(0, 30), colors, 12, 4);
          const first = [...colors].map(([id, look]) => [id, look.hue, look.underline]);
          assignColors(classes, colors, 12, 4);
          const all = [...colors].map(([id, look]) => [id, look.hue, look.underline]);
          return [first, all];
        }})()"""
    )
    first, every = ({number: tuple(look) for number, *look in found} for found in looks)
    assert first.items() <= every.items()  # what has a colour keeps it
    assert len(set(every.values())) == 40
    for own in sentences:
        hues = [every[number][0] for number in own]
        assert all(one != other for one, other in pairwise(hues))


# --- by keyboard -----------------------------------------------------------------------------


def test_words_and_rows_are_one_stop_each_and_arrows_go_between(page):
    stops = 'document.querySelectorAll(\'.open .w[tabindex="0"], .open .n[tabindex="0"]\').length'
    assert page.evaluate(stops) == 2
    page.evaluate("document.querySelector('.open .citance .number').focus()")
    page.press("Tab")
    assert page.evaluate(FOCUS) == "Zork2"
    assert page.evaluate(LIT) == ["Zork2"] * 4
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.press("ArrowRight")
    assert page.evaluate(FOCUS) == "protects"
    page.press("ArrowDown")
    page.press("ArrowDown")
    assert page.evaluate(FOCUS) == "protection"
    page.press("ArrowDown")  # there is no other
    assert page.evaluate(FOCUS) == "protection"
    page.press("Home")
    assert page.evaluate(FOCUS) == "protection"
    page.press("End")
    assert page.evaluate(FOCUS) == "Zork2"
    page.press("Enter")
    page.press("ArrowLeft")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    page.press("Escape")
    assert page.evaluate(LIT) == []
    assert page.evaluate(stops) == 2
    page.press("Tab", shift=True)
    assert page.evaluate(FOCUS) == "3"  # the number of its sentence


def test_rows_are_reached_and_pinned_by_keyboard(page):
    page.evaluate("document.querySelector('.open .n[tabindex=\"0\"]').focus()")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    page.press("ArrowDown")
    second = page.evaluate(FOCUS)
    assert page.evaluate(ROW) == [second] != ["Zork2"]
    page.press("Enter")
    page.press("ArrowUp")
    assert page.evaluate(ROW) == [second]
    said = page.evaluate("document.querySelector('.open .spoken').textContent")
    assert said == "Zork2: in 4 sentences"


def test_controls_and_pictures_have_names(page):
    nameless = page.evaluate(
        "[...document.querySelectorAll('body.page input, body.page select, body.page button')]"
        ".filter((e) => !e.ariaLabel && !e.labels?.length && !e.textContent.trim())"
        ".map((e) => e.outerHTML)"
    )
    assert nameless == []
    assert page.evaluate("document.documentElement.lang") == "en"
