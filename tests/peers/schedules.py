"""Schedules compared with Optax: each step from before the start to after the end."""
import jax
import numpy as np
import optax

import compare
from compare import floats, pick, script

STEPS = np.arange(0, 130, dtype=np.int32)


def real(low=0.01, high=1.0):
    return round(float(floats(low, high, ())), 4)


def count(low=1, high=60):
    return int(compare.rng.integers(low, high))


def stair(low=1):
    """A step count whose multiples XLA divides to integers. XLA multiplies by the reciprocal: a
    staircase of 47 steps decays one step late there."""
    while True:
        steps = count(low)
        whole = np.arange(1, 130, dtype=np.float32)
        each = np.float32(1) / np.float32(max(steps, 1))
        if (np.floor(whole * np.float32(steps) * each) == whole).all() or steps == 0:
            return steps


def case(name, draw, theirs=None, ours=None):
    """`draw` returns keyword arguments; `ours` and `theirs` translate them for each side."""
    theirs = theirs or getattr(optax, name)

    def made():
        given = draw()
        shown = (ours or dict)(given)
        text = ", ".join(f"{key} = {script(value)}" for key, value in shown.items())
        schedule = theirs(**given)
        return (f"optim.{name}({text})(x)",
                lambda x: jax.vmap(lambda at: schedule(at) + 0.0 * at)(x), [STEPS], False)
    return made


def pieces():
    bounds = sorted({count(1, 120) for _ in range(pick(0, 1, 3))})
    return {"init_value": real(), "boundaries_and_scales": {b: real(0, 2) for b in bounds}}


def as_tuples(given):
    given = dict(given)
    steps = given.pop("boundaries_and_scales")
    return given | {"boundaries": tuple(steps), "scales": tuple(steps.values())}


def cycle():
    warmup = count(1, 20)
    return {"init_value": real(), "peak_value": real(), "warmup_steps": warmup,
            "decay_steps": warmup + count(2, 40), "end_value": pick(0.0, real())}


def cycles():
    all_cycles = [cycle() for _ in range(pick(1, 2, 3))]
    schedule = optax.sgdr_schedule(all_cycles)
    text = ", ".join("(" + ", ".join(f"{k} = {v!r}" for k, v in one.items()) + ")"
                     for one in all_cycles)
    return (f"optim.sgdr_schedule({text})(x)", jax.vmap(schedule), [STEPS], False)


def joined():
    a, b, bound, power = real(), real(), count(), pick(1, 2)
    schedule = optax.join_schedules(
        [optax.constant_schedule(a), optax.polynomial_schedule(b, 0.0, power, 30),
         lambda step: step * 0.5], [bound, bound + 20])
    return (f"optim.join_schedules((optim.constant_schedule({a}), optim.polynomial_schedule({b}, "
            f"0.0, {power}, 30), step => step * 0.5), ({bound}, {bound + 20}))(x)",
            jax.vmap(schedule), [STEPS], False)


CASES = {
    "constant_schedule": case("constant_schedule", lambda: {"value": real()}),
    "linear_schedule": case("linear_schedule", lambda: {
        "init_value": real(), "end_value": real(), "transition_steps": count(0),
        "transition_begin": pick(0, 7)}),
    "polynomial_schedule": case("polynomial_schedule", lambda: {
        "init_value": real(), "end_value": real(), "power": pick(1, 2, 1.5),
        "transition_steps": count(0), "transition_begin": pick(0, 7)}),
    "exponential_decay": case("exponential_decay", lambda: {
        "init_value": real(), "transition_steps": stair(0), "decay_rate": pick(0, 0.5, 0.9, 1.1),
        "transition_begin": pick(0, 7), "staircase": bool(pick(0, 1)),
        "end_value": pick(None, 0.3)}),
    "cosine_decay_schedule": case("cosine_decay_schedule", lambda: {
        "init_value": real(), "decay_steps": count(), "alpha": pick(0.0, 0.1),
        "exponent": pick(1.0, 2.0)}),
    "piecewise_constant_schedule": case("piecewise_constant_schedule", pieces, ours=as_tuples),
    "piecewise_interpolate_schedule": case(
        "piecewise_interpolate_schedule",
        lambda: {"interpolate_type": pick("linear", "cosine")} | pieces(), ours=as_tuples),
    "linear_onecycle_schedule": case("linear_onecycle_schedule", lambda: {
        "transition_steps": count(20, 120), "peak_value": real(), "pct_start": pick(0.3, 0.4),
        "pct_final": pick(0.85, 0.9), "div_factor": pick(25.0, 10.0),
        "final_div_factor": pick(1e4, 100.0)}),
    "cosine_onecycle_schedule": case("cosine_onecycle_schedule", lambda: {
        "transition_steps": count(20, 120), "peak_value": real(), "pct_start": pick(0.3, 0.4),
        "div_factor": pick(25.0, 10.0), "final_div_factor": pick(1e4, 100.0)}),
    "warmup_constant_schedule": case("warmup_constant_schedule", lambda: {
        "init_value": real(), "peak_value": real(), "warmup_steps": count()}),
    "warmup_cosine_decay_schedule": case("warmup_cosine_decay_schedule", cycle),
    "warmup_exponential_decay_schedule": case("warmup_exponential_decay_schedule", lambda: {
        "init_value": real(), "peak_value": real(), "warmup_steps": count(),
        "transition_steps": stair(), "decay_rate": pick(0.5, 0.9, 1.1),
        "transition_begin": pick(0, 5), "staircase": bool(pick(0, 1)),
        "end_value": pick(None, 0.3)}),
    "sgdr_schedule": cycles, "join_schedules": joined,
}


def run(draws, rille, _):
    return compare.check({f"optim.{name}": made for name, made in CASES.items()}, draws, rille)
