"""Bibliographies, BibTeX and CSL-JSON, as works that a manuscript cites."""
