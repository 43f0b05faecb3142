// The classes of an aligned group at any threshold, from the merges of the clustering.
// It knows no page: texts and data in, plain records out.

// What ends a run of words of one class, where it stands between two of them.
const APART = /\s[([{]|[.,;:?!][)\]}]?\s|[)\]}][.,;:?!]/;
const STEPS = 2 ** 26; // heights and thresholds are whole numbers of 1 / STEPS

// A threshold in steps, rounded half to even as the clustering rounds it.
function inSteps(threshold) {
  const exact = threshold * STEPS;
  const low = Math.floor(exact);
  const rest = exact - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}

// Words of each citance as {start, end, given}; given is a place in data.names from 1, or 0.
function readWords(flat) {
  return flat.map((numbers) => {
    const words = [];
    let end = 0;
    for (let i = 0; i < numbers.length; i += 3) {
      const start = end + numbers[i];
      end = start + numbers[i + 1];
      words.push({ start, end, given: numbers[i + 2] });
    }
    return words;
  });
}

// What each cluster has: its lead (the unit it is known by, that of its larger part, so that it
// stays when the threshold moves), its size, and over its pairs of units of different citances
// their number and the sum of their similarities. A height is a mean over the pairs it joins.
function readClusters(data) {
  const clusters = [];
  data.units.forEach((units, place) => {
    for (const unit of units) {
      clusters[unit] = { lead: unit, size: 1, owners: new Map([[place, 1]]), several: false,
                         pairs: 0, sum: 0 };
    }
  });
  data.first.forEach((first, m) => {
    const [a, b] = [clusters[first], clusters[data.second[m]]];
    const [less, more] = [a.owners, b.owners].sort((one, other) => one.size - other.size);
    let joined = a.size * b.size;
    for (const [owner, number] of less) {
      const other = more.get(owner) || 0;
      joined -= number * other;
      more.set(owner, number + other);
    }
    const larger = a.size > b.size || (a.size === b.size && a.lead < b.lead) ? a : b;
    const height = Math.min(data.height[m] / STEPS, 1);
    clusters.push({ lead: larger.lead, size: a.size + b.size, owners: more, several: more.size > 1,
                    pairs: a.pairs + b.pairs + joined, sum: a.sum + b.sum + joined * height });
  });
  return clusters;
}

// The number of the cluster that each unit is in after the first merges, made of them.
function clusterOfUnits(data, units, made) {
  const root = new Int32Array(units + made).fill(-1);
  for (let m = made - 1; m >= 0; m -= 1) {
    const whole = root[units + m] < 0 ? units + m : root[units + m];
    root[data.first[m]] = whole;
    root[data.second[m]] = whole;
  }
  return root.slice(0, units).map((whole, unit) => (whole < 0 ? unit : whole));
}

function counted(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

// Where known names stand in the texts as whole words: [start, end, name] for each text.
function occurrences(texts, names) {
  const inWord = /[\p{L}\p{N}]/u;
  return texts.map((text) => {
    const found = [];
    for (const name of names) {
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        const end = at + name.length;
        if (!inWord.test(text[at - 1] || " ") && !inWord.test(text[end] || " ")) {
          found.push([at, end, name]);
        }
      }
    }
    return found;
  });
}

// `fixed` says why the threshold cannot be moved where it cannot.
class Alignment {
  constructor(texts, data) {
    this.texts = texts;
    this.data = data;
    this.words = readWords(data.words);
    this.given = this.words.map((own) => own.map((word) => word.given));
    this.threshold = data.threshold;
    this.fixed = data.fixed || "";
    this.known = {};
    for (const kind of ["genes", "terms"]) {
      this.known[kind] = occurrences(texts, new Set(data[kind].flat().filter(Boolean)));
    }
    if (this.fixed) return;
    this.clusters = readClusters(data);
    this.units = this.clusters.length - data.first.length;
    this.leads = this.leadsOfGiven();
    if (!this.leads) this.fixed = "the merges of this group do not give its classes";
  }

  // A label from 1 for each word, in the order of first units, 0 for words aligned to nothing; and
  // the clusters of the labels.
  merged(threshold) {
    const least = inSteps(threshold);
    const low = this.data.height.findIndex((height) => height < least);
    const made = low < 0 ? this.data.height.length : low;
    const own = clusterOfUnits(this.data, this.units, made);
    const numbers = new Map();
    for (const cluster of own) {
      if (this.clusters[cluster].several && !numbers.has(cluster)) {
        numbers.set(cluster, numbers.size + 1);
      }
    }
    const labels = this.data.units.map((place) => place.map((unit) => numbers.get(own[unit]) || 0));
    return { labels, made: [...numbers.keys()].map((cluster) => this.clusters[cluster]) };
  }

