// Which sentences of a work are shown: by article, year, part of the article, self-citation, whether
// before a notice about the work or after it, and by the statement that they say. What does not tell them apart has no control.

const TIMES = { after: "after the notice", same: "in the year of the notice",
                before: "before the notice" };
const OWN = { "": "all citations", others: "by others", own: "self-citations" };

class SentenceFilters {
  // `changed` is called after each change; `sentences` are in the order of the row.
  constructor(article, sentences, statements, changed) {
    this.article = article;
    this.sentences = sentences;
    this.statements = statements;
    this.changed = changed;
    this.statement = null;
    this.order = options(element("select", { name: "order", "aria-label": "Order of sentences" }),
      { given: "as they stand", words: "most shared words first", pinned: "kept word first" });
    this.selects = this.makeSelects();
    this.form = element("form", { class: "controls filters", "aria-label": "Sentences" },
      ...Object.values(this.selects), this.order);
    this.told = element("span", {});
    this.every = element("button", { type: "button", class: "all" }, "Show all");
    this.status = element("p", { class: "filtered", role: "status" }, this.told, " ", this.every);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => {
      if (event.target !== this.order) this.apply();
    });
    this.every.addEventListener("click", () => this.clear());
    this.apply();
  }

  makeSelects() {
    const articles = [...this.article.querySelectorAll(".article")];
    const years = [...new Set(articles.map((one) => one.dataset.year).filter(Boolean))].sort();
    const parts = [...new Set(this.sentences.map(({ item }) => item.dataset.part).filter(Boolean))];
    const selects = {};
    const add = (name, label, names, first) => {
      const select = element("select", { name, "aria-label": label });
      selects[name] = options(select, first ? { "": first } : {});
      for (const [value, text] of names) select.append(element("option", { value }, text));
    };
    if (articles.length > 1) {
      const names = articles.map((one, i) => [i, this.nameOf(one)]);
      add("article", "Article", names.filter(([, name]) => name), "all articles");
    }
    if (years.length > 1) {
      add("from", "First year", years.map((year) => [year, `from ${year}`]), "all years");
      add("until", "Last year", years.map((year) => [year, `until ${year}`]), "until now");
    }
    if (parts.length > 1) add("part", "Section", parts.map((part) => [part, part]), "all sections");
    if (articles.some((one) => "self" in one.dataset)) add("own", "Authors", Object.entries(OWN));
    const times = Object.entries(TIMES)
      .filter(([time]) => articles.some((one) => one.dataset.time === time));
    if (times.length && articles.some((one) => one.dataset.time !== times[0][0])) {
      add("time", "Notice", times, "at any time");
    }
    return selects;
  }

  nameOf(article) {
    const { name } = article.dataset;
    const count = article.querySelectorAll(".citance").length;
    return name ? `${name.length > 50 ? `${name.slice(0, 50)}…` : name} (${count})` : "";
  }

  accepts({ item, article, place }, i) {
    const value = (name) => (this.selects[name] ? this.selects[name].value : "");
    const year = article.dataset.year || "";
    const own = "self" in article.dataset ? "own" : "others";
    return (this.statement === null || this.statements[this.statement].includes(place)) &&
      (!value("article") || this.articles[i] === Number(value("article"))) &&
      (!value("from") || year >= value("from")) &&
      (!value("until") || (year && year <= value("until"))) &&
      (!value("time") || article.dataset.time === value("time")) &&
      (!value("part") || item.dataset.part === value("part")) &&
      (!value("own") || own === value("own"));
  }

  apply() {
    const articles = [...this.article.querySelectorAll(".article")];
    this.articles = this.articles ||
      this.sentences.map((sentence) => articles.indexOf(sentence.article));
    let left = 0;
    this.sentences.forEach((sentence, i) => {
      const accepted = this.accepts(sentence, i);
      left += accepted;
      sentence.item.classList.toggle("out", !accepted);
    });
    for (const article of articles) {
      article.classList.toggle("out", !article.querySelector(".citance:not(.out)"));
    }
    const total = this.sentences.length;
    const said = this.statement === null ? "" : " that say the statement above";
    this.told.textContent = left === total && !said ? "" : `${left} of ${total} sentences${said}`;
    this.every.hidden = !this.told.textContent;
    for (const item of this.article.querySelectorAll(".statement")) {
      const current = Number(item.dataset.statement) === this.statement;
      item.classList.toggle("current", current);
    }
    this.changed();
  }

  // Shows the sentences that say a statement only.
  say(statement) {
    for (const select of Object.values(this.selects)) select.value = "";
    this.statement = statement;
    this.apply();
  }

  clear() {
    this.say(null);
  }
}
