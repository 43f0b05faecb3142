"""`spacy_citalign.answers` and `report`: the main job from Python, as the command does it."""

import multiprocessing
import os
import tempfile
from importlib import resources
from pathlib import Path

import pytest
import report_runs
from align_runs import FACTORY, save
from cli_files import rows
from contract_cases import trained_bytes
from jats_files import citing, jats, section
from report_runs import COMPONENTS, KEYS, NAMES, forget, make_articles

import spacy_citalign
from spacy_citalign import answers
from spacy_citalign.app.answers.calls import Answers
from spacy_citalign.app.answers.events import Problem, Progress
from spacy_citalign.app.report.phrases import work_name
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.row_files import json_line

TITLES = ["Frogs awake", "Toads asleep", "Newts"]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """Finds sentences and aligns, and can be stopped."""
    folder = tmp_path_factory.mktemp("calls") / "pipeline"
    return save(folder, trained_bytes(FACTORY), before=COMPONENTS)


@pytest.fixture(autouse=True)
def _forget():
    forget()


@pytest.fixture
def articles(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder of temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def open_files() -> set[str]:
    """What this process has open that has no name any more."""
    opened = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:  # the list itself
            continue
        opened |= {target} if target.endswith("(deleted)") else set()
    return opened


# --- what comes ------------------------------------------------------------------------------


def test_works_come_in_order_with_what_is_said_of_them(pipeline, articles):
    made = answers(articles, pipeline=pipeline)
    assert isinstance(made, Answers)
    assert (len(made), made.works, made.failed, made.problems) == (3, 3, 0, [])
    assert made.source == "2 articles with 11 citations"
    assert (made.evidence, made.omissions) == ("", [])
    works = list(made)
    assert [work.cited.key for work in works] == KEYS
    assert [work_name(work.cited) for work in works] == NAMES
    assert [work.cited.title for work in works] == TITLES
    assert [work.articles for work in works] == [2, 2, 2]
    assert [len(work.citances) for work in works] == [4, 4, 3]
    for work in works:
        assert work.is_aligned
        assert work.answer in ["", *(citance.text for citance in work.citances)]
        assert (work.answer == "") is (not work.statements)
    assert any(work.answer for work in works)
    assert repr(made) == "<3 works of 2 articles with 11 citations, 0 failed>"


def test_where_nothing_is_shared_there_is_no_answer(pipeline, tmp_path):
    body = f"{citing('r1', 'Frogs hop.')} {citing('r1', 'Planets orbit suns slowly.')}"
    (tmp_path / "a.xml").write_bytes(jats(section("Results", body)))
    (work,) = answers(tmp_path, pipeline=pipeline)
    assert work.statements == []
    assert work.answer == ""


def test_references_with_the_identifier_of_another_work_are_counted(pipeline, tmp_path):
    wrong = '<pub-id pub-id-type="pmid">11</pub-id>'
    works = {"r1": ("Yan", "2004", "Frogs awake", wrong), "r2": ("Lee", "1999", "Newts", wrong)}
    frogs = [citing("r1", text) for text in ("Frogs hop.", "Frogs sing.")]
    (tmp_path / "a.xml").write_bytes(
        jats(section("Results", *frogs, citing("r2", "Newts swim.")), references=works)
    )
    made = answers(tmp_path, pipeline=pipeline, min_citances=1)
    assert made.omissions == ["references with an identifier of another work: 1"]
    assert [len(work.citances) for work in made] == [2, 1]


def test_articles_may_be_given_in_any_way(pipeline, articles):
    files = sorted(articles.iterdir())
    ways = [
        str(articles),
        articles,
        files,
        [str(file) for file in files],
        (file for file in files),
        tuple(files),
    ]
    made = [[json_line(work) for work in answers(way, pipeline=pipeline)] for way in ways]
    assert len(made[0]) == 3
    assert made == [made[0]] * len(ways)


def test_two_loops_give_the_same(pipeline, articles):
    made = answers(articles, pipeline=pipeline)
    first = [json_line(work) for work in made]
    assert [json_line(work) for work in made] == first
    # one within the other
    assert [len(list(made)) for _ in made] == [3, 3, 3]


def test_options_choose_works(pipeline, articles):
    def keys(**options):
        return [work.cited.key for work in answers(articles, pipeline=pipeline, **options)]

    assert keys(min_citances=4) == KEYS[:2]
    assert keys(cited=["Ott 2001", "pmid:11"]) == [KEYS[0], KEYS[2]]
    assert keys(min_articles=2) == KEYS
    with pytest.raises(InputError, match="no work of 2 citances or more of 3 articles or more"):
        keys(min_articles=3)


def test_works_of_one_article_are_left_out_where_others_have_two(pipeline, articles):
    """What articles share, one alone does not show; what is left out is counted."""
    works = {"r1": ("Eel", "2011", "Eels alone", "")}
    body = f"{citing('r1', 'Eels hide.')} {citing('r1', 'Eels hide in mud.')}"
    (articles / "eels.xml").write_bytes(jats(section("Results", body), references=works, pmid="7"))
    made = answers(articles, pipeline=pipeline)
    assert [work.cited.key for work in made] == KEYS
    assert made.source == (
        "3 articles with 13 citations; 4 works, 3 of two articles and more (--min-articles 1 shows "
        "all)"
    )
    everything = answers(articles, pipeline=pipeline, min_articles=1)
    assert len(everything) == 4
    assert everything.source == "3 articles with 13 citations"
    # A work that is named is asked for, and of one article nothing is left out.
    assert len(answers(articles, pipeline=pipeline, cited=["eels alone"])) == 1
    assert len(answers(articles / "eels.xml", pipeline=pipeline)) == 1


def test_threshold_is_that_of_the_rows(pipeline, articles):
    works = list(answers(articles, pipeline=pipeline, threshold=0.8))
    assert [work.threshold for work in works] == [0.8] * 3


@pytest.mark.parametrize("count", [1, 2])
def test_rows_are_those_of_the_command(pipeline, articles, tmp_path, count):
    page = tmp_path / "page.html"
    assert report_runs.report(pipeline, articles, "-o", page).exit_code == 0
    works = answers(articles, pipeline=pipeline, n_process=count)
    written = "".join(json_line(work) for work in works)
    assert written.encode() == page.with_suffix(".jsonl").read_bytes()
    assert multiprocessing.active_children() == []


def test_a_notebook_shows_a_work(pipeline, articles):
    work = next(iter(answers(articles, pipeline=pipeline)))
    html = work._repr_html_()
    assert "Frogs awake" in html
    assert html.count('<li class="citance"') == len(work.citances)
    first_words = {citance.text.split()[0] for citance in work.citances}
    assert all(word in html for word in first_words)


def test_evidence_is_found_in_the_bundled_articles():
    with resources.as_file(resources.files("spacy_citalign") / "demo") as folder:
        made = answers(folder, evidence=True)
        works = list(made)
    assert made.evidence
    (cited,) = [work for work in works if work.cited.article is not None]
    assert cited.cited.key == "doi:10.5555/demo.2"
    places = [place for citance in cited.citances for place in citance.evidence or ()]
    assert places
    assert all(place.text and 0 < place.probability <= 1 for place in places)
    others = [work for work in works if work is not cited]
    assert all(citance.evidence is None for work in others for citance in work.citances)


# --- what fails ------------------------------------------------------------------------------


def test_no_article_that_can_be_read_is_an_error(pipeline, tmp_path):
    (tmp_path / "a.xml").write_text("<article>")
    told: list[Problem] = []
    with pytest.raises(InputError, match="there is no work of 2 citances or more to show"):
        answers(tmp_path, pipeline=pipeline, on_problem=told.append)
    assert [problem.file for problem in told] == [str(tmp_path / "a.xml")]
    with pytest.raises(InputError, match="does not exist"):
        answers(tmp_path / "none", pipeline=pipeline)


def test_articles_that_cite_nothing_are_an_error(pipeline, tmp_path):
    (tmp_path / "a.xml").write_bytes(jats(section("Results", "Frogs hop. Toads rest.")))
    with pytest.raises(InputError, match="there is no work of 2 citances or more to show"):
        answers(tmp_path, pipeline=pipeline)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 1.5}, "threshold"),
        ({"min_citances": 0}, "min_citances is 0; give 1 or more"),
        ({"cited": [" "]}, "is blank"),
        ({"pipeline": "blank:en"}, "has no citance_aligner"),
    ],
)
def test_wrong_options_are_told(pipeline, articles, options, message):
    with pytest.raises(SettingError, match=message):
        answers(articles, **{"pipeline": pipeline} | options)


