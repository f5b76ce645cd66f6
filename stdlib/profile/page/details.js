// Panels that describe an event, a kernel, or a range of time.

// Whether an event with the label `index` belongs to a label, or to a row of kernel_rows().
const is_of = (label, index) => (label.labels ? label.labels.has(index) : label.index === index);

// All durations of a label's events.
function durations_of(all, label) {
  const out = new Float64Array(label.count);
  let n = 0;
  for (const track of all.tracks) {
    for (let i = 0; i < track.count; i++)
      if (is_of(label, track.label[i])) out[n++] = track.end[i] - track.begin[i];
  }
  return out;
}

// The first event of a label: {track, at}.
function first_event(all, label) {
  let best = null;
  for (const track of all.tracks) {
    for (let i = 0; i < track.count; i++) {
      if (is_of(label, track.label[i]) && (!best || track.begin[i] < best.track.begin[best.at]))
        best = {track, at: i};
    }
  }
  return best;
}

function histogram(numbers) {
  const {min, max} = summary_of(numbers), bins = new Array(24).fill(0);
  for (const x of numbers) bins[Math.min(23, Math.floor(((x - min) / (max - min || 1)) * 24))]++;
  const top = Math.max(...bins);
  const bars = bins.map((n, i) => {
    const height = n ? Math.max(1.5, (n / top) * 38) : 0;
    return element('rect', {x: i * 10 + 1, y: 40 - height, width: 8, height, fill: 'currentColor'});
  });
  return element(
      'figure', {class: 'histogram'},
      element(
          'svg', {
            viewBox: '0 0 240 40',
            preserveAspectRatio: 'none',
            role: 'img',
            'aria-label': `Histogram of ${plural(numbers.length, 'duration')}`
          },
          bars),
      element(
          'figcaption', {}, element('span', {}, time_text(min)),
          element('span', {}, time_text(max))));
}

function places_list(all, label) {
  if (!label.places.length) return null;
  return element(
      'ul', {class: 'places'},
      label.places.slice(0, 12).map(
          (index) => element('li', {}, element('code', {}, place_text(all, index)))),
      label.places.length > 12 && element('li', {}, `and ${label.places.length - 12} more`));
}

function bound_text(bound) { return bound ? `${bound}-bound` : ''; }

// The planned work of a label and how fast it was done in `seconds`.
function work_rows(all, label, seconds) {
  if (label.category !== KERNEL && !is_known(label.work.flops) && !is_known(label.work.bytes))
    return [];
  const {work} = label, rates = rates_of(all, label, seconds);
  return [
    ['FLOPs', flops_text(work.flops)],
    ['Bytes read', is_known(work.read) ? bytes_text(work.read) : 'unknown'],
    ['Bytes written', is_known(work.written) ? bytes_text(work.written) : 'unknown'],
    ['Compute rate', Number.isFinite(rates.flops) ? flop_rate_text(rates.flops) : ''],
    ['Memory rate', Number.isFinite(rates.bytes) ? byte_rate_text(rates.bytes) : ''],
    ['Intensity', Number.isFinite(rates.intensity) ? `${digits(rates.intensity)} FLOP/B` : ''],
    ['Bound', bound_text(rates.bound)],
    ['Of the limit', Number.isFinite(rates.of_limit) ? percent_text(rates.of_limit) : ''],
    ['Predicted time', is_known(work.seconds) ? time_text(work.seconds * 1e9) : ''],
    ['Threads', label.threads > 1 ? label.threads : ''],
  ];
}

function label_statistics(all, label) {
  if (label.count < 2) return null;
  const numbers = durations_of(all, label), sums = summary_of(numbers);
  return [
    element(
        'h4', {}, `All ${count_text(label.count)} ${label.category === KERNEL ? 'runs' : 'spans'}`),
    histogram(numbers),
    facts([
      ['Total', time_text(label.total)],
      ['Mean', `${time_text(sums.mean)} ± ${time_text(sums.deviation)}`],
      ['Median', time_text(sums.median)], ['95th percentile', time_text(sums.p95)],
      ['Self time', label.self < label.total ? time_text(label.self) : '']
    ]),
  ];
}

function counters_of(all, label) {
  const rows =
      all.counters.filter((it) => it[1] === label.index).map(([name, ,
                                                               value]) => [name, digits(value)]);
  return rows.length ? [element('h4', {}, 'Counters'), facts(rows)] : null;
}

function label_head(label) {
  return [
    element('h3', {}, label.name || '(no name)'),
    element(
        'p', {class: 'kind'}, swatch(category_colors[label.category] || other_color),
        category_names[label.category],
        label.ops && label.ops !== label.name ? [': ', element('code', {}, label.ops)] : null),
  ];
}

