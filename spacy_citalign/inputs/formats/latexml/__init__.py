"""HTML as LaTeXML makes it of LaTeX, and arXiv serves it."""
