// Timeline: the events of all tracks, with zoom, search, and details.

class TimelineView {
  constructor(all) {
    this.all = all;
    Object.assign(this, {
      scroll: 0,
      selected: null,
      range: null,
      found: null,
      mode: 'kind',
      hidden_tracks: new Set(),
      collapsed: new Set()
    });
    this.axis = new TimeAxis(all.end, () => this.draw());
    this.draw = once_per_frame(() => this.paint());
    // Parts of kernels on many threads would hide all else.
    this.tracks = [...all.tracks].sort((a, b) => a.kind - b.kind || a.index - b.index);
    this.use_mode('kind');
  }

  build(panel) {
    this.map = element('canvas', {class: 'map', 'aria-hidden': 'true'});
    this.canvas = element('canvas', {
      class: 'tracks',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'timeline',
      'aria-label': 'Events of all tracks. W and S zoom, A and D pan, brackets choose an event, ' +
          'the question mark lists all keys.'
    });
    this.side = element('aside', {class: 'side', 'aria-label': 'Details of the timeline'});
    this.legend = element('div', {class: 'legend'});
    this.stage = element('div', {class: 'stage'}, this.map, this.canvas, this.legend);
    put(panel, this.toolbar(), element('div', {class: 'split'}, this.stage, this.side));
    this.listen();
    this.show_side();
    this.show_legend();
    this.draw();
  }

  toolbar() {
    const button = (text, title, onclick) =>
        element('button', {type: 'button', title, 'aria-label': title, onclick}, text);
    this.search = element('input', {
      type: 'search',
      placeholder: 'Search names, layers, lines (/)',
      'aria-label': 'Search events',
      oninput: () => this.find(this.search.value),
      onkeydown: (event) => event.key === 'Enter' && this.next_match(event.shiftKey ? -1 : 1)
    });
    const modes = [
      ['kind', 'Kernel'], ['category', 'Category'], ['layer', 'Layer'], ['function', 'Function'],
      ['bound', 'Bound']
    ];
    const mode = element(
        'select', {
          'aria-label': 'Color by',
          onchange: () => {
            this.use_mode(mode.value);
            this.show_legend();
            this.draw();
          }
        },
        modes.map(([value, text]) => element('option', {value}, text)));
    return element(
        'div', {class: 'toolbar'}, this.search,
        element(
            'span', {class: 'group'}, button('+', 'Zoom in (W)', () => this.axis.zoom(2)),
            button('−', 'Zoom out (S)', () => this.axis.zoom(0.5)),
            button('←', 'Earlier (A)', () => this.axis.pan(-this.axis.width / 3)),
            button('→', 'Later (D)', () => this.axis.pan(this.axis.width / 3)),
            button('All', 'Show all (Home)', () => this.axis.show_all())),
        element('label', {}, 'Color by ', mode), this.tracks_menu());
  }

  tracks_menu() {
    const boxes = this.tracks.map((track) => {
      const box = element('input', {
        type: 'checkbox',
        onchange: () => {
          this.hidden_tracks[box.checked ? 'delete' : 'add'](track.index);
          this.draw();
        }
      });
      box.checked = true;
      return element(
          'label', {}, box, ' ', track_title(track),
          element('span', {class: 'dim'}, ` ${count_text(track.count)}`));
    });
    return element(
        'details', {class: 'menu'}, element('summary', {}, 'Tracks'), element('div', {}, boxes));
  }

  use_mode(mode) {
    this.mode = mode;
    this.colors = label_colors(this.all, mode).colors;
  }

  show_legend() {
    const {colors, legend: rows} = label_colors(this.all, this.mode);
    this.colors = colors;
    const used = this.mode !== 'category' ?
        [['all others', other_color]] :
        category_names.map((name, i) => [name, category_colors[i]])
            .filter(
                (it, i) => this.all.labels.some((label) => label.count && label.category === i));
    const title =
        {kind: 'Operations', layer: 'Layers', function: 'Functions', bound: 'Bound'}[this.mode];
    const items = (list) => list.map(([name, color]) => element('span', {}, swatch(color), name));
    replace(
        this.legend, rows.length > 0 && [element('b', {}, title), items(rows)],
        used.length > 0 && [element('b', {}, 'Spans'), items(used)]);
  }

