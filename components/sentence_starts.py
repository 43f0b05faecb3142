"""Gold sentences on Docs."""

from collections.abc import Sequence

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.tokens import Doc


def set_sentence_starts(doc: Doc, starts: Sequence[int]) -> None:
    """Begin a sentence at the token of each of these characters, ascending, and nowhere else.

    White space between sentences belongs to the one before; the first begins with the Doc.
    """
    begins = np.full(len(doc), -1, dtype=np.int64)
    begins[np.searchsorted(doc.to_array(IDX), starts, side="right") - 1] = 1
    begins[:1] = 1
    # All at once: token.is_sent_start looks through the whole Doc each time.
    doc.from_array([SENT_START], begins.astype(np.uint64))  # type: ignore[arg-type]
