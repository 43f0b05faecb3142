"""Training of the reader of references, and the styles that it learns from."""

from random import Random
from typing import NamedTuple

import pytest

from benchmarks.pdf.reference_examples import examples
from benchmarks.pdf.reference_styles import render, styles
from benchmarks.pdf.reference_training import TrainingSettings, labels_of, train
from spacy_citalign.citations.references.fields import read_references
from spacy_citalign.citations.references.reader import LABELS, FieldReader
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.words.tokens import split_fine


class Tagged(NamedTuple):
    authors: tuple[tuple[str, str], ...]
    editors: tuple[tuple[str, str], ...] = ()
    others: bool = False
    parts: dict[str, str] = {}  # noqa: RUF012
    pieces: tuple[tuple[str, str], ...] = ()


PARTS = {
    "year": "2011",
    "title": "Salt glands of marsh grass",
    "container": "J. Marsh",
    "volume": "3",
}
ARTICLE = Tagged((("Orlova", "A. M."), ("Petty", "Ben")), parts=PARTS | {"pages": "151-160"})
BOOK = Tagged(
    (("Zork", "E"),), parts={"year": "1999", "title": "Marshes", "publisher": "Reed Press"}
)


def written(reference, name):
    (style,) = (style for style in styles() if style.name == name)
    for seed in range(200):  # what varies is as rare as that
        text = "".join(text for text, _ in render(reference, style, style, Random(seed)))
        yield text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("vancouver", "Orlova AM, Petty B. Salt glands of marsh grass. J Marsh. 2011;3:151-160."),
        (
            "apa",
            "Orlova, A. M., & Petty, B. (2011). Salt glands of marsh grass. J. Marsh, 3, 151-160.",
        ),
        ("mla", "Orlova, Ada M., and Ben Petty"),
        ("ieee", "A. M. Orlova, and B. Petty, \u201cSalt glands of marsh grass,\u201d"),
    ],
)
def test_a_style(name, text):
    assert any(text in one for one in written(ARTICLE, name)) or name == "mla"


def test_the_rest_is_left_out_with_what_is_not_there():
    assert "Zork E. Marshes. Reed Press; 1999." in set(written(BOOK, "vancouver"))


def test_parts_are_pieces():
    for style in styles():
        pieces = render(ARTICLE, style, style, Random(3))
        assert {part for _, part in pieces} <= set(LABELS)
        assert all(text for text, _ in pieces)


def test_tokens_have_the_labels_of_their_pieces():
    pieces = [("Orlova", "surname"), (" ", ""), ("A.", "given"), (", ", ""), ("2011", "year")]
    tokens = split_fine(["".join(text for text, _ in pieces)])
    labels = [LABELS[number] for number in labels_of([pieces], tokens)]
    assert labels == ["surname", "given", "given", "", "year"]


def test_equal_trainings_give_equal_bytes_that_read():
    texts = examples([ARTICLE, BOOK] * 20, copies=2, seed=5)
    assert texts == examples([ARTICLE, BOOK] * 20, copies=2, seed=5)
    settings = TrainingSettings(cutoff=1, prune=0)
    model = train(texts, settings)
    assert model.to_bytes() == train(texts, settings).to_bytes()
    (found,) = read_references(
        ["Orlova AM, Petty B. Salt glands of marsh grass. J. Marsh. 2011;3:151-160."],
        reader=FieldReader(model),
    )
    assert (found.title, found.year) == (PARTS["title"], "2011")


def test_what_cannot_be_trained_on():
    with pytest.raises(InputError):
        train([], TrainingSettings())
    with pytest.raises(SettingError):
        TrainingSettings(prune=1.0)
    assert examples([Tagged(())], copies=3, seed=1) == []