@pytest.mark.parametrize("number", [0, -2])
def test_wrong_numbers_of_processes_are_told(pipeline, articles, tmp_path, number):
    with pytest.raises(SettingError, match=f"n_process is {number}; give 1 or more"):
        answers(articles, pipeline=pipeline, n_process=number)
    with pytest.raises(SettingError, match=f"n_process is {number}; give 1 or more"):
        spacy_citalign.report(articles, tmp_path / "page.html", pipeline=pipeline, n_process=number)


def test_file_that_fails_is_told_and_left_out(pipeline, articles):
    bad = articles / "bad.xml"
    bad.write_text("<article>")
    told: list[Problem] = []
    made = answers(articles, pipeline=pipeline, on_problem=told.append)
    assert len(made) == 3
    assert [problem.file for problem in told] == [str(bad)]
    assert told[0].message.startswith(str(bad))
    assert made.failed == 1
    assert made.problems == ["1 problem in 1 of 3 files:", f"  {told[0].message}"]


def test_group_that_fails_is_left_out_of_each_loop_and_counted_once(pipeline, articles):
    report_runs.FAIL.add(report_runs.FIRST[1])
    made = answers(articles, pipeline=pipeline)
    assert made.failed == 0
    for _ in range(2):
        assert [work.cited.key for work in made] == [KEYS[0], KEYS[2]]
        assert made.failed == 1
        (line,) = made.problems
        assert line.startswith(f"{NAMES[1]}: ")
        assert "not <b> this" in line


