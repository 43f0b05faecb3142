"""What was computed of words, kept within bounds: so many words, and no long ones.

A file has words of any length, such as sequences and base64; a cache that is bounded by the number
of its keys alone grows with these.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

Rest = ParamSpec("Rest")
Value = TypeVar("Value")

LONGEST = 200
"""Characters of a word or name of which anything is kept."""


def kept(
    max_size: int, longest: int = LONGEST
) -> Callable[[Callable[Concatenate[str, Rest], Value]], Callable[Concatenate[str, Rest], Value]]:
    """Return a decorator that keeps the values of a function of a word, as ``lru_cache`` does.

    Args:
        max_size: how many values are kept.
        longest: characters of the longest word whose value is kept.
    """

    def decorate(
        function: Callable[Concatenate[str, Rest], Value],
    ) -> Callable[Concatenate[str, Rest], Value]:
        cached = lru_cache(max_size)(function)

        @wraps(function)
        def of(word: str, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Value:
            if len(word) > longest:
                return function(word, *args, **kwargs)
            return cached(word, *args, **kwargs)  # type: ignore[arg-type]

        of.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return of

    return decorate
