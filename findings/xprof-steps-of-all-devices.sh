#!/usr/bin/env bash
# XProf 2.24.2: the input pipeline shows only those steps that every device plane has
#
# Two device planes of one host have the same five operations. The first one marks five steps in its line "Steps". If the
# second one marks one step, because only a part of its work belongs to the training loop, the tool drops the four other
# steps of the first one. If the second one marks none, all five are shown. A writer of profiles must leave the line out for
# a device that does not take part in all steps.
#
# expected: five steps in each case
# seen:     one step if the second device marks one
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install xprof==2.24.2 jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import json
import os
import tempfile
from importlib.metadata import version

from jax.profiler import ProfileData
from xprof.convert import raw_to_tool_data

STATS = ["hlo_category", "flops", "program_id", "symbol_id", "peak_teraflops_per_second",
         "peak_hbm_bw_gigabytes_per_second", "group_id", "step_num"]


def event(metadata, step, time, stats):
    return (f"events {{ metadata_id: {metadata} offset_ps: {step * 10_000_000} duration_ps: {time} "
            f"stats {{ metadata_id: 7 int64_value: {step} }} {stats} }}\n")


def plane(number, steps):
    """A device that runs one operation in each of five steps, and marks some of these."""
    names = "".join(f'stat_metadata {{ key: {i} value {{ id: {i} name: "{name}" }} }}\n'
                    for i, name in enumerate(STATS, 1))
    numbers = "".join(f'event_metadata {{ key: {10 + i} value {{ id: {10 + i} name: "{i}" }} }}\n'
                      for i in range(5))
    marks = "".join(event(10 + i, i, 9_000_000, f"stats {{ metadata_id: 8 int64_value: {i} }}")
                    for i in steps)
    runs = "".join(event(1, i, 8_000_000, "") for i in range(5))
    return f"""planes {{ id: {number + 1} name: "/device:TPU:{number}" {names} {numbers}
      stats {{ metadata_id: 5 double_value: 1 }} stats {{ metadata_id: 6 double_value: 100 }}
      event_metadata {{ key: 1 value {{ id: 1 name: "%dot.1 = f32[8,8] dot(%a, %b)" display_name: "dot.1"
        stats {{ metadata_id: 1 str_value: "convolution" }} stats {{ metadata_id: 2 uint64_value: 1000 }}
        stats {{ metadata_id: 3 uint64_value: 7 }} stats {{ metadata_id: 4 uint64_value: 1 }} }} }}
      lines {{ id: 1 name: "Steps" timestamp_ns: 1000 {marks} }}
      lines {{ id: 2 name: "XLA Ops" timestamp_ns: 1000 {runs} }} }}"""


def shown(*planes):
    with tempfile.TemporaryDirectory() as folder:
        run = f"{folder}/plugins/profile/run"
        os.makedirs(run)
        path = f"{run}/host.xplane.pb"
        with open(path, "wb") as out:
            out.write(ProfileData.text_proto_to_serialized_xspace("".join(planes)))
        data, _ = raw_to_tool_data.xspace_to_tool_data([path], "input_pipeline_analyzer", {})
    for table in json.loads(data):
        if any(column["id"] == "stepnum" for column in table.get("cols", [])):
            return len(table["rows"])


print("xprof", version("xprof"))
print("one device, 5 steps:", shown(plane(0, range(5))))
for steps in (range(5), [2], []):
    print(f"a second device with {len(steps)} of them:", shown(plane(0, range(5)), plane(1, steps)))
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" 2>/dev/null | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
xprof 2.24.2
one device, 5 steps: 5
a second device with 5 of them: 5
a second device with 1 of them: 1
a second device with 0 of them: 5
END_OF_OUTPUT
echo "as described"
