"""`spacy_citalign.Library`: articles go in once, works are asked for one at a time."""

import os
import shutil
from pathlib import Path

import pytest
from align_runs import FACTORY, save
from contract_cases import trained_bytes
from jats_files import citing, jats, section
from report_runs import COMPONENTS, FIRST, KEYS, SEEN, forget, make_articles

from spacy_citalign import Library, answers
from spacy_citalign.app.answers.aligner import AlignerSetup
from spacy_citalign.app.library.asking.entries import SeveralWorksError
from spacy_citalign.app.library.database import writing
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.library_rows import ArticleEntry, FoundCitance, WorkEntry
from spacy_citalign.row_files import json_line

FROGS = KEYS[0]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """Finds sentences and aligns, and tells which groups it has seen."""
    folder = tmp_path_factory.mktemp("library") / "pipeline"
    return save(folder, trained_bytes(FACTORY), before=COMPONENTS)


@pytest.fixture(scope="module")
def made(tmp_path_factory, pipeline):
    """A folder with two articles that cite three works, and a library of them."""
    folder = tmp_path_factory.mktemp("library")
    make_articles(folder / "articles")
    with Library(folder / "library", setup=pipeline) as library:
        library.add(folder / "articles", n_process=1)
    return folder


@pytest.fixture
def library(made, tmp_path, pipeline):
    """A library of its own for each test."""
    path = tmp_path / "library"
    shutil.copy(made / "library", path)
    forget()
    with Library(path, setup=pipeline) as library:
        yield library


def another(folder):
    """One more article, which cites the frogs alone."""
    path = Path(folder, "three.xml")
    body = section("Results", citing("r1", "Frogs of this lake wake up before the others do."))
    path.write_bytes(jats(body, pmid="777"))
    return path


# --- answers ---------------------------------------------------------------------------------


def test_answer_is_the_row_of_the_articles(library, made, pipeline):
    rows = {work.cited.key: work for work in answers(made / "articles", pipeline=pipeline)}
    for key in KEYS:
        answer = library.ask(key)
        assert type(answer) is type(rows[key])
        assert json_line(answer) == json_line(rows[key])
        assert "<article" in answer._repr_html_()


def test_answer_is_made_once(library):
    first = library.ask(FROGS)
    assert [FIRST[0]] == SEEN
    assert library.ask(FROGS) == first
    assert [FIRST[0]] == SEEN


def test_kept_answer_needs_no_pipeline(library, pipeline):
    answer = library.ask(FROGS)

    def none():
        raise AssertionError("the pipeline is loaded")

    with Library(library.path, setup=pipeline, read_only=True) as other:
        assert other.ask(FROGS, aligner=none) == answer
        with pytest.raises(AssertionError, match="is loaded"):
            other.ask(KEYS[1], aligner=none)


def test_answer_is_made_anew_when_a_citing_article_comes(library, tmp_path):
    before = library.ask(FROGS)
    library.ask(KEYS[1])
    library.add(another(tmp_path), n_process=1)
    forget()
    after = library.ask(FROGS)
    assert len(after.citances) == len(before.citances) + 1
    assert len(SEEN) == 1
    library.ask(KEYS[1])  # nothing new cites it
    assert len(SEEN) == 1


def test_answer_is_made_anew_when_an_article_goes(library, tmp_path):
    before = library.ask(FROGS)
    library.add(another(tmp_path), n_process=1)
    library.remove(["pmid:777"])
    forget()
    assert library.ask(FROGS) == before
    assert [FIRST[0]] == SEEN


def test_answers_of_other_settings_stand_beside(library, pipeline):
    first = library.ask(FROGS)
    setup = AlignerSetup(pipeline, threshold=0.9)
    with Library(library.path, setup=setup) as other:
        strict = other.ask(FROGS)
        assert strict.threshold == 0.9 != first.threshold
        assert other.ask(FROGS) == strict
    assert library.ask(FROGS) == first
    assert len(SEEN) == 2


