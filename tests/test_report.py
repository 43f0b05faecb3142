"""Marked text, tables and the HTML page, from plain records."""

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from spacy_citalign.cli.demo import mark_html
from spacy_citalign.report.demo_sentences import SENTENCES
from spacy_citalign.report.marked import marked_text, printable, without_overlaps
from spacy_citalign.report.page import count_wordings, html_page, mark_settings
from spacy_citalign.report.table import plain_table, score_tables

VOID = {"meta", "br", "link", "img", "hr", "input"}
TEXT = "p53 binds MDM2."


def mention(start: int, end: int, confidence: float | None = None) -> dict[str, object]:
    return {"start_char": start, "end_char": end, "confidence": confidence}


class Outline(HTMLParser):
    """Text of the page, and whether every tag is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.starts: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.starts.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def outline(html: str) -> Outline:
    parser = Outline()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def a_page() -> str:
    text = "Is <b>p53</b> & MDM2 <script>alert(1)</script>?"
    start = text.index("p53")
    found = [[mention(start, start + 3, 0.98)]]
    fragments = [mark_html(text, found[0], label="GENE")]
    return html_page("A <title>", "In & out", fragments, counts=count_wordings([text], found))


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        ([], "p53 binds MDM2."),
        ([mention(0, 3, 0.98)], "[p53 0.98] binds MDM2."),
        ([mention(0, 3)], "[p53] binds MDM2."),
        ([mention(10, 14), mention(0, 3)], "[p53] binds [MDM2]."),
        ([mention(0, 15)], "[p53 binds MDM2.]"),
        ([mention(0, 3), mention(0, 9)], "[p53 binds] MDM2."),
        ([mention(4, 4)], "p53 binds MDM2."),
    ],
)
def test_marked_text_has_brackets(mentions, expected):
    assert marked_text(TEXT, mentions) == expected


def test_marked_text_in_colour_adds_escape_codes_only():
    marked = marked_text(TEXT, [mention(0, 3)], colour=True)
    assert marked.startswith("\x1b[1;32mp53\x1b[0m")
    assert "[p53" not in marked


def test_control_characters_do_not_reach_the_terminal():
    assert marked_text("\x1b[2Jp53\tand\nMDM2\x9b", []) == "\ufffd[2Jp53\tand\nMDM2\ufffd"


def test_printable_keeps_every_offset():
    text = "".join(map(chr, range(200))) + "\U0001f600"
    assert len(printable(text)) == len(text)


def test_without_overlaps_counts_what_it_leaves_out():
    kept, left_out = without_overlaps([mention(2, 6), mention(0, 3), mention(6, 8)])
    assert [m["start_char"] for m in kept] == [0, 6]
    assert left_out == 1


def test_plain_table_aligns_columns():
    assert plain_table(["a", "F"], [["long name", "1.00"]]).splitlines() == [
        "a             F",
        "---------  ----",
        "long name  1.00",
    ]


def test_score_tables_puts_precision_recall_and_f_in_one_row():
    scores = {
        "genes_p": 0.5,
        "genes_r": 0.25,
        "genes_f": 2 * 0.5 * 0.25 / (0.5 + 0.25),
        "per_type": {"GENE": {"p": 1.0, "r": 0.0, "f": 0.0}},
        "none_f": None,
        "true_positives": 12,
        "token_acc": 0.98765,
        "speed": 12345.67,
        "notes": "not a number",
        "flag": True,
    }
    rows = [line.split() for line in score_tables(scores).splitlines()]
    assert ["genes", "50.00", "25.00", "33.33"] in rows
    assert ["per_type", "GENE", "100.00", "0.00", "0.00"] in rows
    assert ["none", "-", "-", "-"] in rows
    assert ["true_positives", "12"] in rows
    assert ["token_acc", "0.9877"] in rows
    assert ["speed", "12345.7"] in rows
    assert not any("notes" in row or "flag" in row for row in rows)


def test_score_tables_of_no_numbers_is_empty():
    assert score_tables({}) == ""


def test_page_is_whole_and_names_language_charset_and_title():
    html = a_page()
    page = outline(html)
    assert html.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in page.starts
    assert ("meta", {"charset": "utf-8"}) in page.starts
    assert "<title>A &lt;title&gt;</title>" in html


def test_page_escapes_markup_of_the_text():
    page = outline(a_page())
    assert not {"script", "b"} & {tag for tag, _ in page.starts}
    assert "Is <b>p530.98</b> & MDM2 <script>alert(1)</script>?" in page.text


def test_page_stands_alone():
    html = a_page()
    assert "http" not in html
    assert not any("src" in attrs or "href" in attrs for _, attrs in outline(html).starts)


def test_page_replaces_control_characters():
    assert "\x00" not in html_page("t", "i", [mark_html("a\x00b", [], label="GENE")])


def test_page_without_counts_has_no_table():
    assert "<table>" not in html_page("t", "i", [])


def test_marks_of_surer_mentions_are_deeper():
    lightness = [
        int(mark_settings(mention(0, 1, c))["bg"].split()[-1].rstrip("%)")) for c in (0.0, 0.5, 1.0)
    ]
    assert lightness == sorted(lightness, reverse=True)
    assert mark_settings(mention(0, 1))["number"] == ""


def test_count_wordings_puts_the_frequent_first():
    texts = ["p53 p53", "MDM2 p53", "ATM"]
    found = [
        [mention(0, 3, 0.5), mention(4, 7, 1.0)],
        [mention(0, 4), mention(5, 8, 0.6)],
        [mention(0, 3, 1.0)],
    ]
    assert count_wordings(texts, found) == [
        ["p53", "3", f"{(0.5 + 1.0 + 0.6) / 3:.2f}"],
        ["ATM", "1", "1.00"],
        ["MDM2", "1", ""],
    ]


def test_demo_sentences_are_distinct_and_complete():
    assert 12 <= len(SENTENCES) <= 16
    assert len(set(SENTENCES)) == len(SENTENCES)
    assert all(text.endswith(".") and "  " not in text for text in SENTENCES)


@pytest.mark.browser
def test_page_opens_in_a_browser(tmp_path: Path):
    names = ("chromium", "chromium-browser", "google-chrome", "chrome", "headless_shell")
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        pytest.skip("no Chromium on this machine: the page was not opened in a browser")
    path = tmp_path / "page.html"
    path.write_text(a_page(), encoding="utf-8")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'home'}",
    ]
    done = subprocess.run(
        [browser, *options, "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.count('<mark class="entity"') == 1
    assert "&lt;script&gt;" in done.stdout
    picture = tmp_path / "page.png"
    subprocess.run(
        [browser, *options, f"--screenshot={picture}", path.as_uri()],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert picture.stat().st_size > 1000
