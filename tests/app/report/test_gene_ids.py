"""Ids of genes in the page: links, names of one id as one, and what is no id."""

import pytest
from report_rows import pond_row

from spacy_citalign.app.report.answer_card import answer_card
from spacy_citalign.app.report.citing_articles import citing_articles
from spacy_citalign.app.report.class_facts import gene_ids
from spacy_citalign.app.report.page_data import page_data
from spacy_citalign.app.report.records import read_row
from spacy_citalign.app.report.row_answer import read_classes
from spacy_citalign.app.report.work_html import entry_of, work_html


def row_with_ids(ids):
    row = pond_row()
    for one in row["classes"]:
        if one["genes"]:
            one["gene_ids"] = ids
    return row


def test_ids_are_links_in_the_card_and_data_of_the_page():
    work = read_row(row_with_ids({"Croak1": "42"}), 1)
    assert gene_ids(work) == {"croak1": "42"}
    assert page_data(work)["gene_ids"] == {"croak1": "42"}
    card = answer_card(work, citing_articles(work))
    assert card.gene_ids == {"Croak1": "42"}
    assert 'href="https://www.ncbi.nlm.nih.gov/gene/42"' in work_html(work, entry_of(work, "a"))


def test_without_ids_nothing_is_added():
    work = read_row(pond_row(), 1)
    assert "gene_ids" not in page_data(work)
    assert answer_card(work, citing_articles(work)).gene_ids == {}


@pytest.mark.parametrize(
    "ids", [None, [], "42", {"Croak1": 42}, {"Croak1": '4"><b>'}, {"Croak1": "1;2"}]
)
def test_what_is_no_id_is_left_out(ids):
    row = row_with_ids(ids)
    (one,) = [c for c in read_classes(row["classes"], [99] * 20) if c.genes][:1]
    assert one.gene_ids == ()


def test_names_of_one_id_are_one():
    from spacy_citalign.app.report.answer_card import _joined

    genes, ids = _joined([("Shh", 5), ("PTCH1", 4), ("SHH", 3)], {"Shh": "1", "SHH": "1"})
    assert genes == [("Shh / SHH", 5), ("PTCH1", 4)]
    assert ids == {"Shh / SHH": "1"}
