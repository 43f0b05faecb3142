// What a work is shown with: its sentences, the controls, the table of classes. Each is made here,
// and moved by group_view.js.

const HINT = "Point at a coloured word to see where else the same is said; click to keep it, " +
  "Escape to let go.";
const KEYS = "By keyboard: arrows go from word to word, up and down among words that mean the " +
  "same; Enter keeps, Escape lets go.";
const GENE = "https://www.ncbi.nlm.nih.gov/gene/";
const FEW = 3; // wordings of a class that are shown until it is pinned
const MANY = 14; // rows of the table that are shown at first beside the sentences
const FEWER = 6; // and where it stands above them

// The text of a sentence and the marks of citation that stand in it.
function readSentence(item) {
  const paragraph = item.querySelector(".text");
  const marks = [];
  let at = 0;
  for (const node of paragraph.childNodes) {
    const end = at + node.textContent.length;
    if (node.nodeType === Node.ELEMENT_NODE) marks.push({ start: at, end, kind: node.className });
    at = end;
  }
  const article = item.closest(".article");
  return { item, article, paragraph, marks, text: paragraph.textContent, number: item.value,
           place: Number(item.dataset.place) };
}

// Appends a part of a sentence with its marks.
function appendText(parent, sentence, start, end) {
  let at = start;
  for (const mark of sentence.marks) {
    const [from, to] = [Math.max(mark.start, at), Math.min(mark.end, end)];
    if (from >= to) continue;
    parent.append(sentence.text.slice(at, from));
    parent.append(element("span", { class: mark.kind }, sentence.text.slice(from, to)));
    at = to;
  }
  if (at < end) parent.append(sentence.text.slice(at, end));
}

// The settings of the words: which are shown, and how alike they must be.
function makeSettings(most, fixed, unit) {
  const slider = element("input", { type: "range", min: 0.05, max: 1, step: 0.01,
                                    name: "threshold", "aria-label": "How alike words must be" });
  const level = element("output", { class: "level" });
  const tally = element("output", { class: "tally", "aria-live": "off" });
  const reset = element("button", { type: "button", class: "reset" }, "reset");
  const least = element("input", { type: "number", name: "least", min: 1, step: 1,
                                   max: Math.max(2, most) });
  const quiet = element("input", { type: "checkbox", name: "quiet" });
  const genes = element("input", { type: "checkbox", name: "genes" });
  const why = fixed
    ? `The threshold cannot be moved: ${fixed}.`
    : "Words that mean the same are alike at least so much on average; more to the right, fewer are";
  const form = element("form", { class: "controls settings", "aria-label": "Words that are shown" },
    element("label", {}, quiet, " Show reporting words, numbers, names"),
    element("details", {}, element("summary", {}, "More settings"),
      element("label", { class: "threshold", title: why }, "Alike by ", slider, level), reset,
      element("label", {}, "In at least ", least, ` ${unit}s`),
      element("label", {}, genes, " Genes only"), tally, element("p", { class: "keys" }, KEYS)));
  slider.disabled = Boolean(fixed);
  if (fixed) form.querySelector("details").append(element("p", { class: "fixed" }, why));
  return { form, slider, level, tally, reset, least, quiet, genes };
}

function makeTable(several) {
  const labels = { wordings: "Words that mean the same", articles: "Articles",
                   citances: "Sentences" };
  if (!several) delete labels.articles;
  const heads = Object.entries(labels).map(([key, label]) => {
    const button = element("button", { type: "button", "data-sort": key }, label);
    return element("th", { scope: "col", class: key }, button);
  });
  const body = element("tbody", {});
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
  const all = element("button", { type: "button", class: "every" });
  const aside = element("aside", { class: "classes", "aria-label": "Words that mean the same",
                                   tabindex: 0 }, table, all);
  return { table, heads, body, aside, all };
}

function makeWordings(one) {
  const cell = element("div", { class: "others" });
  one.wordings.slice(1).forEach(([text, times], i) => {
    const wording = element("span", { class: i < FEW ? "wording" : "wording more" },
      element("bdi", {}, text));
    if (times > 1) wording.append(element("span", { class: "times" }, `\u202f×\u202f${times}`));
    cell.append(wording, " ");
  });
  const rest = one.wordings.length - 1 - FEW;
  if (rest > 0) cell.append(element("span", { class: "rest" }, `+ ${rest}`), " ");
  return cell;
}

function makeRow(one, k, look, several) {
  const name = element("button", { type: "button", class: `n ${look}`, tabindex: -1 },
                       element("bdi", {}, one.title));
  const head = element("th", { scope: "row", class: "wordings" }, name);
  if (one.geneId) {
    const link = { class: "badge", href: GENE + one.geneId, title: `NCBI Gene ${one.geneId}` };
    head.append(" ", element("a", link, `gene ${one.geneId}`));
  } else if (one.gene) head.append(" ", element("span", { class: "badge" }, "gene"));
  if (one.unsure) {
    const title = `Whether these mean the same is unsure: ${one.confidence.toFixed(2)} of 1`;
    head.append(" ", element("span", { class: "badge unsure", title }, "unsure"));
  }
  if (one.wordings.length > 1) head.append(" ", makeWordings(one));
  const row = element("tr", { class: look, "data-k": k, "data-name": one.name }, head);
  if (several) row.append(element("td", { class: "articles" }, String(one.articles)));
  row.append(element("td", { class: "citances" }, String(one.citances)));
  return row;
}
