# %% [markdown]
# # A glossary of terms by document
#
# Three abstracts of computational linguistics: which terms do they use, where does each come first, and which do they
# share?

# %%
import spacy

nlp = spacy.load("spacy_citalign")
documents = {
    "parsing": "A dependency parser links each word to its head. We train a neural network on a treebank "
    "and decode with a minimum spanning tree. The dependency parser is fast.",
    "translation": "We study machine translation of rare words. A neural network with an attention mechanism "
    "reads subword units, and beam search finds the translation.",
    "tagging": "Part-of-speech tagging of tweets is hard. We use a conditional random field whose features "
    "come from a treebank and from word embeddings.",
}
docs = dict(zip(documents, nlp.pipe(documents.values()), strict=True))

# %% [markdown]
# The distinct terms of each document, best first, by lemmas so that "word" and "words" are one:

# %%
for name, doc in docs.items():
    print(name + ":", ", ".join(term["text"] for term in doc._.ranked_propositional_terms))

# %% [markdown]
# The glossary: each term with the documents that use it, and the sentence where it stands first.

# %%
glossary: dict[str, dict[str, str]] = {}
for name, doc in docs.items():
    for span in doc.spans["propositional_terms"]:
        lemma = span[:-1].text_with_ws + span[-1].lemma_
        glossary.setdefault(lemma, {}).setdefault(name, span.sent.text)
for term, uses in sorted(glossary.items()):
    print(f"{term}\n    {', '.join(uses)}: {next(iter(uses.values()))}")

# %% [markdown]
# Terms that documents share:

# %%
[(term, list(uses)) for term, uses in sorted(glossary.items()) if len(uses) > 1]
