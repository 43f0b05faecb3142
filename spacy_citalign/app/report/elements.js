// What the scripts of all pages make elements with.

const THEMES = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function options(select, names) {
  for (const [value, label] of Object.entries(names)) {
    select.append(element("option", { value }, label));
  }
  return select;
}

function plural(number, name) {
  const ending = number === 1 ? "" : name.endsWith("s") ? "es" : "s";
  return `${number.toLocaleString("en")} ${name}${ending}`;
}

// A button that changes between the theme of the system, light and dark.
function makeTheme(root) {
  const names = Object.keys(THEMES);
  const theme = element("button", { type: "button", class: "theme" });
  const setTheme = (name) => {
    root.dataset.theme = name;
    theme.textContent = THEMES[name];
  };
  theme.addEventListener("click", () => {
    setTheme(names[(names.indexOf(root.dataset.theme) + 1) % names.length]);
  });
  setTheme("auto");
  return theme;
}
