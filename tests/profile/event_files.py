#!/usr/bin/env python3
"""Event files of profile.writer, as TensorBoard reads them. usage: tests/profile/event_files.py

A script logs values; TensorBoard's EventAccumulator and its data provider read the directory, and
the values are compared with those that NumPy computes. Other cases are a killed process, a file
that may not grow, and writers of the same directory. Needs a Python with tensorboard, numpy, and
Pillow; without them the test is skipped. RILLE names the program.
"""
import contextlib
import importlib.util
import io
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
HANGS_S = 300  # a guard against hangs

if not all(importlib.util.find_spec(name) for name in ("tensorboard", "numpy", "PIL")):
    print("profile/event_files: skipped, no tensorboard, numpy, or Pillow\n0 passed, 0 failed")
    sys.exit(0)

import numpy as np  # noqa: E402
import PIL.Image  # noqa: E402
from tensorboard.backend.event_processing import data_provider  # noqa: E402
from tensorboard.backend.event_processing import event_accumulator  # noqa: E402
from tensorboard.backend.event_processing import plugin_event_multiplexer  # noqa: E402
from tensorboard.context import RequestContext  # noqa: E402
from tensorboard.data import provider as data  # noqa: E402
from tensorboard.plugins import base_plugin  # noqa: E402
from tensorboard.plugins.hparams import backend_context  # noqa: E402
from tensorboard.plugins.hparams import metadata as hparams_metadata  # noqa: E402
from tensorboard.plugins.hparams import plugin_data_pb2  # noqa: E402
from tensorboard.util import tensor_util  # noqa: E402

passed, failed = 0, 0
ALL = {kind: 0 for kind in (event_accumulator.SCALARS, event_accumulator.TENSORS,
                            event_accumulator.IMAGES, event_accumulator.HISTOGRAMS)}


def expect(holds, what, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f"{what}: {str(why)[:600]}")


def rille(code, folder, **options):
    script = pathlib.Path(folder, "script.rille")
    script.write_text(code)
    return subprocess.run([RILLE, "run", script.name], cwd=folder, capture_output=True, text=True,
                          timeout=HANGS_S, **options)


def read(folder):
    """Everything that the files of a directory hold."""
    with contextlib.redirect_stderr(io.StringIO()) as said:
        out = event_accumulator.EventAccumulator(str(folder), size_guidance=ALL)
        out.Reload()
    expect("rror" not in said.getvalue(), "the reader is silent", said.getvalue())
    return out


def plugin_tags(events, plugin):
    try:
        return sorted(events.PluginTagToContent(plugin))
    except KeyError:
        return []


def numbers(items):
    return [(item.step, item.value) for item in items]


# ------------------------------------------------------------------ values
SCALARS = """
let w = profile.writer("logs/scalars")
for i in 0..100 { w.scalar("loss", 1.0 / (i + 1), step = i) }
w.scalar("array", sum(f64([0.25, 0.5])), step = i32(7))
w.scalar("int", -3, step = 9223372036854775807)
for x in (nan, inf, -inf, 1.0e300, -1.0e39, 3.4028235e38, 1.0e-46, 0.1) {
  w.scalar("odd", x, step = 0)
}
let top = (one = f32(0.75), five = 1)
w.scalars((loss = 0.5, top = top, by = dict(("a b", 2), (3, 4)), t = (1, 2)), step = 10,
          prefix = "valid")
w.scalars(dict(("é/ü",), (bf16(2.0),)), step = 11)
w.scalars((a = (b = ())), step = 12)
print(w.path)
"""


def scalars(folder):
    done = rille(SCALARS, folder)
    expect(done.returncode == 0, "scalars are written", done.stderr)
    path = done.stdout.strip()
    expect(pathlib.Path(folder, path).exists() and "tfevents" in path, "the path is told", path)
    events = read(folder / "logs/scalars")
    expect(events.file_version == 2, "the first event is the version", events.file_version)
    expect(events.FirstEventTimestamp() > time.time() - HANGS_S, "times are seconds since 1970")
    loss = [(i, float(np.float32(1 / (i + 1)))) for i in range(100)]
    wanted = {"loss": loss, "array": [(7, 0.75)], "int": [(2**63 - 1, -3.0)],
              "valid/loss": [(10, 0.5)], "valid/top/one": [(10, 0.75)], "valid/top/five": [(10, 1)],
              "valid/by/a b": [(10, 3)], "valid/by/2": [(10, 4)], "valid/t/0": [(10, 1)],
              "valid/t/1": [(10, 2)], "é/ü": [(11, 2.0)]}
    for tag, items in wanted.items():
        found = numbers(events.Scalars(tag)) if tag in events.scalars.Keys() else None
        expect(found == items, f"scalar {tag}", found)
    with np.errstate(over="ignore"):
        odd = np.float32([np.nan, np.inf, -np.inf, 1e300, -1e39, 3.4028235e38, 1e-46, 0.1])
    found = np.float32([item.value for item in events.Scalars("odd")])
    expect(np.array_equal(found, odd, equal_nan=True), "numbers beyond f32", found)
    tags = sorted([*wanted, "odd"])
    expect(sorted(events.scalars.Keys()) == tags, "no other tags", events.scalars.Keys())
    expect(plugin_tags(events, "scalars") == tags, "all tags are of the plugin `scalars`")


