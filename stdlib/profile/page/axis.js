// TimeAxis: the visible range of time of a canvas, with zoom and pan.

class TimeAxis {
  // `end` is that of the capture, which begins at 0. `onchange` draws.
  constructor(end, onchange) {
    Object.assign(this, {end, onchange, low: 0, high: end, left: 0, width: 1});
  }

  x_of(time) { return this.left + ((time - this.low) / (this.high - this.low)) * this.width; }
  time_of(x) { return this.low + ((x - this.left) / this.width) * (this.high - this.low); }
  get time_per_pixel() { return (this.high - this.low) / this.width; }

  show(low, high) {
    const span = Math.min(this.end, Math.max(10, high - low));
    const center = (low + high) / 2;
    this.low = Math.max(0, Math.min(this.end - span, center - span / 2));
    this.high = this.low + span;
    this.onchange();
  }
  show_all() { this.show(0, this.end); }
  zoom(factor, x = this.left + this.width / 2) {
    const at = this.time_of(x), span = (this.high - this.low) / factor;
    if (span > this.end) return this.show_all();
    const low = at - ((x - this.left) / this.width) * span;
    this.show(low, low + Math.max(10, span));
  }
  pan(pixels) {
    const by = Math.max(-this.low, Math.min(this.end - this.high, pixels * this.time_per_pixel));
    this.low += by;
    this.high += by;
    this.onchange();
  }

  // Keys of the views that have an axis. Returns true if it used the key.
  key(event) {
    const steps = {
      w: () => this.zoom(1.5),
      '+': () => this.zoom(1.5),
      '=': () => this.zoom(1.5),
      s: () => this.zoom(1 / 1.5),
      '-': () => this.zoom(1 / 1.5),
      a: () => this.pan(-this.width / 6),
      d: () => this.pan(this.width / 6),
      ArrowLeft: () => this.pan(-this.width / 6),
      ArrowRight: () => this.pan(this.width / 6),
      Home: () => this.show_all()
    };
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!step) return false;
    step();
    return true;
  }

  // Zooms by the wheel and by two fingers, and pans by a drag. handlers: onclick(x, y, event),
  // onhover(x, y, event), onleave(), onscroll(pixels): a vertical drag or wheel next to the axis,
  // onselect(x0, x1, is_done): a drag with the shift key.
  listen(canvas, handlers) {
    const pointers = new Map();
    let moved = 0, is_selecting = false, from = 0;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const [x] = place(event), unit = event.deltaMode === 1 ? 16 : 1;
      const is_gutter = x < this.left;
      if (is_gutter && handlers.onscroll) return handlers.onscroll(event.deltaY * unit);
      const sideways = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY)))
        return this.pan(sideways * unit);
      this.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), x);
    }, {passive: false});
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      [moved, from, is_selecting] = [0, place(event)[0], event.shiftKey && !!handlers.onselect];
    });
    canvas.addEventListener('pointermove', (event) => {
      const [x, y] = place(event), last = pointers.get(event.pointerId);
      if (!last) return handlers.onhover && handlers.onhover(x, y, event);
      moved += Math.abs(x - last[0]) + Math.abs(y - last[1]);
      if (is_selecting)
        handlers.onselect(from, x, false);
      else if (pointers.size === 2)
        this.pinch(pointers, event.pointerId, [x, y]);
      else if (moved > 3) {
        this.pan(last[0] - x);
        if (handlers.onscroll) handlers.onscroll(last[1] - y);
      }
      pointers.set(event.pointerId, [x, y]);
    });
    const release = (event) => {
      if (!pointers.delete(event.pointerId) || event.type === 'pointercancel') return;
      const [x, y] = place(event);
      if (is_selecting && moved > 3)
        handlers.onselect(from, x, true);
      else if (moved <= 3 && handlers.onclick)
        handlers.onclick(x, y, event);
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('pointerleave', () => handlers.onleave && handlers.onleave());
  }

  pinch(pointers, id, [x]) {
    const [other] = [...pointers].find(([key]) => key !== id)[1];
    const before = Math.abs(pointers.get(id)[0] - other), after = Math.abs(x - other);
    if (before > 4 && after > 4) this.zoom(after / before, (x + other) / 2);
  }

  // Draws times along the top of a canvas, and lines down to `bottom`.
  draw_ruler(context, y, bottom) {
    const {step, ticks} = ticks_of(this.low, this.high, this.width / 95);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const tick of ticks) {
      const x = Math.round(this.x_of(tick)) + 0.5,
            text = tick === 0 ? '0' : instant_text(tick, step);
      context.fillStyle = theme_color('grid');
      context.fillRect(x, y, 1, bottom - y);
      context.fillStyle = theme_color('dim');
      if (x + 3 + context.measureText(text).width < this.left + this.width)
        context.fillText(text, x + 3, y + 8);
    }
  }
}
