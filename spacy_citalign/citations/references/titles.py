"""Where titles and containers of references end, by signs and words that say so."""

import re
from typing import NamedTuple

_QUOTED = re.compile(r"(?:^|[,.:;)\]])\s?[\u201c\"\u201f]([^\u201c\u201d\"]{10,500})[\u201d\"]")
_QUOTED_WORDS = 4  # and more: fewer may be quoted within a title
_IN_MEETING = re.compile(
    r"[.?!]\s[Ii]n:?\s(?:the\s|\d{4}\s)?(?=proc\b|proceedings|advances\s|findings\s|[a-z\d-]{1,20}"
    r"\s(?:annual\s|international\s|joint\s)?(?:conference|workshop|symposium|meeting))",
    re.IGNORECASE,
)
_SENTENCE_START = re.compile(r"(?:[^\W\d_]{2}|[)\d])[.?!]\s")
_SIGN = re.compile(r"[.,;:?!)\]](?=\s)")
_GOES_ON = re.compile(
    r"[\u201d\"\u2019)]?\s(?!(?:eds?|edited|edn|edition|pp?|vol|volume|no|pages?|doi|arxiv|in"
    r"|accessed|available|et|vs|und)\b)[^\W\d_A-Z]"
)
_NO_TITLE = re.compile(
    r"[,.;:]?\s{0,2}[\[(]?(?:(?:\d{1,2}(?:st|nd|rd|th)|second|third|fourth|fifth|sixth|revised|global"
    r"|international)\s(?:ed\b|edn\b|edition\b)|(?:ph\.?\s?d\.?|m\.?\s?(?:v\.?\s?)?(?:sc|tech|phil|s)"
    r"\.?|doctoral|master.?s?|diploma|bachelor.?s?)\s(?:thesis|dissertation)\b|published\sby\b"
    r"|e?-?isbn\b)",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\s(?:in|of|for|on|the|to|with)\s$")  # before a word of the same sentence
_BOUNDARY = re.compile(r"[.)?!]\s")
_SHORTEST = 8  # characters of a title before an edition
_TWO = re.compile(r"[^\W\d_]{2}[)\u201d]?[.?!]\s(?=[^\W\d_a-z])")
_CONTAINER_WORDS = 10
_NEAR = 4  # characters between a container and its volume


class Span(NamedTuple):
    """Half-open characters of an entry; none if they are as many as none."""

    start: int
    end: int


def whole_title(
    text: str, title: Span, container: Span, names: int, volume: int
) -> tuple[Span, Span]:
    """Return a title and its container, where signs and words part them.

    Args:
        text: of an entry.
        title, container: as they were read.
        names: where the last name or year before the title ends.
        volume: where the volume begins, -1 without one.
    """
    if quoted := _quoted(text):
        title = quoted
    elif meeting := _IN_MEETING.search(text):
        start = names
        for match in _SENTENCE_START.finditer(text, max(0, names - 2), meeting.start()):
            start = match.end()
        if title.end <= title.start or title.start >= meeting.start():
            title = Span(start, meeting.start())
            container = Span(meeting.end(), max(container.end, meeting.end()))
    if title.end <= title.start:
        return title, container._replace(start=_whole_start(text, container.start))
    if text.startswith(": ", title.end) and 0 <= container.start - title.end <= _NEAR:
        # No colon parts a title from its container: a second title stands behind it.
        title = title._replace(end=title.end + 2)
        if sign := _SIGN.search(text, title.end):
            title = title._replace(end=sign.start())
    title = _extended(text, title)
    other = _NO_TITLE.search(text, title.start, title.end)
    if other and other.start() - title.start >= _SHORTEST:
        title = title._replace(end=other.start())
    if container.start < title.end:
        container = Span(title.end, container.end)
    if container.end <= container.start and 0 <= volume - title.end <= _NEAR:
        parts = [*_TWO.finditer(text, title.start, title.end)]
        if parts and len(text[parts[-1].end() : title.end].split()) <= _CONTAINER_WORDS:
            return title._replace(end=parts[-1].end()), Span(parts[-1].end(), title.end)
    return title, container


def _quoted(text: str) -> Span | None:
    """Return what is quoted, if it is one part that is as long as a title."""
    found = [
        Span(*match.span(1))
        for match in _QUOTED.finditer(text)
        if len(match[1].split()) >= _QUOTED_WORDS
    ]
    return found[0] if len(found) == 1 else None


def _extended(text: str, title: Span) -> Span:
    """Return a title up to the signs around it: it begins and ends in no sentence's middle."""
    start, end = title
    if _GOES_ON.match(text, end):
        sign = _SIGN.search(text, end + 2)
        end = sign.start() if sign else end
    return Span(_whole_start(text, start), end)


def _whole_start(text: str, start: int) -> int:
    """Return where a sentence begins if a word before ``start`` says that it goes on there."""
    if _WITHIN.search(text, max(0, start - 20), start) is None:
        return start
    return max((match.end() for match in _BOUNDARY.finditer(text, 0, start)), default=start)
