// Where sentences and ribbons stand. It knows no page: numbers in, numbers and paths out.

// The links of the heaviest chain that rises in both texts, in order; they can lie level. `links`
// have {first, second, probability} and are sorted by first, then second.
function risingChain(links) {
  const size = 1 + links.reduce((most, link) => Math.max(most, link.second), -1);
  const tree = new Array(size + 1).fill(null); // a Fenwick tree of the best ends below a second
  const best = (below) => {
    let found = null;
    for (let i = below; i > 0; i -= i & -i) {
      if (tree[i] && (!found || tree[i].weight > found.weight)) found = tree[i];
    }
    return found;
  };
  const add = (end) => {
    for (let i = end.link.second + 1; i <= size; i += i & -i) {
      if (!tree[i] || end.weight > tree[i].weight) tree[i] = end;
    }
  };
  for (let start = 0; start < links.length;) {
    let stop = start;
    while (stop < links.length && links[stop].first === links[start].first) stop += 1;
    // Of one first sentence all are looked up before any is added: only one may be in the chain.
    const ends = links.slice(start, stop).map((link) => {
      const before = best(link.second);
      return { link, before, weight: link.probability + (before ? before.weight : 0) };
    });
    ends.forEach(add);
    start = stop;
  }
  const chain = [];
  for (let end = best(size); end; end = end.before) chain.push(end.link);
  return chain.reverse();
}

// The room above each sentence that lets the links of a chain begin on one level: two maps from
// sentences to pixels. `tops` has for each side where its sentences begin without such room.
function levelled(chain, tops) {
  const added = [0, 0];
  const room = [new Map(), new Map()];
  for (const link of chain) {
    const places = [link.first, link.second];
    const at = places.map((place, side) => tops[side][place] + added[side]);
    const side = at[0] < at[1] ? 0 : 1;
    const lacking = Math.abs(at[0] - at[1]);
    if (lacking < 0.5) continue;
    room[side].set(places[side], lacking);
    added[side] += lacking;
  }
  return room;
}

// The stretch of a sentence's edge that each of its links has, as [top, bottom]: equal shares, in
// the order of the partners, so that ribbons of one sentence do not cross.
function shares(top, bottom, count) {
  const step = (bottom - top) / count;
  return Array.from({ length: count }, (_, i) => [top + i * step, top + (i + 1) * step]);
}

// A ribbon from a stretch at the left edge to one at the right edge, `width` apart.
function ribbonPath([top, bottom], [otherTop, otherBottom], width) {
  const half = width / 2;
  const round = (number) => Number(number.toFixed(2));
  const [a, b, c, d, w, h] = [top, bottom, otherTop, otherBottom, width, half].map(round);
  return `M0 ${a}C${h} ${a} ${h} ${c} ${w} ${c}V${d}C${h} ${d} ${h} ${b} 0 ${b}Z`;
}

// How strongly a link is painted, 0 to 1.
function strength(probability) {
  return Number((0.06 + 0.42 * probability * probability).toFixed(3));
}
