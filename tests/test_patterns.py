"""No regular expression of the package takes time that grows faster than the text."""

import time

import pytest

from tests.patterns import PackagePattern, package_patterns

# What a text may be full of, the same again and again.
SIGNS = "aA1 \n\t()[]{}<.,;:-+/=%&_@'\"`~*#|\u2013\xa0\u03b1\u00e9"
STRINGS = r"""
a_|A_|1_|Ab_|aA|Ab|a1|a1_|word_|ab-|A-|A1-|a/|-/|a'|a.|._|a._|A._|1.|1._|a@|,_|;_|1,|1,_|1-2,|x,y;
word,_|(a|(1|[1,|a_(|()_|[1]_|<a_|<x>|<!--|&a;|://|http://a_|the_|of_the_|we_|and_|or_|not_|in_|to_
have_|is_|was_|that_|Smith,_|Smith_and_|Smith_et_al.,_|Smith_2001,_|2001_|2001a,_|10.1/|p53_|no_|by_
111_|1_-_|van_|__A.|A.B._|protein_kinase_receptor_|-DOCSTART-_(a)_|<article_|</a|\begin{
believed_OWN_|<!DOCTYPE[a]|"\|<meta_charset=|difference_between_the_
"""
KINDS = [*SIGNS, "\r\n", *STRINGS.strip().replace("\n", "|").replace("_", " ").split("|")]
ENDS = "", "\N{SNOWMAN}"  # nothing goes on with it, so that what looks for the end fails there
SIZES = 1_000, 4_000, 16_000  # characters
NOTHING = 0.0004  # seconds; what takes less with the smallest size is not looked at further
MOST = 8.0  # times as long as with a fourth of the characters; the square is 16
TRIES = 4  # the fastest counts, as a busy machine makes all but that slower


def seconds(pattern: PackagePattern, text: str) -> float:
    start = time.process_time()
    pattern.run(text)
    return time.process_time() - start


def grows_too_fast(pattern: PackagePattern, kind: str, end: str) -> bool:
    small, middle, large = (kind * (size // len(kind)) + end for size in SIZES)
    if any(seconds(pattern, small) < NOTHING for _ in range(TRIES)):
        return False
    of_middle = min(seconds(pattern, middle) for _ in range(TRIES))
    if of_middle > 1:  # too slow to try more
        return True
    return all(seconds(pattern, large) > MOST * of_middle for _ in range(TRIES))


@pytest.fixture(scope="module")
def patterns() -> list[PackagePattern]:
    return package_patterns()


def test_patterns_are_found(patterns: list[PackagePattern]) -> None:
    files = {pattern.where.partition(":")[0] for pattern in patterns}
    assert {"spacy_citalign/gene_ids/mentions.py", "components/citances/records.py"} <= files
    assert len(patterns) > 400


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_with_the_text(patterns: list[PackagePattern], kind: str) -> None:
    slow = patterns
    for _ in range(3):  # a machine that stands still for a moment makes many of them slow at once
        slow = [one for one in slow if any(grows_too_fast(one, kind, end) for end in ENDS)]
    assert not slow, "\n".join(f"{one.where} {one.compiled.pattern!r}" for one in slow)
