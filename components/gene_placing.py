"""From mentions in the pieces of Docs to mentions in the Docs."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import SettingError

if TYPE_CHECKING:
    from ..genes.mentions import GeneMention

Piece = tuple[int, int]


def model_names(models: Iterable[str]) -> tuple[str, ...]:
    """Return the names of models.

    Raises:
        SettingError: what is given is no list of names.
    """
    if isinstance(models, Iterable) and not isinstance(models, str):
        names = tuple(models)
        if all(isinstance(name, str) for name in names):
            return names
    raise SettingError(f"models is {models!r}; give a list of names, empty for all models")


def check_repeat_above(value: float | None) -> None:
    """Raise SettingError unless ``value`` is a confidence or None."""
    if value is not None and not (isinstance(value, int | float) and 0 <= value <= 1):
        raise SettingError(
            f"repeat_above is {value!r}, which is no confidence; give 0 to 1, or null for none"
        )


def place_mentions(
    texts: Sequence[str],
    pieces: Sequence[Sequence[Piece]],
    found: Iterable[list["GeneMention"]],
    repeat_above: float | None,
) -> list[list["GeneMention"]]:
    """Return the mentions of each Doc, with repetitions if asked for.

    Args:
        texts: of the Docs.
        pieces: half-open characters of each Doc's pieces, ascending.
        found: the mentions of all pieces in turn, in characters of the piece.
        repeat_above: see ``genes.repetition``.
    """
    from ..genes.repetition import with_repetitions

    mentions = iter(found)
    placed = [
        [
            one._replace(start_char=one.start_char + start, end_char=one.end_char + start)
            for start, _ in spans
            for one in next(mentions)
        ]
        for spans in pieces
    ]
    if repeat_above is None:
        return placed
    return [with_repetitions(*one, repeat_above) for one in zip(texts, placed, strict=True)]
