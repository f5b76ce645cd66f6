// Overview: the split of the time, steps, kernels, advice.

class OverviewView {
  constructor(all) {
    this.all = all;
    this.split = split_time(all);
    this.picked = 0;
  }

  build(panel) {
    put(panel, this.cards(), this.advice(), this.split_section(), this.steps_section(),
        this.kernels_section(), this.annotations_section(),
        element('div', {class: 'columns'}, this.category_section(), this.machine_section()),
        this.counters_section());
    this.draw = once_per_frame(() => this.draw_steps());
    this.draw();
  }

  card(title, value, note) {
    return element(
        'div', {class: 'card'}, element('h3', {}, title), element('p', {class: 'value'}, value),
        note && element('p', {class: 'note'}, note));
  }

  cards() {
    const {all, split} = this,
                out = [this.card('Capture', length_text(all), plural(all.events, 'event'))];
    if (split.steps.length) {
      const sums = summary_of(split.steps.map((step) => step.end - step.begin));
      this.sums = sums;
      const title = split.noun === 'step' ? 'Step time' : 'Call time';
      const {count, first, mean, median, p90} = split.statistics;
      out.push(this.card(
          title, time_text(median),
          count > 1 ? `median of ${plural(count, split.noun)} without the first; mean ${
                          time_text(mean)}, p90 ${time_text(p90)}, first ${time_text(first)}` :
                      `1 ${split.noun}`));
    }
    out.push(this.rate_card('Compute', 'flops', all.machine.flops, flop_rate_text));
    out.push(this.rate_card('Memory traffic', 'bytes', all.machine.bytes, byte_rate_text));
    const peak = Math.max(
        all.peak || 0,
        all.allocations.peak_at >= 0 ? all.allocations.used[all.allocations.peak_at] : 0);
    if (peak > 0)
      out.push(this.card(
          'Peak memory', bytes_text(peak),
          all.before > 0 ? `${bytes_text(all.before)} before the capture` : ''));
    if (all.joules >= 0)
      out.push(this.card(
          'Energy', scaled(all.joules, 'J'),
          `${scaled(all.joules / (all.end / 1e9), 'W')} mean power`));
    return element('div', {class: 'cards'}, out);
  }

  // The rate of all kernels of known work while they run.
  rate_card(title, key, peak, text) {
    let work = 0, time = 0;
    for (const label of kernels_of(this.all)) {
      if (is_known(label.work[key])) work += label.work[key] * label.count;
      time += label.self;
    }
    if (!time || !work) return null;
    const rate = work / (time / 1e9);
    return this.card(
        title, text(rate),
        peak > 0 ? `${percent_text(rate / peak)} of the peak ${text(peak)}, while kernels run` :
                   'while kernels run');
  }

  advice() {
    if (!this.all.advice.length) return null;
    return element(
        'section', {class: 'advice', 'aria-label': 'Advice'}, element('h2', {}, 'Advice'),
        element('ul', {}, this.all.advice.map((text) => element('li', {}, with_code(text)))));
  }

  split_section() {
    const {split, all} = this, total = split.parts.reduce((a, b) => a + b, 0);
    const n = split.steps.length, of_steps = n > 1;
    const used =
        parts
            .map(
                (part, i) =>
                    ({...part, time: split.parts[i], per: split.steady[i] / split.steady_steps}))
            .filter((part) => part.time > 0);
    const bar = element(
        'div', {
          class: 'stack',
          role: 'img',
          'aria-label':
              used.map((part) => `${part.title} ${percent_text(part.time / total)}`).join(', ')
        },
        used.map((part) => {
          const share = part.time / total, text = `${part.title} ${percent_text(share)}`;
          return element(
              'span', {
                style: {flexGrow: share, background: part.color, color: ink_on(part.color)},
                title: `${part.title}: ${time_text(part.time)}, ${percent_text(share)}`
              },
              share > 0.009 * text.length ? text : '');
        }));
    const table = new SortedTable(
        [
          {
            title: 'Part',
            value: (row) => row.title,
            text: (row) => element('span', {title: row.help}, swatch(row.color), row.title)
          },
          {
            title: 'Share',
            value: (row) => row.time / total,
            text: (row) => percent_text(row.time / total),
            is_number: true
          },
          {
            title: 'Time',
            value: (row) => row.time,
            text: (row) => time_text(row.time),
            is_number: true
          },
          ...(of_steps ? [{
            title: `Mean per ${split.noun}`,
            value: (row) => row.per,
            text: (row) => time_text(row.per),
            is_number: true,
            help: n > 2 ? `Of all ${split.noun}s but the first` : undefined
          }] :
                         []),
          {title: 'Meaning', value: (row) => row.help, is_minor: true},
        ],
        {label: 'Split of the time', sort: 1, rows: used});
    return element(
        'section', {}, element('h2', {}, 'Time of the main thread'),
        all.events > 0 && total > 0 ?
            [bar, table.box] :
            element(
                'p', {},
                all.events ? 'All spans have the length 0.' : 'The capture has no events.'));
  }

