"""Part-of-speech tags: the component, its training, readers, scorer, attributes."""
