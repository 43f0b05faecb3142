// One work, made live: its words light up, are pinned and thinned, with their rows of the table.

const HUES = 12;
const UNDERLINES = 4;
const STEP_KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"];
const collator = new Intl.Collator("en", { numeric: true });
const RANKED = {
  name: (a, b) => collator.compare(a.name, b.name),
  citances: (a, b) => a.citances - b.citances || a.words - b.words,
  confidence: (a, b) => (a.confidence || 0) - (b.confidence || 0),
};

class GroupView {
  constructor(article) {
    this.article = article;
    this.list = article.querySelector(".citances");
    this.columns = article.querySelector(".body");
    this.sentences = [...this.list.children].map(readSentence);
    const data = JSON.parse(article.querySelector("script.data").textContent);
    this.alignment = new Alignment(this.sentences.map((one) => one.text), data);
    this.colors = new Map();
    this.state = { threshold: this.alignment.threshold, least: 2, genes: false, order: "given",
                   sort: "citances", down: true, pinned: null, lit: null };
    this.classes = []; // those that are shown; what follows has an entry for each
    this.parts = []; // its words on the page
    this.rows = []; // its row of the table
    this.controls = makeControls(this.sentences.length, this.alignment.fixed);
    this.table = makeTable();
    this.status = element("p", { class: "spoken", role: "status" });
    this.columns.before(this.controls.form);
    this.columns.append(this.table.aside);
    this.columns.after(element("p", { class: "hint" }, HINT), this.status);
    this.listenToPointer();
    this.listenToKeys();
    this.listenToControls();
    this.draw();
  }

  // --- what is drawn

  draw() {
    const { state } = this;
    const all = this.alignment.at(state.threshold);
    assignColors(all, this.colors, HUES, UNDERLINES);
    this.classes = all.filter((one) =>
      one.citances >= state.least && (!state.genes || one.genes.length > 0));
    this.parts = this.classes.map(() => []);
    const members = this.sentences.map(() => []);
    this.classes.forEach((one, k) => {
      for (const member of one.members) members[member.place].push({ ...member, k });
    });
    this.sentences.forEach((sentence, place) => this.drawSentence(sentence, members[place]));
    state.lit = null;
    if (this.place(state.pinned) < 0) state.pinned = null;
    this.drawTable();
    this.drawControls(all.length - this.classes.length);
    this.arrange();
  }

  look(one) {
    const { hue, underline } = this.colors.get(one.id);
    return `c${hue} u${underline}`;
  }

  drawSentence(sentence, members) {
    members.sort((a, b) => a.start - b.start);
    const drawn = document.createDocumentFragment();
    let at = 0;
    for (const { k, start, end } of members) {
      appendText(drawn, sentence, at, start);
      const one = this.classes[k];
      const word = element("span", {
        class: `w ${this.look(one)}`, "data-k": k, "data-name": one.name, role: "button",
        tabindex: -1,
        "aria-description": `class ${one.name}, in ${one.citances} of ${this.sentences.length}`,
      });
      appendText(word, sentence, start, end);
      this.parts[k].push(word);
      drawn.append(word);
      at = end;
    }
    appendText(drawn, sentence, at, sentence.text.length);
    sentence.paragraph.replaceChildren(drawn);
    sentence.aligned = members.reduce((sum, member) => sum + member.words, 0);
    sentence.classes = new Set(members.map(({ k }) => this.classes[k].id));
  }

