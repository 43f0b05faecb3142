"""A work in the page as text: what the answer says without the script, and the list of works."""

import re

from report_rows import heat_row, pond_row, work, works

from spacy_citalign.app.report.alignment_page import alignment_page, group_html
from spacy_citalign.app.report.work_html import Entry, sections


def said(html):
    """What is read, without styles, scripts and markup."""
    html = re.sub(r"(?s)<(script|style).*?</\1>", "", html)
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&nbsp;", " ").split())


def test_the_answer_is_read_without_the_script():
    text = said(alignment_page(works([pond_row()])))
    for part in (
        "6 sentences of 4 articles cite it · 2 of them by its own authors · 1 differs",
        "What it is cited for Croak1 wakes frogs in cold ponds [4].",
        "said in 3 sentences of 3 articles Newt 2003, Results",
        "Shared words: Croak1 · wakes",
        "Who differs By its wording 1 sentence contrasts with the work, denies or corrects it: "
        "evidence to read, not a verdict. In contrast to earlier reports [4]",
        "Introduction 2, Results 2, Discussion 1, other 1",
        "GenesCroak1 4",
        "self-citation",
    ):
        assert part in text
    assert text.index("What it is cited for") < text.index("The sentences that cite it")


def test_what_may_not_belong_is_folded_and_no_verdict():
    row = pond_row()
    assert "May not fit" not in alignment_page(works([row]))
    row["odd"] = [{"place": 1, "probability": 0.3}]
    assert (
        "May not fit the others: look at it This sentence shares few words with the others and "
        "with the title. That may be right, or a mark that is out of place."
    ) in said(alignment_page(works([row])))


def test_under_what_may_not_belong_stands_what_it_would_fit():
    row = pond_row()
    row["odd"] = [{"place": 1, "probability": 0.3}]
    unknown = "What else it would fit is not known"
    assert unknown in said(alignment_page(works([row])))
    row["odd"][0]["fits"] = {"title": "Toads", "label": "7", "why": "next", "better": 2.0}
    text = said(alignment_page(works([row])))
    assert "Fits better: the next reference of its article, [7] Toads" in text
    assert unknown not in text


def test_it_is_said_whose_disagreement_it_is():
    row = pond_row()
    row["differing"][0] |= {"probability": 0.9, "who": "third", "by": "Ott [4]"}
    assert "by Ott [4]" in said(alignment_page(works([row])))
    row["differing"][0] |= {"who": "author"}
    assert "by the author" in said(alignment_page(works([row])))


def test_none_found_is_said_where_somebody_looked():
    row = pond_row() | {"differing": []}
    assert "Who differs" not in said(alignment_page(works([row])))
    text = said(alignment_page(works([row | {"comparing": []}])))
    assert (
        "None found among 6 sentences; of the disputes that a reader finds, this finds about"
        in text
    )
    assert "Sentences that compare" not in text


def test_at_another_probability_only_what_is_known_is_said():
    row = pond_row() | {"differing": [], "comparing": [], "min_differs": 0.5}
    assert (
        "None found among 6 sentences with probability 0.5 and more; how many of the disputes that "
        "a reader finds this finds is known for 0.7 only: about"
    ) in said(alignment_page(works([row])))


def test_how_likely_it_is_is_told():
    row = pond_row() | {"comparing": [], "odd": [{"place": 1, "probability": 0.3}]}
    row["differing"][0] |= {"probability": 0.913, "who": "author"}
    text = said(alignment_page(works([row])))
    assert "by the author 0.91" in text
    assert "0.30" in text
    assert "not a verdict. Of the disputes that a reader finds, this finds about" in text


def test_directions_are_told_with_their_sentences():
    sides = [
        {"says": "raises", "places": [0, 3], "articles": 2},
        {"says": "lowers", "places": [2], "articles": 1},
    ]
    told = {"directions": [{"agent": "Croak1", "target": "sleep", "sides": sides}]}
    text = "sleep: 2 articles say that Croak1 raises it, 1 that Croak1 lowers it"
    html = alignment_page(works([pond_row() | told]))
    assert re.search(rf"Who differs {text} \(sentences \d, \d; \d\) By its wording", said(html))
    assert "data-disputed" in html
    silent = said(alignment_page(works([pond_row() | told | {"differing": [], "comparing": []}])))
    assert "In so many words, none found among 6 sentences; of the" in silent


