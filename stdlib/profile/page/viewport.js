// Zoom and pan of the graph.

Object.assign(GraphView.prototype, {
  apply_view() {
    const {x, y, scale} = this.view;
    this.world.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
  },

  size() { return [this.stage.clientWidth || 800, this.stage.clientHeight || 500]; },

  // Shows the first layers in a size that can be read, in the column of the longest step.
  start_view() {
    const [width] = this.size(),
          scale = Math.max(0.8, Math.min(1, (width - 24) / Math.max(1, this.width)));
    const time = (item) => (item.label ? item.label.self : 0);
    const longest = this.items.reduce((a, b) => (!a || time(b) > time(a) ? b : a), null);
    const center =
        this.width * scale > width && longest ? longest.x + longest.w / 2 : this.width / 2;
    this.view = {scale, x: width / 2 - center * scale, y: 12};
    this.apply_view();
  },

  fit() {
    const [width, height] = this.size();
    const scale = Math.min(
        1.2, (width - 24) / Math.max(1, this.width), (height - 24) / Math.max(1, this.height));
    this.view = {
      scale,
      x: (width - this.width * scale) / 2,
      y: Math.max(12, (height - this.height * scale) / 2)
    };
    this.apply_view();
  },

  center(item) {
    const [width, height] = this.size(), scale = Math.max(0.7, this.view.scale);
    this.view = {
      scale,
      x: width / 2 - (item.x + item.w / 2) * scale,
      y: height / 2 - (item.y + Math.min(item.h, 200) / 2) * scale
    };
    this.apply_view();
  },

  zoom(factor, x = this.size()[0] / 2, y = this.size()[1] / 2) {
    const scale = Math.max(0.02, Math.min(3, this.view.scale * factor)),
          by = scale / this.view.scale;
    this.view = {scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by};
    this.apply_view();
  },

  pan(x, y) {
    this.view.x += x;
    this.view.y += y;
    this.apply_view();
  },

  listen() {
    const pointers = new Map(), {svg} = this;
    let moved = 0;
    const place = (event) => {
      const box = svg.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...place(event));
    }, {passive: false});
    svg.addEventListener('pointerdown', (event) => {
      pointers.set(event.pointerId, place(event));
      [moved, this.was_drag] = [0, false];
    });
    svg.addEventListener('pointermove', (event) => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      const [x, y] = place(event);
      moved += Math.abs(x - last[0]) + Math.abs(y - last[1]);
      if (pointers.size === 2)
        this.pinch(pointers, event.pointerId, [x, y]);
      else if (moved > 3)
        this.pan(x - last[0], y - last[1]);
      if (moved > 3 && !this.was_drag) {
        this.was_drag = true;
        svg.setPointerCapture(event.pointerId);
      }
      pointers.set(event.pointerId, [x, y]);
    });
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(name, (event) => pointers.delete(event.pointerId));
    }
  },

  pinch(pointers, id, [x, y]) {
    const [ox, oy] = [...pointers].find(([key]) => key !== id)[1], [lx, ly] = pointers.get(id);
    const before = Math.hypot(lx - ox, ly - oy), after = Math.hypot(x - ox, y - oy);
    if (before > 4) this.zoom(after / before, (x + ox) / 2, (y + oy) / 2);
  },
});
