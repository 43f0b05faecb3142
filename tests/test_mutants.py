"""The faults that tests/mutants.py puts into the package."""

from tests.mutants import drawn, mutants_of

SOURCE = b'''
LIMIT = 3
def share(hits, words):
    """Return a share."""
    if hits > words and words:
        raise ValueError(f"{hits + 1}")
    return hits / words
'''


def test_faults_of_a_function():
    mutants = mutants_of("a.py", SOURCE)
    assert [(mutant.line, mutant.before, mutant.after) for mutant in mutants] == [
        (5, "hits > words and words", "(hits > words or words)"),
        (5, "hits > words", "(hits >= words)"),
        (7, "return hits / words", "return None"),
        (7, "hits / words", "(hits * words)"),
    ]


def test_faults_are_drawn_by_what_they_are_not_by_where(tmp_path):
    names = []
    for place in ("spacy_citalign/a.py", "components/b/c.py"):
        top = tmp_path / place.replace("/", "-")
        (top / place).parent.mkdir(parents=True)
        (top / place).write_bytes(SOURCE)
        mutants, possible = drawn(top, seed=7, count=3)
        assert possible == 4
        names.append([mutant.name for mutant in mutants])
    assert names[0] == names[1]
