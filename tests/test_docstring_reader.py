"""The reader of docstrings, which test_docstrings.py rests on: by a module written here."""

import pytest
from docstrings import SHAPE, Source, raised_by

READ = Source(
    "spacy_citalign.terms.example",
    '''
"""A module (Lee 2001)."""
Row = NDArray[np.int64]
"""Numbers of words, (N,)."""


class Reader:
    def read(self, text):
        return self._inner(text)

    def ask(self, text):
        """Ask."""
        try:
            return _outer(text)
        except ValueError as error:
            raise KeyError(text) from error

    def _inner(self, text):
        return _outer(text)


def later(text):
    def inner():
        raise ModelFileError(text)

    return inner


def quiet(text):
    with suppress(InputError):
        raise InputError(text)


def _outer(text):
    if text:
        raise InputError(text)
    return _outer(text[1:])
''',
)


@pytest.mark.parametrize(
    ("name", "errors"),
    [
        ("Reader.read", {"InputError"}),  # through a method and a function, both private
        ("Reader.ask", set()),  # InputError is a ValueError
        ("later", set()),  # at another time
        ("quiet", set()),
    ],
)
def test_errors_are_found_where_they_leave_a_function(name, errors):
    assert raised_by(next(place for place in READ.places if place.name == name)) == errors


def test_places_are_read_with_what_stands_around_them():
    names = [place.name for place in READ.places]
    assert names[:4] == ["module", "Reader", "Reader.read", "Reader.ask"]
    assert [place.doc for place in READ.places[1:4]] == ["", "", "Ask."]
    assert READ.places[3].around.split("\n\n") == ["Ask.", "", "A module (Lee 2001)."]
    assert READ.alias("Row") == ("NDArray[np.int64]", "Numbers of words, (N,).")


@pytest.mark.parametrize("text", ["(N,)", "(B, T, K)", "(..., F)", "(2 M + 1,)", "of any shape"])
def test_shapes_are_told(text):
    assert SHAPE.search(f"Rows, {text} float64.")


@pytest.mark.parametrize("text", ["(see above)", "(Eq. 4)", "(a, or b)", "N rows"])
def test_other_brackets_are_no_shapes(text):
    assert not SHAPE.search(f"Rows {text}.")
