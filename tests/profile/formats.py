"""Reads the pprof profile and the Chrome trace of a capture, and checks every rule of the formats.

Nothing of XProf is needed. The messages of pprof are those of profile.proto of github.com/google/
pprof; the events are those of the Trace Event Format, as chrome://tracing and Perfetto read them.
"""
import bisect
import gzip
import json

U64 = 1 << 64
# Fields of profile.proto: number -> (name, kind). Kinds: i a number, s a string of the table, m a
# message, p packed numbers, t a string of the table that may be absent.
PROFILE = {1: ("sample_type", "m"), 2: ("sample", "m"), 3: ("mapping", "m"), 4: ("location", "m"),
           5: ("function", "m"), 6: ("string_table", "b"), 7: ("drop_frames", "i"),
           8: ("keep_frames", "i"), 9: ("time_nanos", "i"), 10: ("duration_nanos", "i"),
           11: ("period_type", "m"), 12: ("period", "i"), 13: ("comment", "p"),
           14: ("default_sample_type", "i"), 15: ("doc_url", "i")}
VALUE_TYPE = {1: ("type", "i"), 2: ("unit", "i")}
SAMPLE = {1: ("location_id", "p"), 2: ("value", "p"), 3: ("label", "m")}
LOCATION = {1: ("id", "i"), 2: ("mapping_id", "i"), 3: ("address", "i"), 4: ("line", "m"),
            5: ("is_folded", "i")}
LINE = {1: ("function_id", "i"), 2: ("line", "i"), 3: ("column", "i")}
FUNCTION = {1: ("id", "i"), 2: ("name", "i"), 3: ("system_name", "i"), 4: ("filename", "i"),
            5: ("start_line", "i")}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        assert shift <= 70, "a varint of more than 10 bytes"
        if byte < 128:
            return (value - U64 if value >= 1 << 63 else value), at


