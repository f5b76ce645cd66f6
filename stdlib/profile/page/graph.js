// Graph: the steps of a compiled function, and the nodes that each computes.

const box_width = 204, box_height = 46, node_height = 34, long_edge = 6;

class GraphView {
  constructor(all) {
    this.all = all;
    this.module = all.modules.length ?
        all.modules.reduce((a, b) => (module_time(b) > module_time(a) ? b : a)) :
        null;
    Object.assign(
        this, {picked: null, node: null, expanded: new Set(), view: {x: 0, y: 0, scale: 1}});
  }

  build(panel) {
    if (!this.module)
      return put(panel, element('p', {class: 'empty'}, 'The capture has no compiled function.'));
    this.stage = element('div', {class: 'stage graph'});
    this.side = element('aside', {class: 'side', 'aria-label': 'Details of the graph'});
    this.list = element('div');
    put(panel, this.toolbar(), element('div', {class: 'split'}, this.stage, this.side),
        element('h2', {}, 'Steps in order of execution'), this.list);
    new ResizeObserver(() => this.svg && this.apply_view()).observe(this.stage);
    this.open(this.module);
  }

  toolbar() {
    const button = (text, title, onclick) =>
        element('button', {type: 'button', title, 'aria-label': title, onclick}, text);
    const title = (module) => `${module.name || '(no name)'} · ${
        plural(module.steps.length, 'step')}, ${plural(module.nodes.length, 'node')}`;
    this.select = element(
        'select', {
          'aria-label': 'Compiled function',
          onchange: () => this.open(this.all.modules[this.select.value])
        },
        this.all.modules.map((module, i) => element('option', {value: i}, title(module))));
    this.select.value = this.all.modules.indexOf(this.module);
    this.search = element('input', {
      type: 'search',
      placeholder: 'Search steps and nodes (/)',
      'aria-label': 'Search the graph',
      oninput: () => this.mark()
    });
    return element(
        'div', {class: 'toolbar'}, element('label', {class: 'grow'}, 'Function ', this.select),
        this.search,
        element(
            'span', {class: 'group'}, button('+', 'Zoom in (+)', () => this.zoom(1.3)),
            button('−', 'Zoom out (−)', () => this.zoom(1 / 1.3)),
            button('Fit', 'Show all (Home)', () => this.fit())),
        element(
            'span', {class: 'group'},
            button('Expand all', 'Show the nodes of all steps', () => this.expand_all()),
            button('Collapse all', 'Hide the nodes of all steps', () => this.collapse_all())));
  }

  open(module) {
    Object.assign(this, {module, picked: null, node: null, expanded: new Set()});
    this.items = items_of(module);
    this.show_list();
    this.layout();
    this.start_view();
    this.show_side();
  }

  show_list() {
    const time = (item) => (item.label ? item.label.self : NaN),
          total = this.items.reduce((sum, item) => sum + (time(item) || 0), 0);
    const most = this.items.reduce((a, item) => Math.max(a, time(item) || 0), 0);
    const blue = palette[0];
    this.total = total;
    this.table = new SortedTable(
        [
          {
            title: 'Step',
            value: (item) => item.index,
            text: (item) => [`${' · '.repeat(item.depth)}${item.name}`],
            is_code: true
          },
          {
            title: 'Time',
            value: time,
            text: (item) => (item.label ? time_text(time(item)) : '–'),
            is_number: true
          },
          {
            title: 'Share',
            value: time,
            text: (item) =>
                time(item) >= 0 && total ? share_bar(time(item) / total, most / total, blue) : '–',
            is_number: true
          },
          {title: 'Nodes', value: (item) => item.nodes.length, is_number: true},
          {
            title: 'FLOPs',
            value: (item) => item.work.flops,
            text: (item) => flops_text(item.work.flops),
            is_number: true,
            is_minor: true
          },
          {
            title: 'Bytes',
            value: (item) => item.work.bytes,
            text: (item) => (is_known(item.work.bytes) ? bytes_text(item.work.bytes) : 'unknown'),
            is_number: true,
            is_minor: true
          },
          {title: 'Operations', value: (item) => item.ops, is_code: true, is_minor: true},
          {title: 'Iterations', value: (item) => item.turns, is_number: true, is_minor: true},
        ],
        {
          label: 'Steps',
          rows: this.items,
          most: 50,
          onpick: (item) => this.pick(item, true),
          is_picked: (item) => item === this.picked
        });
    replace(this.list, this.table.box);
  }

