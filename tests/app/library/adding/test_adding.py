"""Articles into a library: each once, as the other commands read them."""

import gzip
from pathlib import Path

import pytest
from harvest_runs import make_articles
from jats_files import citing, jats, section
from libraries import added, citances, group_lines, sentencizer, table

from spacy_citalign.app.answers.answer_options import AnswerOptions
from spacy_citalign.app.answers.events import Events
from spacy_citalign.app.answers.harvesting import harvest
from spacy_citalign.app.library.adding import adding
from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.app.library.adding.removing import remove
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.inputs.records import Reading

DEMO = Path(adding.__file__).parents[3] / "demo"


@pytest.fixture
def library(tmp_path):
    return tmp_path / "pond.calg"


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


def harvested(*inputs, **options):
    found = harvest(inputs, sentencizer(), AnswerOptions(reading=Reading(**options), n_process=1))
    return [group.line for group in found.groups]


# --- what is in ------------------------------------------------------------------------------


def test_articles_are_in_with_their_citances(library, folder):
    summary = added(library, folder)
    assert str(summary) == (
        f"3 articles added, 0 failed; 6 citations in 6 citances; {library} has 3 articles and 4 "
        "works"
    )
    assert citances(library) == [
        ("900", 18, "Frogs hop [1].", "doi:10.5555/f"),
        ("900", 33, "Toads sleep [2].", "doi:10.5555/t"),
        ("901", 18, "In May frogs sing [1].", "doi:10.5555/f"),
        ("pond.txt", 0, "Toads snore [7].", "pond.txt#7"),
        ("pond.txt", 17, "Newts swim (Ott, 2001).", "ott 2001"),
        ("pond.txt", 41, "Toads are loud [7].", "pond.txt#7"),
    ]


@pytest.mark.parametrize("options", [{}, {"captions": True, "tables": True}])
def test_groups_are_those_of_all_articles_at_once_to_the_byte(library, folder, options):
    added(library, folder, reading=Reading(**options))
    assert group_lines(library) == harvested(folder, **options)


def test_groups_of_the_demo_are_those_of_its_articles(library):
    added(library, DEMO)
    assert group_lines(library) == harvested(DEMO)


def test_one_by_one_is_as_all_at_once(library):
    for path in sorted(DEMO.iterdir()):
        if path.suffix == ".xml":
            added(library, path)
    added(library, DEMO)
    assert group_lines(library) == harvested(DEMO)


def test_each_transaction_is_a_change(library, folder):
    for name in ("one.xml", "pond.txt", "one.xml"):
        added(library, folder / name)
    assert table(library, "SELECT value FROM settings WHERE name = 'changes'") == [("2",)]
    assert table(library, "SELECT key, changed FROM works ORDER BY id") == [
        ("pmid:11", 1),
        ("doi:10.5555/t", 1),
        ("pond.txt#7", 2),
        ("ott 2001", 2),
    ]


# --- what is in already ----------------------------------------------------------------------


def test_a_file_that_is_in_is_not_read(library, folder, monkeypatch):
    added(library, folder)

    def refuse(*args, **kwargs):
        raise AssertionError("read again")

    monkeypatch.setattr(adding, "article_results", refuse)
    monkeypatch.setattr(adding, "load_pipeline", refuse)
    summary = add(library, [folder])
    assert (summary.known, summary.new, summary.doubles) == (3, 0, 0)
    assert str(summary).startswith("0 articles added, 3 files known, 0 failed; 0 citations")


def test_a_copy_of_a_file_is_known_wherever_it_is(library, folder, tmp_path):
    added(library, folder)
    copy = tmp_path / "copy.xml"
    copy.write_bytes((folder / "one.xml").read_bytes())
    assert added(library, copy).known == 1


def test_an_article_that_is_in_is_left_out_by_its_identifier(library, folder, tmp_path):
    added(library, folder)
    packed = tmp_path / "packed.xml.gz"
    packed.write_bytes(gzip.compress((folder / "one.xml").read_bytes()))
    before = group_lines(library)
    summary = added(library, packed)
    assert (summary.doubles, summary.new) == (1, 0)
    assert "1 in already" in str(summary)
    assert group_lines(library) == before


def test_a_version_with_more_citations_takes_the_place_of_the_other(library, tmp_path):
    short, long = tmp_path / "short.xml", tmp_path / "long.xml"
    short.write_bytes(jats(section("Results", citing("r1", "Frogs hop."))))
    more = citing("r2", "Toads sleep."), citing("r1", "Frogs sing.")
    long.write_bytes(jats(section("Results", *more)))
    added(library, short)
    summary = added(library, long)
    assert (summary.better, summary.new, summary.articles) == (1, 0, 1)
    assert group_lines(library) == harvested(long) == harvested(short, long)
    assert added(library, short).known == 1
    assert group_lines(library) == harvested(long)


