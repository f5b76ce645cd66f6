"""linalg against jax.numpy.linalg."""
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, pick


def dtype():
    return pick(np.float32, np.float64)


def square(dims=None):
    """Well conditioned: an identity and something small beside it."""
    dims = pick((2, 2), (3, 3), (1, 1), (2, 3, 3), (5, 5)) if dims is None else dims
    kind = dtype()
    return floats(-0.4, 0.4, dims, kind) + 1.5 * np.eye(dims[-1], dtype=kind)


def tall():
    dims = pick((4, 2), (3, 3), (5, 1), (2, 4, 3), (6, 4))
    return floats(-0.4, 0.4, dims, dtype()) + np.eye(*dims[-2:], dtype=np.float32)


def beside(a, side):
    """A right side for a: a matrix or, at times, one vector."""
    rows = a.shape[-1] if side == "solve" else a.shape[-2]
    dims = (*a.shape[:-2], rows, int(compare.rng.integers(1, 4)))
    if a.ndim == 2 and compare.rng.random() < 0.3:
        dims = dims[:1]
    return [a, floats(dims=dims, dtype=a.dtype)]


def signed_qr(x):
    """Columns of q up to their sign, with r's diagonal made positive."""
    q, r = jnp.linalg.qr(x)
    sign = jnp.where(jnp.diagonal(r, axis1=-2, axis2=-1) < 0, -1.0, 1.0).astype(x.dtype)
    return q * sign[..., None, :], r * sign[..., :, None]


def lstsq(a, b):
    at = jnp.swapaxes(a, -1, -2)
    right = b[..., None] if b.ndim == a.ndim - 1 else b
    out = jnp.linalg.solve(at @ a, at @ right)
    return out[..., 0] if b.ndim == a.ndim - 1 else out


SIGNED = """fn signed(x) {
  let (q, r) = linalg.qr(x)
  let n = r.shape[-1]
  let s = where(sum(r * eye(n).f32(), axis = -1) < 0.0, -1.0, 1.0)
  (q * s[..., nil, :], r * s[..., :, nil])
}
"""

CASES = {
    "solve": ("linalg.solve(x, y)",
              lambda a, b: jnp.linalg.solve(a, b[..., None])[..., 0] if b.ndim < a.ndim else
              jnp.linalg.solve(a, b), lambda: beside(square(), "solve"), True),
    "inv": ("linalg.inv(x)", jnp.linalg.inv, lambda: [square()], True),
    "lstsq": ("linalg.lstsq(x, y)", lstsq, lambda: beside(tall(), "lstsq"), True),
    "qr": ("signed(x)", signed_qr, lambda: [tall()], False),
    "qr_product": ("{ let (q, r) = linalg.qr(x); q @ r }",
                   lambda x: jnp.matmul(*jnp.linalg.qr(x)), lambda: [tall()], True),
    "qr_upper": ("linalg.qr(x)[1] ^ 2", lambda x: jnp.linalg.qr(x)[1] ** 2, lambda: [tall()],
                 True),
}

run = compare.table(CASES, SIGNED)
