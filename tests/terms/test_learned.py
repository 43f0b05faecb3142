"""What training terms teach, and the jackknife: a document never meets its own terms."""

from itertools import pairwise

import numpy as np
import pytest

from spacy_citalign.chain.features import PAD
from spacy_citalign.chain.label_statistics import LabelStatistics, LabelTable, phrase_keys
from spacy_citalign.chain.labels import BIO, OUTSIDE
from spacy_citalign.errors import CitalignWarning, InputError
from spacy_citalign.terms.corpus import (
    AnnotatedDocument,
    add_lists,
    read_corpus,
    term_words,
)
from spacy_citalign.terms.feature_levels import LEVELS
from spacy_citalign.terms.learned import LearnedLists, LearnedTables, frames
from spacy_citalign.terms.lexicons import Lexicons, LexiconTables
from spacy_citalign.words.clusters import SIZES, ClusterTable, WordClusters, normalize
from spacy_citalign.words.hashing import digest, hash_strings, mix
from spacy_citalign.words.stem import porter_stem
from tests.terms.term_models import QUICK, annotated_texts, tagged, untagged

NO_LISTS = LexiconTables(Lexicons.of())
BY_LISTS = ("rate", "final", "frequency", "seed class", "seed", "pattern", "frame")

# Of "wet sand" the first is a term once in two times.
DOCUMENTS = [
    AnnotatedDocument(tagged("Wet/JJ sand/NN slides/VBZ on/IN dunes/NNS ./."), [(0, 2), (4, 5)]),
    AnnotatedDocument(tagged("Dunes/NNS have/VBP wet/JJ reefs/NNS ./."), [(0, 1)]),
    AnnotatedDocument(tagged("The/DT sand/NN map/NN shows/VBZ reefs/NNS ./."), [(1, 3), (4, 5)]),
]


def corpus_of(texts, classes=None, levels=LEVELS):
    table = None if classes is None else ClusterTable(classes)
    return read_corpus(texts, levels, table, NO_LISTS)


def classes_of(words):
    """Classes of words: each word one of its own."""
    hashes = hash_strings([normalize(word) for word in words])
    numbers = np.arange(len(words), dtype=np.uint16)
    order = np.argsort(hashes)
    return WordClusters(hashes[order], np.stack([numbers[order]] * len(SIZES), axis=1))


def learned_from(texts, **given):
    corpus = corpus_of(texts, **given)
    return term_words(corpus).learn(np.ones(len(corpus.tags), dtype=bool))


def bins(lists, words):
    """The bin of each word, None of words not known."""
    table = dict(zip(lists.words.tolist(), lists.bins.tolist(), strict=True))
    return [table.get(int(key)) for key in hash_strings([porter_stem(word) for word in words])]


# Bins of counts: 1 or 2, 3 to 9, from 10; of shares: 0, to .1, to .3, to .6, to .9, to 1.


def test_rates_are_how_often_a_word_stood_in_a_term():
    rates = learned_from(DOCUMENTS).rates
    words = ["wet", "sand", "slides", "dune", "map", "reef", "the", "shore"]
    assert bins(rates, words) == [3, 5, 0, 5, 5, 3, 0, None]


def test_finals_are_how_often_a_term_ended_with_a_word():
    finals = learned_from(DOCUMENTS).finals
    assert bins(finals, ["wet", "sand", "dunes", "map", "reefs", "on"]) == [0, 3, 5, 5, 3, 0]


def test_shares_and_counts_fall_into_classes():
    texts = [AnnotatedDocument(untagged(["sand"] * size), [(0, 1)]) for size in (1, 2, 3, 9, 10)]
    found = [bins(learned_from([text]).rates, ["sand"])[0] for text in texts]
    assert found == [5, 3, 6 + 3, 6 + 2, 12 + 1]  # 1/1, 1/2 of few; 1/3, 1/9 of some; 1/10


def test_terms_and_their_tag_patterns_are_known_phrases():
    lists = learned_from(DOCUMENTS)
    expected = [["wet", "sand"], ["dune"], ["sand", "map"], ["reef"]]
    keys = {int(phrase_keys(hash_strings(own))[-1][0]) for own in expected}
    assert set(lists.rates.phrases.tolist()) == keys
    patterns = [["JJ", "NN"], ["NNS"], ["NN", "NN"]]
    keys = {int(phrase_keys(hash_strings(own))[-1][0]) for own in patterns}
    assert set(lists.frames.phrases.tolist()) == keys


def test_terms_of_more_than_eight_words_are_no_phrases():
    words = [*"abcdefghi", "."]
    for size, known in ((8, True), (9, False)):
        lists = learned_from([AnnotatedDocument(untagged(words), [(0, size)])])
        assert bool(len(lists.rates.phrases)) == known
        assert bins(lists.rates, words[:size]) == [5] * size  # their words count nevertheless