  steps_section() {
    const {split} = this;
    if (split.steps.length < 2) return null;
    this.canvas = element('canvas', {
      class: 'steps',
      tabindex: '0',
      role: 'img',
      'aria-label': `Times of ${split.steps.length} ${
          split.noun}s. Left and right choose one, Enter shows it in the timeline.`
    });
    this.note = element('p', {class: 'note'});
    this.canvas.addEventListener('pointermove', (event) => this.hover(event));
    this.canvas.addEventListener('pointerleave', hide_tooltip);
    this.canvas.addEventListener('click', (event) => this.open(this.index_at(event)));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    return element(
        'section', {}, element('h2', {}, split.noun === 'step' ? 'Step times' : 'Call times'),
        this.canvas, this.note);
  }

  index_at(event) {
    const box = this.canvas.getBoundingClientRect();
    const i =
        Math.floor(((event.clientX - box.left - 52) / (box.width - 52)) * this.split.steps.length);
    return Math.max(0, Math.min(this.split.steps.length - 1, i));
  }

  hover(event) {
    const step = this.split.steps[this.index_at(event)];
    const shown = parts.map(
        (part, i) => (step.parts[i] > 0 ? `${part.title} ${time_text(step.parts[i])}` : ''));
    show_tooltip(
        event.clientX, event.clientY,
        `${this.split.noun} ${step.number}: ${time_text(step.end - step.begin)}`, ...shown);
  }

  open(index) {
    const step = this.split.steps[index];
    app.open_event(event_of_step(this.all, step), 1.1);
  }

  key(event) {
    const move = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (event.key === 'Enter') this.open(this.picked);
    if (!move) return;
    event.preventDefault();
    this.picked = Math.max(0, Math.min(this.split.steps.length - 1, this.picked + move));
    const step = this.split.steps[this.picked];
    say(`${this.split.noun} ${step.number}: ${time_text(step.end - step.begin)}`);
    this.draw();
  }

