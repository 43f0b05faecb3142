"""The answer card: statements, who differs, when, where, genes and terms; the order of classes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_rows import POND, heat_row, pond_row, work

from spacy_citalign.app.report.answer_card import answer_card
from spacy_citalign.app.report.citing_articles import PARTS, citing_articles, part_of
from spacy_citalign.app.report.class_summary import class_summaries, gene_names
from spacy_citalign.app.report.phrases import year_of
from spacy_citalign.app.report.sentence_pieces import Highlight, sentence_pieces
from spacy_citalign.schema import Citance, CitationMark


def card_of(row):
    answer = work(row)
    return answer_card(answer, citing_articles(answer), class_summaries(answer))


def facts_of(row):
    return {one.name: one for one in class_summaries(work(row)).values() if one.wordings}


def citance(text, marks=()):
    return Citance(text=text, citations=list(marks))


# --- articles --------------------------------------------------------------------------------


def test_sentences_of_one_article_stand_together_under_one_reference():
    row = pond_row()
    row["citances"].append(
        row["citances"][0] | {"text": "Croak1 again.", "words": [], "classes": []}
    )
    del row["statements"], row["differing"]
    articles = citing_articles(work(row))
    assert [article.reference.short for article in articles] == [
        "Zork 2001",
        "Newt 2003",
        "Ibex 2003",
        "Gnu 2006",
    ]
    assert [[one.place for one in article.sentences] for article in articles] == [
        [0, 1, 6],
        [2, 3],
        [4],
        [5],
    ]
    numbers = [one.number for article in articles for one in article.sentences]
    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    assert [article.self_citation for article in articles] == [True, False, False, False]


def test_sentences_of_unknown_articles_come_last_and_have_no_reference():
    row = {
        "cited": {"key": "k"},
        "citances": [{"text": "A."}, {"text": "B.", "source": "notes.txt"}],
    }
    known, unknown = citing_articles(work(row))
    assert (known.name, known.reference.short) == ("notes.txt", "notes.txt")
    assert (unknown.name, unknown.reference.short) == ("", "")


@pytest.mark.parametrize(
    ("section", "part"),
    [
        ("1. Background", "Introduction"),
        ("Materials and Methods / Mice", "Methods"),
        ("Results and discussion", "Results"),
        ("Ponds / Results", "Results"),
        ("4 Conclusions", "Discussion"),
        ("Authors' contributions", "other"),
        ("", ""),
    ],
)
def test_sections_are_parts_of_articles(section, part):
    assert part_of(section) == part
    assert part in (*PARTS, "")


@pytest.mark.parametrize(("text", "year"), [("2004", 2004), ("2004a", 2004), ("n.d.", None)])
def test_a_year_is_read(text, year):
    assert year_of(text) == year


# --- the card --------------------------------------------------------------------------------


def test_a_statement_has_its_central_sentence_its_support_and_its_words():
    first, second = card_of(pond_row()).statements
    assert [heading.name for heading in first.headings] == ["Croak1", "wakes"]
    assert "".join(piece.text for piece in first.quote.pieces) == POND[3][0]
    set_off = [(piece.text, piece.kind) for piece in first.quote.pieces if piece.name]
    assert set_off == [("Croak1", "w loud c0 u0"), ("wakes", "w loud c1 u0")]
    assert [piece.text for piece in first.quote.pieces if piece.kind == "mark own"] == ["4"]
    assert (first.sentences, first.articles) == ([1, 4, 6], 3)
    assert first.quote.reference.short == "Newt 2003"
    assert (second.sentences, second.articles) == ([2, 5], 2)


def test_of_a_single_article_sentences_are_counted_alone():
    row = pond_row()
    for one in row["citances"]:
        one["source"] = "PMC1"
    row |= {"articles": 1}
    row["statements"][0]["articles"] = 1
    card = card_of(row)
    assert card.statements[0].articles is None
    assert card.genes == [("Croak1", 5)]


def test_who_differs_has_the_cue_marked():
    (quote,) = card_of(pond_row()).differing
    assert [piece.text for piece in quote.pieces if piece.kind == "cue"] == ["In contrast to"]
    assert quote.sentence.number == 3


def test_sentences_that_may_not_belong_are_three_at_most():
    row = pond_row()
    assert card_of(row).odd == []
    row["odd"] = [{"place": place, "probability": 0.5 - place / 10} for place in (2, 0, 4, 1, 9)]
    assert [quote.sentence.place for quote in card_of(row).odd] == [2, 0, 4]


def test_years_and_parts_count_articles_and_sentences():
    card = card_of(pond_row())
    assert [(bar.year, bar.size) for bar in card.years] == [
        (2001, 1),
        (2002, 0),
        (2003, 2),
        (2004, 0),
        (2005, 0),
        (2006, 1),
    ]
    assert card.parts == [("Introduction", 2), ("Results", 2), ("Discussion", 1), ("other", 1)]
    row = pond_row()
    row["articles"] = None
    assert [bar.size for bar in card_of(row).years] == [2, 0, 3, 0, 0, 1]  # sentences


def test_genes_and_terms_are_told_apart_and_by_articles():
    row = pond_row()
    for one in row["classes"]:
        one["terms"] = ["frogs", "Croak1", "at night"]
    card = card_of(row)
    assert card.genes == [("Croak1", 4)]
    assert card.terms == [("frogs", 2)]


@given(
    st.text(max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=5)
)
def test_pieces_are_the_text_whatever_is_set_off(text, spans):
    inside = [(a, b) for a, b in spans if a < b <= len(text)]
    marks = [CitationMark(start=a, end=b, cites=False) for a, b in inside[:1]]
    pieces = sentence_pieces(citance(text, marks), [Highlight(a, b, "cue") for a, b in inside[1:]])
    assert "".join(piece.text for piece in pieces) == text
    assert all(piece.text for piece in pieces)


def test_words_inside_a_mark_of_citation_are_not_set_off():
    pieces = sentence_pieces(
        citance("As Zork 2001 said", [CitationMark(start=3, end=12, cites=True)]),
        [Highlight(3, 7, "w")],
    )
    assert [(piece.text, piece.kind) for piece in pieces] == [
        ("As ", ""),
        ("Zork 2001", "mark own"),
        (" said", ""),
    ]


# --- classes ---------------------------------------------------------------------------------


def test_a_class_is_named_by_its_most_frequent_wording_then_the_longest():
    row = heat_row()
    names = {facts.name for facts in facts_of(row).values()}
    assert "protects" in names  # twice, "protection" once
    assert "thermal stress" in names  # as often as the two cases of "heat shock", and longer


def test_the_weight_is_articles_times_information_times_rarity():
    facts = facts_of(pond_row())
    croak, night = facts["Croak1"], facts["night"]
    assert croak.weight == pytest.approx(4 * math.log2(1 + 4 / 4) * 0.9)
    assert night.weight == pytest.approx(1 * math.log2(1 + 4 / 1) * 0.5)
    assert (croak.articles, croak.citances, croak.is_gene) == (4, 5, True)


@given(st.integers(1, 50), st.integers(1, 50))
def test_more_articles_weigh_more_and_each_of_them_less(df, more):
    n = df + more

    def weight(number):
        return number * math.log2(1 + n / number)

    assert weight(df + 1) > weight(df)
    assert weight(df + 1) / (df + 1) < weight(df) / df


@pytest.mark.parametrize(
    "name", ["gene", "Protein", "mice", "the human gene", "Jun", "mutant mice", "E"]
)
def test_bare_words_are_no_gene(name):
    assert gene_names([name], []) == []


def test_one_gene_in_two_letter_cases_is_one_and_an_island_is_none():
    texts = ["Samples of Yap Island", "YAP1 binds Tead"]
    assert gene_names(["YAP1", "Yap1", "Yap", "Tead"], texts) == ["YAP1", "Tead"]


def test_a_name_that_is_of_a_gene_is_content():
    row = pond_row()
    for one in row["classes"]:
        one["kind"] = "name"
    kinds = {one.kind for one in class_summaries(work(row)).values()}
    assert sorted(kinds) == ["content", "name"]


def test_classes_of_statements_have_colours_in_the_order_of_the_card():
    row = pond_row()
    croak, wakes = row["statements"][0]["classes"]
    silent = row["statements"][1]["classes"][1]
    looks = {name: one.look for name, one in class_summaries(work(row)).items() if one.look}
    assert looks == {croak: "c0 u0", wakes: "c1 u0", silent: "c2 u0"}
