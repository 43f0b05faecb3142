"""The third of BioCreative II train that is held out from training."""

import hashlib

from spacy_citalign.corpora.bc2gm import Sentence


def held_out(sentence: Sentence) -> bool:
    """Whether a sentence belongs to the third that is not trained on."""
    return int(hashlib.md5(sentence.id.encode()).hexdigest(), 16) % 3 == 0
