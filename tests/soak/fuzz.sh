#!/usr/bin/env bash
# A long run of mutated files for one reader. usage: tests/soak/fuzz.sh TARGET COUNT [SEED] [JOBS]
#
# TARGET is a name of tests/fuzz/targets.rille. The preferred build has sanitizers and counts the
# branches of the readers: cmake --preset fuzz; ninja -C build-fuzz fuzz. A line about the run is
# appended to tests/fuzz/ledger.txt; failing files stay in faults/.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
target=$1 count=$2 seed=${3:-1} jobs=${4:-1}
program=${FUZZ:-build-fuzz/fuzz}
commit=$(git rev-parse --short HEAD)
said=$(nice -n 5 "$program" "$target" --seed "$seed" --count "$count" --jobs "$jobs") || true
printf '%s\n' "$said"
row=$(sed -n "s/^$target  *\([0-9]\)/\1/p" <<<"$said")
[ -n "$row" ] || row='unended'
printf '%-9s %-14s %6s %s\n' "$commit" "$target" "$seed" "$row" >>tests/fuzz/ledger.txt
