// Copies a sentence with its reference: by the clipboard, or by a selection where there is none.

function referenceText(sentence) {
  const source = sentence.article.querySelector(".source");
  const parts = source ? [...source.children].filter((part) => !part.matches(".tag")) : [];
  const section = sentence.item.querySelector(".section");
  const texts = [...parts, section].map((part) => (part ? part.textContent.trim() : ""));
  return texts.filter(Boolean).join(", ");
}

function copiedText(sentence) {
  const reference = referenceText(sentence);
  return `“${sentence.text.trim()}”${reference ? ` (${reference})` : ""}`;
}

function copyBySelection(text) {
  const field = element("textarea", { readonly: "", class: "spoken" });
  field.value = text;
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused) focused.focus({ preventScroll: true });
  return done;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) { // no clipboard here, or no permission
    return copyBySelection(text);
  }
}

function makeCopy(sentence) {
  const label = `Copy sentence ${sentence.number} with its reference`;
  const button = element("button", { type: "button", class: "copy", "aria-label": label }, "copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(copiedText(sentence))) ? "copied" : "not copied";
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });
  return button;
}
