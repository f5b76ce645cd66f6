"""Reads the files of a capture with JAX and XProf.

usage: tests/profile/read.py DIR [--expect FILE [--key KEY]] [--empty]

DIR has plugins/profile/RUN. It is copied first, because XProf writes into the directory of a run.
The output is one JSON object with the sums of each tool. The exit status is 1 if a tool fails, has
an empty table, or its sums differ from those of the events in HOST.trace.json.gz, which XProf does
not read, or from FILE: an object with a part of the output, under KEY if it is given. `--empty`
accepts empty tables.
"""
import argparse
import glob
import html
import json
import os
import re
import shutil
import sys
import tempfile

from jax.profiler import ProfileData
from xprof.convert import raw_to_tool_data

from formats import read_chrome, read_pprof

TOOLS = ["trace_viewer@", "overview_page", "op_profile", "hlo_stats", "framework_op_stats",
         "roofline_model", "memory_profile", "input_pipeline_analyzer"]
HLO_TOOLS = ["memory_viewer", "graph_viewer"]
GIB = 1 << 30


class Checks:
    def __init__(self):
        self.faults = []

    def need(self, holds, text):
        if not holds:
            self.faults.append(text)

    def close(self, a, b, what, tolerance=0.01):
        self.need(abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-9), f"{what}: {a}, expected {b}")


def ask(files, tool, **params):
    data, _ = raw_to_tool_data.xspace_to_tool_data(files, tool, params)
    return data.decode() if isinstance(data, bytes) else data


def rows(table):
    """The rows of a DataTable as dicts by the ids of the columns."""
    ids = [column["id"] for column in table["cols"]]
    return [dict(zip(ids, (cell.get("v") if cell else None for cell in row["c"])))
            for row in table["rows"]]


def table_with(tables, column):
    return next((x for x in tables if column in [c["id"] for c in x.get("cols", [])]), None)


def planes(path):
    """Numbers of events and their time in ns by plane and line."""
    out, device = {}, {"time_ns": 0, "steps": 0, "step_ns": 0}
    for plane in ProfileData.from_file(path).planes:
        lines = out.setdefault(plane.name, {})
        for line in plane.lines:
            events = list(line.events)
            lines[line.name] = {"events": len(events), "ns": sum(e.duration_ns for e in events)}
            if not plane.name.startswith("/device:TPU:"):
                continue
            if line.name == "XLA Ops":
                device["time_ns"] += self_time(events)
            if line.name == "Steps":
                device["steps"] = len(events)
                device["step_ns"] = lines[line.name]["ns"]
    return out, device


def self_time(events):
    """The time that events cover; those inside of others count once."""
    total, end = 0, 0
    for event in events:
        if event.end_ns > end:
            total += event.end_ns - max(event.start_ns, end)
            end = event.end_ns
    return total


def environment(path):
    plane = next(x for x in ProfileData.from_file(path).planes if x.name == "Task Environment")
    stats = dict(plane.stats)
    return {"start_ns": stats["profile_start_time"], "stop_ns": stats["profile_stop_time"]}


def read_op_profile(files):
    profile = json.loads(ask(files, "op_profile"))
    of = profile["byProgramExcludeIdle"]["metrics"]
    names = [x["name"] for x in profile["byProgramExcludeIdle"].get("children", [])]
    everything = profile["byProgram"]["metrics"]["rawTime"] / 1e3
    return {"time_ns": of["rawTime"] / 1e3, "all_ns": everything, "flops": of["rawFlops"],
            "bytes": sum(of["rawBytesAccessedArray"]), "programs": sorted(names)}


def rates(table, time, flops, memory):
    """Sums of the products of rates in units of 10^9 and GiB with times in us."""
    own = [row for row in table if row[time]]
    return {"time_ns": sum(row[time] * 1e3 for row in own),
            "flops": sum(row[time] * 1e3 * row[flops] for row in own),
            "bytes": sum(row[time] * 1e-6 * row[memory] * GIB for row in own)}


def source_line(cell):
    title = re.search(r"title='([^']*)'", cell or "")
    return html.unescape(title.group(1)).split("\n")[0].rsplit(":", 1)[0] if title else ""


def read_hlo_stats(files):
    table = rows(json.loads(ask(files, "hlo_stats")))
    out = rates(table, "total_self_time", "model_flop_rate", "measured_memory_bw")
    out["rows"] = len(table)
    # By "PROGRAM/OPERATION": the line, and the path in the program.
    keys = [f"{row['program_id']}/{row['hlo_op_name']}" for row in table]
    out["sources"] = {key: source_line(row["source_info"]) for key, row in zip(keys, table)}
    out["lines"] = {}
    for key, row in zip(keys, table):
        line = out["sources"][key]
        out["lines"][line] = out["lines"].get(line, 0) + int(row["occurrences"])
    out["operations"] = {key: row["tf_op_name"] for key, row in zip(keys, table)}
    return out


