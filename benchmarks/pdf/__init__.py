"""Articles as PDF: what is read of them."""
