"""Cited works of a library: which references are of one, as articles come and go."""