  // The leads of the row's own classes, or null where its merges divide the words differently.
  leadsOfGiven() {
    const { labels, made } = this.merged(this.threshold);
    const there = new Map([[0, 0]]);
    const back = new Map([[0, 0]]);
    const same = this.given.every((own, place) => own.every((given, i) => {
      const label = labels[place][i];
      if (!there.has(label) && !back.has(given)) {
        there.set(label, given);
        back.set(given, label);
      }
      return there.get(label) === given && back.get(given) === label;
    }));
    return same ? new Map(made.map((cluster, i) => [there.get(i + 1), cluster.lead])) : null;
  }

  // Maximal runs of words of one class in a citance, as {place, start, end, words, text} by label.
  // An opening bracket or a comma ends a run, as in components/citances/records.py.
  runs(labels) {
    const found = new Map();
    this.words.forEach((own, place) => {
      let last = null;
      own.forEach((word, i) => {
        const label = labels[place][i];
        const between = last && this.texts[place].slice(last.end, word.start);
        if (last && last.label === label && !APART.test(between)) {
          last.end = word.end;
          last.words += 1;
        } else {
          last = { label, place, start: word.start, end: word.end, words: 1, given: [] };
          if (!found.has(label)) found.set(label, []);
          found.get(label).push(last);
        }
        last.given.push(this.given[place][i]);
      });
    });
    found.delete(0);
    for (const member of [...found.values()].flat()) {
      member.text = this.texts[member.place].slice(member.start, member.end);
    }
    return [...found].sort((a, b) => a[0] - b[0]);
  }

  // The known genes or terms that share characters with the members, the most frequent first.
  touching(kind, members) {
    const names = members.flatMap(({ place, start, end }) =>
      this.known[kind][place].filter((one) => one[0] < end && start < one[1]).map((one) => one[2]));
    return counted(names).map(([name]) => name);
  }

  // What most words of the members are by the row's classes, and how rare they are on average.
  described(members) {
    const given = members.flatMap((member) => member.given).filter((label) => label > 0);
    if (!given.length) return { kind: 0, rarity: 1 };
    const rarity = given.reduce((sum, label) => sum + this.data.rarity[label - 1], 0);
    const [[kind]] = counted(given.map((label) => this.data.kinds[label - 1]));
    return { kind, rarity: rarity / given.length };
  }

  // The classes at a threshold; at that of the row they are the row's. The id of a class stays its
  // own when the threshold moves.
  at(threshold) {
    const moved = !this.fixed && threshold !== this.threshold;
    const { labels, made } = moved ? this.merged(threshold) : { labels: this.given };
    return this.runs(labels).map(([label, members]) => ({
      members,
      citances: new Set(members.map((member) => member.place)).size,
      words: members.reduce((sum, member) => sum + member.words, 0),
      wordings: counted(members.map((member) => member.text)),
      ...(moved ? this.madeClass(label, made[label - 1], members) : this.givenClass(label)),
    }));
  }

  // The id of a class of the row, by its number in the data.
  idOf(label) {
    return this.leads ? this.leads.get(label) : label;
  }

  givenClass(label) {
    const [i, { names, confidence, genes, terms, kinds, rarity }] = [label - 1, this.data];
    return { id: this.idOf(label), name: names[i], confidence: confidence[i], genes: genes[i],
             terms: terms[i], kind: kinds[i], rarity: rarity[i] };
  }

  madeClass(label, cluster, members) {
    return {
      id: cluster.lead,
      name: String(label),
      confidence: Math.min(cluster.sum / cluster.pairs, 1),
      genes: this.touching("genes", members),
      terms: this.touching("terms", members),
      ...this.described(members),
    };
  }
}

// Gives each class that has none a colour, unlike those of its neighbours in sentences, and a kind
// of underline. What has them keeps them: `colors` is a map from the classes' ids.
function assignColors(classes, colors, hues, underlines) {
  const used = new Array(hues).fill(0);
  for (const { hue } of colors.values()) used[hue] += 1;
  const beside = new Map(classes.map((one) => [one.id, new Map()]));
  const sentences = new Map();
  for (const one of classes) {
    for (const member of one.members) {
      if (!sentences.has(member.place)) sentences.set(member.place, []);
      sentences.get(member.place).push([member.start, one.id]);
    }
  }
  for (const sentence of sentences.values()) {
    sentence.sort((a, b) => a[0] - b[0]);
    sentence.forEach(([, id], i) => {
      for (let gap = 1; gap <= 3 && i + gap < sentence.length; gap += 1) {
        const other = sentence[i + gap][1];
        if (other === id) continue;
        for (const [a, b] of [[id, other], [other, id]]) {
          beside.get(a).set(b, (beside.get(a).get(b) || 0) + 4 / gap);
        }
      }
    });
  }
  const open = classes.filter((one) => !colors.has(one.id));
  for (const one of open.sort((a, b) => b.citances - a.citances || a.id - b.id)) {
    const cost = [...used];
    for (const [other, weight] of beside.get(one.id)) {
      if (colors.has(other)) cost[colors.get(other).hue] += 10 * weight;
    }
    const hue = cost.indexOf(Math.min(...cost));
    colors.set(one.id, { hue, underline: used[hue] % underlines });
    used[hue] += 1;
  }
}
