"""Property-based test: the operations on tables equal plain Python on lists of rows: filter, take,
select, sort_by, group_by, aggregate, join, rows, and streams of rows.

Random tables of numbers (with missing values) and strings, as records and as dicts; sorts are
stable, groups are in the order of their keys, NaN last, joins in the order of the left table.
"""
import json
import math

from law import Law

law = Law(__doc__)
draw = law.random
WORDS = ["", "a", "b", "north", "é", "B", "x,y"]
DTYPES = {"i32": lambda: draw.randrange(-3, 4), "i64": lambda: draw.choice([2**40, -2**53 - 1, 5]),
          "f32": lambda: draw.choice([0.5, -1.0, 2.0, math.nan, math.inf, 0.0, -0.0]),
          "f64": lambda: draw.choice([0.1, 1e300, -7.0, math.nan]),
          "u64": lambda: draw.choice([2**63 - 1, 2**53 + 1, 7]),
          "bool": lambda: draw.random() < 0.5}


def drawn_table(names, rows):
    """Columns by name: a dtype, or str, and the cells."""
    out = {}
    for name in names:
        dtype = draw.choice([*DTYPES, "str", "str"])
        made = DTYPES.get(dtype, lambda: draw.choice(WORDS))
        out[name] = (dtype, [made() for _ in range(rows)])
    return out


def written(x):
    if isinstance(x, bool):
        return str(x).lower()
    if isinstance(x, float):
        return {"nan": "nan", "inf": "inf", "-inf": "-inf"}.get(str(x), repr(x))
    return json.dumps(x, ensure_ascii=False)


def text(table, is_dict):
    fields = []
    for name, (dtype, cells) in table.items():
        inner = ", ".join(map(written, cells))
        fields.append(f"{name} = " + (f"({inner},)" if dtype == "str" and cells else "()"
                                      if dtype == "str" else f"{dtype}([{inner}])"))
    return f"dict({', '.join(fields)})" if is_dict else f"({', '.join(fields)},)"


def key_of(x):
    return (1, 0) if isinstance(x, float) and math.isnan(x) else (0, x)


def picked(table, rows):
    return {name: (dtype, [cells[i] for i in rows]) for name, (dtype, cells) in table.items()}


def plain(x):
    """The printed JSON, parsed: this is compared."""
    return {name: list(cells) for name, (_, cells) in x.items()}


def same(a, b):
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b):
        return True
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def groups(table, by):
    count = len(table[by[0]][1])
    keys = [tuple(key_of(table[name][1][i]) for name in by) for i in range(count)]
    return [[i for i in range(count) if keys[i] == key] for key in sorted(set(keys))]


def sort_case(table, count):
    by = draw.sample(list(table), draw.randint(1, min(2, len(table))))
    down = draw.random() < 0.5
    order = list(range(count))
    for name in reversed(by):  # one key after the other, each stable; NaN last in both directions
        cells = table[name][1]
        known = [i for i in order if key_of(cells[i])[0] == 0]
        known.sort(key=lambda i: cells[i], reverse=down)
        order = known + [i for i in order if key_of(cells[i])[0] == 1]
    names = f"({', '.join(map(json.dumps, by))},)"
    return f"table.sort_by(t, {names}, descending = {str(down).lower()})", picked(table, order)


def filter_case(table, count):
    mask = [draw.random() < 0.5 for _ in range(count)]
    kept = [i for i in range(count) if mask[i]]
    if draw.random() < 0.5:
        return f"table.filter(t, bool([{', '.join(map(written, mask))}]))", picked(table, kept)
    name = draw.choice(list(table))
    cells = table[name][1]
    wanted = draw.choice(cells) if cells else 0
    kept = [i for i in range(count) if cells[i] == wanted]
    field = f'r["{name}"]' if table["(dict)"] else f"r.{name}"
    dtype = table[name][0]
    value = written(wanted) if dtype in ("str", "bool") else f"{dtype}({written(wanted)})"
    return f"table.filter(t, r => {field} == {value})", picked(table, kept)


def take_case(table, count):
    rows = [draw.randrange(-count, count) for _ in range(draw.randrange(5))] if count else []
    return f"table.take(t, i64({rows}))", picked(table, rows)