def read_framework_op_stats(files):
    table = rows(json.loads(ask(files, "framework_op_stats"))[0])
    all_device = [x for x in table if x["host_or_device"] == "Device"]
    device = [x for x in all_device if x["type"] != "IDLE"]
    out = rates(device, "total_self_time", "model_flop_rate", "measured_memory_bw")
    out["all_ns"] = sum(x["total_self_time"] * 1e3 for x in all_device)
    out["rows"] = len(device)
    return out


def read_roofline(files):
    tables = json.loads(ask(files, "roofline_model"))
    table = rows(table_with(tables, "measured_flop_rate"))
    # Every row is there twice, without and with the waiting for input.
    total = [x for x in table if x["step"] == "Total" and x["include_infeed_outfeed"]]
    own = [x for x in total if x["category"] not in ("Program", "IDLE")]
    out = rates(own, "total_self_time", "model_flop_rate", "measured_memory_bw")
    out["rows"] = len(own)
    out["steps"] = len({x["step"] for x in table} - {"Total", "Average"})
    return out


def read_steps(files, tool):
    table = table_with(json.loads(ask(files, tool)), "tcInfeedTimeMs")
    parts = ["tcComputeTimeMs", "tcInfeedTimeMs", "tcOutfeedTimeMs", "tcIdleTimeMs"]
    table = rows(table) if table else []
    return {"steps": len(table), "step_ns": sum(row[x] * 1e6 for row in table for x in parts),
            "input_ns": sum(row["tcInfeedTimeMs"] * 1e6 for row in table)}


def read_input_pipeline(files):
    out = read_steps(files, "input_pipeline_analyzer")
    stages = table_with(json.loads(ask(files, "input_pipeline_analyzer")), "opName")
    out["stages_ns"] = {x["opName"]: x["timeInMs"] * 1e6 for x in rows(stages)}
    return out


def read_memory_profile(files):
    out = {}
    profile = json.loads(ask(files, "memory_profile"))
    for space, of in profile["memoryProfilePerAllocator"].items():
        live = {}
        for each in of["activeAllocations"]:
            index, special = int(each["snapshotIndex"]), int(each["specialIndex"])
            data = (of["specialAllocations"][special] if special >= 0
                    else of["memoryProfileSnapshots"][index]["activityMetadata"])
            name, count = data["tfOpName"], int(each["numOccurrences"])
            live[name] = live.get(name, 0) + count * int(data["allocationBytes"])
        out[space] = {"peak_bytes": int(of["profileSummary"]["peakStats"]["peakBytesInUse"]),
                      "lifetime_peak_bytes": int(of["profileSummary"]["peakBytesUsageLifetime"]),
                      "live_bytes": sum(live.values()), "live": live}
    return out


def read_trace(files):
    options = {"resolution": 1 << 20, "full_dma": True}
    trace = json.loads(ask(files, "trace_viewer@", trace_viewer_options=options))
    return {"events": sum(event.get("ph") == "X" for event in trace["traceEvents"])}


def read_module(files, module, checks):
    """memory_viewer and graph_viewer for one module."""
    memory = json.loads(ask(files, "memory_viewer", module_name=module, memory_space="0"))
    out = {"peak_bytes": round(memory.get("peakHeapMib", 0) * (1 << 20)),
           "buffers": {x["label"].split(":")[0]: round(x["logicalBufferSizeMib"] * (1 << 20))
                       for x in memory.get("maxHeap", [])}}
    # XProf 2.24 answers "Not implemented" to the type `json`, for files of JAX as well.
    for kind in ("short_txt", "long_txt", "pbtxt", "graph"):
        options = {"type": kind, "module_name": module, "graph_width": 3, "format": "html"}
        options["node_name"] = out.get("root", "")
        text = ask(files, "graph_viewer", graph_viewer_options=options)
        checks.need(text, f"graph_viewer {kind} of {module} is empty")
        if kind == "short_txt":
            entry = text.split("ENTRY", 1)[1]
            out["root"] = re.search(r"ROOT (\S+) =", entry).group(1)
            out["instructions"] = len(re.findall(r"^  (?:ROOT )?\S+ = ", text, re.M))
            out["entry"] = re.findall(r"^  (?:ROOT )?(\S+) = ", entry, re.M)
    return out


