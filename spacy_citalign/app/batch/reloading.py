"""A pipeline whose memory stays what it is, however many texts it has seen.

spaCy keeps every string that it has ever seen: a million sentences make a process some hundred
megabytes larger. So the pipeline is loaded again where its vocabulary has grown by
``MAX_NEW_STRINGS``, which takes less than a second. (A zone of ``nlp.memory_zone`` does the same,
but leaves dangling whatever a component of others keeps of a Doc.)
"""

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language

MAX_NEW_STRINGS = 100_000


class ReloadedPipeline:
    """A pipeline that is loaded again from time to time.

    Attributes:
        nlp: the pipeline; not to be kept.

    Args:
        load: loads it.
        nlp: the pipeline, where it is loaded already.
    """

    def __init__(self, load: "Callable[[], Language]", nlp: "Language | None" = None) -> None:
        self._load = load
        self.nlp = nlp or load()
        self._strings = len(self.nlp.vocab.strings)

    def reload_if_grown(self) -> None:
        """Load it again, if its vocabulary has grown much. There must be no Doc of it any more."""
        if len(self.nlp.vocab.strings) - self._strings <= MAX_NEW_STRINGS:
            return
        del self.nlp
        gc.collect()  # a pipeline is a ring of references
        self.nlp = self._load()
        self._strings = len(self.nlp.vocab.strings)
