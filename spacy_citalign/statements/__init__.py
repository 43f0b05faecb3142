"""Statements that citing sentences share, and who differs: an answer made of aligned classes."""