  drawTable() {
    const { sort, down, threshold } = this.state;
    const moved = threshold !== this.alignment.threshold;
    const ranked = this.classes.map((one, k) => [one, k]);
    ranked.sort(([a, j], [b, k]) => (down ? -1 : 1) * RANKED[sort](a, b) || j - k);
    for (const [one, k] of ranked) {
      this.rows[k] = makeRow(one, k, this.look(one), this.sentences.length, moved);
    }
    this.table.body.replaceChildren(...ranked.map(([, k]) => this.rows[k]));
    if (!ranked.length) {
      const cell = element("td", { colspan: 4, class: "none" }, "No class of words is left.");
      this.table.body.append(element("tr", {}, cell));
    }
    for (const head of this.table.heads) {
      head.removeAttribute("aria-sort");
      if (head.className === sort) head.ariaSort = down ? "descending" : "ascending";
    }
    for (const stop of [this.list.querySelector(".w"), this.table.body.querySelector(".n")]) {
      if (stop && !stop.closest(".body").querySelector(`.${stop.classList[0]}[tabindex="0"]`)) {
        stop.tabIndex = 0;
      }
    }
    this.light();
  }

  drawControls(hidden) {
    const { slider, level, tally, reset } = this.controls;
    const { threshold } = this.state;
    const words = this.classes.reduce((sum, one) => sum + one.words, 0);
    const counts = `${plural(this.classes.length, "class")}, ${plural(words, "word")}`;
    tally.textContent = hidden ? `${counts}; ${hidden} not shown` : counts;
    reset.hidden = threshold === this.alignment.threshold;
    if (threshold === null) return;
    slider.value = threshold;
    level.textContent = String(Number(threshold.toFixed(3)));
    slider.setAttribute("aria-valuetext", `${level.textContent}, ${tally.textContent}`);
  }

