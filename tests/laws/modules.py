"""Property-based test: a module runs once, however its path is spelled; imports run in order; a
cycle is an error.

The test generates graphs of files in directories, with imports that spell paths in many ways, some
after other statements. The oracle walks the same graph in Python.
"""
import os

from law import Law

law = Law(__doc__)
draw = law.random


def spelled(target, folder):
    """One of the paths by which a file in `folder` may name the target."""
    plain = os.path.relpath(target, folder)
    ways = [plain, "./" + plain, os.path.join("..", os.path.basename(folder), plain)
            if folder != law.folder else plain, str(target), plain.replace("/", "//")]
    if "/" not in plain:
        ways.append(plain.removesuffix(".rille"))  # a bare name, without quotes
    return draw.choice(ways)


def statement(way, name):
    is_bare = way.replace("_", "").isalnum()
    return f"import {way} as {name}" if is_bare else f'import "{way}" as {name}'


def graph(count, cycles):
    """paths, and for each the actions of its lines: an index to import, or None to print."""
    folders = [law.folder, law.folder / "a", law.folder / "a" / "b", law.folder / "linked"]
    (law.folder / "a" / "b").mkdir(parents=True, exist_ok=True)
    if not (law.folder / "linked").exists():
        (law.folder / "linked").symlink_to("a")
    paths = [draw.choice(folders[:3]) / f"m{i}.rille" for i in range(count)]
    lines = []
    for i in range(count):
        later = range(i + 1, count) if not cycles else range(count)
        imports = draw.sample(list(later), min(len(later), draw.randrange(0, 4)))
        at = draw.randrange(len(imports) + 1)
        lines.append(imports[:at] + [None] + imports[at:])
    return paths, lines


def write(paths, lines):
    for i, (path, does) in enumerate(zip(paths, lines)):
        text = [f"struct P{i} {{ x }}"]
        for k, target in enumerate(does):
            if target is None:
                text.append(f'print("m{i}")')
            else:
                name = f"i{k}"
                text += [statement(spelled(paths[target], path.parent), name)]
                text += [f"assert {name}.P{target}(1) == {name}.P{target}(1)"] * draw.randrange(2)
        path.write_text("\n".join(text) + "\n")


def oracle(lines):
    """The printed lines, and whether a cycle ended the run."""
    out, state = [], {}

    def run(i):
        state[i] = "running"
        for target in lines[i]:
            if target is None:
                out.append(f"m{i}")
            elif state.get(target) == "running":
                return False
            elif target not in state and not run(target):
                return False
        state[i] = "done"
        return True

    return run(0), out


def graphs():
    for _ in range(law.count(40)):
        paths, lines = graph(draw.randrange(2, 8), cycles=draw.random() < 0.4)
        write(paths, lines)
        ends_well, wanted = oracle(lines)
        status, out, err = law.run(f'import "{paths[0]}" as first\n')
        detail = f"{lines}\nwanted {wanted} {ends_well}\ngot {out.split()} {err[:500]}"
        law.expect((status == 0) == ends_well, "a cycle is an error, nothing else is", detail)
        if ends_well:
            law.expect(out.split() == wanted, "each module runs once, in order", detail)
        else:
            law.expect("error[name]" in err and "cyclic import" in err and len(err) < 3000,
                       "a cycle is named where it closes", detail)


def main_is_a_module():
    whole = str(law.folder / "drawn.rille")
    for way in ("drawn.rille", "./drawn.rille", "a/../drawn.rille", whole):
        (law.folder / "other.rille").write_text(f'import "{way}" as main\n')
        status, out, err = law.run('print("main")\nimport "other.rille" as other\n')
        law.expect(status == 1 and out == "main\n" and "cyclic import" in err,
                   "the main file is a module",
                   f"{way}: {out} {err[:300]}")


def chains():
    for count in (70, 500):
        for i in range(count):
            (law.folder / f"c{i}.rille").write_text(
                f'import "c{i + 1}.rille" as next\nfn get() = next.get() + 1\n')
        (law.folder / f"c{count}.rille").write_text("fn get() = 0\n")
        status, out, err = law.run('import "c0.rille" as c\nprint("read")\n')
        law.expect(status == 0 and out == "read\n", "a chain of imports may be long",
                   f"{count}: {err[:300]}")


def all_errors():
    (law.folder / "wrong.rille").write_text("let a = b\nlet c = d\nlet e = f\n")
    (law.folder / "between.rille").write_text('import "wrong.rille" as w\n')
    _, out, err = law.run('import "between.rille" as b\n')
    law.expect(err.count("error[name]") == 3, "all errors of a module are shown", err[:600])
    law.expect("between.rille:1" in err and "drawn.rille:1" in err, "who imported it is named", err)


graphs()
main_is_a_module()
chains()
all_errors()
law.done()
