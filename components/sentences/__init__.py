"""Aligned sentences of texts: the component, the words it reads, attributes, gold."""
