#!/usr/bin/env python3
"""Writes docs/renamed.md from vm/words/renamed.def. usage: renamed.py [--check]

Every present name of the table must be in the reference: a function, a parameter, or a field.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE, TABLE = ROOT / "docs/renamed.md", ROOT / "vm/words/renamed.def"
STRINGS = r'((?:"(?:\\.|[^"\\])*"\s*)+)'
HEAD = """# Renamed functions, parameters, and fields
The library follows the names of NumPy, JAX, Flax, Optax, Grain and Orbax. A former name is an
error that tells the present one. `rille check --fix PATH…` replaces former names in scripts. It
renames methods and fields where the value is evidently an instance of a struct of the library.
Checkpoints that were written under former names of fields load into present structs.

`--fix` leaves a call alone if its arguments have another order or meaning under the present name,
and method calls such as `x.sum(keep = true)` if the script defines a function of that name. It
does not change strings, comments, examples in Markdown, and notebooks.

Some names have a new meaning:
- `data.shuffle` and `data.batch` return streams: `data.batch(x, 4).item(1)` is a batch. A tuple is
  a sequence of items: pass columns as a record, `(x = x, y = y)`. The order of arguments is
  `data.shuffle(source, seed, window_size)`.
- `optim.cosine_decay_schedule(init_value, decay_steps, alpha)` has the final value as a fraction
  `alpha` of the first, where `floor` was the value itself. `decay_steps` is an integer.
- `nn.dropout(rate, &key)` creates the layer. The function is `dropout(&key, x, rate)`.
- `data.load(drop_remainder = true)` drops the last batch if it is smaller. `even_shards` is the
  former `drop_remainder`.
- A cell of your own for `nn.rnn` has the method `initialize_carry`, formerly `start`.
- `plot.line(x = …, y = …)` are the data. `xlabel` and `ylabel` are the labels of the axes. The
  field `heatmap` of a `plot.Chart` has `annotate` and `colormap`, formerly `numbers` and `colors`.
- `tree.spec`, `eval_shape` and `data.spec` return a `tree.Spec` for each array, formerly a string
  such as "f32[3]".
- Paths contain the names of fields: masks, `only` and `rename` of `ckpt.load` need the present
  ones, such as `path == "lora_a"`.
"""


def joined(text):
    return "".join(re.findall(r'"((?:\\.|[^"\\])*)"', text)).replace('\\"', '"')


def rows(kind, count):
    body = TABLE.read_text().partition("// Arrays and")[2]
    for found in re.finditer(rf"^{kind}\(" + r",\s*".join([STRINGS] * count) + r"\)", body, re.M):
        yield [joined(part) for part in found.groups()]


def table(title, head, lines):
    return [f"\n## {title}", f"| {head} |", "| --- " * (head.count("|") + 1) + "|", *lines]


MOST_OWNERS = 8  # in a row


def by_owners(kind):
    for of, old, new in rows(kind, 3):
        words = [f"`{word}`" for word in of.split()]
        for at in range(0, len(words), MOST_OWNERS):
            yield f"| {', '.join(words[at:at + MOST_OWNERS])} | `{old}` | `{new}` |"


def page():
    out = [HEAD.rstrip()]
    out += table("Functions and structs", "Former | Now",
                 [f"| `{old}` | `{new}` |" for old, new in rows("RENAMED", 2)]
                 + [f"| `{old}` | {said} |" for old, said in rows("REPLACED", 2)])
    out += table("Methods", "Of | Former | Now", by_owners("RENAMED_METHOD"))
    out += table("Parameters and fields", "Of | Former | Now", by_owners("RENAMED_PARAM"))
    out += table("Values", "Of | Parameter | Former | Now",
                 [f'| `{of}` | `{param}` | `"{old}"` | `"{new}"` |'
                  for of, param, old, new in rows("RENAMED_CHOICE", 4)])
    return "\n".join(out) + "\n"


def unknown():
    """Present names that the reference does not have."""
    heads = {}
    for path in (ROOT / "docs/reference").glob("*.md"):
        for part in re.split(r"^## ", path.read_text(), flags=re.M)[1:]:
            heads.setdefault(part.split()[0], []).append(part)
    for _, new in rows("RENAMED", 2):
        if new not in heads:
            yield f"`{new}` is not in the reference"
    for of, _, new in rows("RENAMED_PARAM", 3):
        for owner in of.split():
            owner = owner.rpartition(".")[0] if owner.count(".") == 2 else owner
            if not any(re.search(rf"\b{new}: ", part) for part in heads.get(owner, [])):
                yield f"`{owner}` has no `{new}`"


def main():
    faults = list(unknown())
    print("\n".join(faults), end="\n" if faults else "")
    if "--check" in sys.argv[1:]:
        if PAGE.read_text() != page():
            faults.append("")
            print("docs/renamed.md is not up to date: tests/docs/renamed.py writes it")
    else:
        PAGE.write_text(page())
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
