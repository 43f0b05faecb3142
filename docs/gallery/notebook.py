# %% [markdown]
# # One sentence, all layers, drawn
#
# What the shipped pipeline puts on a Doc, in displaCy: genes and terms, phrases, and the columns of the sentence.

# %%
import spacy
from spacy import displacy

nlp = spacy.load("spacy_citalign")
doc = nlp(
    "Loss of the kinase CHK1 sensitises tumour cells to cisplatin. "
    "In these cells, p53 is degraded before the DNA is repaired."
)
for token in list(doc.sents)[0]:
    print(f"{token.text:11} {token.tag_:4} {token.lemma_:11} column {token._.column}")

# %% [markdown]
# Genes and terms as spans that may overlap:

# %%
doc.spans["sc"] = [*doc.spans["gene_mentions"], *doc.spans["propositional_terms"]]
displacy.render(doc, style="span", jupyter=False)

# %% [markdown]
# Base phrases, found without a parser. They are `doc.noun_chunks`, too.

# %%
colors = {"NP": "#cfe3f7", "VP": "#f7dccf", "PP": "#d8f0d3"}
options = {"spans_key": "base_phrases", "colors": colors}
displacy.render(doc, style="span", options=options, jupyter=False)

# %%
[chunk.text for chunk in doc.noun_chunks]

# %% [markdown]
# Sentences below each other, words that play the same part in one column:

# %%
columns: dict[int, list[str]] = {}
for number, sentence in enumerate(doc.sents):
    for token in sentence:
        columns.setdefault(token._.column_region, ["", ""])[number] += token.text_with_ws
for region, (first, second) in sorted(columns.items()):
    print(f"{region:3}  {first:28} {second}")