HISTOGRAMS = """
let w = profile.writer("logs/histograms")
let x = data.load_npy("x.npy")
w.histogram("x", x, step = 3)
w.histogram("x", f64(x) * 1.0e300, step = 4)
w.histogram("half", f16(x), step = 0, bins = 7)
w.histogram("int", i32(x * 10.0), step = 0, bins = 10)
w.histogram("one bin", x, step = 0, bins = 1)
w.histogram("edges", arange(31), step = 0)
w.histogram("equal", ones((2, 3)), step = 0, bins = 4)
w.histogram("empty", zeros(0), step = 0, bins = 4)
w.histogram("not finite", [nan, inf, -inf, 1.0, 2.0], step = 0, bins = 2)
w.histogram("nan", [nan, nan], step = 0, bins = 2)
w.histogram("scalar", 2, step = 0, bins = 2)
w.histogram("bools", [true, false, true], step = 0, bins = 2)
w.histogram("wide", f64([-1.7e308, 0.0, 1.7e308]), step = 0, bins = 2)
w.histogram("tiny", f64([0.0, 5.0e-324]), step = 0, bins = 2)
let close = f64([1.0e16, 1.0000000000000002e16, 1.0000000000000004e16])
w.histogram("close", close, step = 0, bins = 10)
"""


def buckets_of(x, bins):
    counts, edges = np.histogram(np.asarray(x, np.float64).ravel(), bins)
    return np.stack([edges[:-1], edges[1:], counts], axis=1)


def histograms(folder):
    x = np.random.default_rng(3).normal(size=(50, 40)).astype(np.float32)
    np.save(folder / "x.npy", x)
    done = rille(HISTOGRAMS, folder)
    expect(done.returncode == 0, "histograms are written", done.stderr)
    events = read(folder / "logs/histograms")
    found = {(tag, item.step): tensor_util.make_ndarray(item.tensor_proto)
             for tag in events.tensors.Keys() for item in events.Tensors(tag)}
    wanted = {("x", 3): buckets_of(x, 30), ("x", 4): buckets_of(np.float64(x) * 1e300, 30),
              ("half", 0): buckets_of(x.astype(np.float16), 7),
              ("int", 0): buckets_of((x * 10).astype(np.int32), 10),
              ("one bin", 0): buckets_of(x, 1), ("edges", 0): buckets_of(np.arange(31), 30),
              ("equal", 0): [[1, 1, 0]] * 3 + [[1, 1, 6]], ("empty", 0): np.zeros((4, 3)),
              ("not finite", 0): [[1, 1.5, 1], [1.5, 2, 1]], ("nan", 0): np.zeros((2, 3)),
              ("scalar", 0): [[2, 2, 0], [2, 2, 1]], ("bools", 0): [[0, 0.5, 1], [0.5, 1, 2]],
              ("wide", 0): [[-1.7e308, 0, 1], [0, 1.7e308, 2]]}
    for key, buckets in wanted.items():
        got = found.get(key)
        agrees = got is not None and got.dtype == np.float64 and got.shape == np.shape(buckets)
        agrees = agrees and np.allclose(got[:, :2], np.asarray(buckets)[:, :2], rtol=1e-12, atol=0)
        expect(agrees and np.array_equal(got[:, 2], np.asarray(buckets)[:, 2]),
               f"histogram {key}", f"{got}\n{buckets}")
    for tag, count in {"tiny": 2, "close": 3}.items():
        got = found[tag, 0]
        expect(got[:, 2].sum() == count and np.all(np.diff(got[:, 0]) >= 0) and
               np.isfinite(got).all(), f"histogram {tag}", got)
    tags = sorted({tag for tag, _ in found})
    expect(plugin_tags(events, "histograms") == tags, "all tags are of the plugin `histograms`")


