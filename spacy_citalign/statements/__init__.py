"""Statements that citing sentences share, and who differs: an answer made of aligned classes."""

DIFFERS = 0.7
"""The least probability of what is told as a difference."""

COMPARES = 0.2
"""The least probability of what is told to compare."""

FOUND = 0.47
"""The share of the disagreements that a reader finds that ``DIFFERS`` finds, and known of no other
probability: "all" of benchmarks/results/statements.md."""
