// What a reader is told of a class of words, as class_summary.py says it for the card.

const CONTENT = 0; // the first of the kinds in schema.py
const UNSURE = 0.5; // confidence below which a class is marked
const LOUD = 12; // classes that have a coloured text, as many as there are hues

// Adds to each class its name, its articles (null where they are not known), whether it is a gene
// or a term, and its weight: df * log2(1 + n / df) * rarity, df of n articles, or sentences.
function addFacts(classes, alignment, articles, said) {
  const genes = new Set(alignment.data.genes.flat().map((name) => name.toLowerCase()));
  const n = articles ? new Set(articles).size : alignment.texts.length;
  for (const one of classes) {
    const texts = one.members.map((member) => member.text.toLowerCase());
    const terms = new Set(one.terms.map((name) => name.toLowerCase()));
    const places = one.members.map((member) => member.place);
    one.wordings.sort(([a, times], [b, others]) =>
      others - times || b.length - a.length || (a < b ? -1 : 1));
    one.title = one.wordings[0][0];
    one.articles = articles ? new Set(places.map((place) => articles[place])).size : null;
    one.support = one.articles === null ? one.citances : one.articles;
    one.gene = 2 * texts.filter((text) => genes.has(text)).length >= texts.length;
    one.geneId = one.gene ? idOf(one, alignment.data.gene_ids || {}) : null;
    one.term = !one.gene && texts.some((text) => terms.has(text));
    one.unsure = one.confidence !== null && one.confidence < UNSURE;
    one.said = said.has(one.id);
    one.weight = one.support * Math.log2(1 + n / one.support) * one.rarity;
  }
  const ranked = [...classes].sort((a, b) => b.said - a.said || b.weight - a.weight);
  ranked.forEach((one, i) => { one.loud = one.said || i < LOUD; });
}

// The id of NCBI Gene of the most frequent wording that has one, null without.
function idOf(one, ids) {
  const known = one.wordings.map(([text]) => text.toLowerCase()).find((text) => Object.hasOwn(ids, text));
  return known === undefined ? null : ids[known];
}

// Whether a class is shown: content, or all kinds where these are asked for; in so many articles
// at least, but for the classes of statements, of which the card speaks.
function isShown(one, { least, quiet, genes }) {
  if (genes && !one.gene) return false;
  if (one.said && least <= 2) return true;
  return one.support >= least && (quiet || one.kind === CONTENT);
}
