"""The page in a real browser: the slider gives the classes of the merges."""

import json

import numpy as np
import pytest
from report_rows import heat_row, random_merges, work, works

from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.class_summary import class_summaries
from spacy_citalign.app.report.page_data import STEP, page_data
from spacy_citalign.citances.closure import Merges
from tests.app.report.report_pages import ALIGNMENT, LIT, SLIDE, TALLY, WORDS, click

pytestmark = pytest.mark.browser


# --- the slider ------------------------------------------------------------------------------


def classes_by_script(page, row, thresholds):
    """Name and confidence of the class of each word, by the script, for each threshold."""
    texts = [citance["text"] for citance in row["citances"]]
    data = page_data(work(row), class_summaries(work(row)))
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
        assert page.evaluate(TALLY) == f"{label.max()} shown"
        names = {name for own in page.evaluate(WORDS) for _, name in own}
        assert names == {str(number) for number in set(label.tolist()) - {0}}
        assert page.evaluate(reset) is False
    assert page.evaluate(WORDS) == [[]] * 5
    assert page.evaluate("document.querySelector('.open .none').textContent")
    page.click(".open .settings summary")
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


def test_slider_without_merges_is_off_and_says_why(chromium, pages):
    path = pages / "fixed.html"
    foreign = heat_row()
    foreign["citances"][0]["classes"][0] = "9"
    rows = [{**heat_row(), "merges": None, "threshold": None}, foreign]
    path.write_text(alignment_page(works(rows)), encoding="utf-8")
    for anchor, why in (
        ("#work-heat", "it was made without a threshold"),
        ("#work-heat.2", "the merges of this group do not give its classes"),
    ):
        chromium.open(path, anchor)
        assert chromium.evaluate("document.querySelector('.open [name=threshold]').disabled")
        assert why in chromium.evaluate("document.querySelector('.open .fixed').textContent")
        assert chromium.evaluate(WORDS)[1]
    assert chromium.problems == []
