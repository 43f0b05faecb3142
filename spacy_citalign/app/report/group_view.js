// One work, made live: its words light up, are pinned and thinned, with their rows of the table.

const HUES = 12;
const UNDERLINES = 4;
const collator = new Intl.Collator("en", { numeric: true });
const RANKED = {
  weight: (a, b) => a.said - b.said || a.weight - b.weight,
  wordings: (a, b) => -collator.compare(a.title, b.title),
  articles: (a, b) => a.articles - b.articles || a.weight - b.weight,
  citances: (a, b) => a.citances - b.citances || a.weight - b.weight,
};

class GroupView {
  constructor(article) {
    this.article = article;
    this.list = article.querySelector(".citing");
    this.columns = article.querySelector(".body");
    this.sentences = [...article.querySelectorAll(".citance")].map(readSentence)
      .sort((a, b) => a.place - b.place);
    const data = JSON.parse(article.querySelector("script.data").textContent);
    this.alignment = new Alignment(this.sentences.map((one) => one.text), data);
    this.articles = this.articlesOfSentences();
    this.several = this.articles !== null && new Set(this.articles).size > 1;
    this.statements = data.statements.map(([, places]) => places);
    this.said = new Set();
    this.colors = new Map();
    this.takeStatements(data.statements.flatMap(([labels]) => labels));
    this.state = { threshold: this.alignment.threshold, least: 2, genes: false, quiet: false,
                   sort: "weight", down: true, pinned: null, lit: null, every: false };
    this.classes = []; // those that are shown; what follows has an entry for each
    this.parts = []; // its words on the page
    this.rows = []; // its row of the table
    this.onPin = () => {}; // is told the name of the class of the row that is pinned, or null
    this.onDraw = () => {};
    this.build();
    this.state.least = this.leastShown();
    this.settings.least.value = this.state.least;
    this.draw();
  }

  // The number of the article of each sentence; null unless all are known.
  articlesOfSentences() {
    const all = [...this.list.children];
    const known = all.every((article) => "known" in article.dataset);
    return known ? this.sentences.map((sentence) => all.indexOf(sentence.article)) : null;
  }

  // Classes of statements have the colours that the card gave them.
  takeStatements(labels) {
    [...new Set(labels)].forEach((label, i) => {
      const id = this.alignment.idOf(label);
      this.said.add(id);
      this.colors.set(id, { hue: i % HUES, underline: Math.floor(i / HUES) % UNDERLINES });
    });
  }

  build() {
    const most = this.several ? new Set(this.articles).size : this.sentences.length;
    const unit = this.several ? "article" : "sentence";
    this.settings = makeSettings(most, this.alignment.fixed, unit);
    this.table = makeTable(this.several);
    this.table.aside.prepend(this.settings.form);
    this.filters = new SentenceFilters(this.article, this.sentences, this.statements, () => {});
    this.status = element("p", { class: "spoken", role: "status" });
    const hint = element("p", { class: "hint" }, HINT);
    (this.article.querySelector(".answer") || this.columns).before(hint);
    this.columns.before(this.filters.form, this.filters.status);
    this.columns.prepend(this.table.aside);
    this.columns.after(this.status);
    for (const one of this.sentences) one.item.append(makeCopy(one));
    listenToPointer(this);
    listenToKeys(this);
    this.listenToControls();
  }

  allClasses() {
    const all = this.alignment.at(this.state.threshold);
    addFacts(all, this.alignment, this.several ? this.articles : null, this.said);
    return all;
  }

  // Two articles, or sentences, unless no class of content is in so many.
  leastShown() {
    return this.allClasses().some((one) => one.kind === CONTENT && one.support > 1) ? 2 : 1;
  }

  // --- what is drawn

