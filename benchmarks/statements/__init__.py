"""Statements that citing sentences share, who differs, and what is shown first."""
