"""The weights of the features of superscripts, in log-odds.

The odds are those of a reading of a candidate to that the candidate cites nothing: a multinomial
logistic regression over its readings, with "none" at 0. The weights are rounded; they come from
`python -m benchmarks.citations superscripts`, which fits them on the training articles of CRAFT.
"""

from collections.abc import Iterable

WEIGHTS = {
    # The word, or its last part after a hyphen: its form.
    "plain": 3.6,
    "short": 2.1,
    "letter": -3.3,
    "capitalised": -0.2,
    "capitals": -1.0,
    "mixed": 0.1,
    "numbered": -0.2,
    "number": 0.1,
    "number and letter": 0.2,
    "sign": -2.8,
    "long": 2.6,
    "author": 1.9,
    "et al": 0.7,
    # How the number is divided from it.
    "one digit": -1.7,
    "own": -0.1,
    # How often the document has the word without the number, with it, and with others.
    "never alone": -0.8,
    "alone": 1.3,
    "alone often": 0.9,
    "mostly numbered": -0.9,
    "seldom numbered": 2.6,
    "twice": -0.7,
    "several times": -1.8,
    "often": -4.6,
    "oftener than alone": -1.2,
    "family": -1.1,
    "family alone": -1.0,
    # A name that keeps a number before a list: "Smad4,12".
    "after name": -2.2,
    "known name": 1.0,
    # After punctuation: the mark, and what stands before it.
    "after .": 0.6,
    "after ,": 2.9,
    "after ;": 0.9,
    "after :": -1.9,
    "after other mark": 2.0,
    "after word": 2.6,
    "after letter": 0.1,
    "after digit": -1.3,
    "age": -1.8,
    "decimal twice": -2.0,
    "digit, ends": 1.3,
    "digit, before mark": -1.6,
    "digit, before capital": 0.2,
    "digit, before small": -0.9,
    "digit, before other": -0.3,
    "digit, before sign": 0.0,
    # What follows the number.
    "ends": 1.4,
    "before mark": 0.4,
    "before capital": 1.7,
    "before small": 0.3,
    "before other": -0.8,
    "before sign": -1.6,
    # Lists and ranges.
    "list": 2.6,
    "range": -1.6,
    "long range": -2.0,
    # Numbers in order, the largest having one digit or more ("1", "2"): cited before,
    "seen often 1": 0.2,
    "seen often 2": 1.3,
    "seen again 1": -1.5,
    "seen again 2": 0.0,
    "seen rare 1": -2.1,
    "seen rare 2": -0.4,
    # due at this place,
    "fills 1": 2.3,
    "fills 2": 3.0,
    "next 1": -0.5,
    "next 2": 1.6,
    "soon 1": 1.0,
    "soon 2": 1.0,
    "later 1": 0.0,
    "later 2": -0.5,
    # cited by nothing that is certain, and by so many readings at this place,
    "needed, one": 2.1,
    "needed, few": 1.0,
    "needed, many": 0.1,
    "open end": -1.7,
    # or due only later.
    "ahead 1": -0.1,
    "ahead 2": -3.7,
}


def log_odds(features: Iterable[str]) -> float:
    """Add up what features weigh, in log-odds.

    >>> log_odds(["plain", "one digit"]) == WEIGHTS["plain"] + WEIGHTS["one digit"]
    True
    """
    return sum(map(WEIGHTS.__getitem__, features))
