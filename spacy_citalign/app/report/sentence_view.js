// Two texts, made live: ribbons between partners, which light up, are pinned and thinned.

const AIR = 1.5; // pixels between the ribbon and the corner of a sentence
const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

class PairView {
  constructor(section) {
    this.section = section;
    this.sides = [...section.querySelectorAll(".sentences")].map((list) =>
      [...list.children].map((item) => ({ item, links: [] })));
    this.links = this.readLinks();
    const lowest = this.links.reduce((low, one) => Math.min(low, one.probability), 1);
    this.least = Math.floor(100 * lowest) / 100;
    this.state = { threshold: this.least, partnersOnly: false, pinned: null, lit: null };
    this.on = []; // what is lit
    this.measured = "";
    this.ribbons = svg("svg", { class: "ribbons", "aria-hidden": "true" });
    this.box = section.querySelector(".sides");
    this.box.lastElementChild.before(this.ribbons);
    this.drawRibbons();
    this.controls = makeSentenceControls(this.least, this.links.length > 0);
    section.querySelector(".top").prepend(this.controls.form);
    this.counts = [...section.querySelectorAll(".called .counts")];
    this.status = element("p", { class: "spoken status", role: "status" });
    this.box.after(element("p", { class: "hint" }, POINT), this.status);
    section.classList.add("live");
    this.listen();
    this.thin();
    const again = () => requestAnimationFrame(() => this.layOut());
    new ResizeObserver(again).observe(this.box);
  }

  // The links stand in the sentences of both sides.
  readLinks() {
    const links = [];
    const [left, right] = this.sides;
    const places = new Map(right.map(({ item }, place) => [`#${item.id}`, place]));
    left.forEach((sentence, first) => {
      for (const anchor of sentence.item.querySelectorAll(".partner")) {
        const second = places.get(anchor.getAttribute("href"));
        const probability = Number(anchor.dataset.probability);
        const link = { first, second, probability, anchors: [anchor], shown: true };
        links.push(link);
        sentence.links.push(link);
        right[second].links.push(link);
      }
    });
    for (const { item, links: own } of right) {
      [...item.querySelectorAll(".partner")].forEach((anchor, i) => own[i].anchors.push(anchor));
    }
    return links;
  }

  drawRibbons() {
    for (const link of this.links) {
      const said = `${link.first + 1} – ${link.second + 1}: ${link.probability.toFixed(2)}`;
      link.ribbon = svg("path", { "fill-opacity": strength(link.probability) },
        svg("title", {}, said));
      this.ribbons.append(link.ribbon);
    }
    this.linkOf = new Map(this.links.flatMap((link) =>
      [link.ribbon, ...link.anchors].map((part) => [part, link])));
    this.sentenceOf = new Map(this.sides.flat().map((one) => [one.item, one]));
  }

  // --- what is shown

  thin() {
    const { state, links } = this;
    const { slider, level, reset, tally } = this.controls;
    for (const link of links) {
      link.shown = link.probability >= state.threshold;
      link.ribbon.classList.toggle("out", !link.shown);
      for (const anchor of link.anchors) anchor.hidden = !link.shown;
    }
    this.sides.forEach((sentences, side) => this.thinSide(sentences, this.counts[side]));
    if (state.pinned && !this.chosen(state.pinned).links.length) this.pin(null);
    const shown = links.filter((link) => link.shown).length;
    const all = plural(links.length, "link");
    tally.textContent = shown < links.length ? `${shown.toLocaleString("en")} of ${all}` : all;
    slider.value = state.threshold;
    level.textContent = links.length ? state.threshold.toFixed(2) : "";
    slider.setAttribute("aria-valuetext", `${level.textContent}, ${tally.textContent}`);
    reset.hidden = state.threshold === this.least;
    this.setStop();
    this.light();
    this.measured = "";
    this.layOut();
  }

  thinSide(sentences, counts) {
    let aligned = 0;
    for (const { item, links } of sentences) {
      const kept = links.filter((link) => link.shown);
      const best = kept.reduce((most, link) => Math.max(most, link.probability), -1);
      aligned += best >= 0;
      item.classList.toggle("alone", best < 0);
      item.hidden = this.state.partnersOnly && best < 0;
      item.style.setProperty("--strength", strength(Math.max(best, 0)));
    }
    const all = plural(sentences.filter(({ item }) => item.id).length, "sentence");
    counts.textContent = `${aligned.toLocaleString("en")} of ${all} aligned`;
  }

