// Starts what this script was brought with: the page of all works, or one group in a notebook.

// One work at a time, named by the address, so that it can be linked and the back button works.
// Behind a colon the address may name a sentence (7), a statement (said-2) or words (class-5).
class Page {
  constructor(root) {
    this.root = root;
    this.nav = root.querySelector("#works");
    this.works = new Map([...root.querySelectorAll(".work")].map((one) => [one.id, one]));
    this.views = new Map();
    this.open = null;
    this.toggle = this.makeHead();
    this.list = new WorksList(this, this.nav, this.works);
    root.querySelector("main").before(this.nav);
    root.classList.toggle("single", this.works.size < 2);
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
    const named = this.works.get(name);
    const { entries } = this.list;
    if (named) {
      this.show(named, moved && !rest.length);
      if (rest.length) this.goTo(named, rest.join(":"));
    } else if (moved && location.hash === "#works") this.list.search.focus();
    else if (entries.length) this.show(entries[0].article, moved);
  }

  goTo(article, part) {
    const view = this.views.get(article);
    const [kind, ...name] = part.split("-");
    if (kind === "said") {
      if (view) view.say(Number(name[0]) - 1);
      article.querySelector(".all").scrollIntoView();
    } else if (kind === "class") {
      if (view) view.pinNamed(decoded(name.join("-")));
      article.querySelector(".all").scrollIntoView();
    } else {
      if (view) view.filters.clear();
      const sentence = document.getElementById(`${article.id}:${part}`);
      if (!sentence) return;
      for (const one of article.querySelectorAll(".target")) one.classList.remove("target");
      sentence.classList.add("target");
      sentence.scrollIntoView({ block: "center" });
    }
  }

  show(article, moved) {
    this.unfold(false);
    if (this.open === article) return;
    if (this.open) this.open.classList.remove("open");
    this.open = article;
    article.classList.add("open");
    if (!this.views.has(article)) this.views.set(article, this.enliven(article));
    this.list.current(article);
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
      this.root.classList.add("whole");
      window.addEventListener("afterprint", () => this.root.classList.remove("whole"),
                              { once: true });
      window.print();
    });
    this.root.querySelector(".masthead").append(toggle, print, makeTheme(this.root));
    return toggle;
  }
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
