"""Full texts in JSON: S2ORC in all its releases, CORD-19, unarXive, GROBID's client."""