  // Puts sentences on levels and ribbons between them, where anything has moved.
  layOut() {
    const { box, ribbons, sides } = this;
    const state = () => [box.clientWidth, box.clientHeight].join();
    if (!box.clientWidth || state() === this.measured) return;
    for (const { item } of sides.flat()) item.style.marginTop = "";
    const links = this.links.filter((link) => link.shown);
    const tops = sides.map((own) => own.map(({ item }) => item.getBoundingClientRect().top));
    levelled(risingChain(links), tops).forEach((room, side) => {
      for (const [place, pixels] of room) sides[side][place].item.style.marginTop = `${pixels}px`;
    });
    const frame = ribbons.getBoundingClientRect();
    for (const [side, own] of sides.entries()) {
      for (const sentence of own) {
        const kept = sentence.links.filter((link) => link.shown);
        if (!kept.length) continue;
        const { top, bottom } = sentence.item.getBoundingClientRect();
        const ends = shares(top - frame.top + AIR, bottom - frame.top - AIR, kept.length);
        kept.forEach((link, i) => { (link.ends = link.ends || [])[side] = ends[i]; });
      }
    }
    for (const { ribbon, ends } of links) {
      ribbon.setAttribute("d", ribbonPath(ends[0], ends[1], frame.width));
    }
    this.measured = state();
  }

  // --- what is lit: what is pinned, else what is under the pointer or the focus

  // The sentence, ribbon or number that a part of the page belongs to.
  partOf(target) {
    return target.closest(".partner:not([hidden]), path") || target.closest(".sentences > li");
  }

  // The links of a part, and the sentences to light.
  chosen(part) {
    const sentence = this.sentenceOf.get(part);
    const one = this.linkOf.get(part);
    const links = sentence ? sentence.links.filter((link) => link.shown) : one.shown ? [one] : [];
    const ends = links.flatMap((link) => [this.sides[0][link.first], this.sides[1][link.second]]);
    return { links, items: [...new Set(ends.map(({ item }) => item))] };
  }

  light() {
    const { state, section } = this;
    const part = state.pinned || state.lit;
    const { links, items } = part ? this.chosen(part) : { links: [], items: [] };
    for (const one of this.on) one.classList.remove("on");
    this.on = [...items, ...links.flatMap((link) => [link.ribbon, ...link.anchors])];
    for (const one of this.on) one.classList.add("on");
    section.classList.toggle("lit", links.length > 0);
    section.classList.toggle("pinned", state.pinned !== null);
  }

  turn(part) {
    if (part === this.state.lit) return;
    this.state.lit = part;
    if (!this.state.pinned) this.light();
  }

  // Keeps a part lit; partners that are out of sight are named at the foot of the window.
  pin(part) {
    this.state.pinned = part;
    this.light();
    const { links, items } = part ? this.chosen(part) : { links: [], items: [] };
    const away = items.some((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom < 0 || top > window.innerHeight;
    });
    this.status.classList.toggle("away", away);
    this.status.textContent = links.map((link) => saidOf(link, this.sides)).join(" · ");
  }

  // --- what it listens to

  listen() {
    const { box, section, state } = this;
    box.addEventListener("pointerover", (event) => this.turn(this.partOf(event.target)));
    box.addEventListener("pointerleave", () => this.turn(null));
    box.addEventListener("focusin", (event) => this.turn(this.partOf(event.target)));
    box.addEventListener("focusout", (event) => {
      if (!box.contains(event.relatedTarget)) this.turn(null);
    });
    box.addEventListener("click", (event) => {
      const part = this.partOf(event.target);
      if (event.target.closest(".partner")) {
        event.preventDefault();
        this.goAcross(part);
      } else if (document.getSelection().isCollapsed) {
        this.pin(!part || part === state.pinned || !this.chosen(part).links.length ? null : part);
      }
    });
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.pin(null);
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      if (!plain || !ARROWS.includes(event.key) || !event.target.matches(".partner")) return;
      event.preventDefault();
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.goAcross(event.target);
      else this.goTo(this.next(event.target, event.key === "ArrowDown" ? 1 : -1));
    });
    const { slider, reset, only } = this.controls;
    slider.addEventListener("input", () => {
      state.threshold = Number(slider.value);
      this.thin();
    });
    reset.addEventListener("click", () => {
      state.threshold = this.least;
      this.thin();
      slider.focus();
    });
    only.addEventListener("change", () => {
      state.partnersOnly = only.checked;
      this.thin();
    });
  }

  // All numbers are one stop of the tab key; arrows go from one to the other.
  setStop(wanted) {
    const stops = this.links.flatMap((link) => link.anchors);
    const old = stops.find((one) => one.tabIndex === 0 && !one.hidden);
    const stop = wanted || old || stops.find((one) => !one.hidden);
    for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
  }

  next(anchor, step) {
    const all = [...anchor.closest(".sentences").querySelectorAll(".partner:not([hidden])")];
    return all[all.indexOf(anchor) + step] || anchor;
  }

  // From a number to the same link in the partner.
  goAcross(anchor) {
    const { anchors } = this.linkOf.get(anchor);
    this.goTo(anchors[1 - anchors.indexOf(anchor)]);
  }

  goTo(anchor) {
    this.setStop(anchor);
    anchor.focus({ preventScroll: true });
    anchor.closest("li").scrollIntoView({ block: "nearest" });
  }
}
