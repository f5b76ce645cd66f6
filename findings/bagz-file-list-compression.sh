#!/usr/bin/env bash
# bagz 0.3.8: the extension of the last file of a list decides about decompression
#
# A reader takes a list of files, "a.bagz,b.bag". Records of .bagz files are compressed, those of .bag files are not. The
# reader decides once for all files, by the end of the whole list, whether it decompresses records.
#
# expected: the text "hello …" of both files, in either order, or an error
# seen:     "a.bagz,b.bag" returns the compressed bytes of the first file as a record (a frame of Zstandard, b'(\xb5/\xfd…'),
#           "b.bag,a.bagz" returns an empty record for the first file; no error in either case
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install bagz==0.3.8
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import importlib.metadata
import sys

import bagz

print("bagz", importlib.metadata.version("bagz"))
for name in ("a.bagz", "b.bag"):
    writer = bagz.Writer(f"{sys.argv[1]}/{name}")
    writer.write(b"hello " * 20)
    writer.close()
for names in (["a.bagz"], ["b.bag"], ["a.bagz", "b.bag"], ["b.bag", "a.bagz"]):
    spec = ",".join(f"{sys.argv[1]}/{name}" for name in names)
    print(names, [bytes(record)[:5] for record in bagz.Reader(spec)])
END_OF_PROGRAM
"$folder/env/bin/python" "$folder/program.py" "$folder" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
bagz 0.3.8
['a.bagz'] [b'hello']
['b.bag'] [b'hello']
['a.bagz', 'b.bag'] [b'(\xb5/\xfd ', b'hello']
['b.bag', 'a.bagz'] [b'', b'hello']
END_OF_OUTPUT
echo "as described"
