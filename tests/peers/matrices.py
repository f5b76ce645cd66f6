"""linalg compared with jax.numpy.linalg."""
import jax
import jax.numpy as jnp
import mpmath as mp
import numpy as np

import compare
from compare import floats, pick


def dtype():
    return pick(np.float32, np.float64)


def exactly(x):
    """The exponential with 30 digits: JAX's is off by up to 1e-10 in float64 and 1e-2 in float32,
    SciPy's by 1e-12."""
    with mp.workdps(30):
        return np.reshape([mp.expm(mp.matrix(m.tolist())).tolist() for m in
                           np.reshape(x, (-1, *np.shape(x)[-2:]))], np.shape(x))


def expm(x):
    return compare.outside(exactly, x)


@jax.custom_vjp
def their_expm(x):
    """Its derivatives use the exponential of a block matrix (Najfeld and Havel, 1995)."""
    return expm(x)


def slopes_of_expm(x, w):
    n, turned = x.shape[-1], jnp.swapaxes(x, -1, -2)
    block = jnp.concatenate([jnp.concatenate([turned, w], -1),
                             jnp.concatenate([jnp.zeros_like(w), turned], -1)], -2)
    return (expm(block)[..., :n, n:],)


their_expm.defvjp(lambda x: (expm(x), x), slopes_of_expm)


def square(dims=None):
    """Well conditioned: an identity plus a small matrix."""
    dims = pick((2, 2), (3, 3), (1, 1), (2, 3, 3), (5, 5)) if dims is None else dims
    kind = dtype()
    return floats(-0.4, 0.4, dims, kind) + 1.5 * np.eye(dims[-1], dtype=kind)


def definite():
    """Symmetric, with well separated positive eigenvalues."""
    a = square()
    spread = np.diag(np.arange(a.shape[-1])).astype(a.dtype)
    return np.asarray(a @ np.swapaxes(a, -1, -2) + spread, a.dtype)


def symmetric():
    dims = pick((2, 2), (3, 3), (1, 1), (2, 3, 3), (5, 5))
    a = floats(-0.4, 0.4, dims, dtype())
    return a + np.swapaxes(a, -1, -2) + np.diag(np.arange(dims[-1]) * 2.0 - 3.0).astype(a.dtype)


def any_sides():
    """Well separated singular values: a rectangle with 1, 2, … on its diagonal."""
    dims = pick((4, 2), (3, 3), (2, 5), (2, 4, 3), (3, 6), (1, 1))
    kind = dtype()
    steps = np.arange(1.0, max(dims[-2:]) + 1)
    return floats(-0.3, 0.3, dims, kind) + (np.eye(*dims[-2:]) * steps[:dims[-1]]).astype(kind)


def low_rank():
    m, n = pick((4, 3), (3, 3), (2, 5))
    return [floats(-1, 1, (m, 1), dtype()) @ floats(-1, 1, (1, n), np.float32)]


def ordered(x):
    """Rows in the order of the pivots, as the product of the triangular factors."""
    lu, _, order = jax.lax.linalg.lu(x)
    return lu, order.astype(jnp.int32)


def tall():
    dims = pick((4, 2), (3, 3), (5, 1), (2, 4, 3), (6, 4))
    return floats(-0.4, 0.4, dims, dtype()) + np.eye(*dims[-2:], dtype=np.float32)


def beside(a, side):
    """A right-hand side for a: a matrix or, sometimes, one vector."""
    rows = a.shape[-1] if side == "solve" else a.shape[-2]
    dims = (*a.shape[:-2], rows, int(compare.rng.integers(1, 4)))
    if a.ndim == 2 and compare.rng.random() < 0.3:
        dims = dims[:1]
    return [a, floats(dims=dims, dtype=a.dtype)]


def apart_in_front():
    """Batches that are broadcast against each other, and vectors."""
    one, two = pick(((2,), (3, 1)), ((), (2, 3)), ((3, 1), (1, 2)), ((1,), ()), ((2, 3), None))
    a = floats(-0.4, 0.4, (*one, 3, 3), dtype())
    dims = (3,) if two is None else (*two, 3, int(compare.rng.integers(1, 4)))
    return [a + 2 * np.eye(3, dtype=a.dtype), floats(dims=dims, dtype=a.dtype)]


def np_solve(a, b):
    return np.linalg.solve(np.asarray(a), np.asarray(b)).astype(a.dtype)


def signed_qr(x):
    """Columns of q with the sign for which r's diagonal is positive."""
    q, r = jnp.linalg.qr(x)
    sign = jnp.where(jnp.diagonal(r, axis1=-2, axis2=-1) < 0, -1.0, 1.0).astype(x.dtype)
    return q * sign[..., None, :], r * sign[..., :, None]


