// The split of the time of the main thread: what each instant was spent on.

// In the order of segments.h, with its names.
const parts = [
  {
    key: 'compute',
    title: 'Compute',
    color: '#0072b2',
    help: 'The main thread runs a kernel or an eager operation.'
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
  {key: 'script', title: 'Script', color: '#cc79a7', help: 'The script runs.'},
  {
    key: 'dispatch',
    title: 'Dispatch',
    color: '#56b4e9',
    help: 'A call of a compiled function begins, ends, or is between two kernels.'
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
    key: 'idle',
    title: 'Idle',
    color: '#c3cad2',
    help: 'The main thread waits outside of all spans.'
  },
];

// {noun, steps, parts: times of the whole window, steady: times of the steps without the first,
// steady_steps: their number, window, statistics, main: the track}. Each step has `parts`.
function split_time(all) {
  const {summary} = all;
  const steps = summary.steps.map(
      ([number, begin, end, span, ...times]) => ({number, begin, end, span, parts: times}));
  return {...summary, steps, main: all.tracks[summary.main]};
}

// The event of a step.
function event_of_step(all, step) {
  const track = all.tracks[all.summary.main];
  for (let at = 0; track && at < track.count; at++) {
    const {category} = all.labels[track.label[at]];
    if (track.begin[at] === step.span && (category === STEP || category === RUN))
      return {track, at};
  }
  return null;
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