def test_adjacent_terms_end_where_the_next_begins_or_the_sentence_ends():
    text = untagged(["a", "b", "c", "d", "e"], [4, 1])
    lists = learned_from([AnnotatedDocument(text, [(0, 2), (2, 4), (4, 5)])])
    assert bins(lists.finals, "abcde") == [0, 5, 0, 5, 5]


def test_frames_are_the_tags_from_two_before_to_one_after():
    tags = hash_strings(["DT", "JJ", "NN", "VBZ", "DT", "JJ", "NN", "VBZ", "JJ", "JJ", "NN", "VBZ"])
    keys = frames(tags).tolist()
    assert keys[2] == keys[6] != keys[10]  # DT JJ NN VBZ, but JJ JJ NN VBZ
    edges = frames(np.concatenate([[PAD, PAD], tags[:1], [PAD, PAD]]))
    assert edges[2] == frames(tags[:1])[0]  # what is outside reads as padding


def test_frames_of_final_words_tell_how_often_terms_ended_there():
    learned = LearnedTables(learned_from(DOCUMENTS))

    def frame_of(text, place):
        corpus = corpus_of([AnnotatedDocument(text, [(0, 1)])])
        return learned.context_features(corpus.features)["frame"][corpus.padded.tokens][place]

    nothing = mix(np.zeros(1, np.uint64))[0]
    ended = frame_of(tagged("Wet/JJ dunes/NN slides/VBZ"), 1)  # as "Wet sand slides"
    seen = frame_of(tagged("The/DT sand/NN map/NN"), 1)  # no term ended there
    assert len({int(ended), int(seen), int(nothing)}) == 3
    assert frame_of(tagged("Wet/IN dunes/NN slides/VBZ"), 1) == nothing  # never seen
    assert frame_of(tagged("Wet/JJ shores/NN slides/VBZ"), 1) == nothing  # no final word
    assert frame_of(tagged("Wet/JJ wet/NN slides/VBZ"), 1) == nothing  # in terms, but not last


def test_frequencies_count_documents():
    # "sand" is in 6 documents, "reef" in 5, "tide" in 4 and "wet" in 1, there twice.
    texts = [["wet", "wet", "sand"], *[["sand", "reef", "tide"]] * 4, ["sand", "reef"]]
    own = learned_from(
        [AnnotatedDocument(untagged(words), [(0, 1)]) for words in texts]
    ).frequencies
    assert bins(own, ["wet", "tide", "reef", "sand", "dune"]) == [1, 2, 3, 3, None]


def test_the_twentieth_of_stems_in_most_documents_is_frequent():
    common = ["sand", "sand", "reef"]
    rest = [f"w{number}x" for number in range(38)]
    texts = [AnnotatedDocument(untagged([word]), [(0, 1)]) for word in [*common, *rest]]
    texts.append(AnnotatedDocument(untagged(["reef", "sand"]), [(0, 1)]))
    own = learned_from(texts).frequencies
    assert bins(own, ["sand", "reef"]) == [4, 4]  # 2 of 40
    assert bins(own, rest) == [1] * 38


def test_concepts_are_classes_of_words():
    words = ["wet", "sand", "slides", "dunes"]
    lists = learned_from(DOCUMENTS, classes=classes_of(words))
    learned = LearnedTables(lists)
    corpus = corpus_of(DOCUMENTS, classes_of(words))
    known = learned.word_features(corpus.features)["seed class"]
    table = LabelTable(lists.concepts)
    assert np.array_equal(known, table.rates(corpus.features[f"class {SIZES[-1]}"]))
    assert len(lists.concepts.words) == len(words) + 1  # all that have none are one
    assert not len(learned_from(DOCUMENTS).concepts.words)


def test_lists_come_back_from_their_arrays():
    lists = learned_from(DOCUMENTS, classes=classes_of(["wet", "sand"]))
    again = LearnedLists.read(lists.arrays() | {"other": np.zeros(1)})
    for one, two in zip(lists, again, strict=True):
        for mine, theirs in zip(one, two, strict=True):
            assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("name", ["rates", "finals", "frames", "frequencies", "concepts"])
@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("words", np.zeros(3)),
        ("words", np.zeros((1, 1), dtype=np.uint64)),
        ("bins", np.zeros(99, dtype=np.uint8)),
        ("phrases", np.array(["sand"])),
        ("phrases", None),
    ],
)
def test_garbled_lists_are_refused(name, part, value):
    arrays = learned_from(DOCUMENTS).arrays() | {f"learned/{name}/{part}": value}
    with pytest.raises((KeyError, ValueError)):
        LearnedLists.read({key: array for key, array in arrays.items() if array is not None})


# --- documents as a corpus -------------------------------------------------------------------


def test_corpus_has_bio_tags_and_owners_of_words():
    corpus = corpus_of([*DOCUMENTS[:1], AnnotatedDocument(untagged([]), []), *DOCUMENTS[1:2]])
    assert "".join(BIO[tag] for tag in corpus.tags) == "BIOOBO" + "BOOOO"
    assert corpus.documents.tolist() == [0] * 6 + [1] * 5
    assert corpus.padded.lengths.tolist() == [6, 5]
    assert corpus.word_ids.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6]  # the full stop


