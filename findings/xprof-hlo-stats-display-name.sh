#!/usr/bin/env bash
# XProf 2.24.2: hlo_stats merges operations of one program that are displayed under one name
#
# A device plane has two operations of one program: %first.1 takes 2 us, %second.2 takes 6 us. Their event metadata
# differ in id, name (the HLO expression) and symbol_id. If both have the display name "dot", HLO stats has one row: it
# has the name of one of them and the time of both. A writer of profiles must give each operation a display name of its own.
#
# expected: two rows, 2 us and 6 us, whatever is displayed
# seen:     one row of 8 us, with the name of either operation
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


def metadata(number, name, shown, symbol):
    return f"""event_metadata {{ key: {number} value {{ id: {number} name: "{name}" display_name: "{shown}"
      stats {{ metadata_id: 1 str_value: "convolution" }} stats {{ metadata_id: 2 uint64_value: 1000 }}
      stats {{ metadata_id: 3 uint64_value: 7 }} stats {{ metadata_id: 4 uint64_value: {symbol} }} }} }}"""


def rows(shown):
    """The times in HLO stats of two operations of 2 us and 6 us, by the names that are displayed."""
    names = ["hlo_category", "flops", "program_id", "symbol_id", "peak_teraflops_per_second",
             "peak_hbm_bw_gigabytes_per_second"]
    stats = "".join(f'stat_metadata {{ key: {i} value {{ id: {i} name: "{name}" }} }}\n'
                    for i, name in enumerate(names, 1))
    text = f"""planes {{ id: 1 name: "/device:TPU:0" {stats}
      stats {{ metadata_id: 5 double_value: 1 }} stats {{ metadata_id: 6 double_value: 100 }}
      {metadata(1, "%first.1 = f32[8,8] dot(%a, %b)", shown[0], 1)}
      {metadata(2, "%second.2 = f32[8,8] dot(%c, %d)", shown[1], 2)}
      lines {{ id: 1 name: "XLA Ops" timestamp_ns: 1000
        events {{ metadata_id: 1 offset_ps: 0 duration_ps: 2000000 }}
        events {{ metadata_id: 2 offset_ps: 2000000 duration_ps: 6000000 }} }} }}"""
    with tempfile.TemporaryDirectory() as folder:
        run = f"{folder}/plugins/profile/run"
        os.makedirs(run)
        path = f"{run}/host.xplane.pb"
        with open(path, "wb") as out:
            out.write(ProfileData.text_proto_to_serialized_xspace(text))
        data, _ = raw_to_tool_data.xspace_to_tool_data([path], "hlo_stats", {})
    table = json.loads(data)
    table = table[0] if isinstance(table, list) else table
    ids = [column["id"] for column in table["cols"]]
    found = [dict(zip(ids, (cell["v"] if cell else None for cell in row["c"]))) for row in table["rows"]]
    return [f'{time:g} us' for time in sorted(row["total_time"] for row in found
                                             if row["category"] != "IDLE")]


print("xprof", version("xprof"))
for shown in (("first.1", "second.2"), ("dot", "dot")):
    print("displayed as", " and ".join(shown) + ":", ", ".join(rows(shown)))
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" 2>/dev/null | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
xprof 2.24.2
displayed as first.1 and second.2: 2 us, 6 us
displayed as dot and dot: 8 us
END_OF_OUTPUT
echo "as described"
