"""Statements that citing sentences share, and who differs."""
