"""Part-of-speech tags beside another tagger."""