  listen() {
    this.axis.listen(this.canvas, {
      onclick: (x, y) => this.click(x, y),
      onhover: (x, y, event) => this.hover(x, y, event),
      onleave: () => hide_tooltip(),
      onscroll: (pixels) => this.scroll_by(pixels),
      onselect: (x0, x1, is_done) => this.select_range(x0, x1, is_done),
    });
    const jump = (event) => {
      if (!event.buttons) return;
      const box = this.map.getBoundingClientRect(), span = this.axis.high - this.axis.low;
      const center = ((event.clientX - box.left - this.axis.left) / this.axis.width) * this.all.end;
      this.axis.show(center - span / 2, center + span / 2);
    };
    this.map.addEventListener('pointerdown', (event) => {
      this.map.setPointerCapture(event.pointerId);
      jump(event);
    });
    this.map.addEventListener('pointermove', jump);
    new ResizeObserver(() => this.draw()).observe(this.stage);
  }

  scroll_by(pixels) {
    const room = Math.max(0, this.content - (this.height - ruler_height));
    this.scroll = Math.max(0, Math.min(room, this.scroll + pixels));
    this.draw();
  }

  // On wide pages the canvas has the height of the window and scrolls; on narrow ones it has the
  // height of its content, and the page scrolls.
  measure() {
    const width = this.stage.clientWidth, is_narrow = width < 640;
    this.axis.left = is_narrow ? 0 : 140;
    this.axis.width = Math.max(1, width - this.axis.left);
    const {lanes, height} = lanes_of(this.tracks, this, !is_narrow);
    const room = is_narrow ? 4000 : Math.max(260, innerHeight - 250);
    Object.assign(this, {
      lanes,
      content: height,
      width,
      is_narrow,
      height: Math.min(room, height + ruler_height + 4)
    });
    this.canvas.style.height = `${this.height}px`;
    this.scroll = Math.max(0, Math.min(this.scroll, height - this.height + ruler_height));
  }

  paint() {
    if (!this.stage || !this.stage.clientWidth) return;
    this.measure();
    const {axis, height, width} = this, context = canvas_context(this.canvas, width, height);
    axis.draw_ruler(context, 0, height);
    context.save();
    context.beginPath();
    context.rect(0, ruler_height, width, height);
    context.clip();
    const painter = new RowPainter(context, axis, this.colors, this.all.labels);
    for (const lane of this.lanes) this.draw_lane(context, painter, lane);
    this.draw_steps(context);
    if (this.range) {
      const [x0, x1] = this.range.map((time) => axis.x_of(time));
      context.fillStyle = theme_color('range');
      context.fillRect(x0, ruler_height, x1 - x0, height);
    }
    context.restore();
    this.draw_map();
  }

  // Lines at the begins of steps, if they are few.
  draw_steps(context) {
    const {axis} = this, {steps} = app.views.overview.split;
    const first = first_true(0, steps.length, (k) => steps[k].begin >= axis.low);
    const stop = first_true(first, steps.length, (k) => steps[k].begin >= axis.high);
    if (axis.width / Math.max(1, stop - first) < 60) return;
    context.fillStyle = theme_color('text');
    context.globalAlpha = 0.45;
    for (let i = first; i < stop; i++)
      context.fillRect(Math.round(axis.x_of(steps[i].begin)) - 1, ruler_height, 1, this.height);
    context.globalAlpha = 1;
  }

