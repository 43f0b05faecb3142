"""The page of aligned citances in a real browser: pointer, keyboard, slider, list, address."""

import json
from importlib.resources import files
from itertools import pairwise

import numpy as np
import pytest
from browser import Browser, browser_or_skip
from report_rows import HEAT, HOSTILE, aligned_row, heat_row, labels, random_merges

from spacy_citalign.citances.closure import Merges
from spacy_citalign.report.alignment_page import alignment_page, group_html
from spacy_citalign.report.colors import DARK, LIGHT
from spacy_citalign.report.page_data import page_data
from spacy_citalign.report.records import STEP, read_row
from spacy_citalign.report.safe_html import harmless

pytestmark = pytest.mark.browser

ALIGNMENT = files("spacy_citalign.report").joinpath("alignment.js").read_text(encoding="utf-8")
LIT = "[...document.querySelectorAll('.open .w.on')].map((w) => w.textContent)"
ROW = "[...document.querySelectorAll('.open tbody tr.on .n')].map((n) => n.textContent)"
WORDS = (
    "[...document.querySelectorAll('.open .citance')].map((c) => "
    "[...c.querySelectorAll('.w')].map((w) => [w.textContent, w.dataset.name]))"
)
TITLES = "[...document.querySelectorAll('.works li:not([hidden]) a')].map((a) => a.textContent)"
SHOWN = "document.querySelector('.work.open h2').textContent"
TALLY = "document.querySelector('.open .tally').textContent"
FOCUS = "document.activeElement.textContent"
SLIDE = """((value) => {
  const slider = document.querySelector('.open input[name=threshold]');
  slider.value = value;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
})(%s)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def chromium(folder):
    executable = browser_or_skip()
    with Browser(executable, folder / "profile") as browser:
        browser.size(1280, 900)
        yield browser


@pytest.fixture(scope="module")
def works(folder):
    """A page of four works and a failure."""
    other = aligned_row("other", HEAT[:3], title="Alpine goats", first_author="Yak B")
    other["expected_ama"] = 0.95
    hostile = aligned_row("hostile", HOSTILE, title=HOSTILE[0], genes=["p53"])
    plain = {"cited": {"key": "plain"}, "citances": [{"text": "Nothing is aligned here."}]}
    rows = [heat_row(), other, hostile, plain, {"line": 5, "error": "is lost"}]
    path = folder / "works.html"
    path.write_text(alignment_page(rows), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium, works):
    """The page, open at its first work; afterwards no script failed and nothing was asked for."""
    chromium.away()
    chromium.open(works)
    yield chromium
    assert chromium.problems == []
    assert chromium.requests == []


def word(text, nth=0):
    """A selector of the nth aligned word with this text, which is marked for it."""
    return f"""(() => {{
      document.querySelector('#wanted')?.removeAttribute('id');
      const all = [...document.querySelectorAll('.open .w')];
      all.filter((w) => w.textContent === {json.dumps(text)})[{nth}].id = 'wanted';
    }})()"""


def hover(page, text, nth=0):
    page.evaluate(word(text, nth))
    page.hover("#wanted")


def click(page, text, nth=0):
    page.evaluate(word(text, nth))
    page.click("#wanted")


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
    page.hover(".open tbody tr:first-child td.wordings")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    assert page.evaluate(ROW) == ["1"]


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


def test_a_row_says_wordings_share_confidence_and_genes(page):
    cells = page.evaluate(
        "[...document.querySelectorAll('.open tbody tr:first-child > *')]"
        ".map((c) => c.textContent.replace(/\\s+/g, ' ').trim())"
    )
    assert cells == ["1", "Zork2 × 4 gene", "4/5", "0.90"]
    bar = "document.querySelector('.open .filled').getBoundingClientRect().width / "
    bar += "document.querySelector('.open .bar').getBoundingClientRect().width"
    assert page.evaluate(bar) == pytest.approx(0.9, abs=0.02)


def test_table_is_sorted_by_its_head(page):
    names = "[...document.querySelectorAll('.open .n')].map((n) => n.textContent)"
    cells = "[...document.querySelectorAll('.open td.confidence')]"
    sure = f"{cells}.map((c) => parseFloat(c.textContent))"
    page.click(".open [data-sort=name]")
    given = page.evaluate(names)
    assert given == sorted(given, key=int)
    page.click(".open [data-sort=confidence]")
    found = page.evaluate(sure)
    assert found == sorted(found, reverse=True)
    page.click(".open [data-sort=confidence]")
    assert page.evaluate(sure) == sorted(found)
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
    page.evaluate("document.querySelector('.open select[name=order]').focus()")
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
    assert page.evaluate(FOCUS) == "PMC99"  # the link below the first sentence


def test_rows_are_reached_and_pinned_by_keyboard(page):
    page.evaluate("document.querySelector('.open .n[tabindex=\"0\"]').focus()")
    assert page.evaluate(LIT) == ["Zork2"] * 4
    page.press("ArrowDown")
    second = page.evaluate(FOCUS)
    assert page.evaluate(ROW) == [second] != ["1"]
    page.press("Enter")
    page.press("ArrowUp")
    assert page.evaluate(ROW) == [second]
    said = page.evaluate("document.querySelector('.open [role=status]').textContent")
    assert said.startswith("Class 1: Zork2. In 4 of 5 sentences, confidence 0.90")


def test_controls_and_pictures_have_names(page):
    nameless = page.evaluate(
        "[...document.querySelectorAll('body.page input, body.page select, body.page button')]"
        ".filter((e) => !e.ariaLabel && !e.labels?.length && !e.textContent.trim())"
        ".map((e) => e.outerHTML)"
    )
    assert nameless == []
    assert page.evaluate("document.documentElement.lang") == "en"


# --- the slider ------------------------------------------------------------------------------


def classes_by_script(page, row, thresholds):
    """Name and confidence of the class of each word, by the script, for each threshold."""
    texts = [citance["text"] for citance in row["citances"]]
    data = page_data(read_row(row, 1))
    return page.evaluate(
        f"""(() => {{
          {ALIGNMENT}
          const alignment = new Alignment({json.dumps(texts)}, {json.dumps(data)});
          if (alignment.fixed) throw new Error(alignment.fixed);
          const words = readWords({json.dumps(data["words"])});
          return {json.dumps(thresholds)}.map((threshold) => {{
            const found = words.map((own) => own.map(() => null));
            for (const one of alignment.at(threshold)) for (const member of one.members) {{
              words[member.place].forEach((word, i) => {{
                const inside = word.start >= member.start && word.end <= member.end;
                if (inside) found[member.place][i] = [one.name, one.confidence];
              }});
            }}
            return found;
          }});
        }})()"""
    )


@pytest.mark.parametrize("seed", range(4))
def test_classes_at_every_threshold_are_those_of_the_merges(page, seed):
    merges, row = random_merges(seed)
    heights = merges.height[::3].tolist()
    edges = [h + d for h in heights for d in (-STEP, -STEP / 2, 0.0, STEP / 2, STEP)]
    thresholds = [t for t in [0.05, 0.3, 0.5, 1.0, *edges] if 0.05 <= t <= 1]
    found = classes_by_script(page, row, thresholds)
    for threshold, by_script in zip(thresholds, found, strict=True):
        expected = merges.classes(threshold)
        units = row["merges"]["units"]
        assert [[one and one[0] for one in own] for own in by_script] == [
            [str(expected[unit]) if expected[unit] else None for unit in own] for own in units
        ], threshold


def test_confidence_is_the_mean_similarity_between_citances(page):
    # Words 0, 1 of citance 0 and 2 of citance 1: 2 joins 0 at .8, then 1 at .4 (one pair of two).
    merges = {"units": [[0, 1], [2]], "first": [0, 1], "second": [2, 3], "height": [0.8, 0.4]}
    citances = [
        {"text": "a b", "words": [[0, 1], [2, 3]], "classes": ["1", "1"]},
        {"text": "c", "words": [[0, 1]], "classes": ["1"]},
    ]
    row = {"cited": {"key": "k"}, "citances": citances, "merges": merges, "threshold": 0.3}
    (low, high) = classes_by_script(page, row, [0.35, 0.6])
    mean = (0.8 + 0.4) / 2
    assert low[1] == [["1", pytest.approx(mean, abs=1e-7)]]
    assert high == [[["1", pytest.approx(0.8, abs=1e-7)], None], high[1]]


def test_computed_confidence_is_that_of_the_row_at_its_threshold(page):
    row = heat_row()
    near = row["threshold"] + 1e-12  # another number with the same classes
    (found,) = classes_by_script(page, row, [near])
    given = {one["class"]: one["confidence"] for one in row["classes"]}
    computed = dict(one for own in found for one in own if one)
    assert computed.keys() == given.keys()
    for name, confidence in computed.items():
        assert confidence == pytest.approx(given[name], abs=1e-4)


def test_slider_begins_at_the_threshold_and_moves_the_alignment(page):
    row = heat_row()
    merges = row["merges"]
    columns = [np.array(merges[name]) for name in ("first", "second", "height")]
    owners = np.array([place for place, own in enumerate(merges["units"]) for _ in set(own)])
    clusters = Merges(*columns, np.zeros(0, dtype=int), owners, 0.05)
    assert page.evaluate("document.querySelector('.open .level').textContent") == "0.5"
    before = page.evaluate(WORDS)
    reset = "document.querySelector('.open .reset').hidden"
    assert page.evaluate(reset) is True
    for threshold in (0.05, 0.6, 0.8, 1.0):
        page.evaluate(SLIDE % threshold)
        label = clusters.classes(threshold)
        words = sum(label[unit] > 0 for own in merges["units"] for unit in own)
        counts = page.evaluate(TALLY).replace("class,", "classes,").replace("word;", "words;")
        assert counts.startswith(f"{label.max()} classes, {words} word")
        names = {name for own in page.evaluate(WORDS) for _, name in own}
        assert names == {str(number) for number in set(label.tolist()) - {0}}
        assert page.evaluate(reset) is False
    assert page.evaluate(WORDS) == [[]] * 5
    assert page.evaluate("document.querySelector('.open .none').textContent")
    page.click(".open .reset")
    assert page.evaluate(WORDS) == before


def test_colour_and_pin_of_a_class_stay_when_the_slider_moves(page):
    look = (
        "Object.fromEntries([...document.querySelectorAll('.open .w')]"
        ".map((w) => [w.textContent, w.className.replace(/ (on|held)/g, '')]))"
    )
    click(page, "protects")
    before = page.evaluate(look)
    for threshold in (0.2, 0.6, 0.8, 0.5):
        page.evaluate(SLIDE % threshold)
        after = page.evaluate(look)
        for text in ("Zork2", "yeast", "nucleus"):
            assert after[text] == before[text]
        lit = page.evaluate(LIT)
        assert "protects" in lit or threshold > 0.7
    assert page.evaluate(look) == before


def test_confidence_says_where_it_comes_from(page):
    said = "document.querySelector('.open td.confidence').title"
    assert "merges" not in page.evaluate(said)
    page.evaluate(SLIDE % 0.6)
    assert "computed from the merges" in page.evaluate(said)


def test_slider_without_merges_is_off_and_says_why(chromium, folder):
    path = folder / "fixed.html"
    foreign = heat_row()
    foreign["citances"][0]["classes"][0] = "9"
    rows = [{**heat_row(), "merges": None, "threshold": None}, foreign]
    path.write_text(alignment_page(rows), encoding="utf-8")
    for anchor, why in (
        ("#work-heat", "it was made without a threshold"),
        ("#work-heat.2", "the merges of this group do not give its classes"),
    ):
        chromium.open(path, anchor)
        assert chromium.evaluate("document.querySelector('.open [name=threshold]').disabled")
        assert why in chromium.evaluate("document.querySelector('.open .fixed').textContent")
        assert chromium.evaluate(WORDS)[1]
    assert chromium.problems == []


# --- what is shown ---------------------------------------------------------------------------


def test_rare_classes_and_others_than_genes_are_left_out_on_demand(page):
    page.evaluate(
        "((e) => { e.value = 3; e.dispatchEvent(new Event('input')); })"
        "(document.querySelector('.open [name=least]'))"
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


def test_numbers_of_classes_are_shown_on_demand_and_are_no_text(page):
    content = "getComputedStyle(document.querySelector('.open .w'), '::after').content"
    assert page.evaluate(content) == "none"
    page.click(".open [name=numbers]")
    assert page.evaluate(content) == '"1"'
    assert page.evaluate("document.querySelector('.open .text').textContent") == HEAT[0]


def rgb(color):
    return f"rgb({', '.join(str(int(color[i : i + 2], 16)) for i in (1, 3, 5))})"


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
    page.evaluate(choose % "accuracy")
    assert page.evaluate(TITLES) == ["Alpine goats", "Zork2 and the heat", hostile, "plain"]
    page.evaluate(choose % "citances")
    assert page.evaluate(TITLES) == given
    page.evaluate(choose % "given")
    assert page.evaluate(TITLES) == given


def test_failures_are_seen_with_every_work(page):
    page.click(".works li:nth-child(4) a")
    page.wait_for(SHOWN, "plain")
    assert page.evaluate("document.querySelector('.failed').innerText").endswith("Line 5: is lost")


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
        hidden = "[...document.querySelectorAll('.open .controls, #works, .theme')]"
        assert page.evaluate(f"{hidden}.map((e) => e.offsetHeight)") == [0, 0, 0]
        assert page.evaluate("document.querySelector('.open .text').offsetHeight") > 0
        assert page.evaluate("document.querySelector('.open table').offsetHeight") > 0
    finally:
        page.call("Emulation.setEmulatedMedia", media="")


def test_two_fragments_on_a_page_leave_each_other_and_the_page_alone(chromium, folder):
    path = folder / "notebook.html"
    fragments = group_html(heat_row()), group_html(heat_row(), minify=True)
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
    assert chromium.evaluate("document.querySelectorAll('.controls').length") == 2
    assert chromium.problems == []
    assert chromium.requests == []
