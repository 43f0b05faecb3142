"""Sentences that differ from a work by the way they are built around its citation.

Their patterns stand in ``frames.txt``. In a match ``cue`` is what is shown, and ``own``, where it
is there, is a mark that must stand for the authors or their work: "Zork [3] ignores", not "frogs
[3] ignore"; ``like`` is one that must do so if it is a number.
"""

import re
from importlib.resources import files

from .clause import OTHER

_COMMENT = re.compile("^#.*\n", re.MULTILINE)
_FRAGMENT = re.compile(r"@(?:gap (?P<size>\d+)(?P<without>[^@]*)|(?P<name>[^@]+))@")


def _patterns(text: str) -> dict[str, list[str]]:
    """Return the patterns of each name, with what stands for their fragments."""
    patterns: dict[str, list[str]] = {"blank": [" "]}

    def fragment(match: re.Match[str]) -> str:
        if match["name"]:
            return patterns[match["name"]][0]
        return rf"(?:(?!{OTHER}\b{match['without']})[^.;?!]){{0,{match['size']}}}?"

    for block in _COMMENT.sub("", text).replace("\n\t", "\t").split("\n"):
        name, *lines = block.split("\t")
        patterns.setdefault(name, []).append(_FRAGMENT.sub(fragment, "".join(lines)))
    return patterns


_NAMED = _patterns(files(__package__).joinpath("frames.txt").read_text(encoding="utf-8"))
_FRAMES = ("beside ours", "excepted", "disputed", "not seen")
_UNLESS_FOLLOWED = ("but ours", "wanting")  # not where the work is followed
FRAMES = tuple(re.compile(pattern) for name in _FRAMES for pattern in _NAMED[name])
FRAMES_UNLESS_FOLLOWED = tuple(
    re.compile(pattern) for name in _UNLESS_FOLLOWED for pattern in _NAMED[name]
)
