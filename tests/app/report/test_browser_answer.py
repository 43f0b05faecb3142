"""The answer in a real browser: statements, filters, addresses, copies, hits, print."""

import pytest
from report_rows import HEAT, POND, aligned_row, heat_row, pond_row, work, works

from spacy_citalign.app.report.alignment_page import alignment_page, group_html
from tests.app.report.report_pages import FOCUS, LIT, ROW, SHOWN, TITLES, WORDS, click, hover

pytestmark = pytest.mark.browser

LEFT = (
    "[...document.querySelectorAll('.open .citance')].filter((c) => c.offsetHeight)"
    ".map((c) => c.querySelector('.text').textContent)"
)
TOLD = "document.querySelector('.open .filtered').innerText"
NAMES = "[...document.querySelectorAll('.open tbody .n')].map((n) => n.textContent)"
HITS = "[...document.querySelectorAll('.open mark.hit')].map((m) => m.textContent)"
CURRENT = "document.querySelectorAll('.open mark.hit.current').length"
CHOOSE = """((name, value) => {
  const select = document.querySelector(`.open [name=${name}]`);
  select.value = value;
  select.dispatchEvent(new Event('change', {bubbles: true}));
})('%s', '%s')"""
POND_TEXTS = [text for text, _, _ in POND]


@pytest.fixture(scope="module")
def ponds(pages):
    """A page of works with an answer, one of them cited by one article."""
    single = aligned_row("single", HEAT[:3], title="Alpine goats")
    for citance in single["citances"]:
        citance["source"] = "PMC1"
    path = pages / "ponds.html"
    rows = [single, heat_row(), pond_row()]
    problems = ["2 files failed:", "  a.xml"]
    path.write_text(alignment_page(works(rows), problems=problems), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium, ponds):
    chromium.away()
    chromium.open(ponds)
    yield chromium
    chromium.size(1280, 900)
    assert chromium.problems == []
    assert chromium.requests == []


# --- the answer ------------------------------------------------------------------------------


def test_the_work_of_most_articles_is_open_and_those_of_one_stand_apart(page):
    assert page.evaluate(SHOWN) == "Croak1 wakes frogs"
    assert page.evaluate(TITLES) == ["Croak1 wakes frogs", "Zork2 and the heat", "Alpine goats"]
    assert (
        page.evaluate("document.querySelector('#works .few').innerText") == "Cited by one article"
    )


def test_works_of_a_kind_are_chosen(chromium, tmp_path):
    rows = [
        pond_row() | {"kind": "method"},
        heat_row() | {"kind": "finding"},
        heat_row() | {"kind": "review", "cited": {"key": "r", "title": "Goats: a review"}},
    ]
    path = tmp_path / "kinds.html"
    path.write_text(alignment_page(works(rows)), encoding="utf-8")
    chromium.away()
    chromium.open(path)
    choose = """((value) => { const e = document.querySelector('[name=kind]');
      e.value = value; e.dispatchEvent(new Event('change')); })('%s')"""
    assert chromium.evaluate(TITLES) == [
        "Zork2 and the heat", "Goats: a review", "Croak1 wakes frogs"
    ]  # fmt: skip
    assert chromium.evaluate(SHOWN) == "Zork2 and the heat"
    chromium.evaluate(choose % "method")
    assert chromium.evaluate(TITLES) == ["Croak1 wakes frogs"]
    chromium.wait_for(SHOWN, "Croak1 wakes frogs")
    assert (
        chromium.evaluate("document.querySelector('#works .counts').textContent") == "1 of 3 works"
    )
    chromium.evaluate(choose % "")
    assert len(chromium.evaluate(TITLES)) == 3
    assert chromium.problems == []


def test_kinds_are_no_choice_where_all_works_are_of_one(page):
    assert page.evaluate("document.querySelector('[name=kind]').hidden")


@pytest.fixture
def disputed(chromium, tmp_path):
    """A page of four works: one with two that differ, one with odd ones, one that compares."""
    differs = {"place": 0, "start": 0, "end": 4, "probability": 0.9, "who": "author"}
    rows = [
        heat_row() | {"cited": {"key": "quiet", "title": "Quiet goats"}, "comparing": []},
        heat_row() | {"cited": {"key": "odd", "title": "Odd goats"},
                      "odd": [{"place": 1, "probability": 0.4}],
                      "comparing": [differs | {"probability": 0.3}]},
        heat_row() | {"cited": {"key": "one", "title": "One differs"}, "differing": [differs]},
        heat_row() | {"cited": {"key": "two", "title": "Two differ"},
                      "differing": [differs, differs | {"place": 2}]},
    ]  # fmt: skip
    path = tmp_path / "disputed.html"
    path.write_text(alignment_page(works(rows)), encoding="utf-8")
    chromium.away()
    chromium.open(path)
    yield chromium
    assert chromium.problems == []


