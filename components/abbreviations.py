"""scispaCy's abbreviation detector, as evidence for the aligner where a user wants it."""

import warnings

from spacy.language import Language

from ..errors import SettingError

DETECTOR = "abbreviation_detector"


def add_abbreviation_detector(nlp: Language, *, before: str) -> None:
    """Put scispaCy's detector before a component, unless the pipeline has it.

    Raises:
        SettingError: scispaCy is not installed.
    """
    if any(nlp.get_pipe_meta(name).factory == DETECTOR for name in nlp.pipe_names):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of packages that scispaCy imports
            import scispacy.abbreviation  # noqa: F401 - registers the factory
    except ImportError as error:
        raise SettingError(
            f"scispaCy cannot be imported ({error}), which detects abbreviations; install it, "
            "which needs Python 3.12 or older, or leave abbreviations out"
        ) from error
    # It warns on the first text of all, and on each in which nothing is explained.
    warnings.filterwarnings("ignore", r"\[W036\]", module=r"scispacy\.abbreviation")
    # Serializable, since Spans in user data break to_bytes.
    nlp.add_pipe(DETECTOR, before=before, config={"make_serializable": True})
