// The page: tabs, keys, theme, loading.

const app = {
  errors: [],
  views: {},
  tabs: [
    ['overview', 'Overview', OverviewView], ['timeline', 'Timeline', TimelineView],
    ['roofline', 'Roofline', RooflineView], ['memory', 'Memory', MemoryView],
    ['graph', 'Graph', GraphView], ['flame', 'Flame graph', FlameView]
  ],
  current: 'overview',

  async start() {
    const begin = performance.now();
    this.listen();
    this.use_theme(this.stored_theme());
    try {
      this.all = await read_capture(by_id('data').textContent);
      by_id('data').remove();
      for (const [name, , View] of this.tabs) this.views[name] = new View(this.all);
      by_id('loading').remove();
      this.show_head();
      this.build_tabs();
      const hash = location.hash.slice(1);
      this.open(this.tabs.some(([name]) => name === hash) ? hash : 'overview', false);
    } catch (error) {
      this.fail(error);
    }
    this.load_ms = performance.now() - begin;
    document.documentElement.dataset.state = 'ready';
  },

  fail(error) {
    this.errors.push(String((error && error.stack) || error));
    const text = typeof DecompressionStream === 'undefined' ?
        'This browser is too old: it has no DecompressionStream.' :
        `The page failed: ${error}`;
    put(by_id('warnings'), element('p', {class: 'warning'}, text));
  },

  show_head() {
    const {all} = this, name = all.program.split('/').at(-1), {machine} = all;
    if (name) document.title = `${name} – Rille profile`;
    by_id('program').textContent =
        [all.program, machine.host, machine.cpu, length_text(all)].filter(Boolean).join(' · ');
    const warnings = [
      !all.complete && 'The capture ended without a stop. Its last events are missing.',
      all.omitted > 0 &&
          `The page has the first events. ${plural(all.omitted, 'further event')} ${
              all.omitted === 1 ? 'is' : 'are'} left out: \`rille profile show\` counts all.`,
      all.dropped > 0 &&
          `${plural(all.dropped, 'event')} did not fit into the buffers and ${
              all.dropped === 1 ? 'is' : 'are'} missing.`
    ];
    put(by_id('warnings'),
        warnings.filter(Boolean).map((text) => element('p', {class: 'warning'}, text)));
  },

  build_tabs() {
    for (const [name, title] of this.tabs) {
      const tab = element(
          'button', {
            type: 'button',
            role: 'tab',
            id: `tab-${name}`,
            'aria-controls': name,
            'aria-selected': 'false',
            tabindex: '-1',
            onclick: () => this.open(name)
          },
          title);
      const panel = element(
          'div', {role: 'tabpanel', id: name, 'aria-labelledby': `tab-${name}`, hidden: true});
      put(by_id('tabs'), tab);
      put(by_id('panels'), panel);
    }
    by_id('tabs').addEventListener('keydown', (event) => this.tab_key(event));
  },

  tab_key(event) {
    const names = this.tabs.map(([name]) => name), at = names.indexOf(this.current),
          n = names.length;
    const to =
        {ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(names[to]);
    by_id(`tab-${names[to]}`).focus();
  },

  open(name, should_link = true) {
    this.current = name;
    hide_tooltip();
    for (const [other] of this.tabs) {
      const is_open = other === name, tab = by_id(`tab-${other}`);
      tab.setAttribute('aria-selected', is_open);
      tab.tabIndex = is_open ? 0 : -1;
      by_id(other).hidden = !is_open;
    }
    const view = this.views[name];
    if (!view.is_built) {
      view.is_built = true;
      view.build(by_id(name));
    } else if (view.draw)
      view.draw();
    if (should_link) try {
        history.replaceState(null, '', `#${name}`);
      } catch { /* Frames without an address have no history. */
      }
  },

  open_event(it, zoom) {
    if (!it) return;
    this.open('timeline');
    this.views.timeline.reveal(it, zoom);
    scrollTo(0, 0);
    this.views.timeline.canvas.focus({preventScroll: true});
  },

  open_graph(module, step) {
    const {graph} = this.views;
    this.open('graph');
    graph.select.value = module;
    graph.open(this.all.modules[module]);
    graph.pick(graph.items[step], true);
    scrollTo(0, 0);
    graph.svg.focus({preventScroll: true});
  },

  listen() {
    addEventListener('error', (event) => this.fail(event.error || event.message));
    addEventListener('unhandledrejection', (event) => this.fail(event.reason));
    document.addEventListener('keydown', (event) => this.key(event));
    addEventListener('hashchange', () => {
      const name = location.hash.slice(1);
      if (this.tabs.some(([tab]) => tab === name) && by_id(name)) this.open(name, false);
    });
    by_id('theme').addEventListener('click', () => this.next_theme());
    by_id('keys').addEventListener('click', () => this.show_help());
    matchMedia('(prefers-color-scheme: dark)')
        .addEventListener('change', () => this.use_theme(this.theme));
    addEventListener('beforeprint', () => this.paint_for_print(true));
    addEventListener('afterprint', () => this.paint_for_print(false));
    addEventListener('resize', () => this.redraw());
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || by_id('help').open) return;
    const target = event.target, is_field = target.matches('input[type=search], select, textarea');
    if (is_field && event.key === 'Escape') return target.blur();
    if (is_field) return;
    const number = Number(event.key), view = this.views[this.current];
    const is_button =
        target.matches('button, summary, input, a') && ['Enter', ' '].includes(event.key);
    if (is_button || target.closest('[role=tablist]') && event.key.startsWith('Arrow')) return;
    if (number >= 1 && number <= this.tabs.length) {
      this.open(this.tabs[number - 1][0]);
      by_id(`tab-${this.current}`).focus();
    } else if (event.key === '?')
      this.show_help();
    else if (event.key === 't')
      this.next_theme();
    else if (!view || !view.is_built || !view.on_key || !view.on_key(event))
      return;
    event.preventDefault();
  },

  show_help() {
    const rows = [
      ['1 … 6', 'Open a tab; on the tabs, Left and Right'], ['?', 'This list'], ['T', 'Theme'],
      ['/', 'Search'], ['W S, + −', 'Zoom (timeline, memory, graph)'], ['A D, ← →', 'Pan'],
      ['↑ ↓', 'Scroll tracks; move the graph'], ['Home', 'Show all'],
      ['[ ]', 'Previous and next event of a row; step of a graph'],
      ['P C', 'Parent and first child of the event'], ['F', 'Zoom to the event'],
      ['N, Shift+N', 'Next and previous match'], [', .', 'Move the instant of the memory view'],
      ['Enter', 'Zoom into a box; expand a step'], ['Shift+drag', 'Select a range of time'],
      ['Escape', 'Clear the selection and the search']
    ];
    const help = by_id('help');
    replace(
        help, element('h2', {id: 'help-title'}, 'Keys'),
        element(
            'dl', {class: 'keys'},
            rows.map(
                ([keys, what]) => element(
                    'div', {}, element('dt', {}, element('kbd', {}, keys)),
                    element('dd', {}, what)))),
        element('form', {method: 'dialog'}, element('button', {}, 'Close')));
    help.showModal();
  },

  stored_theme() {
    try {
      return localStorage.getItem('rille-profile-theme') || 'system';
    } catch {
      return 'system';
    }
  },

  next_theme() {
    const themes = ['system', 'light', 'dark'];
    this.use_theme(themes[(themes.indexOf(this.theme) + 1) % 3]);
    try {
      localStorage.setItem('rille-profile-theme', this.theme);
    } catch { /* Pages in frames may have no storage. */
    }
  },

  use_theme(theme, shown) {
    this.theme = theme;
    const is_dark = matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme =
        shown || (theme === 'system' ? (is_dark ? 'dark' : 'light') : theme);
    by_id('theme').textContent = `Theme: ${theme}`;
    theme_colors.clear();
    this.redraw();
  },

  redraw() {
    const view = this.views[this.current];
    if (view && view.is_built && view.draw) view.draw();
  },

  // Paper is white. Canvases are painted at once, because printing does not wait for a frame.
  paint_for_print(is_print) {
    this.use_theme(this.theme, is_print ? 'light' : undefined);
    const view = this.views[this.current];
    if (view && view.is_built) (view.paint || view.draw_steps || (() => {})).call(view);
  },
};

app.start();
