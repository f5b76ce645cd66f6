"""Reads the journal of a capture: HOST.rille-profile. Nothing but Python is needed."""
import pathlib
import struct

from formats import fields, varint

MAGIC = b"RILLE-PROFILE-1\n"
BEGIN, LABEL, MODULE, THREAD, SPANS, ALLOCATIONS, SAMPLE, COUNTER, END = range(1, 10)
STEP = 0  # of the categories of labels
LABEL_FIELDS = {1: ("name", str), 2: ("category", int), 4: ("function", str)}
MODULE_FIELDS = {1: ("name", str), 7: ("arena", "z"), 8: ("peak", "z"), 9: ("scratch", "z")}
END_FIELDS = {1: ("duration", "z"), 2: ("dropped", "z"), 3: ("peak", "z"), 4: ("joules", float)}
KINDS = {str: bytes.decode, int: int, float: lambda x: struct.unpack("<d", struct.pack("<q", x))[0],
         "z": lambda x: unzigzag(x)}


def unzigzag(x):
    x &= (1 << 64) - 1
    return (x >> 1) ^ -(x & 1)


def record(data, schema):
    out = {name: "" if kind is str else 0 for name, kind in schema.values()}
    for number, _, value in fields(data):
        if number in schema:
            name, kind = schema[number]
            out[name] = KINDS[kind](value)
    return out


def varints(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


class Journal:
    """`spans` are tuples of begin, duration, label; `allocations` of time, bytes, thread."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        assert data.startswith(MAGIC), path
        self.before, self.end = 0, {}
        self.labels, self.modules, self.spans, self.allocations = [], [], [], []
        self.counters = {}
        at = len(MAGIC)
        while at < len(data):
            size, at = varint(data, at)
            self.take(data[at], data[at + 1:at + size])
            at += size
        self.allocations.sort(key=lambda item: item[0])

    def take(self, kind, data):
        if kind == BEGIN:
            self.before = record(data, {9: ("before", "z")})["before"]
        elif kind == LABEL:
            self.labels.append(record(data, LABEL_FIELDS))
        elif kind == MODULE:
            self.modules.append(record(data, MODULE_FIELDS))
        elif kind == SPANS:
            self.take_spans(varints(data))
        elif kind == ALLOCATIONS:
            self.take_allocations(varints(data))
        elif kind == COUNTER:
            counter = record(data, {1: ("name", str), 2: ("label", int), 3: ("value", float)})
            self.counters[counter["name"], counter["label"]] = counter["value"]
        elif kind == END:
            self.end = record(data, END_FIELDS)

    def take_spans(self, numbers):
        next(numbers)  # the thread
        begin = 0
        for head in numbers:
            begin += unzigzag(next(numbers))
            self.spans.append((begin, next(numbers), head >> 3))
            if head & 1:
                next(numbers)

    def take_allocations(self, numbers):
        thread, time = next(numbers), 0
        for step in numbers:
            time += unzigzag(step)
            self.allocations.append((time, unzigzag(next(numbers)), thread))
            next(numbers)  # the address
            next(numbers)  # the label

    def spans_of(self, category):
        return sorted((begin, begin + duration) for begin, duration, label in self.spans
                      if self.labels[label]["category"] == category)

    def highest(self, begin=None, end=None):
        """The most bytes in use in an interval: the sum of the allocations."""
        use = most = self.before
        for time, size, _ in self.allocations:
            if end is not None and time > end:
                break
            if begin is not None and time < begin:
                use = most = use + size
                continue
            use += size
            most = max(most, use)
        return most
