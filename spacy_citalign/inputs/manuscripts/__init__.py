"""Manuscripts in Markdown, LaTeX or a format of articles: text, citations, and their lines."""
