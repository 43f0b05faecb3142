"""Who differs, in words: for the page and for a terminal."""

from ...schema import Difference, Direction, WorkAnswer
from ...statements.settings import DIFFERS, FOUND
from .phrases import counted


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
