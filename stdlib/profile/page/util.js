// Elements of the page, texts of quantities, colors.

// All strings of a capture are untrusted. They become text nodes and attribute values here, and
// nothing in the page parses HTML.
function element(name, attributes, ...children) {
  const svg = 'http://www.w3.org/2000/svg';
  const is_svg = element.svg.has(name);
  const out = is_svg ? document.createElementNS(svg, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === false || value === undefined || value === null) continue;
    if (key.startsWith('on'))
      out.addEventListener(key.slice(2), value);
    else if (key === 'style')
      Object.assign(out.style, value);
    else
      out.setAttribute(key, value === true ? '' : value);
  }
  put(out, ...children);
  return out;
}
element.svg = new Set(['svg', 'g', 'path', 'rect', 'circle', 'line', 'text', 'polygon']);

function put(parent, ...children) {
  for (const child of children.flat(2)) {
    if (child === undefined || child === null || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
  return parent;
}

function replace(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

const by_id = (id) => document.getElementById(id);

function say(text) { by_id('live').textContent = text; }

// Three significant digits.
function digits(x) {
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return '–';
  if (size >= 1000) return Math.round(x).toLocaleString('en-US');
  if (size >= 100) return x.toFixed(0);
  if (size >= 10) return x.toFixed(1);
  if (size >= 1) return x.toFixed(2);
  return size === 0 ? '0' : Number(x.toPrecision(3)).toString();
}

function scaled(x, unit, prefixes = ['', 'k', 'M', 'G', 'T', 'P']) {
  if (!Number.isFinite(x)) return '–';
  let i = 0;
  while (Math.abs(x) >= 999.5 && i + 1 < prefixes.length) {
    x /= 1000;
    i++;
  }
  return `${digits(x)} ${prefixes[i]}${unit}`;
}

const is_known = (x) => Number.isFinite(x) && x >= 0;

function time_text(ns) {
  if (!Number.isFinite(ns)) return '–';
  const size = Math.abs(ns);
  if (size === 0) return '0';
  if (size < 999.5) return `${digits(ns)} ns`;
  if (size < 999.5e3) return `${digits(ns / 1e3)} µs`;
  if (size < 999.5e6) return `${digits(ns / 1e6)} ms`;
  if (size < 599.5e9) return `${digits(ns / 1e9)} s`;
  return size < 7200e9 ? `${digits(ns / 60e9)} min` : `${digits(ns / 3600e9)} h`;
}

// A time with enough digits to tell two apart that differ by `step`.
function instant_text(ns, step) {
  const units = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
  const [size, unit] = units.find(([size]) => Math.abs(ns) >= size) || units[3];
  const places = Math.max(0, Math.min(9, Math.ceil(Math.log10(size / step) - 1e-9)));
  return `${(ns / size).toFixed(places)} ${unit}`;
}

const bytes_text = (x) => (is_known(Math.abs(x)) ? scaled(x, 'B') : '–');
const flops_text = (x) => (is_known(x) ? scaled(x, 'FLOP') : 'unknown');
const flop_rate_text = (x) => (is_known(x) ? scaled(x, 'FLOP/s') : '–');
const byte_rate_text = (x) => (is_known(x) ? scaled(x, 'B/s') : '–');
const percent_text = (x) => {
  if (!Number.isFinite(x)) return '–';
  const y = 100 * x;
  return `${y !== 0 && Math.abs(y) < 0.1 ? '<0.1' : y.toFixed(y < 99.95 ? 1 : 0)} %`;
};
const count_text = (n) => n.toLocaleString('en-US');
const plural = (n, noun) => `${count_text(n)} ${noun}${n === 1 ? '' : 's'}`;

// Numbers 1, 2, 5 times a power of ten between low and high, `most` of them at most.
function ticks_of(low, high, most) {
  const raw = (high - low) / Math.max(1, most);
  if (!(raw > 0)) return {step: 1, ticks: [low]};
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((f) => f * power >= raw * (1 - 1e-9));
  const ticks = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(i * step);
  return {step, ticks};
}

// Colors of Okabe and Ito, which people with any of the common color vision deficiencies tell
// apart, and grays. Their lightness differs, too.
const palette =
    ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#7a6f9b'];
const category_colors = [
  '#9aa5b1', '#c3cad2', '#56b4e9', '#0072b2', '#5a8fb8', '#cc79a7', '#f0e442', '#e69f00', '#009e73',
  '#d55e00', '#7a6f9b', '#44aa99', '#7f7f7f', '#b5b5b5'
];
const other_color = '#a3a9b0';

// Black or white, whichever is easier to read on a color "#rrggbb".
const ink_on = (() => {
  const known = new Map();
  return (color) => {
    if (!known.has(color)) {
      const [r, g, b] = [1, 3, 5].map((i) => (parseInt(color.slice(i, i + 2), 16) / 255) ** 2.2);
      known.set(color, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.22 ? '#111' : '#fff');
    }
    return known.get(color);
  };
})();

// A color of the style sheet, as the theme defines it.
const theme_colors = new Map();
function theme_color(name) {
  if (!theme_colors.has(name)) {
    const style = getComputedStyle(document.documentElement);
    theme_colors.set(name, style.getPropertyValue(`--${name}`).trim());
  }
  return theme_colors.get(name);
}

// Sets the size of a canvas to that of its box in device pixels. Returns its context in CSS pixels.
function canvas_context(canvas, width, height) {
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function show_tooltip(x, y, ...lines) {
  const tip = by_id('tooltip');
  replace(
      tip, lines.filter(Boolean).map((line, i) => element('div', {class: i ? '' : 'first'}, line)));
  tip.hidden = false;
  const {offsetWidth: w, offsetHeight: h} = tip;
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - w - 4))}px`;
  tip.style.top = `${y + 18 + h > innerHeight ? Math.max(4, y - h - 10) : y + 18}px`;
}

function hide_tooltip() { by_id('tooltip').hidden = true; }

// At most one call of `draw` per frame.
function once_per_frame(draw) {
  let is_due = false;
  return () => {
    if (is_due) return;
    is_due = true;
    requestAnimationFrame(() => {
      is_due = false;
      draw();
    });
  };
}

// A text in which `backquotes` enclose code.
const with_code = (text) =>
    text.split('`').map((part, i) => (i % 2 ? element('code', {}, part) : part));

const swatch = (color) =>
    element('span', {class: 'swatch', style: {background: color}, 'aria-hidden': 'true'});

// A list of terms and their values. Rows without a value are left out.
function facts(rows) {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return element(
      'dl', {class: 'facts'},
      shown.map(
          ([term, value]) =>
              element('div', {}, element('dt', {}, term), element('dd', {}, value))));
}
