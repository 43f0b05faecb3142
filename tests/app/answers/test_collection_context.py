"""Of sentences that may be out of place it is written what they would fit."""

import json

import pytest
import spacy

from spacy_citalign.app.answers import collection_context
from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CitanceCollector, Reference
from spacy_citalign.app.answers.collection_context import OtherReferences, reference_order
from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import ReadArticle

FROGS = (
    "Croak1 controls how loudly pond frogs call at night [1].",
    "The calls of pond frogs depend on Croak1 [1].",
    "Frogs that lack Croak1 hardly call in spring [1].",
    "In pond frogs, the gene Croak1 makes calls louder [1].",
    "Loud calls at night need Croak1, as pond frogs show [1].",
    "Calls of frogs are controlled by Croak1 and its partners [1].",
    "Croak1 raises the number of calls that pond frogs give [1].",
)
FOREIGN = "Basalt weathers faster where monsoon rains erode terraces of volcanic islands [1]."
TITLE = {"title": "Croak1 controls the calls of pond frogs", "doi": "10.5555/c", "year": "2001"}
BASALT = {"title": "Weathering of basalt on volcanic islands", "first_author": "Ott"}
NEWTS = {"title": "Newts of mountain lakes"}


@pytest.fixture(scope="module")
def finder():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return SentenceFinder(nlp)


def article(name, text, *others, listed=True):
    """An article that cites the work by [1]; its list has other references behind it."""
    works = {"doi:10.5555/c": TITLE, **{f"{name}#{n}": one for n, one in enumerate(others)}}
    marks = [
        Mark(at, at + 3, "doi:10.5555/c" if text[at + 1] == "1" else f"{name}#0", "stated")
        for at in range(len(text))
        if text[at : at + 3] in ("[1]", "[2]")
    ]
    places = {key: (n, str(n)) for n, key in enumerate(works, start=1)} if listed else {}
    return ReadArticle(name, text, marks, works, [], {}, 0, places)


def written(finder, *articles):
    """What is written of the last sentence of the work that most cite, None for nothing."""
    collector = CitanceCollector()
    for one in articles:
        collector.add(collect_article(one, finder))
    collected = collector.collected()
    group = collected.groups[0]
    row = json.loads(OtherReferences(collected, []).with_fits(group).line)
    assert all("fits" not in one for one in row["citances"][: len(FROGS)])
    assert row | {"citances": 0} == json.loads(group.line) | {"citances": 0}
    return row["citances"][-1].get("fits")


def frogs():
    return [article(f"PMC{n}", text, NEWTS) for n, text in enumerate(FROGS)]


def test_the_next_reference_that_fits_better_is_named(finder):
    (fits,) = written(finder, *frogs(), article("PMC9", FOREIGN, BASALT, NEWTS))
    assert fits.pop("better") > 1
    assert fits == BASALT | {"label": "2", "why": "next"}


def test_two_are_named_at_most_the_best_first(finder):
    others = [{"title": title} for title in ("Terraces", "Basalt of volcanic islands", "Rains")]
    first, second = written(finder, *frogs(), article("PMC9", FOREIGN, *others))
    assert first["title"] == "Basalt of volcanic islands"
    assert first["better"] > second["better"] > 0


def test_a_neighbour_is_named_before_one_that_fits_little_better(finder):
    best = {"title": "Basalt terraces of volcanic islands in monsoon rains"}
    nearly = {"title": f"{best['title']} of Borneo"}
    for others in ([nearly, best], [best, nearly]):
        first, second = written(finder, *frogs(), article("PMC9", FOREIGN, *others))
        assert [first["title"], second["title"]] == [one["title"] for one in others]
        assert abs(first["better"] - second["better"]) < 1


def test_where_none_fits_better_that_is_written(finder):
    assert written(finder, *frogs(), article("PMC9", FOREIGN, NEWTS)) == []


def test_works_that_the_sentence_cites_besides_are_not_named(finder):
    both = FOREIGN.replace("[1]", "[1] [2]")
    assert written(finder, *frogs(), article("PMC9", both, BASALT)) == []


def test_nothing_is_written_without_a_list(finder):
    assert written(finder, *frogs(), article("PMC9", FOREIGN, BASALT, listed=False)) is None


def test_nothing_is_written_of_a_work_of_few_articles(finder):
    collector = CitanceCollector()
    for one in [*frogs()[:4], article("PMC9", FOREIGN, BASALT)]:
        collector.add(collect_article(one, finder))
    collected = collector.collected()
    group = collected.groups[0]
    assert OtherReferences(collected, []).with_fits(group) is group


def test_where_there_is_too_much_to_read_the_oddest_sentence_is_looked_at(finder, monkeypatch):
    copper = "Copper of ancient mines was melted in ovens of clay by smiths [1]."
    mines = {"title": "Smiths of ancient copper mines"}
    lists = [article("PMC8", FOREIGN, BASALT, NEWTS), article("PMC9", copper, mines)]
    counts = []
    for most in (2_000, -1):
        monkeypatch.setattr(collection_context, "MAX_READ", most)
        collector = CitanceCollector()
        for one in [*frogs(), *lists]:
            collector.add(collect_article(one, finder))
        collected = collector.collected()
        row = json.loads(OtherReferences(collected, []).with_fits(collected.groups[0]).line)
        counts.append(sum("fits" in one for one in row["citances"]))
    assert counts == [2, 1]


def test_a_reference_that_nobody_cites_stands_in_the_list(finder):
    collected = collect_article(article("PMC9", FOREIGN, BASALT, {"year": "1999"}), finder)
    assert [(one.known.get("title"), one.position) for one in collected.references] == [
        (TITLE["title"], 1),
        (BASALT["title"], 2),
    ]


@pytest.mark.parametrize(
    ("known", "position", "order"),
    [
        ({"first_author": "LI", "year": "2003"}, 9, "author and year"),
        ({"first_author": "Li", "year": "2004"}, 5, "next"),
        ({"first_author": "Ott"}, 3, "previous"),
        ({"first_author": "Li", "year": "2004"}, 6, "author"),
        ({"first_author": "Ott", "year": "2003"}, 6, "other"),
        ({}, 0, "other"),
    ],
)
def test_the_order_of_two_references(known, position, order):
    own = Reference("k", {"first_author": "Li", "year": "2003"}, None, 4)
    assert reference_order(own, Reference("o", known, None, position)) == order


def test_of_references_without_a_list_nothing_is_next_to_another():
    assert reference_order(Reference("k", {}, None), Reference("o", {}, None, 1)) == "other"
