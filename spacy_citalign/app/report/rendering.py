"""Aligned groups and texts in a notebook or a page, by displaCy's conventions."""

from collections.abc import Iterable, Sequence
from itertools import chain

from spacy.tokens import Doc
from spacy.util import is_in_jupyter

from ...components.base.names import CITANCES
from ...components.citances.attributes import get_citance_alignments
from ...components.sentences.attributes import sentence_links
from ...errors import InputError


def render(
    docs: Iterable[Doc] | Doc,
    *,
    page: bool = False,
    minify: bool = False,
    jupyter: bool | None = None,
    key: str = CITANCES,
) -> str | None:
    """Show aligned groups of citances, the words of a class in one colour, or aligned sentences.

    Sentences are shown with their texts side by side, where a Doc has no alignment of citances.

    Args:
        docs: a Doc or several, with ``doc._.citance_alignments`` or ``doc._.sentence_alignment``.
        page: whether to make a whole page, with search and a threshold, and not a fragment.
        minify: whether to leave out white space that is not seen.
        jupyter: whether to display the result and return None; None to find out by oneself.
        key: the span group of the citances.

    Returns:
        HTML that needs nothing from elsewhere; None where it was displayed.

    Raises:
        InputError: a Doc has not been aligned, or a page is to hold both sorts.
    """
    listed = [docs] if isinstance(docs, Doc) else list(docs)
    for doc in listed:
        if not isinstance(doc, Doc):
            raise InputError(f"render was given an object of type {type(doc).__name__}; give Docs")
        if not _has_citances(doc) and sentence_links(doc) is None:
            raise InputError(
                f"the Doc {doc[:6].text!r}... has no alignment of citances and no aligned "
                "sentences; run a pipeline with citance_aligner or sentence_aligner on it"
            )
    fragments = (_fragment(doc, key, minify) for doc in listed)
    html = _page(listed, key) if page else "\n".join(fragments)
    if jupyter or (jupyter is None and is_in_jupyter()):
        from IPython.display import HTML, display  # type: ignore[import-not-found]

        # The class keeps MathJax away from dollar signs, as displaCy does.
        display(HTML(f'<span class="tex2jax_ignore">{html}</span>'))
        return None
    return html


def _has_citances(doc: Doc) -> bool:
    """Return whether citances are what is shown of a Doc.

    A pipeline with both aligners says of texts without citances that it aligned no group.
    """
    alignments = get_citance_alignments(doc)
    return bool(alignments) or (alignments is not None and not sentence_links(doc))


def _page(docs: Sequence[Doc], key: str) -> str:
    """Return the page of Docs that are all of one sort."""
    from ..answers.aligned_rows import answers_of
    from .alignment_page import alignment_page
    from .doc_rows import text_pairs
    from .sentence_page import sentence_page

    kinds = set(map(_has_citances, docs))
    if len(kinds) > 1:
        raise InputError(
            "some of the Docs have aligned citances and some aligned sentences; make a page of each"
        )
    if kinds == {False}:
        return sentence_page(chain.from_iterable(map(text_pairs, docs)))
    return alignment_page(chain.from_iterable(answers_of(doc, key=key) for doc in docs))


def _fragment(doc: Doc, key: str, minify: bool) -> str:
    from ..answers.aligned_rows import answers_of
    from .alignment_page import group_html
    from .doc_rows import text_pairs
    from .sentence_page import sentences_html

    if not _has_citances(doc):
        return sentences_html(text_pairs(doc), minify=minify)
    return "\n".join(group_html(row, minify=minify) for row in answers_of(doc, key=key))
