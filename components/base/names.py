"""Names of what the components keep on Docs: span groups, labels, attributes, keys of user data."""

from typing import Literal

# Genes and terms
GENE_MENTIONS = "gene_mentions"
GENE_ALTERNATIVES = "gene_alternatives"
GENE_LABEL = "GENE"
GENE_IDS = "gene_ids"
"""What is known of a gene mention: a list of the genes that it may mean."""
JOINED = ";"
"""Between the ids of a mention that names several genes: "SERCA1 and 2"."""
SPECIES = "species"
SPECIES_LABEL = "SPECIES"
TERMS = "propositional_terms"
TERM_LABEL = "TERM"
TERM_DOMAIN = "term_domain"
"""Key of ``doc.user_data``: the name of the corpus or field whose guidelines the terms follow."""
TERM_PARTIAL = "term_partial"
"""Key of ``doc.user_data``: true where terms of some kinds only are marked, such as genes alone."""
TITLE = "title"
"""Key of ``doc.user_data``: the document's title, where it is no part of the text."""
KEYWORDS = "keywords"
"""Key of ``doc.user_data``: a list of the document's keywords, each a string."""

NounPhrases = Literal["tags", "base_phrases", "parser"]
"""Where noun phrases are from: Penn tags, ``doc.spans["base_phrases"]``, ``doc.noun_chunks``."""

# Words, trees, phrases, columns
SPACE_TAG, SPACE_POS = "_SP", "SPACE"  # of tokens of white space
CONSTITUENTS = "constituents"
BASE_PHRASES = "base_phrases"
COLUMNS = "columns"

# Citations and aligned citances
CITATIONS = "citations"
CITANCES = "citances"
CITATION_SCOPES = "citation_scopes"
HOMOLOGS = "homologs"
CITANCE_ALIGNMENTS = "citance_alignments"
CITANCE_GOLD = "citance_gold"
GOLD_WORDS = "gold_words"
WORD_LINKS = "word_links"

# Aligned sentences
TEXTS = "texts"
ALIGNED_SENTENCES = "aligned_sentences"
SENTENCE_LINKS = "sentence_links"

# Evidence in cited articles
CITED_TEXT = "cited_text"
EVIDENCE = "evidence"
EVIDENCE_GOLD = "evidence_gold"
"""Key of ``doc.user_data``: for each citance the numbers of the sentences that were chosen."""
