// Layered layout of a directed acyclic graph.

// Assigns each of n items a layer below those of its sources; edges are [from, to], and `order` of
// items is topological. Edges that go backward, as in loops, are ignored.
function layers_of(n, edges) {
  const layer = new Int32Array(n), sources = Array.from({length: n}, () => []);
  for (const [from, to] of edges)
    if (from < to) sources[to].push(from);
  for (let i = 0; i < n; i++) {
    for (const from of sources[i]) layer[i] = Math.max(layer[i], layer[from] + 1);
  }
  return layer;
}

// Orders each layer so that items are near the mean position of their neighbors.
function order_layers(rows, edges, passes = 6) {
  const position = new Map(), above = new Map(), below = new Map();
  rows.forEach((row) => row.forEach((item, i) => position.set(item, i - row.length / 2)));
  const add = (map, key, value) => {
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(value);
  };
  for (const [from, to] of edges) {
    if (from >= to) continue;
    add(below, from, to);
    add(above, to, from);
  }
  const mean = (item, neighbors) => {
    const list = neighbors.get(item);
    return list ? list.reduce((sum, it) => sum + position.get(it), 0) / list.length :
                  position.get(item);
  };
  for (let pass = 0; pass < passes; pass++) {
    const neighbors = pass % 2 ? below : above;
    const in_order = pass % 2 ? [...rows].reverse() : rows;
    for (const row of in_order) {
      const keys = new Map(row.map((item) => [item, mean(item, neighbors)]));
      row.sort((a, b) => keys.get(a) - keys.get(b));
      row.forEach((item, i) => position.set(item, i - row.length / 2));
    }
  }
}

// Places items of given sizes [width, height]. Returns {places: [x, y] of corners, width, height}.
// A layer with more than `most` items is broken into several lines.
function layered(sizes, edges, {gap_x = 18, gap_y = 30, most = 12} = {}) {
  const layer = layers_of(sizes.length, edges), rows = [];
  layer.forEach((row, item) => (rows[row] ||= []).push(item));
  order_layers(rows.filter(Boolean), edges);
  const lines = rows.filter(Boolean).flatMap(
      (row) => Array.from(
          {length: Math.ceil(row.length / most)}, (_, i) => row.slice(i * most, (i + 1) * most)));
  const widths =
      lines.map((line) => line.reduce((sum, item) => sum + sizes[item][0] + gap_x, -gap_x));
  const width = Math.max(0, ...widths), places = [];
  let y = 0;
  lines.forEach((line, i) => {
    let x = (width - widths[i]) / 2;
    for (const item of line) {
      places[item] = [x, y];
      x += sizes[item][0] + gap_x;
    }
    y += Math.max(...line.map((item) => sizes[item][1])) + gap_y;
  });
  return {places, width, height: Math.max(0, y - gap_y), layer};
}
