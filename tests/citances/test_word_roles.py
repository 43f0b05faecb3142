"""Roles of words: content, reporting words, numbers, names."""

from pathlib import Path

import pytest

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.knowledge import stems as word_stems
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.knowledge.stems import generic_words
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus, ThesaurusEntry
from spacy_citalign.citances.units.word_table import WORD_KINDS, WordTable, word_kinds
from tests.citances.unit_groups import WITH_THESAURUS, group_of, model_of

FILE = Path(word_stems.__file__).with_name("generic_words.txt")


def kinds(*citances, resources=WITH_THESAURUS, **columns):
    table = WordTable(group_of(*citances, **columns), resources)
    return [WORD_KINDS[number] for number in word_kinds(table).tolist()]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("leaf", "content"),
        ("rises", "content"),  # in the thesaurus, but not a reporting word
        ("suggested", "reporting"),
        ("Reports", "reporting"),
        ("12", "number"),
        ("2.5", "number"),
        ("Different", "reporting"),  # any citing sentence may have it
        ("roles", "reporting"),
        ("developing", "content"),
        ("miR200c", "content"),
        ("3D", "content"),
    ],
)
def test_kinds_of_words(word, expected):
    assert kinds(word) == [expected]


def test_tags_and_genes_tell_names_and_numbers():
    found = kinds("leaf Gnu twelve zork", tags=["NN", "NNP", "CD", "NN"], genes=[0, 0, 0, 1])
    assert found == ["content", "name", "number", "name"]


def test_reporting_words_are_so_even_where_they_are_tagged_as_names():
    assert kinds("Show", tags=["NNP"]) == ["reporting"]


def test_numbers_in_gene_mentions_are_numbers():
    assert kinds("12", genes=[1]) == ["number"]


def test_a_reporting_word_is_one_in_a_quarter_of_its_entries():
    others = [ThesaurusEntry(f"croak {n}", "same", ("croak", f"gurn{n}")) for n in range(4)]
    for count, kind in ((3, "reporting"), (4, "content")):
        entries = [ThesaurusEntry("say", "reporting", ("croak", "say")), *others[:count]]
        resources = Resources(thesaurus=Thesaurus(entries))
        assert kinds("croak", resources=resources) == [kind]


def test_without_a_thesaurus_only_generic_words_are_quiet():
    croaks = Thesaurus([ThesaurusEntry("say", "reporting", ("croak", "say"))])
    assert kinds("croaks roles", resources=Resources(thesaurus=croaks)) == ["reporting"] * 2
    assert kinds("croaks roles", resources=NOTHING) == ["content", "reporting"]


def test_generic_words_are_told_by_their_forms_and_not_by_stems():
    # "general" and "generate" have the stem of "genera", the groups of species.
    assert kinds("general genera") == ["reporting", "content"]
    assert generic_words() == {word.lower() for word in generic_words()}


def test_no_word_stands_twice_among_the_generic_words():
    lines = (FILE.read_text(encoding="utf-8")).splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("citances", [[], ["", ""]])
def test_no_words(citances):
    assert kinds(*citances) == []


def test_a_class_is_of_the_kind_of_most_of_its_words():
    model = model_of({"same words": 12.0}, -6.0, WITH_THESAURUS)
    group = group_of("leaf shows 12", "shows 12 leaf", "leaf", tags=["NNP", *["NN"] * 6])
    found = align(group, model).aligned_classes
    assert [own.kind for own in found] == ["content", "reporting", "number"]
