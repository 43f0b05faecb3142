"""The aligner that ships: units of words, their pairs, and how likely these say the same."""