PICK = """((name, value) => { const e = document.querySelector(`nav [name=${name}]`);
  e.value = value; e.dispatchEvent(new Event('change')); })('%s', '%s')"""


def test_only_works_with_disagreement_or_with_odd_ones_are_chosen(disputed):
    counts = "document.querySelector('#works .counts').textContent"
    disputed.evaluate(PICK % ("told", "disputed"))
    assert disputed.evaluate(TITLES) == ["One differs", "Two differ"]
    assert disputed.evaluate(SHOWN) == "One differs"
    assert disputed.evaluate(counts) == "2 of 4 works"
    disputed.evaluate(PICK % ("told", "odd"))
    assert disputed.evaluate(TITLES) == ["Odd goats"]
    disputed.evaluate(PICK % ("told", ""))
    assert len(disputed.evaluate(TITLES)) == 4


def test_works_are_sorted_by_disagreement(disputed):
    disputed.evaluate(PICK % ("sort", "disagreement"))
    assert disputed.evaluate(TITLES) == ["Two differ", "One differs", "Odd goats", "Quiet goats"]
    disputed.evaluate(PICK % ("sort", "given"))
    assert disputed.evaluate(TITLES)[0] == "Quiet goats"


def test_the_choice_is_reached_by_the_keyboard_and_has_a_name(disputed):
    disputed.evaluate("document.querySelector('nav [name=kind], nav [name=sort]').focus()")
    disputed.press("Tab")
    assert disputed.evaluate("document.activeElement.name") == "told"
    assert (
        disputed.evaluate("document.activeElement.ariaLabel")
        == "Disagreement, odd ones, retractions"
    )
    texts = "[...document.activeElement.options].map((one) => one.textContent)"
    assert disputed.evaluate(texts) == [
        "all works", "only with disagreement", "only with odd ones"
    ]  # fmt: skip


def test_there_is_no_choice_of_what_no_work_has(page):
    values = "[...document.querySelectorAll('nav [name=told] option')].map((one) => one.value)"
    assert page.evaluate(values) == ["", "disputed"]
    assert page.evaluate("document.querySelectorAll('nav [value=disagreement]').length") == 1


def test_statements_and_the_hint_are_above_the_fold(page):
    bottom = "((s) => document.querySelector(s).getBoundingClientRect().bottom)"
    for name in (".open .hint", ".open .statement .filter", ".open .differing"):
        assert page.evaluate(f"{bottom}('{name}')") < 900


def test_a_statement_shows_the_sentences_that_say_it_and_the_way_back_shows_all(page):
    page.click(".open .statement:nth-child(1) .filter")
    page.wait_for(LEFT, [POND_TEXTS[0], POND_TEXTS[3], POND_TEXTS[5]])
    assert page.evaluate("location.hash") == "#work-pond:said-1"
    assert page.evaluate(TOLD) == "3 of 6 sentences that say the statement above Show all"
    assert page.evaluate("document.querySelectorAll('.open .statement.current').length") == 1
    page.click(".open .filtered .all")
    assert page.evaluate(LEFT) == POND_TEXTS
    page.click(".open .statement:nth-child(1) .filter")  # the address names it already
    page.wait_for(f"{LEFT}.length", 3)


def test_words_of_the_card_light_the_sentences(page):
    page.hover(".open .statement:nth-child(1) .text .w")
    assert page.evaluate(LIT).count("Croak1") == 5 + 4  # in sentences and in the card
    assert page.evaluate(ROW) == ["Croak1"]
    page.click(".open .statement:nth-child(1) .words .w")
    page.away()
    assert page.evaluate(ROW) == ["Croak1"]


def test_words_of_the_card_have_the_colours_of_the_sentences(page):
    color = "getComputedStyle(document.querySelector('.open %s')).color"
    card = page.evaluate(color % ".statement .text .w")
    name = page.evaluate("document.querySelector('.open .statement .text .w').dataset.name")
    assert card == page.evaluate(color % f'.citance .w[data-name="{name}"]')


# --- quiet classes ---------------------------------------------------------------------------


def test_classes_of_one_article_and_reporting_words_are_shown_on_demand(page):
    shown = page.evaluate(NAMES)
    assert "reported" not in shown
    assert shown[:3] == ["Croak1", "wakes", "silent"]  # those of the statements first
    page.click(".open [name=quiet]")
    assert "reported" in page.evaluate(NAMES)
    cells = (
        "[...document.querySelectorAll('.open tbody tr:first-child td')].map((c) => c.innerText)"
    )
    assert page.evaluate(cells) == ["4", "5"]


