"""Who differs, in words: for the page and for a terminal."""

from ...schema import Citance, Difference, Direction, OddCitance, OtherReference, WorkAnswer
from ...statements import DIFFERS, FOUND
from .phrases import counted

_WHICH = {
    "next": "the next reference of its article",
    "previous": "the reference of its article before this one",
    "author and year": "another reference of the same author and year in its article",
    "author": "another reference of the same author in its article",
}
_UNKNOWN = "What else it would fit is not known without its article's list of references."
_NONE = "No other reference of its article fits it better."


def side_of(difference: Difference) -> str:
    """Return whose disagreement it is, "" where that is not known.

    >>> side_of(Difference(place=0, start=0, end=5, who="third", by="Ott [4]"))
    'by Ott [4]'
    """
    if difference.who == "third":
        return f"by {difference.by}" if difference.by else "by a third work"
    return "by the author" if difference.who else ""


def none_differ(work: WorkAnswer) -> str:
    """Return that none was found to differ, among how many sentences, and how much that tells.

    >>> frogs = {"cited": {"key": "k"}, "citances": [{"text": "Frogs hop."}], "min_differs": 0.5}
    >>> print(none_differ(WorkAnswer.model_validate(frogs)).partition(";")[0])
    None found among 1 sentence with probability 0.5 and more
    """
    least = "" if _is_default(work) else f" with probability {work.min_differs:g} and more"
    return f"None found among {counted(len(work.citances), 'sentence')}{least}; {share_found(work)}"


def share_found(work: WorkAnswer) -> str:
    """Return how many of the disputes are found that a reader finds; that was measured once."""
    share = round(100 * (FOUND if work.differing_found is None else work.differing_found))
    if _is_default(work):
        return f"of the disputes that a reader finds, this finds about {share} in 100"
    return (
        f"how many of the disputes that a reader finds this finds is known for {DIFFERS:g} only: "
        f"about {share} in 100"
    )


def _is_default(work: WorkAnswer) -> bool:
    return work.min_differs in (None, DIFFERS) or work.differing_found is not None


def direction_text(direction: Direction) -> str:
    """Return what some say the reverse of, by how many articles.

    >>> sides = [{"says": "lowers", "places": [0, 1, 3, 4], "articles": 4},
    ...     {"says": "raises", "places": [2], "articles": 1}]
    >>> direction_text(Direction(agent="MGT1", target="sodium", sides=sides))
    'sodium: 4 articles say that MGT1 lowers it, 1 that MGT1 raises it'
    """
    parts: list[str] = []
    for side in direction.sides:
        number = side.articles or len(side.places)
        count = f"{number:,}"
        if not parts:
            name = "article" if side.articles else "sentence"
            count = f"{counted(number, name)} say{'s' if number == 1 else ''}"
        parts.append(f"{count} that {direction.agent} {side.says} it")
    return f"{direction.target}: {', '.join(parts)}"


def fits_text(odd: OddCitance, citance: Citance) -> str:
    """Return what a sentence would fit.

    >>> fits = {"label": "13", "first_author": "Ott", "year": "2004", "title": "Toads",
    ...     "why": "next", "better": 3.1}
    >>> odd = OddCitance.model_validate({"place": 0, "probability": 0.4, "fits": fits})
    >>> fits_text(odd, Citance(text="Toads croak."))
    'Fits better: the next reference of its article, [13] Ott 2004, Toads'
    >>> fits_text(OddCitance(place=0, probability=0.4), Citance(text="Toads croak.", fits=[]))
    'No other reference of its article fits it better.'
    """
    if odd.fits is not None:
        which = _WHICH.get(odd.fits.why, "another reference of its article")
        return f"Fits better: {which}, {reference_text(odd.fits)}"
    return _UNKNOWN if citance.fits is None else _NONE


def reference_text(reference: OtherReference) -> str:
    """Return label, author, year and title of a reference, as far as they are known."""
    label = f"[{reference.label}]" if reference.label else ""
    byline = " ".join(filter(None, map(reference.text_of, ("first_author", "year"))))
    named = ", ".join(filter(None, [byline, reference.text_of("title")]))
    return " ".join(filter(None, [label, named]))
