# %% [markdown]
# # What do five papers say of one?
#
# Five sentences of five articles that cite the same work. Which words mean the same, what is the work cited for,
# and who differs?

# %%
import spacy

import spacy_citalign

nlp = spacy.load("spacy_citalign")
citances = {
    "Abara 2012": "Loss of the kinase Nek9 arrests oocytes before the first division [7].",
    "Birk 2014": "Oocytes that lack Nek9 stop before the first division (Ruiz et al., 2010).",
    "Chau 2015": "Without NEK9, oocytes are arrested before the first division [3].",
    "Dorn 2018": "Nek9 also sits at the spindle of oocytes [21].",
    "Eder 2021": "In contrast to earlier reports [5], we found that oocytes without Nek9 divide normally.",
}
doc = nlp(spacy_citalign.join(citances.values(), nlp=nlp, labels="Ruiz 2010"))
alignment = doc._.citance_alignment

# %% [markdown]
# The statement that most of them share, shown by the sentence that says it best, and those that differ by their
# wording. That is evidence to read, and no verdict.

# %%
papers = list(citances)
for statement in alignment.statements:
    print(len(statement["citances"]), "sentences:", statement["text"])
    print("   ", ", ".join(papers[place] for place in statement["citances"]))
for one in alignment.differing:
    print("differs:", papers[one["citance"]], "|", one["text"])

# %% [markdown]
# The words that mean the same, with the confidence that a reader would align them:

# %%
print("confidence  sentences  wordings")
for one in alignment.classes:
    wordings = list(dict.fromkeys(member["text"] for member in one["members"]))
    sentences = len({member["citance"] for member in one["members"]})
    print(f"{one['confidence']:10.2f}  {sentences:9}  {', '.join(wordings)}")

# %% [markdown]
# In a notebook, the group as on the page of `citalign report`; point at a word. `render(doc, page=True)` makes
# a whole page with search and a threshold.

# %%
spacy_citalign.render(doc, jupyter=False)
