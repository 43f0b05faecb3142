# %% [markdown]
# # A network of citations, coloured by statement
#
# Who cites whom is in many databases; here the links say *what for*. It needs `pip install "spacy-citalign[plots]"`.

# %%
import networkx as nx
import spacy
from matplotlib.figure import Figure

import spacy_citalign

nlp = spacy.load("spacy_citalign")
groups = {
    "Ostrander 2009": {
        "Brandt 2014": "Warm nights bring forward the first calls of tree frogs [1].",
        "Castellan 2017": "The first calls of tree frogs come earlier after warm nights [4].",
        "Dupree 2020": "In contrast to earlier reports [2], we found no effect of warm nights on the first calls.",
        "Adeyemi 2021": "Calls were recorded with microphones in the water, as described in [9].",
        "Fry 2022": "Microphones in the water recorded the calls as described in [3].",
    },
    "Quarmby 2011": {
        "Brandt 2014": "Street lamps silence calling males [2].",
        "Castellan 2017": "Males are silent near street lamps [5].",
        "Fry 2022": "Males that call under street lamps are rare [6].",
    },
}

# %% [markdown]
# Each group of citing sentences is aligned, and each citing paper gets the narrowest statement that it shares, the one of the fewest
# sentences.

# %%
graph = nx.DiGraph()
for work, citances in groups.items():
    doc = nlp(spacy_citalign.join(citances.values(), nlp=nlp, labels=work))
    alignment = doc._.citance_alignment
    differing = {one["citance"] for one in alignment.differing}
    for place, paper in enumerate(citances):
        said = [
            (len(statement["citances"]), number, f"{work}, {number}: {statement['text']}")
            for number, statement in enumerate(alignment.statements, start=1)
            if place in statement["citances"]
        ]
        kind = min(said)[-1] if said else "something else"
        kind = "differs" if place in differing else kind
        graph.add_edge(paper, work, kind=kind)
for paper, work, kind in graph.edges.data("kind"):
    print(f"{paper:15} -> {work:15} {kind.partition(': ')[2] or kind}")

# %% [markdown]
# A colour a statement, red for those that differ:

# %%
kinds = list(dict.fromkeys(kind for _, _, kind in graph.edges.data("kind")))
palette = dict(
    zip(kinds, ["#1f68bc", "#00672d", "#84307f", "#725f02", "#016869"] * 3, strict=False)
)
palette |= {"differs": "#c0392b", "something else": "#999999"}
figure = Figure(figsize=(8, 4.5))
axes = figure.add_subplot()
positions = nx.bipartite_layout(graph, list(groups), align="horizontal")
nx.draw_networkx(
    graph,
    positions,
    ax=axes,
    node_color="#eeeae0",
    node_size=1600,
    font_size=8,
    width=2.5,
    edge_color=[palette[kind] for _, _, kind in graph.edges.data("kind")],
)
for kind in kinds:
    axes.plot([], [], color=palette[kind], linewidth=3, label=kind)
axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, 0), frameon=False)
axes.margins(0.15, 0.25)
axes.axis("off")
figure