def fields(data):
    """The fields of a protocol buffer: triples of number, wire type, and value."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        assert tag >> 3 > 0 and wire in (0, 1, 2, 5), f"a tag {tag}"
        if wire == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(wire)
            if size is None:
                size, at = varint(data, at)
            assert 0 <= size <= len(data) - at, "the message is truncated"
            value, at = data[at:at + size], at + size
        yield tag >> 3, wire, value


def packed(data):
    out, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        out.append(value)
    return out


def message(data, schema):
    """A message as a dict: numbers, and lists of the other kinds."""
    out = {name: 0 if kind == "i" else [] for name, kind in schema.values()}
    for number, wire, value in fields(data):
        assert number in schema, f"an unknown field {number}"
        name, kind = schema[number]
        if kind == "i":
            assert wire == 0, f"{name} has wire type {wire}"
            out[name] = value
        elif kind == "p":
            out[name] += packed(value) if wire == 2 else [value]
        else:
            assert wire == 2, f"{name} has wire type {wire}"
            out[name].append(value)
    return out


class Pprof:
    """A profile whose references are checked: `checks` collects what is wrong."""

    def __init__(self, path, checks):
        self.checks = checks
        profile = message(gzip.open(path).read(), PROFILE)
        self.strings = [x.decode("utf-8") for x in profile["string_table"]]
        self.need(self.strings and self.strings[0] == "", "the first string is not empty")
        self.need(len(set(self.strings)) == len(self.strings), "a string is twice in the table")
        self.types = [self.value_type(x) for x in profile["sample_type"]]
        self.need(self.types and len(set(self.types)) == len(self.types), "the sample types")
        self.functions = self.by_id(profile["function"], FUNCTION)
        self.locations = self.by_id(profile["location"], LOCATION)
        self.read_functions()
        self.stacks = self.read_locations()
        self.samples = [self.read_sample(x) for x in profile["sample"]]
        stacks = [tuple(x["location_id"]) for x in self.samples]
        self.need(len(set(stacks)) == len(stacks), "two samples have the same stack")
        used = {x for stack in stacks for x in stack}
        self.need(used == set(self.locations), "a location is not used")
        names = [name for name, _ in self.types]
        default = self.text(profile["default_sample_type"])
        self.need(default in names, f"the default sample type {default!r}")
        self.need(not profile["mapping"] and not profile["period_type"], "mappings or periods")
        self.need(profile["time_nanos"] > 1.6e18, f"time_nanos {profile['time_nanos']}")
        self.need(profile["duration_nanos"] > 0, "duration_nanos")
        for at in profile["comment"]:
            self.text(at)
        self.duration = profile["duration_nanos"]

    def need(self, holds, text):
        self.checks.need(holds, f"pprof: {text}")

    def text(self, at):
        is_there = 0 <= at < len(self.strings)
        self.need(is_there, f"string {at} of {len(self.strings)}")
        return self.strings[at] if is_there else ""

    def value_type(self, data):
        both = message(data, VALUE_TYPE)
        kind, unit = self.text(both["type"]), self.text(both["unit"])
        self.need(kind and unit, "a sample type without a name or a unit")
        return kind, unit

    def by_id(self, items, schema):
        out = {}
        for item in items:
            each = message(item, schema)
            self.need(each["id"] != 0 and each["id"] not in out, f"the id {each['id']}")
            out[each["id"]] = each
        return out

    def read_functions(self):
        for function in self.functions.values():
            self.need(self.text(function["name"]), f"a function without a name: {function}")
            self.text(function["system_name"])
            self.text(function["filename"])

    def read_locations(self):
        """The name, the file, and the line of each location."""
        out = {}
        for key, location in self.locations.items():
            self.need(location["mapping_id"] == 0, f"mapping of location {key}")
            lines = [message(x, LINE) for x in location["line"]]
            self.need(len(lines) == 1, f"location {key} has {len(lines)} lines")
            function = self.functions.get(lines[0]["function_id"])
            self.need(function is not None, f"location {key}: its function is missing")
            if function is not None:
                out[key] = (self.text(function["name"]), self.text(function["filename"]),
                            lines[0]["line"])
        return out

    def read_sample(self, data):
        sample = message(data, SAMPLE)
        self.need(len(sample["value"]) == len(self.types), "a sample has too few values")
        self.need(all(x >= 0 for x in sample["value"]), f"negative values: {sample['value']}")
        self.need(sample["location_id"], "a sample without a stack")
        self.need(all(x in self.locations for x in sample["location_id"]), "a location is missing")
        return sample

    def sums(self):
        return {name: sum(x["value"][i] for x in self.samples)
                for i, (name, _) in enumerate(self.types)}

    def lines(self, kind):
        """Sums of a sample type by FILE:LINE of the leaf."""
        at, out = [name for name, _ in self.types].index(kind), {}
        for sample in self.samples:
            _, file, line = self.stacks[sample["location_id"][0]]
            key = f"{file}:{line}" if line else ""
            if sample["value"][at]:
                out[key] = out.get(key, 0) + sample["value"][at]
        return out


def read_pprof(path, checks):
    profile = Pprof(path, checks)
    stacks = [";".join(profile.stacks[x][0] for x in reversed(sample["location_id"]))
              for sample in profile.samples]
    return {"sums": profile.sums(), "stacks": stacks, "lines": profile.lines("runs"),
            "duration_ns": profile.duration}


# The keys of an event by its phase; other keys are errors. https://perfetto.dev reads the same.
KEYS = {"X": {"name", "cat", "ph", "ts", "dur", "pid", "tid", "args"},
        "C": {"name", "ph", "ts", "pid", "args"},
        "i": {"name", "cat", "ph", "ts", "pid", "tid", "s"},
        "M": {"name", "ph", "pid", "tid", "args"}}
METADATA = {"process_name": "name", "thread_name": "name", "process_sort_index": "sort_index",
            "thread_sort_index": "sort_index"}


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_time(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Chrome:
    """The events of a trace, with each rule of the format checked."""

    def __init__(self, path, checks):
        self.checks = checks
        trace = json.load(gzip.open(path))
        self.need(set(trace) == {"displayTimeUnit", "otherData", "traceEvents"}, sorted(trace))
        self.need(trace["displayTimeUnit"] in ("ms", "ns"), trace["displayTimeUnit"])
        self.names, self.open, self.last = {}, {}, {}
        self.operations, self.runs, self.counts = [], {}, {"X": 0, "C": 0, "i": 0, "M": 0}
        self.steps = self.peak = 0
        for event in trace["traceEvents"]:
            self.take(event)
        for where in self.last:
            process = (where[0], None, "process_name")
            self.need(process in self.names, f"process {where} has no name")
            self.need((*where, "thread_name") in self.names, f"thread {where} has no name")

    def need(self, holds, text):
        self.checks.need(holds, f"chrome: {text}")

    def take(self, event):
        phase = event.get("ph")
        if phase not in KEYS:
            return self.need(False, f"an unknown phase: {event}")
        optional = {"args"} if phase == "X" else set()
        self.need(KEYS[phase] - optional <= set(event) <= KEYS[phase], f"the keys of {event}")
        self.need(isinstance(event["name"], str) and event["name"], f"the name of {event}")
        self.need(is_int(event["pid"]) and 0 < event["pid"] < 1 << 31, f"the pid of {event}")
        if "tid" in event:
            self.need(is_int(event["tid"]) and 0 <= event["tid"] < 1 << 31, f"the tid of {event}")
        if phase != "M":
            self.need(is_time(event["ts"]), f"the time of {event}")
        self.counts[phase] += 1
        {"X": self.take_span, "C": self.take_counter, "i": self.take_instant,
         "M": self.take_metadata}[phase](event)

    def take_span(self, event):
        """Spans of a thread are ordered, and two are disjoint or one contains the other."""
        where = (event["pid"], event["tid"])
        begin, ends = round(event["ts"] * 1000), self.open.setdefault(where, [])
        end = begin + round(event["dur"] * 1000)
        self.need(is_time(event["dur"]) and event["dur"] >= 0, f"the duration of {event}")
        self.need(begin >= self.last.get(where, begin), f"events are not in order: {event}")
        self.last[where] = begin
        while ends and ends[-1] <= begin:
            ends.pop()
        self.need(not ends or end <= ends[-1], f"{event} ends after the one around it: {ends[-1:]}")
        ends.append(end)
        self.need(isinstance(event["cat"], str) and event["cat"], f"the category of {event}")
        for key, value in event.get("args", {}).items():
            is_good = isinstance(value, str) or is_time(value) and value >= 0
            self.need(is_good, f"the argument {key} of {event}")
        self.steps += event["cat"] == "step"
        if event["cat"] in ("kernel", "eager"):
            self.operations.append(event)
        if event["cat"] == "run":
            name = event["args"]["function"]
            self.runs[name] = self.runs.get(name, 0) + 1

    def take_counter(self, event):
        values = event["args"].values()
        self.need(values and all(is_int(x) for x in values), f"the values of {event}")
        where = (event["pid"], None, event["name"])
        self.need(event["ts"] >= self.last.get(where, event["ts"]), f"not in order: {event}")
        self.peak = max(self.peak, *values)

    def take_instant(self, event):
        self.need(event["s"] in ("g", "p", "t"), f"the scope of {event}")

    def take_metadata(self, event):
        key = METADATA.get(event["name"])
        self.need(key is not None, f"unknown metadata: {event}")
        value = event["args"].get(key)
        self.need(isinstance(value, str) and value if key == "name" else is_int(value),
                  f"the value of {event}")
        is_process = event["name"].startswith("process")
        name = (event["pid"], None if is_process else event["tid"], event["name"])
        self.need(name not in self.names, f"twice: {event}")
        self.names[name] = value


def read_chrome(path, checks):
    trace = Chrome(path, checks)
    out = {"events": trace.counts["X"], "steps": trace.steps, "counters": trace.counts["C"],
           "peak_bytes": trace.peak, "runs": trace.runs}
    return out | work_of(trace.operations)


def work_of(operations):
    """Sums over kernels, and over eager operations that contain no kernels; operations by line."""
    queues = {}
    for each in operations:
        queues.setdefault(each["pid"], []).extend([each["ts"]] if each["cat"] == "kernel" else [])
    queues = {pid: sorted(begins) for pid, begins in queues.items()}
    out = {"flops": 0, "bytes": 0, "operations": 0, "lines": {}, "kernels": {},
           "line_operations": {}}
    for each in operations:
        begins = queues[each["pid"]]
        at = bisect.bisect_left(begins, each["ts"])
        has_kernels = at < len(begins) and begins[at] < each["ts"] + each["dur"]
        if each["cat"] == "eager" and has_kernels:
            continue
        args = each["args"]
        work = {"flops": args.get("flops", 0), "read": args.get("bytes_read", 0),
                "written": args.get("bytes_written", 0)}
        out["operations"] += 1
        out["flops"] += work["flops"]
        out["bytes"] += work["read"] + work["written"]
        line = args.get("line", "")
        out["lines"][line] = out["lines"].get(line, 0) + 1
        names = out["line_operations"].setdefault(line, [])
        names += [x for x in args.get("operations", "").split(" + ") if x not in names]
        if each["cat"] != "kernel" or "function" not in args:
            continue
        kernels = out["kernels"].setdefault(args["function"], {})
        kernel = kernels.setdefault(each["name"], {"runs": 0, "line": line, **work,
                                                   "operations": args.get("operations", "")})
        kernel["runs"] += 1
    return out
