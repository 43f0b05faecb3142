"""What was read a short while ago is kept, and no more."""

from spacy_citalign.app.library.works.recent import Recent


def test_what_came_last_is_kept():
    recent = Recent(2)
    for key in "abca":
        recent[key] = key.upper()
    assert dict(recent) == {"c": "C", "a": "A"}
    recent["c"] = "anew"
    assert dict(recent) == {"c": "anew", "a": "A"}
