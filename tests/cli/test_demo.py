"""`citalign demo`: the bundled articles, from their citing sentences to tables and a page."""

import re
from functools import partial
from importlib import resources

import pytest
import spacy
from align_runs import FACTORY, save
from cli_files import rows
from contract_cases import trained_bytes
from report_runs import FAIL, forget
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign import answers
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.app.report.phrases import work_name
from spacy_citalign.cli import app
from spacy_citalign.schema import CitedWork, WorkAnswer

# The works that more than one sentence cites, and who writes about them.
LETTER = ("letter.txt", "Whitlock 2010")


@Language.component("demo_test_fail")
def fail(doc: Doc) -> Doc:
    raise ValueError("not today")


@Language.component("demo_test_fail_later")
def fail_later(doc: Doc) -> Doc:
    """Fails in a group whose first word is named."""
    if doc[0].text in FAIL:
        raise ValueError("not\nthis one")
    return doc


def demo(*args):
    return CliRunner().invoke(app, ["demo", *map(str, args)])


@pytest.fixture(autouse=True)
def _forget():
    forget()


@pytest.fixture(scope="module")
def model():
    return trained_bytes(FACTORY)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory, model):
    path = tmp_path_factory.mktemp("demo") / "pipeline"
    return save(path, model, before=["sentencizer", "demo_test_fail_later"])


@pytest.fixture(scope="module")
def made(tmp_path_factory, pipeline):
    """Output of a demo, and its folder."""
    forget()
    folder = tmp_path_factory.mktemp("made") / "of" / "demo"
    result = demo("-o", folder, "--pipeline", pipeline)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout, folder


def test_demo_writes_a_page_and_a_file_and_nothing_else(made):
    _, folder = made
    assert {path.name for path in folder.iterdir()} == {"report.html", "report.jsonl"}


def test_works_are_cited_in_articles_and_in_the_letter(made):
    found = rows(made[1] / "report.jsonl")
    counts = [(row["articles"], len(row["citances"])) for row in found]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1][1] == 2 < counts[0][1]
    sources = {one["source"] for row in found for one in row["citances"]}
    assert len(sources) == 7
    letter = [
        work_name(CitedWork(**row["cited"]))
        for row in found
        if any(one["source"] == LETTER[0] for one in row["citances"])
    ]
    assert LETTER[1] in letter
    assert all(row["classes"] for row in found if len(row["citances"]) > 2)


def test_page_has_every_work_and_every_citing_sentence(made):
    html = (made[1] / "report.html").read_text(encoding="utf-8")
    found = rows(made[1] / "report.jsonl")
    assert html.count('<article class="work"') == len(found)
    assert html.count('<li class="citance"') == sum(len(row["citances"]) for row in found)
    assert re.search(r"From 8 articles with \d+ citations\.", html)
    assert "Not shown: <bdi>files left out: 1 (1 Markdown)</bdi>" in html


def test_terminal_shows_the_first_works_and_where_the_page_is(made):
    stdout, folder = made
    found = rows(folder / "report.jsonl")
    *lines, done, last = stdout.splitlines()
    answer = answer_text(map(WorkAnswer.model_validate, found), width=100, most=5)
    assert "\n".join(lines) == f"{answer}\n... and {len(found) - 5} more works\n"
    assert re.fullmatch(
        rf"8 articles with \d+ citations; {len(found)} groups of \d+ citances aligned; 0 failed; "
        r"citances \d+\.\d s, alignment \d+\.\d s, page \d+\.\d s",
        done,
    )
    assert last == (
        f"page: {folder / 'report.html'}, the same for machines: {folder / 'report.jsonl'}"
    )


@pytest.mark.slow
def test_demo_again_replaces_what_is_there(made, pipeline, tmp_path):
    for name in ("report.html", "report.jsonl"):
        (tmp_path / name).write_text("old")
    assert demo("-o", tmp_path, "--pipeline", pipeline).exit_code == 0
    assert rows(tmp_path / "report.jsonl") == rows(made[1] / "report.jsonl")
    assert (tmp_path / "report.html").read_text() == (made[1] / "report.html").read_text()


@pytest.mark.slow
def test_demo_goes_to_a_folder_here(pipeline, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert demo("--pipeline", pipeline).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"citalign-demo"}


