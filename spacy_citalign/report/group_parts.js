// What a work is shown with: its sentences, the controls, the table of classes. Each is made here,
// and moved by group_view.js.

const HINT = "Point at a word to see what says the same elsewhere; click to keep it, Escape to " +
  "let go. By keyboard: arrows go from word to word, up and down within its class, Enter keeps.";
const FEW = 4; // wordings of a class that are shown until it is pinned
const CONFIDENCE = "Mean similarity of the words of different sentences, 0 to 1";
const MOVED = "; at a moved threshold it is computed from the merges of the clustering";

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
  return { item, paragraph, marks, text: paragraph.textContent };
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

function makeControls(total, fixed) {
  const slider = element("input", { type: "range", min: 0.05, max: 1, step: 0.01,
                                    name: "threshold", "aria-label": "Threshold" });
  const level = element("output", { class: "level" });
  const tally = element("output", { class: "tally", "aria-live": "off",
                                    title: "Classes that are shown, and their aligned words" });
  const reset = element("button", { type: "button", class: "reset" }, "reset");
  const least = element("input", { type: "number", name: "least", min: 2, step: 1,
                                   max: Math.max(2, total), value: 2 });
  const genes = element("input", { type: "checkbox", name: "genes" });
  const numbers = element("input", { type: "checkbox", name: "numbers" });
  const order = options(element("select", { name: "order" }),
    { given: "as given", words: "most aligned", pinned: "pinned class first" });
  const why = fixed
    ? `The threshold cannot be moved: ${fixed}.`
    : "Least mean similarity of a class: more to the right aligns less";
  const form = element("form", { class: "controls", "aria-label": "View" },
    element("label", { class: "threshold", title: why }, "Threshold ", slider, level), reset,
    element("label", { title: "Classes with words in fewer sentences are not shown" },
            "At least ", least, " sentences"),
    element("label", {}, genes, " Genes only"),
    element("label", { title: "The number of its class beside each word" }, numbers, " Numbers"),
    element("label", { title: "Order of the sentences" }, "Order ", order), tally);
  slider.disabled = Boolean(fixed);
  if (fixed) form.append(element("p", { class: "fixed" }, why));
  return { form, slider, level, tally, reset, least, genes, numbers, order };
}

function makeTable() {
  const labels = { name: "Class", wordings: "Words", citances: "In", confidence: "Confidence" };
  const heads = Object.entries(labels).map(([key, label]) => {
    const button = element("button", { type: "button", "data-sort": key }, label);
    return element("th", { scope: "col", class: key }, key === "wordings" ? label : button);
  });
  const body = element("tbody", {});
  const table = element("table", {},
    element("caption", {}, "Words that mean the same"),
    element("thead", {}, element("tr", {}, ...heads)), body);
  const aside = element("aside", { class: "classes", "aria-label": "Classes of words" }, table);
  return { table, heads, body, aside };
}

function makeWordings(one) {
  const cell = element("td", { class: "wordings" });
  one.wordings.forEach(([text, times], i) => {
    const wording = element("span", { class: i < FEW ? "wording" : "wording more" },
      element("bdi", {}, text));
    if (times > 1) wording.append(element("span", { class: "times" }, `\u202f×\u202f${times}`));
    cell.append(wording, " ");
  });
  if (one.wordings.length > FEW) {
    cell.append(element("span", { class: "rest" }, `+ ${one.wordings.length - FEW}`), " ");
  }
  for (const [kind, names] of [["gene", one.genes], ["term", one.terms]]) {
    if (!names.length) continue;
    cell.append(element("span", { class: "badge", title: names.join(", ") }, kind), " ");
  }
  return cell;
}

function makeRow(one, k, look, total, moved) {
  const number = element("button", { type: "button", class: `n ${look}`, tabindex: -1,
                                     "aria-label": `Class ${one.name}` }, one.name);
  const share = element("td", { class: "citances" }, String(one.citances),
    element("span", { class: "of" }, `/${total}`));
  const title = moved ? CONFIDENCE + MOVED : CONFIDENCE;
  const sure = element("td", { class: "confidence", title });
  if (one.confidence !== null) {
    const filled = element("span", { class: "filled" });
    filled.style.setProperty("--share", one.confidence);
    sure.append(one.confidence.toFixed(2),
                element("span", { class: "bar", "aria-hidden": "true" }, filled));
  }
  return element("tr", { class: look, "data-k": k },
    element("th", { scope: "row" }, number), makeWordings(one), share, sure);
}

