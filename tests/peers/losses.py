"""Losses and projections compared with Optax; CTC with PyTorch as well."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

import compare
from compare import floats, ints, pick, script

SIZES = [(3,), (2, 3), (4, 5), (2, 2, 3)]


def shares(dims):
    return np.asarray(jax.nn.softmax(floats(dims=dims)))


def mask(dims, axis=-1):
    """A mask with at least one element of each row."""
    out = compare.rng.random(dims) < 0.7
    some = np.moveaxis(out, axis, -1)
    some[..., 0] = True
    return out


def plain(name, draws, theirs=None, grad=True, **options):
    """A loss of arrays that `draws` returns for a shape, with random options of either side."""
    theirs = theirs or getattr(optax.losses, name, None) or getattr(optax, name)

    def made():
        dims = pick(*SIZES)
        given = {key: pick(*values) for key, values in options.items()}
        text = "".join(f", {key} = {script(value)}" for key, value in given.items())
        arrays = draws(dims)
        return (f"optim.{name}({', '.join('xyzu'[:len(arrays)])}{text})",
                lambda *xs: theirs(*xs, **given), arrays, grad)
    return made


def along(name, draws, theirs=None, by_logs=False, **options):
    """A loss along random axes, of all elements or of some.

    Where Optax multiplies logarithms of masked elements, or of 0, by 0, its gradients are NaN and
    Rille's are not: there only values are compared.
    """
    theirs = theirs or getattr(optax, name, None) or getattr(optax.losses, name)

    def made():
        dims = pick(*SIZES[1:])
        axis = pick(-1, 0, tuple(range(len(dims))))
        given = {key: pick(*values) for key, values in options.items()}
        text = "".join(f", {key} = {script(value)}" for key, value in given.items())
        arrays = draws(dims)
        count = len(arrays)
        masked = bool(pick(0, 1))
        if masked:
            arrays = [*arrays, mask(dims, axis if isinstance(axis, int) else -1)]
            text += f", where = {'xyzu'[count]}"

        def of(*xs):
            where = xs[count] if masked else None
            return theirs(*xs[:count], axis=axis, where=where, **given)
        has_slope = not by_logs or not (masked or np.any(arrays[1] == 0))
        return (f"optim.{name}({', '.join('xyzu'[:count])}, axis = {script(axis)}{text})", of,
                arrays, has_slope)
    return made


def pair(dims):
    return [floats(dims=dims), floats(dims=dims)]


def maybe_pair(dims):
    return pair(dims) if pick(0, 1) else pair(dims)[:1]


def signs(dims):
    return [floats(dims=dims), np.sign(floats(dims=dims)).astype(np.float32)]


def yes_no(dims):
    return [floats(-9, 9, dims=dims), (floats(dims=dims) > 0).astype(np.float32)]


def fuzzy(dims):
    labels = yes_no(dims)[1] if pick(0, 1) else floats(0, 1, dims=dims)
    return [floats(-9, 9, dims=dims), labels]


def classes(dims):
    return [floats(dims=dims), ints(0, dims[-1], dims[:-1])]


def with_logits(dims):
    return [floats(-9, 9, dims=dims), shares(dims)]


def logs(dims):
    some = shares(dims)
    if pick(0, 1):
        some = np.where(floats(dims=dims) > 1, 0, some).astype(np.float32)
    return [np.log(shares(dims)), some]


def hidden():
    """Logits of -inf where the label is 0."""
    logits, labels = (np.array(x) for x in with_logits((4, 5)))
    labels[:, 2] = 0
    logits[:, 2] = pick(-np.inf, 1.0)
    return ("optim.safe_softmax_cross_entropy(x, y)", optax.safe_softmax_cross_entropy,
            [logits, labels], False)


def integer_labels():
    dims = pick(*SIZES[1:])
    axis = int(compare.rng.integers(-len(dims), len(dims)))
    kept = tuple(n for i, n in enumerate(dims) if i != axis % len(dims))
    arrays = [floats(-9, 9, dims), ints(0, dims[axis], kept)]
    masked = bool(pick(0, 1))
    if masked:
        some = compare.rng.random(dims) < 0.6
        np.put_along_axis(some, np.expand_dims(arrays[1], axis), True, axis)
        arrays.append(some)
    text = ", where = z" if masked else ""
    return (f"optim.softmax_cross_entropy(x, y, axis = {axis}{text})",
            lambda x, y, *z: optax.softmax_cross_entropy_with_integer_labels(
                x, y, axis=axis, where=z[0] if z else None), arrays, True)


def of_features():
    rows, wide, classes = pick((5,), (2, 3), ()), pick(1, 4), pick(1, 2, 9, 300)
    arrays = [floats(dims=(*rows, wide)), floats(dims=(wide, classes)),
              ints(0, classes, rows), floats(dims=(classes,))]
    return ("nn.linear_softmax_cross_entropy(x, y, z, u)",
            lambda x, y, z, u: optax.softmax_cross_entropy_with_integer_labels(x @ y + u, z),
            arrays, True)


def smoothing():
    dims, alpha = pick(*SIZES[1:]), float(floats(0, 1, ()))
    axis = pick(-1, 0)
    if pick(0, 1):
        return (f"optim.smooth_labels(x, {alpha!r}, {axis}, y)",
                lambda x, y: optax.smooth_labels(x, alpha, axis=axis, where=y),
                [shares(dims), mask(dims, axis)], True)
    return (f"optim.smooth_labels(x, {alpha!r}, {axis})",
            lambda x: optax.smooth_labels(x, alpha, axis=axis), [shares(dims)], True)


def triplet():
    dims, degree = pick(*SIZES[1:]), pick(1, 2, 3)
    margin = pick(1.0, 0.3)

    def by_magnitudes(a, p, n):
        """For odd degrees Optax takes no absolute values, so its distances may be negative."""
        def distance(other):
            return (jnp.sum(jnp.abs(a - other) ** degree, -1) + 1e-6) ** (1 / degree)
        return jnp.maximum(distance(p) - distance(n) + margin, 0)
    theirs = by_magnitudes if degree % 2 else lambda a, p, n: optax.losses.triplet_margin_loss(
        a, p, n, norm_degree=degree, margin=margin)
    return (f"optim.triplet_margin_loss(x, y, z, norm_degree = {degree}, margin = {margin})",
            theirs, [floats(dims=dims) for _ in range(3)], True)


def contrast():
    n = pick(3, 5, 8)
    labels = ints(0, 3, (n,))
    labels[1] = labels[0]
    temperature = pick(0.07, 0.5)
    return (f"optim.ntxent(x, y, {temperature})",
            lambda x, y: optax.losses.ntxent(x, y, temperature),
            [floats(dims=(n, 4)), labels], True)


def ranking():
    dims = pick(*SIZES)
    reduce = pick("mean", "sum", "none")
    theirs = {"mean": jnp.mean, "sum": jnp.sum, "none": None}[reduce]
    arrays = [floats(dims=dims), floats(0, 1, dims)]
    has_where, has_weights = bool(pick(0, 1)), bool(pick(0, 1))
    text = f', reduce = "{reduce}"'
    if has_where:
        some = compare.rng.random(dims) < 0.6
        some[..., 0] |= pick(False, True)
        text += f", where = {'xyzu'[len(arrays)]}"
        arrays.append(some)
    if has_weights:
        text += f", weights = {'xyzu'[len(arrays)]}"
        arrays.append(floats(0, 2, dims))

    def of(x, y, *more):
        more = list(more)
        where = more.pop(0) if has_where else None
        return optax.losses.ranking_softmax_loss(
            x, y, where=where, weights=more.pop(0) if has_weights else None, reduce_fn=theirs)
    return f"optim.ranking_softmax_loss(x, y{text})", of, arrays, False


def dice(name):
    def made():
        dims = pick((2, 4, 3), (3, 2, 2, 4), (2, 5, 1))
        smooth, background = pick(1.0, 0.1), bool(pick(0, 1))
        given = {"smooth": smooth, "ignore_background": background}
        if name == "dice_loss":
            given |= {"alpha": pick(0.5, 0.3), "beta": pick(0.5, 0.9),
                      "reduction": pick("mean", "sum", "none"), "axis": pick(None, 1)}
        arrays = [floats(dims=dims), floats(0, 1, dims)]
        shown = "".join(f", {key} = {script(value)}" for key, value in given.items())
        if name == "dice_loss" and pick(0, 1):
            arrays.append(floats(0, 2, dims[-1:]))
            return (f"optim.dice_loss(x, y, z{shown})", lambda x, y, z: optax.losses.dice_loss(
                x, y, class_weights=z, **given), arrays, True)
        return (f"optim.{name}(x, y{shown})",
                lambda x, y: getattr(optax.losses, name)(x, y, **given), arrays, True)
    return made


def binary_dice():
    dims = pick((2, 4), (3, 2, 4), (2, 5, 1))
    return ("optim.binary_dice_loss(x, y)", optax.losses.binary_dice_loss,
            [floats(dims=dims), (floats(dims=dims) > 0).astype(np.float32)], True)


def sequences():
    """Logits and labels, with their paddings: enough frames for the labels or not."""
    b, t, k, n = (int(v) for v in compare.rng.integers((1, 2, 2, 1), (4, 9, 6, 5)))
    lengths, frames = compare.rng.integers(0, n + 1, b), compare.rng.integers(1, t + 1, b)
    blank = int(compare.rng.integers(0, k))
    labels = ints(0, k, (b, n))
    labels = np.where(labels == blank, (labels + 1) % k, labels).astype(np.int32)
    label_paddings = (np.arange(n) >= lengths[:, None]).astype(np.float32)
    logit_paddings = (np.arange(t) >= frames[:, None]).astype(np.float32)
    return [floats(dims=(b, t, k)), logit_paddings, labels, label_paddings], blank


def ctc(name):
    def made():
        arrays, blank = sequences()
        return (f"optim.{name}(x, y, z, u, {blank})",
                lambda *xs: getattr(optax, name)(*xs, blank_id=blank), arrays, False)
    return made


def ctc_torch():
    """If there is an alignment; the gradient too, of the sum of all losses."""
    import torch
    while True:
        arrays, blank = sequences()
        logits, logit_paddings, labels, label_paddings = arrays
        lengths = (1 - label_paddings).sum(1).astype(int)
        frames = (1 - logit_paddings).sum(1).astype(int)
        repeats = [int((row[1:n] == row[:max(n - 1, 0)]).sum()) for row, n in zip(labels, lengths)]
        if all(f >= n + r for f, n, r in zip(frames, lengths, repeats)):
            break
    x = torch.tensor(logits, requires_grad=True)
    loss = torch.nn.functional.ctc_loss(
        x.log_softmax(-1).transpose(0, 1), torch.tensor(labels), torch.tensor(frames),
        torch.tensor(lengths), blank=blank, reduction="none")
    loss.sum().backward()
    found = (loss.detach().numpy(), x.grad.numpy())
    return (f"{{ let of = x => optim.ctc_loss(x, y, z, u, {blank}); "
            "(of(x), grad(x => sum(of(x)))(x)) }", lambda *_: found, arrays, False)


def projection(name, *more, **options):
    theirs = getattr(optax.projections, f"projection_{name}")

    def made():
        dims = pick((3,), (2, 3), (6,))
        given = {key: pick(*values) for key, values in options.items()}
        text = "".join(f", {key} = {script(value)}" for key, value in given.items())
        arrays = [floats(dims=dims) for _ in range(1 + len(more))]
        text = "".join(f", {'yzu'[i]}" for i in range(len(more))) + text
        if bool(pick(0, 1)) and not more and name not in ("box", "hypercube"):  # a tree
            return (f"{{ let p = optim.projection_{name}((a = x, b = y){text}); (p.a, p.b) }}",
                    lambda x, y: tuple(theirs({"a": x, "b": y}, **given)[k] for k in "ab"),
                    [floats(dims=dims), floats(dims=(2,))], False)
        return (f"optim.projection_{name}(x{text})", lambda *xs: theirs(*xs, **given), arrays,
                True)
    return made


BOUNDS = {"scale": (1.0, 0.3, 2.5)}
CASES = {
    "squared_error": plain("squared_error", maybe_pair),
    "l2_loss": plain("l2_loss", maybe_pair),
    "huber_loss": plain("huber_loss", maybe_pair, delta=(1.0, 0.3)),
    "log_cosh": plain("log_cosh", maybe_pair),
    "cosine_similarity": along("cosine_similarity", pair, epsilon=(0.0, 0.5)),
    "cosine_distance": along("cosine_distance", pair, epsilon=(0.0, 0.5)),
    "sigmoid_binary_cross_entropy": plain("sigmoid_binary_cross_entropy", fuzzy),
    "sigmoid_focal_loss": plain("sigmoid_focal_loss", fuzzy, alpha=(None, 0.3),
                                gamma=(2.0, 0.5)),
    "hinge_loss": plain("hinge_loss", signs),
    "perceptron_loss": plain("perceptron_loss", signs),
    "sparsemax_loss": plain("sparsemax_loss", yes_no),
    "kl_divergence": along("kl_divergence", logs, by_logs=True),
    "kl_divergence_with_log_targets": along(
        "kl_divergence_with_log_targets",
        lambda dims: [np.log(shares(dims)), np.log(shares(dims))]),
    "generalized_kl_divergence": along("generalized_kl_divergence", logs, by_logs=True),
    "softmax_cross_entropy": along("softmax_cross_entropy", with_logits, by_logs=True),
    "softmax_cross_entropy of labels": integer_labels,
    "linear_softmax_cross_entropy": of_features,
    "safe_softmax_cross_entropy": plain("safe_softmax_cross_entropy", with_logits),
    "safe_softmax_cross_entropy hidden": hidden,
    "poly_loss_cross_entropy": along("poly_loss_cross_entropy", with_logits, by_logs=True,
                                     epsilon=(2.0, -0.5)),
    "smooth_labels": smoothing,
    "multiclass_hinge_loss": plain("multiclass_hinge_loss", classes),
    "multiclass_perceptron_loss": plain("multiclass_perceptron_loss", classes),
    "multiclass_sparsemax_loss": lambda: (
        "optim.multiclass_sparsemax_loss(x, y)", optax.losses.multiclass_sparsemax_loss,
        classes((4, 5)), True),
    "triplet_margin_loss": triplet, "ntxent": contrast, "ranking_softmax_loss": ranking,
    "dice_loss": dice("dice_loss"),
    "multiclass_generalized_dice_loss": dice("multiclass_generalized_dice_loss"),
    "binary_dice_loss": binary_dice,
    "ctc_loss": ctc("ctc_loss"), "ctc_loss_with_forward_probs": ctc("ctc_loss_with_forward_probs"),
    "ctc_loss, PyTorch": ctc_torch,
    "projection_non_negative": projection("non_negative"),
    "projection_box": projection("box", lower=(-0.5, 0.1), upper=(0.5, 1.0)),
    "projection_hypercube": projection("hypercube", **BOUNDS),
    "projection_simplex": projection("simplex", **BOUNDS),
    "projection_l1_sphere": projection("l1_sphere", **BOUNDS),
    "projection_l1_ball": projection("l1_ball", **BOUNDS),
    "projection_l2_sphere": projection("l2_sphere", **BOUNDS),
    "projection_l2_ball": projection("l2_ball", **BOUNDS),
    "projection_linf_ball": projection("linf_ball", **BOUNDS),
    "projection_vector": projection("vector", "a"),
    "projection_hyperplane": projection("hyperplane", "a", b=(1.0, -0.5)),
    "projection_halfspace": projection("halfspace", "a", b=(1.0, -0.5)),
}


def run(draws, rille, _):
    return compare.check({f"optim.{name}": case for name, case in CASES.items()}, draws, rille)