  // Bars of the parts; if there are more steps than pixels, each bar is the longest of its steps.
  draw_steps() {
    if (!this.canvas) return;
    const {steps} = this.split, {clientWidth: width, clientHeight: height} = this.canvas;
    const context = canvas_context(this.canvas, width, height), left = 52, bottom = height - 18;
    // One slow step (such as the first, which compiles) must not flatten all others.
    const top = Math.min(this.sums.max, this.sums.p95 * 1.6) * 1.08;
    const y_of = (time) => bottom - (Math.min(time, top) / top) * (bottom - 6);
    context.font = '11px system-ui, sans-serif';
    for (const tick of ticks_of(0, top, 4).ticks) {
      context.fillStyle = theme_color('grid');
      context.fillRect(left, Math.round(y_of(tick)), width - left, 1);
      context.fillStyle = theme_color('dim');
      context.textAlign = 'right';
      context.fillText(time_text(tick), left - 6, y_of(tick) + 4);
    }
    const bars = Math.min(steps.length, Math.floor(width - left)),
          bar_width = (width - left) / bars;
    const cut = [];
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor((bar * steps.length) / bars),
            to = Math.floor(((bar + 1) * steps.length) / bars);
      const step =
          steps.slice(from, to).reduce((a, b) => (b.end - b.begin > a.end - a.begin ? b : a));
      const x = left + bar * bar_width, gap = bar_width > 4 ? 1 : 0;
      let sum = 0;
      step.parts.forEach((time, i) => {
        if (!time) return;
        const y = y_of(sum + time);
        context.fillStyle = parts[i].color;
        context.fillRect(x, y, bar_width - gap, y_of(sum) - y);
        sum += time;
      });
      if (sum > top) cut.push([x + bar_width / 2, sum]);
      if (document.activeElement === this.canvas && this.picked >= from && this.picked < to) {
        context.strokeStyle = theme_color('text');
        context.strokeRect(x - 0.5, 3.5, bar_width, bottom - 3);
      }
    }
    this.draw_labels(context, left, width, height, cut);
  }

  draw_labels(context, left, width, height, cut) {
    const {steps} = this.split;
    context.fillStyle = theme_color('dim');
    context.textAlign = 'left';
    context.fillText(String(steps[0].number), left, height - 5);
    context.textAlign = 'right';
    context.fillText(String(steps.at(-1).number), width, height - 5);
    context.textAlign = 'center';
    context.fillText(this.split.noun, (left + width) / 2, height - 5);
    context.textAlign = 'left';
    for (const [x, time] of cut.slice(0, 3)) {
      context.fillStyle = theme_color('back');
      const text = time_text(time), size = context.measureText(text).width;
      const at = Math.min(x + 4, width - size - 4);
      context.fillRect(at - 2, 4, size + 4, 15);
      context.fillStyle = theme_color('text');
      context.fillText(text, at, 15);
    }
    const {min, max} = this.sums, {median, mean, p90, first} = this.split.statistics;
    this.note.textContent = `Median ${time_text(median)}, mean ${time_text(mean)}, p90 ${
                                time_text(p90)} without the first, which takes ${
                                time_text(first)}; from ${time_text(min)} to ${time_text(max)}. ` +
        `A click on a bar shows the ${this.split.noun} in the timeline.` +
        (cut.length ? ' Bars that exceed the chart have their time.' : '');
  }

  kernels_section() {
    const {all} = this, kernels = kernel_rows(all),
          total = kernels.reduce((sum, it) => sum + it.self, 0);
    const modes = {
      Kernel: null,
      Operations: (it) => it.title,
      Layer: (it) => it.layer || '(no layer)',
      Function: (it) => it.func || '(eager operations)',
      Line: (it) => place_text(all, it.places[0]) || '(no line)'
    };
    const place = element('div');
    const select = element(
        'select', {onchange: () => show(select.value)},
        Object.keys(modes).map((mode) => element('option', {}, mode)));
    const show = (mode) => replace(
        place,
        (modes[mode] ?
             group_table(all, kernels, total, mode, modes[mode]) :
             kernel_table(all, kernels, total, (label) => app.open_event(first_event(all, label))))
            .box);
    show('Kernel');
    return element(
        'section', {},
        element(
            'div', {class: 'toolbar heading'},
            element(
                'h2', {}, 'Kernels',
                kernels.some((row) => row.category === EAGER) ? ' and eager operations' : '',
                ' by self time'),
            element('label', {}, 'Group by ', select)),
        element(
            'p', {class: 'note'},
            `Shares of ${time_text(total)}, the time of all of them on all threads of the script.`),
        place);
  }

  annotations_section() {
    const rows = this.all.summary.annotations;
    if (!rows.length) return null;
    const time = (title, value) =>
        ({title, value, text: (row) => time_text(value(row)), is_number: true});
    const table = new SortedTable(
        [
          {title: 'Annotation', value: (row) => row[0]}, time('Total', (row) => row[2]),
          time('Mean', (row) => row[2] / row[1]), {
            title: 'Calls',
            value: (row) => row[1],
            text: (row) => count_text(row[1]),
            is_number: true
          }
        ],
        {label: 'Annotations', sort: 1, rows});
    return element('section', {}, element('h2', {}, 'Annotations'), table.box);
  }

  category_section() {
    const sums = category_names.map((name, i) => ({name, i, count: 0, self: 0}));
    for (const label of this.all.labels) {
      const sum = sums[label.category];
      if (!sum) continue;
      sum.count += label.count;
      sum.self += label.self;
    }
    const table = new SortedTable(
        [
          {
            title: 'Category',
            value: (row) => row.name,
            text: (row) => [swatch(category_colors[row.i]), row.name]
          },
          {
            title: 'Self time',
            value: (row) => row.self,
            text: (row) => time_text(row.self),
            is_number: true
          },
          {
            title: 'Spans',
            value: (row) => row.count,
            text: (row) => count_text(row.count),
            is_number: true
          },
        ],
        {label: 'Spans by category', sort: 1, rows: sums.filter((row) => row.count)});
    return element('section', {}, element('h2', {}, 'Spans by category'), table.box);
  }

  machine_section() {
    const {all} = this, {machine} = all;
    const started = all.start > 0 ?
        new Date(all.start / 1e6).toISOString().replace('T', ' ').slice(0, 19) + ' UTC' :
        '';
    return element(
        'section', {}, element('h2', {}, 'Machine and capture'), facts([
          ['Program', all.program], ['Started', started], ['Process', all.process || ''],
          ['Host', machine.host], ['CPU', machine.cpu], ['Threads', machine.threads],
          ['Peak compute', machine.flops > 0 ? flop_rate_text(machine.flops) : 'not measured'],
          ['Peak memory rate', machine.bytes > 0 ? byte_rate_text(machine.bytes) : 'not measured'],
          ['Tracks', all.tracks.length], ['Compiled functions', all.modules.length],
          ['Allocations', count_text(all.allocations.count)],
          ['Samples of scripts', count_text(all.samples.length)]
        ]));
  }

  counters_section() {
    const {counters, labels} = this.all;
    if (!counters.length) return null;
    const table = new SortedTable(
        [
          {title: 'Counter', value: (row) => row[0]},
          {
            title: 'Span',
            value: (row) => row[1] === 0 ? 'whole capture' :
                labels[row[1]]           ? labels[row[1]].name :
                                           '',
            is_code: true
          },
          {
            title: 'Count',
            value: (row) => row[2],
            text: (row) => row[0] === 'CPU time' ? time_text(row[2]) : scaled(row[2], ''),
            is_number: true
          },
        ],
        {label: 'Performance counters', sort: 2, rows: counters});
    return element('section', {}, element('h2', {}, 'Performance counters'), table.box);
  }
}

