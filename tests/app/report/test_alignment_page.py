"""The page of aligned citances as text: what it says, and that nothing in it can be obeyed."""

import json
import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_rows import HEAT, aligned_row, heat_row, random_merges, work, works

from spacy_citalign.answer_rows import FailedRow, read_answer
from spacy_citalign.app.report.alignment_page import (
    alignment_page,
    group_html,
    render_work,
    write_alignment_page,
)
from spacy_citalign.app.report.class_summary import class_summaries
from spacy_citalign.app.report.colors import DARK, LIGHT, TINT, color_rules
from spacy_citalign.app.report.page_data import STEP, movable_merges, page_data
from spacy_citalign.app.report.safe_html import harmless, identifier_url, link, plain, script_json
from tests.app.report.color_contrast import contrast, mixed

VOID = {"meta", "br", "link", "img", "hr", "input"}
AA = 4.5  # least contrast of text by WCAG 2.1


class Outline(HTMLParser):
    """The elements of a page; every element is closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def links(self):
        return [a["href"] for tag, a in self.tags if tag == "a" and not a["href"].startswith("#")]


def data_of(html):
    """What stands in the data scripts."""
    found = re.findall(r'<script type="application/json" class="data">(.*?)</script>', html)
    return [json.loads(text) for text in found]


def without_tags(html):
    return re.sub(r"<[^>]*>", "", html)


# --- what the page says ----------------------------------------------------------------------


def test_page_has_the_texts_the_work_and_its_links_without_the_script():
    html = alignment_page(
        works([heat_row()]), title="A & B", introduction="In <short>", note="The end"
    )
    outline = Outline(html)
    said = without_tags(re.sub(r"(?s)<(script|style).*?</\1>", "", html))
    for text in (*HEAT, "Zork2 and the heat", "Ibex A", "1999", "Annals of Invented Biology"):
        assert plain(text) in said
    for text in ("A citing article", "2004", "Results / Signalling", "5 sentences cite it"):
        assert text in said
    assert "accuracy" not in said
    assert "<title>A &amp; B</title>" in html
    assert "In &lt;short&gt;" in html
    assert "The end" in html
    assert outline.links() == [
        "https://doi.org/10.1000/heat.1",
        "https://pubmed.ncbi.nlm.nih.gov/12345/",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC678/",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC99/",
    ]
    outward = [a for tag, a in outline.tags if tag == "a" and a["href"].startswith("https:")]
    assert {a["rel"] for a in outward} == {"noopener noreferrer"}
    assert ("html", {"lang": "en"}) in outline.tags


def test_marks_of_citation_are_told_apart_and_the_text_stays_whole():
    html = alignment_page(works([heat_row()]))
    assert 'heat shock [<span class="mark">3</span>, <span class="mark own">7</span>].</p>' in html


def test_text_with_a_class_and_words_only_is_enough():
    row = {"cited": {"key": "k"}, "citances": [{"text": "Zork2 binds."}, {"text": "It binds."}]}
    html = alignment_page(works([row]))
    assert "Zork2 binds.</p>" in html
    assert "2 sentences cite it" in html
    assert data_of(html) == []


def test_streamed_page_is_the_same_and_works_are_taken_one_by_one():
    handle = StringIO()
    seen = []

    def rendered():
        for key in ("one", "two"):
            seen.append((key, handle.tell()))
            yield render_work(work(aligned_row(key, HEAT)))

    write_alignment_page(rendered(), handle)
    assert handle.getvalue() == alignment_page(
        works([aligned_row("one", HEAT), aligned_row("two", HEAT)])
    )
    (_, before), (_, after) = seen
    assert before < after  # the first work was written before the second was asked for


def test_failed_rows_and_problems_are_told_in_one_line_with_details():
    rows = [
        {"line": 3, "error": "no <texts>"},
        heat_row(),
        {"citances": []},
        {"cited": {"key": "x"}},
    ]
    html = alignment_page(works(rows), problems=["a file was left out"])
    failed = html.partition('<section class="failed" aria-label="Not shown">')[2]
    assert failed.startswith("<details><summary>Not shown: <bdi>4 problems</bdi></summary>")
    for message in (
        "Line 3: no &lt;texts&gt;",
        "Line 3: the group has no &quot;cited&quot; with a &quot;key&quot;",
        "Line 4: citances is a JSON null; write an array",
        "a file was left out",
    ):
        assert message in failed
    assert html.count("<article") == 1


def test_page_without_works_says_so():
    assert "There are no citing sentences to show." in alignment_page([])


def test_works_have_addresses_of_their_own():
    keys = ["10.1/a b", "10.1/a-b", "10.1/a-b", "\u05e9", "\ud800"]
    rows = [{"cited": {"key": key}, "citances": [{"text": "x"}]} for key in keys]
    html = alignment_page(works(rows))
    ids = re.findall(r'<article class="work" id="([^"]*)"', html)
    assert ids[:3] == ["work-10-1-a-b", "work-10-1-a-b.2", "work-10-1-a-b.3"]
    assert len(set(ids)) == len(keys)
    assert re.findall(r'<li data-[^>]*><a href="#([^"]*)"', html) == ids


# --- what the script is given ----------------------------------------------------------------


def test_data_are_compact_and_offsets_are_those_of_javascript():
    row = {
        "cited": {"key": "k"},
        "citances": [
            {"text": "a\U0001f600 Zork2", "words": [[3, 8]], "classes": ["7"]},
            {"text": "zork2 is it", "words": [[0, 5], [9, 11]], "classes": ["7", None]},
        ],
    }
    assert page_data(work(row), class_summaries(work(row))) == {
        "threshold": None,
        "names": ["7"],
        "kinds": [0],
        "confidence": [None],
        "rarity": [1.0],
        "genes": [[]],
        "terms": [[]],
        "statements": [],
        "words": [[4, 5, 1], [0, 5, 1, 4, 2, 0]],
        "fixed": "this alignment has no merges: it was made without a threshold",
    }


def test_heights_are_whole_steps_that_pass_a_threshold_where_the_heights_do():
    merges, row = random_merges(0)
    steps_of = movable_merges(work(row))["height"]
    for steps, height in zip(steps_of, merges.height, strict=True):
        assert 0 <= height - steps * STEP < STEP


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda m: m["height"].pop(), "differ in length"),
        (lambda m: m["height"].reverse(), "heights do not descend"),
        (lambda m: m["first"].__setitem__(0, 10**6), "clusters that are not there"),
        (lambda m: m["first"].__setitem__(1, m["first"][0]), "clusters that are not there"),
        (lambda m: m["units"].pop(), "not one unit for each word"),
        (lambda m: m["units"][0].__setitem__(0, -1), "merges.units[0][0] is -1"),
        (lambda m: m["units"][1].__setitem__(0, 0), "of several"),
        (lambda m: m["units"][1].__setitem__(0, 10**5), "more units than words"),
        (lambda m: m.pop("units"), "merges has no units"),
        (lambda m: m["height"].__setitem__(0, float("inf")), "merges.height[0] is inf"),
    ],
)
def test_merges_that_are_none_fix_the_threshold_and_say_why(change, why):
    row = heat_row()
    change(row["merges"])
    (data,) = data_of(alignment_page(works([row])))
    assert "first" not in data
    assert data["fixed"].startswith("the merges of this group cannot be used: ")
    assert why in data["fixed"]


@pytest.mark.parametrize(
    ("citance", "why"),
    [
        (
            {"words": [[0, 99]], "classes": ["1"]},
            "citance 1: words[0] is [0, 99], which is not in its text of 11 characters",
        ),
        (
            {"words": [[0, 3], [2, 4]], "classes": ["1", "1"]},
            "words[1] is [2, 4] and begins before the end of the word before it",
        ),
        ({"words": [[0, 3]], "classes": []}, "citance 1: classes has 0 entries for 1 words"),
        ({"words": [0], "classes": ["1"]}, "words[0] is a JSON number; write [start, end]"),
        ({"words": 5}, "citance 1: words is a JSON number; write an array"),
        ({"words": [[0]], "classes": ["1"]}, "words[0] is [0]; write [start, end]"),
        ({"words": [[0, 1, 2]], "classes": ["1"]}, "words[0] is [0, 1, 2]; write [start, end]"),
        ({"words": [[0, 3]], "classes": [""]}, "classes has a class without a name"),
        ({"words": [[0, 3]], "classes": [[]]}, "classes[0] is a JSON array; write a string"),
    ],
)
def test_words_that_are_none_are_said_and_the_texts_are_shown(citance, why):
    html = alignment_page(
        works([{"cited": {"key": "k"}, "citances": [{"text": "Zork2 binds"} | citance]}])
    )
    assert "The alignment of this group cannot be shown: " in html
    assert why in html
    assert "Zork2 binds</p>" in html
    assert data_of(html) == []


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.just(10**400)
    | st.floats()
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
FIELDS = ("id", "source", "section", "article", "citations", "words", "classes", "self_citation")
GROUP_FIELDS = ("classes", "merges", "threshold", "articles", "statements", "differing")


@given(
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4),
    st.dictionaries(st.sampled_from(GROUP_FIELDS), JSON),
    st.dictionaries(st.sampled_from(("title", "doi", "pmid", "pmcid", "year", "source")), JSON),
)
def test_any_json_in_optional_fields_makes_a_page(citance, group, cited):
    row = {"cited": {**cited, "key": "k"}, "citances": [{**citance, "text": "Zork2"}], **group}
    html = alignment_page(works([row]))
    html.encode()
    Outline(html)
    assert "Zork2</p>" in html.replace("</span>", "")


@pytest.mark.parametrize("row", [None, 5, [], "x", {}, {"cited": 1}, {"error": None}])
def test_rows_that_are_none_are_failures(row):
    assert isinstance(read_answer(row, 4), FailedRow)
    assert "<li><bdi>Line 1: " in alignment_page(works([row])).partition("Not shown")[2]


# --- nothing is obeyed -----------------------------------------------------------------------


@given(st.text())
def test_harmless_text_keeps_its_length_and_can_be_written(text):
    done = harmless(text)
    assert len(done) == len(text)
    done.encode()
    assert harmless(done) == done


@given(st.recursive(st.text() | st.integers(), st.lists, max_leaves=5))
def test_json_in_a_script_is_read_back(value):
    text = script_json(value)
    assert not set("<>&\u2028\u2029") & set(text)
    text.encode()
    assert json.loads(text) == json.loads(
        re.sub("[\ud800-\udfff]", "\ufffd", json.dumps(value, ensure_ascii=False))
    )


@pytest.mark.parametrize(
    ("kind", "value", "url"),
    [
        ("doi", "10.1000/x", "https://doi.org/10.1000/x"),
        ("doi", "10.1000/a<b>#?%\"'", "https://doi.org/10.1000/a%3Cb%3E%23%3F%25%22%27"),
        ("doi", "https://doi.org/10.1000/x", None),
        ("doi", "10.1000/a b", None),
        ("doi", "10.1000/\u202ex", None),
        ("doi", "javascript:alert(1)", None),
        ("pmid", 123, "https://pubmed.ncbi.nlm.nih.gov/123/"),
        ("pmid", "0123", None),
        ("pmid", "\u0661\u0662", None),
        ("pmid", "12\n", None),
        ("pmcid", "PMC12", "https://pmc.ncbi.nlm.nih.gov/articles/PMC12/"),
        ("pmcid", "PMC12/../../x", None),
        ("pmcid", "pmc12", None),
    ],
)
def test_links_are_made_of_well_formed_identifiers_only(kind, value, url):
    assert identifier_url(kind, value) == url
    assert link(kind, value).startswith("<a " if url else "<bdi>")


def test_policy_allows_the_page_s_own_script_and_style_by_hash_and_nothing_else():
    html = alignment_page(works([heat_row()]))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert policy.count("'sha256-") == 3
    assert "unsafe" not in policy
    for tag, attributes in Outline(html).tags:
        assert not [name for name in attributes if name == "style" or name.startswith("on")], tag


def test_script_cannot_end_its_own_element_and_has_no_globals():
    (script,) = re.findall(r"(?s)<script>(\(function.*?)</script>", alignment_page([]))
    assert script.startswith('(function () {\n"use strict";')
    assert script.endswith("})();\n")
    for text in ("<!--", "</script", "innerHTML", "eval(", "window.name"):
        assert text not in script


# --- colours ---------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_all_text_has_enough_contrast(theme):
    for ground in (theme.paper, theme.panel):
        for color in (theme.ink, theme.faint):
            assert contrast(color, ground) >= AA
    for color in theme.classes:
        assert contrast(color, theme.paper) >= AA
        tinted = mixed(color, theme.paper, TINT)
        for text in (color, theme.ink, theme.faint):
            assert contrast(text, tinted) >= AA


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#ffffff", "#777777") == pytest.approx(4.48, abs=0.005)
    assert contrast("#123456", "#123456") == 1


def test_every_colour_is_there_in_both_themes_and_no_two_are_equal():
    assert len(LIGHT.classes) == len(DARK.classes) == len(set(LIGHT.classes)) == 12
    assert len(set(DARK.classes)) == 12
    rules = color_rules(".r")
    assert rules.count("--c11: ") == 3  # light, dark of the system, dark by choice
    assert ".r .c11 { --c: var(--c11); }" in rules


# --- fragments -------------------------------------------------------------------------------


def test_fragments_have_one_root_each_with_an_id_of_its_own():
    one, two = group_html(work(heat_row())), group_html(work(heat_row()))
    ids = [re.findall(r'id="([^"]*)"', text) for text in (one, two)]
    assert [len(own) for own in ids] == [1, 1]
    assert ids[0] != ids[1]
    Outline(one)
    assert "<html" not in one
    (style,) = re.findall(r"(?s)<style>(.*?)</style>", one)
    flat = re.sub(r"(?s)/\*.*?\*/", "", style)
    depth, heads, head = 0, [], ""
    for character in flat:
        if character == "{":
            if depth == 0:
                heads.append(head.strip())
            depth, head = depth + 1, ""
        elif character in "};":
            depth, head = depth - (character == "}"), ""
        else:
            head += character
    assert depth == 0
    assert all(".citalign" in part or part.startswith("@media") for part in heads)


def test_minified_fragment_is_smaller_and_says_the_same():
    whole, small = group_html(work(heat_row())), group_html(work(heat_row()), minify=True)
    assert len(small) < 0.9 * len(whole)
    assert data_of(small) == data_of(whole)
    assert "\n//" not in small