  draw_lane(context, painter, lane) {
    const {axis, width, height} = this, y = lane.y + ruler_height - this.scroll;
    if (y > height || y + lane.height + strip_height < 0) return;
    context.fillStyle = theme_color('lane');
    context.fillRect(axis.left, y - 1, width - axis.left, lane.height);
    context.save();
    context.beginPath();
    context.rect(axis.left, 0, axis.width, height);
    context.clip();
    for (let row = 0; row < lane.rows; row++) {
      painter.row(lane.track, row, y + row * row_height, !!this.found);
      const found = this.found && this.found.rows.get(lane.track)?.[row];
      if (found) painter.matches(lane.track, found, y + row * row_height);
    }
    this.draw_selected(context, lane, y);
    context.restore();
    this.draw_name(context, lane, y);
  }

  draw_selected(context, lane, y) {
    const it = this.selected;
    if (!it || it.track !== lane.track) return;
    const row = upper_bound(it.track.rows, it.at) - 1;
    if (row >= lane.rows) return;
    const left = this.axis.x_of(it.track.begin[it.at]), right = this.axis.x_of(it.track.end[it.at]);
    context.strokeStyle = theme_color('text');
    context.lineWidth = 2;
    context.strokeRect(
        left - 1, y + row * row_height - 1, Math.max(3, right - left + 1), row_height);
  }

  draw_name(context, lane, y) {
    const is_closed = this.collapsed.has(lane.track.index), {axis} = this;
    const mark = lane.is_nested ? (is_closed ? '▸ ' : '▾ ') : '   ';
    let name = mark + track_title(lane.track);
    context.font = '12px system-ui, sans-serif';
    const room = this.is_narrow ? this.width - 8 : axis.left - 12;
    while (name.length > 3 && context.measureText(name).width > room)
      name = `${name.slice(0, -2)}…`;
    context.fillStyle = theme_color('back');
    if (!this.is_narrow) context.fillRect(0, y - 1, axis.left, lane.height);
    context.fillStyle = theme_color('text');
    context.fillText(name, 4, this.is_narrow ? y - strip_height / 2 : y + row_height / 2);
    context.font = '11px ui-monospace, Menlo, Consolas, monospace';
  }

  // Busy time of the devices above that of the main thread, and the visible range.
  draw_map() {
    const {axis} = this, {main} = app.views.overview.split, height = 34;
    const context = canvas_context(this.map, this.width, height);
    const rows = [
      [this.all.tracks.find((track) => track.kind === DEVICE), 3, theme_color('accent')],
      [main, 19, theme_color('dim')]
    ];
    for (const [track, y, color] of rows) {
      context.fillStyle = theme_color('lane');
      context.fillRect(axis.left, y, axis.width, 12);
      if (track) this.draw_coverage(context, track, y, color);
    }
    const [x0, x1] =
        [axis.low, axis.high].map((time) => axis.left + (time / this.all.end) * axis.width);
    context.fillStyle = theme_color('shade');
    context.fillRect(axis.left, 0, x0 - axis.left, height);
    context.fillRect(x1, 0, this.width - x1, height);
    context.strokeStyle = theme_color('text');
    context.strokeRect(x0 + 0.5, 0.5, Math.max(2, x1 - x0 - 1), height - 1);
    context.fillStyle = theme_color('dim');
    context.font = '11px system-ui, sans-serif';
    if (!this.is_narrow) context.fillText('Capture', 4, 21);
  }

  draw_coverage(context, track, y, color) {
    const {axis} = this, stop = track.rows[1] || 0, step = this.all.end / axis.width;
    context.fillStyle = color;
    for (let x = 0, i = 0; x < axis.width; x++) {
      const from = x * step, j = lower_bound(track.begin, from + step, i, stop);
      let busy = track.busy[j] - track.busy[i];
      if (i > 0) busy += Math.max(0, Math.min(track.end[i - 1], from + step) - from);
      context.globalAlpha = Math.max(0, Math.min(1, busy / step));
      context.fillRect(axis.left + x, y, 1, 12);
      i = j;
    }
    context.globalAlpha = 1;
  }