  // Positions of all boxes. Expanded steps have the layout of their nodes inside.
  layout() {
    const edges = this.edges = step_edges(this.module, this.items);
    for (const item of this.items)
      item.inner = this.expanded.has(item) ? inner_layout(this.module, item) : null;
    const sizes = this.items.map(
        (item) =>
            (item.inner ? [Math.max(box_width, item.inner.width + 20), item.inner.height + 58] :
                          [box_width, box_height]));
    const {places, width, height, layer} = layered(sizes, edges);
    this.items.forEach(
        (item, i) => Object.assign(
            item,
            {x: places[i][0], y: places[i][1], w: sizes[i][0], h: sizes[i][1], layer: layer[i]}));
    Object.assign(this, {width, height});
    this.paint();
  }

  paint() {
    const longest =
        this.items.reduce((most, item) => Math.max(most, item.label ? item.label.self : 0), 0);
    this.svg = element('svg', {
      class: 'graph',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'graph',
      'aria-label': `Graph of ${this.module.name}. ` +
          'Brackets choose a step, Enter expands it, arrows move the view, plus and minus zoom. ' +
          'The table below has all steps.'
    });
    this.edge_group = element('g', {});
    this.world =
        element('g', {}, this.edge_group, this.items.map((item) => this.box(item, longest)));
    put(this.svg, this.world);
    replace(this.stage, this.svg);
    this.listen();
    this.paint_edges();
    this.mark();
    this.apply_view();
  }

  box(item, longest) {
    const share = item.label && longest ? item.label.self / longest : 0,
          measured = item.label && rates_of(this.all, item.label).bound,
          bound = measured || (item.is_memory_bound ? 'memory' : 'compute');
    const title = `${item.name}${item.turns > 1 ? ` ×${digits(item.turns)}` : ''}`;
    const group = element(
        'g', {transform: `translate(${item.x} ${item.y})`, class: 'step'},
        element('rect', {width: item.w, height: item.h, rx: 4, class: 'box'}),
        share > 0 && element('rect', {
          x: 1,
          y: item.h - 6,
          width: Math.max(1, share * (item.w - 2)),
          height: 5,
          class: `heat ${bound}`
        }),
        element('text', {x: 8, y: 17, class: 'name'}, cut(title, item.label ? 19 : 26)),
        element(
            'text', {x: 8, y: 33, class: 'ops'},
            cut(item.ops || `${item.nodes.length} nodes`, Math.floor(item.w / 6.7))),
        item.label &&
            element(
                'text', {x: item.w - 8, y: 17, 'text-anchor': 'end', class: 'time'},
                time_text(item.label.total / item.label.count)));
    item.group = group;
    group.addEventListener('click', () => !this.was_drag && this.pick(item));
    group.addEventListener('dblclick', () => this.toggle(item));
    if (item.inner) put(group, this.inner_group(item));
    return group;
  }

  inner_group(item) {
    const {inner} = item;
    const lines = inner.edges.map(
        ([from, to]) => element('path', {
          class: 'edge',
          d: curve(inner.places[from], inner.sizes[from], inner.places[to], inner.sizes[to])
        }));
    const boxes = inner.nodes.map((node, i) => {
      const group = element(
          'g', {
            transform: `translate(${inner.places[i].join(' ')})`,
            class: `node${node.step < 0 ? ' outer' : ''}`
          },
          element('rect', {width: inner.sizes[i][0], height: node_height, rx: 3, class: 'box'}),
          element('text', {x: 6, y: 14, class: 'name'}, cut(node.name, 20)),
          element('text', {x: 6, y: 28, class: 'ops'}, cut(type_text(node), 22)));
      group.addEventListener('click', (event) => {
        event.stopPropagation();
        if (!this.was_drag) this.pick_node(item, node);
      });
      return group;
    });
    return element('g', {transform: 'translate(10 44)'}, lines, boxes);
  }

  // Edges that pass many layers are drawn for the selected step alone.
  paint_edges() {
    const picked = this.picked ? this.picked.index : -1, items = this.items;
    const shown = this.edges.filter(
        ([from, to]) => from === picked || to === picked ||
            Math.abs(items[to].layer - items[from].layer) <= long_edge);
    const one = ([from, to]) => {
      const a = items[from], b = items[to], is_picked = from === picked || to === picked;
      return element('path', {
        class: `edge${is_picked ? ' picked' : ''}`,
        d: curve([a.x, a.y], [a.w, a.h], [b.x, b.y], [b.w, b.h])
      });
    };
    replace(this.edge_group, shown.map(one));
    for (const item of items) item.group.classList.toggle('picked', item === this.picked);
  }