@pytest.mark.parametrize(
    ("terms", "lost"),
    [
        ([(0, 2), (1, 3)], 1),  # overlap
        ([(0, 2), (0, 2)], 1),  # twice
        ([(0, 1), (2, 4)], 1),  # over the end of the sentence
        ([(0, 1), (1, 1)], 1),  # nothing
        ([(0, 1), (2, 1)], 1),
        ([(0, 1), (-1, 1)], 1),
        ([(0, 1), (3, 6)], 1),  # past the end of the document
        ([(0, 1), (5, 6), (99, 100)], 2),
    ],
)
def test_terms_that_cannot_be_are_left_out_with_a_warning(terms, lost):
    text = untagged(["a", "b", "c", "d", "e"], [3, 2])
    with pytest.warns(CitalignWarning, match=f"{lost} of {len(terms)} gold terms overlap"):
        corpus = corpus_of([AnnotatedDocument(text, terms)])
    assert (corpus.tags != OUTSIDE).sum() == terms[0][1]


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [AnnotatedDocument(untagged([]), [])],
        [AnnotatedDocument(untagged(["a"]), [])],
        [AnnotatedDocument(untagged(["a"]), [(0, 2)])],
    ],
)
def test_a_corpus_without_terms_is_refused(texts):
    with pytest.raises(InputError, match=f"none of the {len(texts)} documents has a term"):
        corpus_of(texts)


# --- the jackknife ---------------------------------------------------------------------------


def list_columns(texts, folds=2):
    """What the lists say of the words of each document, one list of tuples a document."""
    words = sorted({word for item in texts for word in item.text.words})
    corpus = corpus_of(texts, classes_of(words))
    add_lists(corpus, folds)
    real = corpus.padded.tokens
    rows = list(zip(*(corpus.features[name][real].tolist() for name in BY_LISTS), strict=True))
    bounds = np.cumsum([0, *(len(item.text.words) for item in texts)])
    return [rows[a:b] for a, b in pairwise(bounds)]


@pytest.mark.parametrize("folds", [2, 3])
def test_gold_of_a_document_never_reaches_its_own_columns(folds):
    texts = annotated_texts()
    before = list_columns(texts, folds)
    changed_others = 0
    for number in (0, 7, 20):
        changed = list(texts)
        size = texts[number].text.lengths[0]
        changed[number] = texts[number]._replace(terms=[(0, int(size))])
        after = list_columns(changed, folds)
        fold = digest(texts[number].text.string) % folds
        for item, one, two in zip(texts, before, after, strict=True):
            if digest(item.text.string) % folds == fold:
                assert one == two
            else:
                changed_others += one != two
    assert changed_others > 10  # what it teaches, it teaches others


def test_lists_of_a_document_are_learned_from_the_other_folds():
    texts = annotated_texts()
    numbers = [digest(item.text.string) % 2 for item in texts]
    words = sorted({word for item in texts for word in item.text.words})
    corpus = corpus_of(texts, classes_of(words))
    lists = add_lists(corpus, 2)
    real = corpus.padded.tokens
    fold = np.array(numbers)[corpus.documents]
    for number in (0, 1):
        others = [item for item, own in zip(texts, numbers, strict=True) if own != number]
        learned = LearnedTables(learned_from(others, classes=classes_of(words)))
        own = learned.word_features(corpus.features) | learned.context_features(corpus.features)
        for name in BY_LISTS:
            here = real[fold == number]
            assert np.array_equal(corpus.features[name][here], own[name][here]), name
    for one, two in zip(lists, learned_from(texts, classes=classes_of(words)), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_equal_documents_fall_into_one_fold():
    text = annotated_texts()[0].text
    assert digest(text.string) == digest(text._replace(tags=["NN"] * len(text.words)).string)
    numbers = {digest(item.text.string) % QUICK.folds for item in annotated_texts()}
    assert numbers == set(range(QUICK.folds))


def test_a_single_document_learns_of_nothing():
    corpus = corpus_of(DOCUMENTS[:1])
    lists = add_lists(corpus, 10)
    untaught = LabelTable(LabelStatistics.empty())
    real = corpus.padded.tokens
    stems = corpus.features["stem"]
    assert np.array_equal(corpus.features["rate"][real], untaught.rates(stems)[real])
    assert np.array_equal(corpus.features["seed"], untaught.phrases(stems))
    assert len(lists.rates.words)  # others would learn of it


def test_padding_stays_padding():
    corpus = corpus_of(DOCUMENTS)
    add_lists(corpus, 2)
    padding = np.ones(corpus.padded.size, dtype=bool)
    padding[corpus.padded.tokens] = False
    for name in BY_LISTS:
        assert (corpus.features[name][padding] == PAD).all(), name