  // The event at a point of the canvas; of very short ones, the nearest within three pixels.
  event_at(x, y) {
    const lane = this.lane_at(y);
    if (!lane || x < this.axis.left) return null;
    const row = Math.floor((y - ruler_height + this.scroll - lane.y) / row_height), {track} = lane;
    if (row < 0 || row >= lane.rows || row + 1 >= track.rows.length) return null;
    const time = this.axis.time_of(x), near = 3 * this.axis.time_per_pixel;
    const i = upper_bound(track.end, time, track.rows[row], track.rows[row + 1]);
    const distance = (k) => Math.max(track.begin[k] - time, time - track.end[k], 0);
    const best = [i, i - 1]
                     .filter((k) => k >= track.rows[row] && k < track.rows[row + 1])
                     .sort((a, b) => distance(a) - distance(b))[0];
    return best !== undefined && distance(best) <= near ? {track, at: best} : null;
  }

  lane_at(y) {
    const at = y - ruler_height + this.scroll;
    return this.lanes.find(
        (lane) => at >= lane.y - (this.is_narrow ? strip_height : 0) && at < lane.y + lane.height);
  }

  click(x, y) {
    const lane = this.lane_at(y),
          is_name =
              this.is_narrow ? lane && y - ruler_height + this.scroll < lane.y : x < this.axis.left;
    if (lane && is_name) {
      if (!this.collapsed.delete(lane.track.index)) this.collapsed.add(lane.track.index);
      return this.draw();
    }
    this.select(this.event_at(x, y));
  }

  hover(x, y, event) {
    const it = this.event_at(x, y);
    if (!it) return hide_tooltip();
    const label = this.all.labels[it.track.label[it.at]],
          rates = label.category === KERNEL ? rates_of(this.all, label) : {};
    show_tooltip(
        event.clientX, event.clientY, label.name,
        time_text(it.track.end[it.at] - it.track.begin[it.at]),
        label.ops !== label.name && label.ops, label.layer, place_text(this.all, label.places[0]),
        rates.bound && `${rates.bound}-bound, ${percent_text(rates.of_limit)} of the limit`);
  }

  select(it) {
    this.selected = it;
    this.range = null;
    this.show_side();
    if (it) {
      const label = this.all.labels[it.track.label[it.at]];
      say(`${category_names[label.category]} ${label.name}, ${
          time_text(it.track.end[it.at] - it.track.begin[it.at])}`);
    }
    this.draw();
  }

  select_range(x0, x1, is_done) {
    this.range = [this.axis.time_of(Math.min(x0, x1)), this.axis.time_of(Math.max(x0, x1))];
    if (is_done) {
      this.selected = null;
      this.show_side();
    }
    this.draw();
  }

  // Shows an event in `zoom` times its length.
  reveal(it, zoom = 12) {
    const begin = it.track.begin[it.at], end = it.track.end[it.at],
          span = Math.max(end - begin, 100) * zoom;
    this.hidden_tracks.delete(it.track.index);
    this.collapsed.delete(it.track.index);
    this.axis.show((begin + end - span) / 2, (begin + end + span) / 2);
    this.select(it);
    this.measure();
    const lane = this.lanes.find((lane) => lane.track === it.track);
    const y = lane.y + (upper_bound(it.track.rows, it.at) - 1) * row_height;
    if (y < this.scroll || y > this.scroll + this.height - ruler_height - row_height)
      this.scroll_by(y - this.scroll - 60);
  }

  show_side() {
    const content = this.selected ? event_details(this.all, this.selected) :
        this.range                ? range_details(this.all, ...this.range) :
        this.found                ? null :
                                    this.hint();
    replace(this.side, this.found && this.matches_panel(), content);
  }