function kernel_table(all, kernels, total, onpick, options = {}) {
  const most = kernels.reduce((a, label) => Math.max(a, label.self), 0),
        rates = new Map(kernels.map((label) => [label, rates_of(all, label)]));
  const of = (label) => rates.get(label);
  const number = (title, value, text, more) =>
      ({title, value, text: (row) => text(value(row)), is_number: true, ...more});
  return new SortedTable(
      [
        {title: 'Kernel', value: (row) => row.title, is_code: true},
        {
          title: 'Line',
          value: (row) => short_place(all, row.places[0]),
          full: (row) => place_text(all, row.places[0]),
          is_code: true
        },
        {
          title: 'Time',
          value: (row) => row.self,
          text: (row) => time_text(row.self),
          is_number: true
        },
        {
          title: 'Share',
          value: (row) => row.self / total,
          text: (row) => share_bar(row.self / total, most / total, '#0072b2'),
          is_number: true
        },
        number('Runs', (row) => row.count, count_text, {is_minor: true}),
        number('Mean', (row) => row.self / row.count, time_text, {is_minor: true}),
        {
          title: 'Bound',
          value: (row) => of(row).bound,
          text: (row) => of(row).bound || '–',
          is_minor: true
        },
        number(
            'Of limit', (row) => of(row).of_limit, percent_text,
            {help: 'The time the machine\'s peaks allow, divided by the time taken'}),
        number('Compute', (row) => of(row).flops, flop_rate_text, {is_minor: true}),
        number('Memory', (row) => of(row).bytes, byte_rate_text, {is_minor: true}),
        {title: 'Name', value: (row) => row.name, is_code: true, is_minor: true},
        {title: 'Layer', value: (row) => row.layer, is_code: true, is_minor: true},
      ],
      {
        label: 'Kernels',
        class: 'kernels',
        sort: 2,
        rows: kernels,
        onpick,
        empty: 'No kernel ran.',
        ...options
      });
}

// Sums of the kernels that have the same key.
function kernel_groups(all, kernels, key_of) {
  const groups = new Map();
  for (const label of kernels) {
    const key = key_of(label), {of_limit} = rates_of(all, label);
    if (!groups.has(key))
      groups.set(key, {
        name: key,
        kernels: 0,
        count: 0,
        self: 0,
        total: 0,
        flops: 0,
        bytes: 0,
        known: 0,
        limit: 0
      });
    const group = groups.get(key);
    group.kernels++;
    group.count += label.count;
    group.self += label.self;
    group.flops += Math.max(0, label.work.flops) * label.count;
    group.bytes += Math.max(0, label.work.bytes) * label.count;
    if (!Number.isFinite(of_limit)) continue;
    group.known += label.total;
    group.limit += of_limit * label.total;
  }
  return [...groups.values()];
}

function group_table(all, kernels, total, title, key_of) {
  const rows = kernel_groups(all, kernels, key_of),
        most = rows.reduce((a, row) => Math.max(a, row.self), 0);
  const number = (title, value, text, more) =>
      ({title, value, text: (row) => text(value(row)), is_number: true, ...more});
  return new SortedTable(
      [
        {title, value: (row) => row.name, is_code: true},
        number('Time', (row) => row.self, time_text),
        {
          title: 'Share',
          value: (row) => row.self,
          text: (row) => share_bar(row.self / total, most / total, '#0072b2'),
          is_number: true
        },
        number('Kernels', (row) => row.kernels, count_text),
        number('Runs', (row) => row.count, count_text),
        number(
            'Of limit', (row) => row.limit / row.known, percent_text,
            {help: 'The time the machine\'s peaks allow, divided by the time taken'}),
        number('Compute', (row) => (row.flops / row.self) * 1e9, flop_rate_text, {is_minor: true}),
        number('Memory', (row) => (row.bytes / row.self) * 1e9, byte_rate_text, {is_minor: true}),
      ],
      {label: `Kernels by ${title.toLowerCase()}`, sort: 1, rows});
}
