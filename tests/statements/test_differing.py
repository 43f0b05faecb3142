"""Who differs: a cue counts where it governs the citation of the work, and nowhere else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.clause import Clause, SentenceMark
from spacy_citalign.statements.differing import find_difference

_MARKED = re.compile(r"<<(.*?)>>|\{\{(.*?)\}\}")


def read(marked):
    """Return the text, where <<...>> is a mark that cites the work and {{...}} another one."""
    text, marks, last = "", [], 0
    for match in _MARKED.finditer(marked):
        text += marked[last : match.start()]
        shown = match[1] if match[1] is not None else match[2]
        marks.append(SentenceMark(len(text), len(text) + len(shown), match[1] is not None))
        text += shown
        last = match.end()
    return text + marked[last:], marks


def cue(marked):
    text, marks = read(marked)
    span = find_difference(text, marks)
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In contrast to the findings of Zork et al. <<[3]>>, our frogs sang.", "In contrast to"),
        ("Contrary to Zork <<[3]>>, we heard no frog.", "Contrary to"),
        ("Unlike <<(Zork, 2004)>>, we count toads.", "Unlike"),
        ("Unlike that of {{[2]}} and the method of Zork <<[3]>>, ours counts.", "Unlike"),
        ("Unlike the method of {{[2]}} and toads <<[3]>>, ours counts.", None),
        ("Our song model differs from that of Zork <<(2004)>>.", "differs from"),
        ("These results are at variance with the data of {{[2]}} and <<[3]>>.", "at variance with"),
        ("This is not consistent with earlier reports <<[3]>>.", "not consistent with"),
        ("Later counts contradict the claim of Zork <<[3]>>.", "contradict"),
        ("Ott questioned the view of Zork <<[3]>> that frogs sleep.", "questioned the view"),
        ("We outperform the system of Zork <<(2004)>> by two frogs.", "outperform"),
        ("Our ears are better than those used by Zork <<[3]>>.", "better than"),
        ("We did not observe the song reported by Zork <<[3]>>.", "did not observe"),
        ("Although Zork <<[3]>> heard frogs, we could not detect any.", "could not detect"),
        ("Zork <<[3]>> counts frogs, whereas we count toads.", "whereas we"),
        ("Zork <<[3]>> has since been criticized.", "has since been criticized"),
        ("However, the counter of Zork <<[3]>> requires silence.", "requires"),
        ("Zork <<[3]>> counts by ear, but this method cannot count at night.", "but"),
        ("The main limitation of the counter <<[3]>> used there is noise.", None),
        ("The main limitation of the method <<[3]>> is noise.", "limitation of"),
        # Comparison.
        ("This count is 2.5 frogs higher than reported by Zork <<[3]>>.", "higher than"),
        ("Ponds here are larger than in previous studies <<[3]>>.", "larger than"),
        ("We surpass the 91.4% achieved by Zork <<(2004)>>.", "surpass"),
        (
            "We count more frogs than another study, which counted by ear <<[3]>>.",
            "more frogs than",
        ),
        ("Zork <<(2004)>> found more frogs than ours.", "more frogs than ours"),
        ("Our choir is smaller than in other studies.<<[3]>>", "smaller than"),
        # One clause against another.
        ("We count toads, while Zork <<(2004)>> counts frogs.", "while"),
        ("While Zork <<(2004)>> counts frogs, we count toads.", "While"),
        ("In contrast to our findings, Zork <<[3]>> heard no frog.", "In contrast to"),
        ("As Zork <<(2004)>> did, we count, but unlike their count ours is slow.", "unlike their"),
        ("It was reported that frogs sing <<[3]>>, but we found no song.", "but"),
        ("As in Zork <<(2004)>> frogs sang, but the toads counted here did not.", None),
        ("This is similar to the counter of Zork <<(2004)>>, except that it is blue.", "except"),
        ("Our counter is similar to the one in <<[3]>>, but we count toads.", "but we"),
        ("One difference between our ponds and those of Zork <<[3]>> is mud.", "difference"),
        # The work is found wanting.
        ("Zork <<(2004)>> counts frogs, but does not count toads.", "but does not count"),
        ("The counter of Zork <<(2004)>> has two drawbacks.", "has two drawbacks"),
        ("The method <<(Zork, 2004)>> cannot count toads.", "cannot"),
        ("Zork <<(2004)>> only considers frogs.", "only considers"),
        ("The claim of Zork <<[3]>> does not hold in ponds.", "does not hold"),
        ("We tried the counter of Zork <<[3]>>, but it got worse.", "but"),
        ("We did not use the frogs described by Zork <<[3]>>.", "We did not use"),
        # Not confirmed.
        ("This song had not previously been heard or seen <<[3]>>.", None),
        ("This song had not previously been observed <<[3]>>.", "had not previously been observed"),
        ("We could not confirm the claim of Zork <<[3]>>.", "not confirm"),
        ("This is surprising, given the results of Zork <<[3]>>.", "surprising, given"),
    ],
)
def test_sentences_that_differ(sentence, expected):
    assert cue(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Frogs sing at night <<[3]>>.",
        "In contrast to toads, frogs sing at night <<[3]>>.",
        "Unlike toads <<[3]>>, frogs sing.",
        "Frogs did not sing <<[3]>>.",
        "Zork lost its song, but frogs went on <<[3]>>.",
        "Tumours of frogs differ from normal skin <<[3]>>.",
        "In contrast to the findings of Ott {{[2]}}, our frogs sang as told <<[3]>>.",
        "We follow Zork <<[3]>>, but this method is only used at night.",
        "In our previous work we did not observe songs <<[3]>>.",
        "Frogs were not significantly different from the results of Zork <<[3]>>.",
        # What the work says itself.
        "Frogs sing better than toads <<[3]>>.",
        "Frogs were shown to sing better than toads of the same method <<[3]>>.",
        "It has been proven that frogs sing better than toads <<(Zork, 2004)>>.",
        "That frogs sing has been criticized <<[3]>>.",
        "The song could not be confirmed <<[3]>>.",
        "Problems with frogs were pointed out by Zork <<[3]>>.",
        "Zork <<[3]>> found that frogs sing, but that they do not dance.",
        "Many frogs <<[3]>> do not dance.",
        "The nervous system <<[3]>> lacks frogs.",
        "Toads croak more often than others <<[3]>>.",
        "Our frogs sing louder than toads, see the results of Zork <<[3]>>.",
        # Agreement, or nothing about it.
        "This does not contradict the results of Zork <<[3]>>.",
        "It is not surprising, given the results of Zork <<[3]>>.",
        "We did not find a difference to what was reported by Zork <<[3]>>.",
        "Similarly to the study of Zork <<[3]>>, we did not observe the song reported there.",
        "We leave the counter of Zork <<(2004)>>, but we will count on.",
        "Songs differ from pond to pond in the study of Zork <<[3]>>.",
        "These results are not unlike those of Zork <<[3]>>.",
        "The ponds held more than 7 frogs of the study <<[3]>>.",
        "",
        "<<[3]>>",
    ],
)
def test_sentences_that_do_not(sentence):
    assert cue(sentence) is None


def test_without_a_mark_of_the_work_any_mark_may_cite_it():
    assert cue("Unlike Zork {{[3]}}, we count toads.") == "Unlike"


def test_without_marks_the_cue_must_govern_what_was_reported():
    assert cue("In contrast to previous reports, frogs sang.") == "In contrast to"
    assert cue("In contrast to toads, frogs sang.") is None


def test_a_mark_stands_for_the_work_where_it_is_spoken_of():
    def stands(marked, *, strictly=True):
        clause = Clause(*read(marked))
        return clause.stands_for_work(clause.joined.index("OWN"), strictly=strictly)

    assert stands("Zork <<[3]>> sings")
    assert stands("the counter of <<[3]>> sings")
    assert stands("the method <<[3]>> sings")
    assert stands("methods {{[2]}} and <<[3]>> sing")
    assert not stands("frogs <<[3]>> sing")
    assert not stands("the nervous system <<[3]>> sings")
    assert stands("the tagging system <<(Zork, 2004)>> sings")
    assert not stands("frogs <<(Zork, 2004)>> sing")
    assert stands("frogs <<(Zork, 2004)>> sing", strictly=False)


def test_decimals_and_acronyms_are_words():
    assert Clause(*read("by 91.4%, WT <<[3]>>")).joined == "by 91.4 % , wt OWN"


def test_lists_and_tables_are_not_searched():
    assert cue("Unlike <<[3]>>, we count toads. " + "croak " * 1000) is None


def test_authors_before_a_mark_are_part_of_it():
    assert Clause(*read("Zork and Ott <<[3]>> sing")).joined == "OWN sing"
    assert Clause(*read("by Zork, Ott, et al. <<(2004)>>")).joined == "by OWN"
    assert Clause(*read("TGF binds Zork2 <<[3]>>")).joined == "tgf binds OWN"


@given(st.text(alphabet="ab ,.;()[]IunlikeWe contrast to\n", max_size=80), st.data())
def test_cues_are_spans_of_the_text(text, data):
    starts = st.integers(0, len(text))
    spans = data.draw(st.lists(st.tuples(starts, starts, st.booleans()), max_size=4))
    marks = [SentenceMark(min(a, b), max(a, b), cites) for a, b, cites in spans]
    span = find_difference(text, marks)
    assert span is None or 0 <= span[0] < span[1] <= len(text)
