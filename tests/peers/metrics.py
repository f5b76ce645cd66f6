"""Metrics compared with Flax NNX, and where it has none, with their definitions in NumPy: updated
by parts, masked, merged."""
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick


def pieces(make, first, more, result, merges):
    """A script that updates with two parts, one after the other or in two metrics that are merged.
    """
    if merges:
        return (f"{{ var a = {make}; var b = {make}; a.update!({first}); b.update!({more}); "
                f"a.merge!(b); {result} }}")
    return f"{{ var a = {make}; a.update!({first}); a.update!({more}); {result} }}"


def average():
    dims, masked, merges = pick((4,), (2, 3)), bool(pick(0, 1)), bool(pick(0, 1))
    given = ", z > 0.0" if masked else ""

    def theirs(x, y, z):
        m = nnx.metrics.Average()
        for part in (x, y):
            m.update(values=part, mask=z > 0.0 if masked else None)
        return m.compute()
    some = floats(-1, 1, dims)
    some.flat[0] = 1.0
    return (pieces("nn.Average()", f"x{given}", f"y{given}", "a.compute()", merges), theirs,
            [floats(dims=dims), floats(dims=dims), some], False)


def welford():
    merges = bool(pick(0, 1))

    def theirs(x, y):
        m = nnx.metrics.Welford()
        m.update(values=x)
        m.update(values=y)
        got = m.compute()
        return jnp.stack((got.mean, got.standard_deviation, got.standard_error_of_mean))
    result = "let r = a.compute(); stack((r.mean, r.deviation, r.error))"
    return (pieces("nn.Welford()", "x", "y", result, merges), theirs,
            [floats(dims=pick((5,), (2, 3))), floats(1.0, 3.0, pick((7,), (3, 1)))], False)


def accuracy():
    binary, masked = bool(pick(0, 1)), bool(pick(0, 1))
    make = 'nn.Accuracy(threshold = 0.25)' if binary else "nn.Accuracy()"
    given = ", u > 0.0" if masked else ""

    def theirs(x, y, z, u):
        m = nnx.metrics.Accuracy(threshold=0.25 if binary else None)
        for labels in (y, z):
            m.update(logits=x, labels=labels, mask=u > 0.0 if masked else None)
        return m.compute()
    some = floats(-1, 1, (6,))
    some[0] = 1.0
    return (pieces(make, f"x, y{given}", f"x, z{given}", "a.compute()", bool(pick(0, 1))), theirs,
            [floats(-1, 1, (6,) if binary else (6, 3)), ints(0, 2 if binary else 3, (6,)),
             ints(0, 2 if binary else 3, (6,)), some], False)


def perplexity():
    def theirs(x, y, z):
        p = jax.nn.log_softmax(x)
        lost = [-jnp.take_along_axis(p, labels[:, None], 1) for labels in (y, z)]
        return jnp.exp(jnp.mean(jnp.concatenate(lost)))
    return (pieces("nn.Perplexity()", "x, y", "x, z", "a.compute()", bool(pick(0, 1))), theirs,
            [floats(dims=(6, 4)), ints(0, 4, (6,)), ints(0, 4, (6,))], False)


def confusion():
    def theirs(x, y, z):
        out = np.zeros((4, 4), np.int32)
        for labels in (y, z):
            np.add.at(out, (np.asarray(labels), np.asarray(x)), 1)
        return jnp.asarray(out)
    ours = pieces("nn.confusion_matrix(4)", "x, y", "x, z", "a.compute()", bool(pick(0, 1)))
    return (ours, theirs,
            [ints(0, 4, (9,)), ints(0, 4, (9,)), ints(0, 4, (9,))], False)


def f1():
    average = pick("macro", "micro", "weighted", "none")
    classes = pick(2, 4)

    def theirs(x, y):
        guess, label = np.asarray(x).argmax(-1), np.asarray(y)
        each, count = [], []
        right = np.mean(guess == label)
        for k in range(classes):
            hits = np.sum((guess == k) & (label == k))
            precision = hits / max(np.sum(guess == k), 1)
            recall = hits / max(np.sum(label == k), 1)
            each.append(2 * precision * recall / (precision + recall) if hits else 0.0)
            count.append(np.sum(label == k))
        out = {"macro": np.mean(each), "micro": right, "none": np.array(each),
               "weighted": np.average(each, weights=count)}[average]
        return jnp.asarray(out, jnp.float32)
    half = pieces(f'nn.f1({classes}, "{average}")', "x[0:5], y[0:5]", "x[5:9], y[5:9]",
                  "a.compute()", bool(pick(0, 1)))
    return half, theirs, [floats(dims=(9, classes)), ints(0, classes, (9,))], False


def auc():
    bins = pick(8, 32)

    def theirs(x, y):
        score, label = np.asarray(x), np.asarray(y) > 0
        yes, no = score[label], score[~label]
        wins = (yes[:, None] > no[None]) + 0.5 * (yes[:, None] == no[None])
        return jnp.asarray(np.mean(wins), jnp.float32)
    labels = ints(0, 2, (30,))
    labels[:2] = (0, 1)
    scores = (ints(0, bins, (30,)) / np.float32(bins)).astype(np.float32)
    return (pieces(f"nn.auc({bins})", "x[0:9], y[0:9]", "x[9:30], y[9:30]", "a.compute()",
                   bool(pick(0, 1))), theirs, [scores, labels], False)


CASES = {"average": average, "welford": welford, "accuracy": accuracy, "perplexity": perplexity,
         "confusion": confusion, "f1": f1, "auc": auc}
run = compare.table(CASES)
