"""Articles as Docs, and their citing sentences grouped by the work they cite."""