def test_a_kept_word_is_in_the_address_and_the_address_keeps_it(page, ponds):
    click(page, "silent")
    assert page.evaluate("location.hash").startswith("#work-pond:class-")
    fragment = page.evaluate("location.hash")
    page.press("Escape")
    assert page.evaluate("location.hash") == "#work-pond"
    page.open(ponds, fragment)
    assert page.evaluate(ROW) == ["silent"]
    hover(page, "Croak1")
    assert page.evaluate(ROW) == ["silent"]


def test_the_address_of_a_quiet_class_shows_it(page, ponds):
    row = pond_row()
    (name,) = (one["class"] for one in row["classes"] if "reported" in one["wordings"])
    page.open(ponds, f"#work-pond:class-{name}")
    assert page.evaluate(ROW) == ["reported"]
    assert page.evaluate("document.querySelector('.open [name=quiet]').checked")


@pytest.mark.parametrize("part", ["99", "said-9", "said-x", "class-%", "class-none", "", "x:y"])
def test_addresses_of_nothing_show_the_work(page, ponds, part):
    page.open(ponds, f"#work-heat:{part}")
    assert page.evaluate(SHOWN) == "Zork2 and the heat"
    assert len(page.evaluate(LEFT)) == len(HEAT)


def test_the_address_of_a_sentence_brings_it_into_sight(page, ponds):
    page.size(800, 400)
    page.open(ponds, "#work-pond:6")
    place = "document.getElementById('work-pond:6').getBoundingClientRect()"
    page.wait_for(f"{place}.top >= 0 && {place}.bottom <= 400", True)
    page.click(".open .citance .number")
    page.wait_for("location.hash", "#work-pond:1")


# --- filters ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "left"),
    [
        ("article", "1", [2, 3]),
        ("from", "2003", [2, 3, 4, 5]),
        ("until", "2001", [0, 1]),
        ("part", "Introduction", [0, 4]),
        ("own", "own", [0, 1]),
        ("own", "others", [2, 3, 4, 5]),
    ],
)
def test_sentences_are_filtered(page, name, value, left):
    page.evaluate(CHOOSE % (name, value))
    assert page.evaluate(LEFT) == [POND_TEXTS[place] for place in left]
    assert page.evaluate(TOLD) == f"{len(left)} of 6 sentences Show all"
    articles = (
        "[...document.querySelectorAll('.open .article')].filter((a) => a.offsetHeight).length"
    )
    assert page.evaluate(articles) == len({POND[place][1] for place in left})
    page.evaluate(CHOOSE % (name, ""))
    assert page.evaluate(LEFT) == POND_TEXTS


def test_filters_go_together_and_what_tells_nothing_has_no_filter(page):
    page.evaluate(CHOOSE % ("part", "Results"))
    page.evaluate(CHOOSE % ("own", "others"))
    assert page.evaluate(LEFT) == [POND_TEXTS[3]]
    page.click(".works li a[href='#work-heat']")
    page.wait_for(SHOWN, "Zork2 and the heat")
    selects = "[...document.querySelectorAll('.open .filters select')].map((s) => s.name)"
    assert page.evaluate(selects) == ["article", "order"]


# --- copies ----------------------------------------------------------------------------------


def test_a_sentence_is_copied_with_its_reference_where_there_is_no_clipboard(page):
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "document.addEventListener('copy', () => {"
        "  window.copied = document.activeElement.value; })"
    )
    page.click(".open .citance .copy")
    page.wait_for("document.querySelector('.open .copy').textContent", "copied")
    assert page.evaluate("window.copied") == (
        f"\u201c{POND_TEXTS[0]}\u201d (Zork 2001, Frogs at night, PMC1, Introduction)"
    )
    assert page.evaluate("document.querySelectorAll('textarea').length") == 0


def test_a_sentence_is_copied_by_the_clipboard(page):
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {"
        "  writeText: async (text) => { window.copied = text; }}})"
    )
    page.click(".open .article:nth-child(3) .copy")
    page.wait_for("window.copied?.startsWith('\u201cLoss of Croak1')", True)


# --- search ----------------------------------------------------------------------------------


def test_the_search_opens_what_it_finds_and_marks_it(page):
    page.click("[name=search]")
    page.write("thermal stress")
    assert page.evaluate(SHOWN) == "Zork2 and the heat"
    assert page.evaluate(HITS) == ["thermal", "stress"]
    assert page.evaluate("document.querySelector('.found').innerText") == "2 hits here"
    texts = "[...document.querySelectorAll('.open .text')].map((t) => t.textContent)"
    assert page.evaluate(texts) == list(HEAT)
    assert page.evaluate("document.activeElement.name") == "search"


