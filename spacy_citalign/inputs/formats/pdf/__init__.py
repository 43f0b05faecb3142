"""Articles as PDF."""