def lstsq(a, b):
    at = jnp.swapaxes(a, -1, -2)
    right = b[..., None] if b.ndim == a.ndim - 1 else b
    out = jnp.linalg.solve(at @ a, at @ right)
    return out[..., 0] if b.ndim == a.ndim - 1 else out


def with_pairs(kind):
    """Separated eigenvalues, some of them complex pairs: blocks a b, -b a, plus a small matrix."""
    dims = pick((2, 2), (3, 3), (1, 1), (2, 4, 4), (5, 5))
    n = dims[-1]
    whole = np.diag(np.repeat(np.arange(n) * 3.0 - 2.0, 2)[:n])
    for i in range(0, n - 1, 2):
        whole[i, i + 1], whole[i + 1, i] = 1 + i, -1 - i
    return floats(-0.2, 0.2, dims, kind) + whole.astype(kind)


def in_order(w):
    """The order of eigenvalues that linalg.eig documents."""
    return jnp.lexsort((-w.imag, abs(w.imag), w.real), axis=-1)


def eigvals(x):
    w = jnp.linalg.eigvals(x)
    return jnp.take_along_axis(w, in_order(w), -1)


def eigvectors(x):
    """In the same order, with a phase for which the largest component is real and positive."""
    w, v = jnp.linalg.eig(x)
    v = jnp.take_along_axis(v, in_order(w)[..., None, :], -1)
    size = abs(v)
    first = jnp.argmax(size >= size.max(-2, keepdims=True) * (1 - 1e-4), -2)
    at = jnp.take_along_axis(v, first[..., None, :], -2)
    return v * at.conj() / abs(at)


def spectrum(call, theirs, has_grad=False):
    """A real function of complex results that depends on the imaginary parts as well."""
    def case():
        kind = dtype()
        name = "f64" if kind is np.float64 else "f32"
        return (f"{name}({call} * (1.0 - 2.0 * sqrt(c64(-1.0))))",
                lambda x: theirs(x).real + 2 * theirs(x).imag, lambda: [with_pairs(kind)], has_grad)
    return case


def tridiagonal():
    """Diagonals of a matrix, with a right-hand side, that sometimes needs row exchanges."""
    dims, kind = pick((1,), (4,), (7,), (2, 5), (2, 1, 3)), dtype()
    middle = floats(-1, 1, dims, kind) + np.asarray(pick(0.0, 3.0), kind)
    right = floats(dims=(*dims, int(compare.rng.integers(1, 4))), dtype=kind)
    return [floats(0.5, 1.5, dims, kind), middle, floats(-1.5, -0.5, dims, kind), right]


def dense_tridiagonal(dl, d, du, b):
    """By a solver of full matrices, which has a gradient for each of them."""
    n = d.shape[-1]
    i, j = np.arange(n)[:, None], np.arange(n)[None]
    row = lambda v: v[..., :, None]
    a = row(d) * (i == j) + row(dl) * (i == j + 1) + row(du) * (i + 1 == j)
    return jnp.linalg.solve(a.astype(d.dtype), b)


def both_parts(*results):
    """Real numbers that depend on both parts of complex results."""
    return tuple(r.real + 2 * r.imag for r in results)


def of_complex(call, theirs, has_grad=True, dims=((2, 2), (3, 3), (1, 1), (2, 3, 3), (4, 4)),
               near=8e-6):
    """Functions of z, with random parts: well conditioned, with separated singular values; and of
    h, which is Hermitian. `call` returns one result or a tuple of them. Derivatives by z of results
    for h are magnified by z and by the gaps between values: the errors of JAX and Rille are 3e-7 in
    the median, those of vectors 1e-6, and at most 1.5e-6 and 3e-5 in 150."""
    def case():
        kind, at = dtype(), dims[compare.rng.integers(len(dims))]
        steps = np.arange(1.0, max(at[-2:]) + 1)
        middle = (np.eye(*at[-2:]) * steps[:at[-1]]).astype(kind)
        ours = (f"{{ let z = complex(x, y); let h = z @ conj(swap(z, -1, -2)); {call} }}")

        def expected(x, y):
            z = x + 1j * y
            out = theirs(z, z @ jnp.conj(jnp.swapaxes(z, -1, -2)))
            return both_parts(*out) if isinstance(out, tuple) else both_parts(out)[0]
        return (ours, expected, lambda: [floats(-0.3, 0.3, at, kind) + middle,
                                         floats(-0.3, 0.3, at, kind)], has_grad, near)
    return case


RECTANGLES = ((4, 2), (3, 3), (2, 4, 3), (1, 1), (2, 5))
TALL = RECTANGLES[:-1]
SIGNED = """fn signed(x) {
  let (q, r) = linalg.qr(x)
  let n = r.shape[-1]
  let s = where(sum(r * eye(n).f32(), axis = -1) < 0.0, -1.0, 1.0)
  (q * s[..., nil, :], r * s[..., :, nil])
}
fn parts(z) = real(z) + 2.0 * imag(z)
"""

