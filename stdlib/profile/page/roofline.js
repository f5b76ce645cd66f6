// Roofline: the rate of each kernel over its intensity, below the machine's limits.

class RooflineView {
  constructor(all) {
    this.all = all;
    this.kernels = kernel_rows(all).filter((row) => row.category === KERNEL);
    this.total = this.kernels.reduce((sum, label) => sum + label.self, 0);
    this.points = this.kernels.map((label) => ({label, ...rates_of(all, label)}))
                      .filter((it) => it.intensity > 0 && it.flops > 0 && Number.isFinite(it.flops))
                      .sort((a, b) => b.label.total - a.label.total);
    this.shown = this.points.slice(0, 2000);
    this.picked = null;
  }

  build(panel) {
    const left = this.kernels.length - this.points.length,
          more = this.points.length - this.shown.length;
    this.plot = element('div', {
      class: 'plot',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'scatter plot',
      'aria-label': `Roofline of ${
          plural(this.points.length, 'kernel')}. Left and right choose kernels by total time.`,
      onkeydown: (event) => this.key(event)
    });
    this.side = element('aside', {class: 'side', 'aria-label': 'Details of the kernel'});
    this.table = kernel_table(
        this.all, this.kernels, this.total, (label) => this.pick(label),
        {is_picked: (label) => label === this.picked});
    const notes = [
      left > 0 &&
          `${plural(left, 'kernel')} without FLOPs or with unknown work ${
              left === 1 ? 'is' : 'are'} in the table only.`,
      more > 0 && `The plot has the ${count_text(this.shown.length)} kernels that take longest.`
    ];
    const legend = element(
        'div', {class: 'legend'},
        element(
            'span', {}, element('span', {class: 'mark circle', style: {background: '#0072b2'}}),
            'compute-bound'),
        element(
            'span', {}, element('span', {class: 'mark diamond', style: {background: '#e69f00'}}),
            'memory-bound'),
        element('span', {}, 'The area is the total time.'));
    put(panel,
        element(
            'div', {class: 'split'},
            element(
                'div', {class: 'stage'}, this.plot, legend,
                notes.some(Boolean) &&
                    element('p', {class: 'note'}, notes.filter(Boolean).join(' '))),
            this.side),
        element('h2', {}, 'Kernels'), this.table.box);
    this.draw = once_per_frame(() => this.paint());
    new ResizeObserver(() => this.draw()).observe(this.plot);
    this.show_side();
    this.draw();
  }

  // The common logarithms of the limits of the plot, around all points and the ridge.
  limits() {
    const {machine} = this.all, x = this.points.map((it) => it.intensity),
          y = this.points.map((it) => it.flops);
    if (machine.flops > 0) y.push(machine.flops);
    if (machine.flops > 0 && machine.bytes > 0) x.push(machine.flops / machine.bytes);
    const span = (values, fallback) => {
      if (!values.length) return fallback;
      const low = values.reduce((a, b) => Math.min(a, b)),
            high = values.reduce((a, b) => Math.max(a, b));
      return [Math.log10(low) - 0.4, Math.log10(high) + 0.4];
    };
    return {x: span(x, [-2, 2]), y: span(y, [6, 12])};
  }

