"""What a sentence that may not belong to a work would fit, in words."""

from ...schema import Citance, OddCitance, OtherReference

_WHICH = {
    "next": "the next reference of its article",
    "previous": "the reference of its article before this one",
    "author and year": "another reference of the same author and year in its article",
    "author": "another reference of the same author in its article",
}
_UNKNOWN = "What else it would fit is not known without its article's list of references."
_NONE = "No other reference of its article fits it better."


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