def test_sentences_that_compare_are_folded_the_likeliest_first():
    row = pond_row() | {"differing": []}
    row["comparing"] = [
        {"place": place, "start": 0, "end": 5, "probability": probability, "who": "author"}
        for place, probability in ((0, 0.3), (2, 0.6))
    ]
    html = alignment_page(works([row]))
    text = said(html).partition("Sentences that compare: 2")[2]
    assert text.strip().startswith(row["citances"][2]["text"][:14])
    assert "<summary>Sentences that compare: 2</summary>" in html


def test_years_are_a_picture_with_a_text():
    html = alignment_page(works([pond_row()]))
    assert 'role="img" aria-label="By year: 2001: 1, 2003: 2, 2006: 1"' in html
    assert html.count("<rect ") == 3
    assert "style=" not in html.partition("<body")[2]


def test_variants_in_wording_stand_below_the_statement():
    row = heat_row()
    names = {one["wordings"][0]: one["class"] for one in row["classes"]}
    row["statements"] = [{"classes": [names["protects"]], "places": [0, 1, 2], "articles": None}]
    text = said(alignment_page(works([row])))
    assert "said in 3 sentences" in text
    assert "in other words protects: protection 1 Sentences 1, 2, 3" in text


def test_rows_without_statements_have_no_card():
    assert "What it is cited for" not in said(alignment_page(works([heat_row()])))
    empty = heat_row()
    empty["statements"] = []
    assert "No two of these sentences say the same" in said(alignment_page(works([empty])))


def test_sentences_and_statements_have_addresses_on_a_page_and_none_in_a_notebook():
    html = alignment_page(works([pond_row()]))
    ids = re.findall(r' id="(work-[^"]*)"', html)
    assert len(set(ids)) == len(ids)
    assert {"work-pond:1", "work-pond:6", "work-pond:said-1", "work-pond:differ"} <= {*ids}
    fragment = group_html(work(pond_row()))
    assert re.findall(r' id="(?!citalign)', fragment) == []
    assert 'href="#' not in fragment.partition("<article")[2].partition("<script")[0]


def entry(title, articles, citances, kind=None):
    return Entry("", title, "", "", citances, articles, kind)


def test_works_are_listed_by_articles_then_sentences_those_of_one_article_apart():
    entries = [
        entry("a", 1, 25),
        entry("b", 2, 3),
        entry("c", 3, 3),
        entry("d", 2, 9),
        entry("e", None, 4),
        entry("f", 1, 30),
    ]
    lists = [(heading, [one.title for one in listed]) for heading, listed in sections(entries)]
    assert lists == [("", ["c", "d", "b", "e"]), ("Cited by one article", ["f", "a"])]
    assert sections(entries[:1]) == [("Cited by one article", entries[:1])]


def test_methods_are_listed_apart_behind_findings_and_reviews_of_as_many_articles():
    entries = [
        entry("m", 9, 40, "method"),
        entry("f", 2, 3, "finding"),
        entry("r", 3, 3, "review"),
        entry("old", 2, 9),
        entry("n", 1, 30, "method"),
        entry("g", 1, 2, "finding"),
    ]
    lists = [(heading, [one.title for one in listed]) for heading, listed in sections(entries)]
    assert lists == [
        ("", ["r", "old", "f"]),
        ("Methods and resources", ["m"]),
        ("Cited by one article", ["g"]),
        ("Methods and resources, cited by one article", ["n"]),
    ]


def test_what_a_method_is_used_for():
    text = said(
        alignment_page(works([pond_row() | {"kind": "method"}, heat_row() | {"kind": "review"}]))
    )
    assert "What it is used for Croak1 wakes frogs" in text
    assert "What it is cited for" not in text
    assert "Ibex A 1999 · review · 5 sentences" in text
    assert text.index("Zork2 and the heat", text.index("2 works")) < text.index("Methods and")


def test_the_list_counts_articles_beside_sentences():
    one = pond_row()
    for citance in one["citances"]:
        citance["source"] = "PMC1"
    text = said(alignment_page(works([one | {"articles": 1}, pond_row(), heat_row()])))
    assert "Croak1 wakes frogs4 articles, 6 sentences" in text
    assert "Ibex A 1999 · 5 sentences" in text
    assert "Cited by one article Croak1 wakes frogs6 sentences" in text
