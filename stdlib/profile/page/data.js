// The capture: decoding, nesting of events, sums of labels.

const category_names = [
  'step', 'annotation', 'run', 'kernel', 'part of a kernel', 'eager', 'trace', 'compile', 'input',
  'checkpoint', 'transfer', 'collective', 'garbage collection', 'script', 'allocation'
];
// clang-format off
const [STEP, ANNOTATION, RUN, KERNEL, PIECE, EAGER, TRACE, COMPILE, INPUT, CHECKPOINT, TRANSFER,
       COLLECTIVE, GARBAGE, SCRIPT] =
    category_names.keys();
// clang-format on
const track_kinds = ['thread', 'device', 'worker', 'data'];
const THREAD = 0, DEVICE = 1, WORKER = 2;

// Reads the columns of page_data.cpp. Numbers above 2^53 are rounded.
class ColumnReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let out = byte & 127;
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.at++];
      out |= (byte & 127) << shift;
      if (byte < 128) return out;
    }
    for (let scale = 2 ** 28; byte >= 128; scale *= 128) {
      byte = bytes[this.at++];
      out += (byte & 127) * scale;
    }
    return out;
  }
  next_signed() {
    const x = this.next();
    return x % 2 === 1 ? -(x + 1) / 2 : x / 2;
  }
  column(out) {
    for (let i = 0; i < out.length; i++) out[i] = this.next();
    return out;
  }
  signed_column(out) {
    for (let i = 0; i < out.length; i++) out[i] = this.next_signed();
    return out;
  }
  sums(out) {
    for (let i = 0, sum = 0; i < out.length; i++) out[i] = sum += this.next_signed();
    return out;
  }
}

