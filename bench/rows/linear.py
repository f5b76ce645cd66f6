"""Rows of decompositions: 512 x 512."""
import numpy as np

from rows.row import Python, Rille, Row, normals, ratio

SIZE = 512


def spread(rng):
    """A symmetric matrix with eigenvalues well separated from 0."""
    x = rng.standard_normal((SIZE, SIZE))
    return {"x": (x @ x.T / SIZE + np.eye(SIZE)).astype(np.float32)}


def system(rng):
    return spread(rng) | {"b": rng.standard_normal(SIZE, np.float32)}


def row(name, inputs, rille, torch, jax, seen, tolerance=1e-4):
    """`seen` is a result that does not depend on free signs, as text for all sides."""
    ours, theirs = seen
    return Row(f"{name} of 512x512", (ratio(0.8),),
               {"ours": Rille(rille, seen=ours), "torch": Python("torch", torch, seen=theirs),
                "jax": Python("jax", jax, seen=theirs)}, inputs, tolerance=tolerance, rounds=5)


REBUILT_E = ("(result[0], result[1] * result[0] @ result[1].T)",) * 2
REBUILT_S = ("(result[1], result[0] * result[1] @ result[2])",) * 2
SQUARE = normals(x=(SIZE, SIZE))

ROWS = [
    row("qr", SQUARE, "linalg.qr(x)", "torch.linalg.qr(x)", "jnp.linalg.qr(x)",
        ("(result[0] @ result[1], abs(result[1]))",) * 2),
    row("solve", system, "linalg.solve(x, b)", "torch.linalg.solve(x, b)",
        "jnp.linalg.solve(x, b)", ("result", "result")),
    row("cholesky", spread, "linalg.cholesky(x)", "torch.linalg.cholesky(x)",
        "jnp.linalg.cholesky(x)", ("result", "result")),
    row("eigh", spread, "linalg.eigh(x)", "torch.linalg.eigh(x)", "jnp.linalg.eigh(x)", REBUILT_E),
    row("eig", SQUARE, "linalg.eig(x)", "torch.linalg.eig(x)", "jnp.linalg.eig(x)",
        ("(sum(real(result[0]) ^ 2), 1.0 + max(abs(complex(x, 0.0 * x) @ result[1] - result[1] * "
         "result[0])))", "((result[0].real ** 2).sum(), 1.0 + abs((x + 0j) @ result[1] - result[1]"
         " * result[0]).max())"), 1e-3),
    row("svd", SQUARE, "linalg.svd(x)", "torch.linalg.svd(x)", "jnp.linalg.svd(x)", REBUILT_S),
]
