"""A corpus reader of texts that were annotated in brat, for spaCy configs."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spacy.language import Language
from spacy.training import Example
from spacy.util import filter_spans, registry

from ...errors import InputError, warn
from ..base.spans import set_character_spans
from .gold_docs import Reader, at_most, required

BRAT = "brat"


@registry.readers("citalign.Brat.v1")
def make_brat_reader(
    path: Path | None,
    types: list[str] | None = None,
    spans_key: str = BRAT,
    limit: int = 0,
) -> Reader:
    """Make a reader of texts that were annotated in brat, a Doc for each.

    References have the mentions as ``doc.ents``, of overlapping ones the longest, each with the
    tokens that cover it; all of them, exact to the character, in a span group. Labels are brat's
    types, and ids that a mention refers to, such as GeneID:7157, its ``kb_id_``.

    Args:
        path: a folder of NAME.txt and NAME.ann, or one of such files (see
            ``spacy_citalign.corpora.brat``).
        types: of the mentions that are read, None for all.
        spans_key: the span group: ``gene_mentions`` or ``propositional_terms`` is what genes and
            terms learn from.
        limit: read that many texts at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, a file is missing or not in its format, or no mention is of
            the types.
        SettingError: the limit is negative.
    """
    most = at_most(limit)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.brat import read_brat

        folder = required(path, "a folder of brat", "set path")
        left_out = 0
        seen: set[str] = set()
        for document in islice(read_brat(folder), most):
            seen |= {mention.type for mention in document.mentions}
            left_out += document.left_out
            mentions = [one for one in document.mentions if types is None or one.type in types]
            reference = nlp.make_doc(document.text)
            held = set_character_spans(
                reference,
                spans_key,
                [(one.start, one.end) for one in mentions],
                [one.type for one in mentions],
                kb_ids=[one.ids for one in mentions],
            )
            reference.set_ents(filter_spans(held), default="outside")
            yield Example(nlp.make_doc(document.text), reference)
        if left_out:
            warn(
                f"{left_out} mentions in {folder} have fragments with other words between them, "
                "and are left out",
            )
        if types is not None and seen and seen.isdisjoint(types):
            raise InputError(f"types is {types}; {folder} has {', '.join(sorted(seen))}")

    return read
