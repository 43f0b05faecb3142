"""The parts of the benchmarks of speed that add up what was measured."""

import cProfile
import pstats

import pytest

from benchmarks.speed.costliest import own_times, rows
from benchmarks.speed.pipeline import with_shared


def costly(numbers):
    for _ in range(40):
        sorted(numbers, key=str)


def cheap():
    return [sum(range(10)) for _ in range(10)]


def test_what_is_built_in_counts_as_the_function_that_called_it():
    profile = cProfile.Profile()
    with profile:
        costly(list(range(20_000, 0, -1)))
        cheap()
    stats = pstats.Stats(profile)
    times = {name: seconds for (_, _, name), seconds in own_times(stats).items()}
    assert sum(times.values()) == pytest.approx(stats.total_tt)
    assert times["costly"] > 0.9 * stats.total_tt  # its own time is next to none
    assert "<built-in method builtins.sorted>" not in times
    ((component, function, share, calls),) = rows("moss", stats, 1)
    assert (component, calls) == ("moss", "1")
    assert function == "`tests/benchmarks/test_speed`: `costly`"
    assert 90 <= int(share.removesuffix("%")) <= 100


def test_what_both_versions_have_is_summed():
    old = {"all": 7.0, "tagger": 4.0, "genes": 3.0}
    new = {"all": 6.0, "tagger": 2.0, "genes": 1.0, "lemmas": 3.0}
    shared = [column["what both have"] for column in with_shared([old, new])]
    assert shared == [7.0, 3.0]
    assert list(with_shared([old, new])[1])[:2] == ["all", "what both have"]
    assert with_shared([new]) == [new]
