"""Row: a workload, how each side writes it, its goals."""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Rille:
    """A side of ours. `expr` is compiled as a function of the inputs, unless `act` says what one
    turn does after `setup`, a list of lines. `seen` is what is compared, of `result`."""
    expr: str = ""
    head: str = ""        # what stands in front of main: imports, functions
    setup: str = ""
    act: str = ""
    seen: str = "result"
    result: str = ""      # where it is something else than the act: a value after one turn
    turns: int = 1        # what the act does this often counts as so many turns
    build: str = ""       # the program that runs it, where it is not build/rille


@dataclasses.dataclass(frozen=True)
class Python:
    """A peer's side: the same, in Python, with torch, F, jax, jnp, np and the inputs at hand."""
    kind: str             # torch, jax or numpy: what is imported, what the inputs become
    expr: str = ""
    setup: str = ""
    act: str = ""
    seen: str = "result"
    result: str = ""
    turns: int = 1


@dataclasses.dataclass(frozen=True)
class Fresh:
    """A process for each turn, which prints the seconds that count. `program` is "rille" or
    "python"; its text is a script. `disk`: the caches on disk are warm."""
    program: str
    text: str
    disk: bool = False
    build: str = ""


@dataclasses.dataclass(frozen=True)
class Limit:
    """What the machine itself needs: bytes that are read and written, operations on floats."""
    reads: float = 0
    writes: float = 0
    flops: float = 0

    @property
    def word(self):
        return "of flops" if self.flops else "of bandwidth"


@dataclasses.dataclass(frozen=True)
class Goal:
    """What a measurement is held against. `kind` names the figure: ratio (the best peer's time
    over ours), share (the limit's time over ours), seconds, worst (the slowest side's), memory (our
    peak over `side`'s)."""
    kind: str
    bound: float
    side: str = ""        # ratio and memory: against this side instead of the best peer
    note: str = ""

    def is_met(self, value):
        if self.kind in ("seconds", "worst", "memory"):
            return value <= self.bound
        return value >= self.bound


def ratio(bound, side="", note=""):
    return Goal("ratio", bound, side, note)


def share(bound):
    return Goal("share", bound)


def seconds(bound):
    return Goal("seconds", bound)


def memory(bound, side):
    return Goal("memory", bound, side)


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    goals: tuple
    sides: dict           # name: side; "ours" is first
    inputs: object = lambda rng: {}  # draws them: {name: array}
    tolerance: float = 2e-5  # of the greatest element, between ours and each peer
    oracle: str = ""      # NumPy's text for the result, where no peer gives it
    limit: Limit = None
    pause: float = 0.25   # seconds of samples in each turn of each side
    rounds: int = 8
    weights: object = None  # draws further files, FOLDER/../weights/NAME.npy, loaded by each side
    shows_memory: bool = False
    aside: str = ""       # why it cannot be measured yet


def not_yet(name, goals, why):
    return Row(name, goals, {}, aside=why)


def simple(name, goals, inputs, rille, torch="", jax="", **more):
    """A row of one expression a side."""
    sides = {"ours": Rille(rille)}
    if torch:
        sides["torch"] = Python("torch", torch)
    if jax:
        sides["jax"] = Python("jax", jax)
    return Row(name, goals, sides, inputs, **more)


def normals(**shapes):
    """A draw of normal numbers of these shapes."""
    return lambda rng: {name: rng.standard_normal(shape, np.float32)
                        for name, shape in shapes.items()}
