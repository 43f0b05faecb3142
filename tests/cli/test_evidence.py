"""`citalign evidence`: what it prints and writes, how it knows the article, what it refuses."""

import json

import pytest
from jats_files import citing, jats, section
from typer.testing import CliRunner

from spacy_citalign.cli import app

CITED = jats(
    section(
        "Results",
        "Frogs woke before the rain in all ponds. We found that newts of deep ponds sing at night.",
        "Herons were counted, too.",
    )
    + section("Discussion", "Toads were seen."),
    pmid="11",
    title="Frogs awake",
    references={},
)
CITING = jats(
    section(
        "Background",
        citing("r1", "Newts of deep ponds sing at night."),
        citing("r1", "Frogs awake before rain were described."),
        citing("r2", "Toads sleep."),
    )
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "cited.xml").write_bytes(CITED)
    (tmp_path / "citing.xml").write_bytes(CITING)
    return tmp_path


def run(*args):
    result = CliRunner().invoke(app, ["evidence", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_each_citing_sentence_has_its_likeliest_sentences_first(files):
    output = files / "rows.jsonl"
    result = run(files / "citing.xml", "--cited", files / "cited.xml", "-o", output)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [row["citance"]["text"] for row in rows] == [
        "Newts of deep ponds sing at night [1].",
        "Frogs awake before rain were described [1].",
    ]
    best = [row["evidence"][0] for row in rows]
    assert [one["text"] for one in best] == [
        "We found that newts of deep ponds sing at night.",
        "Frogs woke before the rain in all ponds.",
    ]
    for row, one in zip(rows, best, strict=True):
        assert row["schema"] == 1
        assert row["cited"]["pmid"] == "11"
        assert one["section"] == "Results"
        assert 0 < one["probability"] <= 1
        for match in one["matches"]:
            words = [
                row["citance"]["text"][slice(*match["citance"])],
                one["text"][slice(*match["sentence"])],
            ]
            assert words[0].lower()[:3] == words[1].lower()[:3]
    assert "Results: We found that newts" in result.stdout
    assert "2 citances of Yan 2004, Frogs awake, 2 with evidence" in result.stderr


def test_places_are_characters_of_the_articles_own_text(files):
    from spacy_citalign.cli.text_inputs import read_texts

    output = files / "rows.jsonl"
    run(files / "citing.xml", "--cited", files / "cited.xml", "-o", output, "--threshold", "0")
    (record,) = read_texts([files / "cited.xml"])
    for line in output.read_text(encoding="utf-8").splitlines():
        evidence = json.loads(line)["evidence"]
        assert len(evidence) == 4  # titles are none
        for one in evidence:
            assert record.article.text[one["start"] : one["end"]] == one["text"]


def test_nothing_found_is_said(files):
    arguments = (files / "citing.xml", "--cited", files / "cited.xml", "--threshold", "1")
    result = run(*arguments)
    assert result.exit_code == 0
    assert result.stdout.count("not found in the text given") == 2
    assert run(*arguments, "--quiet").stderr == ""


@pytest.mark.slow
def test_plain_text_is_named_by_its_work(files):
    (files / "cited.txt").write_text("Toads sleep long.\nNewts sing at night.", encoding="utf-8")
    refused = run(files / "citing.xml", "--cited", files / "cited.txt")
    assert refused.exit_code == 2
    assert "is none of the 2 works" in refused.stderr
    result = run(files / "citing.xml", "--cited", files / "cited.txt", "--work", "Yan 2004")
    assert result.exit_code == 0
    assert result.stdout.index("Newts sing at night.") < result.stdout.index("Frogs awake")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (CITED.replace(b">11<", b">12<"), [], "is none of the 2 works that are cited"),
        (CITED, ["--work", "Zork"], "no work 'Zork' is cited"),
        (b"", [], "1 of 1 texts cannot be used"),
        (jats("", pmid="11", title="Frogs awake", references={}), [], "no text but titles"),
        (jats("", pmid="11", title="Newts", references={}), [], "is none of the 2 works"),
        (CITED, ["--pipeline", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_used_is_refused_in_clear_words(files, content, options, message):
    (files / "cited.xml").write_bytes(content)
    result = run(files / "citing.xml", "--cited", files / "cited.xml", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_another_language_is_said_and_nothing_lost(files):
    text = "Die Molche der tiefen Teiche singen nachts, wie wir fanden.\n" * 9
    (files / "cited.txt").write_text(text, encoding="utf-8")
    result = run(files / "citing.xml", "--cited", files / "cited.txt", "--work", "Yan 2004")
    assert result.exit_code == 0
    assert "cited.txt has few English words" in result.stderr


def test_an_article_that_fails_costs_itself(files):
    (files / "broken.xml").write_text("<article><body>", encoding="utf-8")
    result = run(files / "citing.xml", files / "broken.xml", "--cited", files / "cited.xml")
    assert result.exit_code == 1
    assert "We found that newts" in result.stdout
    assert "broken.xml" in result.stderr


def test_a_pipeline_without_a_ranker_is_refused(files):
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(files / "bare")
    result = run(files / "citing.xml", "--cited", files / "cited.xml", "--pipeline", files / "bare")
    assert result.exit_code == 2
    assert "has no evidence_ranker" in result.stderr


@pytest.mark.parametrize("name", ["11", "pmid:11", "https://pubmed.ncbi.nlm.nih.gov/11/"])
def test_an_identifier_names_an_article_among_those_given(files, name):
    result = run(files / "citing.xml", files / "cited.xml", "--cited", name)
    assert result.exit_code == 0, result.output
    assert "We found that newts of deep ponds sing at night." in result.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("10.5555/f", "the article 10.5555/f is not among the articles given; give its file"),
        ("frogs2004", "--cited 'frogs2004' is no file and no identifier"),
        ("n" * 5000, "is no file and no identifier"),
    ],
)
def test_what_names_no_article_is_refused(files, name, message):
    result = run(files / "citing.xml", "--cited", name)
    assert result.exit_code == 2
    assert message in result.stderr
