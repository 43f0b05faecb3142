"""Versions of articles: the ones that are kept are those of all articles collected at once."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from libraries import group_lines, leftovers, table

from spacy_citalign.app.answers.collecting import (
    CitanceCollector,
    CollectedArticle,
    CollectedCitance,
    Reference,
)
from spacy_citalign.app.library.adding.batches import Batches
from spacy_citalign.app.library.adding.summaries import AddSummary
from spacy_citalign.app.library.database import writing
from spacy_citalign.citations.works.work_names import work_names

TITLE = "Warm ponds and the calls of frogs in the early spring"
OTHER = "What toads of cold lakes do in the long winter nights"
FROGS = {"title": "Frogs", "first_author": "Yan", "year": "2004"}
TOADS = {"title": "Toads", "first_author": "Lee", "year": "1999"}


def version(origin, identity, *, is_pdf=False, citations=1, **about):
    """A version of an article, each of whose sentences cites one of two works."""
    source = origin
    references = [
        Reference(names.key, known, names)
        for known in (FROGS, TOADS)[: max(citations, 0)]
        for names in [work_names(known)]
    ]
    citances = []
    for number in range(citations):
        text = f"Sentence {number} of {origin} [1]."
        values = {"id": f"{source}:{40 * number}", "text": text, "source": source}
        values |= {"start": 40 * number, "end": 40 * number + len(text)}
        values["citations"] = [{"start": len(text) - 3, "end": len(text) - 2, "cites": True}]
        line = json.dumps(values)[:-1].encode()
        place = (source, values["start"], values["end"], text.encode())
        citances.append(CollectedCitance(number % 2, place, line))
    return CollectedArticle(
        origin,
        source,
        about,
        json.dumps(about).encode() if about else b"",
        source,
        identity,
        references,
        citances,
        citations,
        0,
        is_pdf=is_pdf,
    )


def stored(path, articles, batches):
    """Add articles to a library, so many in each transaction."""
    with writing(path) as connection:
        waiting = Batches(connection, AddSummary(path), replace=False)
        for number, article in enumerate(articles):
            waiting.add(article)
            if number % batches == batches - 1:
                waiting.flush()
        waiting.flush()


def collected(articles):
    collector = CitanceCollector()
    for article in articles:
        collector.add(article)
    return collector.collected()


PMC = version("a.xml", "pmid:1", citations=3, title=TITLE, pmid="1", doi="10.5555/a")
PDF = version("a.pdf", "digest", is_pdf=True, citations=5, title=TITLE)
PRINT = version(
    "b.pdf", "other", is_pdf=True, citations=2, title=f"Review {TITLE}", doi="10.5555/a"
)


@pytest.mark.parametrize("articles", [[PMC, PDF], [PDF, PMC], [PDF, PRINT, PMC], [PRINT, PMC, PDF]])
def test_markup_is_kept_and_pdfs_of_it_are_left_out(tmp_path, articles):
    library = tmp_path / "pond.calg"
    stored(library, articles, 1)
    assert table(library, "SELECT origin FROM articles") == [("a.xml",)]
    assert leftovers(library) == []
    assert group_lines(library) == [group.line for group in collected(articles).groups]


def test_a_version_that_was_left_out_still_ties_others_to_the_article(tmp_path):
    # The second PDF has the DOI of the first, and nothing of the article in markup.
    markup = version("a.xml", "pmid:1", citations=3, title=TITLE, pmid="1")
    first = version("a.pdf", "x", is_pdf=True, title=TITLE, doi="10.5555/a", first_author="Lake")
    second = version("b.pdf", "y", is_pdf=True, title="", doi="10.5555/a", first_author="Lake")
    library = tmp_path / "pond.calg"
    stored(library, [markup, first, second], 1)
    assert [one.origin for one in collected([markup, first, second]).articles] == ["a.xml"]
    assert table(library, "SELECT origin FROM articles") == [("a.xml",)]
    assert table(library, "SELECT article, origin FROM doubles") == [(1, "a.pdf"), (1, "b.pdf")]


@pytest.mark.parametrize("articles", [[PMC], [PDF], [PRINT], [PDF, PRINT]])
def test_a_pdf_that_is_to_replace_takes_the_place_of_all_versions(tmp_path, articles):
    library = tmp_path / "pond.calg"
    stored(library, articles, 1)
    scan = version("scan.pdf", "z", is_pdf=True, title=TITLE, doi="10.5555/a", year="2004")
    with writing(library) as connection:
        batches = Batches(connection, AddSummary(library), replace=True)
        batches.add(scan)
        batches.flush()
    assert table(library, "SELECT id, origin FROM articles") == [(1, "scan.pdf")]
    assert leftovers(library) == []


_ABOUT = st.fixed_dictionaries(
    {"title": st.sampled_from([TITLE, TITLE.replace("frogs", "fogs"), OTHER, "Editorial"])},
    optional={
        "doi": st.sampled_from(["10.5555/a", "10.5555/b"]),
        "first_author": st.sampled_from(["Lake", "Moor"]),
        "year": st.sampled_from(["2004", "2009"]),
    },
)


@st.composite
def _articles(draw):
    """Versions of a few articles; of markup an identifier says which, and all else with it."""
    articles, described = [], {}
    for number in range(draw(st.integers(1, 7))):
        is_pdf = draw(st.booleans())
        about = draw(_ABOUT)
        identity = f"digest-{number}" if is_pdf else f"doi:{about.get('doi', number)}"
        about = described.setdefault(identity, about)
        # Markup has citations: of one that has none, the version that is kept is another one.
        citations = draw(st.integers(0 if is_pdf else 1, 4))
        name = f"{number}.{'pdf' if is_pdf else 'xml'}"
        articles.append(version(name, identity, is_pdf=is_pdf, citations=citations, **about))
    return articles


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(_articles(), st.integers(1, 4))
def test_versions_that_are_kept_are_those_of_all_at_once(articles, batches):
    with TemporaryDirectory() as folder:
        library = Path(folder, "pond.calg")
        stored(library, articles, batches)
        expected = collected(articles)
        kept = [origin for (origin,) in table(library, "SELECT origin FROM articles")]
        assert sorted(kept) == sorted(one.origin for one in expected.articles)
        assert leftovers(library) == []
        assert {_without_order(line) for line in group_lines(library)} == {
            _without_order(group.line) for group in expected.groups
        }


def _without_order(line):
    row = json.loads(line)
    return json.dumps([row["cited"], sorted(map(json.dumps, row["citances"]))])
