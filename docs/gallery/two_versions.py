# %% [markdown]
# # Two versions of an abstract
#
# Ecology: the preprint and the article. Which sentences say the same, what was moved, what is new, what is gone?

# %%
import spacy

import spacy_citalign

nlp = spacy.load("spacy_citalign")
preprint = (
    "Tree frogs call at night in spring. We recorded forty ponds with microphones for three years. "
    "Calls began nine days earlier when nights in March were warm. Street lamps silenced the males. "
    "We suggest that lamps near ponds be dimmed."
)
article = (
    "Tree frogs call at night in spring, and their calls tell when the season begins. "
    "Males near street lamps were silent. When nights in March were warm, calls began nine days earlier. "
    "In the mountains we found no such effect. Lamps near ponds should be dimmed in March."
)
doc = nlp(
    spacy_citalign.join([preprint, article], nlp=nlp, key="texts", labels=["preprint", "article"])
)

# %%
for link in doc._.sentence_alignment:
    first, second = link["sentences"]
    moved = "" if first == second else "  (moved)"
    print(f"{link['probability']:.2f}  {first + 1} -> {second + 1}{moved}")
    print("     ", link["first"]["text"])
    print("     ", link["second"]["text"])

# %% [markdown]
# What has no partner was left out, or is new:

# %%
for text in doc.spans["texts"]:
    for sentence in text.sents:
        if not sentence._.aligned_sentences:
            print("only in the", text.label_ + ":", sentence.text)

# %% [markdown]
# Side by side, as in a notebook:

# %%
spacy_citalign.render(doc, jupyter=False)
