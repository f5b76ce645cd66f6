"""Steps that ckpt.manager retains, compared with Orbax's policies; slices of safetensors files."""
import datetime
import json
import tempfile
import types

import numpy as np
import safetensors
import safetensors.numpy
from orbax.checkpoint import checkpoint_managers as managers

import compare
import files
from compare import pick

FOLDER = tempfile.TemporaryDirectory()
made = 0


def new_folder():
    global made
    made += 1
    return f"{FOLDER.name}/{made}"


def drawn(low, high):
    return int(compare.rng.integers(low, high))


def survivors(steps, losses, every, policies):
    """The steps that are left if a clean-up follows each due save."""
    left = []
    for step, loss in zip(steps, losses):
        if step % every:
            continue
        time = datetime.datetime.fromtimestamp(0)
        left.append(types.SimpleNamespace(step=step, time=time, metrics={"loss": loss}))
        keeps = managers.AnyPreservationPolicy(policies).should_preserve(
            left, context=managers.PreservationContext())
        left = [info for info, kept in zip(left, keeps) if kept]
    return np.array([info.step for info in left], np.int64)


def kept():
    """Retention rules, alone or combined."""
    count, every, newest = drawn(1, 9), pick(1, 1, 2, 3), drawn(1, 4)
    steps = sorted(compare.rng.choice(30, count, replace=False).tolist())
    losses = [round(drawn(0, 6) / 2, 2) for _ in steps]
    options, policies = [f"every = {every}, keep = {newest}"], [managers.LatestN(newest)]
    if pick(True, False):
        k = drawn(1, 6)
        options.append(f"keep_every = {k}")
        policies.append(managers.EveryNSteps(k))
    if pick(True, False):
        mode, n = pick("min", "max"), drawn(1, 4)
        options.append(f'best = "loss", mode = "{mode}", keep_best = {n}')
        policies.append(managers.BestN(get_metric_fn=lambda m: m["loss"], n=n,
                                       reverse=mode == "min"))
    background = pick("true", "false")
    pairs = ", ".join(f"({s}, {x})" for s, x in zip(steps, losses))
    ours = (f'{{ let m = ckpt.manager("{new_folder()}", {", ".join(options)}, '
            f"background = {background})\n"
            f"for (i, l) in ({pairs},) {{ m.save(i, (w = l), metrics = (loss = l)) }}\n"
            "let s = m.steps()\nm.close()\ni64([x for x in (...s, -1)]) }")
    expected = np.append(survivors(steps, losses, every, policies), -1)
    return ours.replace("(loss = l)", "(loss = l,)"), lambda: expected, [], False


def best():
    """The step of the best metric, the newest of ties."""
    count, mode = drawn(1, 7), pick("min", "max")
    losses = [drawn(0, 4) / 2 for _ in range(count)]
    pairs = ", ".join(f"({s}, {x})" for s, x in enumerate(losses))
    ours = (f'{{ let m = ckpt.manager("{new_folder()}", best_metric = "loss", '
            f'best_mode = "{mode}")\n'
            f"for (i, l) in ({pairs},) {{ m.save(i, l, metrics = (loss = l,)) }}\n"
            "let s = (m.best(), m.restore(m.best()).tree)\nm.close()\ns }")
    order = sorted(range(count), key=lambda i: (losses[i] if mode == "min" else -losses[i], -i))
    return ours, lambda: (np.int64(order[0]), np.float64(losses[order[0]])), [], False


def file_of(x):
    path = files.new_path("safetensors")
    safetensors.numpy.save_file({"w": x, "other": np.arange(5)}, path)
    return path


def box():
    x = files.array(files.TENSORS)
    path = file_of(x)
    axes = drawn(0, x.ndim + 1)
    cuts = [sorted((drawn(0, n + 1), drawn(0, n + 1))) for n in x.shape[:axes]]
    start, stop = (str(tuple(c[i] for c in cuts)) for i in (0, 1))
    parts = tuple(slice(a, b) for a, b in cuts)

    def theirs():
        with safetensors.safe_open(path, "np") as opened:
            if cuts and all(a < b for a, b in cuts):  # it rejects empty slices
                return opened.get_slice("w")[parts]
            return opened.get_tensor("w")[parts]
    ends = f", start = {start}, stop = {stop}" if cuts else ""
    return f'ckpt.read("{path}", "w"{ends})', theirs, [], False


def listed():
    x = files.array(files.TENSORS)
    path = file_of(x)

    def theirs():
        with safetensors.safe_open(path, "np") as opened:
            assert set(opened.keys()) == {"other", "w"}
            return np.array([*opened.get_slice("w").get_shape(), x.nbytes, 5, 40], np.int64)
    sizes = "(...w.shape, w.bytes, ...o.shape, o.bytes)"
    ours = f'{{ let (o, w) = ckpt.list("{path}"); i64([x for x in {sizes}]) }}'
    return ours, theirs, [], False


def meta():
    """JSON in the metadata of a file that the package reads."""
    path, value = files.new_path("safetensors"), drawn(0, 1000)

    def theirs():
        with safetensors.safe_open(path, "np") as opened:
            return np.int64(json.loads(opened.metadata()["meta"])["n"])
    ours = (f'{{ ckpt.save("{path}", [1.0], meta = (n = {value},)); ckpt.meta("{path}")["n"] }}')
    return ours, theirs, [], False


def steps():
    folder, found = new_folder(), sorted(compare.rng.choice(10**6, drawn(1, 5), replace=False))
    saves = " ".join(f"m.save({s}, 1.0);" for s in found)
    ours = (f'{{ let m = ckpt.manager("{folder}"); {saves} m.close(); '
            f'i64([x for x in ckpt.steps("{folder}")]) }}')
    return ours, lambda: np.array(found, np.int64), [], False


CASES = {"ckpt_manager": kept, "best": best, "ckpt_read": box, "ckpt_list": listed,
         "ckpt_meta": meta, "ckpt_steps": steps}

run = compare.table(CASES, exact=True)