def test_answer_of_another_pipeline_of_the_same_name_is_made_anew(library, tmp_path, pipeline):
    folder = tmp_path / "pipeline"
    shutil.copytree(pipeline, folder)
    with Library(library.path, setup=str(folder)) as other:
        other.ask(FROGS)
        meta = folder / "meta.json"
        meta.write_text(meta.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        other.ask(FROGS)
    assert len(SEEN) == 2


def test_library_that_is_written_is_asked_meanwhile(library):
    with writing(library.path):
        answer = library.ask(FROGS)
        assert library.ask(FROGS) == answer
    assert len(SEEN) == 2  # nothing could be kept


def test_nothing_is_kept_where_that_is_asked(library, pipeline):
    library.ask(FROGS, keep=False)
    with Library(library.path, setup=pipeline, read_only=True) as other:
        other.ask(FROGS)
    library.ask(FROGS)
    assert len(SEEN) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_read_only_file_is_asked(library):
    library.close()
    library.path.chmod(0o444)
    library.path.parent.chmod(0o555)
    assert library.ask(FROGS) == library.ask(FROGS)


# --- names -----------------------------------------------------------------------------------


def test_names_are_looked_up(library):
    for name in (FROGS, "PMID 11", "Yan 2004", "frogs awake", "frog aw"):
        assert library.ask(name).cited.key == FROGS
    assert isinstance(library.work("11"), WorkEntry)
    assert library.work("frogs") is None
    assert [one.cited.key for one in library.find("frogs")] == [FROGS]
    assert [one.cited.key for one in library.near("frogs asleep")]


def test_several_works_are_told(library, tmp_path):
    references = {f"r{n}": ("Yan", "2004", title, "") for n, title in enumerate(("Newts", "Efts"))}
    body = section("Results", citing("r0", "Newts swim."), citing("r1", "Efts walk."))
    path = tmp_path / "four.xml"
    path.write_bytes(jats(body, pmid="4", references=references))
    library.add(path, n_process=1)
    with pytest.raises(SeveralWorksError, match="'Yan 2004' fits 3 works") as caught:
        library.ask("Yan 2004")
    assert caught.value.works[0].cited.key == FROGS
    assert library.ask("Yan 2004 efts").cited.key == "yan 2004 efts"


def test_unknown_and_blank_names_are_refused(library):
    with pytest.raises(InputError, match=r"no work 'Zork 1900' is cited .* has 2 articles"):
        library.ask("Zork 1900")
    with pytest.raises(SettingError, match="blank"):
        library.ask("  ")


# --- lists -----------------------------------------------------------------------------------


def test_works_come_with_the_most_cited_first(library):
    assert [one.cited.key for one in library.works()] == KEYS
    assert [one.cited.key for one in library.works(start=1, limit=1)] == KEYS[1:2]
    assert [one.citances for one in library.works(min_citances=4)] == [4, 4]
    assert library.works(min_articles=3) == []
    assert [one.cited.key for one in library.works(start=2)] == KEYS[2:]


def test_citances_are_found_by_words_and_by_work(library):
    (work,) = [one for one in library.works() if one.cited.key == FROGS]
    citances = library.citances(work=FROGS)
    assert len(citances) == work.citances == 4
    assert all(isinstance(one, FoundCitance) and one.works == [work] for one in citances)
    one = citances[0].citance
    assert (one.section, one.article.pmid) == ("Results", "900")
    found = library.citances(one.text)
    assert found == citances[:1]
    assert [(w.cited.key, n) for w, n in library.works_of_words(one.text)] == [(FROGS, 1)]
    for given in ({}, {"words": "frogs", "work": FROGS}):
        with pytest.raises(SettingError, match="give words of sentences, or the work"):
            library.citances(**given)


def test_articles_and_what_they_cite(library):
    entries = library.articles()
    assert all(isinstance(one, ArticleEntry) for one in entries)
    assert [one.article.pmid for one in entries] == ["900", "901"]
    assert library.articles(1) == entries[1:]
    article = library.article(entries[0].name)
    assert [one.work.cited.key for one in article.references] == KEYS
    assert library.article("none") is None


def test_work_whose_article_is_in_is_linked(library, tmp_path):
    assert library.article_of(FROGS) is None
    path = tmp_path / "frogs.xml"
    path.write_bytes(jats(section("Results", "Frogs woke."), pmid="11", title="Frogs awake"))
    library.add(path, n_process=1)
    assert library.article_of(FROGS) == "11"
    assert library.article_of("pmid:99") is None


def test_facts_and_changes(library, tmp_path):
    facts = library.facts()
    assert (facts.articles, facts.works, facts.citances) == (2, 3, 11)
    library.add(another(tmp_path), n_process=1)
    assert library.changed(FROGS) > library.changed(KEYS[1])
    assert repr(library) == f"<Library {library.path}>"


def test_group_is_not_aligned(library):
    group = library.group("Yan 2004")
    assert (group.key, len(group.citances), SEEN) == (FROGS, 4, [])


def test_library_is_made_by_add_and_missing_before(tmp_path, pipeline, made):
    library = Library(tmp_path / "new", setup=pipeline)
    with pytest.raises(InputError, match="there is no library"):
        library.ask(FROGS)
    assert library.add([made / "articles" / "one.xml"], n_process=1).new == 1
    assert library.facts().articles == 1
    library.close()
