"""Aligned sentences as records, as a table, and as a page that is read without its script."""

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st
from report_rows import HOSTILE
from sentence_texts import DRAFT, FINAL, LINKS, pair_of, three_pairs

from spacy_citalign.app.report.sentence_page import sentence_page, sentences_html
from spacy_citalign.app.report.sentence_pairs import (
    NamedText,
    SentenceLink,
    TextPair,
    alone,
    partners,
)
from spacy_citalign.app.report.sentence_table import AGAIN, sentence_table
from spacy_citalign.app.report.text_width import display_width, wrapped

WORDS = st.lists(st.text("ab\u86cb\u0301", min_size=1, max_size=9), max_size=9)


# --- the records -----------------------------------------------------------------------------


def test_links_say_who_is_alone():
    pair = pair_of()
    assert (alone(pair, 0), alone(pair, 1)) == ([5], [5])
    assert [link.second for link in partners(pair, 0)[1]] == [1, 2]
    assert [link.first for link in partners(pair, 1)[4]] == [2, 3]


# --- the table -------------------------------------------------------------------------------


def test_table_has_both_sentences_of_a_link_side_by_side():
    assert sentence_table([pair_of()], width=60).splitlines()[:11] == [
        "draft.txt and final.txt: 6 links",
        "",
        "sure     draft.txt                   final.txt",
        "0.97  1  Mountain frogs sleep     1  Most of the winter,",
        "         through most of the         mountain frogs are",
        "         winter.                     asleep.",
        "0.94  2  In spring they wake      2  They wake in spring,",
        "         when the ice melts, and     when the ice melts.",
        "         the males begin to call",
        "         at night.",
        f"0.88  2  {AGAIN}               3  Then males call at",
    ]


def test_a_sentence_is_repeated_where_it_does_not_stand_right_above():
    lines = sentence_table([pair_of()], width=200).splitlines()
    assert lines[5].split() == ["0.88", "2", *AGAIN.split(), "3", *FINAL[2].split()]
    assert lines[7].endswith(f"5  {AGAIN}")
    crossed = pair_of(links=[(0, 1, 0.5), (1, 0, 0.5), (2, 1, 0.5)])
    assert sentence_table([crossed], width=200).count(FINAL[1]) == 2


def test_sentences_without_a_partner_are_listed_on_request():
    table = sentence_table([pair_of()], width=200, unaligned=True)
    assert table.endswith(
        f"without a partner in draft.txt:\n      6  {DRAFT[5]}\n\n"
        f"without a partner in final.txt:\n      6  {FINAL[5]}"
    )
    assert DRAFT[5] not in sentence_table([pair_of()], width=200)


def test_every_pair_has_its_table():
    heads = re.findall(r"^.* and .*: .*$", sentence_table(three_pairs()), re.MULTILINE)
    assert heads == [
        "draft.txt and final.txt: 6 links",
        "draft.txt and sum.txt: 2 links",
        "final.txt and sum.txt: 2 links",
    ]


def test_tables_of_nothing():
    assert sentence_table([]) == "no texts"
    none = pair_of(links=[])
    assert sentence_table([none]) == "draft.txt and final.txt: no sentences are aligned"
    assert sentence_table([pair_of([""], [""], [(0, 0, 1.0)])]).endswith("1.00  1             1")


@given(WORDS, WORDS, st.integers(20, 60))
def test_table_fits_its_width_and_holds_all_words(first, second, width):
    pair = pair_of([" ".join(first)], [" ".join(second)], [(0, 0, 0.5)])
    lines = sentence_table([pair], width=width).splitlines()[3:]
    assert all(display_width(line) <= max(width, 4 + 2 + 8 + 24) for line in lines)
    letters = sorted("".join(first + second))
    assert (
        sorted("".join(lines).replace("0.50  1", "").replace("1", "").replace(" ", "")) == letters
    )


@given(WORDS, st.integers(2, 12), st.integers(2, 12))
def test_wrapped_lines_keep_words_whole_that_have_room(words, width, most):
    lines = wrapped(words, width, most)
    assert "".join(lines).replace(" ", "") == "".join(words)
    assert all(display_width(line) <= max(width, most) for line in lines)
    short = [word for word in words if display_width(word) <= most]
    found = [part for line in lines for part in line.split(" ")]
    assert all(word in found for word in short)


