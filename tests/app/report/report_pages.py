"""What the browser tests of the page ask and do: scripts that look, hover and click."""

import json
from importlib.resources import files

ALIGNMENT = files("spacy_citalign.app.report").joinpath("alignment.js").read_text(encoding="utf-8")
LIT = "[...document.querySelectorAll('.open .w.on')].map((w) => w.textContent)"
ROW = "[...document.querySelectorAll('.open tbody tr.on .n')].map((n) => n.textContent)"
WORDS = (
    "[...document.querySelectorAll('.open .citance')].map((c) => "
    "[...c.querySelectorAll('.w')].map((w) => [w.textContent, w.dataset.name]))"
)
TITLES = "[...document.querySelectorAll('.works li:not([hidden]) a')].map((a) => a.textContent)"
SHOWN = "document.querySelector('.work.open h2').textContent"
TALLY = "document.querySelector('.open .tally').textContent"
FOCUS = "document.activeElement.textContent"
SLIDE = """((value) => {
  const slider = document.querySelector('.open input[name=threshold]');
  slider.value = value;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
})(%s)"""


def word(text, nth=0):
    """A selector of the nth aligned word with this text, which is marked for it."""
    return f"""(() => {{
      document.querySelector('#wanted')?.removeAttribute('id');
      const all = [...document.querySelectorAll('.open .w')];
      all.filter((w) => w.textContent === {json.dumps(text)})[{nth}].id = 'wanted';
    }})()"""


def hover(page, text, nth=0):
    page.evaluate(word(text, nth))
    page.hover("#wanted")


def click(page, text, nth=0):
    page.evaluate(word(text, nth))
    page.click("#wanted")


def rgb(color):
    return f"rgb({', '.join(str(int(color[i : i + 2], 16)) for i in (1, 3, 5))})"