@pytest.mark.slow
def test_demo_works_as_it_is_installed(tmp_path):
    result = demo("-o", tmp_path)
    assert result.exit_code == 0, result.output
    classes = [one for row in rows(tmp_path / "report.jsonl") for one in row["classes"]]
    assert any("PARP1" in one["wordings"] and "PARP1" in one["genes"] for one in classes)


# --- what goes wrong -------------------------------------------------------------------------


def first_words(found):
    """The first word of each group, and the place of a group that shares it with no other."""
    words = [spacy.blank("en")(row["citances"][0]["text"])[0].text for row in found]
    return words, next(place for place, word in enumerate(words) if words.count(word) == 1)


@pytest.mark.slow
def test_few_works_are_all_shown(made, pipeline, tmp_path):
    words, place = first_words(rows(made[1] / "report.jsonl"))
    FAIL.update(set(words) - {words[place]})
    result = demo("-o", tmp_path, "--pipeline", pipeline)
    assert result.exit_code == 1
    assert result.stdout.count("sentences of") == 2  # the work and its statement
    assert "more work" not in result.stdout


@pytest.mark.slow
def test_group_that_fails_is_said_and_left_out(made, pipeline, tmp_path):
    found = rows(made[1] / "report.jsonl")
    words, place = first_words(found)
    FAIL.add(words[place])
    result = demo("-o", tmp_path, "--pipeline", pipeline)
    assert result.exit_code == 1
    name = work_name(CitedWork(**found[place]["cited"]))
    error = "component 'demo_test_fail_later' failed: ValueError: not this one"
    assert result.stderr == f"{name}: {error}\n"
    assert "; 1 failed; " in result.stdout
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert html.count('<article class="work"') == len(found) - 1
    assert "Not shown" in html


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "message"),
    [
        (
            ["sentencizer", "demo_test_fail"],
            "component 'demo_test_fail' failed: ValueError",
        ),
        (["demo_test_fail", "sentencizer"], "letter.txt: ValueError: not today"),
    ],
)
def test_pipeline_that_fails_everywhere(model, tmp_path, before, message):
    name = save(tmp_path / "pipeline", model, before=before)
    result = demo("-o", tmp_path / "out", "--pipeline", name)
    assert result.exit_code == 2
    *lines, last = result.stderr.splitlines()
    assert any(message in line for line in lines)
    assert last.startswith(f"error: the pipeline {name!r} aligned nothing in the bundled articles")
    assert not list(tmp_path.rglob("*.html"))


@pytest.mark.slow
def test_pipeline_that_cannot(model, tmp_path):
    unsplit = save(tmp_path / "unsplit", model)
    bare = spacy.blank("en")
    bare.add_pipe("sentencizer")
    bare.add_pipe(FACTORY)
    bare.to_disk(tmp_path / "unfitted")
    run = partial(demo, "-o", tmp_path / "out", "--pipeline")
    for name, message in (
        ("blank:en", "the pipeline 'blank:en' has no citance_aligner, it has: no components"),
        (tmp_path / "none", "does not load"),
        (tmp_path / "unfitted", "component 'citance_aligner' has no model yet"),
        (unsplit, "no component of the pipeline sets sentences, it has: citance_aligner"),
    ):
        result = run(name)
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert not list(tmp_path.rglob("*.html"))


def test_file_or_folder_in_the_way(pipeline, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "taken" / "report.jsonl").mkdir(parents=True)
    for name, message in (("file", "File exists"), ("taken", "report.jsonl is a folder")):
        result = demo("-o", tmp_path / name, "--pipeline", pipeline)
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert list((tmp_path / "taken").iterdir()) == [tmp_path / "taken" / "report.jsonl"]


@pytest.mark.slow
def test_the_cited_article_among_them_says_it():
    with resources.as_file(resources.files("spacy_citalign") / "demo") as articles:
        works = list(answers(articles, evidence=True))
    at_hand = [work for work in works if work.cited.article is not None]
    assert [work.cited.key for work in at_hand] == ["doi:10.5555/demo.2"]
    places = {citance.text: citance.evidence for citance in at_hand[0].citances}
    stops = next(found for text, found in places.items() if "halt the cell cycle" in text)
    assert any("whose accumulation halts the cell cycle" in place.text for place in stops[:2])
