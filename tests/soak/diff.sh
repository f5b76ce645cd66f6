#!/usr/bin/env bash
# A long run of random graphs. usage: tests/soak/diff.sh SEED COUNT ORACLES [JOBS]
#
# ORACLES are names separated by commas, or all. A line about the run is appended to
# tests/diff/ledger.txt.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
seed=$1 count=$2 oracles=$3 jobs=${4:-1}
commit=$(git rev-parse --short HEAD)
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
said=$(RILLE_CACHE=$kept RILLE_CACHE_MB=2000 nice -n 5 "${DIFF:-build/diff}" --seed "$seed" \
  --count "$count" --oracles "$oracles" --jobs "$jobs" --shown 20) || true
printf '%s\n' "$said"
failures=$(sed -n 's/^[0-9]* passed, \([0-9]*\) failed$/\1/p' <<<"$said")
printf '%-9s %-43s %21s %7s %7s\n' "$commit" "$oracles" "$seed..$((seed + count - 1))" "$count" \
  "${failures:-unended}" >>tests/diff/ledger.txt