IMAGES = """
let w = profile.writer("logs/images")
let x = data.load_npy("rgb.npy")
w.image("rgb", x, step = 5)
w.image("floats", f32(x) / 255.0, step = 5)
w.image("halves", f16([[[0.0], [0.25], [0.5], [1.0]]]), step = 0)
w.image("clipped", [[[-1.0], [2.0], [nan], [inf], [-inf]]], step = 0)
w.image("batch", data.load_npy("batch.npy"), step = 6)
w.image("gray", x[:, :, 0], step = 7)
w.image("alpha", concat((x, x[:, :, :1]), 2), step = 8)
w.image("pair", x[:, :, :2], step = 8)
"""


def pixels(file):
    out = np.asarray(PIL.Image.open(io.BytesIO(file)))
    return out if out.ndim == 3 else out[:, :, None]


def images(folder):
    random = np.random.default_rng(5)
    rgb = random.integers(0, 256, (6, 9, 3), np.uint8)
    batch = random.integers(0, 256, (3, 4, 2, 1), np.uint8)
    np.save(folder / "rgb.npy", rgb)
    np.save(folder / "batch.npy", batch)
    done = rille(IMAGES, folder)
    expect(done.returncode == 0, "images are written", done.stderr)
    events = read(folder / "logs/images")
    wanted = {"rgb": (5, rgb[None]), "floats": (5, rgb[None]), "batch": (6, batch),
              "halves": (0, np.uint8([[[[0], [64], [128], [255]]]])),
              "clipped": (0, np.uint8([[[[0], [255], [0], [255], [0]]]])),
              "gray": (7, rgb[None, :, :, :1]), "pair": (8, rgb[None, :, :, :2]),
              "alpha": (8, np.concatenate([rgb, rgb[:, :, :1]], 2)[None])}
    for tag, (step, images_) in wanted.items():
        item = events.Tensors(tag)[0]
        width, height, *files = tensor_util.make_ndarray(item.tensor_proto)
        got = np.stack([pixels(file) for file in files])
        sizes = (int(height), int(width))
        expect(item.step == step and sizes == images_.shape[1:3] and np.array_equal(got, images_),
               f"image {tag}", got)
    expect(plugin_tags(events, "images") == sorted(wanted), "all tags are of the plugin `images`")


TEXTS = r"""
let w = profile.writer("logs/texts")
w.text("note", "# A *title*\n| a | b |\n", step = 2)
w.text("note", "", step = 3)
w.text("é", "naïve \u{0}\u{1f600}", step = 0)
"""


def texts(folder):
    done = rille(TEXTS, folder)
    expect(done.returncode == 0, "texts are written", done.stderr)
    events = read(folder / "logs/texts")
    got = {tag: [(item.step, tensor_util.make_ndarray(item.tensor_proto).item().decode())
                 for item in events.Tensors(tag)] for tag in events.tensors.Keys()}
    expect(got == {"note": [(2, "# A *title*\n| a | b |\n"), (3, "")],
                   "é": [(0, "naïve \0\U0001f600")]}, "texts", got)
    expect(plugin_tags(events, "text") == ["note", "é"], "all tags are of the plugin `text`")


HPARAMS = """
let w = profile.writer("sweep/RUN")
let model = (size = (64, 128), wide = [true].all())
w.hparams((lr = f32(0.5), depth = 3, name = "é", tied = TIED, model = model))
w.scalar("loss", 0.25, step = 1)
END
"""


def hparams(folder):
    for run, tied, end in (("a", "true", "w.close()"), ("b", "false", "")):
        code = HPARAMS.replace("RUN", run).replace("TIED", tied).replace("END", end)
        done = rille(code, folder)
        expect(done.returncode == 0, "hyperparameters are written", done.stderr)
    tags = plugin_tags(read(folder / "sweep/a"), "hparams")
    expect(tags == ["_hparams_/session_end_info", "_hparams_/session_start_info"],
           "a closed writer ends the session", tags)
    contents = read(folder / "sweep/b").PluginTagToContent("hparams")
    start = hparams_metadata.parse_session_start_info_plugin_data(
        contents["_hparams_/session_start_info"])
    got = {name: getattr(value, value.WhichOneof("kind")) for name, value in start.hparams.items()}
    expect(got == {"lr": 0.5, "depth": 3, "name": "é", "tied": False, "model/size/0": 64,
                   "model/size/1": 128, "model/wide": True}, "hyperparameters", got)
    end = hparams_metadata.parse_session_end_info_plugin_data(
        read(folder / "sweep/a").PluginTagToContent("hparams")["_hparams_/session_end_info"])
    expect(end.status == 1 and end.end_time_secs >= start.start_time_secs - HANGS_S,
           "the session ended with success", end)
    columns(folder / "sweep")


