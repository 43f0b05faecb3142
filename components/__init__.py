"""The spaCy side, one folder an idea: component, training, readers, scorer, attributes."""