function graph_button(all, label) {
  if (!step_of(all, label)) return null;
  return element(
      'button', {type: 'button', onclick: () => app.open_graph(label.module, label.step)},
      'Show in the graph');
}

function payload_row(label, payload, duration) {
  if (label.category === STEP) return ['Step', payload];
  const has_bytes = [INPUT, CHECKPOINT, TRANSFER, COLLECTIVE].includes(label.category);
  return has_bytes && payload > 0 ?
      ['Bytes', `${bytes_text(payload)}, ${byte_rate_text(payload / (duration / 1e9))}`] :
      ['', ''];
}

function ancestors_text(all, track, at) {
  const names = [];
  for (let i = track.parent[at]; i >= 0; i = track.parent[i])
    names.unshift(all.labels[track.label[i]].name);
  return names.join(' › ');
}

// The panel of one event.
function event_details(all, {track, at}) {
  const label = all.labels[track.label[at]], duration = track.end[at] - track.begin[at];
  return element(
      'section', {class: 'details', 'aria-label': 'Details'}, label_head(label), facts([
        ['Duration', time_text(duration)],
        ['Self time', track.self[at] < duration ? time_text(track.self[at]) : ''],
        ['Begin', instant_text(track.begin[at], Math.max(1, duration / 100))],
        ['Track', track_title(track)], payload_row(label, track.payload[at], duration),
        ['Inside', ancestors_text(all, track, at)], ['Function', label.func],
        ['Layer', label.layer], ...work_rows(all, label, duration / 1e9)
      ]),
      label.places.length > 0 &&
          [element('h4', {}, label.places.length > 1 ? 'Lines' : 'Line'), places_list(all, label)],
      label_statistics(all, label), counters_of(all, label),
      element('div', {class: 'actions'}, graph_button(all, label)));
}

// The panel of a kernel, as an average of its runs.
function label_details(all, label) {
  return element(
      'section', {class: 'details', 'aria-label': 'Details'}, label_head(label), facts([
        ['Runs', count_text(label.count)], ['Mean', time_text(label.self / label.count)],
        ['Function', label.func], ['Layer', label.layer], ...work_rows(all, label)
      ]),
      label.places.length > 0 &&
          [element('h4', {}, label.places.length > 1 ? 'Lines' : 'Line'), places_list(all, label)],
      label_statistics(all, label), counters_of(all, label),
      element('div', {class: 'actions'}, timeline_button(all, label), graph_button(all, label)));
}

function timeline_button(all, label) {
  if (!label.count) return null;
  return element(
      'button', {type: 'button', onclick: () => app.open_event(first_event(all, label))},
      'Show in the timeline');
}

function track_title(track) {
  if (track.kind === WORKER && track.name) return `${track.name}, parts`;
  return `${track.name || track_kinds[track.kind] || 'track'}${
      track.kind === DEVICE && !track.name.startsWith(track.device) ?
          ` (${track.device || 'device'})` :
          ''}`;
}

// The sums of the events of all tracks between two times, by label.
function range_sums(all, low, high) {
  const sums = new Map();
  for (const track of all.tracks) {
    for (let row = 0; row + 1 < track.rows.length; row++) {
      const stop = track.rows[row + 1];
      for (let i = upper_bound(track.end, low, track.rows[row], stop);
           i < stop && track.begin[i] < high; i++) {
        const sum =
            sums.get(track.label[i]) || {label: all.labels[track.label[i]], count: 0, total: 0};
        sum.count++;
        sum.total += Math.min(high, track.end[i]) - Math.max(low, track.begin[i]);
        sums.set(track.label[i], sum);
      }
    }
  }
  return [...sums.values()];
}

function range_details(all, low, high) {
  const table = new SortedTable(
      [
        {title: 'Name', value: (row) => row.label.name, is_code: true},
        {
          title: 'Time',
          value: (row) => row.total,
          text: (row) => time_text(row.total),
          is_number: true
        },
        {title: 'Count', value: (row) => row.count, is_number: true},
      ],
      {
        caption: 'Spans in the range',
        sort: 1,
        most: 15,
        rows: range_sums(all, low, high),
        onpick: (row) => app.open_event(first_event(all, row.label))
      });
  return element(
      'section', {class: 'details', 'aria-label': 'Range'},
      element('h3', {}, `Range of ${time_text(high - low)}`),
      element(
          'p', {class: 'kind'},
          `${instant_text(low, (high - low) / 100)} to ${instant_text(high, (high - low) / 100)}`),
      table.box);
}