def columns(logdir):
    """The columns that the dashboard of hyperparameters shows."""
    multiplexer = plugin_event_multiplexer.EventMultiplexer()
    multiplexer.AddRunsFromDirectory(str(logdir))
    multiplexer.Reload()
    provider = data_provider.MultiplexerDataProvider(multiplexer, str(logdir))
    context = backend_context.Context(base_plugin.TBContext(data_provider=provider))
    request = RequestContext()
    shown = context.experiment_from_metadata(
        request, "", True, context.hparams_metadata(request, ""),
        context.hparams_from_data_provider(request, "", limit=100))
    names = sorted(info.name for info in shown.hparam_infos)
    metrics = sorted({info.name.tag for info in shown.metric_infos})
    expect(names == ["depth", "lr", "model/size/0", "model/size/1", "model/wide", "name", "tied"],
           "columns of the dashboard", names)
    expect(metrics == ["loss"], "metrics of the dashboard", metrics)
    runs = provider.list_runs(request, experiment_id="")
    expect(sorted(run.run_name for run in runs) == ["a", "b"], "each directory is a run", runs)
    scalars_ = provider.read_scalars(
        request, experiment_id="", plugin_name="scalars", downsample=100,
        run_tag_filter=data.RunTagFilter(runs=["a"], tags=["loss"]))
    expect([point.value for point in scalars_["a"]["loss"]] == [0.25], "scalars of a run", scalars_)


# ------------------------------------------------------------------ files
def outlives_a_kill(folder):
    code = ('let w = profile.writer("logs/killed")\nvar i = 0\n'
            'while i < 200000 {\n  w.scalar("x", i, step = i)\n  w.text("t", "{i}", step = i)\n'
            '  i = i + 1\n  if i == 1000 { io.write("on", "x") }\n}\n')
    (folder / "killed.rille").write_text(code)
    os.mkfifo(folder / "on")
    process = subprocess.Popen([RILLE, "run", "killed.rille"], cwd=folder)
    (folder / "on").read_text()
    process.kill()
    process.wait()
    events = read(folder / "logs/killed")
    steps = [item.step for item in events.Scalars("x")]
    expect(len(steps) >= 1000 and steps == list(range(len(steps))),
           "a killed process leaves a readable file", steps[-3:])
    expect(len(events.Tensors("t")) >= len(steps) - 1, "no event is missing")


def survives_a_full_file(folder):
    code = """
let w = profile.writer("logs/full")
var written = 0
for i in 0..2000 { if try(() => w.scalar("x", i, step = i)).ok { written = written + 1 } }
let r = try(() => w.text("t", join(("0123456789" for i in 0..10000), ""), step = 0))
print(written, r.error.kind, r.error.message)
"""
    limit = 20_000
    done = rille(code, folder,
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    written, kind, *message = done.stdout.split() or ["0", ""]
    expect(0 < int(written) < 2000 and kind == "io" and "tfevents" in " ".join(message),
           "a file that may not grow is an error", done.stdout + done.stderr)
    events = read(folder / "logs/full")
    steps = [item.step for item in events.Scalars("x")]
    expect(len(steps) == int(written), "a failed event leaves no part", (len(steps), written))


def shares_a_directory(folder):
    code = """
let a = profile.writer("logs/shared/")
let b = profile.writer("logs/shared")
a.scalar("a", 1, step = 1)
b.scalar("b", 2, step = 2)
a.close()
b.scalar("b", 3, step = 3)
print(a.path != b.path)
"""
    done = rille(code, folder)
    expect(done.returncode == 0 and done.stdout == "true\n", "writers have files of their own",
           done.stdout + done.stderr)
    files = list((folder / "logs/shared").iterdir())
    expect(len(files) == 2, "two writers make two files", files)
    events = read(files[0]), read(files[1])
    found = sorted(x for each in events for x in each.scalars.Keys())
    expect(found == ["a", "b"], "each file has the events of its writer", found)


def notices_a_removed_file(folder):
    code = ('let w = profile.writer("logs/removed")\nio.write("made", "x")\nio.read("removed")\n'
            'w.scalar("x", 1, step = 1)\n')
    (folder / "removed.rille").write_text(code)
    os.mkfifo(folder / "made")
    os.mkfifo(folder / "removed")
    process = subprocess.Popen([RILLE, "run", "removed.rille"], cwd=folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    (folder / "made").read_text()
    for file in (folder / "logs/removed").iterdir():
        file.unlink()
    (folder / "removed").write_text("x")
    _, said = process.communicate(timeout=HANGS_S)
    expect(process.returncode == 1 and "error[io]" in said and "was removed" in said,
           "a removed file is an error", said)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in (scalars, histograms, images, texts, hparams, outlives_a_kill,
                     survives_a_full_file, shares_a_directory, notices_a_removed_file):
            case(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