  draw() {
    const { state } = this;
    const all = this.allClasses();
    assignColors(all, this.colors, HUES, UNDERLINES);
    this.classes = all.filter((one) => isShown(one, state));
    this.parts = this.classes.map(() => []);
    const members = this.sentences.map(() => []);
    this.classes.forEach((one, k) => {
      for (const member of one.members) members[member.place].push({ ...member, k });
    });
    this.sentences.forEach((sentence, place) => this.drawSentence(sentence, members[place]));
    this.drawCard();
    state.lit = null;
    if (this.place(state.pinned) < 0) state.pinned = null;
    this.drawTable();
    this.drawSettings(all.length - this.classes.length);
    this.arrange();
    this.onDraw();
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
        class: `w ${this.look(one)}${one.loud ? " loud" : ""}`, "data-k": k,
        "data-name": one.name, role: "button", tabindex: -1,
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

  inWords(one) {
    const sentences = plural(one.citances, "sentence");
    return this.several ? `${sentences} of ${plural(one.articles, "article")}` : sentences;
  }

  // The words of the card light up with their class, as far as it is shown.
  drawCard() {
    for (const word of this.article.querySelectorAll(".answer .w")) {
      const label = this.alignment.data.names.indexOf(word.dataset.name) + 1;
      const k = label ? this.place(this.alignment.idOf(label)) : -1;
      if (k < 0) delete word.dataset.k;
      else {
        word.dataset.k = k;
        this.parts[k].push(word);
      }
    }
  }

  drawTable() {
    const { sort, down, every } = this.state;
    const many = window.matchMedia("(min-width: 62rem)").matches ? MANY : FEWER;
    const ranked = this.classes.map((one, k) => [one, k]);
    ranked.sort(([a, j], [b, k]) => (down ? -1 : 1) * RANKED[sort](a, b) || j - k);
    ranked.forEach(([one, k], i) => {
      this.rows[k] = makeRow(one, k, this.look(one), this.several);
      this.rows[k].classList.toggle("further", !every && i >= many);
    });
    this.table.body.replaceChildren(...ranked.map(([, k]) => this.rows[k]));
    if (!ranked.length) {
      const cell = element("td", { colspan: 3, class: "none" }, "No words are left.");
      this.table.body.append(element("tr", {}, cell));
    }
    this.table.all.hidden = every || ranked.length <= many;
    this.table.all.textContent = `Show all ${ranked.length}`;
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

  drawSettings(hidden) {
    const { slider, level, tally, reset } = this.settings;
    const { threshold } = this.state;
    tally.textContent = `${this.classes.length} shown` + (hidden ? `, ${hidden} not shown` : "");
    reset.hidden = threshold === this.alignment.threshold;
    if (threshold === null) return;
    slider.value = threshold;
    level.textContent = String(Number(threshold.toFixed(3)));
    slider.setAttribute("aria-valuetext", `${level.textContent}, ${tally.textContent}`);
  }

  // The sentences in the chosen order, those of one article together.
  arrange() {
    const rank = {
      given: () => 0,
      words: (one) => -one.aligned,
      pinned: (one) => -one.classes.has(this.state.pinned),
    }[this.filters.order.value];
    const ranked = this.sentences.map((one) => [rank(one), one.number, one]);
    ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const order = new Map(); // of each article its sentences, the article of the first one first
    for (const [, , { article, item }] of ranked) {
      if (!order.has(article)) order.set(article, []);
      order.get(article).push(item);
    }
    reorder(this.list, [...order.keys()]);
    for (const [article, items] of order) reorder(article.querySelector(".citances"), items);
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
      const button = part.querySelector(".n") || part;
      if (button.matches("button, [role=button]")) button.setAttribute("aria-pressed", "true");
    }
  }

  // Brings a row into sight, by moving nothing but the table.
  reveal(k) {
    const { aside, table } = this.table;
    this.rows[k].classList.remove("further");
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

  tell(one) {
    const texts = one.wordings.slice(0, FEW + 1).map(([text]) => text).join("; ");
    const sure = one.unsure ? ". Unsure" : "";
    this.status.textContent = `${texts}: in ${this.inWords(one)}${sure}`;
  }

  pin(id) {
    this.state.pinned = id;
    if (id === null) this.state.lit = null;
    this.light();
    if (this.filters.order.value === "pinned") this.arrange();
    const one = this.classes[this.place(id)];
    if (one) {
      this.reveal(this.place(id));
      this.tell(one);
    } else this.status.textContent = "";
    this.onPin(one && this.state.threshold === this.alignment.threshold ? one.name : null);
  }

  unpin() {
    if (this.state.pinned !== null) this.pin(null);
  }

  toggle(part) {
    const { id } = this.classes[part.dataset.k];
    this.pin(id === this.state.pinned ? null : id);
  }

  // Pins the class that the row calls so, whether it is shown or not.
  pinNamed(name) {
    const label = this.alignment.data.names.indexOf(name) + 1;
    if (!label) return;
    const id = this.alignment.idOf(label);
    if (this.place(id) < 0) {
      Object.assign(this.state, { quiet: true, least: 1, genes: false });
      this.settings.quiet.checked = true;
      this.settings.genes.checked = false;
      this.settings.least.value = 1;
      this.draw();
    }
    this.pin(id);
  }

  // Shows the sentences that say a statement.
  say(statement) {
    if (statement >= 0 && statement < this.statements.length) this.filters.say(statement);
  }

  listenToControls() {
    const { form, slider, reset, least, genes, quiet } = this.settings;
    const change = (changes) => {
      Object.assign(this.state, changes);
      this.draw();
    };
    slider.addEventListener("input", () => change({ threshold: Number(slider.value) }));
    reset.addEventListener("click", () => {
      change({ threshold: this.alignment.threshold });
      slider.focus();
    });
    least.addEventListener("input", () => change({ least: Number(least.value) || 1 }));
    genes.addEventListener("change", () => change({ genes: genes.checked }));
    quiet.addEventListener("change", () => change({ quiet: quiet.checked }));
    form.addEventListener("submit", (event) => event.preventDefault());
    this.filters.order.addEventListener("change", () => this.arrange());
    this.table.all.addEventListener("click", () => {
      this.state.every = true;
      this.drawTable();
    });
    this.table.table.tHead.addEventListener("click", (event) => {
      const key = event.target.dataset.sort;
      if (!key) return;
      this.state.down = key === this.state.sort ? !this.state.down : true;
      this.state.sort = key;
      this.drawTable();
    });
  }
}

// Puts children into an order, and touches nothing where they have it.
function reorder(parent, children) {
  if (children.some((child, i) => parent.children[i] !== child)) parent.append(...children);
}

// Makes a work live; one that is not aligned has nothing to live by.
function showGroup(article) {
  return article.querySelector("script.data") ? new GroupView(article) : null;
}
