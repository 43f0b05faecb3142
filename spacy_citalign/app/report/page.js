// Starts what this script was brought with: the page of all works, or one group in a notebook.

// One work at a time, named by the address, so that it can be linked and the back button works.
// Behind a colon the address may name a sentence (7), a statement (said-2) or words (class-5).
class Page {
  constructor(root) {
    this.root = root;
    this.nav = root.querySelector("#works");
    this.packed = new Map([...root.querySelectorAll("[data-work]")]
      .map((one) => [one.dataset.work, one]));
    this.articles = new Map(); // of the works that were looked at, by id
    this.views = new Map();
    this.open = null;
    this.toggle = this.makeHead();
    this.list = new WorksList(this, this.nav);
    root.querySelector("main").before(this.nav);
    root.classList.toggle("single", this.packed.size < 2);
    document.addEventListener("keydown", (event) => {
      const view = this.views.get(this.open);
      if (event.key === "Escape" && view) view.unpin();
    });
    // What the address names already is shown again.
    root.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#']");
      if (link && link.hash === location.hash) this.follow(true);
    });
    window.addEventListener("hashchange", () => this.follow(true));
    this.follow(false);
  }

  // Shows what the address names, else the first work; `moved` where a reader asked for it.
  follow(moved) {
    const [name, ...rest] = location.hash.slice(1).split(":");
    const { entries } = this.list;
    if (this.packed.has(name)) {
      this.show(name, moved && !rest.length);
      if (rest.length) this.goTo(this.open, rest.join(":"));
    } else if (moved && location.hash === "#works") this.list.search.focus();
    else if (entries.length) this.show(entries[0].id, moved);
  }

  // The text of a work as HTML.
  source(id) {
    return this.packed.get(id).textContent;
  }

  // The article of a work, which is text until it is asked for.
  article(id) {
    if (!this.articles.has(id)) {
      const parsed = new DOMParser().parseFromString(this.source(id), "text/html");
      const article = document.adoptNode(parsed.querySelector(".work"));
      this.packed.get(id).replaceWith(article);
      this.articles.set(id, article);
    }
    return this.articles.get(id);
  }

  goTo(article, part) {
    const view = this.views.get(article);
    const [kind, ...name] = part.split("-");
    if (kind === "said" || kind === "class") {
      if (view && kind === "said") view.say(Number(name[0]) - 1);
      else if (view) view.pinNamed(decoded(name.join("-")));
      bringIntoSight(article.querySelector(".all"), "start");
    } else {
      if (view) view.filters.clear();
      const sentence = document.getElementById(`${article.id}:${part}`);
      if (!sentence) return;
      for (const one of article.querySelectorAll(".target")) one.classList.remove("target");
      sentence.classList.add("target");
      bringIntoSight(sentence, "center");
    }
  }

  show(id, moved) {
    const article = this.article(id);
    this.unfold(false);
    if (this.open === article) return;
    if (this.open) this.open.classList.remove("open");
    this.open = article;
    article.classList.add("open");
    if (!this.views.has(article)) this.views.set(article, this.enliven(article));
    this.list.current(id);
    this.list.mark();
    if (!moved) return;
    window.scrollTo(0, 0);
    const heading = article.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  enliven(article) {
    const view = showGroup(article);
    if (!view) return null;
    view.onDraw = () => this.list.mark();
    view.onPin = (name) => {
      const part = name === null ? "" : `:class-${encodeURIComponent(name)}`;
      history.replaceState(null, "", `#${article.id}${part}`);
    };
    return view;
  }

  unfold(listing) {
    if (!listing && this.nav.contains(document.activeElement) && this.list.words.length) return;
    this.root.classList.toggle("listing", listing);
    this.toggle.setAttribute("aria-expanded", String(listing));
  }

  makeHead() {
    const toggle = element("button", { type: "button", class: "toggle", "aria-controls": "works",
                                       "aria-expanded": "false" }, "Works");
    toggle.addEventListener("click", () => this.unfold(!this.root.classList.contains("listing")));
    const print = element("button", { type: "button", class: "print" }, "Print all");
    print.addEventListener("click", () => {
      for (const id of this.packed.keys()) this.article(id);
      this.root.classList.add("whole");
      window.addEventListener("afterprint", () => this.root.classList.remove("whole"),
                              { once: true });
      window.print();
    });
    this.root.querySelector(".masthead").append(toggle, print, makeTheme(this.root));
    return toggle;
  }
}

// Once more when the page is loaded, as the browser goes to what the address names itself.
function bringIntoSight(part, block) {
  part.scrollIntoView({ block });
  if (document.readyState === "complete") return;
  window.addEventListener("load", () => part.scrollIntoView({ block }), { once: true });
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (error) { // it is no name of ours
    return text;
  }
}

for (const root of document.querySelectorAll(".citalign:not([data-live])")) {
  root.dataset.live = "";
  if (root.classList.contains("page")) new Page(root);
  else root.querySelectorAll(".work").forEach(showGroup);
}
