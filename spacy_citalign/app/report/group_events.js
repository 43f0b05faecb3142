// What a work listens to: the pointer, and the keys by which its words and rows are gone through.

const STEP_KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"];

function listenToPointer(view) {
  const { article } = view;
  const partOf = (event) => event.target.closest("[data-k]");
  article.addEventListener("pointerover", (event) => view.turn(partOf(event)));
  article.addEventListener("pointerleave", () => view.turn(null));
  article.addEventListener("focusin", (event) => {
    const part = partOf(event);
    view.turn(part);
    if (part) view.tell(view.classes[part.dataset.k]);
  });
  article.addEventListener("focusout", (event) => {
    if (!article.contains(event.relatedTarget)) view.turn(null);
  });
  article.addEventListener("click", (event) => {
    const part = partOf(event);
    if (part && document.getSelection().isCollapsed) view.toggle(part);
    // On the page the address does it, so that the way back leads back.
    const said = event.target.closest(".filter:not([href])");
    if (said) view.say(Number(said.closest(".statement").dataset.statement));
  });
}

// All words are one stop of the tab key and all rows are one; arrows go from one to the other.
function listenToKeys(view) {
  const { columns } = view;
  columns.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const kind = target.matches(".w") ? ".w" : ".n";
    if (!target.matches(".w, .n") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEP_KEYS.includes(key)) {
      const to = kind === ".w" ? wordFrom(view.list, target, key) : rowFrom(view, target, key);
      const next = to || target;
      columns.querySelector(`${kind}[tabindex="0"]`).tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (kind === ".w" && (key === "Enter" || key === " ")) {
      view.toggle(target);
    } else return;
    event.preventDefault();
  });
  view.article.addEventListener("keydown", (event) => {
    if (event.key === "Escape") view.unpin();
    if (event.key === "Enter" && event.target.matches(".filter:not([href])")) event.target.click();
  });
}

function wordFrom(list, word, key) {
  const words = [...list.querySelectorAll(".citance:not(.out) .w")];
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

function rowFrom(view, name, key) {
  const all = [...view.table.body.querySelectorAll("tr:not(.further) .n")];
  const i = all.indexOf(name);
  return all[{ ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[key]];
}
