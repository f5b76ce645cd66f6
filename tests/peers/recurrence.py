"""Recurrent layers compared with Flax NNX (convolutional ones: Flax Linen), their own weights
sampled from the same streams: all outputs, carries, gradients by inputs and by weights."""
import flax.linen as fl
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick, script

# The recurrent weights are initialized orthogonal, in both libraries by decompositions that round
# differently: 1e-7 apart, which 20 steps magnify. by_weights uses equal weights.
NEAR_WEIGHTS = 1e-5

CELLS = {"lstm_cell": nnx.LSTMCell, "optimized_lstm_cell": nnx.OptimizedLSTMCell,
         "gru_cell": nnx.GRUCell, "simple_cell": nnx.SimpleCell}


def options(reverse_too=True):
    reverse = reverse_too and bool(pick(0, 1))
    return reverse, reverse and bool(pick(0, 1)), bool(pick(0, 1))


def drawn_cell(name):
    """(the text of the constructor, Flax's cell from streams) of random sizes and functions."""
    size, hidden = pick(2, 3), pick(2, 5)
    more, given = "", {}
    if name == "simple_cell" and pick(0, 1):
        more, given = ", residual = true", {"residual": True}
    elif pick(0, 1):
        more, given = ", act = nn.relu", {"activation_fn": jax.nn.relu}
        if name != "simple_cell":
            more += ", gate = nn.hard_sigmoid"
            given["gate_fn"] = jax.nn.hard_sigmoid
    return (size, hidden, f"nn.{name}(&r, {size}, {hidden}{more})",
            lambda r: CELLS[name](size, hidden, rngs=r, **given))


def of_its_input(cell, x):
    """Weights and carries in the dtype of x: float64 decides which is right."""
    cell.param_dtype = x.dtype
    nnx.update(cell, jax.tree.map(lambda w: w.astype(x.dtype), nnx.state(cell, nnx.Param)))
    return cell


def rnn(name):
    def made():
        size, hidden, text, cell = drawn_cell(name)
        seed = int(compare.rng.integers(1 << 20))
        reverse, keep, time_major = options()
        batch, time = pick((), (3,), (2, 2)), pick(1, 4, 20)
        dims = (time, *batch, size) if time_major else (*batch, time, size)
        lengths = (compare.rng.integers(1, time + 1, batch).astype(np.int32)
                   if len(batch) == 1 and pick(0, 1) else None)
        with_carry = bool(pick(0, 1))
        ends = "" if lengths is None else ", lengths = y"
        order = f"reverse = {script(reverse)}, keep_order = {script(keep)}"
        axis = 0 if time_major else -2
        expr = (f"{{ var r = nn.rngs({seed}); let m = nn.rnn({text}, axis = {axis}, {order}, "
                f"return_carry = {script(with_carry)}); let got = m(x{ends}); "
                + ("let (carry, out) = got; concat((flatten(out), "
                   + ("flatten(carry[0]), flatten(carry[1])" if "lstm" in name
                      else "flatten(carry)") + ")) }" if with_carry else "got }"))

        def theirs(x, *rest):
            m = nnx.RNN(of_its_input(cell(nnx.Rngs(seed)), x), time_major=time_major,
                        reverse=reverse, keep_order=keep, return_carry=with_carry,
                        rngs=nnx.Rngs(0))
            got = m(x, seq_lengths=rest[0] if rest else None)
            if not with_carry:
                return got
            carry, out = got
            return jnp.concatenate([part.reshape(-1) for part in (out, *jax.tree.leaves(carry))])
        given = [floats(dims=dims)] + ([] if lengths is None else [lengths])
        return expr, theirs, given, True, NEAR_WEIGHTS
    return made


def by_weights(name):
    """Gradients by the weights of input and state, and by the initial carry."""
    gates = {"LstmCell": 4, "GruCell": 3, "SimpleCell": 1}[name]

    def made():
        size, hidden, time = pick(2, 3), pick(2, 4), pick(1, 9)
        linear = ("nn.Linear(y)", "nn.Linear(z)")
        carry = "(u, 0.5 * u)" if gates == 4 else "u"
        expr = f'nn.Rnn(nn.{name}({linear[0]}, {linear[1]}, "{hidden}"))(x, carry = {carry})'

        def theirs(x, y, z, u):
            h = (u, 0.5 * u) if gates == 4 else u
            cell = {4: nnx.OptimizedLSTMCell, 3: nnx.GRUCell, 1: nnx.SimpleCell}[gates](
                size, hidden, rngs=nnx.Rngs(0))
            cell = of_its_input(cell, x)
            cell.dense_i.kernel[...], cell.dense_h.kernel[...] = y, z
            return nnx.RNN(cell, rngs=nnx.Rngs(0))(x, initial_carry=h)
        return expr, theirs, [floats(dims=(3, time, size)), floats(dims=(size, gates * hidden)),
                              floats(-0.7, 0.7, (hidden, gates * hidden)),
                              floats(dims=(3, hidden))], True
    return made


