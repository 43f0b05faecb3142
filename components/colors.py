"""Colours of the package's labels in displaCy."""

COLORS = {"GENE": "#a9dfbf"}
