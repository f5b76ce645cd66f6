// Flame graphs: time by function, layer, line, and kernel; by spans; and samples of the script.

class FlameNode {
  constructor(name, kind, parent) {
    Object.assign(this, {name, kind, parent, value: 0, count: 0, children: new Map(), label: null});
  }
  child(name, kind) {
    const key = `${kind}:${name}`;
    if (!this.children.has(key)) this.children.set(key, new FlameNode(name, kind, this));
    return this.children.get(key);
  }
  // The children from the largest to the smallest.
  get sorted() {
    return (this.order ||= [...this.children.values()].sort((a, b) => b.value - a.value));
  }
  get path() {
    const out = [];
    for (let it = this; it.parent; it = it.parent) out.unshift(it.name);
    return out;
  }
  get depth() {
    return (this.deepest ??= this.sorted.reduce((most, it) => Math.max(most, it.depth + 1), 0));
  }
  add(value, count) {
    for (let it = this; it; it = it.parent) {
      it.value += value;
      it.count += count;
    }
  }
}

// Kernels that eager operations run have no function.
function kernel_tree(all) {
  const rows = kernel_rows(all), has_eager = rows.some((row) => row.category === EAGER);
  const root =
      new FlameNode(has_eager ? 'all kernels and eager operations' : 'all kernels', 'root', null);
  for (const row of rows) {
    const module = has_eager ? '(eager operations)' : (all.modules[row.module] || {}).name;
    let at = root.child(row.func || module || '(no function)', 'function');
    for (const part of row.layer.split('.').filter(Boolean)) at = at.child(part, 'layer');
    if (row.places.length) at = at.child(short_place(all, row.places[0]), 'line');
    at = at.child(row.name, category_names[row.category]);
    at.label = row;
    at.add(row.self, row.count);
  }
  return root;
}

// The spans of threads by their nesting. A value is the sum of the self times.
function span_tree(all) {
  const root = new FlameNode('all threads', 'root', null);
  for (const track of all.tracks) {
    if (track.kind === DEVICE || track.kind === WORKER) continue;
    const base = root.child(track_title(track), 'track'), of = new Array(track.count);
    for (let i = 0; i < track.count; i++) {
      const label = all.labels[track.label[i]],
            parent = track.parent[i] < 0 ? base : of[track.parent[i]];
      of[i] = parent.child(label.name, category_names[label.category] || 'span');
      of[i].label = label;
      of[i].value += track.self[i];
      of[i].count++;
    }
  }
  sum_values(root);
  return root;
}

// Adds the values of children to those of their parents.
function sum_values(node) {
  for (const child of node.children.values()) {
    sum_values(child);
    node.value += child.value;
  }
}

function sample_tree(all) {
  const root = new FlameNode('all samples', 'root', null);
  for (const {frames} of all.samples) {
    let at = root;
    for (const frame of frames) {
      const label = all.labels[frame];
      at = at.child(label ? label.name : '(unknown)', 'script');
      if (label) at.label = label;
    }
    at.add(1, 1);
  }
  return root;
}

const flame_colors = {
  root: '#c3cad2',
  function: '#56b4e9',
  layer: '#8fc9a8',
  line: '#f0c865',
  kernel: '#0072b2',
  track: '#c3cad2',
  script: '#e3a07a'
};
const flame_row = 20;

class FlameView {
  constructor(all) {
    this.all = all;
    const trees = [
      [
        'Kernels and eager operations by function, layer, and line', () => kernel_tree(all),
        time_text, all.labels.some((label) => is_computing(label) && label.count)
      ],
      [
        'Spans of threads', () => span_tree(all), time_text,
        all.tracks.some((track) => track.kind === THREAD && track.count)
      ],
      [
        'Samples of the script', () => sample_tree(all), (n) => plural(n, 'sample'),
        all.samples.length
      ]
    ];
    this.trees = trees.filter((tree) => tree[3]);
    this.draw = once_per_frame(() => this.paint());
  }

  build(panel) {
    if (!this.trees.length)
      return put(
          panel,
          element('p', {class: 'empty'}, 'The capture has neither kernels nor spans nor samples.'));
    this.select = element(
        'select', {'aria-label': 'Flame graph of', onchange: () => this.use(this.select.value)},
        this.trees.map(([title], i) => element('option', {value: i}, title)));
    this.search = element('input', {
      type: 'search',
      placeholder: 'Search (/)',
      'aria-label': 'Search the flame graph',
      oninput: () => this.draw()
    });
    this.canvas = element('canvas', {
      class: 'flame',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'flame graph',
      'aria-label': 'Flame graph. Arrows move between the boxes, Enter zooms, Escape shows all.'
    });
    this.path = element('p', {class: 'path'});
    this.stage = element('div', {class: 'stage'}, this.path, this.canvas);
    this.side = element('aside', {class: 'side', 'aria-label': 'Details of the box'});
    const reset = element('button', {type: 'button', onclick: () => this.focus(this.root)}, 'All');
    put(panel, element('div', {class: 'toolbar'}, this.select, this.search, reset),
        element('div', {class: 'split'}, this.stage, this.side));
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('pointermove', (event) => this.hover(event));
    this.canvas.addEventListener('pointerleave', hide_tooltip);
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.use(0);
  }

  use(index) {
    const [, tree, text] = this.trees[index];
    this.select.value = index;
    Object.assign(this, {root: tree(), text});
    this.picked = null;
    this.focus(this.root);
  }

  focus(node) {
    this.focused = node;
    this.select_box(node);
  }

