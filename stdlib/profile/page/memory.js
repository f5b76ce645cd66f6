// Memory: use over time, and the allocations that are alive at an instant.

class MemoryView {
  constructor(all) {
    this.all = all;
    this.memory = all.allocations;
    const {peak_at, time} = this.memory;
    this.at = peak_at >= 0 ? time[peak_at] : 0;
    this.axis = new TimeAxis(all.end, () => this.draw());
    this.draw = once_per_frame(() => this.paint());
  }

  build(panel) {
    const {memory} = this;
    if (memory.count)
      put(panel, this.chart(), this.alive_section());
    else
      put(panel, element('p', {class: 'empty'}, 'The capture has no allocations.'));
    put(panel, this.plans_section());
    if (!memory.count) return;
    this.show_alive();
    this.draw();
  }

  chart() {
    this.canvas = element('canvas', {
      class: 'memory',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'chart',
      'aria-label':
          'Memory in use over time. Comma and period move the instant, W and S zoom, A and D pan.'
    });
    this.axis.listen(this.canvas, {
      onclick: (x) => this.choose(this.axis.time_of(x)),
      onhover: (x, y, event) => {
        const time = this.axis.time_of(x);
        show_tooltip(
            event.clientX, event.clientY, bytes_text(this.used_at(time)),
            instant_text(time, this.axis.time_per_pixel));
      },
      onleave: hide_tooltip,
    });
    this.stage = element('div', {class: 'stage'}, this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.stage);
    const {peak_at, time} = this.memory,
                    button = (text, onclick) => element('button', {type: 'button', onclick}, text);
    const jumps = element(
        'div', {class: 'toolbar'}, peak_at >= 0 && button('Peak', () => this.choose(time[peak_at])),
        button('End', () => this.choose(this.all.end)),
        element(
            'span', {class: 'group'}, button('+', () => this.axis.zoom(2)),
            button('−', () => this.axis.zoom(0.5)), button('All', () => this.axis.show_all())),
        element('span', {class: 'note'}, 'A click on the chart chooses an instant.'));
    return element('section', {}, element('h2', {}, 'Memory in use'), this.stage, jumps);
  }

  alive_section() {
    this.title = element('h2', {'aria-live': 'polite'});
    this.table = new SortedTable(
        [
          {
            title: 'Line',
            value: (row) =>
                short_place(this.all, row.place) || '(no line: the library, or before the script)',
            full: (row) => place_text(this.all, row.place),
            is_code: true
          },
          {title: 'Span', value: (row) => this.label_text(row.label), is_code: true},
          {
            title: 'Bytes',
            value: (row) => row.bytes,
            text: (row) => bytes_text(row.bytes),
            is_number: true
          },
          {
            title: 'Share',
            value: (row) => row.bytes / this.alive,
            text: (row) => share_bar(row.bytes / this.alive, this.most / this.alive, '#009e73'),
            is_number: true
          },
          {
            title: 'Allocations',
            value: (row) => row.count,
            text: (row) => count_text(row.count),
            is_number: true,
            is_minor: true
          },
          {
            title: 'Largest',
            value: (row) => row.largest,
            text: (row) => bytes_text(row.largest),
            is_number: true,
            is_minor: true
          },
          {
            title: 'Oldest',
            value: (row) => this.at - row.first,
            text: (row) => time_text(this.at - row.first),
            is_number: true,
            is_minor: true
          },
          ...(this.all.spaces.length > 1 ? [{
            title: 'Space',
            value: (row) => this.all.spaces[row.space] || String(row.space)
          }] :
                                           []),
        ],
        {
          label: 'Live allocations',
          sort: 2,
          rows: [],
          empty: 'No allocation of the capture is alive.'
        });
    this.note = element('p', {class: 'note'});
    return element('section', {}, this.title, this.note, this.table.box);
  }

  label_text(index) {
    const label = this.all.labels[index];
    return label ? label.name + (label.layer ? ` in ${label.layer}` : '') : '';
  }

  used_at(time) {
    const i = upper_bound(this.memory.time, time);
    return i ? this.memory.used[i - 1] : this.all.before;
  }

  choose(time) {
    this.at = Math.max(0, Math.min(this.all.end, time));
    this.show_alive();
    this.draw();
  }

  // Moves the instant to the next change of the use.
  step(by) {
    const {memory, at} = this;
    const i = by > 0 ? upper_bound(memory.time, at) : lower_bound(memory.time, at) - 1;
    if (i >= 0 && i < memory.count) this.choose(memory.time[i]);
    say(`${bytes_text(this.used_at(this.at))} at ${time_text(this.at)}`);
  }

  on_key(event) {
    if (!this.memory.count) return false;
    if (event.key === ',' || event.key === '.')
      this.step(event.key === '.' ? 1 : -1);
    else
      return this.axis.key(event);
    return true;
  }