  // The sentences in the chosen order.
  arrange() {
    const rank = {
      given: () => 0,
      words: (one) => -one.aligned,
      pinned: (one) => -one.classes.has(this.state.pinned),
    }[this.state.order];
    const ranked = this.sentences.map((one, i) => [rank(one), i, one.item]);
    const wanted = ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , item]) => item);
    if (wanted.some((item, i) => this.list.children[i] !== item)) this.list.append(...wanted);
  }

  // --- what is lit: the pinned class, else the one under the pointer or the focus

  place(id) {
    return id === null ? -1 : this.classes.findIndex((one) => one.id === id);
  }

  light() {
    const { article, state } = this;
    const id = state.pinned === null ? state.lit : state.pinned;
    const k = this.place(id);
    for (const part of article.querySelectorAll(".on")) part.classList.remove("on", "held");
    for (const part of article.querySelectorAll("[aria-pressed]")) {
      part.removeAttribute("aria-pressed");
    }
    article.classList.toggle("lit", k >= 0);
    article.classList.toggle("pinned", state.pinned !== null);
    for (const { item, classes } of this.sentences) {
      item.classList.toggle("without", k >= 0 && !classes.has(id));
    }
    for (const part of k < 0 ? [] : [...this.parts[k], this.rows[k]]) {
      part.classList.add("on");
      if (state.pinned === null) continue;
      part.classList.add("held");
      (part.querySelector(".n") || part).setAttribute("aria-pressed", "true");
    }
  }

  // Brings a row into sight, by moving nothing but the table.
  reveal(k) {
    const { aside, table } = this.table;
    if (aside.scrollHeight <= aside.clientHeight) return;
    const [box, own] = [aside, this.rows[k]].map((one) => one.getBoundingClientRect());
    const top = box.top + table.tHead.offsetHeight;
    if (own.top < top) aside.scrollTop -= top - own.top;
    else if (own.bottom > box.bottom) aside.scrollTop += own.bottom - box.bottom;
  }

  turn(part) {
    const id = part ? this.classes[part.dataset.k].id : null;
    if (id === this.state.lit) return;
    this.state.lit = id;
    if (this.state.pinned !== null) return;
    this.light();
    if (part && part.matches(".w")) this.reveal(part.dataset.k);
  }

  say(one) {
    const sure = one.confidence === null ? "" : `, confidence ${one.confidence.toFixed(2)}`;
    const texts = one.wordings.slice(0, FEW).map(([text]) => text).join("; ");
    this.status.textContent = `Class ${one.name}: ${texts}. In ${one.citances} of ` +
      `${this.sentences.length} sentences${sure}`;
  }

  pin(id) {
    this.state.pinned = id;
    if (id === null) this.state.lit = null;
    this.light();
    if (this.state.order === "pinned") this.arrange();
    if (id === null) this.status.textContent = "";
    else {
      this.reveal(this.place(id));
      this.say(this.classes[this.place(id)]);
    }
  }

  unpin() {
    if (this.state.pinned !== null) this.pin(null);
  }

  toggle(part) {
    const { id } = this.classes[part.dataset.k];
    this.pin(id === this.state.pinned ? null : id);
  }

  // --- what it listens to

  listenToPointer() {
    const partOf = (event) => event.target.closest("[data-k]");
    this.columns.addEventListener("pointerover", (event) => this.turn(partOf(event)));
    this.columns.addEventListener("pointerleave", () => this.turn(null));
    this.columns.addEventListener("focusin", (event) => {
      const part = partOf(event);
      this.turn(part);
      if (part) this.say(this.classes[part.dataset.k]);
    });
    this.columns.addEventListener("focusout", (event) => {
      if (!this.columns.contains(event.relatedTarget)) this.turn(null);
    });
    this.columns.addEventListener("click", (event) => {
      const part = partOf(event);
      if (part && document.getSelection().isCollapsed) this.toggle(part);
    });
  }

  // All words are one stop of the tab key and all rows are one; arrows go from one to the other.
  listenToKeys() {
    this.columns.addEventListener("keydown", (event) => {
      const { target, key } = event;
      const kind = target.matches(".w") ? ".w" : ".n";
      if (!target.matches(".w, .n") || event.ctrlKey || event.altKey || event.metaKey) return;
      if (STEP_KEYS.includes(key)) {
        const to = kind === ".w" ? this.wordFrom(target, key) : this.rowFrom(target, key);
        const next = to || target;
        this.columns.querySelector(`${kind}[tabindex="0"]`).tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      } else if (kind === ".w" && (key === "Enter" || key === " ")) {
        this.toggle(target);
      } else return;
      event.preventDefault();
    });
    this.article.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.unpin();
    });
  }

  wordFrom(word, key) {
    const words = [...this.list.querySelectorAll(".w")];
    const own = words.filter((other) => other.dataset.k === word.dataset.k);
    const line = [...word.closest(".text").querySelectorAll(".w")];
    return {
      ArrowRight: words[words.indexOf(word) + 1],
      ArrowLeft: words[words.indexOf(word) - 1],
      ArrowDown: own[own.indexOf(word) + 1],
      ArrowUp: own[own.indexOf(word) - 1],
      Home: line[0],
      End: line[line.length - 1],
    }[key];
  }

  rowFrom(number, key) {
    const all = [...this.table.body.querySelectorAll(".n")];
    const i = all.indexOf(number);
    return all[{ ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[key]];
  }

  listenToControls() {
    const { form, slider, reset, least, genes, numbers, order } = this.controls;
    const change = (changes) => {
      Object.assign(this.state, changes);
      this.draw();
    };
    slider.addEventListener("input", () => change({ threshold: Number(slider.value) }));
    reset.addEventListener("click", () => {
      change({ threshold: this.alignment.threshold });
      slider.focus();
    });
    least.addEventListener("input", () => change({ least: Number(least.value) || 2 }));
    genes.addEventListener("change", () => change({ genes: genes.checked }));
    order.addEventListener("change", () => change({ order: order.value }));
    numbers.addEventListener("change", () => {
      this.article.classList.toggle("numbered", numbers.checked);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    this.table.table.tHead.addEventListener("click", (event) => {
      const key = event.target.dataset.sort;
      if (!key) return;
      this.state.down = key === this.state.sort ? !this.state.down : key !== "name";
      this.state.sort = key;
      this.drawTable();
    });
  }
}

// Makes a work live; one that is not aligned has nothing to live by.
function showGroup(article) {
  return article.querySelector("script.data") ? new GroupView(article) : null;
}