def test_replace_takes_the_version_that_is_given(library, tmp_path):
    short, long = tmp_path / "short.xml", tmp_path / "long.xml"
    short.write_bytes(jats(section("Results", citing("r1", "Frogs hop."))))
    more = citing("r2", "Toads sleep."), citing("r1", "Frogs sing.")
    long.write_bytes(jats(section("Results", *more)))
    added(library, long)
    assert added(library, short).doubles == 1
    summary = added(library, short, replace=True)
    assert (summary.better, summary.articles, summary.works) == (1, 1, 1)
    assert group_lines(library) == harvested(short)
    assert added(library, long).known == 1  # the old one does not come back by itself
    remove(library, ["900"])
    assert added(library, long).new == 1


def test_replace_takes_the_new_content_of_a_file_without_identifiers(library, tmp_path):
    note = tmp_path / "note.txt"
    note.write_text("Toads snore [7].")
    added(library, note)
    note.write_text("Toads sing [7]. All of them [8].")
    added(library, note, replace=True)
    assert [row[2] for row in citances(library)] == ["Toads sing [7].", "All of them [8]."]


def test_an_article_that_is_given_twice_is_counted_once(library, tmp_path):
    for name, sentences in (("a", 1), ("b", 3), ("c", 2)):
        said = [citing("r1", f"Frogs hop {n} times.") for n in range(sentences)]
        (tmp_path / f"{name}.xml").write_bytes(jats(section("Results", *said)))
    summary = added(library, *sorted(tmp_path.glob("*.xml")))
    assert str(summary).startswith(
        "1 article added, 2 in already, 0 failed; 3 citations in 3 citances;"
    )


# --- what fails ------------------------------------------------------------------------------


def test_a_file_that_fails_is_listed_until_it_is_read(library, folder):
    broken = folder / "broken.xml"
    broken.write_bytes(b"<article><front>")
    told = []
    summary = added(library, folder, events=Events(on_problem=told.append))
    assert summary.failed == len(told) == 1
    assert summary.new == 3
    ((file, problem),) = table(library, "SELECT file, problem FROM failures")
    assert file == str(broken)
    assert problem.startswith("line 1: Premature end of data")
    assert added(library, folder).failed == 1  # it is tried again
    broken.write_bytes(jats(section("Results", citing("r1", "Frogs hop.")), pmid="77"))
    assert added(library, folder).new == 1
    assert table(library, "SELECT * FROM failures") == []


def test_kinds_that_are_not_read_are_counted(library, folder):
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    said = []
    summary = added(library, folder, list_skipped=True, events=Events(on_message=said.append))
    assert "1 (1 image) left out" in str(summary)
    assert [line.split(" ")[0] for line in said] == [f"{folder}/picture.png"]
    assert added(library, folder).known == 4


def test_what_is_not_read_of_articles_is_told(library, folder):
    notes = []
    added(library, folder, events=Events(on_note=notes.append))
    assert notes == [
        "2 citations left out: 1 in captions, 1 in tables; --captions and --tables read these"
    ]


def test_what_does_not_exist_makes_no_library(library, tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        added(library, tmp_path / "none.xml")
    assert not library.exists()


def test_a_library_is_not_made_of_nothing(library):
    with pytest.raises(InputError, match=r"there is no library .*; give articles to make it"):
        added(library)


def test_nothing_is_added_to_a_library_by_no_articles(library, folder):
    added(library, folder)
    before = group_lines(library)
    assert added(library).articles == 3
    assert group_lines(library) == before


# --- how articles are read -------------------------------------------------------------------


def test_all_articles_are_read_as_the_first(library, folder):
    added(library, folder / "one.xml", reading=Reading(captions=True))
    added(library, folder)
    assert group_lines(library) == harvested(folder / "one.xml", folder, captions=True)


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ({"captions": True}, "--captions"),
        ({"tables": True}, "--tables"),
        ({"sentence_before": 0.5}, "--sentence-before"),
    ],
)
def test_articles_of_a_library_are_read_alike(library, folder, asked, option):
    added(library, folder / "one.xml")
    with pytest.raises(SettingError, match=f"were read without {option}"):
        added(library, folder, reading=Reading(**asked))
    assert len(citances(library)) == 2


def test_texts_are_kept_or_not(library, folder):
    added(library, folder / "one.xml")
    assert table(library, "SELECT article FROM texts") == [(1,)]
    added(library, folder, texts=False)
    assert table(library, "SELECT article FROM texts") == [(1,)]


def test_a_library_made_without_texts_stays_so(library, folder):
    added(library, folder / "one.xml", texts=False)
    added(library, folder)
    assert table(library, "SELECT article FROM texts") == []


def test_articles_that_processes_read_are_in_in_order(library, folder):
    add(library, [folder], nlp=sentencizer(), n_process=2)
    assert group_lines(library) == harvested(folder)
    with_texts = table(library, "SELECT source FROM articles JOIN texts ON article = id")
    assert with_texts == [("901",), ("900",)]