async function inflated(base64) {
  const text = Uint8Array.fromBase64 ? '' : atob(base64);
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) :
                                         Uint8Array.from(text, (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const work_of = ([flops, read, written, seconds]) => ({
  flops: flops ?? -1,
  read: read ?? -1,
  written: written ?? -1,
  seconds: seconds ?? -1,
  bytes: read >= 0 && read !== null ? read + Math.max(0, written) : -1,
});

function label_of([name, category, ops, func, layer, places, module, step, work, threads], index) {
  return {
    index,
    name,
    category,
    ops,
    func,
    layer,
    places,
    module,
    step,
    work: work_of(work),
    threads,
    count: 0,
    total: 0,
    self: 0,
    min: Infinity,
    max: 0
  };
}

function module_of(raw) {
  const nodes = raw.nodes.map(
      ([name, op, dtype, shape, operands, attributes, layer, place, step, param], index) =>
          ({index, name, op, dtype, shape, operands, attributes, layer, place, step, param}));
  const steps = raw.steps.map(
      ([name, ops, depth, turns, step_nodes, work, is_memory_bound, threads], index) => ({
        index,
        name,
        ops,
        depth,
        turns,
        nodes: step_nodes,
        work: work_of(work),
        is_memory_bound,
        threads,
        label: null
      }));
  const buffers = raw.buffers.map(
      ([home, node, offset, bytes, first, last]) => ({home, node, offset, bytes, first, last}));
  return {...raw, nodes, steps, buffers};
}

// The events of a track in order of depth, and of one depth by time: the events of depth d are
// those from rows[d] to rows[d + 1], and they are disjoint. `parent` is -1 at depth 0. `busy` has
// the sums of durations before each event.
function nested(begin, duration, label, payload) {
  const n = begin.length, depth = new Uint16Array(n), parent = new Int32Array(n),
        self = Float64Array.from(duration);
  const stack = [], sizes = [];
  for (let i = 0, open = 0; i < n; i++) {
    while (open && begin[stack[open - 1]] + duration[stack[open - 1]] <= begin[i]) open--;
    const above = open ? stack[open - 1] : -1;
    parent[i] = above;
    if (above >= 0)
      self[above] = Math.max(
          0, self[above] - Math.min(duration[i], begin[above] + duration[above] - begin[i]));
    depth[i] = open;
    sizes[open] = (sizes[open] || 0) + 1;
    stack[open++] = i;
  }
  const rows = [0];
  for (const size of sizes) rows.push(rows.at(-1) + size);
  const next = rows.slice(), position = new Uint32Array(n);
  for (let i = 0; i < n; i++) position[i] = next[depth[i]]++;
  const out = {
    count: n,
    rows,
    begin: new Float64Array(n),
    end: new Float64Array(n),
    label: new Uint32Array(n),
    payload: new Float64Array(n),
    self: new Float64Array(n),
    parent: new Int32Array(n),
    busy: new Float64Array(n + 1)
  };
  for (let i = 0; i < n; i++) {
    const to = position[i];
    out.begin[to] = begin[i];
    out.end[to] = begin[i] + duration[i];
    out.label[to] = label[i];
    out.payload[to] = payload[i];
    out.self[to] = self[i];
    out.parent[to] = parent[i] < 0 ? -1 : position[parent[i]];
  }
  for (let i = 0; i < n; i++) out.busy[i + 1] = out.busy[i] + out.end[i] - out.begin[i];
  return out;
}

function read_track(reader, [kind, name, number, device, count], index) {
  const begin = reader.sums(new Float64Array(count));
  const duration = reader.column(new Float64Array(count));
  const label = reader.column(new Uint32Array(count));
  const payload = reader.signed_column(new Float64Array(count));
  return {index, kind, name, number, device, ...nested(begin, duration, label, payload)};
}

// `release` is the index of the entry that releases an allocation, or -1.
function read_allocations(reader, count, before) {
  const out = {
    count,
    time: reader.sums(new Float64Array(count)),
    bytes: reader.signed_column(new Float64Array(count)),
    place: reader.signed_column(new Int32Array(count)),
    label: reader.signed_column(new Int32Array(count)),
    space: reader.column(new Uint8Array(count)),
    release: reader.column(new Int32Array(count)),
    used: new Float64Array(count)
  };
  let sum = before;
  out.peak_at = -1;
  for (let i = 0; i < count; i++) {
    out.release[i] = out.release[i] ? i + out.release[i] : -1;
    out.used[i] = sum += out.bytes[i];
    if (out.used[i] > (out.peak_at < 0 ? before : out.used[out.peak_at])) out.peak_at = i;
  }
  return out;
}

function read_samples(reader, count) {
  let time = 0;
  return Array.from({length: count}, () => {
    time += reader.next_signed();
    const track = reader.next_signed();
    return {time, track, frames: Array.from({length: reader.next()}, () => reader.next())};
  });
}

// Labels of events that do not exist (of damaged captures) become one that says so.
function sum_labels(all) {
  const lost = all.labels.length;
  let is_lost = false;
  for (const track of all.tracks) {
    for (let i = 0; i < track.count; i++) {
      if (track.label[i] >= lost) {
        track.label[i] = lost;
        if (!is_lost)
          all.labels.push(label_of(
              ['(unknown)', ANNOTATION, '', '', '', [], -1, -1, [-1, -1, -1, -1], 1], lost));
        is_lost = true;
      }
      const label = all.labels[track.label[i]], duration = track.end[i] - track.begin[i];
      label.count++;
      label.total += duration;
      label.self += track.self[i];
      if (duration < label.min) label.min = duration;
      if (duration > label.max) label.max = duration;
      all.end = Math.max(all.end, track.end[i]);
    }
  }
}

// The step of a label's plan. It is null if the capture lacks the module.
function step_of(all, label) {
  const module = all.modules[label.module];
  return (module && module.steps[label.step]) || null;
}

// How fast a kernel runs, and how fast the machine could run it: the limit is the time that the
// machine needs for its FLOPs or bytes, whichever is longer.
function rates_of(all, label, seconds) {
  if (label.rates && seconds === undefined) return label.rates;
  seconds ??= label.total / label.count / 1e9;
  const {flops, bytes} = label.work, {machine} = all;
  const compute_s = is_known(flops) && machine.flops > 0 ? flops / machine.flops : NaN;
  const memory_s = is_known(bytes) && machine.bytes > 0 ? bytes / machine.bytes : NaN;
  const limit_s = Math.max(compute_s || 0, memory_s || 0);
  const step = step_of(all, label);
  const is_memory = Number.isNaN(compute_s + memory_s) ? (step ? step.is_memory_bound : null) :
                                                         memory_s >= compute_s;
  return {
    flops: is_known(flops) && seconds > 0 ? flops / seconds : NaN,
    bytes: is_known(bytes) && seconds > 0 ? bytes / seconds : NaN,
    intensity: is_known(flops) && bytes > 0 ? flops / bytes : NaN,
    of_limit: limit_s > 0 && seconds > 0 ? limit_s / seconds : NaN,
    bound: is_memory === null ? '' :
        is_memory             ? 'memory' :
                                'compute'
  };
}

// Characters that a reader cannot see, and that change how the text around them is shown.
const invisible = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

async function read_capture(base64) {
  const reader = new ColumnReader(await inflated(base64));
  const size = reader.next();
  const text = new TextDecoder().decode(reader.bytes.subarray(reader.at, reader.at + size));
  const head = JSON.parse(text.replace(invisible, '\ufffd'));
  reader.at += size;
  const all = {
    ...head,
    labels: head.labels.map(label_of),
    modules: head.modules.map(module_of),
    end: Math.max(1, head.duration)
  };
  all.tracks = head.tracks.map((raw, i) => read_track(reader, raw, i));
  all.allocations = read_allocations(reader, head.allocations, head.before);
  all.samples = read_samples(reader, head.samples);
  sum_labels(all);
  for (const label of all.labels) {
    const step = label.category === KERNEL && label.count ? step_of(all, label) : null;
    if (step) step.label = label;
  }
  all.events = all.tracks.reduce((sum, track) => sum + track.count, 0);
  if (all.allocations.count)
    all.end = Math.max(all.end, all.allocations.time[all.allocations.count - 1]);
  return all;
}

// An empty capture has an end of 1 ns, so that nothing is divided by 0.
const length_text = (all) => {
  const [begin, end] = all.summary.window;
  return time_text(all.events ? end - begin : all.duration);
};
const place_text = (all, index) => {
  const place = all.places[index];
  return place ? `${place[0]}:${place[1]}` : '';
};
// The last part of a path, for tables.
const short_place = (all, index) => place_text(all, index).split('/').at(-1);
const kernels_of = (all) =>
    all.labels.filter((label) => label.category === KERNEL && label.count > 0);
// The rows of the tables of kernels: labels that stand for all compilations of their function, with
// eager operations, as in the report for the terminal.
function kernel_rows(all) {
  return all.summary.kernels.map(
      ([labels, count, self, total, flops, bytes, bound, of_limit, busy]) => {
        const label = all.labels[labels[0]], step = step_of(all, label);
        const is_leaf = self >= total, known = (x) => (x >= 0 ? x : NaN);
        const by_plan = step && is_leaf ? (step.is_memory_bound ? 'memory' : 'compute') : '';
        const rates = {
          flops: known(flops),
          bytes: known(bytes),
          intensity: flops >= 0 && bytes > 0 ? flops / bytes : NaN,
          of_limit: known(of_limit),
          bound: bound || by_plan
        };
        const name = (label.ops || label.name) + (label.category === EAGER ? ' (eager)' : '');
        return {...label, title: name, labels: new Set(labels), count, self, total, busy, rates};
      });
}
const kernel_kind = (label) => label.name.replace(/\.\d+$/, '') || 'kernel';

// The first index in [low, high) for which `test` holds; it holds for all that follow.
function first_true(low, high, test) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}
const upper_bound = (numbers, x, low = 0, high = numbers.length) =>
    first_true(low, high, (i) => numbers[i] > x);
const lower_bound = (numbers, x, low = 0, high = numbers.length) =>
    first_true(low, high, (i) => numbers[i] >= x);
