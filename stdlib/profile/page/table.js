// Tables that sort by a column.

// A column: {title, value(row), text(row), is_number, is_minor, is_code, width}. `value` is what
// rows are ordered by, `text` is text, or an element, and `full` is a longer text of it. Minor
// columns are hidden on narrow pages. options: caption, rows, sort: index of a column, most: rows
// that are shown at first, onpick(row): called by a click or Enter on the first cell's button.
class SortedTable {
  constructor(columns, options) {
    Object.assign(this, {columns, options, sort: options.sort ?? -1});
    this.is_descending = this.sort >= 0 && !!columns[this.sort].is_number;
    this.most = options.most || 20;
    this.rows = options.rows || [];
    this.body = element('tbody');
    this.headers = columns.map((column, i) => this.header(column, i));
    this.more = element('button', {type: 'button', class: 'more', onclick: () => this.show_more()});
    this.table = element(
        'table', {}, options.caption && element('caption', {}, options.caption),
        element('thead', {}, element('tr', {}, this.headers)), this.body);
    this.box = element(
        'div', {
          class: options.class ? `table ${options.class}` : 'table',
          tabindex: '0',
          role: 'region',
          'aria-label': options.caption || options.label || 'Table'
        },
        this.table, this.more);
    this.fill();
  }

  header(column, i) {
    const button = element(
        'button', {type: 'button', title: column.help, onclick: () => this.sort_by(i)},
        column.title, element('span', {class: 'arrow', 'aria-hidden': 'true'}));
    return element('th', {scope: 'col', class: this.class_of(column)}, button);
  }

  class_of(column) {
    return [column.is_number && 'number', column.is_minor && 'minor', column.is_code && 'code']
        .filter(Boolean)
        .join(' ');
  }

  sort_by(i) {
    this.is_descending = this.sort === i ? !this.is_descending : !!this.columns[i].is_number;
    this.sort = i;
    this.fill();
  }

  show_more() {
    this.most += 200;
    this.fill();
  }

  set(rows) {
    this.rows = rows;
    this.most = this.options.most || 20;
    this.fill();
  }

  // Unknown values (NaN, -1) come last in either order.
  sorted() {
    if (this.sort < 0) return this.rows;
    const {value, is_number} = this.columns[this.sort];
    const sign = this.is_descending ? -1 : 1;
    const keys = this.rows.map((row, i) => [value(row), i]);
    const compare = is_number ?
        ([a], [b]) => (Number.isFinite(b) - Number.isFinite(a)) || sign * (a - b) || 0 :
        ([a], [b]) => sign *
            (a < b     ? -1 :
                 a > b ? 1 :
                         0);
    return keys.sort((a, b) => compare(a, b) || a[1] - b[1]).map(([, i]) => this.rows[i]);
  }

  fill() {
    const rows = this.sorted().slice(0, this.most);
    this.headers.forEach((header, i) => {
      const order = this.is_descending ? 'descending' : 'ascending';
      header.setAttribute('aria-sort', i === this.sort ? order : 'none');
    });
    replace(this.body, rows.map((row) => this.row(row)));
    if (rows.length === 0) {
      const cell = element(
          'td', {colspan: this.columns.length, class: 'empty'},
          this.options.empty || 'No entries.');
      put(this.body, element('tr', {}, cell));
    }
    const left = this.rows.length - rows.length;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${Math.min(200, left)} of ${count_text(left)} more`;
  }

  row(row) {
    const {onpick, is_picked} = this.options;
    const cells = this.columns.map((column, i) => {
      const value = column.text ? column.text(row) : column.value(row);
      const text = typeof value === 'number' ? count_text(value) : value;
      const is_button = i === (this.options.pick || 0) && onpick;
      const inside = is_button ?
          element('button', {type: 'button', class: 'pick', onclick: () => onpick(row)}, text) :
          text;
      const title = column.full                        ? column.full(row) :
          typeof text === 'string' && text.length > 24 ? text :
                                                         undefined;
      return element('td', {class: this.class_of(column), title}, element('div', {}, inside));
    });
    return element('tr', {class: is_picked && is_picked(row) ? 'picked' : ''}, cells);
  }
}

// A share from 0 to 1 with a bar, which is full at `most`.
function share_bar(share, most, color) {
  const width = `${Math.max(0, Math.min(1, share / most || 0)) * 100}%`;
  return element(
      'span', {class: 'share'},
      element(
          'span', {class: 'track', 'aria-hidden': 'true'},
          element('span', {style: {width, background: color}})),
      element('span', {}, percent_text(share)));
}
