// The rows of events of the timeline: where they are, and how a row is drawn.

const row_height = 18, track_gap = 8, strip_height = 16, ruler_height = 20;

// {track, y, rows, height} for each visible track. Collapsed tracks show their outermost events.
function lanes_of(tracks, view, has_gutter) {
  let y = 4;
  const out = [];
  for (const track of tracks) {
    if (view.hidden_tracks.has(track.index)) continue;
    const all_rows = Math.max(1, track.rows.length - 1);
    const rows = view.collapsed.has(track.index) ? 1 : all_rows;
    const top = y + (has_gutter ? 0 : strip_height);
    out.push({track, y: top, rows, height: rows * row_height, is_nested: all_rows > 1});
    y = top + rows * row_height + track_gap;
  }
  return {lanes: out, height: y};
}

const is_computing = (label) => label.category === KERNEL || label.category === EAGER;

// The color of each label: kernels and eager operations by their kind, or all by category, layer,
// or bound. A color has one meaning: labels that the mode does not color are gray.
function label_colors(all, mode) {
  const key_of = {
    kind: (label) => (is_computing(label) ? kernel_kind(label) : null),
    layer: (label) => label.layer || null,
    function: (label) => label.func || null,
    bound: (label) => (label.category === KERNEL ? rates_of(all, label).bound || null : null),
    category: () => null
  }[mode];
  const totals = new Map();
  for (const label of all.labels) {
    label.color_key = key_of(label);
    if (label.color_key)
      totals.set(label.color_key, (totals.get(label.color_key) || 0) + label.total);
  }
  const order = [...totals].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  const color_of =
      new Map(order.map((key, i) => [key, i < palette.length ? palette[i] : other_color]));
  if (mode === 'bound')
    Object.entries({compute: '#0072b2', memory: '#e69f00'}).forEach((it) => color_of.set(...it));
  const colors = all.labels.map(
      (label) => color_of.get(label.color_key) ||
          (mode === 'category' && category_colors[label.category]) || other_color);
  const legend = order.slice(0, palette.length).map((key) => [key, color_of.get(key)]);
  return {colors, legend};
}

// Draws events as rectangles. Those that are narrower than a pixel are drawn as one column, whose
// opacity is the part of the column that they cover: the work grows with the width of the canvas,
// and with the logarithm of the number of events.
class RowPainter {
  constructor(context, axis, colors, labels) {
    Object.assign(this, {context, axis, colors, labels, column: axis.time_per_pixel});
    context.textBaseline = 'middle';
    context.font = '11px ui-monospace, Menlo, Consolas, monospace';
    this.letter = context.measureText('m').width;
  }

  row(track, row, y, is_dim) {
    const {axis, column} = this, {begin, end} = track, stop = track.rows[row + 1] || 0;
    let i = upper_bound(end, axis.low, track.rows[row], stop);
    while (i < stop && begin[i] < axis.high) {
      if (end[i] - begin[i] >= column) {
        this.box(track, i, y, is_dim);
        i++;
        continue;
      }
      const column_end = (Math.floor(begin[i] / column) + 1) * column;
      let j = this.gallop(begin, column_end, i + 1, stop);
      if (j - 1 > i && end[j - 1] - begin[j - 1] >= column) j--;
      const cover = (track.busy[j] - track.busy[i]) / column;
      this.context.globalAlpha = (is_dim ? 0.2 : 1) * Math.max(0.35, Math.min(1, cover));
      this.context.fillStyle = this.color_among(track, i, j);
      this.context.fillRect(axis.x_of(column_end - column), y, 1.05, row_height - 2);
      i = j;
    }
    this.context.globalAlpha = 1;
  }

  // The first index from i on whose number is at least x.
  gallop(numbers, x, i, stop) {
    let step = 1;
    while (i + step < stop && numbers[i + step] < x) step *= 2;
    return lower_bound(numbers, x, i + (step >> 1), Math.min(stop, i + step + 1));
  }

  // The color of the longest of a few events.
  color_among(track, from, to) {
    const step = Math.max(1, Math.floor((to - from) / 6));
    let best = from;
    for (let i = from; i < to; i += step) {
      if (track.end[i] - track.begin[i] > track.end[best] - track.begin[best]) best = i;
    }
    return this.colors[track.label[best]];
  }

  box(track, i, y, is_dim) {
    const {axis, context} = this, color = this.colors[track.label[i]];
    const left = Math.max(axis.left - 2, axis.x_of(track.begin[i]));
    const right = Math.min(axis.left + axis.width + 2, axis.x_of(track.end[i]));
    const width = right - left - (right - left > 3 ? 1 : 0);
    context.globalAlpha = is_dim ? 0.2 : 1;
    context.fillStyle = color;
    context.fillRect(left, y, Math.max(0.8, width), row_height - 2);
    if (width < 26) return;
    const inner = Math.max(left, axis.left), room = Math.floor((right - inner - 7) / this.letter);
    if (room < 2) return;
    const name = this.labels[track.label[i]].name + this.suffix(track, i);
    context.fillStyle = is_dim ? theme_color('text') : ink_on(color);
    context.fillText(
        name.length > room ? `${name.slice(0, room - 1)}…` : name, inner + 4,
        y + row_height / 2 - 0.5);
  }

  suffix(track, i) {
    return this.labels[track.label[i]].category === STEP ? ` ${track.payload[i]}` : '';
  }

  // Draws the events of `found`, which are ascending indices of one row, over what is there.
  matches(track, found, y) {
    const {axis, context} = this;
    let at = first_true(0, found.length, (k) => track.end[found[k]] > axis.low);
    while (at < found.length && track.begin[found[at]] < axis.high) {
      const i = found[at];
      if (track.end[i] - track.begin[i] >= this.column) {
        this.box(track, i, y, false);
        at++;
        continue;
      }
      const x = axis.x_of(track.begin[i]);
      context.fillStyle = this.colors[track.label[i]];
      context.fillRect(x, y - 1, 1.5, row_height);
      const next = track.begin[i] + this.column;
      at = first_true(at + 1, found.length, (k) => track.begin[found[k]] >= next);
    }
  }
}
