"""The thesaurus: what a file says, what is refused and where, and the files that ship."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.stems import phrase_stems
from spacy_citalign.citances.knowledge.thesaurus import (
    FOLDER,
    KINDS,
    Thesaurus,
    ThesaurusEntry,
    read_thesaurus,
)
from spacy_citalign.errors import InputError
from tests.citances.unit_groups import THESAURUS, thesaurus_of


def labels(entries):
    return [entry.label for entry in entries]


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="own.tsv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.replace("|", "\t").encode(encoding))
        return path

    return write_file


# --- look-up ---------------------------------------------------------------------------------


def test_forms_of_a_member_are_found_by_stem():
    assert labels(THESAURUS.common(("increas",), ("elev",))) == ["increase"]
    assert THESAURUS.common(("increas",), ("reduc",)) == []
    assert THESAURUS.common(("moss",), ("moss",)) == []


def test_a_word_may_be_in_several_entries():
    found = thesaurus_of("a|same|run; flow\nb|near|run; manage\n")
    assert labels(found.entries[n] for n in found.numbers_of(("run",))) == ["a", "b"]
    assert labels(found.common(("run",), ("manag",))) == ["b"]


def test_phrases_are_the_members_of_two_words_and_more():
    assert THESAURUS.phrases >= {phrase_stems("stem cells"), phrase_stems("bringing about")} - {
        ("bring",)  # "about" is a stop word, so this is a word
    }
    assert all(len(stems) > 1 for stems in THESAURUS.phrases)


def test_opposites_are_so_for_both():
    found = thesaurus_of("up|same|up high; rise|down\ndown|same|fall; drop\n")
    assert found.opposite_pairs.T.tolist() == [[0, 1], [1, 0]]
    assert thesaurus_of("a|same|b; c\n").opposite_pairs.size == 0


def test_long_forms_of_an_abbreviation_in_order():
    found = thesaurus_of("ZLF|abbreviation|ZLF; zonal leaf factor; zonal factors\n")
    assert found.long_forms(0) == [("zonal", "leaf", "factor"), ("zonal", "factor")]


def test_opposites_are_of_the_same_file():
    two = thesaurus_of("a|same|b; c\n", "one.tsv") + thesaurus_of("z|same|x; y\n", "two.tsv")
    assert len(two) == 2
    with pytest.raises(InputError, match=r"two.tsv: 'z' has the opposite 'a', which is no label"):
        Thesaurus([two.entries[0], ThesaurusEntry("z", "same", ("x", "y"), ("a",), "two.tsv")])


# --- files -----------------------------------------------------------------------------------


def test_file_of_a_user(write):
    path = write("\ufeff# mine\n\nwax|near| wax;  bee glue ;| \r\nice | same | ice; frost | fire\n"
                 "fire|same|fire; flame\n")  # fmt: skip
    found = read_thesaurus(path)
    assert found.entries == (
        ThesaurusEntry("wax", "near", ("wax", "bee glue"), (), "own.tsv"),
        ThesaurusEntry("ice", "same", ("ice", "frost"), ("fire",), "own.tsv"),
        ThesaurusEntry("fire", "same", ("fire", "flame"), (), "own.tsv"),
    )


def test_files_are_read_in_the_order_given(write):
    one, two = write("a|same|b; c\n", "z.tsv"), write("a|same|d; e\n", "a.tsv")
    assert [entry.source for entry in read_thesaurus(one, two).entries] == ["z.tsv", "a.tsv"]


@pytest.mark.parametrize(
    "line",
    [
        "wax",
        "wax|same",
        "wax|same|wax",
        "wax|same|wax; ",
        "|same|wax; glue",
        "wax|alike|wax; glue",
        "wax|same|wax; glue||",
    ],
)
def test_a_line_that_is_no_entry_is_named(write, line):
    path = write(f"# mine\nice|same|ice; frost\n{line}\n")
    with pytest.raises(InputError, match=r"own.tsv, line 3: .* is no entry; give label, kind"):
        read_thesaurus(path)


def test_a_label_given_twice_is_named(write):
    path = write("ice|same|ice; frost\nwax|same|wax; glue\nice|near|ice; snow\n")
    with pytest.raises(InputError, match="line 3: the label 'ice' is that of line 1, too"):
        read_thesaurus(path)


def test_an_opposite_that_is_not_there_is_named(write):
    with pytest.raises(InputError, match=r"own.tsv: 'ice' has the opposite 'fire'.*leave"):
        read_thesaurus(write("ice|same|ice; frost|fire\n"))


def test_files_that_cannot_be_read(write, tmp_path):
    for path in (tmp_path / "none.tsv", tmp_path, write("é|same|a; b", encoding="latin-1")):
        with pytest.raises(InputError, match=r"cannot be read .*UTF-8"):
            read_thesaurus(path)


# --- as text ---------------------------------------------------------------------------------


def test_text_gives_the_same_entries_back():
    text = THESAURUS.to_text()
    assert text.splitlines()[0] == "acts.tsv\tincrease\tsame\tincrease; rise; elevate\tdecrease"
    assert Thesaurus.from_text(text).entries == THESAURUS.entries
    assert Thesaurus.from_text("").entries == ()


@pytest.mark.parametrize("line", ["wax", "a.tsv\twax\talike\twax; glue\t", "\t\t\t\t", "a\tb\tc"])
def test_text_without_the_cells_of_an_entry_is_refused_at_once(line):
    with pytest.raises(InputError, match=r"line 1: .* is no entry"):
        Thesaurus.from_text(f"{line}\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a.tsv\twax\tsame\twax\t", r"line 1: .* is no entry"),
        ("a.tsv\twax\tsame\twax; glue\tice", "'wax' has the opposite 'ice', which is no label"),
    ],
)
def test_what_else_is_wrong_with_text_is_told_by_the_first_look_up(line, message):
    found = Thesaurus.from_text(f"{line}\n")
    with pytest.raises(InputError, match=message):
        _ = found.opposite_pairs


CELLS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=5)
ENTRIES = st.builds(
    ThesaurusEntry,
    CELLS,
    st.sampled_from(KINDS),
    st.lists(CELLS, min_size=2, max_size=4).map(tuple),
    st.just(()),
    st.just("own.tsv"),
)


@given(st.lists(ENTRIES, max_size=4))
def test_any_entries_come_back(entries):
    assert Thesaurus.from_text(Thesaurus(entries).to_text()).entries == tuple(entries)


# --- the files that ship ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped():
    return read_thesaurus()


def test_shipped_files_are_of_several_fields(shipped):
    sources = {entry.source for entry in shipped.entries}
    assert sources == {path.name for path in FOLDER.iterdir() if path.suffix == ".tsv"}
    assert len(sources) >= 5
    assert len(shipped) > 10_000
    assert {entry.kind for entry in shipped.entries} == set(KINDS)


def test_no_member_is_twice_in_an_entry(shipped):
    for entry in shipped.entries:
        members = [member.lower() for member in entry.members]
        assert len(set(members)) == len(members), entry


def test_no_entry_shares_a_member_with_its_opposite(shipped):
    for number, other in shipped.opposite_pairs.T.tolist():
        entry, opposite = shipped.entries[number], shipped.entries[other]
        shared = {*map(str.lower, entry.members)} & {*map(str.lower, opposite.members)}
        assert not shared, (entry.source, entry.label, shared)


def test_no_member_is_in_more_than_three_entries_of_a_file(shipped):
    times = Counter((e.source, member.lower()) for e in shipped.entries for member in e.members)
    assert [key for key, count in times.items() if count > 3] == []


def test_shipped_entries_come_back_from_text(shipped):
    assert Thesaurus.from_text(shipped.to_text()).entries == shipped.entries


def test_synonyms_and_opposites_of_everyday_science(shipped):
    assert shipped.common(("increas",), ("elev",))
    ups, downs = (set(shipped.numbers_of((stem,))) for stem in ("increas", "decreas"))
    assert any(a in ups and b in downs for a, b in shipped.opposite_pairs.T.tolist())
