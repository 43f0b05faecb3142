"""TEI as GROBID makes it of PDFs."""
