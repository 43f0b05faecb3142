// Starts what this script was brought with: the page of two texts or more, or a part of a notebook.

class SidesBySide {
  constructor(root) {
    this.root = root;
    this.sections = [...root.querySelectorAll(".pair")];
    this.views = new Map();
    this.page = root.classList.contains("page");
    const nav = root.querySelector("nav.pairs");
    if (nav) this.makeMenu(nav);
    if (this.page) {
      root.querySelector(".masthead").append(makeTheme(root));
      window.addEventListener("hashchange", () => this.follow());
      document.addEventListener("keydown", (event) => {
        const view = this.views.get(this.open);
        if (event.key === "Escape" && view) view.pin(null);
      });
    }
    if (this.sections.length) this.show(this.sections[0]);
    if (this.page) this.follow();
  }

  // A menu in the place of the list of pairs.
  makeMenu(nav) {
    const names = [...nav.querySelectorAll("li")].map((item, i) => [i, item.textContent]);
    this.menu = options(element("select", { name: "texts" }), Object.fromEntries(names));
    nav.replaceWith(element("form", { class: "menu" },
      element("label", {}, "Texts ", this.menu)));
    this.menu.form.addEventListener("submit", (event) => event.preventDefault());
    this.menu.addEventListener("change", () => {
      const section = this.sections[Number(this.menu.value)];
      this.show(section);
      if (this.page) history.replaceState(null, "", `#${section.id}`);
    });
  }

  // Shows what the address names: a pair, or a sentence of one.
  follow() {
    const named = document.getElementById(location.hash.slice(1)); // ids are plain ASCII
    const section = named && named.closest(".pair");
    if (!section) return;
    this.show(section);
    if (named === section) return;
    named.scrollIntoView({ block: "center" });
    const view = this.views.get(section);
    if (view.sentenceOf.has(named)) view.pin(named);
  }

  show(section) {
    this.open = section;
    for (const one of this.sections) one.hidden = one !== section;
    if (this.menu) this.menu.value = this.sections.indexOf(section);
    if (!this.views.has(section)) this.views.set(section, new PairView(section));
  }
}

for (const root of document.querySelectorAll(".citalign.sides-by-side:not([data-live])")) {
  root.dataset.live = "";
  new SidesBySide(root);
}
