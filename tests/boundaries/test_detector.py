"""What holds of sentence starts in any text, and that no text takes long."""

import copy
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from corpus import divided_texts
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries.model import BoundaryDetector
from spacy_citalign.boundaries.training import SegmentedText, TrainingSettings, train
from spacy_citalign.errors import SettingError
from spacy_citalign.words.hashing import hash_strings

TEXTS = [text for text, _ in divided_texts()]
# Pieces that meet in texts of all kinds: words, marks, white space, and what is seldom typed.
PIECES = (
    "Cells grew. |e.g.|Fig.|2A).|(see |et al.| [12].|.12 |x.Y|why?no|...|!|'| |  |\n|\n\n|\r\n|\f"
    '|"|\t|\u00a0|\u2028|\u2029|\u200b|🧬|é|漢字。|\x00|\ud800|a|B|1|(|)|]'
).split("|")
TEXT = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@pytest.fixture(scope="module")
def model():
    texts = [SegmentedText(text, starts) for text, starts in divided_texts()]
    return train(texts, TrainingSettings(cutoff=1, prune=0.0))


@pytest.fixture(scope="module")
def detect(model):
    return BoundaryDetector(model)


# --- properties ------------------------------------------------------------------------------


@given(text=TEXT)
def test_starts_ascend_and_are_no_white_space(detect, text):
    (starts,) = detect([text])
    assert starts.dtype == np.int64
    assert (np.diff(starts) > 0).all()
    assert all(0 <= start < len(text) and not text[start].isspace() for start in starts)


@given(text=TEXT)
def test_first_sentence_begins_with_the_text(detect, text):
    (starts,) = detect([text])
    first = len(text) - len(text.lstrip())
    assert starts[:1].tolist() == ([first] if text.strip() else [])


@given(text=TEXT)
def test_sentence_begins_after_every_empty_line(detect, text):
    (starts,) = detect([text])
    place = text.find("\n\n")
    after = text[place:].lstrip()
    assert place < 0 or not after or len(text) - len(after) in starts


@given(texts=st.lists(TEXT, max_size=5))
def test_texts_with_empty_lines_between_have_the_starts_of_each(detect, texts):
    alone = [detect([text])[0] for text in texts]
    together = "\n\n".join(texts)
    firsts = np.cumsum([0, *(len(text) + 2 for text in texts)])[: len(texts)]
    expected = [
        start + first for starts, first in zip(alone, firsts, strict=True) for start in starts
    ]
    assert detect([together])[0].tolist() == expected


@given(texts=st.lists(TEXT, max_size=5))
def test_text_alone_is_as_among_others(detect, texts):
    found = detect(texts)
    assert len(found) == len(texts)
    for text, starts in zip(texts, found, strict=True):
        assert detect([text])[0].tolist() == starts.tolist()


@given(text=TEXT)
def test_white_space_at_the_ends_only_moves_starts(detect, text):
    (starts,) = detect([text])
    assert (detect([f" \n {text}\n"])[0] - 3).tolist() == starts.tolist()


@given(text=TEXT, thresholds=st.lists(st.floats(0.001, 0.999), min_size=2, max_size=2))
def test_higher_threshold_finds_fewer_starts(model, text, thresholds):
    low, high = (set(BoundaryDetector(model, t)([text])[0].tolist()) for t in sorted(thresholds))
    assert high <= low


def test_chunks_by_keys_have_the_starts_of_their_text(detect):
    chunks = " ".join(TEXTS).split()
    strings = np.array([*chunks, "no chunk", *chunks[:5]], dtype=object)
    texts = np.repeat([0, 1, 2], [len(chunks), 1, 5])
    breaks = np.where(np.diff(texts, prepend=-1) > 0, 2, 0)
    found, odd = detect.detect_keys(
        hash_strings(list(strings)), lambda places: strings[places].tolist(), breaks, texts
    )
    assert odd.tolist() == [1]
    starts = np.cumsum([len(chunk) + 1 for chunk in chunks]) - [len(chunk) + 1 for chunk in chunks]
    first = found.chunks < len(chunks)
    assert (starts[found.chunks[first]] + found.offsets[first]).tolist() == detect(
        [" ".join(chunks)]
    )[0].tolist()
    assert (found.chunks[~first] > len(chunks)).all()
    assert found.chunks[~first][0] == len(chunks) + 1


# --- use -------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-0.5, 1.5, float("nan")])
def test_threshold_out_of_range_is_refused(model, threshold):
    with pytest.raises(SettingError, match=f"threshold is {threshold}"):
        BoundaryDetector(model, threshold)


def test_copy_finds_the_same(detect, model):
    detect(TEXTS)
    other = copy.deepcopy(BoundaryDetector(model, 0.3))
    assert other.threshold == 0.3
    same = BoundaryDetector(model, 0.3)(TEXTS)
    assert [starts.tolist() for starts in other(TEXTS)] == [starts.tolist() for starts in same]


def test_detector_may_be_used_by_threads(model):
    texts = [f"{text} Word{number} grew. Cells did." for number in range(40) for text in TEXTS]
    expected = [BoundaryDetector(model)([text])[0].tolist() for text in texts[:60]]
    detect = BoundaryDetector(model)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: detect([text])[0].tolist(), texts))
    assert found[:60] == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000,
        "word " * 200_000,
        "." * 1_000_000,
        ". " * 300_000,
        "a.B" * 100_000,
        "a." * 200_000,
        "(" * 200_000 + ")" * 200_000,
        "[1" * 200_000,
        "\n" * 1_000_000,
        "\r\n" * 300_000 + "x",
        " \t\f" * 200_000,
        "a\n" * 200_000,
        '"?!' * 200_000,
        "🧬 " * 200_000,
        "\u2029" * 500_000,
        "".join(f"W{number}. " for number in range(100_000)),
    ],
    ids=lambda text: repr(text[:4]),
)
def test_no_text_takes_long(detect, text):
    started = time.process_time()
    (starts,) = detect([text])
    assert time.process_time() - started < 10  # a hundred times what an idle machine takes
    assert len(starts) <= len(text)
