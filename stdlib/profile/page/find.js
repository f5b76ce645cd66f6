// Search of events.

// The events of labels that have the query in a text: {rows: per track, per row, ascending indices,
// count, labels}.
function find_events(all, query) {
  const texts = (label) =>
      [label.name, label.ops, label.func, label.layer, category_names[label.category],
       ...label.places.map((index) => place_text(all, index))];
  const is_match = Uint8Array.from(
      all.labels,
      (label) => texts(label).some((text) => text && text.toLowerCase().includes(query)));
  const rows = new Map();
  let count = 0;
  for (const track of all.tracks) {
    const of_track = [];
    for (let row = 0; row + 1 < track.rows.length; row++) {
      const found = [];
      for (let i = track.rows[row]; i < track.rows[row + 1]; i++)
        if (is_match[track.label[i]]) found.push(i);
      of_track.push(found);
      count += found.length;
    }
    rows.set(track, of_track);
  }
  return {rows, count, labels: all.labels.filter((label, i) => is_match[i] && label.count)};
}

// The first match that begins after a time, or the last one before it if `sign` is negative.
function nearest_match(found, from, sign) {
  let best = null;
  for (const [track, of_track] of found.rows) {
    for (const list of of_track) {
      const k = sign > 0 ? first_true(0, list.length, (i) => track.begin[list[i]] > from) :
                           first_true(0, list.length, (i) => track.begin[list[i]] >= from) - 1;
      if (k < 0 || k >= list.length) continue;
      const it = {track, at: list[k]};
      if (!best || sign * (track.begin[it.at] - best.track.begin[best.at]) < 0) best = it;
    }
  }
  return best;
}

// The index of the event that is next to another on its row, contains it, or is the first inside of
// it. It is -1 if there is none.
function neighbor_of({track, at}, way) {
  const row = upper_bound(track.rows, at) - 1;
  if (way === 'next') return at + 1 < track.rows[row + 1] ? at + 1 : -1;
  if (way === 'last') return at > track.rows[row] ? at - 1 : -1;
  if (way === 'out') return track.parent[at];
  if (row + 2 >= track.rows.length) return -1;
  const stop = track.rows[row + 2];
  const inner = lower_bound(track.begin, track.begin[at], track.rows[row + 1], stop);
  return inner < stop && track.parent[inner] === at ? inner : -1;
}