def test_enter_goes_from_hit_to_hit_and_on_to_the_next_work(page):
    page.click("[name=search]")
    page.write("yeast")
    assert (page.evaluate(SHOWN), page.evaluate(CURRENT)) == ("Zork2 and the heat", 0)
    page.press("Enter")
    page.press("Enter")
    assert page.evaluate("document.querySelector('.found').innerText") == "2 of 2 hits here"
    page.press("Enter")
    assert page.evaluate(SHOWN) == "Alpine goats"
    assert page.evaluate("document.querySelector('.found').innerText") == "1 of 1 hit here"
    page.press("Enter", shift=True)
    assert page.evaluate(SHOWN) == "Zork2 and the heat"
    assert page.evaluate("document.querySelector('.found').innerText") == "2 of 2 hits here"
    page.press("Enter")  # past the last hit of the last work nothing happens
    page.press("Enter")
    page.press("Enter")
    assert page.evaluate(SHOWN) == "Alpine goats"


def test_hits_across_words_of_a_class_are_one_hit(page):
    page.click("[name=search]")
    page.write("croak1 wakes"[4:])  # "k1", which ends a word of a class, and "wakes"
    marked = page.evaluate(HITS)
    assert marked.count("k1") > 1
    page.evaluate("document.querySelector('[name=search]').value = ''")
    page.evaluate("document.querySelector('[name=search]').dispatchEvent(new Event('input'))")
    assert page.evaluate(HITS) == []


def test_marks_stay_when_the_words_are_drawn_anew_and_hits_in_folds_are_unfolded(page):
    page.click("[name=search]")
    page.write("Croak1")
    before = page.evaluate(HITS)
    page.click(".open [name=quiet]")
    assert page.evaluate(HITS) == before
    assert page.evaluate(WORDS)[0][0][0] == "Croak1"


# --- widths, print, notebooks ----------------------------------------------------------------


def test_the_table_is_within_reach_on_a_narrow_page(page):
    page.size(420, 900)
    top = "((s) => document.querySelector(s).getBoundingClientRect().top + scrollY)"
    assert page.evaluate("document.documentElement.scrollWidth") == 420
    assert page.evaluate(f"{top}('.open .classes') < {top}('.open .citing')")
    assert page.evaluate(f"{top}('.open .statement') < 900")


def test_what_could_not_be_read_is_one_line_above_the_works(page):
    line = "document.querySelector('.failed summary')"
    assert page.evaluate(f"{line}.innerText") == "Not shown: 2 files failed"
    assert page.evaluate(f"{line}.getBoundingClientRect().bottom") < 150


def test_print_shows_what_is_folded_and_filtered(page):
    page.evaluate(CHOOSE % ("own", "own"))
    page.call("Emulation.setEmulatedMedia", media="print")
    try:
        assert page.evaluate(LEFT) == POND_TEXTS
        hidden = (
            "[...document.querySelectorAll('.filters, .settings, .copy, .hint, nav, .filtered')]"
        )
        assert page.evaluate(f"{hidden}.filter((e) => e.offsetHeight).length") == 0
        folded = (
            "[...document.querySelectorAll('details.variants')].map((d) => d.offsetHeight > 30)"
        )
        assert page.evaluate(folded) == [True, True]
    finally:
        page.call("Emulation.setEmulatedMedia", media="")


def test_print_all_prints_every_work(page):
    page.evaluate(
        "window.print = () => { window.printed = document.querySelectorAll('.work').length; }"
    )
    page.click(".print")
    assert page.evaluate("window.printed") == 3
    page.call("Emulation.setEmulatedMedia", media="print")
    try:
        seen = "[...document.querySelectorAll('.work')].filter((w) => w.offsetHeight).length"
        assert page.evaluate(seen) == 3
    finally:
        page.call("Emulation.setEmulatedMedia", media="")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.body.matches('.whole')") is False


def test_the_answer_is_seen_without_scripts(chromium, ponds):
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.open(ponds)
        seen = "[...document.querySelectorAll('%s')].filter((e) => e.offsetHeight).length"
        assert chromium.evaluate(seen % ".statement") == 2
        assert chromium.evaluate(seen % ".work") == 3
        assert chromium.evaluate(seen % ".differing .cue") == 1
        assert chromium.problems == []
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)


def test_a_statement_of_a_notebook_filters_by_click_and_by_key(chromium, pages):
    path = pages / "answer_notebook.html"
    path.write_text(
        f"<!DOCTYPE html><meta charset=utf-8>{group_html(work(pond_row()))}", encoding="utf-8"
    )
    chromium.open(path)
    left = LEFT.replace(".open ", "")
    chromium.click(".statement:nth-child(2) .filter")
    assert chromium.evaluate(left) == [POND_TEXTS[1], POND_TEXTS[4]]
    chromium.evaluate("document.querySelector('.statement:nth-child(1) .filter').focus()")
    chromium.press("Enter")
    assert len(chromium.evaluate(left)) == 3
    assert chromium.evaluate("location.hash") == ""
    assert chromium.evaluate(FOCUS).startswith("said in 3 sentences")
    assert chromium.problems == []
