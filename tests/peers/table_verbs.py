"""Tables compared with pandas: operations on random columns of numbers and strings, missing cells
of CSV."""
import json

import numpy as np
import pandas as pd

import compare
from compare import pick
from files import new_path

WORDS = ["a", "b", "north", "é", "x,y", ""]


def frame(names, rows):
    out = {}
    for name in names:
        kind = pick("int", "float", "text")
        out[name] = [pick(*WORDS) if kind == "text" else int(compare.rng.integers(-3, 4))
                     if kind == "int" else float(pick(0.5, -1.25, 2.0, 1e6)) for _ in range(rows)]
    return pd.DataFrame(out)


def written(x):
    return json.dumps(x, ensure_ascii=False)


def text(table):
    """A dict of the script, whose columns keep their order."""
    fields = []
    for name in table.columns:
        cells = table[name].tolist()
        inner = ", ".join(map(written, cells))
        is_text = isinstance(cells[0], str) if cells else False
        fields.append(f"{name} = " + (f"({inner},)" if is_text else f"f64([{inner}])"))
    return f"dict({', '.join(fields)})"


def row(call, table):
    """Whether a call returns the columns of a frame, in their order."""
    path = new_path("json")
    columns = {name: [x if isinstance(x, str) else float(x) for x in table[name].tolist()]
               for name in table.columns}
    path.write_text(json.dumps(columns, ensure_ascii=False))
    return (f'{{ let wanted = json.parse(io.read("{path}")); '
            f"let got = json.parse(json.text({call})); "
            "[got == wanted, keys(got) == keys(wanted)] }",
            lambda: np.array([True, True]), [], False)


def drawn():
    return frame(["k", "x", "s"][:pick(2, 3)], int(compare.rng.integers(1, 9)))


def names_of(table):
    out = list(compare.rng.permutation(table.columns)[:pick(1, 2)])
    return out, f"({', '.join(map(written, out))},)"


def sort_by():
    table, up = drawn(), pick(True, False)
    by, names = names_of(table)
    wanted = table.sort_values(by, kind="stable", ascending=up)
    down = str(not up).lower()
    return row(f"table.sort_by({text(table)}, {names}, descending = {down})", wanted)


def filtered():
    table = drawn()
    mask = compare.rng.random(len(table)) < 0.5
    bools = ", ".join(str(bool(m)).lower() for m in mask)
    mask[0] = True  # empty string columns have no type in this comparison
    bools = "true" + bools[bools.find(","):] if "," in bools else "true"
    return row(f"table.filter({text(table)}, bool([{bools}]))", table[mask])


def taken():
    table = drawn()
    rows = compare.rng.integers(-len(table), len(table), pick(1, 4)).tolist()
    return row(f"table.take({text(table)}, i64({rows}))", table.iloc[rows])


def selected():
    table = drawn()
    by, names = names_of(table)
    return row(f"table.select({text(table)}, {names})", table[by])


def aggregated():
    table = drawn()
    by, names = names_of(table)
    table["v"] = compare.rng.integers(0, 9, len(table)).astype(float)
    wanted = table.groupby(by, as_index=False, sort=True).agg(
        total=("v", "sum"), most=("v", "max"), n=("v", "size"))
    into = '(total = ("v", sum), most = ("v", max), n = ("v", len))'
    into = f"dict{into}"
    return row(f"table.aggregate({text(table)}, {names}, {into})", wanted)


def grouped():
    table = drawn()
    by = pick(*table.columns)
    groups = list(table.groupby(by, sort=True))
    at = int(compare.rng.integers(0, len(groups)))
    return row(f"table.group_by({text(table)}, {written(by)})[{at}].rows", groups[at][1])


def joined():
    table = drawn()
    other = frame(["x", "p"], int(compare.rng.integers(1, 6)))
    pool = table["k"].tolist()
    other["k"] = [pick(*pool) for _ in range(len(other))]
    wanted = table.merge(other, on="k", suffixes=("", "_right"))
    if len(wanted) == 0:
        return joined()
    return row(f'table.join({text(table)}, {text(other)}, "k")', wanted)


def csv_missing():
    """Integers and quarters with cells that pandas treats as missing: the same numbers."""
    path, end = new_path("csv"), pick("\n", "\r\n", "\r")
    top = pick(2**8, 2**24, 2**31, 2**52)
    cells = [str(pick(int(compare.rng.integers(-top, top)), int(compare.rng.integers(-9, 9)) / 4))
             for _ in range(int(compare.rng.integers(1, 6)))]
    cells.insert(0, pick("", "NA", "N/A", "NaN", "null", "None", "<NA>"))
    path.write_bytes(("k,n" + end + "".join(f'"x, {c}",{c}{end}' for c in cells)).encode())
    wanted = pd.read_csv(path)["n"].to_numpy(np.float64)
    return f'f64(data.read_csv("{path}").n)', lambda: wanted, [], False


CASES = {"csv_missing": csv_missing, "table_sort_by": sort_by, "table_filter": filtered,
         "table_take": taken, "table_select": selected, "table_aggregate": aggregated,
         "table_group_by": grouped, "table_join": joined}

run = compare.table(CASES, exact=True)
