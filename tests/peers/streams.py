"""Pipelines of data compared with Grain: items, order, epochs."""
import itertools

import grain
import numpy as np

import compare
from compare import pick, script

ENOUGH = 60  # items of a pipeline that are compared
WORDS = 2 ** 31 - 1


def number(low, high):
    return int(compare.rng.integers(low, high))


def source():
    """A random-access stream with a seed, in both libraries."""
    count, low = number(1, 30), number(-9, 9)
    items = [number(-99, 99) for _ in range(count)]
    text, made = pick((f"data.stream({low}..{low + count})",
                       grain.MapDataset.range(low, low + count)),
                      (f"data.stream({script(tuple(items))})", grain.MapDataset.source(items)))
    seed = number(0, 2 ** 32)
    return f"data.seed({text}, {seed})", made.seed(seed)


def seeded():
    """The text of both sides with a seed, or with the default."""
    seed = pick(None, number(0, 2 ** 32))
    return ("" if seed is None else f"seed = {seed}"), seed


def shuffled(text, made):
    word, seed = seeded()
    return f"data.shuffle({', '.join(filter(None, (text, word)))})", made.shuffle(seed=seed)


def mapped(text, made):
    k = number(1, 5)
    return f"data.map({text}, i => i * {k} + 1)", made.map(lambda i: i * k + 1)


def filtered(text, made):
    k = number(2, 5)
    return f"data.filter({text}, i => i % {k} != 0)", made.filter(lambda i: i % k != 0)


def cut(text, made):
    begin, end = (pick(None, number(-12, 12)) for _ in range(2))
    step = pick(1, 1, 2, 3, -1, -2)
    words = f"{script(begin)}, {script(end)}, {step}"
    return f"data.slice({text}, {words})", made[begin:end:step]


def sharded(text, made):
    count = number(1, 5)
    index = number(0, count)
    if compare.rng.random() < 0.5:
        return f"data.shard({text}, {index}, {count})", made[index::count]
    drop = bool(pick(False, True))
    options = grain.sharding.ShardOptions(index, count, drop)
    begin, end = grain._src.core.sharding.even_split(len(made), options)
    return (f"data.shard({text}, {index}, {count}, contiguous = true, "
            f"drop_remainder = {script(drop)})", made[begin:end])


def repeated(text, made):
    if len(made) == 0 or len(made) > 200:
        return text, made
    times = number(1, 4)
    return f"data.repeat({text}, {times})", made.repeat(times)


def batched(text, made):
    size, drop = number(1, 6), bool(pick(False, True))
    return (f"data.map(data.batch({text}, {size}, {script(drop)}), b => int(sum(b)))",
            made.batch(size, drop_remainder=drop).map(lambda b: int(np.sum(b))))


def filled():
    """Batches of arrays, the last one padded."""
    rows, size, fill = number(1, 9), number(1, 5), pick(0, -3, 9)
    x = compare.rng.integers(-9, 9, (rows, 2)).astype(np.int32)
    made = grain.MapDataset.source(x).to_iter_dataset().batch(
        size, batch_fn=lambda items: grain.experimental.batch_and_pad(
            items, batch_size=size, pad_value=fill))
    return (f"(b for b in data.batch(x, {size}, pad = {fill}))", lambda _: tuple(made), [x], False)


def joined(text, made):
    other, theirs = source()
    return (f"data.concatenate({text}, {other})", grain.MapDataset.concatenate([made, theirs]))


def mixed(text, made):
    other, theirs = source()
    if len(made) == 0:
        return text, made
    weights = pick(None, (0.7, 0.3), (1.0, 3.0), (0.25, 0.75), (2.5, 1.0))
    end = "" if weights is None else f", {script(weights)}"
    return f"data.mix(({text}, {other}){end})", grain.MapDataset.mix([made, theirs], weights)


DENSE = [shuffled, shuffled, mapped, cut, sharded, repeated, batched, joined, mixed]