  // Dims what the search does not match.
  mark() {
    const query = this.search.value.trim().toLowerCase(), {nodes} = this.module;
    const texts = (item) =>
        [item.name, item.ops,
         ...item.nodes.flatMap(
             (i) => (nodes[i] ? [nodes[i].name, nodes[i].op, nodes[i].layer] : []))];
    const is_match = (item) =>
        !query || texts(item).some((text) => text.toLowerCase().includes(query));
    const found = this.items.filter(is_match);
    const kept = new Set(found);
    for (const item of this.items) item.group.classList.toggle('dim', !kept.has(item));
    this.table.set(found);
    if (query) say(`${plural(found.length, 'step')} found`);
  }

  pick(item, should_center = false) {
    Object.assign(this, {picked: item, node: null});
    if (should_center) this.center(item);
    this.paint_edges();
    this.show_side();
    this.table.fill();
    say(`${item.name}, ${item.ops}`);
  }

  pick_node(item, node) {
    Object.assign(this, {picked: item, node});
    this.paint_edges();
    this.show_side();
  }

  toggle(item) {
    if (!this.expanded.delete(item)) this.expanded.add(item);
    const {x, y} = item, {scale} = this.view;
    this.layout();
    this.view.x += (item.x - x) * scale;
    this.view.y += (item.y - y) * scale;
    this.apply_view();
    this.show_side();
  }

  expand_all() {
    this.expanded = new Set(this.items.filter((item) => item.nodes.length));
    this.layout();
    this.start_view();
    this.show_side();
  }

  collapse_all() {
    this.expanded.clear();
    this.layout();
    this.start_view();
    this.show_side();
  }

  show_side() {
    const {picked, node, module} = this;
    if (!picked) return replace(this.side, this.module_panel());
    const label = picked.label ||
        label_of(
                      [
                        picked.name, KERNEL, picked.ops, module.name, '', [], -1, -1,
                        [-1, -1, -1, -1], picked.threads
                      ],
                      -1);
    const plan = {
      ...label,
      work: is_known(label.work.flops) || is_known(label.work.bytes) ? label.work : picked.work
    };
    const panel = picked.label ?
        label_details(this.all, plan) :
        element(
            'section', {class: 'details'}, label_head(plan),
            facts([['Runs', 'none in the capture'], ...work_rows(this.all, plan, NaN)]));
    const expand = picked.nodes.length > 0 &&
        element('button', {type: 'button', onclick: () => this.toggle(picked)},
                this.expanded.has(picked) ? 'Collapse' :
                                            `Expand ${plural(picked.nodes.length, 'node')}`);
    replace(
        this.side, node && this.node_panel(node), element('div', {class: 'actions'}, expand), panel,
        this.neighbors_panel(picked));
  }

  module_panel() {
    const {module} = this, params = module.nodes.filter((node) => node.param >= 0);
    return element(
        'section', {class: 'details'}, element('h3', {}, module.name || '(no name)'), facts([
          ['Steps', module.steps.length], ['Nodes', module.nodes.length],
          ['Parameters', params.length], ['Results', module.results.length],
          ['Arena', bytes_text(module.arena)], ['Planned peak', bytes_text(module.peak)],
          ['Measured time', this.total ? time_text(this.total) : '']
        ]),
        element(
            'p', {},
            'Each box is a step of the plan with its mean time. The bar is its part of the ' +
                'longest step: blue is compute-bound, and orange is memory-bound.'),
        element('p', {}, 'A click selects a step, and a double click shows its nodes.'));
  }

  node_panel(node) {
    const operands = node.operands.map((i) => this.module.nodes[i]).filter(Boolean);
    return element(
        'section', {class: 'details'}, element('h3', {}, node.name), facts([
          ['Operation', node.op], ['Type', type_text(node)], ['Attributes', node.attributes],
          ['Layer', node.layer], ['Line', place_text(this.all, node.place)],
          ['Parameter', node.param >= 0 ? node.param : ''],
          ['Operands', operands.map((it) => it.name).slice(0, 20).join(', ')]
        ]));
  }

  // Buttons that go along the edges of a step.
  neighbors_panel(item) {
    const button = (other) => element(
        'li', {},
        element(
            'button', {type: 'button', class: 'pick', onclick: () => this.pick(other, true)},
            other.name));
    const list = (title, found) => found.length > 0 && [
      element('h4', {}, title), element('ul', {class: 'places'}, found.slice(0, 30).map(button))
    ];
    const sources =
        this.edges.filter(([, to]) => to === item.index).map(([from]) => this.items[from]);
    const users =
        this.edges.filter(([from]) => from === item.index).map(([, to]) => this.items[to]);
    const {nodes} = this.module;
    const outer = [...new Set(item.nodes.flatMap((i) => (nodes[i] ? nodes[i].operands : [])))]
                      .map((i) => nodes[i])
                      .filter((node) => node && node.step < 0);
    return element(
        'section', {class: 'details'}, list('Reads from', sources), list('Read by', users),
        outer.length > 0 && [
          element('h4', {}, 'Parameters and constants'),
          element(
              'ul', {class: 'places'},
              outer.slice(0, 30).map(
                  (node) =>
                      element('li', {}, element('code', {}, `${node.name}: ${type_text(node)}`))))
        ]);
  }

