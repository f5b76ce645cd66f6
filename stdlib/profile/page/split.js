// The split of the time of steps: what each instant was spent on.

// In order of precedence. An instant within a span of a category of the main thread counts as that
// part, also if the span starts kernels. Otherwise it counts as compute while a kernel or an eager
// operation runs.
const parts = [
  {
    key: 'compute',
    title: 'Compute',
    color: '#0072b2',
    help: 'A kernel or an eager operation runs.'
  },
  {
    key: 'input',
    title: 'Input wait',
    color: '#009e73',
    help: 'The main thread waits for a stage of a stream.'
  },
  {
    key: 'compile',
    title: 'Compile',
    color: '#e69f00',
    help: 'The main thread traces or compiles a function.'
  },
  {
    key: 'checkpoint',
    title: 'Checkpoint',
    color: '#d55e00',
    help: 'The main thread reads or writes a checkpoint.'
  },
  {
    key: 'transfer',
    title: 'Transfer',
    color: '#7a6f9b',
    help: 'The main thread copies between memory spaces.'
  },
  {
    key: 'collective',
    title: 'Communication',
    color: '#44aa99',
    help: 'The main thread communicates with devices.'
  },
  {
    key: 'garbage',
    title: 'Garbage collection',
    color: '#f0e442',
    help: 'The garbage collector runs.'
  },
  {
    key: 'dispatch',
    title: 'Dispatch',
    color: '#56b4e9',
    help: 'A call of a compiled function runs no kernel.'
  },
  {key: 'host', title: 'Script', color: '#cc79a7', help: 'The script runs, and no kernel does.'},
  {key: 'idle', title: 'Idle', color: '#c3cad2', help: 'No span is open, and no kernel runs.'},
];
const part_of_category = [];
Object.assign(part_of_category, {
  [TRACE]: 2,
  [COMPILE]: 2,
  [INPUT]: 1,
  [CHECKPOINT]: 3,
  [TRANSFER]: 4,
  [COLLECTIVE]: 5,
  [GARBAGE]: 6
});
const COMPUTE_PART = 0, DISPATCH_PART = 7, HOST_PART = 8, IDLE_PART = 9;

function events_of(track, category, labels) {
  const out = [];
  for (let i = 0; i < track.count; i++)
    if (labels[track.label[i]].category === category) out.push(i);
  return out;
}

// The steps of the thread that has most of them, in order. Without steps, the calls of compiled
// functions are shown in their place.
function find_steps(all) {
  for (const [category, noun] of [[STEP, 'step'], [RUN, 'call']]) {
    let best = {found: []};
    for (const track of all.tracks) {
      const found = track.kind === THREAD ? events_of(track, category, all.labels) : [];
      if (found.length > best.found.length) best = {found, track};
    }
    if (!best.found.length) continue;
    const {found, track} = best, steps = [];
    for (const at of found.sort((a, b) => track.begin[a] - track.begin[b])) {
      if (steps.length && track.begin[at] < steps.at(-1).end) continue;
      const number = category === STEP ? track.payload[at] : steps.length + 1;
      steps.push({number, begin: track.begin[at], end: track.end[at], at, track});
    }
    return {noun, track, steps};
  }
  const busy = (track) => (track.kind === THREAD ? track.busy[track.rows[1] || 0] : -1);
  const track = all.tracks.reduce((a, b) => (!a || busy(b) > busy(a) ? b : a), null);
  return {noun: 'step', track, steps: []};
}

// Disjoint spans in order of time, as columns. A walk asks for times in ascending order.
class Spans {
  constructor(begin, end, part) { Object.assign(this, {begin, end, part, at: 0, n: end.length}); }
  // The part at a time, or -1.
  part_at(t) {
    while (this.at < this.n && this.end[this.at] <= t) this.at++;
    return this.at < this.n && this.begin[this.at] <= t ? this.part(this.at) : -1;
  }
  // The next begin or end after a time, for which part_at was asked.
  next_change(t) {
    if (this.at >= this.n) return Infinity;
    return this.begin[this.at] > t ? this.begin[this.at] : this.end[this.at];
  }
}