def pipeline(stages=4, may_filter=True):
    """Of random-access items; a filter is last, since Grain's batches reject its gaps."""
    text, made = source()
    for _ in range(number(0, stages)):
        text, made = pick(*DENSE)(text, made)
    if may_filter and compare.rng.random() < 0.3:
        text, made = filtered(text, made)
        for _ in range(number(0, 2)):
            text, made = pick(shuffled, mapped, repeated)(text, made)
    return text, made


def shown(text):
    """An array, also of no items: after -1."""
    return f"[i for i in data.concatenate((-1,), data.take({text}, {ENOUGH}))]"


def items(made):
    return np.array([-1, *map(int, itertools.islice(iter(made), ENOUGH))], np.int32)


def whole():
    text, made = pipeline()
    return shown(text), lambda: items(made), [], False


def by_number():
    """Random access to items, gaps as -1, and the length."""
    text, made = pipeline()
    count = len(made)
    asked = [number(0, count) for _ in range(5)] if count else []
    gets = ", ".join(f"{{ let i = s.item({i}); if i == nil {{ -1 }} else {{ i }} }}" for i in asked)
    wanted = [-1 if made[i] is None else int(made[i]) for i in asked]
    return (f"{{ let s = {text}; [s.count(){', ' if gets else ''}{gets}] }}",
            lambda: np.array([min(count, WORDS), *wanted], np.int32), [], False)


def goes_on():
    """From a saved position: the items of Grain's iterator from its own."""
    text, made = pipeline()
    stop = number(0, 12)
    theirs = iter(made)
    for _ in itertools.islice(theirs, stop):
        pass
    state = theirs.get_state()
    again = iter(made)
    again.set_state(state)
    return (f"{{ var s = {text}; for i in 0..{stop} {{ s.next!() }}; {shown('s')} }}",
            lambda: items(again), [], False)


def in_windows():
    text, made = pipeline(3)
    window, seed = number(1, 12), number(0, 2 ** 31)
    shuffled = grain.experimental.WindowShuffleIterDataset(
        made.to_iter_dataset(), window_size=window, seed=seed)
    return (shown(f"data.shuffle({text}, window_size = {window}, seed = {seed})"),
            lambda: items(shuffled), [], False)


def interleaved():
    parts = [pipeline(2) for _ in range(number(1, 6))]
    cycle = number(1, 6)
    made = grain.experimental.InterleaveIterDataset([m for _, m in parts], cycle_length=cycle)
    return (shown(f"data.interleave(({''.join(t + ', ' for t, _ in parts)}), {cycle})"),
            lambda: items(made), [], False)


class Several(grain.experimental.FlatMapTransform):
    max_fan_out = 5

    def flat_map(self, i):
        return [i + k for k in range(i % 5)]


def flat_mapped():
    text, made = pipeline(2)
    made = grain.experimental.FlatMapIterDataset(made.to_iter_dataset(), Several())
    return (shown(f"data.flat_map({text}, i => (i + k for k in 0..(i % 5)))"),
            lambda: items(made), [], False)


def windows():
    text, made = pipeline(2, may_filter=False)
    size, step = number(1, 6), number(1, 7)

    def wanted():
        read = [int(i) for i in itertools.islice(iter(made), 8 * ENOUGH)]
        rows = (np.lib.stride_tricks.sliding_window_view(np.array(read, np.int64), size)[::step]
                if len(read) >= size else [])
        return items(np.sum(row) + 1000 * row[0] for row in rows)
    return (shown(f"data.map(data.window({text}, {size}, {step}), "
                  "w => int(sum(w)) + 1000 * int(w[0]))"), wanted, [], False)


def rebatched():
    text, made = pipeline(2, may_filter=False)
    size, other, drop = number(1, 6), number(1, 9), bool(pick(False, True))
    made = grain.experimental.RebatchIterDataset(
        made.batch(size).to_iter_dataset(), batch_size=other, drop_remainder=drop)
    sums = made.map(lambda b: int(np.sum(b)) + 1000 * len(b))
    return (shown(f"data.map(data.rebatch(data.batch({text}, {size}), {other}, {script(drop)}), "
                  "b => int(sum(b)) + 1000 * len(b))"), lambda: items(sums), [], False)


