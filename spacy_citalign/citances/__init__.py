"""Multiple citance alignment by CRF and posterior decoding (Schwartz, Divoli & Hearst 2007)."""
