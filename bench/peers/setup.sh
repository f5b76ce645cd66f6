#!/usr/bin/env bash
# Makes the Python environment of the benchmarks' peers.
#
# usage: bench/peers/setup.sh FOLDER, which lies outside of this tree. It installs what
# requirements.txt names, as it is named there: the wheel of PyTorch that is made for accelerators
# loads their libraries on a machine without one too, but not its compiler of kernels, which the
# list leaves out. It takes about 5 GB of disk.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
[ $# = 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$(readlink -m "$1")
case $folder/ in
  "$(readlink -f "$here/../..")"/*) echo "setup: $folder lies in the tree" >&2; exit 2 ;;
esac
mkdir -p "$folder"
[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --no-deps -r "$here/requirements.txt"
"$folder/bin/python" - <<'END'
import flax
import jax
import optax
import torch

x = torch.ones(2, 2) @ torch.ones(2, 2)
assert float(x.sum()) == float(jax.numpy.asarray(x.numpy()).sum()) == 8.0
print(f"torch {torch.__version__}, jax {jax.__version__}, flax {flax.__version__}, "
      f"optax {optax.__version__}")
END
echo "export RILLE_PEERS_PYTHON=$folder/bin/python"