  hint() {
    const {all} = this;
    return element(
        'section', {class: 'details hint'}, element('h3', {}, 'Nothing selected'),
        element(
            'p', {},
            `${plural(all.events, 'event')} on ${plural(all.tracks.length, 'track')}, ${
                time_text(all.end)}.`),
        element(
            'p', {},
            'A click selects an event. The wheel or two fingers zoom, and a drag pans. ' +
                'A drag with Shift selects a range of time. ' +
                'A click on the name of a track collapses it.'),
        element('p', {}, element('kbd', {}, '?'), ' lists the keys.'));
  }

  find(text) {
    const query = text.trim().toLowerCase();
    this.found = query ? find_events(this.all, query) : null;
    this.range = null;
    if (query) this.selected = null;
    this.show_side();
    if (this.found) say(`${plural(this.found.count, 'match')}`.replace('matchs', 'matches'));
    this.draw();
  }

  matches_panel() {
    const {found} = this;
    const table = new SortedTable(
        [
          {title: 'Name', value: (row) => row.name, is_code: true},
          {
            title: 'Total',
            value: (row) => row.total,
            text: (row) => time_text(row.total),
            is_number: true
          },
          {
            title: 'Count',
            value: (row) => row.count,
            text: (row) => count_text(row.count),
            is_number: true
          },
        ],
        {
          caption: `${count_text(found.count)} ${found.count === 1 ? 'match' : 'matches'}`,
          sort: 1,
          most: 8,
          rows: found.labels,
          empty: 'No event matches.',
          onpick: (label) => this.reveal(first_event(this.all, label))
        });
    return element(
        'section', {class: 'details'}, table.box,
        found.count > 0 &&
            element(
                'p', {class: 'note'},
                'Enter selects the next match, and Shift+Enter the previous one.'));
  }

  // Selects the next match in order of time after the selected event, or after the visible begin.
  next_match(sign) {
    if (!this.found || !this.found.count) return;
    const from = this.selected ? this.selected.track.begin[this.selected.at] :
        sign > 0               ? -1 :
                                 Infinity;
    const best = nearest_match(this.found, from, sign) ||
        nearest_match(this.found, sign > 0 ? -1 : Infinity, sign);
    if (best) this.reveal(best);
  }

  // Moves from the selected event: to its neighbors, what contains it, or what it contains.
  move(way) {
    const it = this.selected;
    if (!it) return this.select(this.event_in_view());
    const {track} = it, next = neighbor_of(it, way);
    if (next < 0) return say('No further event.');
    this.select({track, at: next});
    const {axis} = this, margin = (axis.high - axis.low) / 10;
    const low = track.begin[next], high = track.end[next];
    if (low < axis.low || high > axis.high) {
      const span = Math.max(axis.high - axis.low, high - low + 2 * margin);
      axis.show((low + high - span) / 2, (low + high + span) / 2);
    }
  }

  event_in_view() {
    const middle = this.axis.low + (this.axis.high - this.axis.low) / 2;
    for (const {track} of this.lanes || []) {
      if (!track.count) continue;
      const stop = track.rows[1];
      return {track, at: Math.min(stop - 1, upper_bound(track.end, middle, 0, stop))};
    }
    return null;
  }

  on_key(event) {
    const moves = {'[': 'last', ']': 'next', p: 'out', c: 'in'};
    const actions = {
      ArrowUp: () => this.scroll_by(-3 * row_height),
      ArrowDown: () => this.scroll_by(3 * row_height),
      PageUp: () => this.scroll_by(-this.height / 2),
      PageDown: () => this.scroll_by(this.height / 2),
      f: () => this.selected && this.reveal(this.selected, 1.3),
      n: () => this.next_match(1),
      N: () => this.next_match(-1),
      '/': () => this.search.focus(),
      Escape: () => {
        this.search.value = '';
        this.found = null;
        this.select(null);
      },
    };
    if (moves[event.key])
      this.move(moves[event.key]);
    else if (actions[event.key])
      actions[event.key]();
    else
      return this.axis.key(event);
    return true;
  }
}
