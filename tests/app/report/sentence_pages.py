"""What the browser tests of texts side by side ask: scripts that look, and selectors."""

from sentence_texts import LINKS

SLIDE = """((value) => {
  const slider = document.querySelector('.pair:not([hidden]) [name=threshold]');
  slider.value = value;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
})(%s)"""
# Where ribbons begin and end, and the sentences that have their edges there: [first, second].
ENDS = """[...document.querySelectorAll('.pair:not([hidden]) path:not(.out)')].map((path) => {
  const frame = path.ownerSVGElement.getBoundingClientRect();
  const box = path.getBBox();
  const lists = [...path.closest('.sides').querySelectorAll('.sentences')];
  return [0, 1].map((side) => {
    const x = side * frame.width;
    const at = [...Array(400)].map((_, i) => box.y + (i + 0.5) * box.height / 400);
    const inside = at.filter((y) => path.isPointInFill(new DOMPoint(x + (side ? -0.2 : 0.2), y)));
    const [top, bottom] = [Math.min(...inside), Math.max(...inside)].map((y) => y + frame.top);
    return [...lists[side].children].findIndex((item) => {
      const own = item.getBoundingClientRect();
      return own.top <= top + 1 && own.bottom >= bottom - 1;
    });
  });
})"""
EDGES = """(() => {
  const frame = document.querySelector('.ribbons').getBoundingClientRect();
  const [left, right] = [...document.querySelectorAll('.sentences')]
    .map((list) => list.getBoundingClientRect());
  return [frame.left - left.right, right.left - frame.right].map(Math.round);
})()"""
ON = """[...document.querySelectorAll('.pair:not([hidden]) .sentences')].map((list) =>
  [...list.children].flatMap((item, i) => item.classList.contains('on') ? [i] : []))"""
SEEN = """[...document.querySelectorAll('.pair:not([hidden]) .sentences')].map((list) =>
  [...list.children].filter((item) => item.offsetHeight).length)"""
ALONE = """[...document.querySelectorAll('.pair:not([hidden]) .sentences')].map((list) =>
  [...list.children].flatMap((item, i) => item.classList.contains('alone') ? [i] : []))"""
TALLY = "document.querySelector('.pair:not([hidden]) .tally').textContent"
PLACES = [[link.first, link.second] for link in LINKS]


def sentence(side, number):
    """A selector of the text of a sentence, sides and numbers from 1."""
    return f".sides > .sentences:nth-of-type({side}) > li:nth-child({number}) .text"
