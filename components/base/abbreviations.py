"""scispaCy's abbreviations: its detector, where a user wants it, and what it leaves on Docs."""

import warnings
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ...errors import SettingError

DETECTOR = "abbreviation_detector"
# Not doc._.abbreviations, which writes the extension's empty default into the Doc.
_KEY = ("._.", "abbreviations", None, None)


Tokens = tuple[int, int]


def abbreviation_definitions(doc: Doc) -> list[tuple[Tokens, Tokens]]:
    """Return the abbreviations that scispaCy's detector found in a Doc, in order of position.

    Each has the half-open tokens of the short form and of the long one that explains it. The
    detector leaves Spans, or dictionaries with its setting ``make_serializable``.
    """
    data: dict[Any, Any] = doc.user_data
    definitions = []
    for entry in data.get(_KEY) or ():
        if isinstance(entry, dict):
            short, long = (
                (int(entry[f"{form}_start"]), int(entry[f"{form}_end"]))
                for form in ("short", "long")
            )
        else:
            long_form = entry._.long_form
            short, long = (entry.start, entry.end), (long_form.start, long_form.end)
        definitions.append((short, long))
    return sorted(definitions)


def add_abbreviation_detector(nlp: Language, *, before: str) -> None:
    """Put scispaCy's detector before a component, unless the pipeline has it.

    Raises:
        SettingError: scispaCy is not installed; the message names the extra that brings it.
    """
    if any(nlp.get_pipe_meta(name).factory == DETECTOR for name in nlp.pipe_names):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of packages that scispaCy imports
            import scispacy.abbreviation  # noqa: F401 - registers the factory
    except ImportError as error:
        raise SettingError(
            f"scispaCy cannot be imported ({error}), which detects abbreviations; install it with "
            'pip install "spacy-citalign[scispacy]", which needs Python 3.12 or older, or leave '
            "abbreviations out"
        ) from error
    # It warns on the first text of all, and on each in which nothing is explained.
    warnings.filterwarnings("ignore", r"\[W036\]", module=r"scispacy\.abbreviation")
    # Serializable, since Spans in user data break to_bytes.
    nlp.add_pipe(DETECTOR, before=before, config={"make_serializable": True})
