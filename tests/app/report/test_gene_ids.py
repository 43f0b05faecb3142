"""Ids of genes in the page: links, names of one id as one, and what is no id."""

import pytest
from report_rows import pond_row, work

from spacy_citalign.app.report.answer_card import answer_card, joined_genes
from spacy_citalign.app.report.citing_articles import citing_articles
from spacy_citalign.app.report.class_summary import class_summaries, gene_ids
from spacy_citalign.app.report.page_data import page_data
from spacy_citalign.app.report.work_html import entry_of, work_html


def row_with_ids(ids):
    row = pond_row()
    for one in row["classes"]:
        if one["genes"]:
            one["gene_ids"] = ids
    return row


def test_ids_are_links_in_the_card_and_data_of_the_page():
    answer = work(row_with_ids({"Croak1": "42"}))
    assert gene_ids(answer) == {"croak1": "42"}
    assert page_data(answer, class_summaries(answer))["gene_ids"] == {"croak1": "42"}
    card = answer_card(answer, citing_articles(answer), class_summaries(answer))
    assert card.gene_ids == {"Croak1": "42"}
    assert 'href="https://www.ncbi.nlm.nih.gov/gene/42"' in work_html(answer, entry_of(answer, "a"))


def test_without_ids_nothing_is_added():
    answer = work(pond_row())
    assert "gene_ids" not in page_data(answer, class_summaries(answer))
    assert answer_card(answer, citing_articles(answer), class_summaries(answer)).gene_ids == {}


@pytest.mark.parametrize(
    "ids",
    [None, [], "42", {"Croak1": [42]}, {"Croak1": True}, {"Croak1": '4"><b>'}, {"Croak1": "1;2"}],
)
def test_what_is_no_id_is_left_out(ids):
    answer = work(row_with_ids(ids))
    assert any(one.genes for one in answer.classes)
    assert gene_ids(answer) == {}
    card = answer_card(answer, citing_articles(answer), class_summaries(answer))
    assert (card.genes, card.gene_ids) == ([("Croak1", 4)], {})
    assert "gene_ids" not in page_data(answer, class_summaries(answer))


def test_names_of_one_id_are_one():
    genes, ids = joined_genes([("Shh", 5), ("PTCH1", 4), ("SHH", 3)], {"Shh": "1", "SHH": "1"})
    assert genes == [("Shh / SHH", 5), ("PTCH1", 4)]
    assert ids == {"Shh / SHH": "1"}