def bidirectional():
    size, hidden, text, cell = drawn_cell(pick("gru_cell", "lstm_cell"))
    seed, time_major = int(compare.rng.integers(1 << 20)), bool(pick(0, 1))
    batch, time = 3, pick(2, 5)
    dims = (time, batch, size) if time_major else (batch, time, size)
    lengths = compare.rng.integers(1, time + 1, (batch,)).astype(np.int32)
    merge = bool(pick(0, 1))
    axis = 0 if time_major else -2
    one = f"nn.rnn({text}, axis = {axis})"
    expr = (f"{{ var r = nn.rngs({seed}); let a = {one}; let b = {one}; "
            f"nn.bidirectional(a, b{', merge = (p, q) => p * q' * merge})(x, lengths = y) }}")

    def theirs(x, y):
        r = nnx.Rngs(seed)
        a, b = (nnx.RNN(of_its_input(cell(r), x), rngs=nnx.Rngs(0)) for _ in range(2))
        more = {"merge_fn": lambda p, q: p * q} if merge else {}
        m = nnx.Bidirectional(a, b, time_major=time_major, rngs=nnx.Rngs(0), **more)
        return m(x, seq_lengths=y)
    return expr, theirs, [floats(dims=dims), lengths], True, NEAR_WEIGHTS


def conv_lstm():
    places = pick((4,), (3, 4))
    size, out, kernel = pick(1, 2), pick(1, 3), tuple(pick(2, 3) for _ in places)
    expr = (f'nn.Rnn(nn.ConvLstmCell(nn.Conv(y), nn.Conv(z, u), "{out}"), '
            f'"{-len(places) - 2}")(x)')

    def theirs(x, y, z, u):
        m = fl.RNN(fl.ConvLSTMCell(out, kernel))
        params = m.init(jax.random.key(0), x)["params"]
        params = {"cell": {"ih": {"kernel": y, "bias": 0 * u}, "hh": {"kernel": z, "bias": u}}}
        return m.apply({"params": params}, x)
    return expr, theirs, [floats(dims=(2, 3, *places, size)), floats(dims=(*kernel, size, 4 * out)),
                          floats(dims=(*kernel, out, 4 * out)), floats(dims=(4 * out,))], True


def drawn_weights():
    """Initial weights have the bits of Flax's; orthogonal ones are near."""
    name = pick(*CELLS)
    size, hidden, text, cell = drawn_cell(name)
    seed = int(compare.rng.integers(1 << 20))
    expr = (f"{{ var r = nn.rngs({seed}); let m = {text}; let n = {text}; "
            "concat((flatten(m.input.w), flatten(n.input.w))) + 0.0 * x[0] }")

    def theirs(x):
        r = nnx.Rngs(seed)
        parts = []
        for _ in range(2):
            m = cell(r)
            whole = (jnp.concatenate([m.ii.kernel[...], m.if_.kernel[...], m.ig.kernel[...],
                                      m.io.kernel[...]], axis=1)
                     if name == "lstm_cell" else m.dense_i.kernel[...])
            parts.append(whole.reshape(-1))
        return jnp.concatenate(parts) + 0.0 * x[0]
    return expr, theirs, [ints(0, 1, (1,)).astype(np.float32)], False


CASES = {**{f"rnn of {name}": rnn(name) for name in CELLS},
         **{f"weights of {name}": by_weights(name)
            for name in ("LstmCell", "GruCell", "SimpleCell")},
         "bidirectional": bidirectional, "conv_lstm": conv_lstm}


def run(draws, rille, _):
    wrong, ran = compare.check(CASES, draws, rille)
    more, others = compare.check({"initial weights": drawn_weights}, draws, rille, exact=True)
    return wrong + more, ran + others