  select_box(node) {
    this.picked = node;
    const share = percent_text(node.value / (this.root.value || 1)),
          path = node.path.join(' › ') || node.name;
    this.path.textContent = `${path}: ${this.text(node.value)}, ${share}`;
    say(this.path.textContent);
    const label = node.label && node.label.count > 0 ? label_details(this.all, node.label) : null;
    replace(this.side, label || this.children_panel(node));
    this.draw();
  }

  children_panel(node) {
    const table = new SortedTable(
        [
          {title: 'Inside', value: (row) => row.name, is_code: true},
          {
            title: this.text === time_text ? 'Time' : 'Samples',
            value: (row) => row.value,
            text: (row) => this.text(row.value),
            is_number: true
          },
          {
            title: 'Share',
            value: (row) => row.value / node.value,
            text: (row) => percent_text(row.value / node.value),
            is_number: true
          },
        ],
        {
          label: 'Boxes inside',
          sort: 1,
          most: 12,
          rows: node.sorted,
          onpick: (row) => this.focus(row),
          empty: 'Nothing is inside.'
        });
    const self = node.value - node.sorted.reduce((sum, it) => sum + it.value, 0);
    return element(
        'section', {class: 'details'}, element('h3', {}, node.name),
        element('p', {class: 'kind'}, node.kind === 'root' ? '' : node.kind), facts([
          ['Total', this.text(node.value)],
          ['Share of all', percent_text(node.value / (this.root.value || 1))],
          ['Itself', self > node.value * 1e-9 ? this.text(self) : '']
        ]),
        table.box);
  }

  // Ancestors of the focused box have the whole width. Boxes of less than half a pixel are left
  // out.
  paint() {
    const width = this.stage && this.stage.clientWidth;
    if (!width) return;
    const above = [];
    for (let it = this.focused; it; it = it.parent) above.unshift(it);
    const height = (above.length + this.focused.depth) * flame_row + 4;
    this.canvas.style.height = `${height}px`;
    const context = canvas_context(this.canvas, width, height),
          query = this.search.value.trim().toLowerCase();
    context.textBaseline = 'middle';
    context.font = '11px ui-monospace, Menlo, Consolas, monospace';
    const letter = context.measureText('m').width;
    this.boxes = [];
    const box = (node, x, w, row, is_above) => {
      this.boxes.push({node, x, w, row});
      const color = flame_colors[node.kind] || category_colors[category_names.indexOf(node.kind)] ||
          other_color;
      const is_dim = is_above || (query && !node.name.toLowerCase().includes(query));
      context.globalAlpha = is_dim ? 0.3 : 1;
      context.fillStyle = color;
      context.fillRect(x, row * flame_row + 1, Math.max(0.5, w - (w > 3 ? 1 : 0)), flame_row - 2);
      context.globalAlpha = 1;
      const room = Math.floor((w - 7) / letter);
      if (room > 2) {
        context.fillStyle = is_dim ? theme_color('text') : ink_on(color);
        context.fillText(cut(node.name, room), x + 4, row * flame_row + flame_row / 2);
      }
      if (node !== this.picked) return;
      context.strokeStyle = theme_color('text');
      context.lineWidth = 2;
      context.strokeRect(x + 1, row * flame_row + 1, Math.max(2, w - 2), flame_row - 2);
    };
    const below = (node, x, w, row) => {
      for (const child of node.sorted) {
        const size = node.value > 0 ? (child.value / node.value) * w : 0;
        if (size < 0.5) break;
        box(child, x, size, row, false);
        below(child, x, size, row + 1);
        x += size;
      }
    };
    above.forEach((node, i) => box(node, 0, width, i, i + 1 < above.length));
    below(this.focused, 0, width, above.length);
  }

  box_at(event) {
    const bounds = this.canvas.getBoundingClientRect(), x = event.clientX - bounds.left,
          row = Math.floor((event.clientY - bounds.top) / flame_row);
    return (this.boxes || []).find((it) => it.row === row && x >= it.x && x < it.x + it.w);
  }

  click(event) {
    const it = this.box_at(event);
    if (it) this.focus(it.node);
  }

  hover(event) {
    const it = this.box_at(event);
    if (!it) return hide_tooltip();
    const {node} = it;
    show_tooltip(
        event.clientX, event.clientY, node.name, node.kind !== 'root' && node.kind,
        `${this.text(node.value)}, ${percent_text(node.value / this.root.value)}`,
        node.label && node.label.ops);
  }

  on_key(event) {
    if (!this.trees.length) return false;
    if (event.key === '/') {
      this.search.focus();
      return true;
    }
    const {picked} = this, siblings = picked.parent ? picked.parent.sorted : [picked],
          at = siblings.indexOf(picked);
    const next = {
      ArrowLeft: siblings[at - 1],
      ArrowRight: siblings[at + 1],
      ArrowUp: picked.parent,
      ArrowDown: picked.sorted[0]
    };
    if (event.key === 'Escape')
      this.focus(this.root);
    else if (event.key === 'Enter' && document.activeElement === this.canvas)
      this.focus(picked);
    else if (event.key in next && document.activeElement === this.canvas) {
      const to = next[event.key];
      if (to) this.show(to);
    } else
      return false;
    return true;
  }

  // Selects a box, and zooms out if it is outside of the focused one.
  show(node) {
    let it = node;
    while (it && it !== this.focused) it = it.parent;
    if (!it) this.focused = node.parent || node;
    this.select_box(node);
  }
}
