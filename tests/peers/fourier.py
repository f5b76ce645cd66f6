"""fft against jax.numpy.fft."""
import jax.numpy as jnp

import compare
from compare import floats, pick, script

NORMS = ("backward", "forward", "ortho")


def options(dims):
    """The options as text of a script, and as arguments of JAX."""
    axis = int(compare.rng.integers(-len(dims), len(dims)))
    n = pick(None, None, int(compare.rng.integers(1, 9)))
    norm = pick(*NORMS)
    text = f", {'nil' if n is None else n}, axis = {axis}, norm = \"{norm}\""
    return text, {"n": n, "axis": axis, "norm": norm}


def case(name, squared):
    """A transform of x, or of x + iy, with new options for each sample; its square has a gradient.
    """
    theirs = getattr(jnp.fft, name)

    def drawn():
        dims = compare.shape()
        if name in ("irfft", "hfft"):  # of one number the result would be empty
            dims = (*dims[:-1], dims[-1] + 1)
        text, given = options(dims)
        if name in ("irfft", "hfft") and given["n"] is None:
            text, given["axis"] = text.replace(f"axis = {given['axis']}", "axis = -1"), -1
        parts = 1 if name in ("rfft", "ihfft") else 2
        x = "x" if parts == 1 else "complex(x, y)"

        def of(*arrays):
            z = arrays[0] if parts == 1 else arrays[0] + 1j * arrays[1]
            out = theirs(z, **given)
            return jnp.abs(out) ** 2 if squared else out
        expr = f"fft.{name}({x}{text})"
        return (f"abs({expr}) ^ 2" if squared else expr, of,
                lambda: [floats(dims=dims) for _ in range(parts)], squared)
    return drawn


def several(name):
    """Along some axes or all, with lengths or without; of real numbers or of complex ones."""
    is_real, two = name in ("rfftn", "rfft2"), name.endswith("2")

    def drawn():
        dims = compare.shape()
        while len(dims) < (2 if two else 1):
            dims = (*dims, int(compare.rng.integers(1, 6)))
        order = tuple(int(a) for a in compare.rng.permutation(len(dims)))
        axes = (order[:2] if pick(True, False) else (-2, -1)) if two else \
            pick(None, (-1,), order)
        used = axes if axes is not None else tuple(range(len(dims)))
        if name.startswith("irfft"):  # of one number the result would be empty
            dims = tuple(d + 1 for d in dims)
        s = pick(None, tuple(int(n) for n in compare.rng.integers(1, 7, len(used))))
        norm = pick(*NORMS)

        def of(x, *y):
            z = x + 1j * y[0] if y else x
            return getattr(jnp.fft, name)(z, s=s, axes=axes, norm=norm)
        text = "x" if is_real else "complex(x, y)"
        return (f'fft.{name}({text}, {script(s)}, {script(axes)}, norm = "{norm}")', of,
                lambda: [floats(dims=dims) for _ in range(1 if is_real else 2)], False)
    return drawn


def frequencies(name):
    def drawn():
        n, d = int(compare.rng.integers(1, 12)), pick(0.5, 1.0, 0.1)
        return (f"fft.{name}({n}, {d}) + 0 * x[0]",
                lambda x: getattr(jnp.fft, name)(n, d).astype(jnp.float32) + 0 * x[0],
                lambda: [floats(dims=(1,))], False)
    return drawn


CASES = {
    "fft": case("fft", False), "fft_square": case("fft", True),
    "ifft": case("ifft", False), "ifft_square": case("ifft", True),
    "rfft": case("rfft", False), "rfft_square": case("rfft", True),
    "irfft": case("irfft", False), "irfft_square": case("irfft", True),
    "hfft": case("hfft", False), "ihfft": case("ihfft", False),
    **{name: several(name) for name in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2",
                                        "rfft2", "irfft2")},
    "fftfreq": frequencies("fftfreq"), "rfftfreq": frequencies("rfftfreq"),
    "fftshift": ("fft.fftshift(x)", jnp.fft.fftshift, lambda: [floats()], True),
    "ifftshift": ("fft.ifftshift(x, 0)", lambda x: jnp.fft.ifftshift(x, 0), lambda: [floats()],
                  True),
}

run = compare.table(CASES)