# --- on the way ------------------------------------------------------------------------------


def test_progress_is_called_with_rising_numbers(pipeline, articles):
    told: list[Progress] = []
    made = answers(articles, pipeline=pipeline, on_progress=told.append)
    assert {progress.stage for progress in told} == {"reading articles"}
    list(made)
    assert list(dict.fromkeys(progress.stage for progress in told)) == [
        "reading articles",
        "aligning",
    ]
    for stage, unit, count in (("reading articles", "articles", 2), ("aligning", "works", 3)):
        steps = [progress for progress in told if progress.stage == stage]
        assert {progress.unit for progress in steps} == {unit}
        for numbers in ([step.done for step in steps], [step.records for step in steps]):
            assert numbers == sorted(numbers)
            assert numbers[0] == 0
        assert steps[-1].records == count
        assert steps[-1].done == steps[-1].total > 0
    assert {progress.of for progress in told if progress.stage == "aligning"} == {3}


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are not listed here")
@pytest.mark.parametrize("count", [1, 2])
def test_loop_that_is_left_early_leaves_nothing(pipeline, articles, temporary, count):
    before = open_files()
    made = answers(articles, pipeline=pipeline, n_process=count)
    assert list(temporary.iterdir()) == []
    loop = iter(made)
    next(loop)
    loop.close()
    for work in made:
        assert work.cited.key == KEYS[0]
        break
    del work
    assert multiprocessing.active_children() == []
    assert list(temporary.iterdir()) == []
    assert open_files() == before
    assert len(list(made)) == 3  # and again


@pytest.mark.parametrize("count", [1, 2])
def test_error_in_the_loop_leaves_nothing(pipeline, articles, temporary, count):
    def stop(progress):
        if progress.stage == "aligning" and progress.records:
            raise KeyboardInterrupt

    made = answers(articles, pipeline=pipeline, n_process=count, on_progress=stop)
    with pytest.raises(KeyboardInterrupt):
        list(made)
    assert multiprocessing.active_children() == []
    assert list(temporary.iterdir()) == []


# --- report ----------------------------------------------------------------------------------


def test_report_writes_what_the_command_writes(pipeline, articles, tmp_path):
    pages = [tmp_path / name / "page.html" for name in ("command", "call")]
    for page in pages:
        page.parent.mkdir()
    assert report_runs.report(pipeline, articles, "-o", pages[0], "--title", "Pond").exit_code == 0
    summary = spacy_citalign.report(str(articles), pages[1], title="Pond", pipeline=pipeline)
    for suffix in (".html", ".jsonl"):
        one, other = (page.with_suffix(suffix).read_bytes() for page in pages)
        assert one == other
    assert (summary.page, summary.rows) == (pages[1], pages[1].with_suffix(".jsonl"))
    assert (summary.works, summary.failed, summary.problems) == (3, 0, [])
    assert [work.cited.key for work in summary.largest] == KEYS
    assert (summary.counts.aligned, summary.counts.citances) == (3, 11)
    assert str(summary).startswith(
        "2 articles with 11 citations; 3 groups of 11 citances aligned; 0 failed; citances "
    )
    assert [path.name for path in sorted(pages[1].parent.iterdir())] == ["page.html", "page.jsonl"]


def test_report_of_aligned_groups_has_no_rows_of_its_own(pipeline, articles, tmp_path):
    first = spacy_citalign.report(articles, tmp_path / "first.html", pipeline=pipeline)
    summary = spacy_citalign.report(first.rows, tmp_path / "again.html", pipeline=pipeline)
    assert summary.rows is None
    assert summary.works == 3
    assert not (tmp_path / "again.jsonl").exists()


def test_report_says_what_failed(pipeline, articles, tmp_path):
    (articles / "bad.xml").write_text("<article>")
    report_runs.FAIL.add(report_runs.FIRST[1])
    summary = spacy_citalign.report(articles, tmp_path / "page.html", pipeline=pipeline)
    assert (summary.works, summary.failed, summary.counts.failed) == (2, 1, 1)
    assert "1 of 3 groups failed:" in summary.problems
    assert len(rows(tmp_path / "page.jsonl")) == 3


def test_report_that_is_interrupted_goes_on(pipeline, articles, tmp_path, monkeypatch):
    monkeypatch.setattr("spacy_citalign.app.answers.batches.MAX_GROUPS", 1)
    whole, page = tmp_path / "whole.html", tmp_path / "page.html"
    spacy_citalign.report(articles, whole, pipeline=pipeline)
    forget()
    report_runs.HALT.add(report_runs.FIRST[1])
    with pytest.raises(KeyboardInterrupt):
        spacy_citalign.report(articles, page, pipeline=pipeline)
    report_runs.HALT.clear()
    summary = spacy_citalign.report(articles, page, pipeline=pipeline)
    assert summary.counts.kept == 1
    assert report_runs.SEEN.count(report_runs.FIRST[0]) == 1
    for suffix in (".html", ".jsonl"):
        one, other = (path.with_suffix(suffix).read_bytes() for path in (whole, page))
        assert one == other
