"""What a library finds: works by any of their names, sentences by words."""

import pytest
import spacy
from jats_files import citing, jats, section

from spacy_citalign.app.library.adding.adding import add
from spacy_citalign.app.library.asking.lookup import (
    cited_in,
    find_sentences,
    find_works,
    named_works,
    sentences_of_work,
    works_of_sentences,
    works_with_words,
)
from spacy_citalign.app.library.database import reading
from spacy_citalign.app.library.works.work_store import WorkStore

FROGS = '<pub-id pub-id-type="doi">10.5555/FROGS.1</pub-id><pub-id pub-id-type="pmid">11</pub-id>'
ARXIV = '<pub-id pub-id-type="arxiv">2304.01234</pub-id>'
WORKS = {
    "r1": ("Kelm", "2000", "Frogs awake at night", FROGS),
    "r2": ("Kelm", "2000", "Toads asleep", ""),
    "r3": ("van der Meer", "2003", "Grenouilles éveillées", ""),
    "r4": ("Kelman", "1999", "Newts", ARXIV),
}
KEYS = ["doi:10.5555/frogs.1", "kelm 2000 toads asleep", "van der meer 2003 grenouilles eveillees"]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Three articles: all cite the frogs, two the toads, one the others."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    folder = tmp_path_factory.mktemp("lookup")
    texts = [
        ["r1", "Wounds of frogs heal at night.", "r2", "Toads slept."],
        [
            "r1",
            "Healing of wounds, and of nothing else, was slow in frogs.",
            "r2",
            "Sleep is deep.",
        ],
        ["r1", "Frogs were awake.", "r3", "Frogs of France wake up.", "r4", "Newts swim."],
    ]
    for number, parts in enumerate(texts):
        pairs = zip(parts[::2], parts[1::2], strict=True)
        body = section("Results", " ".join(citing(rid, text) for rid, text in pairs))
        content = jats(body, pmid=f"90{number}", references=WORKS)
        (folder / f"{number}.xml").write_bytes(content)
    add(folder / "library", [*sorted(folder.glob("*.xml"))], nlp=nlp, n_process=1)
    with reading(folder / "library") as connection:
        yield connection


def keys(connection, works):
    store = WorkStore(connection)
    return [store.describe(work)[0] for work in works]


def texts(connection, sentences):
    return [
        connection.execute("SELECT text FROM sentences WHERE id = ?", (one,)).fetchone()[0]
        for one in sentences
    ]


@pytest.mark.parametrize(
    "name",
    [
        "10.5555/frogs.1",
        "10.5555/FROGS.1",
        "doi:10.5555/frogs.1",
        "doi: 10.5555/frogs.1",
        "DOI 10.5555/frogs.1",
        "https://doi.org/10.5555/frogs.1",
        "http://dx.doi.org/10.5555/Frogs.1",
        "11",
        "pmid:11",
        "PMID 11",
        "PMID: 11",
        "https://pubmed.ncbi.nlm.nih.gov/11/",
    ],
)
def test_identifier_names_its_work_in_any_spelling(library, name):
    assert keys(library, named_works(library, name)) == [KEYS[0]]
    assert keys(library, find_works(library, f" {name} ")) == [KEYS[0]]


@pytest.mark.parametrize(
    "name",
    [
        "arXiv:2304.01234",
        "2304.01234",
        "arXiv 2304.01234v2",
        "https://arxiv.org/abs/2304.01234",
        "10.48550/arXiv.2304.01234",
    ],
)
def test_arxiv_id_names_its_work(library, name):
    assert keys(library, find_works(library, name)) == ["arxiv:2304.01234"]


def test_key_is_a_name(library):
    assert [keys(library, named_works(library, key)) for key in KEYS] == [[key] for key in KEYS]


def test_several_works_come_with_the_most_cited_first(library):
    assert keys(library, find_works(library, "Kelm 2000")) == KEYS[:2]
    assert keys(library, find_works(library, "kelm 2000", limit=1)) == KEYS[:1]


def test_words_of_a_title_find_it_with_and_without_accents(library):
    for text in ("Grenouilles éveillées", "GRENOUILLES EVEILLEES", "van der Meer 2003"):
        assert keys(library, find_works(library, text)) == [KEYS[2]]


def test_begins_of_words_find_what_whole_words_do_not(library):
    assert keys(library, find_works(library, "grenouill 2003")) == [KEYS[2]]
    assert keys(library, works_with_words(library, "kelm", begins=True)) == [
        *KEYS[:2],
        "arxiv:2304.01234",
    ]


@pytest.mark.parametrize("name", ["", "  ", "---", "Zork 2011", "10.5555/none", "pmid:99", '"'])
def test_what_nobody_is_called_finds_nothing(library, name):
    assert find_works(library, name) == []


def test_sentences_have_all_words_in_any_form(library):
    assert texts(library, find_sentences(library, "wound healing")) == [
        "Wounds of frogs heal at night [1].",
        "Healing of wounds, and of nothing else, was slow in frogs [1].",
    ]


def test_words_in_quotes_stand_together(library):
    assert texts(library, find_sentences(library, '"heal at" frog')) == [
        "Wounds of frogs heal at night [1]."
    ]


@pytest.mark.parametrize(
    "words",
    ["frogs AND", "NOT", "NEAR(frogs", "frogs*", "text:frogs", "-frogs", 'fro"gs', "(^", "?"],
)
def test_words_are_words_and_no_query(library, words):
    assert len(find_sentences(library, words)) <= 4


def test_sentences_can_be_turned_over(library):
    every = find_sentences(library, "frogs")
    assert len(every) == 4
    assert [*find_sentences(library, "frogs", 3), *find_sentences(library, "frogs", 3, 3)] == every


def test_works_that_sentences_cite_are_counted(library):
    found = works_of_sentences(library, find_sentences(library, "frogs"))
    assert keys(library, [work for work, _ in found]) == [KEYS[0], KEYS[2]]
    assert [count for _, count in found] == [3, 1]


def test_sentences_of_a_work_are_in_the_order_of_the_articles(library):
    (work,) = named_works(library, KEYS[1])
    found = sentences_of_work(library, work)
    assert texts(library, found) == ["Toads slept [2].", "Sleep is deep [2]."]
    assert sentences_of_work(library, work, 1, 1) == found[1:]
    assert [cited_in(library, one) for one in found] == [[work], [work]]
