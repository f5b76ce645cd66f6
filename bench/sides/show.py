"""The table as text: a line for each figure."""
import math
import statistics

from rows.row import Fresh, Limit, Python

COLUMNS = ("workload", "ours", "torch", "jax", "others", "figure", "value", "goal", "met",
           "limit", "busy", "of all cores", "ratio of these",
           "peak MB")


def span(value):
    """Seconds, in a suitable unit."""
    if value is None:
        return ""
    if math.isinf(value):
        return "none"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def is_peer(side):
    return isinstance(side, Python) or isinstance(side, Fresh) and side.program == "python"


def times_ours(out, side):
    """The side's time over Rille's: the median of the turns, whose two times are adjacent. The
    clock frequency of a shared machine changes between turns by more than the sides differ."""
    pairs = zip(out["of_turns"][side], out["of_turns"]["ours"])
    return statistics.median(theirs / ours if ours < math.inf else 0 for theirs, ours in pairs)


def best_peer(row, measure):
    """The other side for which this is smallest."""
    peers = {name: measure(name) for name, side in row.sides.items() if is_peer(side)}
    return min(peers, key=peers.get) if peers else ""


def slowest(seconds):
    return max(seconds.values())


def value_of(goal, row, out):
    """The figure of the goal, and its reference."""
    seconds = out["seconds"]
    ours = slowest(seconds) if goal.kind == "worst" else seconds["ours"]
    if goal.kind in ("seconds", "worst"):
        return ours, ""
    if goal.kind == "share":
        return times_ours(out, "limit"), "limit"
    if goal.kind == "memory":
        return out["peak_mb"]["ours"] / out["peak_mb"][goal.side], goal.side
    side = goal.side or best_peer(row, lambda name: times_ours(out, name))
    return times_ours(out, side), side


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
    """The CPU use of other processes meanwhile; not for a process for each turn."""
    is_fresh = any(isinstance(side, Fresh) for side in row.sides.values())
    return "" if is_fresh else f"{out['others']:.0%}"


def cores(row, out):
    """The processor seconds of a turn, if it is long enough to overlap other processes."""
    if out["seconds"].get("ours", 0) < 1e-3:
        return ""
    return ", ".join(f"{name} {span(spent)}" for name, spent in out["cpu_s"].items()
                     if name in ("ours", "torch", "jax"))


def cores_ratio(row, out):
    """The best other side's processor seconds over Rille's."""
    spent = out["cpu_s"]
    peer = best_peer(row, spent.get) if spent.get("ours") and cores(row, out) else ""
    return f"{spent[peer] / spent['ours']:.3g}" if peer else ""


def peaks(row, out):
    """Peaks of all sides, if memory counts."""
    if not row.shows_memory and not any(goal.kind == "memory" for goal in row.goals):
        return ""
    return ", ".join(f"{name} {peak:.0f}" for name, peak in out["peak_mb"].items()
                     if peak and name != "limit")


def unmeasured(row, out):
    """Why there is no figure."""
    if row.aside:
        return "not yet: " + row.aside
    return "not measured" if out is None else "FAILED: " + out["fault"] if out["fault"] else ""


def others(row, out):
    """Figures without a column of their own."""
    shown = [f"{name} {out['why'].get(name) or span(value)}"
             for name, value in out["seconds"].items()
             if name not in ("ours", "torch", "jax", "limit") or out["why"].get(name)]
    return ", ".join(shown)


def common(row, out):
    """The cells that all figures of a row share."""
    seconds = out["seconds"]
    ours = seconds.get("ours", slowest(seconds))
    part = f"{times_ours(out, 'limit'):.0%} {row.limit.word}" if row.limit else ""
    return {"ours": span(ours), "torch": span(seconds.get("torch")),
            "jax": span(seconds.get("jax")), "others": others(row, out), "limit": part,
            "busy": busy(row, out), "of all cores": cores(row, out),
            "ratio of these": cores_ratio(row, out), "peak MB": peaks(row, out)}


def lines(row, out):
    """The cells of a row's figures, and whether each is met; None where it was not measured."""
    why = unmeasured(row, out)
    if why:
        met = None if row.aside or out is None else False
        return [(line(row.name, goal=bound(goal), met=why), met) for goal in row.goals]
    made = []
    for goal in row.goals:
        value, side = value_of(goal, row, out)
        shown = span(value) if goal.kind in ("seconds", "worst") else f"{value:.3g}"
        met = goal.is_met(value)
        made.append((line(row.name, figure=figure(goal, side, row), value=shown, goal=bound(goal),
                          met="yes" if met else "no", **common(row, out)), met))
    return made


def line(name, **named):
    known = {"workload": name} | named
    return [known.get(column, "") for column in COLUMNS]


def table(rows, outcomes):
    """Prints it; the number of differing results is the exit status."""
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
