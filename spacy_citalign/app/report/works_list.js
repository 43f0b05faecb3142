// The list of works: its order, and the search, which opens what it finds and marks it there.

const WORKS_RANKED = {
  given: () => 0,
  citances: (a, b) => b.citances - a.citances,
  title: (a, b) => collator.compare(a.title, b.title),
  year: (a, b) => collator.compare(b.year, a.year),
  disagreement: (a, b) => b.differing - a.differing || b.expected - a.expected,
};

const KINDS = { finding: "findings", review: "reviews", method: "methods and resources" };

const TOLD = { disputed: "only with disagreement", odd: "only with odd ones",
               retracted: "only retracted" };

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

// All that a work can be found by: its title, its sentences and their references, its genes.
function searchText(id, html) {
  const data = /<script[^>]*class="data">([^]*?)<\/script>/.exec(html);
  const genes = data ? JSON.parse(data[1]).genes.flat() : [];
  const text = html.replace(/<script[^]*?<\/script>|<section class="answer">[^]*?<\/section>/g, "")
    .replace(/<\/(?:p|li|h[23]|cite|bdi)>/g, "\n").replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]);
  return simple([id, text, ...genes].join("\n"));
}

class WorksList {
  constructor(page, nav) {
    this.page = page;
    this.nav = nav;
    this.box = nav.querySelector(".lists");
    this.entries = [...nav.querySelectorAll(".works li")].map((item, i) => {
      const link = item.querySelector("a");
      const { citances, year, kind, differing = 0, expected = 0 } = item.dataset;
      return { item, link, i, title: link.textContent, citances: Number(citances), year, kind,
               differing: Number(differing), expected: Number(expected),
               disputed: "disputed" in item.dataset, odd: "odd" in item.dataset,
               retracted: "retracted" in item.dataset,
               id: link.hash.slice(1) };
    });
    this.words = [];
    this.hits = new Hits();
    this.build();
  }

  get shown() {
    const there = new Map(this.entries.map((entry) => [entry.item, entry]));
    return [...this.nav.querySelectorAll(".works li:not([hidden])")].map((item) => there.get(item));
  }

  build() {
    this.search = element("input", { type: "search", name: "search", autocomplete: "off",
      placeholder: "Title, author, gene, wording", "aria-label": "Search works" });
    const sort = options(element("select", { name: "sort", "aria-label": "Order of works" }), {
      given: "most articles first", citances: "most sentences first", title: "by title",
      year: "newest first",
      ...(this.entries.some((entry) => entry.expected)
        ? { disagreement: "most disagreement first" } : {}),
    });
    const kinds = Object.entries(KINDS)
      .filter(([kind]) => this.entries.some((entry) => entry.kind === kind));
    this.kind = options(element("select", { name: "kind", "aria-label": "Kind of works" }),
      { "": "all kinds", ...Object.fromEntries(kinds) });
    this.kind.hidden = kinds.length < 2;
    const told = Object.entries(TOLD)
      .filter(([name]) => this.entries.some((entry) => entry[name]));
    this.told = options(element("select", { name: "told", "aria-label": "Disagreement, odd ones, retractions" }),
      { "": "all works", ...Object.fromEntries(told) });
    this.told.hidden = !told.length;
    this.counts = this.nav.querySelector(".counts");
    this.all = this.counts.textContent;
    this.counts.setAttribute("role", "status");
    this.found = element("output", { class: "found" });
    const step = (label, sign, by) => {
      const button = element("button", { type: "button", class: "step", "aria-label": label }, sign);
      button.addEventListener("click", () => this.go(by));
      return button;
    };
    this.steps = element("p", { class: "hits" }, this.found, " ",
      step("Previous hit", "↑", -1), " ", step("Next hit", "↓", 1));
    this.steps.hidden = true;
    this.counts.before(this.search, this.steps, sort, this.kind, this.told);
    this.told.addEventListener("change", () => this.find());
    this.kind.addEventListener("change", () => this.find());
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.words.length) return;
      this.go(event.shiftKey ? -1 : 1);
      event.preventDefault();
    });
    sort.addEventListener("change", () => this.sort(WORKS_RANKED[sort.value]));
  }

  sort(rank) {
    for (const list of this.nav.querySelectorAll(".works")) {
      const own = this.entries.filter((entry) => entry.item.parentNode === list);
      own.sort((a, b) => rank(a, b) || a.i - b.i);
      list.append(...own.map((entry) => entry.item));
    }
  }

  // Lists the works of the kind and with what is asked for that have all words, and opens the first
  // unless one is open.
  find() {
    this.words = simple(this.search.value).split(/\s+/).filter(Boolean);
    const [kind, told] = [this.kind.value, this.told.value];
    for (const entry of this.entries) {
      const found = (word) => {
        entry.found = entry.found || searchText(entry.id, this.page.source(entry.id));
        return entry.found.includes(word);
      };
      entry.item.hidden = (kind && entry.kind !== kind) || (told && !entry[told]) ||
        !this.words.every(found);
    }
    for (const heading of this.nav.querySelectorAll(".few")) {
      heading.hidden = !heading.nextElementSibling.querySelector("li:not([hidden])");
    }
    const { shown, words } = this;
    const fewer = words.length > 0 || kind !== "" || told !== "";
    this.counts.textContent = fewer
      ? `${shown.length} of ${plural(this.entries.length, "work")}` : this.all;
    const open = shown.some(({ id }) => id === this.page.open.id);
    if (fewer && shown.length && !open) this.page.show(shown[0].id, false);
    this.mark();
  }

  // Marks the words in the work that is open.
  mark() {
    if (this.page.open) this.hits.find(this.page.open, this.words);
    this.steps.hidden = !this.words.length;
    this.tell();
  }

  tell() {
    const { marks, current } = this.hits;
    const total = plural(marks.length, "hit");
    this.found.textContent = current < 0 ? `${total} here` : `${current + 1} of ${total} here`;
  }

  // The next hit, of the next work where this one has no other.
  go(by) {
    const view = this.page.views.get(this.page.open);
    if (view) view.filters.clear();
    if (!this.hits.go(by)) {
      const { shown } = this;
      const i = shown.findIndex(({ id }) => id === this.page.open.id);
      const next = shown[i + by];
      if (next) {
        this.page.show(next.id, false);
        this.mark();
        if (by < 0) this.hits.current = this.hits.marks.length;
        this.hits.go(by);
      }
    }
    this.tell();
  }

  // Marks the entry of the open work and brings it into sight within the list.
  current(open) {
    for (const { link, item, id } of this.entries) {
      link.removeAttribute("aria-current");
      if (id !== open) continue;
      link.setAttribute("aria-current", "true");
      const [box, place] = [this.box, item].map((one) => one.getBoundingClientRect());
      if (place.top < box.top) this.box.scrollTop += place.top - box.top;
      else if (place.bottom > box.bottom) this.box.scrollTop += place.bottom - box.bottom;
    }
  }
}