def compare(out, checks):
    """Compares the sums of the tools with those of the events."""
    device, events = out["device"], out["chrome"]
    cores = sum(name.startswith("/device:TPU:") for name in out["planes"])
    for tool in ("op_profile", "hlo_stats", "framework_op_stats", "roofline_model"):
        checks.close(out[tool]["time_ns"], device["time_ns"], f"{tool}: time")
        checks.close(out[tool]["flops"], events["flops"], f"{tool}: FLOPs", 1e-6)
        checks.need(out[tool].get("rows", 1) > 0, f"{tool}: no rows")
        checks.close(out[tool]["bytes"], events["bytes"], f"{tool}: bytes", 1e-6)
    lines = out["hlo_stats"]["lines"]
    checks.need(lines == events["lines"], f"hlo_stats: lines {lines}, expected {events['lines']}")
    if events["steps"]:
        checks.need(device["steps"] == events["steps"], f"{device['steps']} steps in the plane")
    for tool in ("overview_page", "input_pipeline_analyzer"):
        checks.need(out[tool]["steps"] == device["steps"], f"{tool}: {out[tool]['steps']} steps")
        if cores == 1:
            checks.close(out[tool]["step_ns"], device["step_ns"], f"{tool}: time of steps")
    for space, of in out["memory_profile"].items():
        checks.need(of["live_bytes"] == of["peak_bytes"], f"memory_profile of {space}: {of}")
    checks.need(out["trace_viewer@"]["events"] > 0, "trace_viewer@: no events")
    sums = out["pprof"]["sums"]
    checks.close(sums["time"], device["time_ns"], "pprof: time", 1e-9)
    checks.need(sums["runs"] == events["operations"], f"pprof: {sums['runs']} runs")
    lines = out["pprof"]["lines"]
    checks.need(lines == events["lines"], f"pprof: lines {lines}, expected {events['lines']}")
    peak = sum(of["peak_bytes"] for of in out["memory_profile"].values())
    checks.need(sums["peak_memory"] == peak, f"pprof: peak {sums['peak_memory']}, expected {peak}")


def expect(out, wanted, checks, path=""):
    """Compares the output with a part of it; numbers are equal up to one millionth."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            checks.need(key in out, f"{path}/{key} is missing")
            if key in out:
                expect(out[key], value, checks, f"{path}/{key}")
    elif isinstance(wanted, (int, float)):
        checks.close(out, wanted, path, 1e-6)
    else:
        checks.need(out == wanted, f"{path}: {out}, expected {wanted}")


def read(folder, checks):
    files = glob.glob(folder + "/plugins/profile/*/*.xplane.pb")
    assert len(files) == 1, f"{len(files)} files .xplane.pb"
    base = files[0].removesuffix(".xplane.pb")
    run = os.path.dirname(files[0])
    modules = sorted(os.path.basename(x).removesuffix(".hlo_proto.pb")
                     for x in glob.glob(run + "/*.hlo_proto.pb"))
    out = {"tools": raw_to_tool_data.xspace_to_tool_names(files)}
    for tool in TOOLS + (HLO_TOOLS if modules else []):
        checks.need(tool in out["tools"], f"XProf does not offer {tool}")
    out["planes"], out["device"] = planes(files[0])
    out["environment"] = environment(files[0])
    out["op_profile"] = read_op_profile(files)
    out["hlo_stats"] = read_hlo_stats(files)
    out["framework_op_stats"] = read_framework_op_stats(files)
    out["roofline_model"] = read_roofline(files)
    out["overview_page"] = read_steps(files, "overview_page")
    out["input_pipeline_analyzer"] = read_input_pipeline(files)
    out["memory_profile"] = read_memory_profile(files)
    out["trace_viewer@"] = read_trace(files)
    out["modules"] = {name: read_module(files, name, checks) for name in modules}
    out["pprof"] = read_pprof(base + ".profile.pb.gz", checks)
    out["chrome"] = read_chrome(base + ".trace.json.gz", checks)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--expect", metavar="FILE", help="compare the output with a JSON file")
    parser.add_argument("--key", help="the key of the part of FILE to compare with")
    parser.add_argument("--empty", action="store_true", help="accept empty tables")
    args = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as scratch:
        copy = shutil.copytree(args.folder, os.path.join(scratch, "logs"))
        out = read(copy, checks)
    if not args.empty:
        compare(out, checks)
    if args.expect:
        with open(args.expect) as file:
            wanted = json.load(file)
        expect(out, wanted[args.key] if args.key else wanted, checks)
    print(json.dumps(out, indent=1, sort_keys=True))
    print("\n".join(checks.faults), file=sys.stderr)
    sys.exit(1 if checks.faults else 0)


if __name__ == "__main__":
    main()
