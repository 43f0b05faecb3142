"""Aligned groups in a notebook or a page, by displaCy's conventions."""

from collections.abc import Iterable
from itertools import chain

from spacy.tokens import Doc
from spacy.util import is_in_jupyter

from ..errors import InputError
from .alignment_rows import alignment_rows
from .attributes import get_citance_alignments
from .spans import CITANCES


def render(
    docs: Iterable[Doc] | Doc,
    *,
    page: bool = False,
    minify: bool = False,
    jupyter: bool | None = None,
    key: str = CITANCES,
) -> str | None:
    """Show aligned groups of citances: the words of a class in one colour, live.

    Args:
        docs: a Doc or several, with ``doc._.citance_alignments``.
        page: whether to make a whole page, with search and a threshold, and not a fragment.
        minify: whether to leave out white space that is not seen.
        jupyter: whether to display the result and return None; None to find out by oneself.
        key: the span group of the citances.

    Returns:
        HTML that needs nothing from elsewhere; None where it was displayed.

    Raises:
        InputError: a Doc has not been aligned.
    """
    from ..report.alignment_page import alignment_page, group_html

    listed = [docs] if isinstance(docs, Doc) else list(docs)
    for doc in listed:
        if not isinstance(doc, Doc):
            raise InputError(f"render was given an object of type {type(doc).__name__}; give Docs")
        if get_citance_alignments(doc) is None:
            raise InputError(
                f"the Doc {doc[:6].text!r}... has no alignment of citances; run a pipeline with "
                "citance_aligner on it"
            )
    rows = chain.from_iterable(alignment_rows(doc, key=key) for doc in listed)
    if page:
        html = alignment_page(rows)
    else:
        html = "\n".join(group_html(row, minify=minify) for row in rows)
    if jupyter or (jupyter is None and is_in_jupyter()):
        from IPython.display import HTML, display  # type: ignore[import-not-found]

        # The class keeps MathJax away from dollar signs, as displaCy does.
        display(HTML(f'<span class="tex2jax_ignore">{html}</span>'))
        return None
    return html