def of_any_size():
    """Matrices whose exponentials need no squarings, some, many."""
    a = square()
    return [(a * pick(0.01, 1.0, 4.0)).astype(a.dtype)]


def with_roots():
    """Eigenvalues away from the negative axis."""
    a = square()
    if a.dtype == np.float64 or pick(0, 1):
        return [a]
    return [(a + 1j * floats(-0.2, 0.2, a.shape, a.dtype)).astype(np.complex64)]


def principal_root(x):
    """By eigenvalues, which are separated."""
    values, vectors = jnp.linalg.eig(x)
    return vectors @ (jnp.sqrt(values)[..., None] * jnp.linalg.inv(vectors))


def triangular():
    lower, transposed, unit = (bool(pick(0, 1)) for _ in range(3))
    word = {True: "true", False: "false"}
    return (f"linalg.triangular_solve(x, y, lower = {word[lower]}, transpose_a = "
            f"{word[transposed]}, unit_diagonal = {word[unit]})",
            lambda a, b: jax.scipy.linalg.solve_triangular(
                a, b, lower=lower, trans=int(transposed), unit_diagonal=unit),
            beside(square(pick((2, 2), (4, 4), (1, 1))), "solve"), True)


CASES = {
    # Each squaring doubles the earlier rounding errors.
    "expm": ("linalg.expm(x)", their_expm, of_any_size, True, 5e-6),
    "expm_complex": ("linalg.expm(x)", lambda x: jax.scipy.linalg.expm(x), with_roots, False),
    "sqrtm": ("{ let r = linalg.sqrtm(x); real(r @ r) }", jnp.real, with_roots, False),
    "sqrtm_itself": ("real(linalg.sqrtm(x))", lambda x: jnp.real(principal_root(x)), with_roots,
                     False),
    "triangular_solve": triangular,
    "solve": ("linalg.solve(x, y)",
              lambda a, b: jnp.linalg.solve(a, b[..., None])[..., 0] if b.ndim < a.ndim else
              jnp.linalg.solve(a, b), lambda: beside(square(), "solve"), True),
    "inv": ("linalg.inv(x)", jnp.linalg.inv, lambda: [square()], True),
    "lstsq": ("linalg.lstsq(x, y)", lstsq, lambda: beside(tall(), "lstsq"), True),
    "cholesky": ("linalg.cholesky(x)", jnp.linalg.cholesky, lambda: [definite()], True),
    "lu": ("{ let (l, u, order) = linalg.lu(x); (l + u - eye(x.shape[-1]), order) }", ordered,
           lambda: [square()], False),
    "lu_lower": ("linalg.lu(x)[0] ^ 2", lambda x: jnp.tril(ordered(x)[0], -1) ** 2
                 + jnp.eye(x.shape[-1], dtype=x.dtype), lambda: [square()], True),
    "lu_upper": ("linalg.lu(x)[1]", lambda x: jnp.triu(ordered(x)[0]), lambda: [square()], True),
    "det": ("linalg.det(x)", jnp.linalg.det, lambda: [square()], True),
    "slogdet": ("linalg.slogdet(x)", lambda x: tuple(jnp.linalg.slogdet(x)), lambda: [square()],
                False),
    "slogdet_log": ("linalg.slogdet(x)[1]", lambda x: jnp.linalg.slogdet(x)[1],
                    lambda: [square()], True),
    "eigh": ("linalg.eigh(x)[0]", lambda x: jnp.linalg.eigh(x)[0], lambda: [symmetric()], True),
    "eigh_vectors": ("linalg.eigh(x)[1] ^ 2", lambda x: jnp.linalg.eigh(x)[1] ** 2,
                     lambda: [symmetric()], True),
    "eigvalsh": ("linalg.eigvalsh(x)", jnp.linalg.eigvalsh, lambda: [symmetric()], True),
    "eigvals": spectrum("linalg.eigvals(x)", eigvals, True),
    "eig": spectrum("linalg.eig(x)[0]", eigvals, True),
    "eig_vectors": spectrum("linalg.eig(x)[1]", eigvectors),
    "schur": ("{ let (t, z) = linalg.schur(x); z @ t @ swap(z, -1, -2) }", lambda x: x,
              lambda: [square()], False),
    "schur_values": ("{ let (t, z) = linalg.schur(x); linalg.eigvals(t).f32() }",
                     lambda x: eigvals(x).real.astype(jnp.float32),
                     lambda: [with_pairs(dtype())], False),
    "tridiagonal_solve": ("linalg.tridiagonal_solve(x, y, z, u)", dense_tridiagonal, tridiagonal,
                          True),
    "svd": ("linalg.svd(x)[1]", lambda x: jnp.linalg.svd(x, full_matrices=False)[1],
            lambda: [any_sides()], True),
    "svd_left": ("linalg.svd(x)[0] ^ 2",
                 lambda x: jnp.linalg.svd(x, full_matrices=False)[0] ** 2,
                 lambda: [any_sides()], True),
    "svd_right": ("linalg.svd(x)[2] ^ 2",
                  lambda x: jnp.linalg.svd(x, full_matrices=False)[2] ** 2,
                  lambda: [any_sides()], True),
    "svdvals": ("linalg.svdvals(x)", jnp.linalg.svdvals, lambda: [any_sides()], True),
    "pinv": ("linalg.pinv(x)", jnp.linalg.pinv, lambda: [any_sides()], True),
    "pinv_low": ("linalg.pinv(x, rtol = 1e-3)", lambda x: jnp.linalg.pinv(x, rtol=1e-3), low_rank,
                 False),
    "matrix_rank": ("linalg.matrix_rank(x, rtol = 1e-3)",
                    lambda x: jnp.linalg.matrix_rank(x, rtol=1e-3).astype(jnp.int32),
                    lambda: pick(low_rank(), [any_sides()]), False),
    "cond": ("linalg.cond(x)", jnp.linalg.cond, lambda: [any_sides()], True),
    "qr": ("signed(x)", signed_qr, lambda: [tall()], False),
    "qr_product": ("{ let (q, r) = linalg.qr(x); q @ r }",
                   lambda x: jnp.matmul(*jnp.linalg.qr(x)), lambda: [tall()], True),
    "complex_cholesky": of_complex("parts(linalg.cholesky(h))",
                                   lambda z, h: jnp.linalg.cholesky(h)),
    "complex_inv": of_complex("parts(linalg.inv(z))", lambda z, h: jnp.linalg.inv(z)),
    "solve_batches": ("linalg.solve(x, y)", np_solve, apart_in_front, False),
    "complex_solve": of_complex("parts(linalg.solve(z, h))", lambda z, h: jnp.linalg.solve(z, h)),
    "complex_lstsq": of_complex("parts(linalg.lstsq(z, h))", lambda z, h: jnp.linalg.pinv(z) @ h,
                                dims=TALL),
    "complex_det": of_complex("parts(linalg.det(z))", lambda z, h: jnp.linalg.det(z)),
    "complex_slogdet": of_complex("parts(linalg.slogdet(z)[0]) + linalg.slogdet(z)[1]",
                                  lambda z, h: jnp.linalg.slogdet(z)[0] + jnp.linalg.slogdet(z)[1]),
    "complex_eigh": of_complex("linalg.eigh(h)[0]", lambda z, h: jnp.linalg.eigh(h)[0]),
    "complex_eigh_vectors": of_complex("abs(linalg.eigh(h)[1])",
                                       lambda z, h: abs(jnp.linalg.eigh(h)[1]), near=4e-5),
    "complex_svdvals": of_complex("linalg.svdvals(z)", lambda z, h: jnp.linalg.svdvals(z),
                                  dims=RECTANGLES),
    "complex_svd": of_complex(
        "{ let (u, s, vt) = linalg.svd(z); parts((u * s[..., nil, :] ^ 3) @ vt) }",
        lambda z, h: h @ z, dims=RECTANGLES),
    "complex_pinv": of_complex("parts(linalg.pinv(z))", lambda z, h: jnp.linalg.pinv(z),
                               dims=RECTANGLES),
    "complex_qr": of_complex("abs(linalg.qr(z)[0])", lambda z, h: abs(jnp.linalg.qr(z)[0]),
                             dims=TALL),
    "complex_qr_upper": of_complex("abs(linalg.qr(z)[1])", lambda z, h: abs(jnp.linalg.qr(z)[1]),
                                   dims=TALL),
    "complex_eigvals": of_complex("parts(linalg.eigvals(z))", lambda z, h: eigvals(z)),
    "complex_eig_vectors": of_complex("parts(linalg.eig(z)[1])", lambda z, h: eigvectors(z),
                                      has_grad=False),
    "complex_schur": of_complex(
        "{ let (t, u) = linalg.schur(z); parts(u @ t @ conj(swap(u, -1, -2))) }",
        lambda z, h: z, has_grad=False),
    "complex_tridiagonal_solve": of_complex(
        "{ let e = z[..., -1]; parts(linalg.tridiagonal_solve(e, z[..., 0] + 3.0, e, h)) }",
        lambda z, h: dense_tridiagonal(z[..., -1], z[..., 0] + 3.0, z[..., -1], h)),
    "qr_upper": ("linalg.qr(x)[1] ^ 2", lambda x: jnp.linalg.qr(x)[1] ** 2, lambda: [tall()],
                 True),
}

# A gradient divides by the gaps between values, which magnifies rounding errors.
run = compare.table(CASES, SIGNED)
