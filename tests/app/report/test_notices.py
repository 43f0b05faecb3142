"""Notices in words: retracted or what else, what was said after it, sentences of retracted ones."""

import re

import pytest
from report_rows import heat_row, pond_row, work, works

from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.app.report.notices import (
    notice_view,
    retracted_articles,
    said_after,
    said_by_retracted,
    time_of,
)
from spacy_citalign.schema import Article

RETRACTED = {
    "nature": "Retraction",
    "date": "2003-05-01",
    "notice": "10.5555/sorry",
    "reasons": ["Fake Ponds", "Error in <Text>"],
}


def pond(notice=RETRACTED, **retracted):
    """Sentences of 2001 (two), 2003 (three) and 2006 about a work with a notice; more by source."""
    row = pond_row(doi="10.5555/pond", retracted=notice)
    for citance in row["citances"]:
        if own := retracted.get(citance["source"]):
            citance["article"] = citance["article"] | {"retracted": own}
    return row


def said(html):
    """What is read, without styles, scripts and markup."""
    html = re.sub(r"(?s)<(script|style).*?</\1>", "", html)
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&nbsp;", " ").split())


# --- in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notice", "label", "retracted"),
    [
        (RETRACTED, "Retracted 2003-05-01", True),
        ({}, "Retracted", True),
        ({"nature": "Expression of concern", "date": "2014"}, "Expression of concern 2014", False),
        ({"nature": "Correction"}, "Correction", False),
        ({"nature": "Reinstatement", "date": "2019-01"}, "Reinstatement 2019-01", False),
        ({"nature": " \x1b[2J "}, "[2J", False),
        ({"nature": ""}, "Notice", False),
    ],
)
def test_only_a_retraction_is_called_one(notice, label, retracted):
    view = notice_view(Article(retracted=notice))
    assert (view.label, view.retracted) == (label, retracted)
    assert notice_view(Article()) is None


def test_sentences_of_later_years_are_said_after_the_notice():
    answer = work(pond())
    times = [time_of(answer, citance) for citance in answer.citances]
    assert times == ["before", "before", "same", "same", "same", "after"]
    assert (
        said_after(answer) == "1 of 6 sentences is of later years than the notice, 3 of its year."
    )


def test_years_that_are_not_known_are_told():
    row = pond()
    row["citances"][0]["article"] = {"title": "Frogs at night", "year": "in press"}
    row["citances"][5]["article"] = None
    assert said_after(work(row)) == (
        "0 of 6 sentences are of later years than the notice, 3 of its year; the year of 2 is not "
        "known."
    )
    assert (
        said_after(work(pond({"nature": "Retraction"}))) == "The year of the notice is not known."
    )
    assert said_after(work(pond_row())) == ""


def test_retracted_articles_that_cite_are_counted():
    answer = work(pond(None, PMC2=RETRACTED, PMC4={"nature": "Correction"}))
    assert said_by_retracted(answer) == "2 sentences are of 1 article that was retracted."
    assert [retracted_articles(answer, one.places) for one in answer.statements] == [1, 0]
    assert said_by_retracted(work(pond())) == ""


# --- in a terminal ---------------------------------------------------------------------------


def test_the_terminal_says_it_before_what_the_work_is_cited_for():
    lines = answer_text([work(pond(PMC2=RETRACTED))]).splitlines()
    assert lines[:6] == [
        "Croak1 wakes frogs: 6 sentences of 4 articles, 1 differs",
        "    RETRACTED 2003-05-01 (10.5555/sorry): Fake Ponds; Error in <Text>",
        "    1 of 6 sentences is of later years than the notice, 3 of its year.",
        "    2 sentences are of 1 article that was retracted.",
        '    "Croak1 wakes frogs in cold ponds [4]." (3 sentences of 3 articles, 1',
        "    sentence after the notice, 1 article retracted)",
    ]
    concern = {"nature": "Expression of concern", "reasons": ["why " * 99]}
    lines = answer_text([work(pond(concern))], width=60).splitlines()
    assert lines[1].startswith("    Expression of concern: why why")
    assert max(map(len, lines)) <= 60
    assert len(lines) < 10


# --- in the page -----------------------------------------------------------------------------


def test_the_page_says_it_at_the_work_and_in_the_list():
    page = alignment_page(works([pond(), heat_row()]))
    text = said(page)
    assert (
        "Retracted 2003-05-01, DOI 10.5555/sorry: Fake Ponds; Error in &lt;Text&gt; 1 of 6 "
        "sentences is of later years than the notice, 3 of its year."
    ) in text
    assert '<a href="https://doi.org/10.5555/sorry"' in page
    assert "4 articles, 6 sentences · 1 differs Retracted 2003-05-01" in text
    assert page.count(" data-retracted>") == 1


def test_a_statement_says_how_often_it_was_said_after_the_notice():
    text = said(alignment_page(works([pond()])))
    assert "said in 3 sentences of 3 articles, 1 sentence after the notice Newt 2003" in text
    assert "said in 2 sentences of 2 articles Ibex 2003" in text


def test_each_citing_article_says_whether_it_is_of_after_the_notice():
    page = alignment_page(works([pond()]))
    articles = re.findall(r'<li class="article".*?<ol', page, re.DOTALL)
    assert [re.findall('data-time="(.*?)"', one) for one in articles] == [
        ["before"],
        ["same"],
        ["same"],
        ["after"],
    ]
    assert ["after the notice" in said(one) for one in articles] == [False, False, False, True]
    assert ["in the year of the" in said(one) for one in articles] == [False, True, True, False]


def test_a_citing_article_that_was_retracted_has_the_badge_wherever_it_is_quoted():
    page = alignment_page(works([pond(None, PMC2=RETRACTED)]))
    text = said(page)
    assert "2 sentences are of 1 article that was retracted." in text
    assert "said in 3 sentences of 3 articles, 1 article retracted" in text
    assert "Newt 2003, Results Retracted 2003-05-01" in text  # the quotation of the statement
    assert "Newt 2003, Discussion Retracted 2003-05-01" in text  # that who differs
    assert "data-time" not in page
    assert 'class="notice' not in page


def test_what_is_no_retraction_looks_like_none():
    concern = {"nature": "Expression of concern", "date": "2003"}
    page = alignment_page(works([pond(concern, PMC4={"nature": "Correction"})]))
    assert "Expression of concern 2003 1 of 6 sentences is" in said(page)
    assert "Toads" in said(page)
    assert "Correction" in said(page)
    assert "retracted" not in re.sub(r"(?s)<(script|style).*?</\1>", "", page)


def test_a_page_without_notices_says_nothing_of_them():
    page = re.sub(r"(?s)<(script|style).*?</\1>", "", alignment_page(works([pond_row()])))
    assert "notice" not in page
    assert "etract" not in page


def test_what_others_wrote_stays_text():
    notice = {
        "nature": "<b>Retraction",
        "notice": "javascript:alert(1)",
        "reasons": ["</p><script>"],
    }
    page = alignment_page(works([pond(notice)]))
    assert "&lt;b&gt;Retraction" in page
    assert "<b>Retraction" not in page
    assert "</p><script>:" not in page
    assert 'href="javascript' not in page
