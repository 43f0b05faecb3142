"""How far a citation reaches: the words of its sentence, and the sentence before."""
