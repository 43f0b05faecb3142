"""spaCy's bare English, made once: its 1,300 special cases take a fifth of a second each time."""

import spacy

NLP = spacy.blank("en")  # no test adds to it
