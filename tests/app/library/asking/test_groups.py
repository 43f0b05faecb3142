"""The groups of a library are, to the byte, those that a report makes of the same articles."""

import pytest
import spacy
from jats_files import cite, citing, jats, section

from spacy_citalign.app.answers.answer_options import AnswerOptions
from spacy_citalign.app.answers.harvesting import harvest
from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.app.library.adding.removing import remove
from spacy_citalign.app.library.asking.groups import CompleteGroups, LibraryGroups
from spacy_citalign.app.library.database import reading
from spacy_citalign.app.library.settings import kept_subjects

DOI = '<pub-id pub-id-type="doi">10.5555/{}</pub-id>'
WORKS = {f"r{n}": (f"Ott{n}", "2001", f"Newts of lake {n}", DOI.format(n)) for n in range(1, 31)}
BASALT = ("Ott", "1999", "Weathering of basalt on volcanic islands", "")
CROAK = (
    "Croak1 controls how loudly pond frogs call at night.",
    "The calls of pond frogs depend on Croak1.",
    "Frogs that lack Croak1 hardly call in spring.",
    "In pond frogs, the gene Croak1 makes calls louder.",
    "Loud calls at night need Croak1, as pond frogs show.",
    "Calls of frogs are controlled by Croak1 and its partners.",
    "Croak1 raises the number of calls that pond frogs give.",
    "Basalt weathers faster where monsoon rains erode terraces of volcanic islands.",
)
FILTERS = [WorkFilter(2, (), None), WorkFilter(), WorkFilter(3, (), 2)]


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


def write(folder, name, *sentences, references=WORKS, **about):
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.xml"
    content = jats(section("Results", " ".join(sentences)), references=references, **about)
    path.write_bytes(content)
    return path


def many(folder):
    """Eight articles that cite thirty works; a sentence of the last one is out of place."""
    croak = ("Lee", "2001", "Croak1 controls the calls of pond frogs", DOI.format("c"))
    references = WORKS | {"r31": croak, "r32": BASALT}
    for number, text in enumerate(CROAK):
        sentences = [
            citing(f"r{n}", f"In lake {n}, newts call at night {n * number % 5} times.")
            for n in range(1, 31)
            if (n + number) % 3
        ]
        sentences.append(citing("r31", text))
        about = {"pmid": f"90{number}", "title": f"Ponds {number}"}
        write(folder, f"a{number}", *sentences, references=references, **about)
    return sorted(folder.iterdir())


def of_articles(paths, nlp, work_filter):
    found = harvest(paths, nlp, AnswerOptions(work_filter, n_process=1))
    return [group.line for group in found.groups]


def of_library(path, work_filter):
    with reading(path) as connection:
        complete = CompleteGroups(connection, work_filter)
        works = complete.groups.ids()
        if work_filter.min_articles is None:
            works = [one for one in works if complete.groups.group(one).articles > 1] or works
        return [complete.line(work).line for work in works]


@pytest.mark.parametrize("work_filter", FILTERS)
def test_lines_are_those_of_the_articles(tmp_path, nlp, work_filter):
    paths = many(tmp_path / "articles")
    add(tmp_path / "library", paths, nlp=nlp, n_process=1)
    lines = of_articles(paths, nlp, work_filter)
    assert len(lines) > 20
    assert any(b'"subjects"' in line for line in lines)
    assert any(b'"fits"' in line for line in lines)
    assert of_library(tmp_path / "library", work_filter) == lines


def test_lines_are_the_same_however_the_articles_came(tmp_path, nlp):
    paths = many(tmp_path / "articles")
    extra = write(tmp_path / "other", "x", citing("r9", "Toads of lake 9 sleep."), pmid="1")
    for path in [paths[:2], [extra], paths[2:5], paths]:
        add(tmp_path / "library", path, nlp=nlp, n_process=1)
    remove(tmp_path / "library", ["pmid:1"])
    lines = sorted(of_articles(paths, nlp, FILTERS[0]))
    assert sorted(of_library(tmp_path / "library", FILTERS[0])) == lines


def test_sentence_that_cites_a_work_twice_over_is_in_its_group_once(tmp_path, nlp):
    works = {"r1": WORKS["r1"], "r2": WORKS["r2"], "r3": WORKS["r1"]}
    mark = f"[{cite('r3', '3')}, {cite('r2', '2')}, {cite('r1', '1')}]"
    paths = [
        write(
            tmp_path / "articles",
            name,
            citing("r1", "Newts call."),
            f"Newts of the lake {name} call {mark}.",
            references=works,
            pmid=pmid,
        )
        for name, pmid in (("a", "901"), ("b", "902"))
    ]
    add(tmp_path / "library", paths, nlp=nlp, n_process=1)
    assert of_library(tmp_path / "library", FILTERS[1]) == of_articles(paths, nlp, FILTERS[1])


def test_works_without_a_group_are_no_home(tmp_path, nlp):
    path = write(tmp_path, "a", citing("r1", "Newts call."), citing("r2", "Toads call."))
    add(tmp_path / "library", [path], nlp=nlp, n_process=1)
    with reading(tmp_path / "library") as connection:
        groups = LibraryGroups(connection, WorkFilter(1))
        assert groups.size_of("doi:10.5555/1") == (1, 1)
        assert groups.title_of("doi:10.5555/1") == "Newts of lake 1"
        assert [one.text for one in groups.sentences_of("doi:10.5555/1", 9)] == ["Newts call [1]."]
        ((article, citance),) = groups.citing_of("doi:10.5555/2")
        assert (article.identity, citance.reference) == ("pmid:900", 1)
        assert groups.home_of(article, 0) == "doi:10.5555/1"
        assert LibraryGroups(connection).home_of(article, 0) is None
        assert LibraryGroups(connection).size_of("doi:10.5555/1") is None
        assert groups.size_of("doi:10.5555/none") is None


def test_subject_is_renewed_when_articles_come_and_go(tmp_path, nlp):
    paths = many(tmp_path / "articles")
    add(tmp_path / "library", paths[:1], nlp=nlp, n_process=1)
    with reading(tmp_path / "library") as connection:
        assert kept_subjects(connection) == []  # too few works are cited twice
    add(tmp_path / "library", paths, nlp=nlp, n_process=1)
    with reading(tmp_path / "library") as connection:
        assert "newt" in kept_subjects(connection)
    remove(tmp_path / "library", [f"pmid:90{number}" for number in range(1, 8)])
    with reading(tmp_path / "library") as connection:
        assert kept_subjects(connection) == []
