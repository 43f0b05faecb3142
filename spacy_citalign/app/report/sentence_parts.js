// What a pair of texts is shown with: shapes of SVG, and the controls above the texts.

const SVG = "http://www.w3.org/2000/svg";
const POINT = "Point at a sentence to see its partners; click to keep it, Escape to let go. By " +
  "keyboard: arrows up and down go from sentence to sentence, left and right to the partner.";

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The slider begins at the least probability that there is.
function makeSentenceControls(least, linked) {
  const slider = element("input", { type: "range", name: "threshold", step: 0.01, min: least,
                                    max: 1, "aria-label": "Least probability" });
  const level = element("output", { class: "level" });
  const reset = element("button", { type: "button", class: "reset" }, "reset");
  const tally = element("output", { class: "tally", "aria-live": "off" });
  const only = element("input", { type: "checkbox", name: "partners" });
  slider.disabled = !linked;
  const scale = element("span", { class: "scale", title: "Ribbons by probability" },
    "0", element("span", { class: "shades", "aria-hidden": "true" }), "1");
  const form = element("form", { class: "controls", "aria-label": "View" },
    element("label", { class: "threshold", title: "Links that are less probable are hidden" },
      "Probability at least ", slider, level), reset, scale,
    element("label", { title: "Hide the sentences without a partner" }, only,
      " Only with partner"), tally);
  form.addEventListener("submit", (event) => event.preventDefault());
  return { form, slider, level, reset, tally, only };
}

// A link in words.
function saidOf({ first, second, probability }, sides) {
  const texts = [first, second].map((place, side) => {
    const text = sides[side][place].item.querySelector(".text").textContent;
    return `${place + 1} “${text}”`;
  });
  return `${texts.join(" – ")} (${probability.toFixed(2)})`;
}