  // Groups of allocations by line, span, and space.
  show_alive() {
    const {memory, all} = this, {peak_at} = memory,
                   is_peak = peak_at >= 0 && this.at === memory.time[peak_at];
    // At equal times the entries up to the peak count, and not those that follow it.
    const stop = is_peak ? peak_at + 1 : upper_bound(memory.time, this.at), groups = new Map();
    this.alive = 0;
    for (let i = 0; i < stop; i++) {
      if (memory.bytes[i] <= 0 || (memory.release[i] >= 0 && memory.release[i] < stop)) continue;
      const key = `${memory.place[i]} ${memory.label[i]} ${memory.space[i]}`;
      let row = groups.get(key);
      if (!row) {
        row = {
          place: memory.place[i],
          label: memory.label[i],
          space: memory.space[i],
          bytes: 0,
          count: 0,
          largest: 0,
          first: memory.time[i]
        };
        groups.set(key, row);
      }
      row.bytes += memory.bytes[i];
      row.count++;
      row.largest = Math.max(row.largest, memory.bytes[i]);
      this.alive += memory.bytes[i];
    }
    const used = is_peak ? memory.used[peak_at] : this.used_at(this.at), rest = used - this.alive;
    const when = is_peak   ? 'at the peak' :
        this.at >= all.end ? 'at the end' :
                             `at ${instant_text(this.at, this.axis.time_per_pixel)}`;
    this.title.textContent = `Live allocations ${when}`;
    this.note.textContent =
        `${bytes_text(used)} in use; ${bytes_text(this.alive)} allocated in the capture` +
        (rest > 0 ? `, ${bytes_text(rest)} before it` : '') + '.' +
        (is_peak && all.peak > 0 && Math.abs(all.peak - used) >= 1 ?
             ` The allocator reports a peak of ${bytes_text(all.peak)}.` :
             '') +
        (is_peak ? planned_text(all.modules[all.peak_module], used) : '');
    this.most = Math.max(0, ...[...groups.values()].map((row) => row.bytes));
    this.table.set([...groups.values()]);
  }

  paint() {
    if (!this.stage || !this.stage.clientWidth) return;
    const {axis, memory, all} = this, width = this.stage.clientWidth,
                         height = this.canvas.clientHeight;
    Object.assign(axis, {left: 64, width: Math.max(1, width - 70)});
    const context = canvas_context(this.canvas, width, height), bottom = height - 4,
          top = ruler_height + 18;
    axis.draw_ruler(context, 0, bottom);
    const highest =
        Math.max(1, all.before, memory.peak_at >= 0 ? memory.used[memory.peak_at] : 0, 1) * 1.04;
    const y_of = (bytes) => bottom - (Math.max(0, bytes) / highest) * (bottom - top);
    context.textAlign = 'right';
    for (const tick of ticks_of(0, highest, 5).ticks) {
      context.fillStyle = theme_color('grid');
      context.fillRect(axis.left, Math.round(y_of(tick)), axis.width, 1);
      context.fillStyle = theme_color('dim');
      context.fillText(bytes_text(tick), axis.left - 6, y_of(tick));
    }
    context.textAlign = 'left';
    this.draw_curve(context, y_of, bottom);
    this.draw_marks(context, y_of, top, bottom);
  }

  // The lowest and highest use in each column of pixels.
  draw_curve(context, y_of, bottom) {
    const {axis, memory} = this, columns = Math.floor(axis.width), points = [];
    let used = this.used_at(axis.low), i = upper_bound(memory.time, axis.low);
    for (let x = 0; x <= columns; x++) {
      const end = axis.low + (x + 1) * axis.time_per_pixel;
      let low = used, high = used;
      for (; i < memory.count && memory.time[i] < end; i++) {
        used = memory.used[i];
        if (used < low) low = used;
        if (used > high) high = used;
      }
      points.push([axis.left + x, low, high]);
    }
    const trace = (column) => points.forEach(([x, ...y]) => context.lineTo(x, y_of(y[column])));
    context.beginPath();
    context.moveTo(axis.left, bottom);
    trace(1);
    context.lineTo(axis.left + columns, bottom);
    context.fillStyle = theme_color('area');
    context.fill();
    context.beginPath();
    trace(1);
    context.strokeStyle = theme_color('accent');
    context.lineWidth = 1.3;
    context.stroke();
    context.fillStyle = theme_color('accent');
    context.globalAlpha = 0.5;
    for (const [x, low, high] of points)
      if (high > low) context.fillRect(x, y_of(high), 1, y_of(low) - y_of(high));
    context.globalAlpha = 1;
  }

