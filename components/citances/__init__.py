"""Aligned citances: the component, alignments and their records, attributes, gold, resources."""
