"""No regular expression of the package takes time that grows faster than the text."""

import time

import pytest

from tests.helpers.patterns import PackagePattern, package_patterns

# What a text may be full of, the same again and again.
KINDS = (
    *"aA1 \n\t()[].,;:-+/=%&_<{@'\"`~*#|\u2013\xa0\u03b1\u00e9",
    *(
        "a ",
        "A ",
        "1 ",
        "Ab ",
        "aA",
        "Ab",
        "a1",
        "a1 ",
        "word ",
        "ab-",
        "A-",
        "A1-",
        "a/",
        "-/",
        "a'",
    ),
    *("a.", ". ", "a. ", "A. ", "1. ", "a@", ", ", "; ", "1,", "1, ", "1-2,", "x,y;", "word, "),
    *(
        "(a",
        "(1",
        "[1,",
        "a (",
        "() ",
        "[1] ",
        "<a ",
        "<x>",
        "<!--",
        "&a;",
        "://",
        "http://a ",
        "\r\n",
    ),
    *(
        "the ",
        "of the ",
        "we ",
        "and ",
        "or ",
        "not ",
        "in ",
        "to ",
        "have ",
        "is ",
        "was ",
        "that ",
    ),
    *(
        "Smith, ",
        "Smith and ",
        "Smith et al., ",
        "Smith 2001, ",
        "2001 ",
        "2001a, ",
        "10.1/",
        "p53 ",
    ),
)
SIZES = 1_000, 4_000, 16_000  # characters
NOTHING = 0.0004  # seconds; what takes less with the smallest size is not looked at further
MOST = 8.0  # times as long as with a fourth of the characters; the square is 16


def seconds(pattern: PackagePattern, text: str) -> float:
    start = time.process_time()
    pattern.run(text)
    return time.process_time() - start


def grows_too_fast(pattern: PackagePattern, kind: str) -> bool:
    small, middle, large = (kind * (size // len(kind)) for size in SIZES)
    if min(seconds(pattern, small) for _ in range(2)) < NOTHING:
        return False
    if min(seconds(pattern, middle) for _ in range(2)) > 1:  # faster than the square
        return True
    ratios = (seconds(pattern, large) / seconds(pattern, middle) for _ in range(4))
    return all(ratio > MOST for ratio in ratios)


@pytest.fixture(scope="module")
def patterns() -> list[PackagePattern]:
    return package_patterns()


def test_patterns_are_found(patterns: list[PackagePattern]) -> None:
    files = {pattern.where.partition(":")[0] for pattern in patterns}
    assert {"spacy_citalign/gene_ids/mentions.py", "components/tokenizer.py"} <= files
    assert len(patterns) > 400


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_with_the_text(patterns: list[PackagePattern], kind: str) -> None:
    slow = [
        f"{pattern.where} {pattern.compiled.pattern!r}"
        for pattern in patterns
        if grows_too_fast(pattern, kind)
    ]
    assert not slow, "\n".join(slow)
