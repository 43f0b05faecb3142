// Starts what this script was brought with: the page of all works, or one group in a notebook.

const WORKS_RANKED = {
  given: () => 0,
  citances: (a, b) => b.citances - a.citances,
  title: (a, b) => collator.compare(a.title, b.title),
  accuracy: (a, b) => b.accuracy - a.accuracy,
};

function simple(text) {
  return text.normalize("NFKC").toLowerCase();
}

// All that a work can be found by.
function searchText(article) {
  const store = article.querySelector("script.data");
  const genes = store ? JSON.parse(store.textContent).genes.flat() : [];
  const parts = [...article.querySelectorAll(".head, .text, .source")];
  return simple([article.id, ...parts.map((one) => one.textContent), ...genes].join("\n"));
}

// One work at a time, named by the address, so that it can be linked and the back button works.
class Page {
  constructor(root) {
    this.root = root;
    this.nav = root.querySelector("#works");
    this.list = this.nav.querySelector(".works");
    this.works = new Map([...root.querySelectorAll(".work")].map((one) => [one.id, one]));
    this.entries = [...this.list.children].map((item, i) => {
      const link = item.querySelector("a");
      const { citances, accuracy } = item.dataset;
      return { item, link, i, title: link.textContent, citances: Number(citances),
               accuracy: Number(accuracy || -1), article: this.works.get(link.hash.slice(1)) };
    });
    this.views = new Map();
    this.open = null;
    this.toggle = this.makeHead();
    this.makeList();
    root.querySelector("main").before(this.nav);
    root.classList.toggle("single", this.entries.length < 2);
    document.addEventListener("keydown", (event) => {
      const view = this.views.get(this.open);
      if (event.key === "Escape" && view) view.unpin();
    });
    window.addEventListener("hashchange", () => this.follow(true));
    this.follow(false);
  }

  // Shows the work that the address names, else the first; `moved` where a reader asked for it.
  follow(moved) {
    const named = this.works.get(location.hash.slice(1));
    if (named) this.show(named, moved);
    else if (moved && location.hash === "#works") this.nav.querySelector("input").focus();
    else if (this.entries.length) this.show(this.entries[0].article, moved);
  }

  show(article, moved) {
    if (this.open === article) return;
    if (this.open) this.open.classList.remove("open");
    this.open = article;
    article.classList.add("open");
    if (!this.views.has(article)) this.views.set(article, showGroup(article));
    this.unfold(false);
    for (const entry of this.entries) {
      entry.link.removeAttribute("aria-current");
      if (entry.article === article) this.mark(entry);
    }
    if (!moved) return;
    window.scrollTo(0, 0);
    const heading = article.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  // Marks the entry of the open work and brings it into sight within the list.
  mark({ link, item }) {
    link.setAttribute("aria-current", "true");
    const [box, own] = [this.list, item].map((one) => one.getBoundingClientRect());
    if (own.top < box.top) this.list.scrollTop += own.top - box.top;
    else if (own.bottom > box.bottom) this.list.scrollTop += own.bottom - box.bottom;
  }

  unfold(listing) {
    this.root.classList.toggle("listing", listing);
    this.toggle.setAttribute("aria-expanded", String(listing));
  }

  makeHead() {
    const toggle = element("button", { type: "button", class: "toggle", "aria-controls": "works",
                                       "aria-expanded": "false" }, "Works");
    toggle.addEventListener("click", () => this.unfold(!this.root.classList.contains("listing")));
    this.root.querySelector(".masthead").append(toggle, makeTheme(this.root));
    return toggle;
  }

  makeList() {
    const search = element("input", { type: "search", name: "search", autocomplete: "off",
      placeholder: "Title, author, gene, wording", "aria-label": "Search works" });
    const sort = options(element("select", { name: "sort", "aria-label": "Order of works" }), {
      given: "as given", citances: "most citing sentences", title: "by title",
      accuracy: "highest expected accuracy",
    });
    const counts = this.nav.querySelector(".counts");
    const all = counts.textContent;
    counts.setAttribute("role", "status");
    counts.before(search, sort);
    search.addEventListener("input", () => {
      const words = simple(search.value).split(/\s+/).filter(Boolean);
      for (const entry of this.entries) {
        entry.found = entry.found || searchText(entry.article);
        entry.item.hidden = !words.every((word) => entry.found.includes(word));
      }
      const left = this.entries.filter((entry) => !entry.item.hidden).length;
      counts.textContent = words.length ? `${left} of ${plural(this.entries.length, "work")}` : all;
    });
    sort.addEventListener("change", () => {
      const rank = WORKS_RANKED[sort.value];
      const sorted = [...this.entries].sort((a, b) => rank(a, b) || a.i - b.i);
      this.list.append(...sorted.map((entry) => entry.item));
    });
  }
}

for (const root of document.querySelectorAll(".citalign:not([data-live])")) {
  root.dataset.live = "";
  if (root.classList.contains("page")) new Page(root);
  else root.querySelectorAll(".work").forEach(showGroup);
}