// The outermost events of a track for which `wanted` returns a part.
function outermost(track, labels, wanted) {
  const is_below = new Uint8Array(track.count), found = new Uint32Array(track.count),
        part_of = new Uint8Array(track.count);
  let n = 0, is_sorted = true;
  for (let i = 0; i < track.count; i++) {
    const above = track.parent[i];
    is_below[i] = above >= 0 && is_below[above];
    if (is_below[i]) continue;
    const part = wanted(labels[track.label[i]]);
    if (part === undefined) continue;
    is_below[i] = 1;
    part_of[i] = part;
    if (n && track.begin[found[n - 1]] > track.begin[i]) is_sorted = false;
    found[n++] = i;
  }
  const order = found.subarray(0, n), begin = new Float64Array(n), end = new Float64Array(n);
  if (!is_sorted) order.sort((a, b) => track.begin[a] - track.begin[b]);
  for (let k = 0; k < n; k++) [begin[k], end[k]] = [track.begin[order[k]], track.end[order[k]]];
  return new Spans(begin, end, (at) => part_of[order[at]]);
}

// The outermost kernels of each device.
function device_spans(all) {
  return all.tracks.filter((track) => track.kind === DEVICE).map((track) => {
    const n = track.rows[1] || 0;
    return new Spans(track.begin.subarray(0, n), track.end.subarray(0, n), () => COMPUTE_PART);
  });
}

// Adds to sums[part] the time of each part from `begin` to `end`.
function split_range(layers, begin, end, sums) {
  for (let t = begin; t < end;) {
    let next = end, part = -1;
    for (const layer of layers) {
      const here = layer.part_at(t);
      if (part < 0) part = here;
      next = Math.min(next, layer.next_change(t));
    }
    sums[part < 0 ? IDLE_PART : part] += next - t;
    t = next;
  }
}

// {noun, steps, main, parts: times of all steps or the capture, outside: times outside of steps}.
// Each step gets `parts`.
function split_time(all) {
  const {noun, track, steps} = find_steps(all);
  const of_main = (wanted) => (track ? [outermost(track, all.labels, wanted)] : []);
  const if_category = (category, part) =>
      of_main((label) => (label.category === category ? part : undefined));
  const layers = [
    ...of_main((label) => part_of_category[label.category]), ...device_spans(all),
    ...if_category(EAGER, COMPUTE_PART), ...if_category(RUN, DISPATCH_PART),
    ...of_main(() => HOST_PART)
  ];
  const zeros = () => new Float64Array(parts.length);
  const sums = zeros(), outside = zeros();
  let last = 0;
  for (const step of steps) {
    split_range(layers, last, step.begin, outside);
    step.parts = zeros();
    split_range(layers, step.begin, step.end, step.parts);
    step.parts.forEach((x, i) => (sums[i] += x));
    last = step.end;
  }
  split_range(layers, last, all.end, steps.length ? outside : sums);
  return {noun, steps, main: track, parts: sums, outside};
}

// Statistics of numbers: mean, deviation, quantiles.
function summary_of(numbers) {
  const n = numbers.length, sorted = Float64Array.from(numbers).sort();
  const mean = sorted.reduce((a, b) => a + b, 0) / n;
  const deviation = Math.sqrt(sorted.reduce((a, x) => a + (x - mean) ** 2, 0) / Math.max(1, n - 1));
  const quantile = (q) => sorted[Math.min(n - 1, Math.max(0, Math.ceil(q * n) - 1))];
  return {
    n,
    mean,
    deviation,
    min: sorted[0],
    max: sorted[n - 1],
    median: quantile(0.5),
    p95: quantile(0.95),
    sorted
  };
}
