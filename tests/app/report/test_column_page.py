"""The page of sentences in columns: what it holds, that it obeys nothing, how it is moved."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from report_rows import HOSTILE

from spacy_citalign.app.report.colors import DARK, LIGHT, TINT
from spacy_citalign.app.report.column_page import column_page
from spacy_citalign.app.report.column_rows import ColumnRow
from tests.app.report.color_contrast import contrast, mixed
from tests.app.report.report_pages import rgb

ROWS = [
    ColumnRow("Cells divide .".split(), [4, 9, 30], ["NNS", "VBP", "."]),
    ColumnRow("Yeast was not dividing .".split(), [4, 7, None, 9, 30], title="b.txt"),
    ColumnRow("Not at all".split(), [None] * 3),
]


class Page(HTMLParser):
    """The elements of a page: (name, attributes, own text), in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))
        if tag not in {"meta", "col"}:
            self._open.append(self.elements[-1])

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        for _, _, texts in self._open:
            texts.append(data)

    def all(self, *names):
        found = [one for one in self.elements if one[0] in names]
        return [(attrs, "".join(texts)) for _, attrs, texts in found]

    def texts(self, *names):
        return [text.strip() for _, text in self.all(*names)]


def page_of(rows, **settings):
    return Page(column_page(rows, **settings))


def table_rows(page):
    """The cells of each row of the table."""
    cells, size = page.texts("th", "td"), len(page.all("col"))
    return [cells[i : i + size] for i in range(0, len(cells), size)]


def test_table_has_a_row_a_sentence_and_a_column_a_column():
    assert table_rows(page_of(ROWS)) == [
        ["", "4", "7", "+", "9", "30"],
        ["1", "Cells", "-", "-", "divide", "."],
        ["b.txt 2", "Yeast", "was", "not", "dividing", "."],
    ]


def test_words_say_their_tag_and_column():
    spans = [(text, attrs["title"]) for attrs, text in page_of(ROWS).all("span") if text != "b.txt"]
    assert spans[:3] == [
        ("Cells", "NNS · column 4"),
        ("divide", "VBP · column 9"),
        (".", ". · column 30"),
    ]
    assert spans[5] == ("not", "no column")


def test_anchors_are_tinted_and_named():
    page = page_of(ROWS, anchors={9: "root", 30: "", 11: "unused"})
    tinted = [attrs.get("class") == "anchor" for attrs, _ in page.all("col")]
    assert tinted == [False, False, False, False, True, True]
    heads = {text: attrs["title"] for attrs, text in page.all("th") if attrs.get("class")}
    assert heads == {"9root": "anchor: column 9, root", "30": "anchor: column 30"}


def test_regions_are_called_so_and_share_cells():
    rows = [ColumnRow(list("abc"), [2, 2, 3]), ColumnRow(list("d"), [3])]
    page = page_of(rows, unit="region")
    assert table_rows(page)[1:] == [["1", "a b", "c"], ["2", "-", "d"]]
    assert {attrs["title"] for attrs, _ in page.all("span")} == {"region 2", "region 3"}
    assert "2 sentences · 2 regions" in page.texts("p")


def test_unaligned_sentences_are_listed_with_their_numbers():
    page = page_of(ROWS)
    ((attrs, text),) = page.all("li")
    assert (attrs["value"], text) == ("3", "Not at all")
    assert page.texts("h2") == ["Not aligned: 1 sentence"]


@pytest.mark.parametrize(("rows", "shown"), [([], ["There are no sentences to show."]), ([2], [])])
def test_page_without_columns_has_no_table(rows, shown):
    page = page_of([ROWS[i] for i in rows])
    assert page.texts("p")[1:] == shown
    assert page.all("table") == []


def test_page_has_no_script_and_its_policy_allows_its_style_only():
    text = column_page(ROWS)
    page = Page(text)
    (_, style), ((policy, _),) = page.all("style")[0], page.all("meta")[2:3]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy["content"]
    assert "default-src 'none'" in policy["content"]
    assert "script-src" not in policy["content"]
    assert not page.all("script", "link", "img", "iframe")
    assert not re.search(r"https?:|@import|url\(", text)
    assert text == column_page(ROWS)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_can_be_read_on_the_tint(theme):
    for ground in (theme.paper, theme.panel):
        assert contrast(theme.ink, mixed(theme.classes[0], ground, TINT)) >= 4.5


# --- in a browser ----------------------------------------------------------------------------

WIDE = [
    ColumnRow([f"word{i}" for i in range(80)], range(80), ["NN"] * 80, title=f"text {number}")
    for number in range(60)
]
BOX = "(({left, top}) => [left, top])(document.querySelector('%s').getBoundingClientRect())"
COLOR = "getComputedStyle(document.querySelector('%s')).%s"


@pytest.fixture
def wide(chromium, pages):
    path = pages / "columns.html"
    rows = [*WIDE, ColumnRow([*HOSTILE], [0, 1, 2]), ColumnRow(["None"], [None])]
    path.write_text(column_page(rows, anchors={1: "subject", 3: "root"}), encoding="utf-8")
    chromium.away()
    chromium.open(path)
    yield chromium
    assert chromium.problems == []
    assert chromium.requests == []


@pytest.mark.browser
def test_numbers_stay_in_sight_while_the_table_is_moved(wide):
    places = ["thead th:nth-of-type(1)", "tbody th", ".corner", "tbody td"]
    before = [wide.evaluate(BOX % place) for place in places]
    wide.evaluate("document.querySelector('.scroll').scrollTo(500, 300)")
    after = [wide.evaluate(BOX % place) for place in places]
    moved = [(x - u, y - v) for (x, y), (u, v) in zip(before, after, strict=True)]
    assert moved == [(500, 0), (0, 300), (0, 0), (500, 300)]


@pytest.mark.browser
@pytest.mark.parametrize("width", [400, 1280])
def test_the_table_is_moved_and_not_the_page(wide, width):
    wide.size(width, 800)
    try:
        assert wide.evaluate("document.documentElement.scrollWidth") == width
        assert wide.evaluate("document.querySelector('.scroll').scrollWidth") > 80 * 40
        wide.evaluate("document.querySelector('.scroll').focus()")
        wide.press("ArrowRight")
        wide.wait_for("document.querySelector('.scroll').scrollLeft > 0", True)
    finally:
        wide.size(1280, 900)


@pytest.mark.browser
def test_colors_follow_the_system(wide):
    paper = COLOR % ("body", "backgroundColor")
    tint = COLOR % ("col.anchor", "backgroundColor")
    assert wide.evaluate(paper) == rgb(LIGHT.paper)
    light = wide.evaluate(tint)
    wide.media(prefers_color_scheme="dark")
    try:
        assert wide.evaluate(paper) == rgb(DARK.paper)
        assert wide.evaluate(COLOR % ("tbody td", "color")) == rgb(DARK.ink)
        assert wide.evaluate(tint) not in {light, wide.evaluate(paper)}
    finally:
        wide.media()


@pytest.mark.browser
def test_gaps_are_fainter_than_words(wide):
    gap = wide.evaluate(COLOR % ("tbody .gap", "color"))
    assert gap not in {rgb(LIGHT.ink), wide.evaluate(COLOR % ("tbody td:not(.gap)", "color"))}


@pytest.mark.browser
def test_page_prints_all_rows(wide):
    wide.call("Emulation.setEmulatedMedia", media="print")
    try:
        box = "((e) => e.clientHeight >= e.querySelector('table').offsetHeight)"
        assert wide.evaluate(f"{box}(document.querySelector('.scroll'))")
    finally:
        wide.call("Emulation.setEmulatedMedia", media="")
