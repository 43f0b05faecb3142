# %% [markdown]
# # Does the cited paper say it?
#
# Materials science: three sentences cite a paper, and the paper is there. Which of its sentences do they likely speak
# of? That is a place to look, with a probability, and no verdict.

# %%
import spacy

import spacy_citalign

nlp = spacy.load("spacy_citalign")
citing = [
    "Perovskite films that are annealed in humid air have larger grains [4].",
    "Calder et al. [4] reached an efficiency of 17 % with such films.",
    "Lead-free films are stable for years [4].",
]
paper = {
    "Abstract": "We study how moisture changes perovskite films while they are annealed.",
    "Methods": "Films were spun on glass and annealed at 100 degrees for ten minutes. "
    "Humidity was set by a stream of wet nitrogen.",
    "Results": "In humid air the grains grew to twice the size of those in dry nitrogen. "
    "The best cell had an efficiency of 17.1 %. Films turned yellow above 70 % humidity.",
    "Discussion": "We think that water dissolves the salts where grains meet.",
}

# %% [markdown]
# One Doc holds both: the citing sentences, and the paper with a span a section.

# %%
sentences = spacy_citalign.join(citing, nlp=nlp, key="citances", labels="Calder 2012")
article = spacy_citalign.join(paper.values(), nlp=nlp, key="cited_text", labels=list(paper))
doc = nlp(spacy_citalign.join([sentences, article], nlp=nlp, key="members"))
for record in doc._.evidence:
    print(record["text"])
    for one in record["evidence"][:2]:
        print(f"    {one['probability']:.2f}  {one['section']}: {one['text']}")
    if not record["evidence"]:
        print("    not found in the text given")

# %% [markdown]
# The third sentence says what the paper does not. In a text of eight sentences something always comes first, so look at
# the words that both have, too:

# %%
for record in doc._.evidence:
    best = record["evidence"][0]
    words = [doc.text[slice(*match["citance"])] for match in best["matches"]]
    print(f"{best['probability']:.2f}", words)