  draw_marks(context, y_of, top, bottom) {
    const {axis, memory} = this, {peak_at} = memory;
    const x = axis.x_of(this.at);
    if (x >= axis.left && x <= axis.left + axis.width) {
      context.fillStyle = theme_color('text');
      context.fillRect(Math.round(x), ruler_height, 1, bottom - ruler_height);
    }
    if (peak_at < 0) return;
    const peak_x = axis.x_of(memory.time[peak_at]), y = y_of(memory.used[peak_at]);
    if (peak_x < axis.left || peak_x > axis.left + axis.width) return;
    context.beginPath();
    context.moveTo(peak_x, y - 2);
    context.lineTo(peak_x - 5, y - 10);
    context.lineTo(peak_x + 5, y - 10);
    context.fillStyle = '#d55e00';
    context.fill();
    context.font = '600 12px system-ui, sans-serif';
    const text = `Peak ${bytes_text(memory.used[peak_at])}`, size = context.measureText(text).width;
    context.fillStyle = theme_color('text');
    context.fillText(
        text, peak_x + 9 + size > axis.left + axis.width ? peak_x - 9 - size : peak_x + 9, y - 8);
  }

  plans_section() {
    const rows = this.all.modules.filter((module) => module.peak > 0 || module.buffers.length);
    if (!rows.length) return null;
    const of = (module, home) =>
        module.buffers.reduce((sum, it) => sum + (it.home === home ? it.bytes : 0), 0);
    const bytes = (title, value) =>
        ({title, value, text: (row) => bytes_text(value(row)), is_number: true});
    const place = element('div');
    const table = new SortedTable(
        [
          {title: 'Function', value: (row) => row.name, is_code: true},
          bytes('Planned peak', (row) => row.peak),
          bytes('Arena', (row) => row.arena),
          bytes('Scratch of threads', (row) => row.scratch),
          bytes('Parameters', (row) => of(row, 0)),
          bytes('Results', (row) => of(row, 1)),
          bytes('Constants', (row) => of(row, 3)),
          {title: 'Buffers', value: (row) => row.buffers.length, is_number: true},
        ],
        {
          label: 'Planned memory',
          sort: 1,
          rows,
          onpick: (module) => replace(place, arena_figure(this.all, module))
        });
    put(place, arena_figure(this.all, rows.reduce((a, b) => (b.arena > a.arena ? b : a))));
    return element(
        'section', {}, element('h2', {}, 'Planned memory of compiled functions'), table.box, place);
  }
}

// The planned memory of the function that runs at the peak. Scratch is not in the measured memory.
function planned_text(module, used) {
  if (!module) return '';
  const planned = module.peak - module.scratch, other = used - planned;
  return ` ${module.name} runs, and ${
             bytes_text(planned)} are planned for its arguments, results, ` +
      `and temporaries` + (other > used / 20 ? `; other arrays take ${bytes_text(other)}.` : '.');
}

// The buffers of an arena: steps to the right, addresses upward.
function arena_figure(all, module) {
  const buffers = module.buffers.filter((it) => it.home === 2 && it.bytes > 0)
                      .sort((a, b) => b.bytes - a.bytes)
                      .slice(0, 1500);
  if (!buffers.length)
    return element('p', {class: 'note'}, `The plan of ${module.name} has no arena.`);
  const steps = Math.max(1, module.steps.length, ...buffers.map((it) => it.last + 1)), width = 1000,
        height = 220;
  const top = Math.max(module.arena, ...buffers.map((it) => it.offset + it.bytes), 1);
  const boxes = buffers.map((it, i) => {
    const node = module.nodes[it.node], first = Math.max(0, it.first),
          last = Math.max(first, it.last);
    const lines = [
      node ? `${node.name}: ${type_text(node)}` : 'scratch memory', bytes_text(it.bytes),
      `steps ${first} to ${last}, offset ${bytes_text(it.offset)}`, node && node.layer,
      node && place_text(all, node.place)
    ];
    return element('rect', {
      x: (first / steps) * width,
      y: height - ((it.offset + it.bytes) / top) * height,
      width: Math.max(1, ((last + 1 - first) / steps) * width),
      height: Math.max(0.7, (it.bytes / top) * height),
      fill: palette[i % 6],
      class: 'buffer',
      onpointerleave: hide_tooltip,
      onpointermove: (event) => show_tooltip(event.clientX, event.clientY, ...lines)
    });
  });
  return element(
      'figure', {class: 'arena'},
      element(
          'svg', {
            viewBox: `0 0 ${width} ${height}`,
            preserveAspectRatio: 'none',
            role: 'img',
            'aria-label': `Buffers in the arena of ${module.name}`
          },
          boxes),
      element(
          'figcaption', {},
          `Arena of ${module.name}: ${
              bytes_text(module.arena)}. Steps go to the right, addresses upward.`));
}

const type_text = (node) => `${node.dtype}${node.shape.length ? `[${node.shape.join(', ')}]` : ''}`;