  paint() {
    const width = this.plot.clientWidth;
    if (!width) return;
    const height = Math.max(280, Math.min(560, width * 0.6)), left = 84, bottom = height - 40,
          top = 10, right = width - 14;
    const {x: [x0, x1], y: [y0, y1]} = this.limits();
    const x_of = (value) => left + ((Math.log10(value) - x0) / (x1 - x0)) * (right - left);
    const y_of = (value) => bottom - ((Math.log10(value) - y0) / (y1 - y0)) * (bottom - top);
    const svg =
        element('svg', {viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true'});
    for (const value of log_ticks(x0, x1, (right - left) / 60)) {
      const x = x_of(value);
      put(svg, element('line', {x1: x, x2: x, y1: top, y2: bottom, class: 'grid'}),
          element(
              'text', {x, y: bottom + 16, 'text-anchor': 'middle'},
              value < 0.01 || value > 2e4 ? value.toExponential(0) : value));
    }
    for (const value of log_ticks(y0, y1, (bottom - top) / 30)) {
      const y = y_of(value);
      put(svg, element('line', {x1: left, x2: right, y1: y, y2: y, class: 'grid'}),
          element('text', {x: left - 6, y: y + 4, 'text-anchor': 'end'}, scaled(value, 'FLOP/s')));
    }
    put(svg,
        element(
            'text', {x: (left + right) / 2, y: height - 6, 'text-anchor': 'middle'},
            'Intensity in FLOP per byte'));
    const roofs = {x0: 10 ** x0, x1: 10 ** x1, y0: 10 ** y0, x_of, y_of, right, left};
    this.put_roofs(svg, roofs);
    this.put_points(svg, x_of, y_of);
    this.put_names(svg, roofs);
    replace(this.plot, svg);
    if (!this.points.length)
      put(this.plot, element('p', {class: 'empty'}, 'No kernel with known FLOPs and bytes ran.'));
  }

  put_roofs(svg, {x0, x1, y0, x_of, y_of, right, left}) {
    const {flops, bytes} = this.all.machine;
    if (!(flops > 0) || !(bytes > 0)) {
      return put(
          svg,
          element('text', {x: left + 8, y: 26}, 'The capture lacks the peaks of the machine.'));
    }
    const ridge = flops / bytes, start = Math.max(x0, y0 / bytes),
          is_right = x_of(ridge) + 80 > right;
    const path = `M${x_of(start)} ${y_of(start * bytes)}L${x_of(ridge)} ${y_of(flops)}L${
        x_of(x1)} ${y_of(flops)}`;
    put(svg, element('path', {d: path, class: 'roof'}),
        element(
            'line',
            {x1: x_of(ridge), x2: x_of(ridge), y1: y_of(flops), y2: y_of(y0), class: 'ridge'}),
        element(
            'text', {
              x: x_of(ridge) + (is_right ? -5 : 5),
              y: y_of(y0) - 6,
              'text-anchor': is_right ? 'end' : 'start'
            },
            `${digits(ridge)} FLOP/B`));
  }

  // Names are above the points.
  put_names(svg, {x0, y0, x_of, y_of, right}) {
    const {flops, bytes} = this.all.machine;
    if (!(flops > 0) || !(bytes > 0)) return;
    const ridge = flops / bytes, start = Math.max(x0, y0 / bytes);
    put(svg,
        element(
            'text', {x: right, y: y_of(flops) - 6, 'text-anchor': 'end', class: 'roof-name'},
            `Peak ${flop_rate_text(flops)}`));
    const middle = Math.sqrt(start * ridge),
          slope = Math.atan2(y_of(flops) - y_of(start * bytes), x_of(ridge) - x_of(start));
    put(svg,
        element(
            'text', {
              class: 'roof-name',
              'text-anchor': 'middle',
              transform: `translate(${x_of(middle)} ${y_of(middle * bytes)}) rotate(${
                  (slope * 180) / Math.PI}) translate(0 -6)`
            },
            `Memory ${byte_rate_text(bytes)}`));
  }

  // The largest are drawn first, so that small ones stay above them.
  put_points(svg, x_of, y_of) {
    const longest = this.shown.length ? this.shown[0].label.total : 1;
    for (const it of this.shown) {
      const [x, y] = [x_of(it.intensity), y_of(it.flops)],
                r = 3.5 + 15 * Math.sqrt(it.label.total / longest);
      const name = `point ${it.bound || 'compute'}${it.label === this.picked ? ' picked' : ''}`;
      const handlers = {
        onclick: () => this.pick(it.label),
        onpointerleave: hide_tooltip,
        onpointermove: (event) => this.hover(it, event)
      };
      put(svg,
          it.bound === 'memory' ? element('path', {
            d: `M${x} ${y - r * 1.25}L${x + r * 1.25} ${y}L${x} ${y + r * 1.25}L${x - r * 1.25} ${
                y}Z`,
            class: name,
            ...handlers
          }) :
                                  element('circle', {cx: x, cy: y, r, class: name, ...handlers}));
    }
  }

  hover({label, flops, intensity, of_limit}, event) {
    show_tooltip(
        event.clientX, event.clientY, label.name, label.ops,
        `${flop_rate_text(flops)} at ${digits(intensity)} FLOP/B`,
        Number.isFinite(of_limit) && `${percent_text(of_limit)} of the limit`,
        `${time_text(label.total)} in ${plural(label.count, 'run')}`, label.layer,
        place_text(this.all, label.places[0]));
  }

  pick(label) {
    this.picked = label;
    this.table.fill();
    this.show_side();
    this.draw();
    const {flops, bound} = rates_of(this.all, label);
    say(`${label.name}, ${flop_rate_text(flops)}, ${bound_text(bound)}`);
  }

  show_side() {
    replace(
        this.side,
        this.picked ?
            label_details(this.all, this.picked) :
            element(
                'section', {class: 'details hint'}, element('h3', {}, 'Nothing selected'),
                element(
                    'p', {},
                    'A point below the slope waits for memory, and one below the flat line for ' +
                        'arithmetic. The distance to the line is what can be gained.'),
                element(
                    'p', {},
                    'A click selects a kernel. Left and right go through the kernels by their ' +
                        'total time.')));
  }

  key(event) {
    const move = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!move || !this.shown.length) return;
    event.preventDefault();
    const at = this.shown.findIndex((it) => it.label === this.picked);
    this.pick(this.shown[Math.max(0, Math.min(this.shown.length - 1, at + move))].label);
  }
}

// Powers of ten between two logarithms, or 1, 2, and 5 times them if there is room for `most`.
function log_ticks(low, high, most) {
  const factors = (high - low) * 3 <= most ? [1, 2, 5] : [1],
        every = Math.ceil((high - low) / Math.max(1, most)), out = [];
  for (let power = Math.floor(low / every) * every; power <= high; power += every) {
    for (const factor of factors) {
      const value = Number(`${factor}e${power}`);
      if (Math.log10(value) >= low && Math.log10(value) <= high) out.push(value);
    }
  }
  return out;
}
