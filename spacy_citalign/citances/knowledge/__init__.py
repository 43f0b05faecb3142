"""What the aligner knows of words before it compares them: lists, lexicon, thesaurus, vectors."""
