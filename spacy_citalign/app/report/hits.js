// Where searched words stand in a work: they are marked, and one after the other is gone to.

const SEARCHED = ".head h2, .byline, .text, .source, .section";

function simple(text) {
  return text.normalize("NFKC").toLowerCase();
}

class Hits {
  constructor() {
    this.marks = []; // of each hit its mark elements
    this.current = -1;
  }

  clear() {
    for (const mark of this.marks.flat()) {
      const parent = mark.parentNode;
      if (!parent) continue; // it was drawn anew
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
    this.marks = [];
    this.current = -1;
  }

  find(article, words) {
    this.clear();
    if (!words.length) return;
    for (const block of article.querySelectorAll(SEARCHED)) this.findIn(block, words);
  }

  // Hits may begin in one node and end in another, as words are elements of their own.
  findIn(block, words) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const nodes = [];
    let text = "";
    while (walker.nextNode()) {
      nodes.push([text.length, walker.currentNode]);
      text += walker.currentNode.data;
    }
    const lower = text.toLowerCase();
    if (lower.length !== text.length) return; // offsets would not fit
    const spans = [];
    for (const word of words) {
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
        spans.push([at, at + word.length]);
      }
    }
    spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    let end = 0;
    const apart = spans.filter((span) => {
      const free = span[0] >= end;
      if (free) end = span[1];
      return free;
    });
    const made = apart.reverse().map(([start, stop]) => this.mark(nodes, start, stop));
    this.marks.push(...made.reverse());
  }

  mark(nodes, start, stop) {
    const marks = [];
    for (const [from, node] of nodes) {
      const [low, high] = [Math.max(start - from, 0), Math.min(stop - from, node.data.length)];
      if (low >= high) continue;
      const part = low > 0 ? node.splitText(low) : node;
      if (high - low < part.data.length) part.splitText(high - low);
      const mark = element("mark", { class: "hit" });
      part.replaceWith(mark);
      mark.append(part);
      marks.push(mark);
    }
    return marks;
  }

  // Goes to the next hit, or the one before; returns false where there is none.
  go(step) {
    const next = this.current + step;
    if (next < 0 || next >= this.marks.length) return false;
    for (const mark of this.marks[this.current] || []) mark.classList.remove("current");
    this.current = next;
    for (const mark of this.marks[next]) mark.classList.add("current");
    const folded = this.marks[next][0].closest("details");
    if (folded) folded.open = true;
    this.marks[next][0].scrollIntoView({ block: "center" });
    return true;
  }
}
