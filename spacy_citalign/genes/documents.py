"""The mentions of a whole document, out of those that the models marked in its sentences."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .calibration import DocumentCalibration, Placed, recalibrated
from .names_alone import mended, names_among
from .non_genes import genes_among
from .records import GeneMention
from .repetition import with_heads, with_repetitions


class DocumentRules(NamedTuple):
    """What is done once a document is read.

    Attributes:
        repeat_above: a name with a confidence above this is marked wherever it stands; None: not.
        inside_words: whether such a name is marked at the beginning of longer words, too.
        leave_out_non_genes: whether what is plainly no gene is left out (``non_genes``).
        calibration: what gives confidences by the document, if that was learned; else those that
            were added have that of ``repeat_above``.
        min_confidence: a mention whose confidence is not above this is left out; None: none is.
        names_alone: whether the guideline marks names and nothing else, so that the rules of
            ``names_alone`` hold.
    """

    repeat_above: float | None = None
    inside_words: bool = False
    leave_out_non_genes: bool = False
    calibration: DocumentCalibration | None = None
    min_confidence: float | None = None
    names_alone: bool = False

    @classmethod
    def of(
        cls,
        settings: Any,
        inside_words: bool,
        calibration: DocumentCalibration | None,
        least: float | None = None,
    ) -> "DocumentRules":
        """Return those of settings, and of a guideline that marks names inside of words or not."""
        chosen, repeat_above = settings.inside_words, settings.repeat_above
        inside = inside_words if chosen is None else chosen
        left_out = settings.leave_out_non_genes
        return cls(repeat_above, inside, left_out, calibration, least, inside_words)


def read_document(
    text: str, mentions: Sequence[GeneMention], rules: DocumentRules
) -> list[GeneMention]:
    """Return the mentions of a document in order of start, none overlapping.

    Args:
        text: of the whole document.
        mentions: what the models marked, ascending, none overlapping.
        rules: what is done.
    """
    placed = place(text, mentions, rules)
    read = list(placed.mentions)
    if rules.calibration is not None:
        read = recalibrated(rules.calibration, placed)
    least = rules.min_confidence
    return read if least is None else [mention for mention in read if mention.confidence > least]


def place(text: str, mentions: Sequence[GeneMention], rules: DocumentRules) -> Placed:
    """Return the same before confidences are made anew."""
    genes = _left(text, mentions, rules)
    if rules.names_alone:
        genes = _left(text, mended(text, genes), rules, genes)
    every = genes
    heads: set[GeneMention] = set()
    if rules.repeat_above is not None:
        every = with_repetitions(text, genes, rules.repeat_above, freely=rules.names_alone)
        if len(every) > len(genes):
            every = _left(text, every, rules, genes)
        if rules.inside_words:
            before = {*every}
            every = with_heads(text, every, rules.repeat_above)
            heads = {*every} - before
    if rules.calibration is None:
        return Placed(text, every, (), ())
    marked = {*genes}
    return Placed(text, every, [m not in marked for m in every], [m in heads for m in every])


def _left(
    text: str,
    mentions: Sequence[GeneMention],
    rules: DocumentRules,
    known: Sequence[GeneMention] = (),
) -> list[GeneMention]:
    """Return the mentions that are not left out by the rules; the known ones were asked of."""
    if not rules.leave_out_non_genes:
        return list(mentions)
    old = {*known}
    new = [mention for mention in mentions if mention not in old]
    if not new:
        return list(mentions)
    genes = genes_among(text, new, mentions)
    genes = names_among(text, genes, mentions) if rules.names_alone else genes
    lost = {*new} - {*genes}
    return [mention for mention in mentions if mention not in lost]