def aggregate_case(table, count):
    by = draw.sample(list(table), draw.randint(1, min(2, len(table))))
    inner = draw.choice(list(table))
    made = groups(table, by)
    names = f"({', '.join(map(json.dumps, by))},)"
    out = picked({name: table[name] for name in by}, [rows[0] for rows in made])
    out["how_many"] = ("i32", [len(rows) for rows in made])
    out["last"] = (table[inner][0], [table[inner][1][rows[-1]] for rows in made])
    last = f'("{inner}", c => c[len(c) - 1])'
    return (f'table.aggregate(t, {names}, (how_many = ("{inner}", len), last = {last}))', out)


def join_case(table, count):
    key = draw.choice(list(table))
    dtype, cells = table[key]
    other = drawn_table(["p", "q", *draw.sample(list(table), 1)], draw.randrange(4))
    other.pop(key, None)
    size = len(next(iter(other.values()))[1])
    pool = cells + [DTYPES.get(dtype, lambda: draw.choice(WORDS))() for _ in range(2)]
    other[key] = (dtype, [draw.choice(pool) for _ in range(size)])
    pairs = [(i, j) for i in range(count) for j in range(size)
             if key_of(cells[i]) == key_of(other[key][1][j])]
    out = picked(table, [i for i, _ in pairs])
    for name, (kind, right) in other.items():
        if name != key:
            named = name + ("_right" if name in table else "")
            out[named] = (kind, [right[j] for _, j in pairs])
    return f'table.join(t, {text(other, table.is_dict)}, "{key}")', out


def group_case(table, count):
    by = draw.choice(list(table))
    made = groups(table, [by])
    if not made:
        return None
    at = draw.randrange(len(made))
    return f'table.group_by(t, "{by}")[{at}].rows', picked(table, made[at])


class Table(dict):
    """Its columns, and under another name whether it is a dict of the script."""
    is_dict = False

    def __getitem__(self, name):
        return self.is_dict if name == "(dict)" else dict.__getitem__(self, name)


CASES = [sort_case, filter_case, take_case, aggregate_case, join_case, group_case]


def run_cases():
    lines, wanted = [], []
    for i in range(law.count(120)):
        count = draw.randrange(0, 7)
        table = Table(drawn_table(draw.sample("abcd", draw.randint(1, 3)), count))
        table.is_dict = draw.random() < 0.4
        made = draw.choice(CASES)(table, count)
        if made is None:
            continue
        call, out = made
        body = f"let t = {text(table, table.is_dict)}; {call}"
        lines.append(f"let r{i} = try(() => {{ {body} }})\n"
                     f"print(if r{i}.ok {{ json.text(r{i}.value, allow_nan = true) }} "
                     f"else {{ json.text(r{i}.error.message) }})")
        wanted.append((body, plain(out)))
    status, out, err = law.run("\n".join(lines))
    law.expect(status == 0, "the program runs", err[:800])
    for line, (body, columns) in zip(out.splitlines() + ['""'] * len(wanted), wanted):
        got = json.loads(line)
        is_same = isinstance(got, dict) and sorted(got) == sorted(columns) and all(
            same(got[name], columns[name]) for name in columns)
        if isinstance(got, dict) and body.startswith("let t = dict("):
            is_same = is_same and list(got) == list(columns)  # including their order
        law.expect(is_same, "a verb gives what Python's lists give",
                   f"{body}\nwanted {json.dumps(columns)}\ngot    {line}")


def rows_are_records():
    lines, wanted = [], []
    for _ in range(law.count(30)):
        count = draw.randrange(1, 5)
        table = drawn_table(draw.sample("abcd", draw.randint(1, 3)), count)
        table["s"] = ("str", [draw.choice(WORDS) for _ in range(count)])
        source = draw.choice(["rows", "data.stream"])
        lines.append(f"for r in {source}({text(table, False)}) "
                     "{ print(json.text(r, allow_nan = true)) }")
        wanted += [{name: cells[i] for name, (_, cells) in sorted(table.items())}
                   for i in range(count)]
    status, out, err = law.run("\n".join(lines))
    law.expect(status == 0, "the program runs", err[:800])
    for line, row in zip(out.splitlines() + ["[]"] * len(wanted), wanted):
        got = json.loads(line)
        law.expect(isinstance(got, dict) and list(got) == list(row) and all(
            same(got[name], row[name]) for name in row), "a row is a record of its cells",
            f"wanted {row}\ngot {line}")


run_cases()
rows_are_records()
law.done()
