"""What a document says of its words: each mark of section 2.3 on a sentence of its own; lists."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, Padded
from spacy_citalign.errors import SettingError
from spacy_citalign.terms.feature_levels import LEVELS, check_levels, feature_groups
from spacy_citalign.terms.features import WordFeaturizer, add_context
from spacy_citalign.terms.lexicons import Lexicons, LexiconTables
from spacy_citalign.terms.marks import acronyms, document_marks, places, repetitions
from spacy_citalign.words.hashing import hash_strings
from spacy_citalign.words.stem import porter_stem
from tests.terms.term_models import tagged, untagged

NONE = LexiconTables(Lexicons.of())
CUES = LexiconTables(
    Lexicons.of(
        {
            "transitions": ["moreover", "in summary", "on the other hand"],
            "communication": ["propose", "argue", "description"],
        }
    )
)


def stems_of(words):
    return hash_strings([porter_stem(word) for word in words])


def marked(name, text, lexicons=NONE):
    """The marked words of a text with their marks, in order."""
    marks = document_marks(text, stems_of(text.words), lexicons)[name]
    assert marks.shape == (len(text.words),)
    return [(word, mark) for word, mark in zip(text.words, marks.tolist(), strict=True) if mark]


def words_marked(name, text, lexicons=NONE):
    return " ".join(word for word, _ in marked(name, text, lexicons))


# --- noun phrases ----------------------------------------------------------------------------


def test_noun_phrases_are_taken_from_tags():
    text = tagged("The/DT wet/JJ sand/NN holds/VBZ three/CD crabs/NNS ./.")
    phrases = [("wet", 1), ("sand", 3), ("three", 1), ("crabs", 3)]
    assert marked("noun phrase", text) == phrases


def test_noun_phrases_that_are_given_replace_those_of_tags():
    text = tagged("The/DT wet/JJ sand/NN holds/VBZ three/CD crabs/NNS ./.", phrases=[(2, 3)])
    assert marked("noun phrase", text) == [("sand", 4)]
    assert marked("noun phrase", text._replace(phrases=[])) == []


def test_chain_of_noun_phrases_has_one_preposition():
    text = tagged("Maps/NNS of/IN the/DT sea/NN floor/NN with/IN sonar/NN")
    chain = [("Maps", 1), ("of", 2), ("the", 2), ("sea", 2), ("floor", 3), ("sonar", 4)]
    assert marked("chain", text) == chain


# --- connected words, acronyms ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Tides ( or waves ) rise", [("or", 1), ("waves", 1)]),
        ("`` Slow tides '' rise", [("Slow", 2), ("tides", 2)]),
        ('" Slow ( wet ) tides "', [("Slow", 2), ("(", 2), ("wet", 3), (")", 2), ("tides", 2)]),
        ("a [ b { c } d ] e", [("b", 1), ("{", 1), ("c", 1), ("}", 1), ("d", 1)]),
        ("no close ( wet sand", [("wet", 1), ("sand", 1)]),
        ("no open ) wet sand", []),
        ("a ) b ( c", [("c", 1)]),
        ('no close " wet sand', [("wet", 2), ("sand", 2)]),
    ],
)
def test_enclosures(sentence, expected):
    assert marked("enclosure", untagged(sentence.split())) == expected


def test_an_enclosure_ends_with_its_sentence():
    text = untagged("( sand rises . tides ) fall .".split(), [4, 4])
    assert marked("enclosure", text) == [("sand", 1), ("rises", 1), (".", 1)]


def test_an_acronym_is_marked_where_it_is_explained_and_wherever_it_stands():
    text = untagged("A wet sand parser ( WSP ) runs . The WSP rests .".split(), [9, 4])
    explained = [("wet", 1), ("sand", 2), ("parser", 3), ("WSP", 5), ("WSP", 5)]
    assert marked("acronym", text) == explained


@pytest.mark.parametrize(
    ("sentence", "long_form"),
    [
        ("the loss of sand ( LOS )", "loss of sand"),
        ("the loss of the sand ( LS )", "loss of the sand"),  # two words without a letter
        ("context - dependent ( CD ) phones", "context - dependent"),
        ("tide level maps ( TLMs )", "tide level maps"),
        ("the loss of all the sand ( LS )", ""),  # three are too many
        ("tides move on ( MOT )", ""),  # in order
        ("sand ( S )", ""),  # one letter says nothing
        ("see the table ( ttt )", ""),  # no capital
        ("one sea ( TOS )", ""),  # begins before the sentence
        ("wet sand ( WS", ""),
        ("wet sand WS )", ""),
        ("( WS )", ""),
        ("wet sand ( WS or )", ""),
    ],
)
def test_long_forms_of_acronyms(sentence, long_form):
    words = sentence.split()
    marks = acronyms(words, np.array([len(words)]))
    found = [word for word, mark in zip(words, marks.tolist(), strict=True) if 0 < mark < 5]
    assert " ".join(found) == long_form
    assert (5 in marks) == bool(long_form)


def test_an_acronym_is_not_explained_across_sentences():
    words = "wet sand . ( WS ) rises".split()
    assert acronyms(words, np.array([3, 4])).tolist() == [0] * 7


# --- keywords and title, cues, tense ----------------------------------------------------------


def test_words_of_the_title_and_keywords_are_compared_by_stems():
    text = tagged(
        "The/DT mapping/NN of/IN shores/NNS finds/VBZ tide/NN pools/NNS and/CC tide/NN ./.",
        title=["Map", "a", "shore", "."],
        keywords=[["Tide", "pool"], ["reef"], []],
    )
    expected = [("mapping", 1), ("shores", 1), ("tide", 2), ("pools", 2)]
    assert marked("title", text) == expected


def test_without_title_and_keywords_nothing_is_marked():
    assert marked("title", tagged("The/DT mapping/NN of/IN shores/NNS")) == []


def test_a_keyword_longer_than_the_text_is_nowhere():
    assert marked("title", untagged(["tide"], [1])._replace(keywords=[["tide", "pool"]])) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Moreover/RB ,/, the/DT wet/JJ sand/NN slides/VBZ off/IN a/DT dune/NN", [("sand", 1)]),
        ("In/IN summary/NN ,/, tides/NNS matter/VBP", [("tides", 1)]),
        ("We/PRP proposed/VBD a/DT tide/NN table/NN", [("table", 2)]),  # by its stem
        ("The/DT description/NN of/IN reefs/NNS is/VBZ long/JJ", [("reefs", 2)]),
        ("Moreover/RB ,/, we/PRP argue/VBP that/IN reefs/NNS grow/VBP", [("reefs", 3)]),
        ("Reefs/NNS grow/VBP ,/, moreover/RB", []),  # nothing comes after
        ("In/IN short/JJ ,/, tides/NNS matter/VBP", []),
    ],
)
def test_noun_phrases_after_cues(sentence, expected):
    found = marked("cue", tagged(sentence), CUES)
    assert found[-1:] == expected
    assert len({mark for _, mark in found}) <= 1  # all words of the phrase alike


def test_a_cue_reaches_to_the_end_of_its_sentence():
    text = tagged("We/PRP argue/VBP ./.", "Reefs/NNS grow/VBP ./.")
    assert marked("cue", text, CUES) == []


def test_without_lists_of_cues_nothing_is_marked():
    assert marked("cue", tagged("Moreover/RB ,/, we/PRP propose/VBP reefs/NNS")) == []


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("Wet/JJ sand/NN slid/VBD off/IN dunes/NNS ./.", "Wet sand dunes"),
        ("Sand/NN that/WDT slides/VBZ was/VBD wet/JJ ./.", ""),  # the first finite verb counts
        ("Sand/NN may/MD have/VB slid/VBN ./.", ""),
        ("Wet/JJ sand/NN ./.", ""),  # no verb
        ("Lost/VBN sand/NN was/VBD wet/JJ ./.", "Lost sand"),
    ],
)
def test_noun_phrases_of_a_first_sentence_in_the_past_tense(first, expected):
    assert words_marked("past", tagged(first, "Tides/NNS fell/VBD ./.")) == expected


# --- parallel structures, repetitions ---------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We/PRP map/VBP reefs/NNS ,/, wet/JJ dunes/NNS and/CC tides/NNS", "reefs wet dunes tides"),
        ("reefs/NNS ,/, dunes/NNS ,/, and/CC the/DT tides/NNS", "reefs dunes tides"),
        ("reefs/NNS or/CC the/DT dunes/NNS move/VBP", "reefs dunes"),
        ("reefs/NNS and/CC dunes/NNS and/CC tides/NNS", "reefs dunes tides"),
        ("reefs/NNS ,/, a/DT dune/NN", ""),  # without "and"
        ("reefs/NNS grow/VBP and/CC dunes/NNS move/VBP", ""),  # a verb between
        ("reefs/NNS grow/VBP ,/, dunes/NNS and/CC tides/NNS move/VBP", "dunes tides"),
        ("and/CC reefs/NNS", ""),
        ("reefs/NNS and/CC", ""),
    ],
)
def test_parallel_structures(sentence, expected):
    assert words_marked("parallel", tagged(sentence)) == expected


def test_a_parallel_structure_ends_with_its_sentence():
    assert words_marked("parallel", tagged("Reefs/NNS", "and/CC dunes/NNS move/VBP")) == ""


def test_long_lists_take_linear_time():
    # Each "and" added all phrases before it once more.
    text = untagged(["reef", "and"] * 20_000)._replace(tags=["NN", "CC"] * 20_000)
    start = time.process_time()
    assert len(marked("parallel", text)) == 20_000
    assert time.process_time() - start < 5


def test_repeated_noun_phrases_are_counted_by_stems():
    text = tagged(
        "Wet/JJ dunes/NNS move/VBP ./.",
        "A/DT wet/JJ dune/NN meets/VBZ a/DT reef/NN and/CC tides/NNS ./.",
        "Tides/NNS meet/VBP tides/NNS ./.",
    )
    twice = [("Wet", 1), ("dunes", 1), ("wet", 1), ("dune", 1)]
    assert marked("repeated", text) == [*twice, ("tides", 2), ("Tides", 2), ("tides", 2)]


# --- lexicons --------------------------------------------------------------------------------


def found_in(name, entries, sentence):
    words = sentence.split()
    tables = LexiconTables(Lexicons.of({name: entries}))
    ends = tables.ends(name, stems_of(words))
    return [word for word, end in zip(words, ends.tolist(), strict=True) if end]


@pytest.mark.parametrize(
    ("entries", "sentence", "expected"),
    [
        (["tide"], "Tides rise with the TIDE", ["Tides", "TIDE"]),
        (["in summary"], "in summary of a summary", ["summary"]),
        (["on the other hand", "other"], "on the other hand", ["other", "hand"]),
        (["part-whole"], "part - whole", ["whole"]),
        (["part–whole"], "part – whole", ["whole"]),
        (["metre/second"], "one metre / second", ["second"]),
        (["a b c d e f g h"], "a b c d e f g h", ["h"]),
        (["a b c d e f g h i"], "a b c d e f g h i", []),  # no more than eight
        (["", " ", "-"], "a - b", ["-"]),
        ([], "a b", []),
        (["tide"], "", []),
        (["rise rise"], "rise rise rise", ["rise", "rise"]),
    ],
)
def test_entries_of_several_words_end_where_they_match(entries, sentence, expected):
    assert found_in("transitions", entries, sentence) == expected


def test_of_final_words_the_last_word_of_each_entry_counts():
    tables = LexiconTables(Lexicons.of({"final_words": ["sorting algorithms", "rule-based"]}))
    words = ["algorithm", "sorting", "based", "rule"]
    assert tables.words("final_words", stems_of(words)).tolist() == [True, False, True, False]


def test_words_are_entries_of_one_word():
    tables = LexiconTables(Lexicons.of({"units": ["light year", "metres"]}))
    assert tables.words("units", stems_of(["metre", "light", "year"])).tolist() == [True, 0, 0]


def test_lists_that_are_not_given_are_empty():
    tables = LexiconTables(Lexicons.of({"units": ["metre"]}))
    stems = stems_of(["metre"])
    assert tables.words("units", stems).all()
    assert not tables.words("academic", stems).any()
    assert not tables.ends("transitions", stems).any()
    assert not any(len(keys) for keys in Lexicons.of())


def test_entries_are_kept_as_ascending_hashes_without_repetition():
    one, two = (Lexicons.of({"units": each}).units for each in (["b", "a", "b"], ["a", "B", "a "]))
    assert np.array_equal(one, two)
    assert one.dtype == np.uint64
    assert (np.diff(one.astype(object)) > 0).all()


def test_unknown_lists_are_refused():
    with pytest.raises(SettingError, match="lexicons has colours; choose from final_words"):
        Lexicons.of({"colours": ["red"], "units": []})


# --- words by themselves, levels -------------------------------------------------------------


def described(words, levels=LEVELS, **lists):
    return WordFeaturizer(levels, None, None, LexiconTables(Lexicons.of(lists)))(words)


def bags(words, levels=LEVELS):
    found = described(words, levels)
    return [set(part.tolist()) for part in np.split(found.bag, np.cumsum(found.bag_sizes)[:-1])]


def test_words_are_described_by_form_stem_and_shape():
    columns = described(["Tides", "tide", "TIDE"]).hashes
    assert columns["lower"][1] == columns["lower"][2] != columns["lower"][0]
    assert len(set(columns["stem"].tolist())) == 1
    assert len(set(columns["shape"].tolist())) == 3


def test_lists_say_what_they_know_of_words():
    lists = {"academic": ["tide"], "vocabulary": ["tide", "reef"], "units": ["metre"]}
    words = ["tides", "reef", "dune", "metre"]
    known = described(words, **lists).hashes
    assert len(set(known["known"][:3].tolist())) == 3  # both, a dictionary's, unknown
    assert known["known"][2] == known["known"][3]
    assert known["unit"].tolist().count(known["unit"][0]) == 3
    # Without a list nothing is said of any word.
    for name in ("known", "unit", "listed final"):
        assert len(set(described(words).hashes[name].tolist())) == 1


def test_capitals_and_digits_are_features_of_words():
    upper, one, mixed, digit = bags(["SAND", "Sand", "SaNd", "sand4"])
    plain = bags(["sand"])[0]
    assert plain <= upper
    assert len(upper - plain) == 2  # capitals, capitals alone (IsUC)
    assert one == plain
    assert len(mixed - plain) == 1 == len((upper & mixed) - plain)
    (only,) = bags(["I"])
    assert only == bags(["i"])[0]  # one letter is no acronym
    assert digit & plain  # prefixes
    assert not digit & (upper - plain)


def test_features_of_words_belong_to_levels():
    # Affixes and capitals were features whatever the levels.
    assert bags(["SAND", "tides"], ["syntactic"]) == [set(), set()]
    (upper,), (plain,) = bags(["SAND"], ["morphological"]), bags(["sand"], ["morphological"])
    assert len(upper) == 1
    assert not plain
    without = bags(["SAND"], ["words"])[0]
    assert without | upper == bags(["SAND"])[0]
    assert not without & upper


def test_levels_keep_their_order():
    assert check_levels(["rates", "words", "cues"]) == ("words", "cues", "rates")
    assert check_levels(reversed(LEVELS)) == LEVELS


@pytest.mark.parametrize("levels", [[], ["words", "words"], ["word"], "words"])
def test_unknown_levels_are_refused(levels):
    with pytest.raises(SettingError, match=r"choose one or more, each once, of|give a list of"):
        check_levels(levels)


def test_every_level_has_grams_of_its_own():
    own = [
        {column for g in feature_groups([level]) for gram in g.grams for column in gram.features}
        for level in LEVELS
    ]
    assert all(own)
    for number, columns in enumerate(own):
        assert columns - set().union(*own[:number], *own[number + 1 :]), LEVELS[number]


# --- columns of documents --------------------------------------------------------------------


def columns_of(texts, levels=LEVELS, lexicons=NONE):
    padded = Padded.of(np.concatenate([text.lengths for text in texts]))
    words = [word for text in texts for word in text.words]
    columns = {
        name: padded.spread(values, PAD)
        for name, values in WordFeaturizer(levels, None, None, lexicons)(words).hashes.items()
    }
    add_context(columns, texts, padded, levels, lexicons)
    return {name: values[padded.tokens] for name, values in columns.items()}


def test_columns_of_chunks_go_from_blank_to_blank():
    text = tagged("wet/JJ tide/NN+ -/HYPH+ based/VBN+ ./.", "tide/NN+ -/HYPH+ based/VBN maps/NNS")
    chunk = columns_of([text])["chunk"].tolist()
    assert chunk[1] == chunk[2] == chunk[3] == chunk[4]
    assert chunk[5] == chunk[6] == chunk[7]
    assert len(set(chunk)) == 4
    tags = columns_of([text])["chunk tags"].tolist()
    assert len(set(tags)) == 4
    layout = columns_of([text])["layout"].tolist()
    # Blanks on both sides (4), before (2), on none (1), after (3); sentences part as blanks do.
    assert layout == [4, 2, 1, 1, 3, 2, 1, 3, 4]


def test_cardinals_are_told_by_their_tag():
    cardinal = columns_of([tagged("three/CD wet/JJ 3/CD dunes/NNS")])["cardinal"].tolist()
    assert cardinal[0] == cardinal[2] != cardinal[1] == cardinal[3]


def test_candidates_of_c_value_are_marked_without_threshold():
    text = tagged("A/DT wet/JJ rule/NN+ -/HYPH+ bank/NN holds/VBZ water/NN")
    candidate = columns_of([text])["candidate"].tolist()
    none, begin, inside, end = candidate[0], candidate[1], candidate[2], candidate[4]
    assert candidate == [none, begin, inside, inside, end, none, none]
    assert len({none, begin, inside, end}) == 4
    assert "candidate" not in columns_of([text], ["words"])


TEXTS = [
    tagged("We/PRP argue/VBP that/IN wet/JJ dunes/NNS and/CC reefs/NNS move/VBP ./."),
    tagged("Reefs/NNS grew/VBD (/-LRB- or/CC", "tide/NN+ -/HYPH+ based/VBN maps/NNS", title=["a"]),
    tagged("maps/NNS"),
    tagged("A/DT sand/NN parser/NN (/-LRB- SP/NNP )/-RRB- runs/VBZ", keywords=[["sand"]]),
]


def test_columns_of_a_document_are_the_same_in_any_batch():
    together = columns_of(TEXTS, lexicons=CUES)
    alone = [columns_of([text], lexicons=CUES) for text in TEXTS]
    for name, values in together.items():
        assert values.tolist() == [value for own in alone for value in own[name].tolist()], name


# --- degenerate texts ------------------------------------------------------------------------

DEGENERATE = [
    "",
    "a",
    "( ( (",
    ") ] }",
    '" " "',
    "x = ( y + z ) / 2 ^ n",
    "WET SAND ON DUNES",
    ", , ,",
    "- - -",
    "and and and",
    "( AB )",
    "湿 砂 on 砂 丘",
]


@pytest.mark.parametrize("sentence", DEGENERATE)
def test_any_words_with_any_tags_have_marks(sentence):
    words = sentence.split()
    for tag in ["NN", "IN", "CC", ".", "", "XYZ", "VBD"]:
        for sentences in (None, [1] * len(words)):
            text = untagged(words, sentences, tag)
            for marks in document_marks(text, stems_of(words), CUES).values():
                assert marks.shape == (len(words),)
                assert marks.max(initial=0) <= 5


@given(
    st.lists(
        st.tuples(st.sampled_from('a ( ) " - , and A AB moreover'.split()), st.booleans()),
        max_size=14,
    ),
    st.sampled_from(["NN", "VBD", "CC", "IN"]),
    st.integers(1, 5),
)
def test_marks_of_random_words(pairs, tag, size):
    words = [word for word, _ in pairs]
    lengths = [min(size, len(words) - at) for at in range(0, len(words), size)]
    text = untagged(words, lengths)
    text = text._replace(tags=[tag if other else "NN" for _, other in pairs])
    marks = document_marks(text, stems_of(words), CUES)
    assert all(values.shape == (len(words),) for values in marks.values())
    # Sentence by sentence, what looks at sentences only is the same.
    for name in ("noun phrase", "chain", "enclosure", "cue", "parallel"):
        parts, start = [], 0
        for length in lengths:
            end = start + length
            part = untagged(words[start:end])._replace(tags=text.tags[start:end])
            parts += document_marks(part, stems_of(part.words), CUES)[name].tolist()
            start = end
        assert marks[name].tolist() == parts, name


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4))))
def test_repetitions_are_counts(spans):
    stems = np.array([1, 2, 1, 1, 2, 3, 1, 2, 1, 2, 2, 1, 1], dtype=np.uint64)
    phrases, free = [], 0
    for skip, size in spans:
        if free + skip + size <= len(stems):
            phrases.append((free + skip, free + skip + size))
            free += skip + size
    expected = [0] * len(stems)
    for start, end in phrases:
        same = sum(stems[a:b].tolist() == stems[start:end].tolist() for a, b in phrases)
        expected[start:end] = [min(same - 1, 2)] * (end - start)
    assert repetitions(phrases, stems).tolist() == expected
    inside = [place for start, end in phrases for place in range(start, end)]
    assert np.flatnonzero(places(phrases, len(stems))).tolist() == inside


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["sand"], ["("], ["AB", "(", "AB", ")"], ["a", "of"], ["a", ","]]
)
def test_long_documents_are_fast(words):
    words = words * (20_000 // len(words))
    tag = {"of": "IN", ",": ",", "(": "-LRB-", ")": "-RRB-"}
    text = untagged(words)._replace(tags=[tag.get(word, "NN") for word in words])
    start = time.process_time()
    columns_of([text], lexicons=CUES)
    assert time.process_time() - start < 5