def large():
    """Positions far inside of a stream of any size."""
    count = pick(number(1, 2 ** 17), number(1, 2 ** 40), 2 ** number(1, 40))
    seed = number(0, 2 ** 32)
    if (count - 1).bit_length() != int(np.ceil(np.log2(max(count - 1, 1)))):
        count += 1  # Grain's own order drops the last of 2^16 + 1, 2^18 + 1, ...
    made = grain.MapDataset.range(count).shuffle(seed=seed)
    asked = [number(0, count) for _ in range(20)]
    gets = ", ".join(f"s.item({i}) // {k} % 65536" for i in asked for k in (1, 65536, 2 ** 32))
    wanted = [int(made[i]) // k % 65536 for i in asked for k in (1, 65536, 2 ** 32)]
    return (f"{{ let s = data.shuffle(0..{count}, seed = {seed}); [{gets}] }}",
            lambda: np.array(wanted, np.int32), [], False)


def sequences(names, least=0, alike=False):
    """Items of arrays of random lengths, in both languages."""
    items, texts = [], []
    for _ in range(number(0, 12)):
        lengths = [number(least, 6) for _ in names]
        item = {name: compare.rng.integers(1, 99, lengths[0] if alike else n).astype(np.int32)
                for name, n in zip(names, lengths)}
        items.append(item)
        parts = ", ".join(f"{name} = i32({list(map(int, x))})" for name, x in item.items())
        texts.append(f"({parts})")
    return "data.stream((" + "".join(text + ", " for text in texts) + "))", items


def rows_of(text, names):
    """The fields of all rows, concatenated to one array."""
    parts = [f"{name}{end}" for name in names for end in ("", "_segment_ids", "_positions")]
    fields = ", ".join(f"r.{part}" for part in parts)
    return f"concat((i32([-1]), ...(concat(({fields})) for r in {text})))", parts


def wanted_rows(made, parts):
    rows = [np.asarray(row[part], np.int32) for row in made for part in parts]
    return np.concatenate([np.array([-1], np.int32), *rows])


def packed():
    names = pick(("a",), ("a", "b"))
    text, items = sequences(names)
    rooms = {name: number(6, 12) for name in names}
    bins, how = number(1, 5), pick("first_fit", "best_fit")
    most, padding = pick(None, 1, 2), pick(0, 0, 7)
    kind = {"first_fit": grain.experimental.FirstFitPackIterDataset,
            "best_fit": grain.experimental.BestFitPackIterDataset}[how]
    made = kind(grain.MapDataset.source(items).to_iter_dataset(), length_struct=rooms,
                num_packing_bins=bins, shuffle_bins=False, max_sequences_per_bin=most,
                padding_struct={name: padding for name in names})
    room = ", ".join(f"{name} = {n}" for name, n in rooms.items())
    options = f'{bins}, "{how}", {script(most)}, {padding}'
    expr, parts = rows_of(f"data.pack({text}, ({room},), {options})", names)
    return expr, lambda: wanted_rows(made, parts), [], False


def cut_rows():
    text, items = sequences(("a",))
    room = number(1, 9)
    made = grain.experimental.ConcatThenSplitIterDataset(
        grain.MapDataset.source(items).to_iter_dataset(), length_struct={"a": room})
    expr, parts = rows_of(f'data.pack({text}, {room}, method = "concat_then_split")', ("a",))
    return expr, lambda: wanted_rows(made, parts), [], False


def begun_rows():
    """Each piece of an item begins with a token; of one field, or of both. Grain's own code fails
    if a piece has nothing of a field, so both are equally long."""
    names, token = pick(("a",), ("a", "b")), number(100, 999)
    text, items = sequences(names, 1, alike=True)
    rooms = dict.fromkeys(names, number(3, 9))
    of = names[:number(1, len(names) + 1)]
    experimental = grain.experimental
    made = experimental.ConcatThenSplitIterDataset(
        grain.MapDataset.source(items).to_iter_dataset(), length_struct=rooms,
        bos_handling=experimental.BOSHandling.REPLACE_FIRST_TOKEN_WITH_BOS, bos_features=of,
        bos_token_id=token)
    room = ", ".join(f"{name} = {n}" for name, n in rooms.items())
    tokens = ", ".join(f"{name} = {token}" for name in of)
    bos = token if len(of) == len(names) and pick(True, False) else f"({tokens},)"
    expr, parts = rows_of(f"data.pack({text}, ({room},), method = \"concat_then_split\", "
                          f"bos = {bos})", names)
    return expr, lambda: wanted_rows(made, parts), [], False


def flat_items(made):
    """Batches as their numbers, after -1."""
    parts = [np.ravel(b) for b in itertools.islice(iter(made), ENOUGH)]
    return np.concatenate([np.array([-1]), *parts]).astype(np.int32)


def batches_shown(text):
    return f"concat((i32([-1]), ...(i32(b) for b in data.take({text}, {ENOUGH}))))"


def elastic():
    """One of several hosts, from the position of another number of hosts."""
    text, made = pipeline(3, may_filter=False)
    while len(made) > 500 or not isinstance(made[0] if len(made) else 0, (int, np.integer)):
        text, made = pipeline(3, may_filter=False)
    counts = [number(1, 4) for _ in range(2)]
    sizes = [count * number(1, 4) for count in counts]
    steps = number(0, len(made) // sizes[0] + 1)
    left = len(made) - steps * sizes[0]
    # If the remainder is not a whole batch, Grain's first hosts may have one more than the last.
    cut = left - left % sizes[1] + steps * sizes[0]
    text, made = f"data.slice({text}, 0, {cut})", made[0:cut]
    index = number(0, counts[1])

    def hosts(count, size, index):
        options = grain.sharding.ShardOptions(index, count)
        return grain.experimental.ElasticIterator(made, size, options)
    first = hosts(counts[0], sizes[0], 0)
    for _ in itertools.islice(first, steps):
        pass
    then = hosts(counts[1], sizes[1], index)
    then.set_state(first.get_state())
    return (f"{{ var a = data.elastic({text}, {sizes[0]}, 0, {counts[0]}); "
            f"for i in 0..{steps} {{ a.next!() }}; "
            f"var b = data.elastic({text}, {sizes[1]}, {index}, {counts[1]}); b.at = a.at; "
            f"{batches_shown('b')} }}", lambda: flat_items(then), [], False)


class Choice(grain.transforms.DatasetSelectionMap):
    def __init__(self, length, k):
        self.length, self.k = length, k

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        return i * self.k % 2, (i * self.k + 1) % 7


def selected():
    """A map from numbers to streams and to their items; shuffled, over several epochs."""
    parts = [pipeline(2, may_filter=False) for _ in range(2)]
    while any(not 7 <= len(made) < 500 for _, made in parts):
        parts = [pipeline(2, may_filter=False) for _ in range(2)]
    length, k = number(1, 20), number(1, 9)
    made = grain._src.python.dataset.transformations.mix.MixedMapDataset(
        [made for _, made in parts], selection_map=Choice(length, k))
    text = (f"data.select(({parts[0][0]}, {parts[1][0]}), {length}, "
            f"i => (i * {k} % 2, (i * {k} + 1) % 7))")
    for _ in range(number(0, 2)):
        text, made = pick(mapped, repeated)(text, made)
    return shown(text), lambda: items(made), [], False


class Times(grain.transforms.Map):
    def __init__(self, k):
        self.k = k

    def map(self, i):
        return i * self.k


class Without(grain.transforms.Filter):
    def __init__(self, k):
        self.k = k

    def filter(self, i):
        return i % self.k != 0


def loaded():
    """Order, epochs, shards of hosts, operations, batches in one call."""
    count = number(1, 4)
    n = count * number(1, 12) + (drop := bool(pick(False, True))) * number(0, count)
    shuffle, seed, epochs = bool(pick(False, True)), number(0, 2 ** 32), number(1, 4)
    index, size, last = number(0, count), pick(None, 1, 2, 5), bool(pick(False, True))
    steps, k = [], number(2, 5)
    if pick(True, False):
        steps.append((f"s => s |> data.map(i => i * {k})", Times(k)))
    if pick(True, False):
        steps.append((f"s => s |> data.filter(i => i % {k} != 0)", Without(k)))
    options = grain.sharding.ShardOptions(index, count, drop)
    made = grain.load(range(n), num_epochs=epochs, shuffle=shuffle, seed=seed,
                      shard_options=options, transformations=[op for _, op in steps],
                      batch_size=size, drop_remainder=last)
    operations = "(" + "".join(f"{text}, " for text, _ in steps) + ")"
    batch = "" if size is None else f", batch = {size}, drop_last = {script(last)}"
    text = (f"data.load(0..{n}, {epochs}, {script(shuffle)}, {seed}, {index}, {count}, "
            f"{script(drop)}, {operations}{batch}, threads = {pick(0, 2)})")
    if size is None:
        return shown(text), lambda: items(made), [], False
    return batches_shown(text), lambda: flat_items(made), [], False


def at_most_dropped():
    """The number of items before a filter that drops too much raises."""
    n, below, most = number(900, 3200), number(0, 1000), pick(0.2, 0.5, 0.9)
    made = grain.MapDataset.range(n).to_iter_dataset().filter(lambda i: i % 1000 >= below)
    options = grain.experimental.DatasetOptions(filter_warn_threshold_ratio=None,
                                                filter_raise_threshold_ratio=most)
    made = grain.experimental.WithOptionsIterDataset(made, options)

    def theirs():
        seen = 0
        try:
            for _ in made:
                seen += 1
        except ValueError:
            return np.array([seen, 1], np.int32)
        return np.array([seen, 0], np.int32)
    text = f"data.filter(0..{n}, i => i % 1000 >= {below}, max_dropped_fraction = {most})"
    return (f"{{ var s = {text}; var seen = 0; var more = true; var failed = 0; while more {{ "
            "let r = try(() => { var t = s; let i = t.next!(); (i, t) }); "
            "if not r.ok { failed = 1; more = false } else { "
            "s = r.value[1]; if r.value[0] == nil { more = false } else { seen += 1 } } }; "
            "[seen, failed] }", theirs, [], False)


def picked():
    """The number of prefetched items, by their cost."""
    rows, columns = number(5, 20), number(1, 300)
    x = compare.rng.random((rows, columns)).astype(np.float32)
    memory, most, threads = number(1, 40000) * 16, number(1, 40), number(1, 40)
    ds = grain.MapDataset.source(x).to_iter_dataset(
        grain.ReadOptions(prefetch_buffer_size=1, num_threads=1))
    ours = f"data.pick_prefetch(data.stream(x), {memory}, {most}, {threads})"

    def theirs(_):
        found = grain.experimental.pick_performance_config(
            ds, ram_budget_mb=memory / 2 ** 20, max_workers=threads, max_buffer_size=most)
        n = found.read_options.prefetch_buffer_size
        workers = found.multiprocessing_options.num_workers
        return np.array([max(n, 1), min(workers, n)], np.int32)  # no more threads than items
    return f"{{ let p = {ours}; [p.n, p.threads] }}", theirs, [x], False


CASES = {"filled": filled, "packed": packed, "cut_rows": cut_rows, "begun_rows": begun_rows,
         "elastic": elastic, "selected": selected, "loaded": loaded,
         "at_most_dropped": at_most_dropped, "picked": picked, "whole": whole,
         "by_number": by_number, "goes_on": goes_on, "in_windows": in_windows,
         "interleaved": interleaved, "flat_mapped": flat_mapped, "rebatched": rebatched,
         "windows": windows, "large": large}

run = compare.table(CASES, exact=True)
