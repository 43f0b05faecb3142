"""What it takes to align groups whose words are mostly alike, and that too much is refused."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from spacy_citalign import memory
from spacy_citalign.citances import aligner, large_groups
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.units import unit_aligner, word_table
from spacy_citalign.errors import InputError
from tests.citances.unit_groups import model_of

HELPER = Path(__file__).with_name("alignment_memory.py")
ALL_ALIKE = model_of({}, 9.0)  # any two units of two citances
CLEAR = model_of({"same words": 36.0}, -18.0)  # units of the same words, and no others
SETTINGS = AlignmentSettings()
NUMBERED = [f"moth{number}" for number in range(12)]


def group_of(count):
    """Citances of one word, all different and of letters alone."""
    return make_group([[f"frog{chr(97 + n // 26)}{chr(97 + n % 26)}m"] for n in range(count)])


@pytest.fixture(autouse=True)
def small_groups_count(monkeypatch):
    """Also of groups whose pairs take next to nothing, which are not looked at else."""
    monkeypatch.setattr(unit_aligner, "UNCHECKED", 0)


@pytest.fixture(params=["dense", "sparse"])
def way(request, monkeypatch):
    if request.param == "sparse":
        monkeypatch.setattr(word_table, "DENSE", 0)
    return request.param


@pytest.fixture
def asked(monkeypatch):
    """What is asked for, by the module that asks."""
    found = {}
    for module in (aligner, unit_aligner, large_groups):
        needs = found[module.__name__.rpartition(".")[2]] = []

        def note(needed, what, remedy="", needs=needs):
            needs.append((needed, what))

        monkeypatch.setattr(module, "check_memory", note)
    return found


def test_the_pairs_that_are_alike_are_counted_exactly(way, asked):
    found = align(group_of(40), ALL_ALIKE, SETTINGS)
    pairs = 40 * 39
    assert found.similarity.nnz == pairs
    wanted = unit_aligner.pair_bytes(40, pairs)
    alike = [(needed, what) for needed, what in asked["unit_aligner"] if "that are alike" in what]
    assert {needed for needed, _ in alike} == {wanted}
    assert alike[0][1] == "a group of 40 words, with 1,560 pairs that are alike,"


def test_words_that_recur_are_counted_with_themselves(way, asked):
    group = make_group([["leaf"], ["leaf"], ["moth"], ["leaf"]])
    found = align(group, CLEAR, SETTINGS)
    pairs = 3 * 3
    assert found.similarity.nnz == pairs
    wanted = unit_aligner.pair_bytes(3, pairs)  # the moth is alone
    assert wanted in {needed for needed, _ in asked["unit_aligner"]}


@pytest.mark.parametrize("words", [1000, 20_000])
def test_words_that_differ_are_counted(words):
    """Each is compared with each other by its vector, in large groups, too: 8 bytes a pair."""
    different = make_group([[f"frog{number}" for number in range(words)]] * 2)
    assert aligner.needed_bytes(different, SETTINGS) > 8 * words**2


def test_pairs_that_never_meet_are_asked_for_before_they_are_made(way, asked):
    align(make_group([[word] for word in NUMBERED]), CLEAR, SETTINGS)
    said = [what for _, what in asked["unit_aligner"]]
    assert "a group with 12 different words or phrases with numbers" in said
    assert "a group of 12 words, with 132 pairs that are never alike," in said  # 12 * 11


@pytest.mark.parametrize(
    ("group", "model", "what"),
    [
        (group_of(60), ALL_ALIKE, "a group of 60 words, with 3,540 pairs that are alike,"),
        (make_group([[f"moth{n}"] for n in range(60)]), CLEAR, "60 different words or phrases"),
    ],
    ids=["alike", "numbers"],
)
def test_a_group_that_needs_too_much_is_refused_when_that_is_known(
    way, monkeypatch, group, model, what
):
    monkeypatch.setattr(memory, "LITTLE", 0)
    monkeypatch.setattr(aligner, "check_memory", lambda *needed: None)  # it knows no better
    with memory.same_limit():
        memory.limit_memory("150K")
        with pytest.raises(InputError, match=f"{what}.* would take about"):
            align(group, model, SETTINGS)
        memory.limit_memory("2M")
        assert align(group, model, SETTINGS).size == 60


def test_what_is_kept_of_a_group_in_parts_is_asked_for(asked):
    words = [["leaf", "moth"], ["leaf"], ["moth", "newt"]] * 8
    found = align(make_group(words), CLEAR, replace(SETTINGS, exact_words=12))
    ((needed, what),) = asked["large_groups"]
    kept = found.similarity.nnz
    assert kept <= needed / large_groups.A_KEPT_PAIR <= 2 * kept
    assert "pairs alike in like citances" in what


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/clear_refs"), reason="reads peaks of Linux")
def test_no_group_takes_more_than_is_asked_for():
    """By the pipeline that ships: the peak up to each check is what those before it let through."""
    kinds = ("two", "stems", "family", "numbers", "meanings", "spelled")
    groups = ["two:1300", "different:700", *(f"{kind}:800" for kind in kinds)]
    done = subprocess.run(
        [sys.executable, HELPER, *groups],
        env=os.environ | {"OMP_NUM_THREADS": "1", memory.VARIABLE: "off"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(groups)
    for one in found:
        assert all(peak <= allowed for allowed, peak in one["checks"]), one
