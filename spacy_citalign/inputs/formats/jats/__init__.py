"""JATS, the XML of PubMed Central and most publishers."""