  move(by) {
    const at = this.picked ? this.picked.index + by : 0;
    if (this.items[at]) this.pick(this.items[at], true);
  }

  on_key(event) {
    if (!this.module) return false;
    const pan = (x, y) => () => this.pan(x, y);
    const actions = {
      '[': () => this.move(-1),
      ']': () => this.move(1),
      '+': () => this.zoom(1.3),
      '=': () => this.zoom(1.3),
      '-': () => this.zoom(1 / 1.3),
      w: () => this.zoom(1.3),
      s: () => this.zoom(1 / 1.3),
      Home: () => this.fit(),
      '/': () => this.search.focus(),
      ArrowLeft: pan(80, 0),
      ArrowRight: pan(-80, 0),
      ArrowUp: pan(0, 80),
      ArrowDown: pan(0, -80),
      a: pan(80, 0),
      d: pan(-80, 0),
      Enter: () => this.picked && this.toggle(this.picked)
    };
    const is_here = document.activeElement === this.svg ||
        !['Enter', 'ArrowUp', 'ArrowDown'].includes(event.key);
    if (!actions[event.key] || !is_here) return false;
    const had_focus = document.activeElement === this.svg;
    actions[event.key]();
    if (had_focus && event.key !== '/') this.svg.focus({preventScroll: true});
    return true;
  }
}

const module_time = (module) =>
    module.steps.reduce((sum, step) => sum + (step.label ? step.label.self : 0), 0);
const cut = (text, most) =>
    (text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text);

// The steps of a module. Without steps, each node that is computed is one.
function items_of(module) {
  const none = {flops: -1, read: -1, written: -1, seconds: -1, bytes: -1};
  if (module.steps.length)
    return module.steps.map(
        (step) => ({...step, nodes: step.nodes.filter((i) => module.nodes[i])}));
  return module.nodes.map((node, index) => ({
                            index,
                            name: node.name,
                            ops: `${node.op} ${type_text(node)}`,
                            depth: 0,
                            turns: 1,
                            nodes: [index],
                            work: none,
                            threads: 1,
                            label: null
                          }));
}

// Pairs of steps, the second of which reads a node of the first.
function step_edges(module, items) {
  const owner = new Map(), seen = new Set(), out = [];
  items.forEach((item) => item.nodes.forEach((node) => owner.set(node, item.index)));
  for (const item of items) {
    for (const node of item.nodes) {
      for (const operand of module.nodes[node].operands) {
        const from = owner.get(operand), key = from * items.length + item.index;
        if (from === undefined || from === item.index || seen.has(key)) continue;
        seen.add(key);
        out.push([from, item.index]);
      }
    }
  }
  return out;
}

// The nodes of a step, with the parameters and constants that they read.
function inner_layout(module, item) {
  const own = new Set(item.nodes.slice(0, 400));
  const outer = [...own]
                    .flatMap((i) => module.nodes[i].operands)
                    .filter((i) => module.nodes[i] && module.nodes[i].step < 0 && !own.has(i));
  const indices = [...new Set([...outer, ...own])].sort((a, b) => a - b),
        at = new Map(indices.map((index, i) => [index, i]));
  const edges = indices.flatMap(
      (index, to) =>
          (own.has(index) ?
               module.nodes[index].operands.filter((i) => at.has(i)).map((i) => [at.get(i), to]) :
               []));
  const sizes = indices.map(() => [150, node_height]);
  return {
    ...layered(sizes, edges, {gap_x: 10, gap_y: 18, most: 6}),
    sizes,
    edges,
    nodes: indices.map((i) => module.nodes[i])
  };
}

function curve([x0, y0], [w0, h0], [x1, y1], [w1]) {
  const [ax, ay, bx, by] = [x0 + w0 / 2, y0 + h0, x1 + w1 / 2, y1],
                     bend = Math.max(10, Math.min(60, Math.abs(by - ay) / 2));
  return `M${ax} ${ay}C${ax} ${ay + bend} ${bx} ${by - bend} ${bx} ${by}`;
}
