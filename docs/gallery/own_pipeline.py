# %% [markdown]
# # In your own spaCy pipeline
#
# You have a pipeline, here a blank one with rules for places. The components are found by name, nothing has to be
# imported, and the config says it all.

# %%
import spacy

nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
ruler = nlp.add_pipe("entity_ruler")
ruler.add_patterns(
    [{"label": "PLACE", "pattern": "Lake Orin"}, {"label": "PLACE", "pattern": "Tarn"}]
)

nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped", "ents": "keep"})
nlp.add_pipe("gene_normalizer", config={"weights": "shipped"})
nlp.add_pipe("citance_finder")
print(nlp.pipe_names)

# %% [markdown]
# `ents = "keep"` writes genes to `doc.ents`, too, and spares entities that are there:

# %%
doc = nlp(
    "Frogs of Lake Orin were collected (Vile 2009). Their skin expresses the receptor TLR5, and TP53 is silent."
)
for entity in doc.ents:
    print(f"{entity.text:10} {entity.label_:6} {entity.kb_id_ or '-'}")
print([(citance.label_, citance.text) for citance in doc.spans["citances"]])

# %% [markdown]
# What reads what is known to spaCy. Forget the tagger before a component that needs tags, and it tells:

# %%
problems = spacy.blank("en")
problems.add_pipe("sentencizer")
problems.add_pipe("propositional_term_extractor", config={"weights": "shipped"})
print({name: wanted for name, wanted in problems.analyze_pipes()["problems"].items() if wanted})

# %% [markdown]
# The config of a component, as `spacy train` and `spacy assemble` read it:

# %%
from thinc.api import Config

section = nlp.config["components"]["gene_mention_tagger"]
print(Config({"components": {"gene_mention_tagger": section}}).to_str())

# %% [markdown]
# Saved and loaded, it is the same; results survive as bytes, in another process, too.

# %%


from spacy import displacy
from spacy.tokens import DocBin

nlp.to_disk("pond")
again = spacy.load("pond")
kept = DocBin(docs=again.pipe([doc.text]), store_user_data=True).to_bytes()
(copy,) = DocBin().from_bytes(kept).get_docs(again.vocab)
print([mention["text"] for mention in copy._.gene_mentions])
displacy.render(copy, style="ent", jupyter=False)
