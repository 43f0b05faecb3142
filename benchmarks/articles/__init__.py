"""Articles in JATS: citations, citing sentences, and the whole way to a page."""
