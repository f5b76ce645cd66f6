"""The table as text: a line for each figure."""
import math

from rows.row import Fresh, Limit

COLUMNS = ("workload", "ours", "torch", "jax", "others", "figure", "value", "goal", "met",
           "limit", "busy", "peak MB")


def span(value):
    """Seconds, in the unit that reads best."""
    if value is None:
        return ""
    if math.isinf(value):
        return "over the limit"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def best_peer(row, seconds):
    """The fastest of the sides of others."""
    peers = {name: seconds[name] for name, side in row.sides.items()
             if name in seconds and getattr(side, "kind", "") or name in ("torch", "jax")
             and name in seconds}
    return min(peers, key=peers.get) if peers else ""


def slowest(seconds):
    return max(seconds.values())


def value_of(goal, row, out):
    """The figure that the goal speaks of, and what it is against."""
    seconds = out["seconds"]
    ours = slowest(seconds) if goal.kind == "worst" else seconds["ours"]
    if goal.kind in ("seconds", "worst"):
        return ours, ""
    if goal.kind == "share":
        return seconds["limit"] / ours, "limit"
    if goal.kind == "memory":
        return out["peak_mb"]["ours"] / out["peak_mb"][goal.side], goal.side
    side = goal.side or best_peer(row, seconds)
    return seconds[side] / ours, side


def figure(goal, side, row):
    if goal.kind in ("seconds", "worst"):
        return "time"
    if goal.kind == "share":
        return "share " + (row.limit or Limit()).word
    if goal.kind == "memory":
        return f"memory / {side}'s"
    return goal.note or f"{side} / ours"


def bound(goal):
    if goal.kind in ("seconds", "worst"):
        return "≤ " + span(goal.bound)
    return ("≤ " if goal.kind == "memory" else "≥ ") + f"{goal.bound:.3g}"


def busy(row, out):
    """What other processes took of the machine meanwhile; a process for each turn is another."""
    is_fresh = any(isinstance(side, Fresh) for side in row.sides.values())
    return "" if is_fresh else f"{out['others']:.0%}"


def peaks(row, out):
    """Ours and the peers', where memory counts."""
    if not row.shows_memory and not any(goal.kind == "memory" for goal in row.goals):
        return ""
    return ", ".join(f"{name} {peak:.0f}" for name, peak in out["peak_mb"].items()
                     if peak and name != "limit")


def lines(row, out):
    """The cells of a row's figures, and whether each is met; None where it was not measured."""
    if row.aside:
        return [(line(row.name, goal=bound(g), met="not yet: " + row.aside), None)
                for g in row.goals]
    if out is None:
        return [(line(row.name, goal=bound(g), met="not measured"), None) for g in row.goals]
    if out["fault"]:
        return [(line(row.name, goal=bound(g), met="FAILED: " + out["fault"]), False)
                for g in row.goals]
    made, seconds = [], out["seconds"]
    others = ", ".join(other(name, out) for name in seconds
                       if name not in ("ours", "torch", "jax", "limit") or out["why"].get(name))
    if "ours" in out["cpu_s"]:
        others += f"ours takes {span(out['cpu_s']['ours'])} of all cores"
    limit = f"{seconds['limit'] / seconds['ours']:.0%} {row.limit.word}" if row.limit else ""
    for goal in row.goals:
        value, side = value_of(goal, row, out)
        met = goal.is_met(value)
        is_time = goal.kind in ("seconds", "worst")
        shown = span(value) if is_time else f"{value:.3g}"
        made.append((line(row.name, span(seconds.get("ours", slowest(seconds))), span(seconds.get("torch")),
                          span(seconds.get("jax")), others, figure(goal, side, row), shown,
                          bound(goal), "yes" if met else "no", limit, busy(row, out), peaks(row, out)),
                     met))
    return made


def other(name, out):
    return f"{name} {out['why'].get(name) or span(out['seconds'][name])}"


def line(*cells, **named):
    known = dict(zip(COLUMNS, cells)) | named
    return [known.get(column, "") for column in COLUMNS]


def table(rows, outcomes):
    """Prints it; the number of results that differed is the exit status."""
    made = [item for row, out in zip(rows, outcomes) for item in lines(row, out)]
    cells = [list(COLUMNS)] + [item[0] for item in made]
    widths = [max(len(row[i]) for row in cells) if i != 8 else 3 for i in range(len(COLUMNS))]
    for row in cells:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    met = sum(item[1] is True for item in made)
    aside = sum(item[1] is None for item in made)
    faults = sum(out is not None and bool(out["fault"]) for out in outcomes)
    print(f"{met} of {len(made)} figures met, {aside} not yet measured, {faults} rows failed")
    return int(faults > 0)
