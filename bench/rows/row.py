"""Row: a workload, its text for each side, its goals."""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Rille:
    """A side of Rille. `expr` is compiled as a function of the inputs, unless `act` is the body of
    a turn after `setup`, a list of lines. `seen` is the compared part of `result`."""
    expr: str = ""
    head: str = ""        # before main: imports, functions
    setup: str = ""
    act: str = ""
    seen: str = "result"
    result: str = ""      # if it differs from the act: a value after one turn
    turns: int = 1        # the act counts as this number of turns
    build: str = ""       # the program, if it is not build/rille


@dataclasses.dataclass(frozen=True)
class Python:
    """A side in Python: the same, with torch, F, jax, jnp, np, and the inputs in scope."""
    kind: str             # torch, jax or numpy: the import, the type of inputs
    expr: str = ""
    setup: str = ""
    act: str = ""
    seen: str = "result"
    result: str = ""
    turns: int = 1


@dataclasses.dataclass(frozen=True)
class Fresh:
    """A process for each turn, which prints the measured seconds. `program` is "rille" or "python";
    its text is a script. `disk`: the caches on disk are warm."""
    program: str
    text: str
    disk: bool = False
    build: str = ""


@dataclasses.dataclass(frozen=True)
class Limit:
    """The machine's limit: bytes that are read and written, floating-point operations."""
    reads: float = 0
    writes: float = 0
    flops: float = 0

    @property
    def word(self):
        return "of flops" if self.flops else "of bandwidth"


@dataclasses.dataclass(frozen=True)
class Goal:
    """The goal of a measurement. `kind` names the figure: ratio (time of the best other library
    over Rille's), share (the limit's time over Rille's), seconds, worst (the slowest side's),
    memory (Rille's peak over `side`'s)."""
    kind: str
    bound: float
    side: str = ""        # ratio and memory: compared with this side
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
    inputs: object = lambda rng: {}  # samples them: {name: array}
    tolerance: float = 2e-5  # of the largest element, for each other side
    oracle: str = ""      # NumPy's text for the result, if no side has it
    limit: Limit = None
    pause: float = 0.25   # seconds of samples in each turn of each side
    rounds: int = 8
    weights: object = None  # samples further files, FOLDER/../weights/NAME.npy, loaded by each side
    shows_memory: bool = False
    aside: str = ""       # why it cannot be measured yet


def not_yet(name, goals, why):
    return Row(name, goals, {}, aside=why)


def simple(name, goals, inputs, rille, torch="", jax="", **more):
    """A row of one expression for each side."""
    sides = {"ours": Rille(rille)}
    if torch:
        sides["torch"] = Python("torch", torch)
    if jax:
        sides["jax"] = Python("jax", jax)
    return Row(name, goals, sides, inputs, **more)


def normals(**shapes):
    """A sampler of normal numbers with these shapes."""
    return lambda rng: {name: rng.standard_normal(shape, np.float32)
                        for name, shape in shapes.items()}