def test_table_obeys_no_control_characters():
    pair = pair_of(HOSTILE, HOSTILE, [(0, 0, 0.5), (2, 2, 0.5)], names=HOSTILE[1:])
    table = sentence_table([pair], width=70, unaligned=True)
    assert all(character.isprintable() or character == "\n" for character in table)


# --- the page without its script -------------------------------------------------------------


class Page(HTMLParser):
    """The elements of a page: (name, attributes, own text), in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))
        if tag != "meta":
            self._open.append(self.elements[-1])

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        for _, _, texts in self._open:
            texts.append(data)

    def all(self, *names, **wanted):
        found = [one for one in self.elements if one[0] in names]
        wanted = {name.rstrip("_"): value for name, value in wanted.items()}
        return [
            (attrs, "".join(texts)) for _, attrs, texts in found if wanted.items() <= attrs.items()
        ]


def test_each_sentence_names_its_partners_with_links():
    page = Page(sentence_page([pair_of()]))
    items = {attrs["id"]: text for attrs, text in page.all("li")}
    assert len(items) == len(DRAFT) + len(FINAL)
    assert items["texts-1-a2"] == f"{DRAFT[1]} 2 0.94 3 0.88"
    assert items["texts-1-b5"] == f"{FINAL[4]} 3 0.45 4 0.90"
    assert items["texts-1-a6"] == DRAFT[5]
    hrefs = [attrs["href"] for attrs, _ in page.all("a", class_="partner")]
    assert len(hrefs) == 2 * len(LINKS)
    assert {href.removeprefix("#") for href in hrefs} <= items.keys()
    labels = [attrs["aria-label"] for attrs, _ in page.all("a", class_="partner")]
    assert labels[:2] == ["Partner 1, probability 0.97", "Partner 2, probability 0.94"]


def test_sentences_without_a_partner_are_marked():
    page = Page(sentence_page([pair_of()]))
    assert [text for _, text in page.all("li", class_="alone")] == [DRAFT[5], FINAL[5]]
    assert [text for _, text in page.all("h2")] == ["draft.txt", "final.txt"]
    counts = [text for _, text in page.all("p", class_="counts")]
    assert counts == ["5 of 6 sentences aligned"] * 2
    assert "2 texts · 12 sentences · 6 links" in page.all("p", class_="introduction")[0][1]


def test_several_pairs_are_listed_with_links_to_them():
    page = Page(sentence_page(three_pairs()))
    assert [attrs["id"] for attrs, _ in page.all("section")] == ["texts-1", "texts-2", "texts-3"]
    listed = [(attrs["href"], text) for attrs, text in page.all("a") if "class" not in attrs]
    assert listed[2] == ("#texts-3", "final.txt – sum.txt")
    ids = [attrs["id"] for _, attrs, _ in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert "3 texts · 14 sentences · 10 links" in page.all("p", class_="introduction")[0][1]


def test_language_of_the_texts_is_said_and_the_page_is_english():
    page = Page(sentence_page([pair_of(language="de")]))
    assert [attrs["lang"] for attrs, _ in page.all("ol")] == ["de", "de"]
    assert page.all("html")[0][0]["lang"] == "en"
    assert all("lang" not in attrs for attrs, _ in Page(sentence_page([pair_of()])).all("ol"))


def test_policy_allows_the_page_s_own_style_and_script_and_nothing_else():
    text = sentence_page([pair_of()])
    page = Page(text)
    (policy,) = [a["content"] for a, _ in page.all("meta") if "http-equiv" in a]
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert policy.count("sha256-") == 2
    assert "unsafe" not in policy
    assert len(page.all("script")) == 1
    assert not page.all("link", "img", "iframe")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    assert text == sentence_page([pair_of()])


def test_fragments_share_no_ids_and_can_be_small():
    one, other = sentences_html([pair_of()]), sentences_html([pair_of()], minify=True)
    ids = [
        attrs["id"] for html in (one, other) for _, attrs, _ in Page(html).elements if "id" in attrs
    ]
    assert len(ids) == len(set(ids))
    assert len(other) < len(one)
    assert "<html" not in one


def test_page_of_nothing_says_so():
    assert "There are no two texts to show." in sentence_page([])
    empty = TextPair(NamedText("a", []), NamedText("b", ["It hops."]), [])
    page = Page(sentence_page([empty]))
    assert [text for _, text in page.all("li")] == ["no sentences", "It hops."]
    assert SentenceLink(0, 1, 0.5).indices == (0, 1)
